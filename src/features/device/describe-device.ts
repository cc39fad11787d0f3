import type { Deps } from '../deps.ts'
import type { Device } from './device.ts'
import { type KnownDevice, requireLiveDevice } from './device-keys.ts'

/** The device as it is now, for the device itself. @throws AppError key_invalid, device_archived */
export async function describeDevice(
  deps: Pick<Deps, 'database' | 'now'>,
  tenantId: string,
  known: KnownDevice,
): Promise<Device> {
  return deps.database.asTenant(tenantId, (tx) => requireLiveDevice(tx, known, deps.now()))
}
