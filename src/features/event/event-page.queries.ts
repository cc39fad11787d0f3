import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { sameTenant, selectRows } from '../../db/rows.ts'
import { orNotFound } from '../../errors.ts'
import { nilUuid } from '../../lib/ids.ts'
import { currentDay } from '../../lib/time.ts'
import { type EventCategory, eventCategoryOf } from '../tenant/event-category.ts'
import { listSoldProducts } from '../catalog/sold-product.queries.ts'
import { type SaleState, type SaleWindow, saleState } from '../catalog/price.ts'
import { makesTickets } from '../catalog/product.ts'
import type { Sold } from '../catalog/sold-product.ts'
import type { MomentThere } from './event.ts'
import { listWaiting, listWaitingClosures } from './waiting.queries.ts'
import { claimOf } from './waiting.ts'

/** What a page says of an event in a list. */
export type ListedEvent = Awaited<ReturnType<typeof listUpcoming>>[number]

function selectPublished(tx: TenantTx) {
  return selectRows(tx, 'event')
    .leftJoin('location', sameTenant('location.id', 'event.locationId'))
    .leftJoin('stage', sameTenant('stage.id', 'event.stageId'))
    .leftJoin('project', sameTenant('project.id', 'event.projectId'))
    .selectAll('event')
    .select(['location.name as locationName', 'location.address', 'location.postalCode', 'location.city'])
    .select(['location.latitude', 'location.longitude'])
    .select(['stage.name as stageName', 'project.name as projectName'])
    .where('event.published', '=', true)
}

/** For a query that selects from `event`: whether it is not over (`isOver`). Without an end it is while the house day that it began in goes on. */
export const notOver = ({ now, timeZone }: MomentThere) =>
  sql<boolean>`coalesce(event.ends_at > ${now}::timestamptz, event.starts_at >= ${currentDay(now, timeZone).from}::timestamptz)`

/** The categories of published events that are not over. */
export async function listUpcomingCategories(tx: TenantTx, moment: MomentThere): Promise<readonly EventCategory[]> {
  const rows = await selectRows(tx, 'event')
    .select('eventCategory')
    .where('published', '=', true)
    .where('cancelledAt', 'is', null)
    .where(notOver(moment))
    .distinct()
    .execute()
  return rows.flatMap(({ eventCategory }) => eventCategoryOf(eventCategory) ?? [])
}

/** Published events that are not over, in the order they start; without those that were cancelled unless they are asked for. */
export async function listUpcoming(
  tx: TenantTx,
  page: MomentThere & {
    readonly withCancelled?: boolean
    /** Null: of every one, and of none. */
    readonly category: EventCategory | null
    /** Only those that go on then or later. */
    readonly from?: Date | null
    /** Only those that start before. */
    readonly before?: Date | null
    readonly limit: number
    readonly offset: number
  },
) {
  let query = selectPublished(tx).where(notOver(page))
  if (!page.withCancelled) query = query.where('event.cancelledAt', 'is', null)
  if (page.category !== null) query = query.where('event.eventCategory', '=', page.category)
  if (page.from) query = query.where(notOver({ now: page.from, timeZone: page.timeZone }))
  if (page.before) query = query.where('event.startsAt', '<', page.before)
  const rows = await query.orderBy('event.startsAt').orderBy('event.id').limit(page.limit).offset(page.offset).execute()
  const ids = rows.map(({ id }) => id)
  const artists = Map.groupBy(await listArtists(tx, ids), ({ eventId }) => eventId)
  return rows.map((row) => ({ ...row, artists: (artists.get(row.id) ?? []).map((artist) => artist.name) }))
}

/** The slugs of published events that are not over, the next first. */
export async function listPublishedSlugs(
  tx: TenantTx,
  page: MomentThere & { readonly limit: number },
): Promise<readonly string[]> {
  const rows = await selectRows(tx, 'event')
    .select('slug')
    .where('published', '=', true)
    .where('cancelledAt', 'is', null)
    .where(notOver(page))
    .orderBy('startsAt')
    .orderBy('id')
    .limit(page.limit)
    .execute()
  return rows.map((row) => row.slug)
}

