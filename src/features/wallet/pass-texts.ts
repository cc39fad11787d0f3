import type { Language } from '../../lib/language.ts'

type PassTexts = {
  readonly event: string
  readonly date: string
  readonly doors: string
  readonly start: string
  readonly place: string
  readonly address: string
  readonly organisation: string
  /** What a change does to it, and what not. */
  readonly noteLabel: string
  readonly note: string
}

/** What a pass says besides what its ticket says on paper. */
export const passTexts: Readonly<Record<Language, PassTexts>> = {
  en: {
    event: 'Event',
    date: 'Date',
    doors: 'Doors',
    start: 'Start',
    place: 'Place',
    address: 'Address',
    organisation: 'Sold by',
    noteLabel: 'Good to know',
    note: 'This pass does not change by itself. The page of your booking always says what holds.',
  },
  fr: {
    event: 'Évènement',
    date: 'Date',
    doors: 'Portes',
    start: 'Début',
    place: 'Lieu',
    address: 'Adresse',
    organisation: 'Vendu par',
    noteLabel: 'À savoir',
    note: 'Cette carte ne se met pas à jour d’elle-même. La page de votre réservation dit toujours ce qui vaut.',
  },
}
