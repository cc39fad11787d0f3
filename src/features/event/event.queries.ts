import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import type { Event as EventRow } from '../../db/tables.ts'
import { foldText } from '../../lib/text.ts'
import { ticketKinds } from '../catalog/product.ts'
import { placesLeft } from './event.ts'
import { notOver } from './event-page.queries.ts'
import { listWaiting } from './waiting.queries.ts'
import { claimOf } from './waiting.ts'

export type EventArtist = { readonly artistId: string; readonly startsAt: Date | null }

export type Event = Selectable<EventRow> & {
  readonly productIds: readonly string[]
  readonly optionIds: readonly string[]
  readonly artists: readonly EventArtist[]
  /** Booked or held by a booking under way. */
  readonly placesHeld: number
  /** Null is unlimited. */
  readonly placesLeft: number | null
}

/** Events are ordered by their start, those of one instant by id. */
export type EventKey = { readonly startsAt: Date; readonly id: string }

export type EventFilter = {
  readonly publishedOnly: boolean
  readonly published?: boolean | undefined
  /** Starting at or after. */
  readonly from?: Date | undefined
  /** Starting before. */
  readonly to?: Date | undefined
  readonly updatedSince?: Date | undefined
  /** Only those that sell it. */
  readonly productId?: string | undefined
  readonly after?: EventKey | undefined
  readonly limit: number
}

function selectEvents(tx: TenantTx) {
  return tx
    .selectFrom('event')
    .leftJoin('eventCounter', (join) =>
      join
        .onRef('eventCounter.tenantId', '=', 'event.tenantId')
        .onRef('eventCounter.eventId', '=', 'event.id'),
    )
    .selectAll('event')
    .select('eventCounter.held')
    .where('event.tenantId', '=', tx.tenantId)
}

type SelectedEvent = Selectable<EventRow> & { readonly held: number | null }

export async function listEvents(tx: TenantTx, filter: EventFilter): Promise<readonly Event[]> {
  const { after, productId } = filter
  let query = selectEvents(tx).orderBy('event.startsAt').orderBy('event.id').limit(filter.limit)
  if (filter.publishedOnly) query = query.where('event.published', '=', true)
  if (filter.published !== undefined) query = query.where('event.published', '=', filter.published)
  if (filter.from) query = query.where('event.startsAt', '>=', filter.from)
  if (filter.to) query = query.where('event.startsAt', '<', filter.to)
  if (filter.updatedSince) query = query.where('event.updatedAt', '>=', filter.updatedSince)
  if (productId !== undefined) {
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('eventProduct')
          .select('eventProduct.eventId')
          .whereRef('eventProduct.tenantId', '=', 'event.tenantId')
          .whereRef('eventProduct.eventId', '=', 'event.id')
          .where('eventProduct.productId', '=', productId),
      ),
    )
  }
  if (after) {
    query = query.where(
      sql<boolean>`(event.starts_at, event.id) > (${after.startsAt}::timestamptz, ${after.id}::uuid)`,
    )
  }
  return withParts(tx, await query.execute())
}

export const eventLists = ['upcoming', 'past', 'unpublished', 'cancelled', 'archived'] as const
/** What staff looks for: `upcoming` and `past` are those that take place; what is archived is in its own list alone. */
export type EventList = (typeof eventLists)[number]

/** Those of one list whose name has all of `text`, whatever its accents and case; the soonest first, of the others the latest. */
export async function searchEvents(
  tx: TenantTx,
  search: {
    readonly list: EventList
    readonly text: string
    readonly now: Date
    readonly limit: number
    readonly offset: number
  },
): Promise<readonly Event[]> {
  const { list, text, now, limit, offset } = search
  const order = list === 'upcoming' ? 'asc' : 'desc'
  const found = selectEvents(tx)
    .where(isOn(list, now))
    .orderBy('event.startsAt', order)
    .orderBy('event.id', order)
    .limit(limit)
  if (text === '') return withParts(tx, await found.offset(offset).execute())
  // Names alone are looked through here: no index of the database knows that an É is an E.
  const names = await tx
    .selectFrom('event')
    .where('event.tenantId', '=', tx.tenantId)
    .where(isOn(list, now))
    .select(['event.id', 'event.name'])
    .orderBy('event.startsAt', order)
    .orderBy('event.id', order)
    .execute()
  const folded = foldText(text)
  const ids = names
    .filter(({ name }) => foldText(name).includes(folded))
    .slice(offset, offset + limit)
    .map(({ id }) => id)
  return ids.length === 0 ? [] : withParts(tx, await found.where('event.id', 'in', ids).execute())
}

