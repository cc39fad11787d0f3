import type { TenantTx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { Device } from '../device/device.ts'
import { type KnownDevice, requireLiveDevice } from '../device/device-keys.ts'

/** The device as it is in this transaction, if it may search and undo. @throws AppError key_invalid, device_archived, permission_denied */
export async function requireSupervisor(tx: TenantTx, known: KnownDevice, now: Date): Promise<Device> {
  const device = await requireLiveDevice(tx, known, now)
  if (device.role !== 'supervisor') throw new AppError('permission_denied')
  return device
}

/** An event that this device may scan. @throws AppError not_found: there is none, or it is another door's, both alike */
export function requireOwnEvent({ eventIds }: Pick<Device, 'eventIds'>, eventId: string): void {
  if (eventIds !== null && !eventIds.includes(eventId)) throw new AppError('not_found')
}
