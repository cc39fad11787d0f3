import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
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
import { sumRefundsSince } from '../features/event-notice/notice-progress.queries.ts'
import { postponeEvent } from '../features/event-notice/postpone-event.ts'
import { resumeNotice } from '../features/event-notice/resume-telling.ts'
import { refundStates } from '../features/payment/payment.ts'
import { amountFromMinor } from '../lib/money.ts'
import { formatDateTime } from '../lib/time.ts'
import { needs, route } from '../http/route.ts'
import { defined } from '../http/wire/defined.ts'
import { instant } from '../http/wire/instant.ts'
import {
  BooleanIn,
  DateTimeIn,
  DateTimeOut,
  EnumOut,
  IntegerOut,
  Maybe,
  NullableDateTimeOut,
  NullableTextOut,
  NumberOut,
  Text,
  TextOut,
  UuidOut,
  withExample,
} from '../http/wire/schemas.ts'
import { UuidParams } from '../http/wire/params.ts'

const Reason = Maybe(Text({ max: 1000, multiline: true, example: 'The singer is ill.' }))

const RefundFigureOut = Type.Object({
  state: withExample(EnumOut(refundStates), 'done'),
  reservations: withExample(IntegerOut, 80),
  amount: withExample(NumberOut, 1920),
  currency: withExample(TextOut, 'EUR'),
})

const NoticeOut = Type.Object(
  {
    uuid: UuidOut,
    event: UuidOut,
    kind: withExample(EnumOut(scheduleChangeKinds), 'cancelled'),
    reason: withExample(NullableTextOut, 'The singer is ill.'),
    reservations: withExample(IntegerOut, 240),
    done: withExample(IntegerOut, 100),
    datetime: DateTimeOut,
    ended: withExample(NullableDateTimeOut, null),
    refunds: Type.Array(RefundFigureOut),
  },
  { title: 'EventNotice' },
)

const ProgressOut = Type.Object(
  {
    uuid: UuidOut,
    event: UuidOut,
    kind: withExample(EnumOut(noticeKinds), 'message'),
    reservations: withExample(IntegerOut, 240),
    done: withExample(IntegerOut, 100),
    datetime: DateTimeOut,
    ended: withExample(NullableDateTimeOut, null),
  },
  { title: 'NoticeProgress' },
)

/** With what has become of the money since. */
export async function presentNotice(
  context: Pick<Context, 'database'>,
  notice: ScheduleChange,
): Promise<Static<typeof NoticeOut>> {
  const figures = await context.database.asTenant(notice.tenantId, (tx) => sumRefundsSince(tx, notice))
  return {
    ...presentProgress(notice),
    kind: notice.kind,
    reason: notice.reason,
    refunds: figures.map(({ state, reservations, amountMinor, currency }) => ({
      state,
      reservations,
      currency,
      amount: amountFromMinor(amountMinor, currency),
    })),
  }
}

function presentProgress(notice: EventNotice): Static<typeof ProgressOut> {
  return {
    uuid: notice.id,
    event: notice.eventId,
    kind: notice.kind,
    reservations: notice.total,
    done: notice.done,
    datetime: formatDateTime(notice.createdAt),
    ended: notice.endedAt && formatDateTime(notice.endedAt),
  }
}

/** An event that does not take place, or takes place later. Not in the interface. */
export function registerEventNotices(app: FastifyInstance, context: Context): void {
  const tag = 'Programme'

  route(app, {
    method: 'POST',
    url: '/api/events/:uuid/cancellation/',
    access: needs('event:write', 'programme'),
    tag,
    summary: 'Cancel an event',
    description:
      'Nothing of it is sold and nobody enters from now on. Every booking is then cancelled and refunded, and whoever made it, or waits for places, is told by mail; the answer says how far that has come, and so does a second request, which changes nothing. Tickets that were scanned by then stay as they are, unless `pay_back_let_in` is true.',
    params: UuidParams,
    body: Type.Object({ reason: Reason, pay_back_let_in: Maybe(BooleanIn) }),
    response: { 200: NoticeOut },
    handler: async ({ tenant, actor, params, body }) =>
      presentNotice(
        context,
        await cancelEvent(context, tenant, actor, params.uuid, {
          reason: body.reason ?? null,
          includesLetIn: body.pay_back_let_in ?? false,
        }),
      ),
  })

  route(app, {
    method: 'POST',
    url: '/api/events/:uuid/postponement/',
    access: needs('event:write', 'programme'),
    tag,
    summary: 'Put an event off to another date',
    description:
      'Tickets stay good for the new date, and everybody who booked is told by mail. End and doors that are not sent move along with the start. When it begins after the end it had, tickets that were scanned can be scanned again.',
    params: UuidParams,
    body: Type.Object({
      datetime: DateTimeIn,
      end_datetime: Maybe(DateTimeIn),
      doors_open: Maybe(DateTimeIn),
      doors_close: Maybe(DateTimeIn),
      reason: Reason,
    }),
    response: { 200: NoticeOut },
    handler: async ({ tenant, actor, params, body }) => {
      const at = (text: string | null | undefined) =>
        typeof text === 'string' ? instant(text, tenant.timeZone) : undefined
      const notice = await postponeEvent(context, tenant, actor, params.uuid, {
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

  route(app, {
    method: 'GET',
    url: '/api/events/:uuid/notices/',
    access: needs('event:read', 'programme'),
    tag,
    summary: 'Read how far a cancellation or postponement has come',
    description:
      '`done` of so many `reservations` were told, and refunded where the event is cancelled. `refunds` says by state what became of the money since: `done`, `under_way` (with the payment service), `owed` (to be handed over at the desk) or `failed`.',
    params: UuidParams,
    response: { 200: Type.Array(NoticeOut) },
    handler: async ({ tenant, params }) => {
      const notices = await context.database.asTenant(tenant.id, async (tx) => {
        await getEvent(tx, params.uuid)
        return (await listNotices(tx, params.uuid)).filter(isScheduleChange)
      })
      return Promise.all(notices.map((notice) => presentNotice(context, notice)))
    },
  })

  route(app, {
    method: 'POST',
    url: '/api/notices/:uuid/attempts/',
    access: needs('event:write', 'programme'),
    tag,
    summary: 'Go on telling people of an event',
    description:
      'Of a cancellation, a postponement or a message whose mails stand still: it goes on now instead of within the hour, and nobody is told twice. Of one that has `ended` nothing happens.',
    params: UuidParams,
    response: { 200: ProgressOut },
    handler: async ({ tenant, params }) => presentProgress(await resumeNotice(context, tenant, params.uuid)),
  })
}
