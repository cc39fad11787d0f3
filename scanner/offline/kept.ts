import type { Sign } from '../verdict.ts'
import type {
  Device,
  DoorEvent,
  FormerKey,
  FormerKeyElsewhere,
  RefusalCode,
  SnapshotAnswer,
  TicketState,
} from '../wire.ts'
import type { PublicKey } from './signature.ts'

/** What a snapshot has besides its tickets, and how far it was read. */
export type SnapshotHead = {
  readonly event: DoorEvent
  readonly keys: readonly PublicKey[]
  readonly formerKeys: readonly FormerKey[]
  readonly formerKeysElsewhere: readonly FormerKeyElsewhere[]
  readonly prices: SnapshotAnswer['prices']
  readonly devices: readonly Device[]
  /** Where the next reading goes on; null: it begins again. */
  readonly cursor: string | null
  /** The number of the reading from the beginning that is under way or was the last: rows of an earlier one are deleted at its end. */
  readonly reading: number
  /** Whether a reading from the beginning is under way. */
  readonly isBeginning: boolean
  /** The number of pages of that reading until now. */
  readonly pages: number
  /** The number of tickets in the list; null: not counted while the reading from the beginning is under way. */
  readonly tickets: number | null
  /** When the list was last complete and up to date, in milliseconds since 1970; null: never. */
  readonly checkedAt: number | null
}

/**
 * Tickets of one page of the list whose lookups begin with the same letter: few enough to look through, and enough that a list of 50,000 is
 * written in moments (ADR 0196). What a later page of a later reading says of a ticket is newer.
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
  /** The hash of the ticket; null: this is its only row. */
  readonly ticketHash: string | null
  readonly state: TicketState
  readonly priceId: string | null
  /** The holder, sealed until the ticket is in hand. */
  readonly holder: string
  readonly scannedAt: string | null
  readonly scannedBy: string | null
}

/** A person who was let in on this device, by its own decision or the service's. */
export type Admission = {
  readonly lookup: string
  /** The hash of the ticket; null: it is a companion's, who has one code. */
  readonly ticketHash: string | null
  readonly eventId: string
  readonly nonce: string
  readonly at: string
  /** When the service acknowledged it, in milliseconds since 1970; null: it was not told or did not acknowledge. */
  readonly settledAt: number | null
}

/** A row that `POST /scan/batch/` takes. */
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
  /** The ticket's lookup; null: what was read was no code of a ticket. */
  readonly lookup: string | null
  readonly nonce: string
  readonly at: string
  readonly sign: Sign
  readonly isOffline: boolean
}
