import type { Insertable } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { insertRows } from '../../db/rows.ts'
import type { Reservation, ReservationLine } from '../../db/tables.ts'
import { newId } from '../../lib/ids.ts'
import { noteDue } from '../tenant/due-work.queries.ts'
import { announce } from '../webhook/announce.ts'
import type { ReservationStatus } from './reservation.ts'

type NewReservation = Omit<Insertable<Reservation>, 'tenantId' | 'totalMinor' | 'createdAt' | 'updatedAt'> & {
  readonly status: ReservationStatus
  readonly expiresAt: Date | null
  readonly line: Omit<Insertable<ReservationLine>, 'tenantId' | 'id' | 'reservationId'>
  readonly now: Date
}

/** Writes a reservation of one line; bookings are written in batches. */
export async function insertReservation(tx: TenantTx, { line, now, ...reservation }: NewReservation): Promise<void> {
  const totalMinor = line.quantity * line.unitAmountMinor
  await insertRows(tx, 'reservation', { ...reservation, totalMinor, createdAt: now, updatedAt: now }).execute()
  await noteDue(tx, 'holds', reservation.expiresAt)
  await insertRows(tx, 'reservationLine', { id: newId(), reservationId: reservation.id, ...line }).execute()
  const { id, eventId } = reservation
  await announce(tx, now, [{ kind: 'reservation.booked', data: { reservation: id, event: eventId ?? null } }])
}
