import type { TicketStatus } from './ticket.ts'

/** The results of a scan; the log and the door's messages know no others (checks 5 to 10 of ADR 0038). */
export const scanResults = [
  'admitted',
  'already_scanned',
  'wrong_event',
  'canceled',
  'unpaid',
  'not_active',
  'outside_window',
] as const
export type ScanResult = (typeof scanResults)[number]

/** Results of a device without network: also that its list lacks the ticket, where its event admits nobody then (ADR 0182). */
export const offlineResults = [...scanResults, 'ticket_not_found'] as const
export type OfflineResult = (typeof offlineResults)[number]

/**
 * Conflicts that are noted and let nobody in, since no door can have caused them: days from the event, faster than people come in, or
 * at an event that the device did not have then (ADR 0228).
 */
export const uncountedConflicts = ['untimely', 'too_fast', 'not_its_event'] as const
export type UncountedConflict = (typeof uncountedConflicts)[number]

/** Why the service would not have admitted a person whom a device did without network; `device_ended`: its time was over (ADR 0182). */
export type ScanConflict = Exclude<ScanResult, 'admitted'> | 'device_ended' | UncountedConflict

export function isUncounted(conflict: ScanConflict): conflict is UncountedConflict {
  return (uncountedConflicts as readonly string[]).includes(conflict)
}

export function isOfflineResult(text: string): text is OfflineResult {
  return (offlineResults as readonly string[]).includes(text)
}

/** A ticket and its reservation as staff at the door sees them. */
export type TicketView = {
  readonly id: string
  readonly status: TicketStatus
  readonly eventName: string
  readonly firstName: string
  readonly lastName: string
  readonly seat: string
  readonly priceName: string
  readonly productName: string
  /** The notes of its product and its price for staff at the door; null: none. */
  readonly scanNote: string | null
  /** The device that scanned it; null while it is not scanned. */
  readonly scannedByDeviceId: string | null
  readonly scannedAt: Date | null
  readonly reservationId: string
  readonly reservationTicketCount: number
}

/** A ticket that was looked at, with what is told of its event unless somebody enters. */
export type SeenTicket = TicketView & { readonly startsAt: Date }

/** The notes for the door, the product's first: it says what the thing is, the price whose it may be. */
export function noteForDoor(ofProduct: string | null, ofPrice: string | null): string | null {
  const notes = [...new Set([ofProduct, ofPrice])].filter((note) => note !== null)
  return notes.length === 0 ? null : notes.join('\n')
}

/** What decides on a ticket's admission; null doors: no limit on that side. */
export type ScanCase = {
  readonly status: TicketStatus
  readonly cancelledAt: Date | null
  /** A status of the reservation table; only those that keep people out matter here. */
  readonly reservationStatus: string
  readonly eventCancelledAt: Date | null
  readonly eventId: string
  readonly doorsOpenAt: Date | null
  readonly doorsCloseAt: Date | null
  /** Scans before it were for an earlier date of the event (ADR 0089); null: it was never postponed after its end. */
  readonly scansCountSince: Date | null
}

/** The event that the door is set to, if any, those its device may scan (null: all), and when the ticket was shown there. */
export type DoorAsk = {
  readonly eventId: string | null
  readonly deviceEventIds: readonly string[] | null
  readonly scannedAt: Date
}

/** What a ticket is at any door at any hour. */
export const standings = ['not_scanned', 'scanned', 'canceled', 'unpaid', 'not_active'] as const
export type Standing = (typeof standings)[number]

/** Makes checks 6, 7 and 9, in their order. */
export function standingOf(
  ticket: Omit<ScanCase, 'eventId' | 'doorsOpenAt' | 'doorsCloseAt' | 'scansCountSince'>,
): Standing {
  if (ticket.reservationStatus === 'cancelled' || ticket.cancelledAt !== null) return 'canceled'
  if (ticket.eventCancelledAt !== null) return 'canceled'
  if (ticket.reservationStatus === 'created' || ticket.reservationStatus === 'unpaid') return 'unpaid'
  return ticket.status === 'not_scanned' || ticket.status === 'scanned' ? ticket.status : 'not_active'
}

/**
 * Makes checks 5 to 10 in their order. The statement of the scan path says the same once more in SQL, where it wins the race; this
 * explains its refusals.
 */
export function decideScan(ticket: ScanCase, ask: DoorAsk): ScanResult {
  if (ask.eventId !== null && ask.eventId !== ticket.eventId) return 'wrong_event'
  if (ask.deviceEventIds !== null && !ask.deviceEventIds.includes(ticket.eventId)) return 'wrong_event'
  const standing = standingOf(ticket)
  if (standing !== 'not_scanned' && standing !== 'scanned') return standing
  if (isForEarlierDate(ticket, ask.scannedAt)) return 'outside_window'
  if (ticket.doorsOpenAt !== null && ask.scannedAt < ticket.doorsOpenAt) return 'outside_window'
  if (ticket.doorsCloseAt !== null && ask.scannedAt > ticket.doorsCloseAt) return 'outside_window'
  return standing === 'scanned' ? 'already_scanned' : 'admitted'
}

/** Whether a scan was for the date that an event had before it was postponed past its end. */
export function isForEarlierDate({ scansCountSince }: Pick<ScanCase, 'scansCountSince'>, scannedAt: Date): boolean {
  return scansCountSince !== null && scannedAt < scansCountSince
}

/**
 * Without network people are let in this long before the doors, until so long after the end; an event without an end is taken to end a
 * day after its start.
 */
const earliestOfflineMs = 24 * 3_600_000
const latestOfflineMs = 48 * 3_600_000
const longestNightMs = 24 * 3_600_000

/** The most admissions in a span: one a second for five quick minutes, groups included. The spans before and after a scan count as one. */
export const mostOfflineInSpan = 300
export const offlineSpanMs = 5 * 60_000

export type EventTimes = {
  readonly startsAt: Date
  readonly endsAt: Date | null
  readonly doorsOpenAt: Date | null
  readonly doorsCloseAt: Date | null
}

/** Whether a device without network can have let somebody in to that event then. */
export function isTimely(event: EventTimes, scannedAt: Date): boolean {
  const opens = Math.min(...timesOf(event.doorsOpenAt, event.startsAt))
  const ends = Math.max(...timesOf(event.doorsCloseAt, event.endsAt ?? later(event.startsAt)))
  return scannedAt.getTime() >= opens - earliestOfflineMs && scannedAt.getTime() <= ends + latestOfflineMs
}

function timesOf(...times: readonly (Date | null)[]): readonly number[] {
  return times.flatMap((time) => time?.getTime() ?? [])
}

function later(start: Date): Date {
  return new Date(start.getTime() + longestNightMs)
}

/** How long a phone may keep its scans before it finds the network again. */
export const oldestScanMs = 7 * 86_400_000

/** How far the clock of a phone may be ahead; a time up to that far ahead counts as now. */
export const fastestClockMs = 5 * 60_000

/** The most tickets of a group: a school class and its teachers; larger groups are let in one after the other. */
export const mostInGroup = 50
