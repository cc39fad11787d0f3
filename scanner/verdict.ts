import type { Outcome } from './server.ts'
import type { CheckAnswer, Device, GroupAnswer, RefusalCode, Reservation, ScanAnswer, Ticket } from './wire.ts'

/**
 * The signs, each with a shape, a word, a sound and a pattern of vibration of its own, and a colour: amber has two, `already`, and `partly`
 * for a group of which some were let in and some refused.
 */
export type Sign = 'welcome' | 'attention' | 'already' | 'partly' | 'refused' | 'information' | 'silence'

/** Why this device refuses by itself. */
export type OfflineRefusal =
  | RefusalCode
  | 'ticket_number'
  | 'invalid_qrcode'
  | 'invalid_signature'
  | 'ticket_not_found'
  | 'device_ended'

/** A reservation by its id, and by the name that the list of this device has for it, once the list has its tickets: each counts it. */
export type CountedReservation = Reservation & { readonly listedAs?: string }

export type Verdict = {
  readonly sign: Sign
  /** The headline of a check, of a group, or of a ticket that the list lacks; absent: the word of the sign. */
  readonly headline?: 'check' | 'group' | 'no_group' | 'ask'
  /** Whether this device decided, without the service. */
  readonly isOffline?: true
  /** Whether it was asked for by name, which this device never decides: it needs the service. */
  readonly isByName?: true
  /** Whether the key of this device is no longer good: everything that is kept is about to be deleted. */
  readonly isUnpaired?: true
  /** Whether the list was not yet read to its end. */
  readonly isListUnread?: true
  /** Why it was refused, when this device decided. */
  readonly refusal?: OfflineRefusal
  /** What the service says about it, in the reader's language. */
  readonly detail?: string
  readonly ticket?: Ticket
  /** The device that let it in before, when this one knows from its list. */
  readonly scannedBy?: Device
  readonly reservation?: CountedReservation
  /** The tickets of a group that were let in, and below those that were not. */
  readonly admitted?: readonly Ticket[]
  readonly refused?: readonly ScanAnswer[]
  /** When this device let it in, where its list lacks the ticket. */
  readonly admittedAt?: string
  /** What the service says after all about what a person is asked about; null: nothing. */
  readonly late?: Promise<Verdict | null>
  /** Whether it ended a question to a person. */
  readonly wasAsked?: true
}

/** Whether the camera waits until somebody has looked at the answer: when a person is let in, it goes on. */
export function holdsCamera({ sign, headline, wasAsked }: Verdict): boolean {
  return headline === 'ask' || wasAsked === true || ['refused', 'already', 'partly', 'silence'].includes(sign)
}

/** Whether the next reading of the code is a new one; until then it is asked with the same nonce, and noted once. */
export function isSettled({ sign, headline }: Verdict): boolean {
  return sign !== 'silence' && headline !== 'ask'
}

export function verdictOfScan(outcome: Outcome<ScanAnswer>): Verdict {
  if (outcome.kind !== 'answer') return verdictWithout(outcome)
  const { detail, ticket, reservation } = outcome.body
  return { sign: signOf(outcome.body), detail, ticket, reservation }
}

function signOf({ success, code, ticket }: ScanAnswer): Sign {
  if (!success) return code === 'already_scanned' ? 'already' : 'refused'
  return ticket.scan_note === undefined ? 'welcome' : 'attention'
}

export function verdictOfCheck(outcome: Outcome<CheckAnswer>): Verdict {
  if (outcome.kind !== 'answer') return verdictWithout(outcome)
  const { ticket, reservation } = outcome.body
  return { sign: 'information', headline: 'check', ticket, reservation }
}

export function verdictOfGroup(outcome: Outcome<GroupAnswer>): Verdict {
  if (outcome.kind !== 'answer') return verdictWithout(outcome)
  const { scans } = outcome.body
  if (scans.length === 0) return { sign: 'information', headline: 'no_group' }
  const admitted = scans.filter(({ success }) => success).map(({ ticket }) => ticket)
  const refused = scans.filter(({ success }) => !success)
  return { sign: signOfGroup(admitted, refused), headline: 'group', admitted, refused, ...reservationOf(scans) }
}

function signOfGroup(admitted: readonly Ticket[], refused: readonly ScanAnswer[]): Sign {
  if (refused.length > 0) {
    if (admitted.length > 0) return 'partly'
    return refused.every((scan) => signOf(scan) === 'already') ? 'already' : 'refused'
  }
  return admitted.some(({ scan_note }) => scan_note !== undefined) ? 'attention' : 'welcome'
}

/**
 * Makes the verdict when nothing was said about the ticket. A device whose key has ended is not silent: it may not decide by itself
 * instead.
 */
function verdictWithout(outcome: Exclude<Outcome<unknown>, { readonly kind: 'answer' }>): Verdict {
  switch (outcome.kind) {
    case 'refusal':
      return { sign: 'refused', detail: outcome.detail }
    case 'unpaired':
      return { sign: 'refused', refusal: 'device_ended', isUnpaired: true }
    case 'silence':
      return { sign: 'silence' }
  }
}

function reservationOf([first]: readonly ScanAnswer[]): { reservation?: Reservation } {
  return first === undefined ? {} : { reservation: first.reservation }
}

export function holderOf({ first_name, last_name }: Pick<Ticket, 'first_name' | 'last_name'>): string {
  return `${first_name} ${last_name}`.trim()
}
