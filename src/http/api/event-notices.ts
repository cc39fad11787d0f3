import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { findEvent } from '../../features/event/event.queries.ts'
import { cancelEvent } from '../../features/event-notice/cancel-event.ts'
import {
  type EventNotice,
  listNotices,
  noticeKinds,
} from '../../features/event-notice/event-notice.queries.ts'
import { postponeEvent } from '../../features/event-notice/postpone-event.ts'
import { formatDateTime } from '../../lib/time.ts'
import { needs, route } from '../route.ts'
import { defined } from '../wire/defined.ts'
import {
  DateTimeIn,
  DateTimeOut,
  EnumOut,
  IntegerOut,
  Maybe,
  NullableDateTimeOut,
  NullableTextOut,
  Text,
  UuidOut,
  withExample,
} from '../wire/schemas.ts'
import { instant } from './events.ts'
import { UuidParams } from './params.ts'

const Reason = Maybe(Text({ max: 1000, multiline: true, example: 'The singer is ill.' }))

const NoticeOut = Type.Object(
  {
    uuid: UuidOut,
    event: UuidOut,
    kind: withExample(EnumOut(noticeKinds), 'cancelled'),
    reason: withExample(NullableTextOut, 'The singer is ill.'),
    reservations: withExample(IntegerOut, 240),
    done: withExample(IntegerOut, 100),
    datetime: DateTimeOut,
    ended: withExample(NullableDateTimeOut, null),
  },
  { title: 'EventNotice' },
)

export function presentNotice(notice: EventNotice): Static<typeof NoticeOut> {
  return {
    uuid: notice.id,
    event: notice.eventId,
    kind: notice.kind,
    reason: notice.reason,
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
    access: needs('event:write'),
    tag,
    summary: 'Cancel an event',
    description:
      'Nothing of it is sold and nobody enters from now on. Every booking is then cancelled and refunded, and whoever made it, or waits for places, is told by mail; the answer says how far that has come, and so does a second request, which changes nothing.',
    params: UuidParams,
    body: Type.Object({ reason: Reason }),
    response: { 200: NoticeOut },
    handler: async ({ tenant, params, body }) =>
      presentNotice(await cancelEvent(context, tenant, params.uuid, body.reason ?? null)),
  })

  route(app, {
    method: 'POST',
    url: '/api/events/:uuid/postponement/',
    access: needs('event:write'),
    tag,
    summary: 'Put an event off to another date',
    description:
      'Tickets stay good for the new date, and everybody who booked is told by mail. End and doors that are not sent move along with the start.',
    params: UuidParams,
    body: Type.Object({
      datetime: DateTimeIn,
      end_datetime: Maybe(DateTimeIn),
      doors_open: Maybe(DateTimeIn),
      doors_close: Maybe(DateTimeIn),
      reason: Reason,
    }),
    response: { 200: NoticeOut },
    handler: async ({ tenant, params, body }) => {
      const at = (text: string | null | undefined) =>
        typeof text === 'string' ? instant(text, tenant.timeZone) : undefined
      const notice = await postponeEvent(context, tenant, params.uuid, {
        startsAt: instant(body.datetime, tenant.timeZone),
        ...defined({
          endsAt: at(body.end_datetime),
          doorsOpenAt: at(body.doors_open),
          doorsCloseAt: at(body.doors_close),
        }),
        reason: body.reason ?? null,
      })
      return presentNotice(notice)
    },
  })

  route(app, {
    method: 'GET',
    url: '/api/events/:uuid/notices/',
    access: needs('event:read'),
    tag,
    summary: 'Read how far a cancellation or postponement has come',
    description: '`done` of so many `reservations` were told, and refunded where the event is cancelled.',
    params: UuidParams,
    response: { 200: Type.Array(NoticeOut) },
    handler: ({ tenant, params }) =>
      context.database.asTenant(tenant.id, async (tx) => {
        if (!(await findEvent(tx, params.uuid))) throw new AppError('not_found')
        return (await listNotices(tx, params.uuid)).map(presentNotice)
      }),
  })
}
