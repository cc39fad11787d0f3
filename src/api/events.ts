import { type Static, Type } from 'typebox'
import { AppError, orNotFound } from '../errors.ts'
import { may } from '../features/account/actor.ts'
import { copyEvent, mostCopies } from '../features/event/copy-event.ts'
import { deleteEvent } from '../features/event/delete-event.ts'
import { type EventStanding, eventStandings } from '../features/event/event.ts'
import {
  countEvents,
  type Event,
  type EventFilter,
  findEvent,
  findEventIdBySlug,
  listEvents,
} from '../features/event/event.queries.ts'
import { eventFields } from '../features/event/event-fields.ts'
import type { EventSettings } from '../features/event/event-settings.ts'
import { createEvent } from '../features/event/save-event.ts'
import { changeEvent } from '../features/event-notice/change-event.ts'
import { readPlaces } from '../features/reservation/read-places.ts'
import { eventCategories } from '../features/tenant/event-category.ts'
import { newId } from '../lib/ids.ts'
import { needs, open } from '../http/route.ts'
import { instant } from '../http/wire/instant.ts'
import { SlugParams } from '../http/wire/params.ts'
import {
  ArrayIn,
  BeforeQuery,
  BooleanIn,
  DateTimeIn,
  EnumIn,
  Maybe,
  Text,
  UrlIn,
  UuidIn,
  withExample,
} from '../http/wire/schemas.ts'
import { type Caller, collection } from './collection.ts'
import { byId, byMoment, byOwnName, byText, firstEnd, listOffer, type Narrowing } from './list-offer.ts'
import { answerSharedEvents } from './shared-events.ts'
import { event } from './event-wire.ts'
import { fieldsIn, readFields, readNewFields } from '../http/wire/field-wire.ts'
import { takeChangedImage, takeImage } from '../http/take-image.ts'

const { archived, ...written } = eventFields
const eventIn = {
  ...fieldsIn(written),
  artists: Maybe(ArrayIn(Type.Object({ uuid: UuidIn, datetime: Maybe(DateTimeIn) }), { max: 200 })),
  img_url: Maybe(UrlIn),
}
const { most, example } = eventFields.name
const EventCreation = Type.Object({ ...eventIn, name: Maybe(Text({ max: most, example })) }, { title: 'EventCreation' })
const EventChange = Type.Partial(Type.Object({ ...eventIn, ...fieldsIn({ archived }) }), { title: 'EventChange' })

const CopiesIn = Type.Object(
  { uuid: Maybe(UuidIn), starts: ArrayIn(DateTimeIn, { min: 1, max: mostCopies }), published: Maybe(BooleanIn) },
  { title: 'EventCopies' },
)

const isSoldOut = ({ placesLeft }: Event) => placesLeft === 0

type Listed = { readonly id: string; readonly startsAt: Date; readonly name: string }

const offer = listOffer({
  filters: {
    to: Type.Optional(BeforeQuery),
    product: Type.Optional(UuidIn),
    published: Type.Optional(BooleanIn),
    category: Type.Optional(withExample(EnumIn(eventCategories), 'music')),
  },
  dates: 'starts',
  statuses: byOwnName(eventStandings),
  sorts: {
    datetime: byMoment(({ startsAt }: Listed) => startsAt),
    created: byId,
    name: byText(({ name }: Listed) => name),
  },
  usual: 'datetime',
})

const events = collection({
  tag: 'Programme',
  url: '/api/events/',
  access: open,
  writes: needs('event:write', 'programme'),
  ...event,
  read,
})

async function read(id: string, { context, tenant, actor, inTenant }: Caller): Promise<Event> {
  const find = () => inTenant((tx) => findEvent(tx, id))
  const event = await readPlaces(context, tenant.id, find, (found) => found !== null && isSoldOut(found))
  if (!event || !(event.published || may(actor, 'event:read'))) throw new AppError('not_found')
  return event
}

/** The events of a tenant (docs/interface/events.md). */
export const registerEvents = events.register

events.list({
  summary: 'List events in the order they start',
  description:
    'On a Meta those that its calendar shows, each with its organisation; `status`, `product` and `published` are unknown there. `product` keeps the events that sell it, `category` those of that category. `event:read` also sees unpublished events. `tickets_left` is the least of what the capacity and, where every ticket price has one, the stocks leave; null is unlimited.',
  offer,
  kept: async (call) => (call.tenant.category === 'meta' ? answerSharedEvents(call, offer) : undefined),
  rows: (page, call) => {
    const { context, inTenant, tenant } = call
    const read = () => inTenant((tx) => listEvents(tx, { ...page, ...filterOf(call, page) }))
    return readPlaces(context, tenant.id, read, (found) => found.some(isSoldOut))
  },
  count: (narrowing, call) => call.inTenant((tx) => countEvents(tx, filterOf(call, narrowing))),
})

