import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { folded } from '../../db/folded.ts'
import { inOrder, inOrderOfMaking, type Order, type Sorted } from '../../db/in-order.ts'
import { sameTenant, selectRows } from '../../db/rows.ts'
import { findCardByText } from '../card/card-list.queries.ts'
import type { KnownCard } from '../card/card.queries.ts'
import { listOrderIdsOf } from '../card/purse.queries.ts'
import type { ReservationStatus } from './reservation.ts'
import { givenAwayOf, holderOf } from './reservation.queries.ts'
import { type Found, lookFor } from './reservation-search.queries.ts'

/** How a list of all reservations can be filtered. */
export const officeFilters = {
  to_pay: ['created', 'unpaid'],
  to_confirm: ['email_unverified'],
  settled: ['email_verified', 'paid', 'paid_email_unsent', 'paid_email_invalid', 'valid'],
  mail_refused: ['paid_email_invalid'],
  cancelled: ['cancelled'],
} as const satisfies Record<string, readonly ReservationStatus[]>
export type OfficeFilter = keyof typeof officeFilters

/** How many reservations of a state are searched one by one before all matches are listed. */
const mostMet = 1000

/** A reservation as a line of the list of all of them, with how many of its tickets were not cancelled. */
export type OfficeReservation = Awaited<ReturnType<typeof listThose>>[number]

/** `all`: nothing was searched for. */
export type OfficeFound = Found | { readonly kind: 'all'; readonly among: RawBuilder<boolean> }

/** What narrows the list of those that were found. */
export type OfficeChoice = { readonly eventId: string | null; readonly filter: OfficeFilter | null }

const byId = inOrderOfMaking('reservation.id')
/** What the list can be ordered by; who is named, as the list names them. */
export const officeOrders = {
  created: byId,
  who: [{ column: folded(sql`coalesce(${holderOf}, reservation.booker_email)`), type: 'text' }, ...byId],
  event: [{ column: sql`coalesce(event.starts_at, '-infinity')`, type: 'timestamptz' }, ...byId],
  amount: [{ column: 'reservation.totalMinor', type: 'bigint' }, ...byId],
} as const satisfies Readonly<Record<string, Order>>
export type OfficeOrder = keyof typeof officeOrders

type OfficeSearch = OfficeChoice &
  Sorted<OfficeOrder> & { readonly found: OfficeFound; readonly limit: number; readonly offset: number }

/**
 * Finds those that somebody looks for: as lookFor does, or by the number or the tag of a card those of its person, and those that
 * topped it up while it was nobody's.
 *
 * @param text as typed; null: all reservations
 */
export async function findAtOffice(tx: TenantTx, text: string | null, now: Date): Promise<OfficeFound> {
  if (text === null) return { kind: 'all', among: sql<boolean>`true` }
  const card = await findCardByText(tx, text, now)
  const ofCard = card === null ? null : await findOfCard(tx, card)
  return ofCard === null ? lookFor(tx, text) : { kind: 'few', among: ofCard }
}

/** Lists the reservations that were found. */
export async function listAtOffice(tx: TenantTx, search: OfficeSearch): Promise<readonly OfficeReservation[]> {
  const { found } = search
  if (found.kind !== 'many' || search.sort !== 'created' || !search.isDescending)
    return listThose(tx, search, found.among)
  // Where many match, the latest of them are found soon, unless a state keeps most of them out.
  if (search.filter === null) return listThose(tx, search, found.one)
  const latest = await listLatestIds(tx, search)
  const oldest = latest[mostMet - 1]
  if (oldest === undefined) return listThose(tx, search, sql`reservation.id = any(${latest}::uuid[]) and ${found.one}`)
  const page = await listThose(tx, search, sql`reservation.id >= ${oldest} and ${found.one}`)
  return page.length === search.limit ? page : listThose(tx, search, found.among)
}

/** The reservations of a card; null: it is nobody's, and no order topped it up. */
async function findOfCard(tx: TenantTx, { id, email }: KnownCard): Promise<RawBuilder<boolean> | null> {
  const orderIds = await listOrderIdsOf(tx, id)
  const ways = [
    ...(email === null ? [] : [sql`reservation.booker_email = ${email}`]),
    ...(orderIds.length === 0 ? [] : [sql`reservation.id = any(${orderIds}::uuid[])`]),
  ]
  return ways.length === 0 ? null : sql<boolean>`(${sql.join(ways, sql` or `)})`
}

async function listThose(tx: TenantTx, search: OfficeSearch, isWanted: RawBuilder<boolean>) {
  const query = selectChosen(tx, search)
    .leftJoin('event', sameTenant('event.id', 'reservation.eventId'))
    .select(['reservation.id', 'reservation.status', 'reservation.cancelledBecause'])
    .select(['reservation.bookerEmail', 'reservation.totalMinor', 'reservation.createdAt'])
    .select(['event.name as eventName', 'event.startsAt', givenAwayOf.as('isGivenAway')])
    .select([
      holderOf.as('holder'),
      sql<number>`(select count(*)::int from ticket where tenant_id = reservation.tenant_id
        and reservation_id = reservation.id and cancelled_at is null)`.as('ticketCount'),
    ])
    .where(isWanted)
  return inOrder(query, officeOrders[search.sort], search).execute()
}

/** Lists the latest of an event and a state, up to mostMet. */
async function listLatestIds(tx: TenantTx, choice: OfficeChoice): Promise<readonly string[]> {
  const query = selectChosen(tx, choice).select('reservation.id').orderBy('reservation.id', 'desc')
  const rows = await query.limit(mostMet).execute()
  return rows.map(({ id }) => id)
}

/** Selects the reservations of an event and a state. */
export function selectChosen(tx: TenantTx, { eventId, filter }: OfficeChoice) {
  let query = selectRows(tx, 'reservation')
  if (eventId !== null) query = query.where('reservation.eventId', '=', eventId)
  if (filter !== null) query = query.where('reservation.status', 'in', officeFilters[filter])
  return query
}
