import { type Static, Type } from 'typebox'
import { getEvent } from '../features/event/event.queries.ts'
import {
  type EventNotice,
  isScheduleChange,
  listNotices,
  wordsOfMessage,
} from '../features/event-notice/event-notice.queries.ts'
import { mostMessage, mostSubject, sendMessage } from '../features/event-notice/send-message.ts'
import { newId } from '../lib/ids.ts'
import { formatDateTime } from '../lib/time.ts'
import { needs } from '../http/route.ts'
import { section } from '../http/section.ts'
import {
  DateTimeOut,
  IntegerOut,
  Maybe,
  NullableDateTimeOut,
  Text,
  TextOut,
  UuidIn,
  UuidOut,
  withExample,
} from '../http/wire/schemas.ts'

const MessageOut = Type.Object(
  {
    uuid: UuidOut,
    event: UuidOut,
    subject: withExample(TextOut, 'Doors open at seven'),
    message: withExample(TextOut, 'Come early: it will be full.'),
    reservations: withExample(IntegerOut, 240),
    done: withExample(IntegerOut, 100),
    left_out: withExample(IntegerOut, 2),
    datetime: DateTimeOut,
    ended: withExample(NullableDateTimeOut, null),
  },
  { title: 'EventMessage' },
)

function presentMessage(notice: EventNotice): Static<typeof MessageOut> {
  const { subject, text } = wordsOfMessage(notice)
  return {
    uuid: notice.id,
    event: notice.eventId,
    subject,
    message: text,
    reservations: notice.total,
    done: notice.done,
    left_out: notice.leftOut,
    datetime: formatDateTime(notice.createdAt),
    ended: notice.endedAt && formatDateTime(notice.endedAt),
  }
}

const messages = section({
  tag: 'Programme',
  url: '/api/events/:uuid/messages/',
  access: needs('event:read', 'programme'),
  writes: needs('event:write', 'programme'),
})

/** A word to everybody who comes to an event. Not in the interface. */
export const registerEventMessageRoutes = messages.register

messages.post('', {
  summary: 'Write to everybody who booked an event',
  description:
    'Mails everybody who has booked so far, and whoever was given a ticket, each once; the name of the event stands before the `subject`. The answer says how far that has come. The same `uuid` sent again is the same message; with other words it is refused.',
  body: Type.Object({
    uuid: Maybe(UuidIn),
    subject: Text({ min: 1, max: mostSubject, example: 'Doors open at seven' }),
    message: Text({ min: 1, max: mostMessage, multiline: true, example: 'Come early: it will be full.' }),
  }),
  response: { 200: MessageOut },
  handler: async ({ context, id, tenant, actor, body }) => {
    const { uuid, subject, message: text } = body
    const message = { id: uuid ?? newId(), subject, text }
    return presentMessage(await sendMessage(context, tenant, actor, id, message))
  },
})

messages.get('', {
  summary: 'Read what everybody who booked was written',
  description:
    'In the order they were sent. `done` of so many `reservations` have been told; `left_out` is how many people were not, since they want no more messages.',
  response: { 200: Type.Array(MessageOut) },
  handler: ({ id, inTenant }) =>
    inTenant(async (tx) => {
      await getEvent(tx, id)
      const notices = await listNotices(tx, id)
      return notices.filter((notice) => !isScheduleChange(notice)).map(presentMessage)
    }),
})
