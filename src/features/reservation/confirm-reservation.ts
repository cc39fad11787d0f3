import { AppError } from '../../errors.ts'
import { sha256 } from '../../lib/hash.ts'
import type { Deps } from '../deps.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { findReservationByConfirmation, type Reservation } from './reservation.queries.ts'
import { canConfirm } from './reservation.ts'
import { keepUntilEvent, requireNotOver, settleReservation } from './settle-reservation.ts'

/**
 * The reservation behind a link of a confirmation mail. Looking changes nothing: mail scanners follow links.
 *
 * @throws AppError link_invalid
 */
export async function getReservationToConfirm(
  deps: Pick<Deps, 'database'>,
  tenant: Tenant,
  token: string,
): Promise<{ readonly reservation: Reservation; readonly isOpen: boolean }> {
  const reservation = await deps.database.asTenant(tenant.id, (tx) =>
    findReservationByConfirmation(tx, sha256(token)),
  )
  if (!reservation) throw new AppError('link_invalid')
  return { reservation, isOpen: canConfirm(reservation) }
}

/**
 * The person followed the link: F becomes FA, and what is paid at the door is held until the event ends. An expired one takes its places again, when they are still there; one that
 * was confirmed before stays as it is.
 *
 * @returns the id of the reservation
 * @throws AppError link_invalid, invalid_transition (cancelled); sold_out, max_per_user, seat_taken, not_on_sale (it came too
 *   late, and the event is over)
 */
export async function confirmReservation(
  deps: Pick<Deps, 'database' | 'now' | 'enqueue'>,
  tenant: Tenant,
  token: string,
): Promise<string> {
  const { reservation, isOpen } = await getReservationToConfirm(deps, tenant, token)
  if (!isOpen && reservation.status !== 'cancelled') return reservation.id
  try {
    if (reservation.totalMinor > 0) await keepUntilEvent(deps, tenant, reservation.id)
    else
      await settleReservation(deps, tenant, reservation.id, 'email_verified', (tx, found) =>
        requireNotOver(tx, tenant, found, deps.now()),
      )
    return reservation.id
  } catch (error) {
    // It moved between the look and the lock: whoever clicks twice has confirmed all the same.
    if (!isOpen || !(error instanceof AppError && error.code === 'invalid_transition')) throw error
    return confirmReservation(deps, tenant, token)
  }
}
