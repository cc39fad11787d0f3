import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { changeWebhook } from '../../features/webhook/change-webhook.ts'
import { getWebhook, type Webhook } from '../../features/webhook/managed.queries.ts'
import { rollVersion } from '../../features/webhook/roll-webhook.ts'
import { isOccurrenceKind } from '../../features/webhook/webhook.ts'
import { settingsOf, webhookVersion } from '../../features/webhook/webhook-settings.ts'
import { at, paths } from '../../lib/paths.ts'
import { staff, type Asked } from '../../http/route.ts'
import { webhookTexts } from '../../messages/office/webhook.ts'
import { ActionButton, Section } from '../../pages/parts.tsx'
import { useTexts } from '../../pages/reader.ts'
import { Seen } from '../../pages/form/seen.tsx'
import { editPage, type FormState } from '../kit/edit-page.ts'
import { explainByField, explainDifferences } from '../kit/explain.ts'
import { showRoom } from '../kit/frame.tsx'
import { Deletion, LogLink, SaveButton } from '../kit/parts.tsx'
import { ThingForm } from '../kit/thing-form.tsx'
import { type FilledWebhook, filledIn, problemsOf, WebhookFields, webhookFields } from './webhook-form.tsx'

/** Registers the form that changes what a webhook is told, and where. */
export function registerWebhookSettings(app: FastifyInstance, context: Context): void {
  editPage(app, {
    url: paths.webhookSettings,
    access: staff('settings'),
    body: webhookFields,
    read: ({ request: { tenant } }, id) => context.database.asTenant(tenant.id, (tx) => getWebhook(tx, id)),
    typed: (body) => filledIn(body),
    check: ({ asked: { request }, filled }) => ({ values: filled, problems: problemsOf(filled, request.language) }),
    save: ({ asked: { request }, shown: { id }, values, body: { seen } }) =>
      changeWebhook(context, request.tenant, request.actor, id, values, seen),
    explain: explainByField(),
    changes: ({ asked: { request }, shown, filled }) => {
      const { changed, kinds } = webhookTexts[request.language]
      return explainDifferences<FilledWebhook>(
        settingsOf(shown),
        filled,
        { changed, language: request.language },
        (value) => (isOccurrenceKind(value) ? kinds[value] : value),
      )
    },
    show: showSettings,
    goesOn: ({ id }) => at(paths.webhook, { uuid: id }, { done: 'saved' }),
  })
}

function showSettings(asked: Asked, webhook: Webhook, { filled, problems, seen }: FormState<FilledWebhook>): string {
  const { id, name } = webhook
  const words = webhookTexts[asked.request.language]
  const action = at(paths.webhookSettings, { uuid: id })
  const title = words.editTitle({ name })
  return showRoom(
    asked,
    { title, area: 'webhooks', back: [at(paths.webhook, { uuid: id }), name] },
    <ThingForm
      {...{ action, problems }}
      hidden={<Seen version={webhookVersion(webhook)} seen={seen} />}
      buttons={<SaveButton asItIs={problems.length > 0 ? action : null} />}
    >
      <WebhookFields filled={filled ?? settingsOf(webhook)} problems={problems} />
    </ThingForm>,
    <Ends webhook={webhook} />,
  )
}

/** A new secret, and the end. */
function Ends({ webhook }: { readonly webhook: Webhook }) {
  const words = useTexts(webhookTexts)
  const url = at(paths.webhook, { uuid: webhook.id })
  return (
    <>
      <Section id="roll" title={words.rollTitle} lead={words.rollHelp}>
        <ActionButton action={`${url}rolls/`} sends={{ seen: rollVersion(webhook) }}>
          {words.roll}
        </ActionButton>
      </Section>
      <Deletion action={`${url}archive/`} title={words.archive} help={words.archiveHelp} />
      <LogLink of={webhook.id} />
    </>
  )
}
