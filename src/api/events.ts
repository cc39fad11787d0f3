import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import { type Actor, may } from '../features/account/actor.ts'
import { copyEvent, mostCopies } from '../features/event/copy-event.ts'
import { deleteEvent } from '../features/event/delete-event.ts'
import { type Event, type EventKey, findEvent, listEvents } from '../features/event/event.queries.ts'
import { eventFields } from '../features/event/event-fields.ts'
import type { EventSettings } from '../features/event/event-settings.ts'
import { createEvent } from '../features/event/save-event.ts'
import { changeEvent } from '../features/event-notice/change-event.ts'
import { readPlaces } from '../features/reservation/read-places.ts'
import type { Tenant } from '../features/tenant/tenant.ts'
import { newId } from '../lib/ids.ts'
import { isUuid } from '../lib/text.ts'
import { parseDateTime } from '../lib/time.ts'
import { needs, open, route } from '../http/route.ts'
import { instant } from '../http/wire/instant.ts'
import { ArrayIn, BooleanIn, DateTimeIn, DateTimeQuery, Maybe, PageQuery, UrlIn, UuidIn } from '../http/wire/schemas.ts'
import { answerList, type ListKeys } from './answer-list.ts'
import { EventOut, presentEvent } from './event-wire.ts'
import { fieldsIn, readFields, readNewFields } from './field-wire.ts'
import { UuidParams } from '../http/wire/params.ts'
import { takeImage } from '../http/take-image.ts'

const { archived, ...written } = eventFields
const eventIn = {
  ...fieldsIn(written),
  artists: Maybe(ArrayIn(Type.Object({ uuid: UuidIn, datetime: Maybe(DateTimeIn) }), { max: 200 })),
  img_url: Maybe(UrlIn),
}
const EventCreation = Type.Object(eventIn)
const EventChange = Type.Partial(Type.Object({ ...eventIn, ...fieldsIn({ archived }) }))

const CopiesIn = Type.Object({
  uuid: Maybe(UuidIn),
  starts: ArrayIn(DateTimeIn, { min: 1, max: mostCopies }),
  published: Maybe(BooleanIn),
})

const EventQuery = Type.Object({
  ...PageQuery,
  from: Type.Optional(DateTimeQuery),
  to: Type.Optional(DateTimeQuery),
  updated_since: Type.Optional(DateTimeQuery),
  product: Type.Optional(UuidIn),
  published: Type.Optional(BooleanIn),
})

const isSoldOut = ({ placesLeft }: Event) => placesLeft === 0

