import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { sameTenant, selectRows } from '../../db/rows.ts'
import { nilUuid } from '../../lib/ids.ts'
import { saleState } from '../catalog/price.ts'
import { makesTickets, ticketKinds } from '../catalog/product.ts'
import { type OfferedPrice, selectArtists } from './event-page.queries.ts'
import { listWaiting } from './waiting.queries.ts'
import { claimOf, type Waiting } from './waiting.ts'

/** What a list of events says of one: for how much one may come, and whether there is room. */
export type Availability = {
  readonly isPostponed: boolean
  /** Places that are left of all prices together; null is unlimited. */
  readonly capacityLeft: number | null
  readonly prices: readonly ListedPrice[]
  /** The names of those who play. */
  readonly artists: readonly string[]
}

/** What is to be known of a price where only the least of them is said. */
export type ListedPrice = Pick<
  OfferedPrice,
  'amountMinor' | 'openAmount' | 'membershipName' | 'makesTickets' | 'sale' | 'left'
>

/** Says it of all events of a page at once, by their ids; those that are not there are left out. */
export async function listAvailability(
  tx: TenantTx,
  eventIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Availability>> {
  if (eventIds.length === 0) return new Map()
  const [rows, waiting, artists] = await Promise.all([
    selectPricesOf(tx, eventIds).execute(),
    listWaiting(tx, eventIds),
    selectArtists(tx, eventIds).execute(),
  ])
  const waitingAt = Map.groupBy(waiting, ({ eventId }) => eventId)
  const artistsAt = Map.groupBy(artists, ({ eventId }) => eventId)
  return new Map(
    [...Map.groupBy(rows, ({ eventId }) => eventId)].map(([id, ofEvent]) => [
      id,
      { ...availabilityOf(ofEvent, waitingAt.get(id) ?? [], now), artists: (artistsAt.get(id) ?? []).map(nameOf) },
    ]),
  )
}

type Row = Awaited<ReturnType<ReturnType<typeof selectPricesOf>['execute']>>[number]

const nameOf = ({ name }: { readonly name: string }) => name

/** @param rows those of one event, and what waits for its prices */
function availabilityOf(rows: readonly Row[], waiting: readonly Waiting[], now: Date): Omit<Availability, 'artists'> {
  const claims = new Map(waiting.map((one) => [one.priceId, claimOf(one)]))
  const claimed = [...claims.values()].reduce((sum, claim) => sum + claim, 0)
  const { capacity = null, eventHeld = 0, postponedFrom = null } = rows[0] ?? {}
  const capacityLeft = capacity === null ? null : Math.max(0, capacity - (eventHeld ?? 0) - claimed)
  const prices = rows.flatMap(({ priceId, kind, amountMinor, openAmount, stock, held, membershipName, ...window }) => {
    if (priceId === null || kind === null || amountMinor === null) return []
    const tickets = makesTickets(kind)
    const limits = [
      ...(stock === null ? [] : [Math.max(0, stock - (held ?? 0) - (claims.get(priceId) ?? 0))]),
      ...(tickets && capacityLeft !== null ? [capacityLeft] : []),
    ]
    return {
      amountMinor,
      openAmount: openAmount ?? false,
      membershipName,
      makesTickets: tickets,
      sale: saleState(window, now),
      left: limits.length === 0 ? null : Math.min(...limits),
    }
  })
  return { isPostponed: postponedFrom !== null, capacityLeft, prices }
}

/** One row for each price of each event; of an event without prices one in which there is no price. */
function selectPricesOf(tx: TenantTx, eventIds: readonly string[]) {
  const isTicket = sql<boolean>`product.kind in (${sql.join(ticketKinds)})`
  return selectRows(tx, 'event')
    .leftJoin('eventCounter', sameTenant('eventCounter.eventId', 'event.id'))
    .leftJoin('eventProduct', sameTenant('eventProduct.eventId', 'event.id'))
    .leftJoin('product', (join) =>
      sameTenant('product.id', 'eventProduct.productId')(join).on('product.published', '=', true),
    )
    .leftJoin('price', (join) => sameTenant('price.productId', 'product.id')(join).on('price.archived', '=', false))
    .leftJoin('product as membership', sameTenant('membership.id', 'price.requiredMembershipId'))
    .leftJoin('priceCounter', (join) =>
      sameTenant(
        'priceCounter.priceId',
        'price.id',
      )(join).on(sql<boolean>`price_counter.event_id = case when ${isTicket} then event.id else ${nilUuid}::uuid end`),
    )
    .select(['event.id as eventId', 'event.capacity', 'event.postponedFrom', 'eventCounter.held as eventHeld'])
    .select(['product.kind', 'price.id as priceId', 'price.amountMinor', 'price.openAmount', 'price.stock'])
    .select(['price.saleStartsAt', 'price.saleEndsAt', 'membership.name as membershipName', 'priceCounter.held'])
    .where('event.id', 'in', eventIds)
}
