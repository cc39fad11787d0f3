import { newId } from '../../lib/ids.ts'
import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { Deps } from '../deps.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { insertDevice, requireEvents } from './device.queries.ts'
import { type DeviceSettings, loggedSettings, requireEndAhead, usualSettings } from './device-settings.ts'
import { makePairingToken, pairingUrl } from './pairing-token.ts'

export type NewDevice = Pick<DeviceSettings, 'name'> & Partial<DeviceSettings>

/** The token is shown once and kept hashed only; whoever opens the address first gets the key. */
export type PairingOffer = {
  readonly deviceId: string
  readonly name: string
  readonly token: string
  readonly pairingUrl: string
  readonly expiresAt: Date
}

/** A device that waits to be paired. @throws AppError validation_failed (an end that has passed, an event that is none) */
export async function createDevice(
  deps: Pick<Deps, 'database' | 'now' | 'urls'>,
  tenant: Tenant,
  actor: Actor,
  input: NewDevice,
): Promise<PairingOffer> {
  const now = deps.now()
  const settings = { ...usualSettings, ...input }
  requireEndAhead(settings.endsAt, null, now)
  const id = newId()
  const { token, columns } = makePairingToken(now)
  await deps.database.asTenant(tenant.id, async (tx) => {
    await requireEvents(tx, settings.eventIds)
    await insertDevice(tx, { id, settings, createdAt: now, ...columns })
    await recordChange(tx, actor, now, {
      action: 'device.created',
      subjectId: id,
      after: loggedSettings(settings),
    })
  })
  return {
    deviceId: id,
    name: settings.name,
    token,
    pairingUrl: pairingUrl(deps.urls.base(tenant.label), token),
    expiresAt: columns.pairingExpiresAt,
  }
}
