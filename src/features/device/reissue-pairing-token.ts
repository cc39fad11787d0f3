import { AppError } from '../../errors.ts'
import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { BasicDeps } from '../deps.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { lockDevice, updateDevice } from './device.queries.ts'
import { isCodeIssuedSince, isRetired } from './device.ts'
import { makePairingToken, offerPairing, type PairingOffer } from './pairing-token.ts'

/**
 * A new pairing token for a device that is not archived. Its former token and its key stop working at once, so that a
 * lost phone is shut out by pairing its successor.
 *
 * @param shownAt when the caller was shown the device; null: they look at nothing. A page of codes that is loaded again asks
 *   again, and would end the codes that were just printed.
 * @throws AppError not_found, device_archived (its time is over: no phone could be paired), changed_meanwhile (a code was
 *   issued since it was shown)
 */
export async function reissuePairingToken(
  deps: BasicDeps<'urls' | 'notifyChange'>,
  tenant: Tenant,
  actor: Actor,
  deviceId: string,
  shownAt: Date | null = null,
): Promise<PairingOffer> {
  const now = deps.now()
  const made = makePairingToken(now)
  const device = await deps.database.asTenant(tenant.id, async (tx) => {
    const found = await lockDevice(tx, deviceId)
    if (!found || found.archivedAt !== null) throw new AppError('not_found')
    if (isRetired(found, now)) throw new AppError('device_archived')
    if (shownAt !== null && isCodeIssuedSince(found, shownAt)) throw new AppError('changed_meanwhile')
    await updateDevice(tx, deviceId, { ...made.columns, claimedAt: null, keyPrefix: null, keyHash: null })
    await recordChange(tx, actor, now, 'device.pairing_code_issued', deviceId)
    await deps.notifyChange(tx, 'device', tenant.id)
    return found
  })
  return offerPairing(deps, tenant, { id: deviceId, device, made })
}
