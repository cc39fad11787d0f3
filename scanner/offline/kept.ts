import type { RefusalCode, Sign } from '../verdict.ts'
import type { Device, DoorEvent, SnapshotAnswer, TicketState } from '../wire.ts'
import type { PublicKey } from './signature.ts'

/** What a snapshot says besides its tickets, and how far it was read. */
export type SnapshotHead = {
  readonly event: DoorEvent
  readonly keys: readonly PublicKey[]
  readonly prices: SnapshotAnswer['prices']
  readonly devices: readonly Device[]
  /** Null: the next reading begins again. */
  readonly cursor: string | null
  /** Which reading from the beginning is under way or was the last: rows of an earlier one go at its end. */
  readonly reading: number
  /** Whether the reading from the beginning is under way. */
  readonly isBeginning: boolean
  /** How many pages that reading had until now. */
  readonly pages: number
  /** How many tickets the list has; null: not counted, the reading from the beginning is under way. */
  readonly tickets: number | null
  /** When the list was whole and new, in milliseconds since 1970; null: it never was. */
  readonly checkedAt: number | null
}

/**
 * Tickets of one page of the list whose lookups begin with the same letter: few enough to look through, and so many that
 * a list of 50,000 is written in moments (ADR 0196). What a later page of a later reading says of a ticket is newer.
 */
export type TicketBucket = {
  readonly eventId: string
  readonly letter: string
  readonly reading: number
  readonly page: number
  readonly tickets: readonly KeptTicket[]
}

export type KeptTicket = {
  readonly lookup: string
  readonly state: TicketState
  readonly priceId: string | null
  /** Sealed until the ticket is in hand. */
  readonly holder: string
  readonly scannedAt: string | null
  readonly scannedBy: string | null
}

/** Somebody who was let in on this device, whoever decided it. */
export type Admission = {
  readonly lookup: string
  /** Null: of a companion, whose code was not seen. */
  readonly ticketHash: string | null
  readonly eventId: string
  readonly nonce: string
  readonly at: string
  /** Since when the service knows, in milliseconds since 1970; null: it was not told or did not acknowledge. */
  readonly settledAt: number | null
}

/** What `POST /scan/batch/` takes, a row. */
export type QueuedScan = {
  readonly lookup: string
  readonly event_uuid: string
  readonly nonce: string
  readonly scanned_at: string
  readonly result: 'admitted' | RefusalCode | 'ticket_not_found'
}

/** One of the last scans, as far as it may be kept. */
export type KeptScan = {
  readonly eventId: string
  /** Null: what was read was no code of a ticket. */
  readonly lookup: string | null
  readonly nonce: string
  readonly at: string
  readonly sign: Sign
  readonly isOffline: boolean
}