/** How many of each list have all of `text` in their name, as `searchEvents` finds them. */
export async function countFound(
  tx: TenantTx,
  { text, now }: { readonly text: string; readonly now: Date },
): Promise<Readonly<Record<EventList, number>>> {
  const rows = await tx
    .selectFrom('event')
    .where('event.tenantId', '=', tx.tenantId)
    .select('event.name')
    .select(eventLists.map((list) => isOn(list, now).as(list)))
    .execute()
  const folded = foldText(text)
  const found = rows.filter(({ name }) => foldText(name).includes(folded))
  const counts = eventLists.map((list) => [list, found.filter((row) => row[list]).length] as const)
  return Object.fromEntries(counts) as Record<EventList, number>
}

/** Of a query that selects from `event`. */
function isOn(list: EventList, now: Date): RawBuilder<boolean> {
  switch (list) {
    case 'upcoming':
      return sql`not event.archived and event.cancelled_at is null and ${notOver(now)}`
    case 'past':
      return sql`not event.archived and event.cancelled_at is null and not ${notOver(now)}`
    case 'unpublished':
      return sql`not event.archived and event.cancelled_at is null and not event.published`
    case 'cancelled':
      return sql`not event.archived and event.cancelled_at is not null`
    case 'archived':
      return sql<boolean>`event.archived`
  }
}

export async function findEvent(tx: TenantTx, id: string): Promise<Event | null> {
  const row = await selectEvents(tx).where('event.id', '=', id).executeTakeFirst()
  return row ? ((await withParts(tx, [row]))[0] ?? null) : null
}

/**
 * Holds off every booking of an event until the transaction ends, and waits for those under way; before the event itself,
 * as bookings do. A counter that is missing is made: what is not there cannot be locked.
 */
