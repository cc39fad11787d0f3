import { isChargeable } from '../../integrations/payment/stripe-amounts.ts'
import type { Tenant } from '../tenant/tenant.ts'

/** Whether an amount that is due is paid online here; what the provider takes no payment of is paid at the desk (ADR 0086). */
export function paysOnline(tenant: Pick<Tenant, 'paysOnline' | 'currency'>, dueMinor: number): boolean {
  return tenant.paysOnline && isChargeable(dueMinor, tenant.currency)
}
