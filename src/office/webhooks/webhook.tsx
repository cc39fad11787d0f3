import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { archiveWebhook } from '../../features/webhook/archive-webhook.ts'
import { changeWebhook } from '../../features/webhook/change-webhook.ts'
import { type Delivery, getWebhook, listDeliveries, type Webhook } from '../../features/webhook/managed.queries.ts'
import { replaySpan, type Replayed } from '../../features/webhook/replay-deliveries.ts'
import { rollWebhook } from '../../features/webhook/roll-webhook.ts'
import { sendTrial } from '../../features/webhook/send-trial.ts'
import { deliveryStates } from '../../features/webhook/webhook.ts'
import { publicKeyText } from '../../features/webhook/webhook-key.ts'
import { momentText, withinSentence } from '../../lib/format.ts'
import type { Language } from '../../lib/language.ts'
import { at, paths } from '../../lib/paths.ts'
import { localMinute, parseDateTime } from '../../lib/time.ts'
import { staff, type Asked } from '../../http/route.ts'
import { webhookTexts } from '../../messages/office/webhook.ts'
import { BooleanIn, EnumIn, Maybe, TypedText } from '../../http/wire/schemas.ts'
import { Choice, Field } from '../../pages/form/field.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { PageRefusal } from '../../pages/form/explained.ts'
import { When } from '../../pages/format.tsx'
import { ActionButton, Facts, QuietLink, Section, Submit } from '../../pages/parts.tsx'
import { useReader, useTexts } from '../../pages/reader.ts'
import { Written } from '../../pages/written.tsx'
import { actionPage } from '../kit/action-page.ts'
import { detailPage } from '../kit/edit-page.ts'
import { showRoom } from '../kit/frame.tsx'
import { listPage } from '../kit/list-page.tsx'
import type { Column } from '../kit/table.tsx'
import { saidOf } from '../kit/parts.tsx'
import { Tabs } from '../kit/tabs.tsx'
import { showMade } from './new-webhook.tsx'
import { answerText, DeliveryStanding, WebhookState } from './webhook-state.tsx'

const shared = { of: paths.webhook, access: staff('settings') } as const

/** Registers the page of a webhook: how it stands, what it was told, a trial, a new secret, off and on, and its end. */
export function registerWebhook(app: FastifyInstance, context: Context): void {
  const read = ({ request: { tenant } }: Asked, id: string) =>
    context.database.asTenant(tenant.id, (tx) => getWebhook(tx, id))
  registerPage(app, context)
  registerSpan(app, context, read)
  const refused = {
    explain: ({ code }: { readonly code: string }, { request: { language } }: Asked) => {
      const { isOff, rolledMeanwhile } = webhookTexts[language]
      if (code === 'invalid_transition') return [{ field: null, detail: isOff }]
      return code === 'changed_meanwhile' ? [{ field: null, detail: rolledMeanwhile }] : null
    },
    show: async (asked: Asked, id: string, problems: readonly FormProblem[]) =>
      showRefused(asked, await read(asked, id), problems),
  }
  const goesOn = (done: string) => (_: unknown, uuid: string) => at(paths.webhook, { uuid }, { done })
  actionPage(app, {
    ...shared,
    name: 'trials',
    act: ({ request: { tenant } }, id) => sendTrial(context, tenant, id),
    goesOn: goesOn('tried'),
    refused,
  })
  actionPage(app, {
    ...shared,
    name: 'switch',
    body: { active: BooleanIn },
    act: ({ request: { tenant, actor } }, id, { active }) => changeWebhook(context, tenant, actor, id, { active }),
    goesOn: goesOn('saved'),
  })
  actionPage(app, {
    ...shared,
    name: 'rolls',
    // Empty where the webhook has the secret that it was made with.
    body: { seen: Maybe(TypedText({ max: 40 })) },
    act: async (asked, id, { seen }) => {
      const { tenant, actor } = asked.request
      const text = await rollWebhook(context, tenant, actor, id, seen ?? '')
      return { ...(await read(asked, id)), text }
    },
    answer: showMade,
    refused,
  })
  actionPage(app, {
    ...shared,
    name: 'archive',
    act: ({ request: { tenant, actor } }, id) => archiveWebhook(context, tenant, actor, id),
    goesOn: () => at(paths.webhooks, {}, { done: 'archived' }),
  })
}

