import { insertRows } from '../../db/rows.ts'
import { newId } from '../../lib/ids.ts'
import type { BasicDeps } from '../deps.ts'
import { makeSigningKey } from './signing-key.ts'
import type { Tenant } from './tenant.ts'

/**
 * Rotates the signing key: from now on tickets are signed with a new one. The old one stays valid until the last event sold with it
 * has ended (ADR 0047).
 *
 * @returns the id of the new key, the `kid` of the tenant's JWKS
 */
export async function rotateSigningKey(deps: BasicDeps<'secrets' | 'notifyChange'>, tenant: Tenant): Promise<string> {
  const now = deps.now()
  const id = newId()
  await deps.database.asTenant(tenant.id, async (tx) => {
    await tx
      .updateTable('signingKey')
      .set({ retiredAt: now })
      .where('tenantId', '=', tenant.id)
      .where('retiredAt', 'is', null)
      .execute()
    await insertRows(tx, 'signingKey', { id, createdAt: now, ...makeSigningKey(deps.secrets, tenant.id) }).execute()
    await deps.notifyChange(tx, 'signing_key', tenant.id)
  })
  return id
}
