import { AppError } from '../../errors.ts'
import { type CategoryRule, categoryRules, type Tenant } from './tenant.ts'

/** @throws AppError category_rule when the tenant is Root or a Meta, which sell nothing */
export function requireSelling(tenant: Tenant): void {
  if (!categoryRules[tenant.category].sells) throw new AppError('category_rule', { rule: 'sells_nothing' })
}

/** @throws AppError category_rule when the tenant is no Meta, which alone shows what others announce */
export function requireMeta(tenant: Tenant): void {
  if (tenant.category !== 'meta') throw new AppError('category_rule', { rule: 'meta_alone' })
}

export type CountRule = CategoryRule['locations' | 'stages' | 'projects']

const fewest = { exactly_one: 1, one_or_more: 1, any: 0, none: 0 } as const satisfies Record<CountRule, number>
const most = { exactly_one: 1, one_or_more: Infinity, any: Infinity, none: 0 } as const satisfies Record<
  CountRule,
  number
>

export function allowsCount(rule: CountRule, count: number): boolean {
  return count >= fewest[rule] && count <= most[rule]
}

/** Whether a tenant of that category always has one at least, so that there is a first one to fall back on. */
export function alwaysHasOne(rule: CountRule): boolean {
  return fewest[rule] > 0
}
