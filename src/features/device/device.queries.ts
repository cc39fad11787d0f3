import type { TenantTx } from '../../db/database.ts'
import type { Device } from './device.ts'

export async function findDevice(tx: TenantTx, id: string): Promise<Device | null> {
  const row = await tx
    .selectFrom('device')
    .selectAll()
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** The same, kept from changing until the transaction ends. */
export async function lockDevice(tx: TenantTx, id: string): Promise<Device | null> {
  const row = await tx
    .selectFrom('device')
    .selectAll()
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** The device of a pairing token, used or not. */
export async function findDeviceByPairingToken(tx: TenantTx, tokenHash: Buffer): Promise<Device | null> {
  const row = await tx
    .selectFrom('device')
    .selectAll()
    .where('tenantId', '=', tx.tenantId)
    .where('pairingTokenHash', '=', tokenHash)
    .executeTakeFirst()
  return row ?? null
}

export async function findDeviceByKeyPrefix(tx: TenantTx, prefix: string): Promise<Device | null> {
  const row = await tx
    .selectFrom('device')
    .selectAll()
    .where('tenantId', '=', tx.tenantId)
    .where('keyPrefix', '=', prefix)
    .executeTakeFirst()
  return row ?? null
}

export async function markDeviceSeen(tx: TenantTx, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('device')
    .set({ lastSeenAt: now })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .execute()
}
