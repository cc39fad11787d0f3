import { type ChargedLine, isChargeable } from '../../integrations/payment/stripe-amounts.ts'
import type { Tenant } from '../tenant/tenant.ts'

/** Whether the amount due is paid online here; an amount that the provider takes no payment of is paid at the desk (ADR 0086). */
export function paysOnline(tenant: Pick<Tenant, 'paysOnline' | 'currency'>, due: readonly ChargedLine[]): boolean {
  return tenant.paysOnline && isChargeable(due, tenant.currency)
}
