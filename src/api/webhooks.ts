import { Type } from 'typebox'
import { fieldError } from '../errors.ts'
import { archiveWebhook } from '../features/webhook/archive-webhook.ts'
import { changeWebhook } from '../features/webhook/change-webhook.ts'
import { createWebhook } from '../features/webhook/create-webhook.ts'
import {
  countDeliveries,
  getDelivery,
  getWebhook,
  listDeliveries,
  listWebhooks,
  type Webhook,
} from '../features/webhook/managed.queries.ts'
import { replayDelivery, replaySpan } from '../features/webhook/replay-deliveries.ts'
import { rollWebhook } from '../features/webhook/roll-webhook.ts'
import { sendTrial } from '../features/webhook/send-trial.ts'
import { showSecretAgain } from '../features/webhook/show-secret-again.ts'
import { deliveryStates } from '../features/webhook/webhook.ts'
import { formatDateTime } from '../lib/time.ts'
import { needs } from '../http/route.ts'
import { defined } from '../http/wire/defined.ts'
import { withWireFields } from '../http/wire/field-names.ts'
import { instant } from '../http/wire/instant.ts'
import { EnumIn } from '../http/wire/schemas.ts'
import { answerList, chooseWhole } from './answer-list.ts'
import { type Caller, collection } from './collection.ts'
import { byId, byMoment, byOwnName, byText, listOffer, type Narrowing } from './list-offer.ts'
import {
  DeliveryParams,
  delivery,
  deliveryKinds,
  madeWebhook,
  ReplayIn,
  ReplayOut,
  WebhookChangeIn,
  WebhookCreation,
  webhook,
} from './webhook-wire.ts'

const wireFields = { address: 'url', kinds: 'events' }

const webhooks = collection({
  tag: 'Webhooks',
  url: '/api/webhooks/',
  access: needs('place:read', 'settings'),
  writes: needs('place:write', 'settings'),
  ...webhook,
  wireFields,
  read: (id, { inTenant }) => inTenant((tx) => getWebhook(tx, id)),
})

/** Addresses of programs that are told what happens (ADR 0273). */
export const registerWebhooks = webhooks.register

const offer = listOffer({
  sorts: { created: byId, name: byText(({ name }: { readonly id: string; readonly name: string }) => name) },
})

webhooks.get('', {
  operationId: 'listWebhooks',
  summary: 'List webhooks',
  description: 'Those that are not archived. A secret is never shown again.',
  query: offer.query,
  response: { 200: Type.Array(webhook.out) },
  handler: (call) =>
    webhooks.answerAll(call, async () =>
      chooseWhole(call, offer, await call.inTenant(listWebhooks), { changes: ({ updatedAt }) => [updatedAt] }),
    ),
})

webhooks.one({ summary: 'Read one webhook' })

/** What a repeat of a request gets that made a secret: the answer that is kept for it has none. */
const secretOnce = {
  field: 'secret',
  again: (id: string, { context, tenant }: Caller) => showSecretAgain(context, tenant, id),
}

webhooks.post('', {
  operationId: 'createWebhook',
  refuses: ['too_many_webhooks', 'idempotency_conflict'],
  summary: 'Create a webhook',
  description:
    'It is told of `events` from now on. With `signature` `hmac` calls are signed with `secret`, which is shown in this answer alone; with `ed25519` the receiver needs only `public_key`. An organisation has 10 at most.',
  madeAt: '/api/webhooks/',
  body: WebhookCreation,
  response: { 201: madeWebhook.out },
  shownOnce: secretOnce,
  handler: async (call) => {
    const { context, tenant, actor, body, idOfNew: id } = call
    const { name, url: address, events: kinds, signature } = body
    const asked = { id, name, address, kinds, signature: signature ?? 'hmac' }
    const text = await withWireFields(wireFields, () => createWebhook(context, tenant, actor, asked))
    return presentMade(call, id, text)
  },
})

webhooks.change({
  summary: 'Change a webhook',
  description:
    'Changes the fields that are sent. `active` false switches it off: what was still to be sent has failed. `active` true switches it on again, also one that was switched off since it failed; what it missed is not sent by itself.',
  body: WebhookChangeIn,
  work: ({ context, id, tenant, actor, body }) =>
    changeWebhook(
      context,
      tenant,
      actor,
      id,
      defined({ name: body.name, address: body.url, kinds: body.events, active: body.active }),
    ),
})

webhooks.delete(':uuid/', {
  operationId: 'archiveWebhook',
  summary: 'Archive a webhook',
  description: 'It is told nothing any more, and what was still to be sent has failed. It does not come back.',
  response: { 204: Type.Null() },
  handler: ({ context, id, tenant, actor }) => archiveWebhook(context, tenant, actor, id),
})

