import { AppError, isRefusal } from '../../errors.ts'
import { sha256 } from '../../lib/hash.ts'
import type { OrderKind } from '../catalog/product.ts'
import type { Deps, TellDeps } from '../deps.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { isConfirmationCode, mostConfirmationTries } from './confirmation-code.ts'
import {
  countCodeTry,
  findOrderKind,
  findReservation,
  findReservationByConfirmation,
  getReservation,
  type Reservation,
} from './reservation.queries.ts'
import { canConfirm } from './reservation.ts'
import { keepUntilPaid, requireNotOver, settleReservation } from './settle-reservation.ts'

/**
 * Finds the reservation behind a link of a confirmation mail. Looking changes nothing: mail scanners follow links.
 *
 * @throws AppError link_invalid
 */
export async function getReservationToConfirm(
  deps: Pick<Deps, 'database'>,
  tenant: Tenant,
  token: string,
): Promise<{ readonly reservation: Reservation; readonly orderKind: OrderKind | null; readonly isOpen: boolean }> {
  return deps.database.asTenant(tenant.id, async (tx) => {
    const reservation = await findReservationByConfirmation(tx, sha256(token))
    if (!reservation) throw new AppError('link_invalid')
    return { reservation, orderKind: await findOrderKind(tx, reservation), isOpen: canConfirm(reservation) }
  })
}

/**
 * Confirms the reservation whose link was followed: F becomes FA, and what is paid at the door is held until the event ends, or at
 * the desk for thirty days. An expired one takes its places again if they are still free; one that was confirmed before stays as it
 * is.
 *
 * @returns the id of the reservation
 * @throws AppError link_invalid, invalid_transition (cancelled); sold_out, max_per_user, seat_taken, not_on_sale (it came too
 *   late, and the event is over)
 */
export async function confirmReservation(deps: TellDeps, tenant: Tenant, token: string): Promise<string> {
  const { reservation } = await getReservationToConfirm(deps, tenant, token)
  await confirm(deps, tenant, reservation)
  return reservation.id
}

export type CodeOutcome = 'confirmed' | { readonly wrongWithTriesLeft: number }

/**
 * As `confirmReservation`, by the digits in that mail, typed on the page of the booking. Each try is counted before it is checked;
 * after too many only the link works.
 *
 * @throws AppError as confirmReservation
 */
export async function confirmByCode(
  deps: TellDeps,
  tenant: Tenant,
  typed: { readonly id: string; readonly digits: string },
): Promise<CodeOutcome> {
  const tries = await deps.database.asTenant(tenant.id, (tx) => countCodeTry(tx, typed.id, mostConfirmationTries))
  if (tries === null) return { wrongWithTriesLeft: 0 }
  if (!isConfirmationCode(deps, tenant.id, typed)) return { wrongWithTriesLeft: mostConfirmationTries - tries }
  const reservation = await deps.database.asTenant(tenant.id, (tx) => getReservation(tx, typed.id))
  await confirm(deps, tenant, reservation)
  return 'confirmed'
}

async function confirm(deps: TellDeps, tenant: Tenant, reservation: Reservation): Promise<void> {
  const isOpen = canConfirm(reservation)
  if (!isOpen && reservation.status !== 'cancelled') return
  try {
    if (reservation.totalMinor > 0) await keepUntilPaid(deps, tenant, reservation.id)
    else
      await settleReservation(deps, tenant, reservation.id, 'confirmed', (tx, found) =>
        requireNotOver(tx, tenant, found, deps.now()),
      )
  } catch (error) {
    // It changed between the look and the lock: a person who clicks twice has confirmed all the same.
    if (!isOpen || !isRefusal(error, 'invalid_transition')) throw error
    const moved = await deps.database.asTenant(tenant.id, (tx) => findReservation(tx, reservation.id))
    if (!moved) throw error
    await confirm(deps, tenant, moved)
  }
}
