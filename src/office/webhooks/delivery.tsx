import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { type Delivery, getDelivery, getWebhook, type Webhook } from '../../features/webhook/managed.queries.ts'
import { replayDelivery } from '../../features/webhook/replay-deliveries.ts'
import { numberText } from '../../lib/format.ts'
import { at, paths } from '../../lib/paths.ts'
import { staff, type Asked } from '../../http/route.ts'
import { webhookTexts } from '../../messages/office/webhook.ts'
import { TextQuery, UuidIn } from '../../http/wire/schemas.ts'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { When } from '../../pages/format.tsx'
import { page } from '../../pages/page.ts'
import { ActionButton, Facts, Section } from '../../pages/parts.tsx'
import { showRoom } from '../kit/frame.tsx'
import { saidOf } from '../kit/parts.tsx'
import { pressPage } from '../kit/press-page.ts'
import { DataTable } from '../kit/table.tsx'
import { answerText, DeliveryStanding } from './webhook-state.tsx'

const params = Type.Object({ uuid: UuidIn, delivery: UuidIn })

type Ids = { readonly uuid: string; readonly delivery: string }

/** Registers the page of one thing that a webhook was told: what was sent, every attempt with its answer, and once more. */
export function registerDelivery(app: FastifyInstance, context: Context): void {
  const access = staff('settings')
  const read = ({ request: { tenant } }: Asked, { uuid, delivery }: Ids) =>
    context.database.asTenant(tenant.id, async (tx) => ({
      webhook: await getWebhook(tx, uuid),
      delivery: await getDelivery(tx, uuid, delivery),
    }))
  page(app, {
    method: 'GET',
    url: paths.webhookDelivery,
    access,
    params,
    query: Type.Object({ done: Type.Optional(TextQuery) }),
    handler: async (asked) =>
      showDelivery(asked, await read(asked, asked.params), { done: asked.query.done ?? '', problems: [] }),
  })
  pressPage(app, {
    url: `${paths.webhookDelivery}replays/`,
    access,
    params,
    act: ({ tenant, actor, params: { uuid: webhookId, delivery: id } }) =>
      replayDelivery(context, tenant, actor, { webhookId, id }),
    explain: ({ code }, { language }) =>
      code === 'invalid_transition' ? [{ field: null, detail: webhookTexts[language].isOff }] : null,
    show: async (asked, problems) => showDelivery(asked, await read(asked, asked.params), { done: '', problems }),
    goesOn: (pressed) => at(paths.webhookDelivery, pressed.params, { done: 'replayed' }),
  })
}

type Shown = { readonly webhook: Webhook; readonly delivery: Delivery }
type State = { readonly done: string; readonly problems: readonly FormProblem[] }

function showDelivery(asked: Asked, { webhook, delivery }: Shown, { done, problems }: State): string {
  const { language } = asked.request
  const words = webhookTexts[language]
  const ids = { uuid: webhook.id, delivery: delivery.id }
  const title = words.kinds[delivery.kind]
  const { deliveryColumns: columns } = words
  return showRoom(
    asked,
    {
      title,
      area: 'webhooks',
      back: [at(paths.webhook, { uuid: webhook.id }), webhook.name],
      said: saidOf(done, { replayed: words.replayed }),
    },
    <Problems problems={problems} title={words.refused} />,
    <Facts
      facts={[
        [columns.when, <When key="when" at={delivery.happenedAt} />],
        [columns.state, <DeliveryStanding key="state" state={delivery.state} />],
        [words.nextTry, delivery.nextAttemptAt === null ? null : <When key="next" at={delivery.nextAttemptAt} />],
        ['webhook-id', <code key="id">{delivery.id}</code>],
      ]}
    />,
    <ActionButton action={`${at(paths.webhookDelivery, ids)}replays/`}>{words.replay}</ActionButton>,
    <Section id="body" title={words.body}>
      <pre>{delivery.body}</pre>
    </Section>,
    <Section id="attempts" title={words.attempts}>
      {delivery.attempts.length === 0 ? (
        <p class="empty">{words.notTried}</p>
      ) : (
        <DataTable
          label={words.attempts}
          rows={delivery.attempts.toReversed()}
          keyOf={({ at: moment }) => moment}
          columns={[
            { name: words.attemptColumns.when, show: ({ at: moment }) => <When at={new Date(moment)} /> },
            {
              name: words.attemptColumns.answer,
              show: (attempt) => (
                <div>
                  {answerText(attempt, words)}
                  {attempt.answer === '' ? null : <pre>{attempt.answer}</pre>}
                </div>
              ),
            },
            {
              name: words.attemptColumns.took,
              figures: true,
              show: ({ ms }) => words.took({ ms: numberText(ms, language) }),
            },
          ]}
        />
      )}
    </Section>,
  )
}
