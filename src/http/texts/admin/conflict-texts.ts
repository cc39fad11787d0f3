import type { ScanConflict } from '../../../features/ticket/scan.ts'
import { localized } from '../localized.ts'
import type { PagerWords } from '../pager-words.ts'

type ConflictTexts = {
  readonly title: string
  readonly pager: PagerWords
  readonly lead: string
  /** On the page of a booking, where they can be taken back. */
  readonly leadHere: string
  readonly change: string
  readonly ticket: string
  readonly why: string
  readonly letInBy: string
  readonly before: string
  /** What the service would have said. */
  readonly whys: Readonly<Record<ScanConflict, string>>
  /** The same in the story of a booking. */
  readonly told: (ticket: string, conflict: ScanConflict) => string
}

const en: Readonly<Record<ScanConflict, string>> = {
  already_scanned: 'scanned before',
  wrong_event: 'for another event',
  canceled: 'cancelled',
  unpaid: 'not paid',
  not_active: 'not valid',
  outside_window: 'outside the hours of the door',
  device_ended: 'after the end of the device',
  untimely: 'days from the event: not counted',
  not_its_event: 'at an event that the device had not then: not counted',
  too_fast: 'faster than people come in: not counted',
}

const fr: Readonly<Record<ScanConflict, string>> = {
  already_scanned: 'déjà scanné',
  wrong_event: 'pour un autre évènement',
  canceled: 'annulé',
  unpaid: 'pas payé',
  not_active: 'pas valable',
  outside_window: 'en dehors des heures d’entrée',
  device_ended: 'après la fin de l’appareil',
  untimely: 'à des jours de l’évènement : non compté',
  not_its_event: 'à un évènement que l’appareil n’avait pas alors : non compté',
  too_fast: 'plus vite qu’on ne peut entrer : non compté',
}

/** Who came in by a device without network, and would not have. */
export const conflictTexts = localized<ConflictTexts>({
  en: {
    title: 'Let in without network, to look into',
    pager: { label: 'Pages of entries without network', before: 'Previous entries', after: 'More entries' },
    lead: 'A phone without network let these people in, and would not have with it. They count as inside, until somebody takes the entry back on the page of the booking.',
    leadHere:
      'A phone without network let these people in, and would not have with it. They count as inside; take an entry back if nobody came in by it.',
    change: 'Change',
    ticket: 'Ticket',
    why: 'Why',
    letInBy: 'Let in by',
    before: 'Scanned before by',
    whys: en,
    told: (ticket, conflict) => `Ticket ${ticket} let in without network: ${en[conflict]}`,
  },
  fr: {
    title: 'Entrées sans réseau à vérifier',
    pager: { label: 'Pages des entrées sans réseau', before: 'Entrées précédentes', after: 'Autres entrées' },
    lead: 'Un téléphone sans réseau a laissé entrer ces personnes ; avec le réseau, il les aurait refusées. Elles sont comptées à l’intérieur tant que personne n’annule l’entrée sur la page de la réservation.',
    leadHere:
      'Un téléphone sans réseau a laissé entrer ces personnes ; avec le réseau, il les aurait refusées. Elles sont comptées à l’intérieur ; annulez une entrée si personne n’est entré par elle.',
    change: 'Modifier',
    ticket: 'Billet',
    why: 'Motif',
    letInBy: 'Entrée par',
    before: 'Scanné avant par',
    whys: fr,
    told: (ticket, conflict) => `Billet ${ticket} entré sans réseau : ${fr[conflict]}`,
  },
})
