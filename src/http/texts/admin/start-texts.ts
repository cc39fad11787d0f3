import type { FirstSteps } from '../../../features/event/first-steps.queries.ts'
import { localized } from '../localized.ts'

export type Step = { readonly title: string; readonly what: string; readonly button: string }

type StartTexts = {
  readonly title: string
  readonly lead: string
  readonly done: string
  readonly allDone: string
  readonly toPages: string
  readonly toTeam: string
  readonly later: string
  /** On the page of today, while one is left. */
  readonly soFar: (done: number, of: number) => string
  readonly all: string
  /** Of an event that was made without one. */
  readonly priceOfEvent: Pick<Step, 'what' | 'button'>
  readonly steps: Readonly<Record<keyof FirstSteps, Step>>
}

/** Where an owner begins. */
export const startTexts = localized<StartTexts>({
  en: {
    title: 'First steps',
    lead: 'Three things, and the first person can buy a ticket and come in. In any order, now or later: what is left is also said on the page “Today”.',
    done: 'Done',
    allDone: 'All three are done: your box office is open.',
    toPages: 'See your pages as visitors do',
    toTeam: 'Invite those who work with you',
    later: 'Go on without the rest for now',
    soFar: (done, of) => `First steps: ${done} of ${of} done. Next:`,
    all: 'All of the first steps',
    priceOfEvent: {
      what: 'Your event has no price, so nobody can book. Choose it in the list, and add what is sold for it.',
      button: 'Show your events',
    },
    steps: {
      event: {
        title: 'Announce your first event',
        what: 'A name and when it starts. Everything else can wait.',
        button: 'Create an event',
      },
      price: {
        title: 'Say what it costs',
        what: 'A price such as “Full price, 12 €”, or nothing at all. The form of a new event takes its first price.',
        button: 'Create an event with its price',
      },
      device: {
        title: 'Prepare a phone for the door',
        what: 'It shows a QR code, which the phone that checks tickets reads once.',
        button: 'Add a device',
      },
    },
  },
  fr: {
    title: 'Premiers pas',
    lead: 'Trois choses, et la première personne peut acheter un billet et entrer. Dans l’ordre qui vous convient, maintenant ou plus tard : ce qui reste est rappelé à la page « Aujourd’hui ».',
    done: 'Fait',
    allDone: 'Les trois sont faites : votre billetterie est ouverte.',
    toPages: 'Voir vos pages comme les visiteurs',
    toTeam: 'Inviter celles et ceux qui travaillent avec vous',
    later: 'Continuer sans le reste pour l’instant',
    soFar: (done, of) => `Premiers pas : ${done} sur ${of}. Ensuite :`,
    all: 'Tous les premiers pas',
    priceOfEvent: {
      what: 'Votre évènement n’a pas de tarif : personne ne peut réserver. Choisissez-le dans la liste et ajoutez ce qui est vendu.',
      button: 'Voir vos évènements',
    },
    steps: {
      event: {
        title: 'Annoncez votre premier évènement',
        what: 'Un nom et l’heure du début. Tout le reste peut attendre.',
        button: 'Créer un évènement',
      },
      price: {
        title: 'Dites ce qu’il coûte',
        what: 'Un tarif comme « Plein tarif, 12 € », ou rien du tout. Le formulaire d’un nouvel évènement prend son premier tarif.',
        button: 'Créer un évènement avec son tarif',
      },
      device: {
        title: 'Préparez un téléphone pour l’entrée',
        what: 'Un code QR s’affiche, que le téléphone du contrôle lit une fois.',
        button: 'Ajouter un appareil',
      },
    },
  },
})
