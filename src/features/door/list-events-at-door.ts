import type { BasicDeps } from '../deps.ts'
import type { Device } from '../device/device.ts'
import { type KnownDevice, requireLiveDevice } from '../device/device-keys.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { type DoorEvent, mostEvents } from './door.ts'
import { listDoorEvents } from './door-event.queries.ts'

/** Lists the events this device may scan, in the order they start, and who it is. @throws AppError key_invalid, device_archived */
export async function listEventsAtDoor(
  deps: BasicDeps,
  { id: tenantId, timeZone }: Tenant,
  known: KnownDevice,
): Promise<{ readonly device: Device; readonly events: readonly DoorEvent[] }> {
  return deps.database.asTenant(tenantId, async (tx) => {
    const now = deps.now()
    const device = await requireLiveDevice(tx, known, now)
    return { device, events: await listDoorEvents(tx, { now, timeZone, only: device.eventIds, limit: mostEvents }) }
  })
}
