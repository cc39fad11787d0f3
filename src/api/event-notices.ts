import { Type } from 'typebox'
import type { Context } from '../context.ts'
import { getEvent } from '../features/event/event.queries.ts'
import { cancelEvent } from '../features/event-notice/cancel-event.ts'
import {
  type EventNotice,
  type ScheduleChange,
  isScheduleChange,
  listNotices,
  noticeKinds,
  scheduleChangeKinds,
} from '../features/event-notice/event-notice.queries.ts'
import { type RefundFigure, sumRefundsSince } from '../features/event-notice/notice-progress.queries.ts'
import { postponeEvent } from '../features/event-notice/postpone-event.ts'
import { resumeNotice } from '../features/event-notice/resume-telling.ts'
import { refundStates } from '../features/payment/payment.ts'
import { needs } from '../http/route.ts'
import { section } from '../http/section.ts'
import { defined } from '../http/wire/defined.ts'
import { instant } from '../http/wire/instant.ts'
import { BooleanIn, DateTimeIn, Maybe, Text, withExample } from '../http/wire/schemas.ts'
import { fieldsOf, ownCurrency } from '../http/wire/answer-fields.ts'
import { chooseWhole } from './answer-list.ts'
import { byId, listOffer } from './list-offer.ts'

const Reason = Maybe(Text({ max: 1000, multiline: true, example: 'The singer is ill.' }))

const ofFigure = fieldsOf<RefundFigure>(ownCurrency)
const refundFigure = ofFigure.part({
  state: ofFigure.choice(refundStates, 'state', 'done'),
  reservations: ofFigure.integer('reservations', 80),
  amount: ofFigure.amount('amountMinor', 1920),
  currency: ofFigure.text('currency', 'EUR'),
})

const ofNotice = fieldsOf<EventNotice>()
const ids = { uuid: ofNotice.uuid('id'), event: ofNotice.uuid('eventId') }
const howFar = {
  reservations: ofNotice.integer('total', 240),
  done: ofNotice.integer('done', 100),
  datetime: ofNotice.moment('createdAt'),
  ended: ofNotice.momentOrNull('endedAt', null),
}
const progress = ofNotice.object('NoticeProgress', {
  ...ids,
  kind: ofNotice.choice(noticeKinds, 'kind', 'message'),
  ...howFar,
})

/** With what has become of the money since. */
const ofChange = fieldsOf<ScheduleChange & { readonly figures: readonly RefundFigure[] }>()
const eventNotice = ofChange.object('EventNotice', {
  ...ids,
  kind: ofChange.choice(scheduleChangeKinds, 'kind', 'cancelled'),
  reason: ofChange.textOrNull('reason', 'The singer is ill.'),
  ...howFar,
  refunds: ofChange.each(refundFigure, 'figures'),
})

export async function presentNotice(context: Pick<Context, 'database'>, notice: ScheduleChange) {
  const figures = await context.database.asTenant(notice.tenantId, (tx) => sumRefundsSince(tx, notice))
  return eventNotice.present({ ...notice, figures })
}

const notices = section({
  tag: 'Programme',
  url: '/api/',
  access: needs('event:read', 'programme'),
  writes: needs('event:write', 'programme'),
})

/** An event that does not take place, or takes place later. Not in the interface. */
export const registerEventNotices = notices.register

notices.post('events/:uuid/cancellation/', {
  operationId: 'cancelEvent',
  summary: 'Cancel an event',
  description:
    'Nothing of it is sold and nobody enters from now on. Every booking is then cancelled and refunded, and whoever made it, or waits for places, is told by mail; the answer says how far that has come, and so does a second request, which changes nothing. Tickets that were scanned by then stay as they are, unless `pay_back_let_in` is true.',
  body: Type.Object(
    { reason: Reason, pay_back_let_in: Maybe(withExample(BooleanIn, false)) },
    { title: 'EventCancellation' },
  ),
  response: { 200: eventNotice.out },
  handler: async ({ context, id, tenant, actor, body }) => {
    const how = { reason: body.reason ?? null, includesLetIn: body.pay_back_let_in ?? false }
    return presentNotice(context, await cancelEvent(context, tenant, actor, id, how))
  },
})

notices.post('events/:uuid/postponement/', {
  operationId: 'postponeEvent',
  refuses: ['category_rule', 'in_use', 'changed_meanwhile', 'invalid_transition'],
  summary: 'Postpone an event to another date',
  description:
    'Tickets stay good for the new date, and everybody who booked is told by mail. End and doors that are not sent move along with the start. When it begins after the end it had, tickets that were scanned can be scanned again.',
  body: Type.Object(
    {
      datetime: withExample(DateTimeIn, '2099-05-08T20:30:00+02:00'),
      end_datetime: Maybe(withExample(DateTimeIn, '2099-05-08T23:00:00+02:00')),
      doors_open: Maybe(withExample(DateTimeIn, '2099-05-08T19:30:00+02:00')),
      doors_close: Maybe(withExample(DateTimeIn, '2099-05-08T22:00:00+02:00')),
      reason: Reason,
    },
    { title: 'EventPostponement' },
  ),
  response: { 200: eventNotice.out },
  handler: async ({ context, id, tenant, actor, body }) => {
    const at = (text: string | null | undefined) =>
      typeof text === 'string' ? instant(text, tenant.timeZone) : undefined
    const notice = await postponeEvent(context, tenant, actor, id, {
      startsAt: instant(body.datetime, tenant.timeZone),
      ...defined({
        endsAt: at(body.end_datetime),
        doorsOpenAt: at(body.doors_open),
        doorsCloseAt: at(body.doors_close),
      }),
      reason: body.reason ?? null,
    })
    return presentNotice(context, notice)
  },
})

const offer = listOffer({ dates: 'was decided', sorts: { created: byId } })

notices.get('events/:uuid/notices/', {
  operationId: 'listEventNotices',
  summary: 'Read how far a cancellation or postponement has come',
  description:
    '`done` of so many `reservations` were told, and refunded where the event is cancelled. `refunds` says by state what became of the money since: `done`, `under_way` (with the payment service), `owed` (to be handed over at the desk) or `failed`.',
  query: offer.query,
  response: { 200: Type.Array(eventNotice.out) },
  handler: async (call) => {
    const told = await call.inTenant(async (tx) => {
      await getEvent(tx, call.id)
      const notices = (await listNotices(tx, call.id)).filter(isScheduleChange)
      return Promise.all(notices.map(async (notice) => ({ ...notice, figures: await sumRefundsSince(tx, notice) })))
    })
    const chosen = chooseWhole(call, offer, told, {
      changes: ({ updatedAt, figures }) => [updatedAt, ...figures.map((figure) => figure.updatedAt)],
      at: ({ createdAt }) => createdAt,
    })
    return chosen.map(eventNotice.present)
  },
})

notices.post('notices/:uuid/attempts/', {
  operationId: 'resumeEventNotice',
  summary: 'Go on telling people of an event',
  description:
    'Of a cancellation, a postponement or a message whose mails stand still: it goes on now instead of within the hour, and nobody is told twice. Of one that has `ended` nothing happens.',
  response: { 200: progress.out },
  handler: async ({ context, id, tenant }) => progress.present(await resumeNotice(context, tenant, id)),
})
