import { describePaymentKeys } from '../features/payment/payment-keys.ts'
import { tenantCommand } from './command.ts'

export const command = tenantCommand({
  whose: 'the organisation',
  async run(context, tenant) {
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
