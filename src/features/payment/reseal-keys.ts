import type { SecretBox } from '../../lib/secret-box.ts'
import type { BasicDeps } from '../deps.ts'
import { endFormerDataKey, hasFormerDataKey, replaceDataKey } from '../tenant/data-key.ts'
import { forEachTenant } from '../tenant/for-each-tenant.ts'
import { resealFediverseKey } from '../fediverse/fediverse.queries.ts'
import { resealProviderSecret } from '../team/keep-provider.ts'
import { resealSigningKeys } from '../tenant/signing-key.queries.ts'
import { listTenantIds } from '../tenant/tenant.queries.ts'
import { resealWebhookKeys } from '../webhook/sending.queries.ts'
import { resealWalletKeys } from '../wallet/wallet-keys.ts'
import { resealPaymentKeys } from './payment-keys.ts'

// Here, since of all features that keep something sealed this is the last one.

type SealDeps = BasicDeps<'secrets' | 'notifyChange'>

/** The time after which every process has long heard of the new key, and seals nothing under the one before. */
const heardMs = 3_600_000

export type Replacement = { readonly resealed: number; readonly wasUnderWay: boolean }

/**
 * Makes another data key and seals everything again under it, while the service runs. Run again after an interruption it goes on. The
 * key before still opens what a process sealed that had not heard of it, until `finishDataKey`.
 *
 * @param secret what the data key itself is sealed under
 * @param reload takes up the new key in this process
 * @throws SecretKeyError, TenantsFailedError
 */
export async function replaceAndReseal(
  deps: SealDeps,
  secret: SecretBox,
  reload: () => Promise<void>,
): Promise<Replacement> {
  const replaced = await deps.database.asServer(async (tx) => {
    const isNew = await replaceDataKey(tx, secret, deps.now())
    if (isNew) await deps.notifyChange(tx, 'data_key', null)
    return isNew
  })
  await reload()
  return { resealed: await resealKeys(deps), wasUnderWay: !replaced }
}

/** Ends the key before once nothing is left under it, an hour after it was replaced at the earliest. @throws TenantsFailedError */
export async function finishDataKey(deps: SealDeps): Promise<void> {
  if (!(await deps.database.asServer(hasFormerDataKey))) return
  if ((await resealKeys(deps)) > 0) return
  await deps.database.asServer(async (tx) => {
    const ended = await endFormerDataKey(tx, new Date(deps.now().getTime() - heardMs))
    if (ended) await deps.notifyChange(tx, 'data_key', null)
  })
}

/** Every organisation's keys, archived ones' too, each in a transaction of its own; how many were sealed under the key before. */
async function resealKeys(deps: SealDeps): Promise<number> {
  let count = 0
  await forEachTenant(await deps.database.asServer(listTenantIds), async (tenantId) => {
    count += await deps.database.asTenant(tenantId, async (tx) => {
      const signing = await resealSigningKeys(deps, tx)
      const wallet = await resealWalletKeys(deps, tx)
      const provider = await resealProviderSecret(deps, tx)
      const fediverse = await resealFediverseKey(deps, tx)
      const webhooks = await resealWebhookKeys(deps, tx)
      return signing + wallet + provider + fediverse + webhooks + (await resealPaymentKeys(deps, tx))
    })
  })
  return count
}
