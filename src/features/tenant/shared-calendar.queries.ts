import { sql } from 'kysely'
import type { ServerTx } from '../../db/database.ts'
import { isPartOf } from '../../db/folded.ts'
import { countFound, inOrder, inOrderOfMaking, type Order, type Page } from '../../db/in-order.ts'
import { isWithin } from '../../db/rows.ts'
import { firstSpoken } from '../../lib/spoken.ts'
import { foldText } from '../../lib/text.ts'
import { type EventCategory, eventCategoryOf } from './event-category.ts'
import { listAgreed } from './appearance.queries.ts'
import { isNotOver } from './calendar.queries.ts'
import { selectMembers } from './federation.queries.ts'
import { isChangedTenant } from './tenant.queries.ts'
import type { Tenant, TenantCategory } from './tenant.ts'

/**
 * An event in the shared calendar, with its organisation: the host that links to it use, and the language in which it writes. One of a remote
 * agenda has a link of its own, and the agenda in the place of the organisation.
 */
export type SharedEvent = Awaited<ReturnType<typeof listSharedEvents>>[number]

export type CalendarFilter = {
  /** Words that must each be found: in the name, the description, the artists, the place, the town or the organisation. */
  readonly words: readonly string[]
  /** Only events that go on at this time or later; those that are over are never listed. */
  readonly from: Date | null
  /** Only events that start before this. */
  readonly before: Date | null
  readonly town: string | null
  readonly category: TenantCategory | null
  readonly eventCategory: EventCategory | null
  /** The slug of the only organisation wanted; null: all. */
  readonly organisation: string | null
}

/**
 * Selects events of the tenants a Meta lists (the first Meta: everybody), without archived and unapproved ones, sandboxes and
 * what is kept out, and those of its
 * remote agendas, not of another Meta's; of another tenant its own, and those of others that name it (`agreed`).
 */
function selectEntries(tx: ServerTx, tenant: Tenant, agreed: Agreed = []) {
  const entries = tx
    .selectFrom('calendarEntry')
    .innerJoin('tenant', 'tenant.id', 'calendarEntry.tenantId')
    .where('tenant.archivedAt', 'is', null)
    .where('tenant.approval', '=', 'approved')
  if (tenant.category !== 'meta' && agreed.length === 0) return entries.where('tenant.id', '=', tenant.id)
  if (tenant.category !== 'meta')
    return entries.where(({ or, eb, refTuple, tuple }) =>
      or([
        eb('tenant.id', '=', tenant.id),
        eb(
          refTuple('calendarEntry.tenantId', 'calendarEntry.eventId'),
          'in',
          agreed.map(({ organiserId, eventId }) => tuple(organiserId, eventId)),
        ),
      ]),
    )
  return entries.where((where) => {
    const { and, or, eb } = where
    const isReal = and([
      eb('tenant.sandbox', '=', false),
      eb('calendarEntry.agendaId', 'is', null),
      eb('calendarEntry.keptOut', '=', false),
    ])
    const isListed = tenant.firstMeta ? isReal : and([isReal, eb('tenant.id', 'in', selectMembers(where, tenant))])
    return or([eb('tenant.id', '=', tenant.id), isListed])
  })
}

type Agreed = Awaited<ReturnType<typeof listAgreed>>

/** Selects what is not over at `now`, cancelled or not. */
function selectComing(tx: ServerTx, meta: Tenant, now: Date, agreed: Agreed = []) {
  return selectEntries(tx, meta, agreed).where(isNotOver(now))
}

/** Selects what is announced: neither cancelled nor over at `now`. */
function selectShared(...of: Parameters<typeof selectComing>) {
  return selectComing(...of).where('calendarEntry.cancelledAt', 'is', null)
}

/** What a remote agenda no longer has was cancelled, moved or never meant: nobody here can say which. */
const isAnnouncedOrOurs = sql<boolean>`(calendar_entry.cancelled_at is null or calendar_entry.agenda_id is null)`

/** An agenda is told apart by its id: it has no page here. */
const organisationSlug = sql<string>`coalesce(calendar_entry.agenda_id::text, tenant.slug)`

