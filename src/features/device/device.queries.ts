import type { Updateable } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { isDone, selectRows, updateQuietly, updateRow } from '../../db/rows.ts'
import type { Device as DeviceRow } from '../../db/tables.ts'
import { fieldError, orNotFound } from '../../errors.ts'
import { nilUuid } from '../../lib/ids.ts'
import type { Device } from './device.ts'
import type { DeviceSettings } from './device-settings.ts'

function selectDevices(tx: TenantTx) {
  return selectRows(tx, 'device').selectAll()
}

export async function findDevice(tx: TenantTx, id: string): Promise<Device | null> {
  return (await selectDevices(tx).where('id', '=', id).executeTakeFirst()) ?? null
}

/** @throws AppError not_found */
export async function getDevice(tx: TenantTx, id: string): Promise<Device> {
  return orNotFound(await findDevice(tx, id))
}

/** Finds a device, and keeps it from changing until the transaction ends. */
export async function lockDevice(tx: TenantTx, id: string): Promise<Device | null> {
  return (await selectDevices(tx).where('id', '=', id).forUpdate().executeTakeFirst()) ?? null
}

/** Lists those of these ids that exist, by name. */
export async function listDevicesById(tx: TenantTx, ids: readonly string[]): Promise<readonly Device[]> {
  return selectDevices(tx).where('id', 'in', ids).orderBy('name').orderBy('id').execute()
}

export type NamedDevice = Pick<Device, 'id' | 'name' | 'gate'>

/** Lists those of these ids that exist, archived ones too. */
export async function listDevicesNamed(tx: TenantTx, ids: readonly string[]): Promise<readonly NamedDevice[]> {
  if (ids.length === 0) return []
  return selectRows(tx, 'device').select(['id', 'name', 'gate']).where('id', 'in', ids).orderBy('id').execute()
}

/** Lists all devices, the live ones first, by name. */
export function listDevices(tx: TenantTx): Promise<readonly Device[]> {
  return selectDevices(tx)
    .orderBy((order) => order('archivedAt', 'is not', null))
    .orderBy('name')
    .orderBy('id')
    .execute()
}

export type EventChoice = { readonly id: string; readonly name: string; readonly startsAt: Date }

/**
 * The events a device may be kept to, in the order they start: those that start from `from` on or still go on and are not
 * archived, and the ones it is kept to already, in any state.
 *
 * @param most of those to come
 */
export async function listEventChoices(
  tx: TenantTx,
  about: { readonly from: Date; readonly now: Date; readonly chosen: readonly string[]; readonly most: number },
): Promise<readonly EventChoice[]> {
  const events = () => selectRows(tx, 'event').select(['id', 'name', 'startsAt']).orderBy('startsAt').orderBy('id')
  const ahead = await events()
    .where('archived', '=', false)
    .where((where) => where.or([where('startsAt', '>=', about.from), where('endsAt', '>', about.now)]))
    .limit(about.most)
    .execute()
  const missing = about.chosen.filter((id) => !ahead.some((event) => event.id === id))
  if (missing.length === 0) return ahead
  const kept = await events().where('id', 'in', missing).execute()
  return [...ahead, ...kept].toSorted((one, other) => one.startsAt.getTime() - other.startsAt.getTime())
}

/** @throws AppError validation_failed naming `events`, when one is not of this organisation */
export async function requireEvents(tx: TenantTx, ids: readonly string[] | null): Promise<void> {
  if (ids === null) return
  const found = await selectRows(tx, 'event')
    .select('id')
    .where('id', 'in', ids.length === 0 ? [nilUuid] : ids)
    .execute()
  if (found.length === 0 || found.length < new Set(ids).size) throw fieldError('events', 'unknown_event')
}

type DeviceColumns = {
  readonly id: string
  readonly createdAt: Date
  readonly pairingTokenHash: Buffer
  readonly pairingExpiresAt: Date
}

/** False: one with this id was there before. */
export async function insertDevice(
  tx: TenantTx,
  { settings, ...device }: DeviceColumns & { readonly settings: DeviceSettings },
): Promise<boolean> {
  const row = { tenantId: tx.tenantId, ...device, ...columnsOf(settings) }
  const insert = tx.insertInto('device').values(row)
  return isDone(insert.onConflict((conflict) => conflict.columns(['tenantId', 'id']).doNothing()))
}

export async function updateDevice(tx: TenantTx, id: string, change: Updateable<DeviceRow>): Promise<void> {
  await updateRow(tx, 'device', id, change).execute()
}

/** Notes that a device called, as it does all evening: what it is has not changed. */
export async function noteSeen(tx: TenantTx, id: string, now: Date): Promise<void> {
  await updateQuietly(tx, 'device').set({ lastSeenAt: now }).where('id', '=', id).execute()
}

export function columnsOf({ eventIds, ...settings }: DeviceSettings) {
  return { ...settings, eventIds: eventIds === null ? null : [...eventIds] }
}

/** Finds the device of a pairing token, used or not. */
export async function findDeviceByPairingToken(tx: TenantTx, tokenHash: Buffer): Promise<Device | null> {
  return (await selectDevices(tx).where('pairingTokenHash', '=', tokenHash).executeTakeFirst()) ?? null
}

export async function findDeviceByKeyPrefix(tx: TenantTx, prefix: string): Promise<Device | null> {
  return (await selectDevices(tx).where('keyPrefix', '=', prefix).executeTakeFirst()) ?? null
}
