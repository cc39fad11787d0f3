import { serverSide, type TenantTx } from '../../db/database.ts'
import { insertRows, selectRows, updateRows } from '../../db/rows.ts'
import { AppError } from '../../errors.ts'
import type { ProviderKeys } from '../../integrations/payment/payment-provider.ts'
import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { BasicDeps, Deps } from '../deps.ts'
import { requireSelling } from '../tenant/category-rules.ts'
import { putTenant } from '../tenant/tenant.queries.ts'
import type { Tenant } from '../tenant/tenant.ts'

/** The facts about keys that may be shown though nobody may read them: when they were set, and their last characters. */
export type KeysInWords = {
  readonly isTest: boolean
  readonly setAt: Date
  /** The last four characters. */
  readonly secretKeyEnd: string
  /** The last characters of the webhook secret; null when none is set. */
  readonly webhookSecretEnd: string | null
}

export function isSecretKey(text: string): boolean {
  return /^(sk|rk)_(test|live)_\w+$/.test(text)
}

export function isWebhookSecret(text: string): boolean {
  return /^whsec_\w+$/.test(text)
}

const purposeOf = (tenantId: string) => `payment keys ${tenantId}`

/** The keys of the provider; null where nothing is paid online. */
export async function findProviderKeys({ secrets }: Pick<Deps, 'secrets'>, tx: TenantTx): Promise<ProviderKeys | null> {
  const row = await selectRows(tx, 'paymentKeys')
    .select(['secretKeyEncrypted', 'webhookSecretEncrypted'])
    .executeTakeFirst()
  if (!row) return null
  const open = (box: Buffer) => secrets.open(purposeOf(tx.tenantId), box).toString()
  return {
    secretKey: open(row.secretKeyEncrypted),
    webhookSecret: row.webhookSecretEncrypted && open(row.webhookSecretEncrypted),
  }
}

/** Sets the payment keys; online payment is on from the next booking, in every process. @throws AppError category_rule, is_sandbox */
export async function setPaymentKeys(
  deps: BasicDeps<'secrets' | 'notifyChange'>,
  tenant: Tenant,
  actor: Actor,
  keys: ProviderKeys,
): Promise<void> {
  requireSelling(tenant)
  requireReal(tenant)
  const seal = (text: string) => deps.secrets.seal(purposeOf(tenant.id), Buffer.from(text))
  const values = {
    secretKeyEncrypted: seal(keys.secretKey),
    webhookSecretEncrypted: keys.webhookSecret === null ? null : seal(keys.webhookSecret),
    updatedAt: deps.now(),
  }
  await deps.database.asTenant(tenant.id, async (tx) => {
    const before = await readKeysInWords(deps, tx)
    await insertRows(tx, 'paymentKeys', values)
      .onConflict((conflict) => conflict.column('tenantId').doUpdateSet(values))
      .execute()
    await switchOnlinePayment(deps, tx, true)
    await recordKeys(deps, tx, actor, before)
  })
}

/** Refuses what would bring real money or real keys into a sandbox. @throws AppError is_sandbox */
function requireReal({ sandbox }: Tenant): void {
  if (sandbox) throw new AppError('is_sandbox')
}

/**
 * Removes the keys: what is due is paid at the door again, and what was paid online can no longer be refunded from here.
 *
 * @throws AppError is_sandbox
 */
export async function clearPaymentKeys(
  deps: BasicDeps<'secrets' | 'notifyChange'>,
  tenant: Tenant,
  actor: Actor,
): Promise<void> {
  requireReal(tenant)
  await deps.database.asTenant(tenant.id, async (tx) => {
    const before = await readKeysInWords(deps, tx)
    await tx.deleteFrom('paymentKeys').where('tenantId', '=', tenant.id).execute()
    await switchOnlinePayment(deps, tx, false)
    await recordKeys(deps, tx, actor, before)
  })
}

/** Seals the same payment keys again. Returns how many, none or one, were sealed under the data key before. */
export async function resealPaymentKeys({ secrets }: Pick<Deps, 'secrets'>, tx: TenantTx): Promise<number> {
  const row = await selectRows(tx, 'paymentKeys')
    .select(['secretKeyEncrypted', 'webhookSecretEncrypted'])
    .forUpdate()
    .executeTakeFirst()
  if (!row) return 0
  const secretKeyEncrypted = secrets.reseal(purposeOf(tx.tenantId), row.secretKeyEncrypted)
  // Both are sealed together, so both are under the same key.
  if (secretKeyEncrypted === null) return 0
  const webhook = row.webhookSecretEncrypted
  const webhookSecretEncrypted = webhook && secrets.reseal(purposeOf(tx.tenantId), webhook)
  await updateRows(tx, 'paymentKeys').set({ secretKeyEncrypted, webhookSecretEncrypted }).execute()
  return 1
}

async function switchOnlinePayment(deps: Pick<Deps, 'notifyChange'>, tx: TenantTx, paysOnline: boolean): Promise<void> {
  await putTenant(serverSide(tx), tx.tenantId, { paysOnline })
  await deps.notifyChange(tx, 'directory', null)
}

/** Notes in the log that there are other keys, and since when; nothing of the keys themselves. */
async function recordKeys(
  deps: Pick<Deps, 'secrets' | 'now'>,
  tx: TenantTx,
  actor: Actor,
  before: KeysInWords | null,
): Promise<void> {
  const noted = (keys: KeysInWords | null) => ({
    paymentKeys: keys && (keys.isTest ? 'test' : 'live'),
    paymentKeysSetAt: keys?.setAt ?? null,
    webhookSecretSet: keys !== null && keys.webhookSecretEnd !== null,
  })
  await recordChange(tx, actor, deps.now(), 'organisation.changed', null, {
    before: noted(before),
    after: noted(await readKeysInWords(deps, tx)),
  })
}

/** Describes the payment keys; null when none are set. */
export async function describePaymentKeys(
  deps: Pick<Deps, 'database' | 'secrets'>,
  tenant: Tenant,
): Promise<KeysInWords | null> {
  return deps.database.asTenant(tenant.id, (tx) => readKeysInWords(deps, tx))
}

async function readKeysInWords(deps: Pick<Deps, 'secrets'>, tx: TenantTx): Promise<KeysInWords | null> {
  const keys = await findProviderKeys(deps, tx)
  if (keys === null) return null
  const { updatedAt } = await selectRows(tx, 'paymentKeys').select('updatedAt').executeTakeFirstOrThrow()
  return {
    isTest: /^[a-z]+_test_/.test(keys.secretKey),
    setAt: updatedAt,
    secretKeyEnd: keys.secretKey.slice(-4),
    webhookSecretEnd: keys.webhookSecret?.slice(-4) ?? null,
  }
}
