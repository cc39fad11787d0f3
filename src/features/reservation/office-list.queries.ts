import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { sameTenant, selectRows } from '../../db/rows.ts'
import { findCardByText } from '../card/card-list.queries.ts'
import type { KnownCard } from '../card/card.queries.ts'
import { listOrderIdsOf } from '../card/purse.queries.ts'
import type { ReservationStatus } from './reservation.ts'
import { givenAwayOf, holderOf } from './reservation.queries.ts'
import { lookFor } from './reservation-search.queries.ts'

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

type OfficeSearch = {
  /** The search text as typed; null: all reservations. */
  readonly text: string | null
  readonly eventId: string | null
  readonly filter: OfficeFilter | null
  readonly now: Date
  readonly limit: number
  readonly offset: number
}

/**
 * Lists all reservations, the latest first, or those that somebody looks for: as lookFor does, or by the number or the tag of a card those
 * of its person, and those that topped it up while it was nobody's.
 */
export async function listAtOffice(tx: TenantTx, search: OfficeSearch): Promise<readonly OfficeReservation[]> {
  const { text } = search
  if (text === null) return listThose(tx, search, sql`true`)
  const card = await findCardByText(tx, text, search.now)
  const ofCard = card === null ? null : await findOfCard(tx, card)
  if (ofCard !== null) return listThose(tx, search, ofCard)
  const found = await lookFor(tx, text)
  if (found.kind === 'few') return listThose(tx, search, found.among)
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
  return inList(tx, search)
    .leftJoin('event', sameTenant('event.id', 'reservation.eventId'))
    .select(['reservation.id', 'reservation.status', 'reservation.cancelledBecause'])
    .select(['reservation.bookerEmail', 'reservation.totalMinor'])
    .select(['event.name as eventName', 'event.startsAt', givenAwayOf.as('isGivenAway')])
    .select([
      holderOf.as('holder'),
      sql<number>`(select count(*)::int from ticket where tenant_id = reservation.tenant_id
        and reservation_id = reservation.id and cancelled_at is null)`.as('ticketCount'),
    ])
    .where(isWanted)
    .limit(search.limit)
    .offset(search.offset)
    .execute()
}

/** Lists the latest of an event and a state, up to mostMet. */
async function listLatestIds(tx: TenantTx, search: OfficeSearch): Promise<readonly string[]> {
  const rows = await inList(tx, search).select('reservation.id').limit(mostMet).execute()
  return rows.map(({ id }) => id)
}

function inList(tx: TenantTx, { eventId, filter }: OfficeSearch) {
  let query = selectRows(tx, 'reservation').orderBy('reservation.id', 'desc')
  if (eventId !== null) query = query.where('reservation.eventId', '=', eventId)
  if (filter !== null) query = query.where('reservation.status', 'in', officeFilters[filter])
  return query
}
