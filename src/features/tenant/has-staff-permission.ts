import type { Actor } from '../account/actor.ts'
import { type StaffPermission, roleHasPermission } from '../account/role.ts'
import type { Tenant } from './tenant.ts'

/** May this person do that in the administration here? The whole server's is Root's, which is a super-user's. */
export function hasStaffPermission(actor: Actor, tenant: Tenant, permission: StaffPermission): boolean {
  if (actor.kind !== 'account') return false
  if (actor.isSuperUser && tenant.category === 'root') return true
  return actor.role !== null && roleHasPermission(actor.role, permission)
}
