import type { BasicDeps } from '../deps.ts'
import { type KnownDevice, requireLiveDevice } from '../device/device-keys.ts'
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
}

/** Reads how full an event is, and by which door people came. @throws AppError key_invalid, device_archived, not_found */
export async function readDoorStats(
  deps: BasicDeps,
  tenantId: string,
  known: KnownDevice,
  eventId: string,
): Promise<DoorStats> {
  return deps.database.asTenant(tenantId, async (tx) => {
    requireOwnEvent(await requireLiveDevice(tx, known, deps.now()), eventId)
    const event = await getDoorEvent(tx, eventId)
    const devices = await countByDevice(tx, eventId)
    const inside = devices.reduce((sum, device) => sum + device.inside, 0)
    return { event, expected: await countExpected(tx, eventId), inside, devices }
  })
}