/** Whether an event takes place at the first of the organisation's locations, which of a venue is the venue itself. */
function isAtFirstLocation(tx: TenantTx) {
  return sql<boolean>`coalesce(event.location_id = (select id from location where tenant_id = ${tx.tenantId}
    and not archived order by id limit 1), false)`.as('isAtFirstLocation')
}

/** Whether whoever booked is told from here: it may have been cancelled elsewhere, before it was imported. */
function isToldHere(tx: TenantTx) {
  return sql<boolean>`exists (select from event_notice where tenant_id = ${tx.tenantId} and event_id = event.id
    and kind = 'cancelled')`.as('isToldHere')
}

/** A published event by the slug of its address, with what its page tells; null when there is none. */
export async function findPublishedEvent(tx: TenantTx, slug: string) {
  const event = await selectPublished(tx)
    .select([isAtFirstLocation(tx), isToldHere(tx)])
    .where('event.slug', '=', slug)
    .executeTakeFirst()
  if (!event) return null
  const counter = await selectRows(tx, 'eventCounter').select('held').where('eventId', '=', event.id).executeTakeFirst()
  return {
    ...event,
    artists: await listToldArtists(tx, event.id),
    /** Null is unlimited. */
    capacityLeft: event.capacity === null ? null : Math.max(0, event.capacity - (counter?.held ?? 0)),
  }
}

export type PublishedEvent = NonNullable<Awaited<ReturnType<typeof findPublishedEvent>>>

async function listArtists(tx: TenantTx, eventIds: readonly string[]) {
  if (eventIds.length === 0) return []
  return selectArtists(tx, eventIds).execute()
}

export type ToldArtist = Awaited<ReturnType<typeof listToldArtists>>[number]

/** Lists the artists of an event with what is told of them, which lists of events leave out. */
export async function listToldArtists(tx: TenantTx, eventId: string) {
  return selectArtists(tx, [eventId])
    .select(['artist.id', 'artist.shortDescription', 'artist.longDescription', 'artist.website'])
    .execute()
}

/** Selects who plays at these events, of which there are some, in their order. */
export function selectArtists(tx: TenantTx, eventIds: readonly string[]) {
  return selectRows(tx, 'eventArtist')
    .innerJoin('artist', sameTenant('artist.id', 'eventArtist.artistId'))
    .select(['eventArtist.eventId', 'artist.name', 'eventArtist.startsAt'])
    .where('eventArtist.eventId', 'in', eventIds)
    .orderBy('eventArtist.position')
}

export type OfferedPrice = {
  readonly id: string
  readonly name: string
  readonly amountMinor: number
  /** The booker chooses the amount, and amountMinor is the least. */
  readonly openAmount: boolean
  readonly sale: SaleState
  /** The name of the membership it takes; null: it is for everybody. */
  readonly membershipName: string | null
  /** Whether each place gets a ticket, which may bear a name. */
  readonly makesTickets: boolean
  /** Most that one person may have. */
  readonly maxPerUser: number
  /** Most tickets of the event that one person may have, of all prices together; null: as many as its prices allow, and of other things. */
  readonly mostInAll: number | null
  /** What is left for somebody who comes now, without what people on the waiting list will be offered. Null is unlimited. */
  readonly left: number | null
  /** Whether that is what is left of all prices together: the capacity ends before the stock of this one. */
  readonly isLeftInAll: boolean
  /** Whether its waiting list, or that of the whole event, takes nobody new (ADR 0169). */
  readonly waitingClosed: boolean
} & SaleWindow &
  Sold

