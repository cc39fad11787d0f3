import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import {
  clearPaymentKeys,
  describePaymentKeys,
  isSecretKey,
  isWebhookSecret,
  type KeysInWords,
  setPaymentKeys,
} from '../../features/payment/payment-keys.ts'
import { requireSelling } from '../../features/tenant/category-rules.ts'
import type { Language } from '../../lib/language.ts'
import { staff, type Asked } from '../../http/route.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { settingsTexts } from '../../messages/office/settings.ts'
import { Maybe, SecretText } from '../../http/wire/schemas.ts'
import { Done } from '../../pages/form/done.tsx'
import { Field } from '../../pages/form/field.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { When } from '../../pages/format.tsx'
import { actionPage } from '../kit/action-page.ts'
import { detailPage } from '../kit/edit-page.ts'
import { PageRefusal } from '../../pages/form/explained.ts'
import { Deletion, saidOf } from '../kit/parts.tsx'
import { Facts, Submit } from '../../pages/parts.tsx'
import { settingsRooms, showSettingsPage } from './settings-page.tsx'

const { path: url, permission } = settingsRooms.payment
const sensitive = { access: staff(permission), asksAgain: true } as const

/** Registers the page of the payment keys: they are set and taken away, and never shown (ADR 0158). */
export function registerPaymentKeys(app: FastifyInstance, context: Context): void {
  const read = async ({ request: { tenant } }: Asked) => {
    requireSelling(tenant)
    return describePaymentKeys(context, tenant)
  }
  detailPage(app, { url, ...sensitive, read, show: (asked, keys, state) => show(context, asked, keys, state) })
  actionPage(app, {
    ...sensitive,
    of: url,
    name: '',
    body: { secret_key: Maybe(SecretText({ max: 500 })), webhook_secret: Maybe(SecretText({ max: 500 })) },
    act: ({ request }, _, { secret_key: secretKey, webhook_secret: webhookSecret }) => {
      const keys = { secretKey: secretKey ?? '', webhookSecret: webhookSecret ?? null }
      const problems = problemsOf(keys, request.language)
      if (problems.length > 0) throw new PageRefusal(400, problems)
      return setPaymentKeys(context, request.tenant, request.actor, keys)
    },
    refused: { show: async (asked, _, problems) => show(context, asked, await read(asked), { problems }) },
  })
  actionPage(app, {
    ...sensitive,
    of: url,
    name: 'removal',
    act: ({ request: { tenant, actor } }) => clearPaymentKeys(context, tenant, actor),
  })
}

type Keys = { readonly secretKey: string; readonly webhookSecret: string | null }

function problemsOf({ secretKey, webhookSecret }: Keys, language: Language): readonly FormProblem[] {
  const words = settingsTexts[language].payment
  const isWebhook = webhookSecret === null || isWebhookSecret(webhookSecret)
  return [
    ...(isSecretKey(secretKey) ? [] : [{ field: 'secret_key', detail: words.secretKeyWrong }]),
    ...(isWebhook ? [] : [{ field: 'webhook_secret', detail: words.webhookSecretWrong }]),
  ]
}

type State = { readonly problems: readonly FormProblem[]; readonly done?: string }

/** Shows the page; what was typed is not sent back: the page holds no key at any time. */
function show(context: Context, asked: Asked, keys: KeysInWords | null, { problems, done }: State): string {
  const { tenant, language } = asked.request
  const words = settingsTexts[language].payment
  const desk = deskTexts[language]
  if (tenant.sandbox) return showSettingsPage(asked, 'payment', <p class="notice">{words.sandbox}</p>)
  const secret = { type: 'password', autocomplete: 'off', maxLength: 500, problems } as const
  return showSettingsPage(
    asked,
    'payment',
    <>
      <Done>{saidOf(done, { saved: desk.saved })}</Done>
      {keys === null ? (
        <p class="notice">{words.none}</p>
      ) : (
        <Facts
          facts={[
            [words.state, keys.isTest ? words.mode.test : words.mode.live],
            [words.since, <When at={keys.setAt} />],
            [words.webhook, keys.webhookSecretEnd === null ? words.webhookIs.missing : words.webhookIs.set],
          ]}
        />
      )}
      <h2>{words.replace}</h2>
      <p class="prose">{words.writeOnly}</p>
      <form method="post" action={url} class="narrow">
        <Problems problems={problems} title={desk.refused} />
        <Field {...secret} id="secret_key" label={words.secretKey} help={words.secretKeyHelp} required />
        <div class="field">
          <strong>{words.address}</strong>
          <p class="muted small">{words.addressHelp}</p>
          <code>{`${context.urls.base(tenant.label)}/payments/stripe/webhook/`}</code>
        </div>
        <Field
          {...secret}
          id="webhook_secret"
          label={words.webhookSecret}
          note={desk.optional}
          help={words.webhookSecretHelp}
        />
        <Submit>{words.button}</Submit>
      </form>
      {keys === null ? null : <Deletion action={`${url}removal/`} title={words.remove} help={words.removeHelp} />}
    </>,
  )
}
