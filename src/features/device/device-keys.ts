import { hash } from 'node:crypto'
import type { TenantTx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { createKept, type Kept } from '../../lib/kept.ts'
import { parseKey, secretMatches } from '../account/api-key.ts'
import type { BasicDeps } from '../deps.ts'
import { findDevice, findDeviceByKeyPrefix, noteSeen } from './device.queries.ts'
import { type Device, isRetired, mayDeliver } from './device.ts'

/** A device that showed its key. What it asks for is granted only by a statement that finds it live still. */
export type KnownDevice = Pick<Device, 'id' | 'name' | 'archivedAt' | 'endsAt'> & { readonly keyPrefix: string }

/** What a device may do: open the door, or only deliver what it scanned before. */
export type DeviceMay = 'scan' | 'deliver'

export type DeviceKeys = {
  /**
   * The device behind a key of this tenant.
   *
   * @param may what is asked of it: `deliver` is granted past its end as well
   * @throws AppError key_invalid (unknown, revoked, another tenant's, a person's: all alike), device_archived
   */
  identify(tenantId: string, keyText: string, may: DeviceMay): Promise<KnownDevice>
  /** Clears the cached keys of one tenant, or of all: a device changed. */
  clear(tenantId: string | null): void
}

type SeenDevice = { readonly device: KnownDevice; seenAt: number }

const mostDevicesPerTenant = 1000
const seenEveryMs = 60_000

/**
 * Keys are shown at every scan, so what they open is kept per process, by hash, until the change feed says that a device
 * of the tenant changed. The row is checked again where something is decided (`requireLive`, the scan statement):
 * a message of the feed that is still on its way lets nobody in.
 */
export function createDeviceKeys(deps: BasicDeps, isFeedLive: () => boolean): DeviceKeys {
  const tenants = new Map<string, Kept<SeenDevice>>()

  function keptOf(tenantId: string): Kept<SeenDevice> {
    const kept = tenants.get(tenantId) ?? createKept({ most: mostDevicesPerTenant, isWorthKeeping: () => true })
    tenants.set(tenantId, kept)
    return kept
  }

  async function look(
    { tenantId, keyText, may }: { readonly tenantId: string; readonly keyText: string; readonly may: DeviceMay },
    now: Date,
  ): Promise<SeenDevice> {
    const parsed = parseKey(keyText)
    if (!parsed) throw new AppError('key_invalid')
    return deps.database.asTenant(tenantId, async (tx) => {
      const device = await findDeviceByKeyPrefix(tx, parsed.prefix)
      if (!device?.keyHash || !secretMatches(parsed.secret, device.keyHash)) throw new AppError('key_invalid')
      requireGranted(device, may, now)
      const lastSeenAt = device.lastSeenAt?.getTime() ?? 0
      const due = now.getTime() - lastSeenAt >= seenEveryMs
      if (due) await noteSeen(tx, device.id, now)
      const { id, name, archivedAt, endsAt } = device
      return {
        device: { id, name, archivedAt, endsAt, keyPrefix: parsed.prefix },
        seenAt: due ? now.getTime() : lastSeenAt,
      }
    })
  }

  return {
    async identify(tenantId, keyText, may) {
      const now = deps.now()
      const name = hash('sha256', keyText, 'base64')
      const read = () => look({ tenantId, keyText, may }, now)
      const kept = isFeedLive() ? await keptOf(tenantId).read(name, read) : await read()
      if (isRetired(kept.device, now) && may === 'scan') return (await read()).device
      if (now.getTime() - kept.seenAt >= seenEveryMs) {
        kept.seenAt = now.getTime()
        await deps.database.asTenant(tenantId, (tx) => noteSeen(tx, kept.device.id, now))
      }
      return kept.device
    },
    clear(tenantId) {
      if (tenantId === null) tenants.clear()
      else tenants.delete(tenantId)
    },
  }
}

/**
 * The row of a device that showed its key, as it is in this transaction.
 *
 * @throws AppError key_invalid when the key was revoked meanwhile, device_archived
 */
export async function requireLiveDevice(
  tx: TenantTx,
  known: KnownDevice,
  now: Date,
  may: DeviceMay = 'scan',
): Promise<Device> {
  const device = await findDevice(tx, known.id)
  if (device?.keyPrefix !== known.keyPrefix) throw new AppError('key_invalid')
  requireGranted(device, may, now)
  return device
}

function requireGranted(device: Device, may: DeviceMay, now: Date): void {
  if (may === 'deliver' ? !mayDeliver(device) : isRetired(device, now)) throw new AppError('device_archived')
}
