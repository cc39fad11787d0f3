import type { Readable } from 'node:stream'
import type { Static } from 'typebox'
import type { EventKey } from '../features/event/event.queries.ts'
import { listSharedEventsFrom, type SharedEventFilter } from '../features/tenant/shared-calendar.queries.ts'
import { at, visitorPaths } from '../lib/paths.ts'
import type { Call } from '../http/section.ts'
import { TextOut } from '../http/wire/schemas.ts'
import { fieldsOf } from './answer-fields.ts'
import { answerList, type ListKeys } from './answer-list.ts'
import { ImageUrlOut, imageUrl, presentVariations, VariationsOut } from './image-wire.ts'

type SharedRow = Awaited<ReturnType<typeof listSharedEventsFrom>>[number]
type Given = Pick<Call, 'context'>

const baseOf = ({ host }: Pick<SharedRow, 'host'>, { context }: Given) => context.urls.base(host)
const ofOrganiser = fieldsOf<SharedRow, Given>()
const organiser = ofOrganiser.part({
  uuid: ofOrganiser.uuid('tenantId'),
  slug: ofOrganiser.text('organisationSlug', 'le-bikini'),
  organisation: ofOrganiser.text('organisation', 'Le Bikini'),
  url: ofOrganiser.value(TextOut, baseOf),
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
  url: of.value(TextOut, (row, given) => baseOf(row, given) + at(visitorPaths.event, { slug: row.slug })),
  img: of.value(ImageUrlOut, (row, given) => imageUrl(row.imageKey, baseOf(row, given))),
  img_variations: of.value(VariationsOut, ({ imageKey }) => presentVariations(imageKey)),
  organisation: of.one(organiser, (row) => row),
})

type SharedCall = Given & Pick<Call, 'tenant' | 'request' | 'reply'> & Parameters<typeof answerList>[0]

/** The events of all the organisations of a Meta, as its calendar shows them (docs/interface/events.md, "On a Meta"). */
export async function answerSharedEvents(
  call: SharedCall,
  filter: Pick<SharedEventFilter, 'from' | 'to'>,
  keys: ListKeys<SharedRow, EventKey>,
): Promise<Readable | string> {
  const { context, tenant, reply } = call
  const now = context.now()
  const answer = await answerList<SharedRow, typeof sharedEvent.out, EventKey>(call, {
    item: sharedEvent.out,
    present: (row) => sharedEvent.present(row, call),
    keys,
    next: (page) => context.database.asServer((tx) => listSharedEventsFrom(tx, tenant, { ...filter, ...page, now })),
  })
  if (!isListed(answer)) return answer
  // Written here: the route's own schema is that of an organisation's events.
  reply.type('application/json; charset=utf-8')
  return JSON.stringify(answer)
}

type Answer = Readable | readonly Static<typeof sharedEvent.out>[]

function isListed(answer: Answer): answer is readonly Static<typeof sharedEvent.out>[] {
  return Array.isArray(answer)
}
