import type { TenantTx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { Actor } from '../account/permission.ts'
import { takeBackPurchase } from '../card/credit-purchase.ts'
import type { Deps } from '../deps.ts'
import { withdrawMails } from '../mail/mail.queries.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { lockTickets } from '../ticket/reservation-tickets.queries.ts'
import { bookingWords } from './booking-words.ts'
import { closeReservations, lockCountersOf } from './close-reservations.ts'
import { cancellationLetter } from './mail-texts.ts'
import {
  findReservation,
  findReservationView,
  lockReservation,
  type Reservation,
  type ReservationView,
} from './reservation.queries.ts'
import { canMove } from './reservation.ts'

/**
 * Cancels a reservation: tickets not active, places given back once. One with a scanned ticket only when an administrator
 * insists; that ticket stays scanned and keeps its place. What it put on a card is taken back; where that was spent, again
 * only when an administrator insists. Whoever booked is told by mail.
 *
 * @throws AppError not_found, invalid_transition, ticket_scanned, top_up_spent
 */
export async function cancelReservation(
  deps: Pick<Deps, 'database' | 'now' | 'enqueue' | 'secrets' | 'urls'>,
  tenant: Tenant,
  actor: Actor,
  id: string,
  insist: boolean,
): Promise<ReservationView> {
  return deps.database.asTenant(tenant.id, async (tx) => {
    const found = await findReservation(tx, id)
    if (!found) throw new AppError('not_found')
    const lines = await lockCountersOf(tx, [found])
    const reservation = await lockReservation(tx, id)
    if (!reservation || !canMove(reservation, 'cancelled')) throw new AppError('invalid_transition')
    const tickets = await lockTickets(tx, [id])
    const scanned = tickets.some((ticket) => ticket.status === 'scanned')
    const mayInsist = insist && isAdministrator(actor)
    if (scanned && !mayInsist) throw new AppError('ticket_scanned')
    const now = deps.now()
    await takeBackPurchase(tx, id, { insist: mayInsist, now })
    await closeReservations(tx, [reservation], lines, 'cancellation', now)
    await tellBooker(deps, tx, tenant, reservation)
    const view = await findReservationView(tx, id)
    if (!view) throw new Error('the reservation just cancelled is missing')
    return view
  })
}

/** Mails about it that still wait have lost their reason. Who asked not to be mailed is not mailed now either. */
async function tellBooker(
  deps: Pick<Deps, 'now' | 'enqueue' | 'secrets' | 'urls'>,
  tx: TenantTx,
  tenant: Tenant,
  reservation: Reservation,
): Promise<void> {
  const { id, bookerEmail: recipient, language } = reservation
  await withdrawMails(tx, id, ['confirm_reservation', 'tickets'], deps.now())
  if (!reservation.toMail || recipient === '') return
  const letter = cancellationLetter(language, await bookingWords(deps, tx, tenant, reservation))
  await queueMail(deps, tx, { ...letter, recipient, reservationId: id })
}

function isAdministrator(actor: Actor): boolean {
  return actor.kind === 'server' || (actor.kind === 'account' && actor.isAdministrator)
}
