import type { Actor } from '../account/permission.ts'
import type { Tenant } from './tenant.ts'

/** May this person see the administration here? The whole server's is Root's, which is a super-user's. */
export function administers(actor: Actor, tenant: Tenant): boolean {
  if (actor.kind !== 'account') return false
  return actor.isAdministrator || (actor.isSuperUser && tenant.category === 'root')
}