export async function lockEventCounter(tx: TenantTx, eventId: string): Promise<void> {
  await tx
    .insertInto('eventCounter')
    .columns(['tenantId', 'eventId'])
    .expression((query) =>
      query
        .selectFrom('event')
        .select(['tenantId', 'id'])
        .where('tenantId', '=', tx.tenantId)
        .where('id', '=', eventId),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx
    .selectFrom('eventCounter')
    .select('eventId')
    .where('tenantId', '=', tx.tenantId)
    .where('eventId', '=', eventId)
    .forNoKeyUpdate()
    .execute()
}

/** The row alone, held against changes until the transaction ends. */
export async function lockEvent(tx: TenantTx, id: string): Promise<Selectable<EventRow> | null> {
  const row = await tx
    .selectFrom('event')
    .selectAll()
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? null
}

export async function markEventCancelled(
  tx: TenantTx,
  id: string,
  { now, reason }: { readonly now: Date; readonly reason: string | null },
): Promise<void> {
  await tx
    .updateTable('event')
    .set(({ eb }) => ({
      ...{ cancelledAt: now, changeReason: reason, updatedAt: now },
      calendarSequence: eb('calendarSequence', '+', 1),
    }))
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .execute()
}

export async function markEventPostponed(
  tx: TenantTx,
  id: string,
  { from, now, reason }: { readonly from: Date; readonly now: Date; readonly reason: string | null },
): Promise<void> {
  await tx
    .updateTable('event')
    .set({ postponedAt: now, postponedFrom: from, changeReason: reason, updatedAt: now })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', id)
    .execute()
}

/** What several rows each belong to, asked for once for the whole batch. */
async function withParts(tx: TenantTx, rows: readonly SelectedEvent[]): Promise<readonly Event[]> {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const products = Map.groupBy(await listEventProducts(tx, ids), (link) => link.eventId)
  const options = Map.groupBy(await listEventOptions(tx, ids), (link) => link.eventId)
  const artists = Map.groupBy(await listEventArtists(tx, ids), (link) => link.eventId)
  const stocks = new Map((await listTicketStocks(tx, ids)).map((stock) => [stock.eventId, stock]))
  const waiting = Map.groupBy(await listWaiting(tx, ids), (one) => one.eventId)
  return rows.map(({ held, ...event }) => ({
    ...event,
    productIds: (products.get(event.id) ?? []).map((link) => link.productId),
    optionIds: (options.get(event.id) ?? []).map((link) => link.optionId),
    artists: (artists.get(event.id) ?? []).map(({ artistId, startsAt }) => ({ artistId, startsAt })),
    placesHeld: held ?? 0,
    placesLeft: placesLeft(
      event.capacity,
      held ?? 0,
      stocks.get(event.id) ?? null,
      (waiting.get(event.id) ?? []).reduce((sum, one) => sum + claimOf(one), 0),
    ),
  }))
}

function listEventProducts(tx: TenantTx, eventIds: readonly string[]) {
  return tx
    .selectFrom('eventProduct')
    .select(['eventId', 'productId'])
    .where('tenantId', '=', tx.tenantId)
    .where('eventId', 'in', eventIds)
    .orderBy('position')
    .execute()
}

function listEventOptions(tx: TenantTx, eventIds: readonly string[]) {
  return tx
    .selectFrom('eventOption')
    .select(['eventId', 'optionId'])
    .where('tenantId', '=', tx.tenantId)
    .where('eventId', 'in', eventIds)
    .orderBy('position')
    .execute()
}

function listEventArtists(tx: TenantTx, eventIds: readonly string[]) {
  return tx
    .selectFrom('eventArtist')
    .select(['eventId', 'artistId', 'startsAt'])
    .where('tenantId', '=', tx.tenantId)
    .where('eventId', 'in', eventIds)
    .orderBy('position')
    .execute()
}

/** Per event with ticket prices: whether each of them has a stock, and what is left of them together at this event. */
function listTicketStocks(tx: TenantTx, eventIds: readonly string[]) {
  return tx
    .selectFrom('eventProduct')
    .innerJoin('product', (join) =>
      join
        .onRef('product.tenantId', '=', 'eventProduct.tenantId')
        .onRef('product.id', '=', 'eventProduct.productId'),
    )
    .innerJoin('price', (join) =>
      join.onRef('price.tenantId', '=', 'product.tenantId').onRef('price.productId', '=', 'product.id'),
    )
    .leftJoin('priceCounter', (join) =>
      join
        .onRef('priceCounter.tenantId', '=', 'price.tenantId')
        .onRef('priceCounter.priceId', '=', 'price.id')
        .onRef('priceCounter.eventId', '=', 'eventProduct.eventId'),
    )
    .select([
      'eventProduct.eventId',
      sql<boolean>`bool_and(price.stock is not null)`.as('allLimited'),
      sql<number>`coalesce(sum(greatest(price.stock - coalesce(price_counter.held, 0), 0)), 0)::bigint`.as(
        'left',
      ),
    ])
    .where('eventProduct.tenantId', '=', tx.tenantId)
    .where('eventProduct.eventId', 'in', eventIds)
    .where('product.kind', 'in', ticketKinds)
    .where('product.archived', '=', false)
    .where('price.archived', '=', false)
    .groupBy('eventProduct.eventId')
    .execute()
}

/** True when the slug was free and the row is in; a rival who holds the slug uncommitted is waited for. */
export async function insertEventRow(tx: TenantTx, row: Selectable<EventRow>): Promise<boolean> {
  const inserted = await tx
    .insertInto('event')
    .values(row)
    .onConflict((conflict) => conflict.columns(['tenantId', 'slug']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function replaceEventProducts(
  tx: TenantTx,
  eventId: string,
  productIds: readonly string[],
): Promise<void> {
  const { tenantId } = tx
  await tx
    .deleteFrom('eventProduct')
    .where('tenantId', '=', tenantId)
    .where('eventId', '=', eventId)
    .execute()
  if (productIds.length === 0) return
  const rows = productIds.map((productId, position) => ({ tenantId, eventId, productId, position }))
  await tx.insertInto('eventProduct').values(rows).execute()
}

export async function replaceEventOptions(
  tx: TenantTx,
  eventId: string,
  optionIds: readonly string[],
): Promise<void> {
  const { tenantId } = tx
  await tx.deleteFrom('eventOption').where('tenantId', '=', tenantId).where('eventId', '=', eventId).execute()
  if (optionIds.length === 0) return
  const rows = optionIds.map((optionId, position) => ({ tenantId, eventId, optionId, position }))
  await tx.insertInto('eventOption').values(rows).execute()
}

export async function replaceEventArtists(
  tx: TenantTx,
  eventId: string,
  artists: readonly EventArtist[],
): Promise<void> {
  const { tenantId } = tx
  await tx.deleteFrom('eventArtist').where('tenantId', '=', tenantId).where('eventId', '=', eventId).execute()
  if (artists.length === 0) return
  const rows = artists.map((artist, position) => ({ tenantId, eventId, ...artist, position }))
  await tx.insertInto('eventArtist').values(rows).execute()
}
