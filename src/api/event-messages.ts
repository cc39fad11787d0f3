import { Type } from 'typebox'
import { getEvent } from '../features/event/event.queries.ts'
import {
  type EventNotice,
  isScheduleChange,
  listNotices,
  wordsOfMessage,
} from '../features/event-notice/event-notice.queries.ts'
import { mostMessage, mostSubject, sendMessage } from '../features/event-notice/send-message.ts'
import { newId } from '../lib/ids.ts'
import { needs } from '../http/route.ts'
import { section } from '../http/section.ts'
import { Maybe, Text, UuidIn } from '../http/wire/schemas.ts'
import { fieldsOf } from '../http/wire/answer-fields.ts'
import { chooseWhole } from './answer-list.ts'
import { byId, listOffer } from './list-offer.ts'

const ofMessage = fieldsOf<EventNotice>()
const message = ofMessage.object('EventMessage', {
  uuid: ofMessage.uuid('id'),
  event: ofMessage.uuid('eventId'),
  subject: ofMessage.text((notice) => wordsOfMessage(notice).subject, 'Doors open at seven'),
  message: ofMessage.text((notice) => wordsOfMessage(notice).text, 'Come early: it will be full.'),
  reservations: ofMessage.integer('total', 240),
  done: ofMessage.integer('done', 100),
  left_out: ofMessage.integer('leftOut', 2),
  datetime: ofMessage.moment('createdAt'),
  ended: ofMessage.momentOrNull('endedAt', null),
})

const messages = section({
  tag: 'Programme',
  url: '/api/events/:uuid/messages/',
  access: needs('event:read', 'programme'),
  writes: needs('event:write', 'programme'),
})

/** A word to everybody who comes to an event. Not in the interface. */
export const registerEventMessageRoutes = messages.register

messages.post('', {
  operationId: 'sendEventMessage',
  refuses: ['not_approved', 'idempotency_mismatch'],
  summary: 'Write to everybody who booked an event',
  description:
    'Mails everybody who has booked so far, and whoever was given a ticket, each once; the name of the event stands before the `subject`. The answer says how far that has come. The same `uuid` sent again is the same message; with other words it is refused.',
  body: Type.Object(
    {
      uuid: Maybe(UuidIn),
      subject: Text({ min: 1, max: mostSubject, example: 'Doors open at seven' }),
      message: Text({ min: 1, max: mostMessage, multiline: true, example: 'Come early: it will be full.' }),
    },
    { title: 'EventMessageCreation' },
  ),
  response: { 200: message.out },
  handler: async ({ context, id, tenant, actor, body }) => {
    const { uuid, subject, message: text } = body
    const words = { id: uuid ?? newId(), subject, text }
    return message.present(await sendMessage(context, tenant, actor, id, words))
  },
})

const offer = listOffer({ dates: 'was sent', sorts: { created: byId } })

messages.get('', {
  operationId: 'listEventMessages',
  summary: 'Read what everybody who booked was written',
  description:
    'In the order they were sent. `done` of so many `reservations` have been told; `left_out` is how many people were not, since they want no more messages.',
  query: offer.query,
  response: { 200: Type.Array(message.out) },
  handler: (call) =>
    call.inTenant(async (tx) => {
      await getEvent(tx, call.id)
      const sent = (await listNotices(tx, call.id)).filter((notice) => !isScheduleChange(notice))
      const changes = ({ updatedAt }: EventNotice) => [updatedAt]
      return chooseWhole(call, offer, sent, { changes, at: ({ createdAt }) => createdAt }).map(message.present)
    }),
})