/** Says why nothing was done, with the way back to the webhook as it is now. */
function showRefused(asked: Asked, { id, name }: Webhook, problems: readonly FormProblem[]): string {
  const { language } = asked.request
  return showRoom(
    asked,
    { title: name, area: 'webhooks', back: [at(paths.webhook, { uuid: id }), webhookTexts[language].backTo({ name })] },
    <Problems problems={problems} title={webhookTexts[language].refused} />,
  )
}

const lists = ['all', ...deliveryStates] as const

function registerPage(app: FastifyInstance, context: Context): void {
  listPage(app, context, {
    url: paths.webhook,
    access: shared.access,
    area: 'webhooks',
    narrow: { list: Type.Optional(EnumIn(lists)) },
    read: (asked, { limit, offset }, { list = 'all' }) => {
      const { params, tenant } = asked.request as Asked['request'] & { readonly params: { readonly uuid: string } }
      return context.database.asTenant(tenant.id, async (tx) => ({
        webhook: await getWebhook(tx, params.uuid),
        rows: await listDeliveries(tx, {
          webhookId: params.uuid,
          isDescending: true,
          ...(list === 'all' ? {} : { states: [list] }),
          limit,
          offset,
        }),
      }))
    },
    show: ({ asked: { request }, found: { webhook }, narrowed: { list = 'all' }, done }) => {
      const words = webhookTexts[request.language]
      const url = at(paths.webhook, { uuid: webhook.id })
      return {
        back: [paths.webhooks, words.back],
        title: webhook.name,
        said: saidOf(done, { saved: words.saved, tried: words.tried }),
        head: (
          <>
            <About webhook={webhook} />
            <Section id="deliveries" title={words.deliveries} lead={words.deliveriesLead}>
              <Tabs
                label={words.listed}
                tabs={lists.map((one) => [
                  one === 'all' ? `${url}#deliveries` : `${url}?list=${one}#deliveries`,
                  words.lists[one],
                  one === list,
                ])}
              />
            </Section>
          </>
        ),
        kept: list === 'all' ? {} : { list },
        empty: list === 'all' && webhook.offReason === null ? words.nothingTold : words.nothingThere,
        columns: columnsOf(webhook.id, words),
      }
    },
  })
}

function columnsOf(webhookId: string, words: (typeof webhookTexts)[Language]): readonly Column<Delivery>[] {
  const { deliveryColumns: columns } = words
  return [
    {
      name: columns.what,
      show: ({ id, kind }) => (
        <a href={at(paths.webhookDelivery, { uuid: webhookId, delivery: id })}>{words.kinds[kind]}</a>
      ),
    },
    { name: columns.when, show: ({ happenedAt }) => <When at={happenedAt} /> },
    { name: columns.state, bare: true, show: ({ state }) => <DeliveryStanding state={state} /> },
    {
      name: columns.answer,
      show: ({ attempts }) => {
        const attempt = attempts.at(-1)
        return attempt === undefined ? '' : answerText(attempt, words)
      },
    },
  ]
}

type WebhookProps = { readonly webhook: Webhook }

function About({ webhook }: WebhookProps) {
  const words = useTexts(webhookTexts)
  const { id, address, kinds, offReason, offAt, failures, failingSince, publicKey, formerUntil } = webhook
  const since = offAt ?? failingSince
  const url = at(paths.webhook, { uuid: id })
  return (
    <>
      {offReason === null ? null : (
        <p class="notice">
          {words.whyOff[offReason]} {words.missed}
        </p>
      )}
      <Facts
        facts={[
          [words.columns.state, <WebhookState key="state" webhook={webhook} />],
          [words.facts.since, since === null ? null : <When key="since" at={since} />],
          [words.facts.failures, failures === 0 ? null : String(failures)],
          [words.address, <Written key="address">{address}</Written>],
          [words.columns.told, kinds.map((kind) => words.kinds[kind])],
          [words.facts.key, publicKey === null ? null : <code key="key">{publicKeyText(publicKey)}</code>],
          [words.facts.former, formerUntil === null ? null : <When key="former" at={formerUntil} />],
        ]}
      />
      <div class="actions">
        <QuietLink to={at(paths.webhookSettings, { uuid: id })}>{words.edit}</QuietLink>
        {offReason === null ? (
          <>
            <ActionButton action={`${url}trials/`}>{words.trial}</ActionButton>
            <QuietLink to={at(paths.webhookSpan, { uuid: id })}>{words.spanTitle}</QuietLink>
          </>
        ) : null}
        <ActionButton action={`${url}switch/`} sends={{ active: String(offReason !== null) }}>
          {offReason === null ? words.switchOff : words.switchOn}
        </ActionButton>
      </div>
    </>
  )
}

