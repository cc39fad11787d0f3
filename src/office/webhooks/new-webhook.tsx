import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { createWebhook } from '../../features/webhook/create-webhook.ts'
import { mostWebhooks, type SignatureKind, signatureKinds } from '../../features/webhook/webhook.ts'
import { momentText, withinSentence } from '../../lib/format.ts'
import { newId, repeatableId } from '../../lib/ids.ts'
import { at, paths } from '../../lib/paths.ts'
import { staff, type Asked } from '../../http/route.ts'
import { webhookTexts } from '../../messages/office/webhook.ts'
import { EnumIn, Maybe, UuidIn } from '../../http/wire/schemas.ts'
import { Choice } from '../../pages/form/field.tsx'
import { PageRefusal } from '../../pages/form/explained.ts'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { page } from '../../pages/page.ts'
import { Go, Submit } from '../../pages/parts.tsx'
import { actionPage } from '../kit/action-page.ts'
import { explainFields } from '../kit/explain.ts'
import { showRoom } from '../kit/frame.tsx'
import { NewKey } from '../kit/parts.tsx'
import { type FilledWebhook, filledIn, problemsOf, WebhookFields, webhookFields } from './webhook-form.tsx'

const shared = { of: paths.newWebhook, access: staff('settings') } as const

/** Registers the form of a new webhook, whose answer shows the secret this once. */
export function registerNewWebhook(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url: paths.newWebhook,
    access: shared.access,
    handler: (asked) => showNew(asked, { filled: filledIn({}), signature: 'hmac', key: newId(), problems: [] }),
  })
  actionPage(app, {
    ...shared,
    name: '',
    body: { ...webhookFields, signature: Maybe(EnumIn(signatureKinds)), key: UuidIn },
    act: async ({ request: { tenant, actor, language } }, _, body) => {
      const [filled, signature] = [filledIn(body), body.signature ?? 'hmac']
      const problems = problemsOf(filled, language)
      if (problems.length > 0) throw new PageRefusal(400, problems)
      const id = repeatableId(tenant.id, body.key)
      const text = await createWebhook(context, tenant, actor, { ...filled, id, signature })
      return { id, name: filled.name, text, signature }
    },
    answer: showMade,
    refused: {
      explain: (refusal, { request: { language } }) => {
        const { alreadyMade, tooMany } = webhookTexts[language]
        if (refusal.code === 'idempotency_conflict') return [{ field: null, detail: alreadyMade }]
        if (refusal.code === 'too_many_webhooks') return [{ field: null, detail: tooMany({ most: mostWebhooks }) }]
        return explainFields(refusal, language)
      },
      show: (asked, _, problems, body) => {
        // What was made already is made: the form that is shown now is another one.
        const key = asked.reply.statusCode === 400 ? body.key : newId()
        return showNew(asked, { filled: filledIn(body), signature: body.signature ?? 'hmac', key, problems })
      },
    },
  })
}

type Shown = {
  readonly filled: FilledWebhook
  readonly signature: SignatureKind
  readonly key: string
  readonly problems: readonly FormProblem[]
}

function showNew(asked: Asked, { filled, signature, key, problems }: Shown): string {
  const words = webhookTexts[asked.request.language]
  return showRoom(
    asked,
    { title: words.newTitle, area: 'webhooks', back: [paths.webhooks, words.back], lead: words.newLead },
    <Go to="/api/docs/interface/webhooks/">{words.docs}</Go>,
    <form method="post" action={paths.newWebhook} class="narrow">
      <Problems problems={problems} title={words.notMade} />
      <NewKey value={key} />
      <WebhookFields {...{ filled, problems }} />
      <Choice
        id="signature"
        label={words.signature}
        help={words.signatureHelp}
        problems={problems}
        value={signature}
        options={signatureKinds.map((kind) => [kind, words.signatures[kind]])}
      />
      <Submit>{words.create}</Submit>
    </form>,
  )
}

type Made = {
  readonly id: string
  readonly name: string
  readonly text: string
  readonly signature: SignatureKind
  /** When the former secret ends; absent: there was none. */
  readonly formerUntil?: Date | null
}

/** Shows the secret, in the one answer that holds it, or the public key; like every page, no cache keeps it. */
export function showMade(asked: Asked, { id, name, text, signature, formerUntil = null }: Made): string {
  const { language, tenant } = asked.request
  const words = webhookTexts[language]
  const title = words.madeTitle({ name })
  const until = formerUntil && momentText({ at: formerUntil, timeZone: tenant.timeZone, language, now: null })
  return showRoom(
    asked,
    { title, area: 'webhooks' },
    <p class="notice">{signature === 'hmac' ? words.madeSecret : words.madeKey}</p>,
    <pre>{text}</pre>,
    until === null ? null : <p class="prose">{words.rolledUntil({ until: withinSentence(until, language) })}</p>,
    <Go class="button quiet" to={at(paths.webhook, { uuid: id })}>
      {words.done}
    </Go>,
  )
}
