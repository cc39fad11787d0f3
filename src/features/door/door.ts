import type { OfflinePolicy } from '../event/event.ts'

/** An event as a device at its door knows it. */
export type DoorEvent = {
  readonly id: string
  readonly name: string
  readonly startsAt: Date
  readonly endsAt: Date | null
  /** The door window; null: no limit on that side. */
  readonly doorsOpenAt: Date | null
  readonly doorsCloseAt: Date | null
  readonly cancelledAt: Date | null
  /** The name of the location; null: nobody gave one. */
  readonly placeName: string | null
  readonly offlinePolicy: OfflinePolicy
}

/** A supervisor undoes a scan that was wrong a moment ago; later it is for the administration to say. */
export const undoMs = 15 * 60_000

/** A picker on a phone; the nearest ones come first. */
export const mostEvents = 100
