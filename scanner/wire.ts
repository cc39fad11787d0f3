/** What the scanning API answers, as far as the scanner reads it (docs/interface/scanning.md). */
export type DoorEvent = {
  readonly uuid: string
  readonly name: string
  readonly datetime: string
  readonly place: string | null
  readonly doors_open: string | null
  readonly doors_close: string | null
  readonly canceled: boolean
  /** What to do without network with a genuine ticket that the list lacks. */
  readonly offline_policy: 'accept' | 'ask' | 'refuse'
}

export type TicketState = 'not_scanned' | 'scanned' | 'canceled' | 'unpaid' | 'not_active'

/** Why somebody is refused, or would have been (docs/interface/scanning.md, "The order of the checks"). */
export type RefusalCode = 'wrong_event' | 'canceled' | 'unpaid' | 'not_active' | 'outside_window' | 'already_scanned'

export type Device = { readonly uuid: string; readonly name: string; readonly gate: string }

export type EventsAnswer = {
  readonly tenant: string
  readonly device: Device & {
    readonly role: 'steward' | 'supervisor'
    /** Until when it may scan; null: without end. */
    readonly ends_at: string | null
  }
  /** The organisation's time zone, as IANA names it. */
  readonly time_zone: string
  /** The time by the clock of the service. */
  readonly timestamp: string
  readonly events: readonly DoorEvent[]
}

export type PairingAnswer = { readonly api_key: string; readonly device_name: string }

export type Ticket = {
  readonly uuid: string
  readonly status: string
  readonly event: string
  /** When its event starts: where it was checked, and where it is for another event. */
  readonly event_datetime?: string
  readonly first_name: string
  readonly last_name: string
  readonly price: string
  readonly product: string
  /** The seat, only where it is numbered. */
  readonly seat?: string
  readonly scan_note?: string
  readonly scanned_by?: string | null
  readonly scanned_at?: string
}

export type Reservation = { readonly uuid: string; readonly tickets_count: number }

export type ScanAnswer = {
  readonly success: boolean
  readonly code?: string
  readonly detail: string
  readonly ticket: Ticket
  readonly reservation: Reservation
}

export type GroupAnswer = { readonly scans: readonly ScanAnswer[] }

export type CheckAnswer = {
  readonly ticket: Ticket & { readonly is_scanned: boolean }
  readonly reservation: Reservation
}

export type StatsAnswer = {
  readonly expected: number
  readonly inside: number
  readonly gates: readonly { readonly gate: string; readonly inside: number }[]
  readonly devices: readonly (Device & { readonly inside: number })[]
  /** Absent: the service is of the version before, which is still there during an upgrade. */
  readonly conflicts?: readonly Conflict[]
}

/** Somebody who was let in without network, whom the service would have refused. */
export type Conflict = {
  /** Null: this device is no supervisor's. */
  readonly ticket_uuid: string | null
  readonly scan_uuid: string
  readonly code: RefusalCode
  readonly scanned_by: string | null
  readonly scanned_at: string
  readonly prior_scanned_by: string | null
  readonly prior_scanned_at: string | null
}

export type FoundTicket = Omit<Ticket, 'status'> & {
  readonly seat: string
  readonly state: TicketState
  /** Whether another ticket, of somebody else, took its place. */
  readonly given_away: boolean
  /** The people who were let in without network, beside the one that the ticket stands for. */
  readonly conflicts: readonly { readonly scan_uuid: string; readonly scanned_at: string }[]
}

export type FoundAnswer = { readonly tickets: readonly FoundTicket[]; readonly cursor: string | null }

/** A key of RSA, in base64url. */
export type FormerKey = { readonly kid: string; readonly n: string; readonly e: string }
export type FormerKeyElsewhere = FormerKey & { readonly event: string }

export type SnapshotAnswer = {
  readonly event: DoorEvent
  readonly keys: readonly { readonly kid: string; readonly x: string }[]
  /** Of another server, which signed tickets of this event. */
  readonly former_keys: readonly FormerKey[]
  /** Of another server, which signed tickets of other events. */
  readonly former_keys_elsewhere: readonly FormerKeyElsewhere[]
  readonly prices: readonly {
    readonly uuid: string
    readonly price: string
    readonly product: string
    readonly scan_note: string | null
  }[]
  readonly devices: readonly Device[]
  readonly tickets: readonly {
    readonly lookup: string
    /** Where it has several rows. */
    readonly ticket_hash?: string
    readonly state: TicketState
    /** The place of its price in `prices`. */
    readonly price: number
    readonly holder: string
    readonly scanned_at?: string
    readonly scanned_by?: string
  }[]
  readonly total: number
  readonly cursor: string
  readonly more: boolean
}

export type BatchAnswer = {
  readonly scans: readonly {
    readonly nonce: string | null
    readonly acknowledged: boolean
    readonly code?: string | null
  }[]
}
