import { updateRows } from '../../db/rows.ts'
import { AppError } from '../../errors.ts'
import { sha256 } from '../../lib/hash.ts'
import { makeKey } from '../account/api-key.ts'
import type { BasicDeps } from '../deps.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { announce } from '../webhook/announce.ts'
import { findDeviceByPairingToken } from './device.queries.ts'
import { pairingRefusal } from './device.ts'

export type PairedDevice = {
  readonly id: string
  readonly name: string
  /** Shown this once; only its hash is kept. */
  readonly apiKey: string
}

/**
 * Exchanges a pairing token for the device's key. The one conditional UPDATE consumes the token: of any number of
 * phones that ask at once, one finds it unclaimed.
 *
 * @throws AppError invalid_token, expired_token, token_used
 */
export async function pairDevice(deps: BasicDeps, tenant: Tenant, token: string): Promise<PairedDevice> {
  const now = deps.now()
  const tokenHash = sha256(token)
  const key = makeKey()
  return deps.database.asTenant(tenant.id, async (tx) => {
    const paired = await updateRows(tx, 'device')
      .set({ claimedAt: now, keyPrefix: key.prefix, keyHash: key.secretHash })
      .where('pairingTokenHash', '=', tokenHash)
      .where('claimedAt', 'is', null)
      .where('pairingExpiresAt', '>', now)
      .where('archivedAt', 'is', null)
      .where((where) => where.or([where('endsAt', 'is', null), where('endsAt', '>', now)]))
      .returning(['id', 'name'])
      .executeTakeFirst()
    if (paired) {
      await announce(tx, now, [{ kind: 'device.paired', data: { device: paired.id } }])
      return { ...paired, apiKey: key.text }
    }
    const refusal = pairingRefusal(await findDeviceByPairingToken(tx, tokenHash), now)
    // Nothing speaks against it any more: somebody else changed the device in between.
    throw new AppError(refusal ?? 'token_used')
  })
}

/**
 * The name of the device that a token would pair, without using the token.
 *
 * @throws AppError invalid_token, expired_token, token_used
 */
export async function previewPairing(
  deps: BasicDeps,
  tenant: Tenant,
  token: string,
): Promise<{ readonly name: string }> {
  const device = await deps.database.asTenant(tenant.id, (tx) => findDeviceByPairingToken(tx, sha256(token)))
  const refusal = pairingRefusal(device, deps.now())
  if (refusal || !device) throw new AppError(refusal ?? 'invalid_token')
  return { name: device.name }
}
