import type { TurnedAway } from '../../../features/overview/overview.queries.ts'
import { localized } from '../localized.ts'

type OverviewTexts = {
  readonly title: string
  readonly tonight: string
  readonly noneTonight: string
  readonly toEvents: string
  readonly sold: string
  readonly inside: string
  readonly held: string
  /** @param all sold and held together */
  readonly booked: (all: string) => string
  readonly left: string
  readonly scanned: string
  readonly undone: (count: string) => string
  readonly choose: string
  readonly allEvents: string
  readonly gate: string
  readonly refused: string
  readonly ofCapacity: (capacity: string) => string
  readonly ofSold: (sold: string) => string
  readonly cancelled: string
  readonly entries: string
  readonly noEntries: string
  readonly time: string
  readonly people: string
  readonly devices: string
  readonly device: string
  readonly letIn: string
  readonly refusals: string
  readonly noRefusals: string
  readonly reason: string
  readonly reasons: Readonly<Record<Exclude<TurnedAway['result'], 'undone'>, string>>
  readonly chores: string
  readonly noChores: string
  readonly mails: (count: number) => string
  readonly owedRefunds: (count: number) => string
  readonly failedRefunds: (count: number) => string
  readonly nearlyGone: (left: number) => string
  /** Entries that a device told of and that cannot have been; before the doors of an event. */
  readonly alarm: (device: string, count: number) => string
  readonly early: (event: string, scanned: number) => string
  /** Of what is not a place. */
  readonly fewLeft: (left: string) => string
  readonly sales: string
  readonly day: string
  readonly tickets: string
  readonly asTable: string
  readonly lastDays: (days: number) => string
  readonly daysBefore: (days: number) => string
  /** @param amount null: whoever looks sees no money */
  readonly salesOf: (tickets: number, shown: string, amount: string | null) => string
  readonly salesEvent: string
  readonly show: string
  readonly ticketsBefore: (days: number) => string
  readonly received: string
  readonly receivedBefore: (days: number) => string
  readonly receivedHelp: string
  readonly live: string
  /** Read out when it changes. */
  readonly waiting: (chores: number, conflicts: number) => string
}

/** French counts nothing in the singular, too. */
const isOne = (shown: string) => shown === '0' || shown === '1'