type Filtered = Pick<Caller, 'actor' | 'tenant'> & { readonly query: Static<typeof offer.query> }

function filterOf({ actor, tenant, query }: Filtered, narrowing: Narrowing<EventStanding>): EventFilter {
  return {
    publishedOnly: !may(actor, 'event:read'),
    published: query.published,
    productId: query.product,
    category: query.category,
    standings: narrowing.statuses,
    updatedSince: narrowing.updatedSince,
    from: narrowing.from,
    until: firstEnd(narrowing.until, query.to, tenant.timeZone),
  }
}

events.one({ summary: 'Read one event' })

events.get('/api/eventslug/:slug/', {
  operationId: 'readEventBySlug',
  summary: 'Read one event by its slug',
  description: 'For programs that have nothing but the address of its page.',
  params: SlugParams,
  response: { 200: event.out },
  handler: (call) =>
    events.answer(call, async () =>
      read(orNotFound(await call.inTenant((tx) => findEventIdBySlug(tx, call.params.slug))), call),
    ),
})

events.create({
  refuses: ['category_rule', 'storage_full'],
  summary: 'Create an event',
  description:
    'JSON, or a form with the file `img`, where lists are repeated fields or JSON. Times without an offset are in the time zone of the organisation. A location, stage or project that is not given is the first one, where the category always has one. Without a `name` it takes that of its artists.',
  forms: 'with_files',
  body: EventCreation,
  handler: async ({ context, tenant, actor, body, request }) => {
    const imageKey = await takeImage(context, tenant, request, body.img_url ?? null)
    const { locationId, stageId, projectId, ...values } = readNewFields(eventFields, body, tenant.timeZone)
    return createEvent(context, tenant, actor, {
      ...values,
      name: body.name ?? null,
      ...readArtists(body, tenant.timeZone),
      imageKey,
      // Null says no more than nothing on a creation: clients send every field.
      ...(locationId ? { locationId } : {}),
      ...(stageId ? { stageId } : {}),
      ...(projectId ? { projectId } : {}),
    })
  },
})

events.change({
  refuses: ['category_rule', 'storage_full', 'in_use', 'changed_meanwhile', 'invalid_transition'],
  summary: 'Change an event',
  description:
    'Changes the fields that are sent; a list replaces the former one. The slug stays. An archived event is no longer published; publishing it restores it. Refused with `in_use` while it takes place, is not over, and is booked or waited for.',
  forms: 'with_files',
  body: EventChange,
  handler: async ({ context, id, tenant, actor, body, request }) =>
    changeEvent(context, tenant, actor, id, {
      ...(await takeChangedImage(context, tenant, request, body)),
      ...readFields(eventFields, body, tenant.timeZone),
      ...readArtists(body, tenant.timeZone),
    }),
})

events.post(':uuid/copies/', {
  operationId: 'copyEvent',
  refuses: ['category_rule', 'idempotency_mismatch'],
  summary: 'Make an event again on other dates',
  description:
    'One for each of `starts`, all of them or none, with all that is said of it; its other times move along, by the clocks of the organisation. `published` is as the event is, unless said. The same `uuid` sent again makes no more; with anything else it is refused.',
  body: CopiesIn,
  response: { 201: Type.Array(event.out) },
  handler: (call) => {
    const { context, id, tenant, actor, body } = call
    const moments = body.starts.map((text) => instant(text, tenant.timeZone).getTime())
    const starts = [...new Set(moments)].toSorted((one, other) => one - other).map((at) => new Date(at))
    const copies = { key: body.uuid ?? newId(), isWhole: true, starts, published: body.published ?? null }
    return events.answerAll(call, () => copyEvent(context, tenant, actor, id, copies))
  },
})

events.delete(':uuid/', {
  operationId: 'deleteEvent',
  refuses: ['in_use'],
  summary: 'Delete an event',
  description: 'Refused with `in_use` when it has reservations, cancelled ones too. Unpublish it instead.',
  response: { 204: Type.Null() },
  handler: ({ context, id, tenant, actor }) => deleteEvent(context, tenant, actor, id),
})

/** Nothing where they were not sent. */
function readArtists(
  { artists }: Static<typeof EventChange>,
  timeZone: string,
): Pick<Partial<EventSettings>, 'artists'> {
  if (artists === undefined) return {}
  const at = (text: string | null | undefined) => (text ? instant(text, timeZone) : null)
  return { artists: (artists ?? []).map(({ uuid, datetime }) => ({ artistId: uuid, startsAt: at(datetime) })) }
}
