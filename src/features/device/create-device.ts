import type { TenantTx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { newId, repeatableId } from '../../lib/ids.ts'
import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { BasicDeps, Deps } from '../deps.ts'
import { isAskedAgain } from '../request/asked-request.queries.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { insertDevice, listDevicesById, requireEvents } from './device.queries.ts'
import type { Device } from './device.ts'
import {
  type DeviceSettings,
  loggedSettings,
  mostDevicesAtOnce,
  requireEndAhead,
  usualSettings,
} from './device-settings.ts'
import { makePairingToken, offerPairing, type PairingOffer } from './pairing-token.ts'

type CommonSettings = Omit<DeviceSettings, 'name'>
type NewDevices = { readonly key: string; readonly names: readonly string[]; readonly settings: CommonSettings }

export type NewDevice = Pick<DeviceSettings, 'name'> & Partial<DeviceSettings>

/** Creates a device that waits to be paired. @throws AppError validation_failed (an end that has passed, an event that is none) */
export async function createDevice(
  deps: BasicDeps<'urls'>,
  tenant: Tenant,
  actor: Actor,
  input: NewDevice,
): Promise<PairingOffer> {
  const now = deps.now()
  const settings = { ...usualSettings, ...input }
  return deps.database.asTenant(tenant.id, async (tx) => {
    await requireMeant(tx, settings, now)
    return make(deps, tx, tenant, actor, { id: newId(), settings, now })
  })
}

/**
 * Creates a device for each name, all or none; they differ in nothing else.
 *
 * @param key of the form: one that is sent twice is recognised by it (lib/ids.ts, `repeatableId`)
 * @throws AppError as `createDevice`, and idempotency_conflict (this press of the form made them before),
 *   idempotency_mismatch (others were asked with this key)
 */
export async function createDevices(
  deps: BasicDeps<'urls'>,
  tenant: Tenant,
  actor: Actor,
  { key, names, settings }: NewDevices,
): Promise<readonly PairingOffer[]> {
  const now = deps.now()
  return deps.database.asTenant(tenant.id, async (tx) => {
    const { gate, role, endsAt, eventIds } = settings
    const content = { names: names.toSorted(), gate, role, endsAt, eventIds }
    const asked = { key: `devices ${key}`, content }
    if (await isAskedAgain(tx, asked, now)) throw new AppError('idempotency_conflict')
    await requireMeant(tx, settings, now)
    const offers: PairingOffer[] = []
    for (const [index, name] of names.entries()) {
      const id = repeatableId(tenant.id, key, index)
      offers.push(await make(deps, tx, tenant, actor, { id, settings: { ...settings, name }, now }))
    }
    return offers
  })
}

/** What was made with this key before, as it is now. */
export function listMade(
  { database }: Pick<Deps, 'database'>,
  tenant: Tenant,
  key: string,
): Promise<readonly Device[]> {
  const ids = Array.from({ length: mostDevicesAtOnce }, (_, index) => repeatableId(tenant.id, key, index))
  return database.asTenant(tenant.id, (tx) => listDevicesById(tx, ids))
}

async function requireMeant(
  tx: TenantTx,
  { endsAt, eventIds }: Pick<DeviceSettings, 'endsAt' | 'eventIds'>,
  now: Date,
): Promise<void> {
  requireEndAhead(endsAt, null, now)
  await requireEvents(tx, eventIds)
}

async function make(
  deps: Pick<Deps, 'urls'>,
  tx: TenantTx,
  tenant: Tenant,
  actor: Actor,
  { id, settings, now }: { readonly id: string; readonly settings: DeviceSettings; readonly now: Date },
): Promise<PairingOffer> {
  const made = makePairingToken(now)
  const isNew = await insertDevice(tx, { id, settings, createdAt: now, ...made.columns })
  if (!isNew) throw new AppError('idempotency_conflict')
  await recordChange(tx, actor, now, 'device.created', id, { after: loggedSettings(settings) })
  return offerPairing(deps, tenant, { id, device: settings, made })
}
