import { serverSide, type TenantTx } from '../../db/database.ts'
import { accountOf, type ProviderAccount } from '../../integrations/payment/payment-provider.ts'
import type { BasicDeps } from '../deps.ts'
import { findProviderKeys } from './payment-keys.ts'
import { testAccount } from './test-provider.ts'

/**
 * Finds who takes money online for the tenant, the only place that decides it (ADR 0272): for a sandbox the test provider, whatever
 * keys there are, and for all others the real one by their keys. Null: nobody.
 */
export async function findProviderAccount(
  deps: BasicDeps<'secrets' | 'payments'>,
  tx: TenantTx,
): Promise<ProviderAccount | null> {
  const tenant = await serverSide(tx)
    .selectFrom('tenant')
    .select('sandbox')
    .where('id', '=', tx.tenantId)
    .executeTakeFirst()
  // A job may come after its sandbox was deleted.
  if (!tenant) return null
  if (tenant.sandbox) return testAccount(deps, tx.tenantId)
  const keys = await findProviderKeys(deps, tx)
  return keys && accountOf(deps.payments, keys)
}