webhooks.post(':uuid/roll/', {
  operationId: 'rollWebhook',
  summary: 'Give a webhook a new secret',
  description:
    'Or a new pair of keys. The new `secret` is shown in this answer alone. Until `former_until`, a day from now, calls are signed with the former one as well. An earlier one that was still good ends now.',
  response: { 200: madeWebhook.out },
  shownOnce: secretOnce,
  handler: async (call) => {
    const { context, id, tenant, actor } = call
    return presentMade(call, id, await rollWebhook(context, tenant, actor, id))
  },
})

/** @param text the secret, or the public key, which is shown anyway */
async function presentMade({ inTenant }: Caller, id: string, text: string) {
  const made: Webhook = await inTenant((tx) => getWebhook(tx, id))
  return madeWebhook.present({ ...made, secret: made.signature === 'hmac' ? text : null })
}

webhooks.post(':uuid/trial/', {
  operationId: 'sendWebhookTrial',
  refuses: ['invalid_transition'],
  summary: 'Send a webhook a trial',
  description:
    'Something of type `trial` that did not happen, to this one alone. Refused while it is off, and after ten within a minute.',
  response: { 200: delivery.out },
  handler: async ({ context, id, tenant, idOfNew, inTenant }) => {
    await sendTrial(context, tenant, id, idOfNew)
    return delivery.present(await inTenant((tx) => getDelivery(tx, id, idOfNew)))
  },
})

/** Each has its attempts, with what was answered. */
const batchRows = 100
const deliveries = listOffer({
  filters: { type: Type.Optional(EnumIn(deliveryKinds)) },
  dates: 'happened',
  statuses: byOwnName(deliveryStates),
  sorts: {
    created: {
      ...byMoment(({ happenedAt }: { readonly id: string; readonly happenedAt: Date }) => happenedAt),
      batchRows,
    },
  },
  usual: '-created',
})

webhooks.get(':uuid/deliveries/', {
  operationId: 'listWebhookDeliveries',
  summary: 'List what a webhook was told',
  description:
    'What happened last comes first, for 30 days. `attempts` are the last 20, in their order. One that is `due` is tried again at `next_attempt_at`; one that `failed` is not, unless it is replayed.',
  query: deliveries.query,
  response: { 200: Type.Array(delivery.out) },
  handler: async (call) => {
    const { id, inTenant, query } = call
    const filter = ({ statuses: states, ...narrowing }: Narrowing<(typeof deliveryStates)[number]>) => ({
      ...narrowing,
      ...defined({ kind: query.type, states }),
      webhookId: id,
    })
    await inTenant((tx) => getWebhook(tx, id))
    return answerList(call, deliveries, {
      item: delivery.out,
      present: delivery.present,
      next: (page) => inTenant((tx) => listDeliveries(tx, { ...page, ...filter(page) })),
      count: (narrowing) => inTenant((tx) => countDeliveries(tx, filter(narrowing))),
    })
  },
})

webhooks.get(':uuid/deliveries/:delivery/', {
  operationId: 'readWebhookDelivery',
  summary: 'Read one thing that a webhook was told',
  params: DeliveryParams,
  response: { 200: delivery.out },
  handler: async ({ params, inTenant }) =>
    delivery.present(
      await inTenant(async (tx) => {
        const { id } = await getWebhook(tx, params.uuid)
        return getDelivery(tx, id, params.delivery)
      }),
    ),
})

webhooks.post(':uuid/deliveries/:delivery/replay/', {
  operationId: 'replayWebhookDelivery',
  refuses: ['invalid_transition'],
  summary: 'Send something that happened once more',
  description: 'With the same `webhook-id` and body, whatever became of it before. Refused while the webhook is off.',
  params: DeliveryParams,
  response: { 200: delivery.out },
  handler: async ({ context, tenant, actor, params: { uuid: webhookId, delivery: id }, inTenant }) => {
    await replayDelivery(context, tenant, actor, { webhookId, id })
    return delivery.present(await inTenant((tx) => getDelivery(tx, webhookId, id)))
  },
})

webhooks.post(':uuid/replay/', {
  operationId: 'replayWebhook',
  refuses: ['invalid_transition'],
  summary: 'Send what happened within a span once more',
  description:
    'What happened between the two moments, the second one left out, the earliest first; with `status` only what is in that status. At most 5,000 at once: where there were more, `next_from` is where the next request begins. Refused while the webhook is off.',
  body: ReplayIn,
  response: { 200: ReplayOut },
  handler: async ({ context, id, tenant, actor, body }) => {
    const [from, until] = [instant(body.from, tenant.timeZone), instant(body.until, tenant.timeZone)]
    if (from >= until) throw fieldError('until', 'span_ends_before_start')
    const span = { from, until, ...(body.status == null ? {} : { states: [body.status] }) }
    const { replayed, nextFrom } = await replaySpan(context, tenant, actor, id, span)
    return { replayed, next_from: nextFrom && formatDateTime(nextFrom) }
  },
})
