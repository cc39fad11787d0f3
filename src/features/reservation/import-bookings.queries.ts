import { type Insertable, sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { isAmong } from '../../db/is-among.ts'
import { selectRows } from '../../db/rows.ts'
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

/** The bookings that there are of these ids, with whether each was cancelled. */
export async function listKnownBookings(tx: TenantTx, ids: readonly string[]) {
  const rows = await selectRows(tx, 'reservation')
    .select(['id', 'status', 'bookerEmail'])
    .where(isAmong('id', ids))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

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
  await tx
    .insertInto('reservationLine')
    .values(
      places.map(({ eventId: countedEventId, ...line }) => ({
        ...line,
        tenantId,
        id: newId(),
        countedEventId,
        makesTickets: true,
      })),
    )
    .execute()
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
  await tx
    .insertInto('priceCounter')
    .values(distinct(prices))
    .onConflict((row) => row.doNothing())
    .execute()
  if (persons.length > 0)
    await tx
      .insertInto('personCounter')
      .values(distinct(persons))
      .onConflict((row) => row.doNothing())
      .execute()
  await changeCounters(
    tx,
    held.map((change) => ({ ...change, countedEventId: change.eventId, makesTickets: true })),
  )
}

function distinct<Row extends object>(rows: readonly Row[]): readonly Row[] {
  return [...new Map(rows.map((row) => [Object.values(row).join(' '), row])).values()]
}
