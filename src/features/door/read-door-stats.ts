import type { BasicDeps } from '../deps.ts'
import { type KnownDevice, requireLiveDevice } from '../device/device-keys.ts'
import { type Conflict, listConflictsAt } from '../ticket/inside.queries.ts'
import type { DoorEvent } from './door.ts'
import { getDoorEvent } from './door-event.queries.ts'
import { countByDevice, countExpected, type DeviceCount } from './door-stats.queries.ts'
import { requireOwnEvent } from './require-supervisor.ts'

export type DoorStats = {
  readonly event: DoorEvent
  /** Tickets that open the door or did. */
  readonly expected: number
  /** Admitted, those whose scan was undone left out. */
  readonly inside: number
  readonly devices: readonly DeviceCount[]
  /** The last of the conflicts that nobody undid: to a steward those of the device, without their tickets. */
  readonly conflicts: readonly DoorConflict[]
}

/** `ticketId`: null to a steward, whose device may know no ticket that nobody has shown (ADR 0182). */
export type DoorConflict = Omit<Conflict, 'ticketId'> & { readonly ticketId: string | null }

/** The most conflicts in an answer that phones ask for over and over. */
const mostConflicts = 20

/** Reads how full an event is, and by which door people came. @throws AppError key_invalid, device_archived, not_found */
export async function readDoorStats(
  deps: BasicDeps,
  tenantId: string,
  known: KnownDevice,
  eventId: string,
): Promise<DoorStats> {
  return deps.database.asTenant(tenantId, async (tx) => {
    const device = await requireLiveDevice(tx, known, deps.now())
    requireOwnEvent(device, eventId)
    const event = await getDoorEvent(tx, eventId)
    const devices = await countByDevice(tx, eventId)
    const inside = devices.reduce((sum, { inside: own }) => sum + own, 0)
    const maySee = device.role === 'supervisor'
    const conflicts = await listConflictsAt(tx, eventId, maySee ? null : device.id, mostConflicts)
    return {
      event,
      expected: await countExpected(tx, eventId),
      inside,
      devices,
      conflicts: conflicts.map((conflict) => (maySee ? conflict : { ...conflict, ticketId: null })),
    }
  })
}