const choices = ['failed', 'all'] as const

type Typed = { readonly from: string; readonly until: string; readonly which: (typeof choices)[number] }
type SpanState = { readonly typed?: Typed; readonly problems: readonly FormProblem[]; readonly replayed?: Replayed }

function registerSpan(
  app: FastifyInstance,
  context: Context,
  read: (asked: Asked, id: string) => Promise<Webhook>,
): void {
  const typedOf = ({
    from,
    until,
    which,
  }: {
    from?: string | null
    until?: string | null
    which?: Typed['which'] | null
  }) => ({ from: from ?? '', until: until ?? '', which: which ?? 'failed' })
  detailPage(app, {
    url: paths.webhookSpan,
    access: shared.access,
    read,
    show: (asked, webhook) => showSpan(asked, webhook, { problems: [] }),
  })
  actionPage(app, {
    ...shared,
    name: 'replays',
    body: { from: Maybe(TypedText({ max: 40 })), until: Maybe(TypedText({ max: 40 })), which: Maybe(EnumIn(choices)) },
    act: async (asked, id, body) => {
      const { tenant, actor, language } = asked.request
      const typed = typedOf(body)
      const [from, until] = [parseDateTime(typed.from, tenant.timeZone), parseDateTime(typed.until, tenant.timeZone)]
      if (from === null || until === null || from >= until)
        throw new PageRefusal(400, [{ field: 'until', detail: webhookTexts[language].noSpan }])
      const states = typed.which === 'failed' ? { states: ['failed'] as const } : {}
      const replayed = await replaySpan(context, tenant, actor, id, { from, until, ...states })
      return { webhook: await read(asked, id), typed, replayed }
    },
    answer: (asked, { webhook, typed, replayed }) => showSpan(asked, webhook, { typed, replayed, problems: [] }),
    refused: {
      explain: ({ code }, { request: { language } }) =>
        code === 'invalid_transition' ? [{ field: null, detail: webhookTexts[language].isOff }] : null,
      show: async (asked, id, problems, body) =>
        showSpan(asked, await read(asked, id), { problems, typed: typedOf(body) }),
    },
  })
}

const dayMs = 86_400_000

function showSpan(asked: Asked, webhook: Webhook, { typed, problems, replayed }: SpanState): string {
  const words = webhookTexts[asked.request.language]
  return showRoom(
    asked,
    {
      title: words.spanTitle,
      area: 'webhooks',
      back: [at(paths.webhook, { uuid: webhook.id }), webhook.name],
      lead: words.spanLead,
    },
    replayed === undefined ? null : <ReplayedNotice replayed={replayed} />,
    <SpanForm {...{ webhook, problems }} typed={typed} />,
  )
}

function ReplayedNotice({ replayed: { replayed: count, nextFrom } }: { readonly replayed: Replayed }) {
  const words = useTexts(webhookTexts)
  const { language, timeZone } = useReader()
  const moment = nextFrom && momentText({ at: nextFrom, timeZone, language, now: null })
  return (
    <p class="notice" role="status">
      {moment === null
        ? words.replayedMany({ count })
        : words.replayedPart({ count, moment: withinSentence(moment, language) })}
    </p>
  )
}

type SpanProps = WebhookProps & { readonly typed: Typed | undefined; readonly problems: readonly FormProblem[] }

function SpanForm({ webhook, typed, problems }: SpanProps) {
  const words = useTexts(webhookTexts)
  const { now, timeZone } = useReader()
  const minute = (ms: number) => localMinute(new Date(ms), timeZone)
  // To the minute: what happened in this minute is within.
  const { from, until, which } = typed ?? {
    from: minute(now.getTime() - dayMs),
    until: minute(now.getTime() + 60_000),
    which: 'failed',
  }
  const field = { type: 'datetime-local', required: true, problems } as const
  return (
    <form method="post" action={at(paths.webhookSpan, { uuid: webhook.id })} class="narrow">
      <Problems problems={problems} title={words.refused} />
      <Field {...field} id="from" label={words.start} value={from} />
      <Field {...field} id="until" label={words.end} value={until} />
      <Choice
        id="which"
        label={words.which}
        value={which}
        options={choices.map((choice) => [choice, words.whichChoices[choice]])}
      />
      <Submit>{words.replay}</Submit>
    </form>
  )
}
