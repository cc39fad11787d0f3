import { localized } from '../localized.ts'

type DoorListTexts = {
  readonly title: string
  readonly lead: string
  readonly none: string
  readonly print: string
  /** To a screen reader, which hears one link after the other. */
  readonly printOf: (event: string) => string
}

/** The lists to print for the door. */
export const doorListTexts = localized<DoorListTexts>({
  en: {
    title: 'Door lists',
    lead: 'Everybody who may come in, by last name, with a box to tick: print it before the doors open, for the night the power fails. It says who is in already and who still has to pay.',
    none: 'There is no event yet. Each one appears here with its list, tonight’s first.',
    print: 'Print (PDF)',
    printOf: (event) => `Print (PDF): ${event}`,
  },
  fr: {
    title: 'Listes d’entrée',
    lead: 'Toutes les personnes attendues, par nom de famille, avec une case à cocher : à imprimer avant l’ouverture des portes, pour le soir où le courant manque. On y voit qui est déjà entré et qui doit encore payer.',
    none: 'Il n’y a pas encore d’évènement. Chacun apparaît ici avec sa liste, celui de ce soir en premier.',
    print: 'Imprimer (PDF)',
    printOf: (event) => `Imprimer (PDF) : ${event}`,
  },
})
