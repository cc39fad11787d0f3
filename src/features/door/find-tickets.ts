import { AppError } from '../../errors.ts'
import type { Deps } from '../deps.ts'
import type { KnownDevice } from '../device/device-keys.ts'
import { findDoorEvent } from './door-event.queries.ts'
import { type DoorTicket, listDoorTickets, searchDoorTickets } from './door-ticket.queries.ts'
import { requireOwnEvent, requireSupervisor } from './require-supervisor.ts'

export type TicketsAsked = {
  /** Null: every event that this device may scan. */
  readonly eventId: string | null
  /** What somebody looks for, searchable; null: all there are. */
  readonly text: string | null
  /** Only those that are scanned, or are not; null: all. */
  readonly isScanned: boolean | null
  /** The last ticket of the page before. */
  readonly after: string | null
  readonly limit: number
}

/**
 * Tickets for a supervisor's phone, a page of them, without what opens a door and without an address.
 *
 * @returns one more than asked for where there is another page
 * @throws AppError key_invalid, device_archived, permission_denied (a steward), not_found (an event that is not this door's)
 */
export async function findTickets(
  deps: Pick<Deps, 'database' | 'now'>,
  tenantId: string,
  known: KnownDevice,
  { eventId, text, isScanned, after, limit }: TicketsAsked,
): Promise<readonly DoorTicket[]> {
  return deps.database.asTenant(tenantId, async (tx) => {
    const device = await requireSupervisor(tx, known, deps.now())
    if (eventId !== null) {
      requireOwnEvent(device, eventId)
      if (!(await findDoorEvent(tx, eventId))) throw new AppError('not_found')
    }
    const eventIds = eventId === null ? device.eventIds : [eventId]
    const page = { eventIds, isScanned, after, limit: limit + 1 }
    return text === null ? listDoorTickets(tx, page) : searchDoorTickets(tx, text, page)
  })
}