/** The prices of the published products of an event, in their order, and what is left of each. */
export async function listOfferedPrices(
  tx: TenantTx,
  event: Pick<PublishedEvent, 'id' | 'capacityLeft' | 'maxPerUser'>,
  now: Date,
): Promise<readonly OfferedPrice[]> {
  const rows = await selectRows(tx, 'eventProduct')
    .innerJoin('product', sameTenant('product.id', 'eventProduct.productId'))
    .innerJoin('price', sameTenant('price.productId', 'product.id'))
    .leftJoin('product as membership', sameTenant('membership.id', 'price.requiredMembershipId'))
    .select(['price.id', 'price.name', 'price.shortDescription', 'price.longDescription', 'price.amountMinor'])
    .select(['price.openAmount', 'price.saleStartsAt', 'price.saleEndsAt', 'price.stock', 'price.maxPerUser'])
    .select(['price.productId', 'membership.name as membershipName'])
    .where('eventProduct.eventId', '=', event.id)
    .where('product.published', '=', true)
    .where('price.archived', '=', false)
    .orderBy('eventProduct.position')
    .orderBy('price.id')
    .execute()
  const priceIds = rows.map(({ id }) => id)
  const productIds = rows.map(({ productId }) => productId)
  const [products, held, waiting, closed] = await Promise.all([
    listSoldProducts(tx, productIds),
    heldOf(tx, event.id, priceIds),
    listWaiting(tx, [event.id]),
    listWaitingClosures(tx, event.id),
  ])
  const claims = new Map(waiting.map((one) => [one.priceId, claimOf(one)]))
  const claimed = [...claims.values()].reduce((sum, claim) => sum + claim, 0)
  return rows.map(({ productId, stock, maxPerUser, ...price }) => {
    const product = orNotFound(products.get(productId))
    const tickets = makesTickets(product.kind)
    const taken = (held.get(`${price.id} ${tickets ? event.id : nilUuid}`) ?? 0) + (claims.get(price.id) ?? 0)
    const ofStock = stock === null ? null : stock - taken
    const inAll = tickets && event.capacityLeft !== null ? event.capacityLeft - claimed : null
    const limits = [ofStock, inAll].filter((limit) => limit !== null)
    return {
      ...price,
      product,
      sale: saleState(price, now),
      makesTickets: tickets,
      maxPerUser: Math.min(maxPerUser, (tickets ? event.maxPerUser : null) ?? maxPerUser),
      mostInAll: tickets ? event.maxPerUser : null,
      left: limits.length === 0 ? null : Math.max(0, Math.min(...limits)),
      isLeftInAll: inAll !== null && (ofStock === null || inAll <= ofStock),
      waitingClosed: closed.has(nilUuid) || closed.has(price.id),
    }
  })
}

export type OfferedOption = {
  readonly id: string
  readonly name: string
  readonly description: string | null
  /** One of those of which a booking chooses one at most. */
  readonly exclusive: boolean
}

/** The options that a booking of the event may choose. */
export async function listOfferedOptions(tx: TenantTx, eventId: string): Promise<readonly OfferedOption[]> {
  return selectRows(tx, 'eventOption')
    .innerJoin('ticketOption', sameTenant('ticketOption.id', 'eventOption.optionId'))
    .select(['ticketOption.id', 'ticketOption.name', 'ticketOption.description', 'eventOption.exclusive'])
    .where('eventOption.eventId', '=', eventId)
    .orderBy('ticketOption.name')
    .orderBy('ticketOption.id')
    .execute()
}

/** What is held of each price, at this event and, for order lines, as a whole; keyed `<price> <event or nil uuid>`. */
async function heldOf(
  tx: TenantTx,
  eventId: string,
  priceIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (priceIds.length === 0) return new Map()
  const rows = await selectRows(tx, 'priceCounter')
    .select(['priceId', 'eventId', 'held'])
    .where('priceId', 'in', priceIds)
    .where('eventId', 'in', [eventId, nilUuid])
    .execute()
  return new Map(rows.map((row) => [`${row.priceId} ${row.eventId}`, row.held]))
}