function withOrganisation(entries: ReturnType<typeof selectEntries>) {
  return entries
    .innerJoin('domain', (join) => join.onRef('domain.tenantId', '=', 'tenant.id').on('domain.kind', '=', 'label'))
    .select(['calendarEntry.tenantId', 'calendarEntry.eventId', 'calendarEntry.slug', 'calendarEntry.name'])
    .select(['calendarEntry.shortDescription', 'calendarEntry.startsAt', 'calendarEntry.endsAt'])
    .select(['calendarEntry.locationName', 'calendarEntry.city', 'calendarEntry.imageKey', 'calendarEntry.imageFocus'])
    .select(['calendarEntry.latitude', 'calendarEntry.longitude', 'calendarEntry.eventCategory'])
    .select('calendarEntry.cancelledAt')
    .select(['calendarEntry.link', 'calendarEntry.allDay', 'calendarEntry.uid', 'calendarEntry.organiserUrl'])
    .select(['tenant.language', 'tenant.currency'])
    .select((of) => of.fn.coalesce('calendarEntry.agendaId', 'calendarEntry.tenantId').as('organisationId'))
    .select((of) => of.fn.coalesce('calendarEntry.organiser', 'tenant.organisation').as('organisation'))
    .select(organisationSlug.as('organisationSlug'))
    .select((of) => of.fn.coalesce('calendarEntry.timeZone', 'tenant.timeZone').as('timeZone'))
    .select((of) => of.fn.coalesce('tenant.mainDomain', 'domain.name').as('host'))
}

/** Which events of the shared calendar a program asks for. */
export type SharedEventFilter = {
  /** Starting at or after. */
  readonly from?: Date | undefined
  /** Starting before. */
  readonly until?: Date | undefined
  readonly updatedSince?: Date
  readonly category?: EventCategory
  readonly now: Date
}

const byEventId = inOrderOfMaking('calendarEntry.eventId')
const orders = {
  datetime: [{ column: 'calendarEntry.startsAt', type: 'timestamptz' }, ...byEventId],
  created: byEventId,
  name: [{ column: 'calendarEntry.name', type: 'text' }, ...byEventId],
} as const satisfies Readonly<Record<string, Order>>
export type SharedSort = keyof typeof orders

/** Lists events of the shared calendar; without `sort` in the order they start, those of one instant by id. */
export async function listSharedEventsFrom(tx: ServerTx, meta: Tenant, filter: SharedEventFilter & Page<SharedSort>) {
  const { sort = 'datetime' } = filter
  return inOrder(selectSharedFrom(tx, meta, filter), orders[sort], filter).execute()
}

export function countSharedEventsFrom(tx: ServerTx, meta: Tenant, filter: SharedEventFilter): Promise<number> {
  return countFound(tx, selectSharedFrom(tx, meta, filter))
}

function selectSharedFrom(tx: ServerTx, meta: Tenant, filter: SharedEventFilter) {
  const { updatedSince, now } = filter
  let query = withOrganisation(selectShared(tx, meta, now))
    .select('calendarEntry.eventId as id')
    .where(isWithin(filter, 'calendarEntry.startsAt'))
  if (filter.category !== undefined) query = query.where('calendarEntry.eventCategory', '=', filter.category)
  if (updatedSince !== undefined)
    query = query.where((where) =>
      where.or([where('calendarEntry.updatedAt', '>=', updatedSince), isChangedTenant(meta, updatedSince)(where)]),
    )
  return query
}

/** Lists events of the shared calendar that match all of a filter, in the order they start. */
export async function listSharedEvents(
  tx: ServerTx,
  meta: Tenant,
  filter: CalendarFilter,
  page: {
    readonly now: Date
    /** Also what organisations here cancelled: for people, who would look for it. */
    readonly withCancelled?: boolean
    readonly limit: number
    readonly offset: number
  },
) {
  const coming = page.withCancelled
    ? selectComing(tx, meta, page.now).where(isAnnouncedOrOurs)
    : selectShared(tx, meta, page.now)
  const entries = withOrganisation(narrowed(coming, filter))
  const rows = await inOrder(entries, orders.datetime, page).execute()
  return rows.map((row) => ({ ...row, language: firstSpoken(row.language) }))
}

/** Lists events of others that name an organisation as artist and that its people agreed to, in the order they start. */
export async function listSharedAppearances(tx: ServerTx, tenant: Tenant, now: Date, limit: number) {
  const agreed = await listAgreed(tx, tenant, now)
  if (agreed.length === 0) return []
  const entries = withOrganisation(selectShared(tx, tenant, now, agreed)).where('tenant.id', '!=', tenant.id)
  const rows = await inOrder(entries, orders.datetime, { limit }).execute()
  return rows.map((row) => ({ ...row, language: firstSpoken(row.language) }))
}

/** An event as a feed tells it. */
export type FeedEvent = Awaited<ReturnType<typeof listFeedEvents>>[number]

/** How long feeds tell that an event was cancelled. */
const cancelledWeeks = 4

