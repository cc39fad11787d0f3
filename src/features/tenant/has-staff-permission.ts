import type { Actor } from '../account/actor.ts'
import { type StaffPermission, roleHasPermission } from '../account/role.ts'
import type { Tenant } from './tenant.ts'

/** Whether this person has that permission in the administration here. Those for the whole server belong to Root, and so to super-users. */
export function hasStaffPermission(actor: Actor, tenant: Tenant, permission: StaffPermission): boolean {
  if (actor.kind !== 'account') return false
  if (actor.isSuperUser && tenant.category === 'root') return true
  return actor.role !== null && roleHasPermission(actor.role, permission)
}
