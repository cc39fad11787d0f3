import { type Insertable, sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { isAmong } from '../../db/is-among.ts'
import { insertMissing, insertRows, selectRows } from '../../db/rows.ts'
import type { Reservation, ReservationLine } from '../../db/tables.ts'
import { newId } from '../../lib/ids.ts'
import { changeCounters, type PlaceChange } from './counters.queries.ts'
import type { ReservationStatus } from './reservation.ts'

export type ImportedBooking = Pick<
  Insertable<Reservation>,
  'id' | 'eventId' | 'bookerEmail' | 'language' | 'cancelledAt' | 'createdAt'
> & { readonly status: Extract<ReservationStatus, 'valid' | 'cancelled'> }

/** Some tickets of one price and amount in a booking. */
export type ImportedPlaces = Pick<
  Insertable<ReservationLine>,
  'reservationId' | 'productId' | 'priceId' | 'quantity' | 'unitAmountMinor' | 'vatRateHundredths'
> & { readonly eventId: string }

/**
 * The bookings that there are of these ids, or whose ids end so: how each stands, whether it was brought (it is settled without a payment), and
 * what a ticket of each price costs in it.
 */
export async function listKnownBookings(
  tx: TenantTx,
  { ids, tails }: { readonly ids: readonly string[]; readonly tails: readonly string[] },
) {
  const tail = sql<string>`right(reservation.id::text, ${tails[0]?.length ?? 0}::int)`
  const rows = await selectRows(tx, 'reservation')
    .select(['id', 'status', 'bookerEmail', tail.as('tail')])
    .select(
      sql<boolean>`unasked and status in ('valid', 'cancelled')
        and not exists (select from payment where tenant_id = reservation.tenant_id and reservation_id = reservation.id)`.as(
        'isBrought',
      ),
    )
    .select(
      sql<readonly (readonly [priceId: string, amountMinor: number])[]>`(
        select coalesce(json_agg(json_build_array(price_id, unit_amount_minor)), '[]') from reservation_line where tenant_id = reservation.tenant_id and reservation_id = reservation.id)`.as(
        'amounts',
      ),
    )
    .where(sql<boolean>`(${isAmong('reservation.id', ids)} or ${tail} = any(${tails}::text[]))`)
    .execute()
  return rows
}

export type KnownBooking = Awaited<ReturnType<typeof listKnownBookings>>[number]

/** Writes bookings that were made and settled elsewhere, without places: no money came in for them here. */
export async function insertImportedBookings(tx: TenantTx, bookings: readonly ImportedBooking[]): Promise<void> {
  if (bookings.length === 0) return
  const empty = { tenantId: tx.tenantId, totalMinor: 0, ticketCount: 0, unasked: true, promotionalCodeId: null }
  const settled = { confirmationHash: null, expiresAt: null, unconfirmedFrom: null, unpaidFrom: null, returnUrl: null }
  await tx
    .insertInto('reservation')
    .values(
      bookings.map((booking) => ({
        ...empty,
        ...settled,
        ...booking,
        cancelledBecause: booking.status === 'cancelled' ? 'cancellation' : null,
        updatedAt: sql<Date>`now()`,
      })),
    )
    .execute()
}

/** Adds places to bookings that are there, and counts those that are held: more than there are, where so many were sold. */
export async function addImportedPlaces(
  tx: TenantTx,
  places: readonly ImportedPlaces[],
  held: readonly Omit<PlaceChange, 'countedEventId' | 'makesTickets'>[],
): Promise<void> {
  const { tenantId } = tx
  if (places.length === 0) return
  // One line of a price in a booking, as bookings have: what is cancelled and refunded is counted by price.
  const added = await sql<{
    reservation_id: string
    price_id: string
  }>`update reservation_line line set quantity = line.quantity + more.quantity
    from unnest(${places.map(({ reservationId }) => reservationId)}::uuid[], ${places.map(({ priceId }) => priceId)}::uuid[],
      ${places.map(({ quantity }) => quantity)}::int[]) as more (reservation_id, price_id, quantity)
    where line.tenant_id = ${tenantId} and line.reservation_id = more.reservation_id and line.price_id = more.price_id
    returning line.reservation_id, line.price_id`.execute(tx)
  const isThere = new Set(added.rows.map((row) => Object.values(row).join(' ')))
  const news = places.filter(({ reservationId, priceId }) => !isThere.has(`${reservationId} ${priceId}`))
  if (news.length > 0)
    await insertRows(
      tx,
      'reservationLine',
      news.map(({ eventId: countedEventId, ...line }) => ({
        ...line,
        id: newId(),
        countedEventId,
        makesTickets: true,
      })),
    ).execute()
  const ids = places.map(({ reservationId }) => reservationId)
  const quantities = places.map(({ quantity }) => quantity)
  const totals = places.map(({ quantity, unitAmountMinor }) => quantity * Number(unitAmountMinor))
  await sql`update reservation set ticket_count = ticket_count + more.tickets, total_minor = total_minor + more.total, updated_at = now()
    from (select id, sum(quantity)::int as tickets, sum(total)::bigint as total
      from unnest(${ids}::uuid[], ${quantities}::int[], ${totals}::bigint[]) as added (id, quantity, total) group by id) more
    where reservation.tenant_id = ${tenantId} and reservation.id = more.id`.execute(tx)
  await countHeld(tx, held)
}

async function countHeld(
  tx: TenantTx,
  held: readonly Omit<PlaceChange, 'countedEventId' | 'makesTickets'>[],
): Promise<void> {
  const { tenantId } = tx
  if (held.length === 0) return
  const prices = held.map(({ priceId, eventId }) => ({ tenantId, priceId, eventId }))
  const persons = held.flatMap(({ email, priceId, eventId }) =>
    email === '' ? [] : [{ tenantId, email, priceId, eventId }],
  )
  await insertMissing(tx, 'priceCounter', distinct(prices)).execute()
  if (persons.length > 0) await insertMissing(tx, 'personCounter', distinct(persons)).execute()
  await changeCounters(
    tx,
    held.map((change) => ({ ...change, countedEventId: change.eventId, makesTickets: true })),
  )
}

function distinct<Row extends object>(rows: readonly Row[]): readonly Row[] {
  return [...new Map(rows.map((row) => [Object.values(row).join(' '), row])).values()]
}
