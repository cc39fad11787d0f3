import { text as readAll } from 'node:stream/consumers'
import type { Config } from '../config.ts'
import { theServer } from '../features/account/actor.ts'
import { isSecretKey, isWebhookSecret, setPaymentKeys } from '../features/payment/payment-keys.ts'
import type { ProviderKeys } from '../integrations/payment/payment-provider.ts'
import { tenantCommand } from './command.ts'
import { CommandRefusedError } from './explain-failure.ts'

/** Secrets of an argument would be read by every other program on the machine. */
export const command = tenantCommand({
  whose: 'the organisation that is paid',
  remark:
    'The keys are read from STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, or from standard input: the secret key on the\nfirst line, the signing secret of the webhook on the second. They replace those of before, and are never shown again.',
  async run(context, tenant, { config }) {
    const keys = checked(config.paymentKeys.secretKey === null ? await readKeys() : keysOf(config))
    await setPaymentKeys(context, tenant, theServer, keys)
    const webhookUrl = `${context.urls.base(tenant.label)}/payments/stripe/webhook/`
    return {
      json: { online: true, webhook_secret: keys.webhookSecret !== null, webhook_url: webhookUrl },
      text: `${tenant.organisation} is paid online from the next booking. Stripe has to send its events to ${webhookUrl}${
        keys.webhookSecret === null ? '\nWithout the secret of that webhook payments are seen late: set it too.' : ''
      }`,
    }
  },
})

function keysOf({ paymentKeys: { secretKey, webhookSecret } }: Config): ProviderKeys {
  return { secretKey: secretKey ?? '', webhookSecret }
}

async function readKeys(): Promise<ProviderKeys> {
  const [secretKey = '', webhookSecret = ''] = (await readAll(process.stdin)).split(/\r?\n/)
  return { secretKey: secretKey.trim(), webhookSecret: webhookSecret.trim() || null }
}

function checked(keys: ProviderKeys): ProviderKeys {
  if (!isSecretKey(keys.secretKey))
    throw new CommandRefusedError('The secret key of Stripe begins with sk_ or rk_. It is not shown here.')
  if (keys.webhookSecret !== null && !isWebhookSecret(keys.webhookSecret))
    throw new CommandRefusedError('The signing secret of a webhook begins with whsec_. It is not shown here.')
  return keys
}
