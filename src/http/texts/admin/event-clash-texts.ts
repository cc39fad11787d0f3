import { localized } from '../localized.ts'

type EventClashTexts = {
  readonly there: (name: string, when: string) => string
  readonly past: string
  readonly again: string
  readonly preview: (count: number) => string
  readonly isThere: (name: string) => string
  readonly meetsAnother: string
  readonly isPast: string
  readonly make: (count: number) => string
  readonly look: string
  readonly freely: string
  readonly freelyHelp: string
  readonly date: (number: number) => string
}

/** What is asked once before an event stands on top of another, or is shown to the public when it is past. */
export const eventClashTexts = localized<EventClashTexts>({
  en: {
    there: (name, when) => `“${name}” takes place there at the same time: ${when}.`,
    past: 'This date is past: nobody could come any more.',
    again: 'If that is meant, press the button once more.',
    preview: (count) => (count === 1 ? 'This date would be made:' : `These ${count} dates would be made:`),
    isThere: (name) => `at the same time as “${name}”`,
    meetsAnother: 'at the same time as another of these dates',
    isPast: 'already past',
    make: (count) => (count === 1 ? 'Make this date' : `Make these ${count} dates`),
    look: 'Look at the dates',
    freely: 'Or on dates of your choice',
    freelyHelp: 'Where one is given, these are made instead of the row above.',
    date: (number) => `Date ${number}`,
  },
  fr: {
    there: (name, when) => `« ${name} » s’y tient au même moment : ${when}.`,
    past: 'Cette date est passée : plus personne ne pourrait venir.',
    again: 'Si c’est bien voulu, appuyez encore une fois sur le bouton.',
    preview: (count) => (count === 1 ? 'Cette date serait créée :' : `Ces ${count} dates seraient créées :`),
    isThere: (name) => `en même temps que « ${name} »`,
    meetsAnother: 'en même temps qu’une autre de ces dates',
    isPast: 'déjà passée',
    make: (count) => (count === 1 ? 'Créer cette date' : `Créer ces ${count} dates`),
    look: 'Voir les dates',
    freely: 'Ou à des dates de votre choix',
    freelyHelp: 'S’il y en a une, elles remplacent la série ci-dessus.',
    date: (number) => `Date ${number}`,
  },
})
