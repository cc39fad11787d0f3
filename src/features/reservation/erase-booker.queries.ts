import type { TenantTx } from '../../db/database.ts'
import { isAmong } from '../../db/is-among.ts'
import { deleteRows, updateRow, updateRows } from '../../db/rows.ts'

/**
 * Erases a person's address from bookings; sums, counts and statuses stay. As in a desk sale without an address, nothing is mailed
 * any more and no personal maximum counts.
 *
 * @returns the reservations that had the address
 */
export async function eraseBooker(tx: TenantTx, email: string): Promise<readonly string[]> {
  // Counters before reservations, as bookings and cancellations lock them. A booking that is being made meanwhile is not seen.
  await deleteRows(tx, 'personCounter').where('email', '=', email).execute()
  const reservations = await updateRows(tx, 'reservation')
    // An address of a page elsewhere may name the person.
    .set({ bookerEmail: '', toMail: false, bookerErased: true, returnUrl: null })
    .where('bookerEmail', '=', email)
    .returning('id')
    .execute()
  const ids = reservations.map(({ id }) => id)
  await eraseOrderers(tx, ids)
  return ids
}

/** Erases the booker of a booking without an address, which the caller has locked: nobody is to be reached by it any more. */
export async function eraseUnaddressedBooker(tx: TenantTx, id: string): Promise<void> {
  await updateRow(tx, 'reservation', id, { bookerErased: true, returnUrl: null })
    .where('bookerEmail', '=', '')
    .execute()
  await eraseOrderers(tx, [id])
}

/** Erases the name that the person who ordered a membership gave. */
async function eraseOrderers(tx: TenantTx, reservationIds: readonly string[]): Promise<void> {
  if (reservationIds.length === 0) return
  await updateRows(tx, 'reservationLine')
    .set({ firstName: '', lastName: '' })
    .where(isAmong('reservationId', reservationIds))
    .execute()
}
