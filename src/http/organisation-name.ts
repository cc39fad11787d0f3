import { isOpenTo } from '../features/tenant/approval.ts'
import type { Tenant } from '../features/tenant/tenant.ts'

/** Root is the service itself and bears its name. */
export function organisationName(tenant: Tenant | undefined): string {
  return tenant === undefined || tenant.category === 'root' ? 'Guichet' : tenant.organisation
}

/** As `organisationName`, for strangers: before a super-user's approval a name may be anybody's words (ADR 0220). */
export function publicName(tenant: Tenant): string {
  return organisationName(isOpenTo(tenant, undefined) ? tenant : undefined)
}
