import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
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
import { staff, type Asked } from '../../http/route.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { settingsTexts } from '../../messages/office/settings.ts'
import { Maybe, TextQuery, SecretText } from '../../http/wire/schemas.ts'
import { Done } from '../../pages/form/done.tsx'
import { Field } from '../../pages/form/field.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { When } from '../../pages/format.tsx'
import { page } from '../../pages/page.ts'
import { Removal } from './removal.tsx'
import { settingsRooms, showSettingsPage } from './settings-page.tsx'

const { path: url, permission } = settingsRooms.payment
const access = staff(permission)

/** Where the money of the organisation goes: keys that are set and taken away, and never shown (ADR 0158). */
export function registerPaymentKeys(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url,
    access,
    asksAgain: true,
    query: Type.Object({ done: Type.Optional(TextQuery) }),
    handler: ({ query, request, reply }) => show(context, { request, reply }, [], query.done === 'saved'),
  })

  page(app, {
    method: 'POST',
    url,
    access,
    asksAgain: true,
    forms: true,
    body: Type.Object({ secret_key: Maybe(SecretText({ max: 500 })), webhook_secret: Maybe(SecretText({ max: 500 })) }),
    handler: async ({ tenant, actor, language, body, request, reply }) => {
      const words = settingsTexts[language].payment
      const secretKey = body.secret_key ?? ''
      const webhookSecret = body.webhook_secret ?? null
      const problems = [
        ...(isSecretKey(secretKey) ? [] : [{ field: 'secret_key', detail: words.secretKeyWrong }]),
        ...(webhookSecret === null || isWebhookSecret(webhookSecret)
          ? []
          : [{ field: 'webhook_secret', detail: words.webhookSecretWrong }]),
      ]
      if (problems.length > 0) {
        reply.code(400)
        return show(context, { request, reply }, problems)
      }
      await setPaymentKeys(context, tenant, actor, { secretKey, webhookSecret })
      return reply.redirect(`${url}?done=saved`, 303)
    },
  })

  page(app, {
    method: 'POST',
    url: `${url}removal/`,
    access,
    asksAgain: true,
    forms: true,
    handler: async ({ tenant, actor, reply }) => {
      await clearPaymentKeys(context, tenant, actor)
      return reply.redirect(`${url}?done=saved`, 303)
    },
  })
}

/** What was typed is not sent back: the page holds no key at any time. */
async function show(
  context: Context,
  { request, reply }: Asked,
  problems: readonly FormProblem[],
  isSaved = false,
): Promise<string> {
  const { tenant, language } = request
  requireSelling(tenant)
  const words = settingsTexts[language].payment
  const desk = deskTexts[language]
  const keys = await describePaymentKeys(context, tenant)
  return showSettingsPage(
    { request, reply },
    'payment',
    <>
      <Done>{isSaved ? desk.saved : null}</Done>
      {keys === null ? <p class="notice">{words.none}</p> : <State {...{ keys, request }} now={context.now()} />}
      <h2>{words.replace}</h2>
      <p class="prose">{words.writeOnly}</p>
      <form method="post" action={url} class="narrow">
        <Problems problems={problems} title={desk.refused} />
        <Field
          id="secret_key"
          label={words.secretKey}
          help={words.secretKeyHelp}
          type="password"
          autocomplete="off"
          problems={problems}
          maxLength={500}
          required
        />
        <div class="field">
          <strong>{words.address}</strong>
          <p class="muted small">{words.addressHelp}</p>
          <code>{`${context.urls.base(tenant.label)}/payments/stripe/webhook/`}</code>
        </div>
        <Field
          id="webhook_secret"
          label={words.webhookSecret}
          note={desk.optional}
          help={words.webhookSecretHelp}
          type="password"
          autocomplete="off"
          problems={problems}
          maxLength={500}
        />
        <button class="button" type="submit">
          {words.button}
        </button>
      </form>
      {keys === null ? null : <Removal url={url} words={words} />}
    </>,
  )
}

type StateProps = { readonly keys: KeysInWords; readonly request: FastifyRequest; readonly now: Date }

function State({ keys, request, now }: StateProps) {
  const { tenant, language } = request
  const words = settingsTexts[language].payment
  return (
    <dl class="facts">
      <div>
        <dt>{words.state}</dt>
        <dd>{keys.isTest ? words.mode.test : words.mode.live}</dd>
      </div>
      <div>
        <dt>{words.since}</dt>
        <dd>
          <When at={keys.setAt} timeZone={tenant.timeZone} now={now} language={language} />
        </dd>
      </div>
      <div>
        <dt>{words.webhook}</dt>
        <dd>{keys.webhookSecretEnd === null ? words.webhookIs.missing : words.webhookIs.set}</dd>
      </div>
    </dl>
  )
}