/**
 * Lists what a feed of a tenant tells, in the order it starts: what its calendar shows, and what was cancelled lately and would not be
 * over yet. Of a tenant that is no Meta its own events, and those of others that name it, once its people agreed.
 */
export async function listFeedEvents(
  tx: ServerTx,
  tenant: Tenant,
  filter: CalendarFilter,
  { now, limit }: { readonly now: Date; readonly limit: number },
) {
  const toldSince = new Date(now.getTime() - cancelledWeeks * 7 * 86_400_000)
  const agreed = tenant.category === 'meta' ? [] : await listAgreed(tx, tenant, now)
  const entries = narrowed(selectEntries(tx, tenant, agreed).where(isNotOver(now)), filter).where((where) =>
    where.or([where('calendarEntry.cancelledAt', 'is', null), where('calendarEntry.cancelledAt', '>', toldSince)]),
  )
  const rows = await inOrder(forFeed(entries), orders.datetime, { limit }).execute()
  return rows.map((row) => ({ ...row, language: firstSpoken(row.language) }))
}

/** Finds an entry of a tenant's own as its feed tells it, also when it is over; null: it has none. */
export async function findFeedEvent(tx: ServerTx, tenant: Tenant, eventId: string): Promise<FeedEvent | null> {
  const entries = selectEntries(tx, tenant)
    .where('calendarEntry.tenantId', '=', tenant.id)
    .where('calendarEntry.eventId', '=', eventId)
  const row = await forFeed(entries).executeTakeFirst()
  return row ? { ...row, language: firstSpoken(row.language) } : null
}

function forFeed(entries: ReturnType<typeof selectEntries>) {
  return withOrganisation(entries)
    .select(['calendarEntry.calendarSequence', 'calendarEntry.updatedAt', 'calendarEntry.overAt'])
    .select(['calendarEntry.shownSince', 'calendarEntry.keptOut', 'tenant.fediverseLabel'])
}

function narrowed(entries: ReturnType<typeof selectEntries>, filter: CalendarFilter) {
  let query = entries
  for (const word of filter.words) {
    const pattern = `%${foldText(word).replace(/[\\%_]/g, '\\$&')}%`
    query = query.where((where) =>
      where.or([
        where('calendarEntry.foldedWhat', 'like', pattern),
        where('calendarEntry.foldedWhere', 'like', pattern),
        // A slug is an organisation's name, folded when it was made. That of an agenda is in `foldedWhat`.
        where.and([where('calendarEntry.agendaId', 'is', null), where('tenant.slug', 'like', pattern)]),
        where.and([where('calendarEntry.agendaId', 'is', null), isPartOf(word, sql.ref('tenant.organisation'))]),
      ]),
    )
  }
  if (filter.from !== null) query = query.where(isNotOver(filter.from))
  // What takes the whole day begins at its midnight, which is the night of the day before.
  const begins = sql<Date>`calendar_entry.starts_at + case when calendar_entry.all_day then interval '12 hours' else interval '0' end`
  if (filter.before !== null) query = query.where(begins, '<', filter.before)
  if (filter.town !== null) query = query.where('calendarEntry.city', '=', filter.town)
  if (filter.category !== null) query = query.where('tenant.category', '=', filter.category)
  if (filter.eventCategory !== null) query = query.where('calendarEntry.eventCategory', '=', filter.eventCategory)
  if (filter.organisation !== null) query = query.where(organisationSlug, '=', filter.organisation)
  return query
}

/** The choices for filters among the events of the shared calendar. */
export type CalendarChoices = Awaited<ReturnType<typeof listCalendarChoices>>

export async function listCalendarChoices(tx: ServerTx, meta: Tenant, now: Date) {
  const towns = await selectShared(tx, meta, now)
    .select('calendarEntry.city')
    .where('calendarEntry.city', 'is not', null)
    .distinct()
    .orderBy('calendarEntry.city')
    .execute()
  const organisations = await selectShared(tx, meta, now)
    .select(organisationSlug.as('slug'))
    .select((of) => of.fn.coalesce('calendarEntry.organiser', 'tenant.organisation').as('organisation'))
    .select('tenant.category')
    .distinct()
    .orderBy('organisation')
    .execute()
  const eventCategories = await selectShared(tx, meta, now).select('calendarEntry.eventCategory').distinct().execute()
  return {
    eventCategories: eventCategories.flatMap(({ eventCategory }) => eventCategoryOf(eventCategory) ?? []),
    towns: towns.flatMap(({ city }) => (city === null ? [] : [city])),
    organisations,
    // What a Meta has of its own is of agendas, of which nobody says what they are.
    categories: [...new Set(organisations.map(({ category }) => category))].filter((category) => category !== 'meta'),
  }
}
