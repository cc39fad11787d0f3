import { Type } from 'typebox'
import type { Delivery, Webhook } from '../features/webhook/managed.queries.ts'
import { publicKeyText } from '../features/webhook/webhook-key.ts'
import {
  type Attempt,
  deliveryStates,
  occurrenceKinds,
  offReasons,
  signatureKinds,
  trialKind,
} from '../features/webhook/webhook.ts'
import { longestWebhookAddress, longestWebhookName } from '../features/webhook/webhook-settings.ts'
import { parseDateTime } from '../lib/time.ts'
import {
  ArrayIn,
  BooleanIn,
  DateTimeIn,
  EnumIn,
  EnumOut,
  IntegerOut,
  Maybe,
  NullableDateTimeOut,
  NullableEnumOut,
  Text,
  UrlIn,
  UuidIn,
  withExample,
} from '../http/wire/schemas.ts'
import { fieldsOf } from '../http/wire/answer-fields.ts'

const exampleUrl = 'https://example.org/guichet'

const settingsIn = {
  name: Text({ max: longestWebhookName, example: 'Accounting' }),
  url: withExample(Type.Unsafe<string>({ ...UrlIn, maxLength: longestWebhookAddress }), exampleUrl),
  events: withExample(ArrayIn(EnumIn(occurrenceKinds), { min: 1, max: 2 * occurrenceKinds.length }), [
    'reservation.booked',
    'ticket.scanned',
  ]),
}

export const WebhookCreation = Type.Object(
  { ...settingsIn, signature: Maybe(EnumIn(signatureKinds)) },
  { title: 'WebhookCreation' },
)
export const WebhookChangeIn = Type.Partial(Type.Object({ ...settingsIn, active: BooleanIn }), {
  title: 'WebhookChange',
})

const ofWebhook = fieldsOf<Webhook>()
const webhookFields = {
  uuid: ofWebhook.uuid('id'),
  name: ofWebhook.text('name', 'Accounting'),
  url: ofWebhook.text('address', exampleUrl),
  events: ofWebhook.value(withExample(Type.Array(EnumOut(occurrenceKinds)), ['reservation.booked']), ({ kinds }) => [
    ...kinds,
  ]),
  signature: ofWebhook.choice(signatureKinds, 'signature', 'hmac'),
  public_key: ofWebhook.textOrNull(({ publicKey }) => publicKey && publicKeyText(publicKey), null),
  former_until: ofWebhook.momentOrNull('formerUntil', null),
  active: ofWebhook.yesNo(({ offReason }) => offReason === null, true),
  off_reason: ofWebhook.value(withExample(NullableEnumOut(offReasons), null), 'offReason'),
  off_at: ofWebhook.momentOrNull('offAt', null),
  failures: ofWebhook.integer('failures', 0),
  failing_since: ofWebhook.momentOrNull('failingSince', null),
}
export const webhook = ofWebhook.object('Webhook', webhookFields)

/** Its secret is null where the receiver has the public key. */
const ofMade = fieldsOf<Webhook & { readonly secret: string | null }>()
export const madeWebhook = ofMade.object('MadeWebhook', {
  ...webhookFields,
  secret: ofMade.textOrNull('secret', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw7B1NRd5AbQw='),
})

const ofAttempt = fieldsOf<Attempt>()
const attempt = ofAttempt.object('WebhookAttempt', {
  datetime: ofAttempt.moment(({ at }) => momentOf(at)),
  status_code: ofAttempt.integerOrNull('status', 200),
  refusal: ofAttempt.textOrNull('refusal', null),
  answer: ofAttempt.text('answer', 'ok'),
  duration_ms: ofAttempt.integer('ms', 84),
})

function momentOf(text: string): Date {
  const at = parseDateTime(text, 'UTC')
  if (at === null) throw new Error('an attempt without its time')
  return at
}

export const deliveryKinds = [...occurrenceKinds, trialKind] as const

const exampleBody =
  '{"type":"reservation.booked","timestamp":"2026-05-01T18:30:00.000Z","data":{"reservation":"0197a3c2-6c1e-7d4b-9a51-3f0d5c8e2b10","event":"0197a3c2-6c1e-7d4b-9a51-3f0d5c8e2b11"}}'

const ofDelivery = fieldsOf<Delivery>()
export const delivery = ofDelivery.object('WebhookDelivery', {
  uuid: ofDelivery.uuid('id'),
  type: ofDelivery.choice(deliveryKinds, 'kind', 'reservation.booked'),
  datetime: ofDelivery.moment('happenedAt'),
  body: ofDelivery.text('body', exampleBody),
  status: ofDelivery.choice(deliveryStates, 'state', 'delivered'),
  next_attempt_at: ofDelivery.momentOrNull('nextAttemptAt', null),
  attempts: ofDelivery.each(attempt, 'attempts'),
})

export const DeliveryParams = Type.Object({ uuid: UuidIn, delivery: UuidIn })

export const ReplayIn = Type.Object(
  {
    from: DateTimeIn,
    until: withExample(DateTimeIn, '2026-05-01T21:30:00+02:00'),
    status: Maybe(EnumIn(deliveryStates)),
  },
  { title: 'WebhookReplay' },
)
export const ReplayOut = Type.Object(
  { replayed: withExample(IntegerOut, 42), next_from: withExample(NullableDateTimeOut, null) },
  { title: 'WebhookReplayed' },
)