/** The events of a tenant (docs/interface/events.md). */
export function registerEvents(app: FastifyInstance, context: Context): void {
  const tag = 'Programme'
  const present = (event: Event, { tenant, actor }: { readonly tenant: Tenant; readonly actor: Actor }) =>
    presentEvent(event, { base: context.urls.base(tenant.host), isStaff: may(actor, 'event:read') })

  route(app, {
    method: 'GET',
    url: '/api/events/',
    access: open,
    tag,
    summary: 'List events in the order they start',
    description:
      '`from` and `to` bound the start, `to` being excluded; `product` keeps the events that sell it. `event:read` also sees unpublished events. `tickets_left` is the least of what the capacity and, where every ticket price has one, the stocks leave; null is unlimited.',
    query: EventQuery,
    response: { 200: Type.Array(EventOut) },
    handler: ({ tenant, actor, query, request, reply }) => {
      const at = (text: string | undefined) => (text === undefined ? undefined : instant(text, tenant.timeZone))
      const filter = {
        publishedOnly: !may(actor, 'event:read'),
        published: query.published,
        from: at(query.from),
        to: at(query.to),
        updatedSince: at(query.updated_since),
        productId: query.product,
      }
      return answerList<Event, typeof EventOut, EventKey>(
        { query, request, reply },
        {
          item: EventOut,
          present: (event) => present(event, { tenant, actor }),
          keys: byStart,
          next: (after, limit) => {
            const read = () => context.database.asTenant(tenant.id, (tx) => listEvents(tx, { ...filter, after, limit }))
            return readPlaces(context, tenant.id, read, (events) => events.some(isSoldOut))
          },
        },
      )
    },
  })

  route(app, {
    method: 'GET',
    url: '/api/events/:uuid/',
    access: open,
    tag,
    summary: 'Read one event',
    params: UuidParams,
    response: { 200: EventOut },
    handler: async ({ tenant, actor, params }) => {
      const read = () => context.database.asTenant(tenant.id, (tx) => findEvent(tx, params.uuid))
      const event = await readPlaces(context, tenant.id, read, (found) => found !== null && isSoldOut(found))
      if (!event || !(event.published || may(actor, 'event:read'))) throw new AppError('not_found')
      return present(event, { tenant, actor })
    },
  })

  route(app, {
    method: 'POST',
    url: '/api/events/',
    access: needs('event:write', 'programme'),
    tag,
    summary: 'Create an event',
    description:
      'JSON, or a form with the file `img`, where lists are repeated fields or JSON. Times without an offset are in the time zone of the organisation. A location, stage or project that is not given is the first one, where the category always has one.',
    forms: 'with_files',
    body: EventCreation,
    response: { 201: EventOut },
    handler: async ({ tenant, actor, body, request }) => {
      const imageKey = await takeImage(context, tenant, request, body.img_url ?? null)
      const { locationId, stageId, projectId, ...values } = readNewFields(eventFields, body, tenant.timeZone)
      const event = await createEvent(context, tenant, actor, {
        ...values,
        ...readArtists(body, tenant.timeZone),
        imageKey,
        // Null says no more than nothing on a creation: clients send every field.
        ...(locationId ? { locationId } : {}),
        ...(stageId ? { stageId } : {}),
        ...(projectId ? { projectId } : {}),
      })
      return present(event, { tenant, actor })
    },
  })

  route(app, {
    method: 'PATCH',
    url: '/api/events/:uuid/',
    access: needs('event:write', 'programme'),
    tag,
    summary: 'Change an event',
    description:
      'Changes the fields that are sent; a list replaces the former one. The slug stays. An archived event is no longer published; publishing it restores it. Refused with `in_use` while it takes place, is not over, and is booked or waited for.',
    forms: 'with_files',
    params: UuidParams,
    body: EventChange,
    response: { 200: EventOut },
    handler: async ({ tenant, actor, params, body, request }) => {
      const imageKey = await takeImage(context, tenant, request, body.img_url ?? null)
      const event = await changeEvent(context, tenant, actor, params.uuid, {
        ...readFields(eventFields, body, tenant.timeZone),
        ...readArtists(body, tenant.timeZone),
        // A null address takes the image away.
        ...(imageKey !== null || body.img_url === null ? { imageKey } : {}),
      })
      return present(event, { tenant, actor })
    },
  })

  route(app, {
    method: 'POST',
    url: '/api/events/:uuid/copies/',
    access: needs('event:write', 'programme'),
    tag,
    summary: 'Make an event again on other dates',
    description:
      'One for each of `starts`, all of them or none, with all that is said of it; its other times move along, by the clocks of the organisation. `published` is as the event is, unless said. The same `uuid` sent again makes no more; with anything else it is refused.',
    params: UuidParams,
    body: CopiesIn,
    response: { 201: Type.Array(EventOut) },
    handler: async ({ tenant, actor, params, body }) => {
      const moments = body.starts.map((text) => instant(text, tenant.timeZone).getTime())
      const starts = [...new Set(moments)].toSorted((one, other) => one - other).map((at) => new Date(at))
      const copies = await copyEvent(context, tenant, actor, params.uuid, {
        key: body.uuid ?? newId(),
        isWhole: true,
        starts,
        published: body.published ?? null,
      })
      return copies.map((event) => present(event, { tenant, actor }))
    },
  })

  route(app, {
    method: 'DELETE',
    url: '/api/events/:uuid/',
    access: needs('event:write', 'programme'),
    tag,
    summary: 'Delete an event',
    description: 'Refused with `in_use` when it has reservations, cancelled ones too. Unpublish it instead.',
    params: UuidParams,
    response: { 204: Type.Null() },
    handler: ({ tenant, actor, params }) => deleteEvent(context, tenant, actor, params.uuid),
  })
}

/** Nothing where they were not sent. */
function readArtists(
  { artists }: Static<typeof EventChange>,
  timeZone: string,
): Pick<Partial<EventSettings>, 'artists'> {
  if (artists === undefined) return {}
  const at = (text: string | null | undefined) => (text ? instant(text, timeZone) : null)
  return { artists: (artists ?? []).map(({ uuid, datetime }) => ({ artistId: uuid, startsAt: at(datetime) })) }
}

/** `<start> <id>`: events that start together are told apart by id. */
const byStart: ListKeys<Event, EventKey> = {
  of: ({ startsAt, id }) => ({ startsAt, id }),
  toText: ({ startsAt, id }) => `${startsAt.toISOString()} ${id}`,
  fromText(text) {
    const [start = '', id] = text.split(' ')
    const startsAt = parseDateTime(start, 'UTC')
    return startsAt && isUuid(id) ? { startsAt, id } : null
  },
}
