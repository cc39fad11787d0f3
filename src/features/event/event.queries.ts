import { type Selectable, sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { countFound, inOrder, inOrderOfMaking, type Order, type Page } from '../../db/in-order.ts'
import { atChange, changedSince, isDone, isWithin, sameTenant, selectRows, updateRows } from '../../db/rows.ts'
import { sameHour, type ZoneMove } from '../../db/same-hour.ts'
import type { Event as EventRow } from '../../db/tables.ts'
import { orNotFound } from '../../errors.ts'
import { ticketKinds } from '../catalog/product.ts'
import type { EventCategory } from '../tenant/event-category.ts'
import { type EventStanding, placesLeft } from './event.ts'
import { type EventArtist, listEventArtists, listEventOptions, listEventProducts } from './event-parts.queries.ts'
import { listWaiting } from './waiting.queries.ts'
import { claimOf } from './waiting.ts'

export type Event = Selectable<EventRow> & {
  readonly productIds: readonly string[]
  readonly optionIds: readonly string[]
  readonly exclusiveOptionIds: readonly string[]
  readonly artists: readonly EventArtist[]
  /** Booked or held by a booking under way. */
  readonly placesHeld: number
  /** Null is unlimited. */
  readonly placesLeft: number | null
}

export type EventFilter = {
  readonly publishedOnly: boolean
  readonly published?: boolean | undefined
  /** Starting at or after. */
  readonly from?: Date | undefined
  /** Starting before. */
  readonly until?: Date | undefined
  /** One of these; absent: any. */
  readonly standings?: readonly EventStanding[] | undefined
  readonly updatedSince?: Date | undefined
  readonly category?: EventCategory | undefined
  /** The product that the events sell; absent: any. */
  readonly productId?: string | undefined
}

export type EventSort = 'datetime' | 'created' | 'name'

const orders: Readonly<Record<EventSort, Order>> = {
  datetime: [{ column: 'event.startsAt', type: 'timestamptz' }, ...inOrderOfMaking('event.id')],
  created: inOrderOfMaking('event.id'),
  name: [{ column: 'event.name', type: 'text' }, ...inOrderOfMaking('event.id')],
}

/** Selects events; the caller narrows the query and reads it by `withParts`. */
export function selectEvents(tx: TenantTx) {
  return selectRows(tx, 'event')
    .leftJoin('eventCounter', sameTenant('eventCounter.eventId', 'event.id'))
    .selectAll('event')
    .select('eventCounter.held')
}

type SelectedEvent = Selectable<EventRow> & { readonly held: number | null }

/** Without `sort` in the order they start. */
export async function listEvents(
  tx: TenantTx,
  filter: EventFilter & Page<EventSort> & { readonly limit: number },
): Promise<readonly Event[]> {
  const { sort = 'datetime' } = filter
  return withParts(tx, await inOrder(selectChosen(tx, filter), orders[sort], filter).execute())
}

export function countEvents(tx: TenantTx, filter: EventFilter): Promise<number> {
  return countFound(tx, selectChosen(tx, filter))
}

const standing = sql<EventStanding>`case when event.cancelled_at is not null then 'cancelled'
  when event.postponed_from is not null then 'postponed' else 'scheduled' end`

function selectChosen(tx: TenantTx, filter: EventFilter) {
  const { productId, standings } = filter
  let query = selectEvents(tx).where(isWithin(filter, 'event.startsAt'))
  if (filter.publishedOnly) query = query.where('event.published', '=', true)
  if (filter.published !== undefined) query = query.where('event.published', '=', filter.published)
  if (filter.category !== undefined) query = query.where('event.eventCategory', '=', filter.category)
  if (standings !== undefined) query = query.where(standing, 'in', standings)
  query = query.where(changedSince(filter.updatedSince, 'event.updatedAt'))
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
  return query
}

export async function findEvent(tx: TenantTx, id: string): Promise<Event | null> {
  const row = await selectEvents(tx).where('event.id', '=', id).executeTakeFirst()
  return row ? ((await withParts(tx, [row]))[0] ?? null) : null
}

/** @throws AppError not_found */
export async function getEvent(tx: TenantTx, id: string): Promise<Event> {
  return orNotFound(await findEvent(tx, id))
}

/** Lists those of the events that exist, in the order they start. */
export async function listEventsById(tx: TenantTx, ids: readonly string[]): Promise<readonly Event[]> {
  const rows = await selectEvents(tx)
    .where('event.id', 'in', ids)
    .orderBy('event.startsAt')
    .orderBy('event.id')
    .execute()
  return withParts(tx, rows)
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
  await selectRows(tx, 'eventCounter').select('eventId').where('eventId', '=', eventId).forNoKeyUpdate().execute()
}

/** Changes counters that are locked; a negative delta releases. Each event comes once, with its delta at the same index. */
export async function changeEventCounters(
  tx: TenantTx,
  eventIds: readonly string[],
  deltas: readonly number[],
): Promise<void> {
  await sql`update event_counter counter set held = counter.held + change.delta
    from unnest(${eventIds}::uuid[], ${deltas}::int[]) as change (event_id, delta)
    where counter.tenant_id = ${tx.tenantId} and counter.event_id = change.event_id`.execute(tx)
}

/** The row alone, held against changes until the transaction ends. */
export async function lockEvent(tx: TenantTx, id: string): Promise<Selectable<EventRow> | null> {
  const row = await selectRows(tx, 'event').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  return row ?? null
}

/** @throws AppError not_found */
export async function getEventLocked(tx: TenantTx, id: string): Promise<Selectable<EventRow>> {
  return orNotFound(await lockEvent(tx, id))
}

export async function markEventCancelled(
  tx: TenantTx,
  id: string,
  { now, reason }: { readonly now: Date; readonly reason: string | null },
): Promise<void> {
  await updateRows(tx, 'event')
    .set(({ eb }) => ({ cancelledAt: now, changeReason: reason, calendarSequence: eb('calendarSequence', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** A postponement; `startsOver`: scans until now were for the former date. */
type Postponed = {
  readonly from: Date
  readonly now: Date
  readonly reason: string | null
  readonly startsOver: boolean
}

export async function markEventPostponed(
  tx: TenantTx,
  id: string,
  { from, now, reason, startsOver }: Postponed,
): Promise<void> {
  await updateRows(tx, 'event')
    .set({ postponedAt: atChange, postponedFrom: from, changeReason: reason })
    .$if(startsOver, (query) => query.set({ scansCountSince: now }))
    .where('id', '=', id)
    .execute()
}

/** What was planned by the hours of one time zone is at the same ones of another (ADR 0202). */
export async function moveEventHours(tx: TenantTx, id: string, move: ZoneMove) {
  const moved = await updateRows(tx, 'event')
    .set((set) => ({
      startsAt: sameHour('startsAt', move),
      endsAt: sameHour('endsAt', move),
      doorsOpenAt: sameHour('doorsOpenAt', move),
      doorsCloseAt: sameHour('doorsCloseAt', move),
      postponedFrom: sameHour('postponedFrom', move),
      calendarSequence: set('calendarSequence', '+', 1),
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await updateRows(tx, 'eventArtist')
    .set({ startsAt: sameHour('startsAt', move) })
    .where('eventId', '=', id)
    .execute()
  return moved
}

function optionsOf(links: Awaited<ReturnType<typeof listEventOptions>>) {
  const idsWhere = (exclusive: boolean) =>
    links.flatMap((link) => (link.exclusive === exclusive ? [link.optionId] : []))
  return { optionIds: idsWhere(false), exclusiveOptionIds: idsWhere(true) }
}

/** What several rows each belong to, asked for once for the whole batch. */
export async function withParts(tx: TenantTx, rows: readonly SelectedEvent[]): Promise<readonly Event[]> {
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
    ...optionsOf(options.get(event.id) ?? []),
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

/** Per event with ticket prices: whether each price has a stock, and what is left of them together at this event. */
function listTicketStocks(tx: TenantTx, eventIds: readonly string[]) {
  return selectRows(tx, 'eventProduct')
    .innerJoin('product', sameTenant('product.id', 'eventProduct.productId'))
    .innerJoin('price', sameTenant('price.productId', 'product.id'))
    .leftJoin('priceCounter', (join) =>
      sameTenant('priceCounter.priceId', 'price.id')(join).onRef('priceCounter.eventId', '=', 'eventProduct.eventId'),
    )
    .select([
      'eventProduct.eventId',
      sql<boolean>`bool_and(price.stock is not null)`.as('allLimited'),
      sql<number>`coalesce(sum(greatest(price.stock - coalesce(price_counter.held, 0), 0)), 0)::bigint`.as('left'),
    ])
    .where('eventProduct.eventId', 'in', eventIds)
    .where('product.kind', 'in', ticketKinds)
    .where('product.archived', '=', false)
    .where('price.archived', '=', false)
    .groupBy('eventProduct.eventId')
    .execute()
}

export async function findEventIdBySlug(tx: TenantTx, slug: string): Promise<string | null> {
  const row = await selectRows(tx, 'event').select('id').where('slug', '=', slug).executeTakeFirst()
  return row?.id ?? null
}

/** True when the slug was free and the row is in; a rival who holds the slug uncommitted is waited for. */
export async function insertEventRow(tx: TenantTx, row: Selectable<EventRow>): Promise<boolean> {
  return tx
    .insertInto('event')
    .values(row)
    .onConflict((conflict) => conflict.columns(['tenantId', 'slug']).doNothing())
    .$call(isDone)
}
