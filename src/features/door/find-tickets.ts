import type { TenantTx } from '../../db/database.ts'
import type { BasicDeps } from '../deps.ts'
import type { Device } from '../device/device.ts'
import type { KnownDevice } from '../device/device-keys.ts'
import type { MomentThere } from '../event/event.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { type Conflict, listConflictsOf } from '../ticket/inside.queries.ts'
import { mostEvents } from './door.ts'
import { getDoorEvent, listDoorEvents } from './door-event.queries.ts'
import { type DoorTicket, listDoorTickets, searchDoorTickets } from './door-ticket.queries.ts'
import { requireOwnEvent, requireSupervisor } from './require-supervisor.ts'

export type FoundTicket = DoorTicket & {
  /** People inside beside the one that the ticket stands for. */
  readonly conflicts: readonly Conflict[]
}

export type TicketsAsked = {
  /** The event to search; null: those that `listDoorEvents` names to this device. */
  readonly eventId: string | null
  /** What somebody looks for, searchable; null: all there are. */
  readonly text: string | null
  /** Whether only tickets that are scanned, or only those that are not, are found; null: all. */
  readonly isScanned: boolean | null
  /** The last ticket of the page before. */
  readonly after: string | null
  /** How many of those that follow are left out first. */
  readonly offset: number
  readonly limit: number
}

/**
 * Tickets for a supervisor's phone, a page of them, without what opens a door and without an address.
 *
 * @returns one more than asked for where there is another page
 * @throws AppError key_invalid, device_archived, permission_denied (a steward), not_found (an event that is not this door's)
 */
export async function findTickets(
  deps: BasicDeps,
  { id: tenantId, timeZone }: Tenant,
  known: KnownDevice,
  { eventId, text, isScanned, after, offset, limit }: TicketsAsked,
): Promise<readonly FoundTicket[]> {
  return deps.database.asTenant(tenantId, async (tx) => {
    const device = await requireSupervisor(tx, known, deps.now())
    if (eventId !== null) {
      requireOwnEvent(device, eventId)
      await getDoorEvent(tx, eventId)
    }
    const eventIds = eventId === null ? await listOwnEvents(tx, device, { now: deps.now(), timeZone }) : [eventId]
    const page = { eventIds, isScanned, after, offset, limit: limit + 1 }
    const found = await (text === null ? listDoorTickets(tx, page) : searchDoorTickets(tx, text, page))
    const conflicts = await listConflictsOf(
      tx,
      found.map(({ id }) => id),
    )
    return found.map((ticket) => ({ ...ticket, conflicts: conflicts.filter(({ ticketId }) => ticketId === ticket.id) }))
  })
}

/** Lists the device's events of these days: nobody at the door looks through the years. */
async function listOwnEvents(tx: TenantTx, { eventIds }: Device, moment: MomentThere): Promise<readonly string[]> {
  const events = await listDoorEvents(tx, { ...moment, only: eventIds, limit: mostEvents })
  return events.map(({ id }) => id)
}
