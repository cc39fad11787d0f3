import { theServer } from '../features/account/actor.ts'
import { clearPaymentKeys } from '../features/payment/payment-keys.ts'
import { tenantCommand } from './command.ts'

export const command = tenantCommand({
  whose: 'the organisation that is to be paid at the door again',
  async run(context, tenant) {
    await clearPaymentKeys(context, tenant, theServer)
    return {
      json: { online: false },
      text: `${tenant.organisation} is paid at the door. What was paid online is refunded at Stripe from now on.`,
    }
  },
})
