import { AppError } from '../../errors.ts'
import { categoryRules, type Tenant } from './tenant.ts'

/** @throws AppError category_rule when the tenant is Root or a Meta, which sell nothing */
export function requireSelling(tenant: Tenant): void {
  if (!categoryRules[tenant.category].sells) throw new AppError('category_rule')
}
