import type { Deps } from '../deps.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { getSharedSecret } from './managed.queries.ts'
import { openSecretText } from './webhook-key.ts'

/**
 * The present secret of a webhook, for whoever repeats the very request that made it, and may have lost the answer; null where the
 * receiver has a public key.
 *
 * @throws AppError not_found
 */
export async function showSecretAgain(
  { database, secrets }: Pick<Deps, 'database' | 'secrets'>,
  tenant: Tenant,
  id: string,
): Promise<string | null> {
  const sealed = await database.asTenant(tenant.id, (tx) => getSharedSecret(tx, id))
  return sealed && openSecretText(secrets, tenant.id, sealed)
}
