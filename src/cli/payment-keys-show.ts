import { describePaymentKeys } from '../features/payment/payment-keys.ts'
import { tenantOption } from './arguments.ts'
import { serviceCommand } from './command.ts'
import { findTenant } from './find-tenant.ts'

export const paymentKeysShow = serviceCommand<{ readonly tenant: string }>({
  define: (command) => command.addOption(tenantOption('the organisation')),
  async run(context, { options }) {
    const tenant = await findTenant(context, options.tenant)
    const keys = await describePaymentKeys(context, tenant)
    const webhook = keys?.webhookSecretEnd ?? null
    return {
      json: {
        ways: [...(keys ? ['online'] : []), 'at_the_door', 'free'],
        mode: keys && (keys.isTest ? 'test' : 'live'),
        secret_key_end: keys?.secretKeyEnd ?? null,
        webhook_secret_end: webhook,
      },
      text: keys
        ? `Online with Stripe (${keys.isTest ? 'test' : 'live'} key …${keys.secretKeyEnd}, webhook ${webhook === null ? 'not set' : `…${webhook}`}), at the door, free.`
        : 'At the door, free. No keys are set, so nothing is paid online.',
    }
  },
})
