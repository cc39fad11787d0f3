import { serverSide, type TenantTx } from '../../db/database.ts'
import type { ProviderKeys } from '../../integrations/payment/payment-provider.ts'
import type { Deps } from '../deps.ts'
import { requireSelling } from '../tenant/category-rules.ts'
import type { Tenant } from '../tenant/tenant.ts'

/** What may be said of keys that nobody may read: whether there are any, and how they end. */
export type KeysInWords = {
  readonly isTest: boolean
  /** The last four characters. */
  readonly secretKeyEnd: string
  /** Null: no webhook secret is set. */
  readonly webhookSecretEnd: string | null
}

const purposeOf = (tenantId: string) => `payment keys ${tenantId}`

/** The keys of the provider; null where nothing is paid online. */
export async function findProviderKeys(
  { secrets }: Pick<Deps, 'secrets'>,
  tx: TenantTx,
): Promise<ProviderKeys | null> {
  const row = await tx
    .selectFrom('paymentKeys')
    .select(['secretKeyEncrypted', 'webhookSecretEncrypted'])
    .where('tenantId', '=', tx.tenantId)
    .executeTakeFirst()
  if (!row) return null
  const open = (box: Buffer) => secrets.open(purposeOf(tx.tenantId), box).toString()
  return {
    secretKey: open(row.secretKeyEncrypted),
    webhookSecret: row.webhookSecretEncrypted && open(row.webhookSecretEncrypted),
  }
}

/** Online payment is on from the next booking, in every process. @throws AppError category_rule */
export async function setPaymentKeys(
  deps: Pick<Deps, 'database' | 'secrets' | 'now' | 'notifyChange'>,
  tenant: Tenant,
  keys: ProviderKeys,
): Promise<void> {
  requireSelling(tenant)
  const seal = (text: string) => deps.secrets.seal(purposeOf(tenant.id), Buffer.from(text))
  const values = {
    secretKeyEncrypted: seal(keys.secretKey),
    webhookSecretEncrypted: keys.webhookSecret === null ? null : seal(keys.webhookSecret),
    updatedAt: deps.now(),
  }
  await deps.database.asTenant(tenant.id, async (tx) => {
    await tx
      .insertInto('paymentKeys')
      .values({ tenantId: tenant.id, ...values })
      .onConflict((conflict) => conflict.column('tenantId').doUpdateSet(values))
      .execute()
    await switchOnlinePayment(deps, tx, true)
  })
}

/** What is due is paid at the door again. What was paid online can then not be refunded from here. */
export async function clearPaymentKeys(
  deps: Pick<Deps, 'database' | 'notifyChange'>,
  tenant: Tenant,
): Promise<void> {
  await deps.database.asTenant(tenant.id, async (tx) => {
    await tx.deleteFrom('paymentKeys').where('tenantId', '=', tenant.id).execute()
    await switchOnlinePayment(deps, tx, false)
  })
}

async function switchOnlinePayment(
  deps: Pick<Deps, 'notifyChange'>,
  tx: TenantTx,
  paysOnline: boolean,
): Promise<void> {
  await serverSide(tx).updateTable('tenant').set({ paysOnline }).where('id', '=', tx.tenantId).execute()
  await deps.notifyChange(tx, 'directory', null)
}

/** Null where no keys are set. */
export async function describePaymentKeys(
  deps: Pick<Deps, 'database' | 'secrets'>,
  tenant: Tenant,
): Promise<KeysInWords | null> {
  const keys = await deps.database.asTenant(tenant.id, (tx) => findProviderKeys(deps, tx))
  return (
    keys && {
      isTest: /^[a-z]+_test_/.test(keys.secretKey),
      secretKeyEnd: keys.secretKey.slice(-4),
      webhookSecretEnd: keys.webhookSecret?.slice(-4) ?? null,
    }
  )
}
