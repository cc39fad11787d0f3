import { theServer } from '../features/account/actor.ts'
import { clearPaymentKeys } from '../features/payment/payment-keys.ts'
import { tenantOption } from './arguments.ts'
import { serviceCommand } from './command.ts'
import { findTenant } from './find-tenant.ts'

export const paymentKeysClear = serviceCommand<{ readonly tenant: string }>({
  define: (command) => command.addOption(tenantOption('the organisation that is to be paid at the door again')),
  async run(context, { options }) {
    const tenant = await findTenant(context, options.tenant)
    await clearPaymentKeys(context, tenant, theServer)
    return {
      json: { online: false },
      text: `${tenant.organisation} is paid at the door. What was paid online is refunded at Stripe from now on.`,
    }
  },
})