/** The page of tonight. */
export const overviewTexts = localized<OverviewTexts>({
  en: {
    title: 'Today',
    tonight: 'Tonight',
    noneTonight: 'No event today.',
    toEvents: 'See the public page',
    sold: 'Sold',
    inside: 'Inside',
    held: 'Held',
    booked: (all) => `not paid or confirmed yet; ${all} booked with those sold`,
    left: 'Left',
    scanned: 'Scanned',
    undone: (count) => `${count} taken back`,
    choose: 'Which event',
    allEvents: 'All events',
    gate: 'Gate',
    refused: 'Turned away',
    ofCapacity: (capacity) => (capacity === '1' ? 'of 1 place' : `of ${capacity} places`),
    ofSold: (sold) => (sold === '1' ? 'of 1 ticket' : `of ${sold} tickets`),
    cancelled: 'Cancelled',
    entries: 'Entries by five minutes',
    noEntries: 'Nobody has come in or was turned away so far.',
    time: 'Time',
    people: 'People',
    devices: 'By device',
    device: 'Device',
    letIn: 'Let in',
    refusals: 'Turned away, and why',
    noRefusals: 'Nobody was turned away.',
    reason: 'Reason',
    reasons: {
      already_scanned: 'Scanned before',
      wrong_event: 'For another event',
      canceled: 'Cancelled',
      unpaid: 'Not paid',
      not_active: 'Not active',
      outside_window: 'Doors not open',
      ticket_not_found: 'Without network: not on the list',
    },
    chores: 'To do',
    noChores: 'Nothing waits for you.',
    mails: (count) => (count === 1 ? '1 mail did not get through' : `${count} mails did not get through`),
    owedRefunds: (count) => (count === 1 ? '1 refund to hand over' : `${count} refunds to hand over`),
    failedRefunds: (count) => (count === 1 ? '1 refund failed' : `${count} refunds failed`),
    alarm: (device, count) =>
      `${device} told of ${count === 1 ? '1 entry' : `${count} entries`} that cannot have been: days from the event, at an event that the device had not then, or faster than people come in. They were not counted. If nobody can explain it, archive the device.`,
    early: (event, scanned) =>
      `${event}: ${scanned} tickets are scanned, and its doors are not open yet. Look which device did it.`,
    nearlyGone: (left) => (left === 1 ? '1 place left' : `${left} places left`),
    fewLeft: (left) => `${left} left`,
    sales: 'Sales',
    day: 'Day',
    tickets: 'Tickets of these days',
    asTable: 'As a table',
    lastDays: (days) => `In the last ${days} days:`,
    daysBefore: (days) => `In the ${days} days before:`,
    salesOf: (tickets, shown, amount) =>
      `${shown} ${tickets === 1 ? 'ticket' : 'tickets'} booked${amount === null ? '' : `, ${amount} received`}`,
    salesEvent: 'Event',
    show: 'Show',
    ticketsBefore: (days) => `Tickets ${days} days before`,
    received: 'Received',
    receivedBefore: (days) => `Received ${days} days before`,
    receivedHelp:
      'Tickets count from their booking, money from the day it came. What was given back since is not taken off.',
    live: 'These figures change by themselves.',
    waiting: (chores, conflicts) => `To do: ${chores}. Conflicts to look into: ${conflicts}.`,
  },
  fr: {
    title: 'Aujourd’hui',
    tonight: 'Ce soir',
    noneTonight: 'Aucun évènement aujourd’hui.',
    toEvents: 'Voir la page publique',
    sold: 'Vendus',
    inside: 'Présents',
    held: 'Retenus',
    booked: (all) => `pas encore payés ou confirmés ; ${all} réservés avec les vendus`,
    left: 'Restants',
    scanned: 'Scannés',
    undone: (count) => (isOne(count) ? `${count} annulé` : `${count} annulés`),
    choose: 'Quel évènement',
    allEvents: 'Tous les évènements',
    gate: 'Porte',
    refused: 'Refusés',
    ofCapacity: (capacity) => `sur ${capacity} ${isOne(capacity) ? 'place' : 'places'}`,
    ofSold: (sold) => `sur ${sold} ${isOne(sold) ? 'billet' : 'billets'}`,
    cancelled: 'Annulé',
    entries: 'Entrées par cinq minutes',
    noEntries: 'Personne n’est encore entré ni n’a été refusé.',
    time: 'Heure',
    people: 'Personnes',
    devices: 'Par appareil',
    device: 'Appareil',
    letIn: 'Entrées',
    refusals: 'Refusés, et pourquoi',
    noRefusals: 'Personne n’a été refusé.',
    reason: 'Raison',
    reasons: {
      already_scanned: 'Déjà scanné',
      wrong_event: 'Pour un autre évènement',
      canceled: 'Annulé',
      unpaid: 'Non payé',
      not_active: 'Non actif',
      outside_window: 'Portes fermées',
      ticket_not_found: 'Sans réseau : absent de la liste',
    },
    chores: 'À faire',
    noChores: 'Rien ne vous attend.',
    mails: (count) => (count === 1 ? '1 message n’est pas arrivé' : `${count} messages ne sont pas arrivés`),
    owedRefunds: (count) =>
      count === 1 ? '1 remboursement à remettre' : `${count} remboursements à remettre`,
    failedRefunds: (count) =>
      count === 1 ? '1 remboursement a échoué' : `${count} remboursements ont échoué`,
    alarm: (device, count) =>
      `${device} a annoncé ${count === 1 ? '1 entrée' : `${count} entrées`} qui ne peuvent pas avoir eu lieu : à des jours de l’évènement, à un évènement que l’appareil n’avait pas alors, ou plus vite qu’on ne peut entrer. Elles n’ont pas été comptées. Si personne ne peut l’expliquer, archivez l’appareil.`,
    early: (event, scanned) =>
      `${event} : ${scanned} billets sont scannés, et ses portes ne sont pas encore ouvertes. Regardez quel appareil l’a fait.`,
    nearlyGone: (left) => (left === 1 ? '1 place restante' : `${left} places restantes`),
    fewLeft: (left) => `reste ${left}`,
    sales: 'Ventes',
    day: 'Jour',
    tickets: 'Billets de ces jours',
    asTable: 'En tableau',
    lastDays: (days) => `Ces ${days} derniers jours :`,
    daysBefore: (days) => `Les ${days} jours précédents :`,
    salesOf: (tickets, shown, amount) =>
      `${shown} ${tickets < 2 ? 'billet réservé' : 'billets réservés'}${amount === null ? '' : `, ${amount} encaissés`}`,
    salesEvent: 'Évènement',
    show: 'Afficher',
    ticketsBefore: (days) => `Billets ${days} jours avant`,
    received: 'Encaissé',
    receivedBefore: (days) => `Encaissé ${days} jours avant`,
    receivedHelp:
      'Les billets comptent dès leur réservation, l’argent le jour où il est encaissé. Ce qui a été remboursé depuis n’est pas déduit.',
    live: 'Ces chiffres se mettent à jour tout seuls.',
    waiting: (chores, conflicts) => `À faire : ${chores}. Conflits à examiner : ${conflicts}.`,
  },
})
