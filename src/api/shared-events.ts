import type { Readable } from 'node:stream'
import type { Static, TObject } from 'typebox'
import { AppError } from '../errors.ts'
import type { EventStanding } from '../features/event/event.ts'
import {
  countSharedEventsFrom,
  listSharedEventsFrom,
  type SharedSort,
} from '../features/tenant/shared-calendar.queries.ts'
import { eventCategories, type EventCategory, eventCategoryOf } from '../features/tenant/event-category.ts'
import { pictureFocuses } from '../lib/picture-focus.ts'
import { at, visitorPaths } from '../lib/paths.ts'
import type { Call } from '../http/section.ts'
import { defined } from '../http/wire/defined.ts'
import { BooleanOut, NullableEnumOut, TextOut, withExample } from '../http/wire/schemas.ts'
import { fieldsOf } from '../http/wire/answer-fields.ts'
import { answerList } from './answer-list.ts'
import { firstEnd, type ListOffer, type Narrowing } from './list-offer.ts'
import { ImageUrlOut, imageUrl, presentVariations, VariationsOut } from './image-wire.ts'

type SharedRow = Awaited<ReturnType<typeof listSharedEventsFrom>>[number]
type Given = Pick<Call, 'context'>

const baseOf = ({ host }: Pick<SharedRow, 'host'>, { context }: Given) => context.urls.base(host)
const ofOrganiser = fieldsOf<SharedRow, Given>()
const organiser = ofOrganiser.part({
  uuid: ofOrganiser.uuid('organisationId'),
  slug: ofOrganiser.text('organisationSlug', 'le-bikini'),
  organisation: ofOrganiser.text('organisation', 'Le Bikini'),
  url: ofOrganiser.value(TextOut, (row, given) => row.organiserUrl ?? baseOf(row, given)),
})

const of = fieldsOf<SharedRow, Given>()
const sharedEvent = of.object('SharedEvent', {
  uuid: of.uuid('eventId'),
  slug: of.text('slug', 'nina-simone-tribute'),
  name: of.text('name', 'Nina Simone tribute'),
  short_description: of.textOrNull('shortDescription', 'Her songs, by six voices'),
  datetime: of.moment('startsAt'),
  end_datetime: of.momentOrNull('endsAt'),
  place: of.textOrNull('locationName', 'Le Bikini'),
  city: of.textOrNull('city', 'Toulouse'),
  category: of.value(withExample(NullableEnumOut(eventCategories), 'music'), (row) =>
    eventCategoryOf(row.eventCategory),
  ),
  latitude: of.numberOrNull('latitude', 43.578542),
  longitude: of.numberOrNull('longitude', 1.521738),
  url: of.value(TextOut, (row, given) => row.link ?? baseOf(row, given) + at(visitorPaths.event, { slug: row.slug })),
  external: of.value(withExample(BooleanOut, false), ({ link }) => link !== null),
  img: of.value(ImageUrlOut, (row, given) => imageUrl(row.imageKey, baseOf(row, given))),
  img_variations: of.value(VariationsOut, ({ imageKey }) => presentVariations(imageKey)),
  img_focus: of.choice(pictureFocuses, 'imageFocus'),
  organisation: of.one(organiser, (row) => row),
})

export type SharedOffer = ListOffer<SharedRow, TObject, SharedSort, EventStanding>
type SharedQuery = { readonly limit?: number; readonly to?: string; readonly category?: EventCategory }
type SharedCall = Given & Pick<Call, 'tenant' | 'request' | 'reply'> & { readonly query: SharedQuery }

/**
 * The events of all the organisations of a Meta, as its calendar shows them (docs/interface/events.md, "On a Meta").
 *
 * @throws AppError validation_failed: it is narrowed down by nothing that it does not tell (`ofOrganisations`)
 */
export async function answerSharedEvents(call: SharedCall, offer: SharedOffer): Promise<Readable | string> {
  const { context, tenant, reply, query } = call
  refuseFilters(query)
  const now = context.now()
  const filterOf = ({ updatedSince, from, until }: Narrowing<EventStanding>) => ({
    ...defined({ category: query.category, updatedSince, from, until: firstEnd(until, query.to, tenant.timeZone) }),
    now,
  })
  const { asServer } = context.database
  const answer = await answerList(call, offer, {
    item: sharedEvent.out,
    present: (row) => sharedEvent.present(row, call),
    next: (page) => asServer((tx) => listSharedEventsFrom(tx, tenant, { ...page, ...filterOf(page) })),
    count: (narrowing) => asServer((tx) => countSharedEventsFrom(tx, tenant, filterOf(narrowing))),
  })
  if (!isListed(answer)) return answer
  // Written here: the route's own schema is that of an organisation's events.
  reply.type('application/json; charset=utf-8')
  return JSON.stringify(answer)
}

/** What an organisation knows of its own events, and the calendar does not: what is cancelled, unpublished or sold is not in it. */
const ofOrganisations = ['status', 'product', 'published']

function refuseFilters(query: object): void {
  const unknown = ofOrganisations.filter((name) => name in query)
  if (unknown.length === 0) return
  const fields = Object.fromEntries(unknown.map((name) => [name, ['unknown_filter' as const]]))
  throw new AppError('validation_failed', { fields })
}

type Answer = Readable | readonly Static<typeof sharedEvent.out>[]

function isListed(answer: Answer): answer is readonly Static<typeof sharedEvent.out>[] {
  return Array.isArray(answer)
}
