import type { TenantTx } from '../../db/database.ts'
import { idsOf, nilUuid } from '../../lib/ids.ts'
import { changeUses } from '../catalog/promotional-code.queries.ts'
import { cancelMemberships } from '../membership/membership.queries.ts'
import { cancelSomeTickets, cancelTickets } from '../ticket/reservation-tickets.queries.ts'
import { announce, type Occurrence } from '../webhook/announce.ts'
import { changeCounters, lockCounters, type PlaceChange } from './counters.queries.ts'
import { listLines, markChanged, markStatus, type Reservation, type ReservationLine } from './reservation.queries.ts'
import type { CancellationCause } from './reservation.ts'

/** Locks the counters of reservations that are to be closed or taken again; the reservations are locked after them. */
export async function lockCountersOf(
  tx: TenantTx,
  reservations: readonly Pick<Reservation, 'id' | 'eventId'>[],
): Promise<readonly ReservationLine[]> {
  const lines = await listLines(tx, idsOf(reservations))
  const whole = lines.filter((line) => !line.makesTickets).map((line) => line.priceId)
  await lockCounters(tx, [...new Set(reservations.map(({ eventId }) => eventId))], [...new Set(whole)])
  return lines
}

/**
 * Cancels reservations whose rows, tickets and counters are locked: cancels their tickets that were not scanned and the memberships
 * they granted, and releases their places and uses of codes. Whether they may be cancelled is the caller's question.
 */
export async function closeReservations(
  tx: TenantTx,
  reservations: readonly Reservation[],
  lines: readonly ReservationLine[],
  because: CancellationCause,
  now: Date,
): Promise<void> {
  const ids = reservations.map(({ id }) => id)
  for (const reservation of reservations)
    await markStatus(tx, reservation, { status: 'cancelled', cancelledBecause: because, now })
  const told = reservations.map(({ id, eventId }): Occurrence => {
    const of = { reservation: id, event: eventId === nilUuid ? null : eventId }
    return { kind: 'reservation.cancelled', data: { ...of, cause: because } }
  })
  await announce(tx, now, told)
  const cancelled = await cancelTickets(tx, ids, now)
  if (because === 'cancellation') await cancelMemberships(tx, ids, now)
  await changeCounters(tx, released(reservations, lines, cancelled))
  const codeIds = reservations.map(({ promotionalCodeId }) => promotionalCodeId)
  await changeUses(tx, codeIds, -1)
}

/** Cancels some tickets of a reservation locked in the same way, and releases their places; the rest of it stays. */
export async function closeTickets(
  tx: TenantTx,
  reservation: Reservation,
  lines: readonly ReservationLine[],
  ticketIds: readonly string[],
  now: Date,
): Promise<void> {
  await markChanged(tx, reservation.id)
  const cancelled = await cancelSomeTickets(tx, reservation.id, ticketIds, now)
  const ticketLines = lines.filter((line) => line.makesTickets)
  await changeCounters(tx, released([reservation], ticketLines, cancelled))
}

/** The places released: of a ticket when it is cancelled, of an order line what was not handed out when its reservation is. */
function released(
  reservations: readonly Reservation[],
  lines: readonly ReservationLine[],
  cancelled: readonly { readonly reservationId: string; readonly priceId: string }[],
): readonly PlaceChange[] {
  const byId = new Map(reservations.map((reservation) => [reservation.id, reservation]))
  const tickets = Map.groupBy(cancelled, ({ reservationId, priceId }) => `${reservationId} ${priceId}`)
  return lines.flatMap((line) => {
    const reservation = byId.get(line.reservationId)
    if (!reservation) return []
    const quantity = line.makesTickets
      ? (tickets.get(`${line.reservationId} ${line.priceId}`)?.length ?? 0)
      : line.quantity - line.handedOut
    return quantity === 0
      ? []
      : [{ ...line, eventId: reservation.eventId, email: reservation.bookerEmail, delta: -quantity }]
  })
}
