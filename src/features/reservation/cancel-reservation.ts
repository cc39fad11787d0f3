import type { TenantTx } from '../../db/database.ts'
import { AppError, orNotFound } from '../../errors.ts'
import { type Actor, manages } from '../account/actor.ts'
import { reversePurchase } from '../card/credit-purchase.ts'
import type { Deps, TellDeps } from '../deps.ts'
import { listWaiting } from '../event/waiting.queries.ts'
import type { MailKind } from '../mail/mail.ts'
import { withdrawMails } from '../mail/mail.queries.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { type LockedTicket, lockTickets } from '../ticket/reservation-tickets.queries.ts'
import { bookingWords } from './booking-words.ts'
import { cancellationLetter, ticketsCancelledLetter } from './cancellation-texts.ts'
import { closeReservations, closeTickets, lockCountersOf } from './close-reservations.ts'
import { givenTicketCancelledLetter } from './given-ticket-texts.ts'
import { findGoesAlong } from './goes-along.queries.ts'
import type { RefundNotice } from './refund-notice.ts'
import {
  getReservation,
  getReservationView,
  listLines,
  lockReservation,
  type Reservation,
  type ReservationLine,
  type ReservationWithThings,
} from './reservation.queries.ts'
import { canExpire, canMove } from './reservation.ts'
import { tellHolders } from './tell-holders.ts'

export type Cancellation = {
  /** An administrator cancels it although a ticket was scanned. */
  readonly insist: boolean
  /** Null: all of it. `unused`: whatever nobody has entered with, and all of it when it is not settled. */
  readonly ticketIds: readonly string[] | 'unused' | null
}

/** What else belongs in the transaction. */
export type AroundCancellation = {
  /** Asked once the reservation is locked; what it throws refuses. */
  readonly admit?: (tx: TenantTx, reservation: Reservation) => Promise<void>
  /** Promises to refund what was paid; `isCancelled` is false when only some tickets were. Null: nothing is refunded. */
  readonly refund?: (tx: TenantTx, done: { readonly isCancelled: boolean }) => Promise<RefundNotice | null>
  /** Queues another mail than the usual one, to somebody who wants mails. */
  readonly tell?: (tx: TenantTx, reservation: Reservation, refundNotice: RefundNotice | null) => Promise<void>
  /** The event does not take place, which those who were given tickets are told; absent: it does. */
  readonly eventCancelled?: { readonly reason: string | null }
  readonly after?: (tx: TenantTx) => Promise<void>
}

/**
 * Cancels a reservation: tickets not active, places released once. One with a scanned ticket only when an administrator
 * insists; that ticket stays scanned and keeps its place. The same goes for things that were handed out. What it put on a
 * card is reversed; where that was spent, again only when an administrator insists. Whoever booked is told by mail, and whoever
 * was given one of the tickets. Or some tickets of one that is settled, the rest of which stays; when nothing would be left, all of it is cancelled.
 *
 * @throws AppError not_found (also for tickets of another reservation), invalid_transition, ticket_scanned,
 *   already_handed_out, top_up_spent
 */
export async function cancelReservation(
  deps: TellDeps,
  tenant: Tenant,
  actor: Actor,
  id: string,
  cancellation: Cancellation,
  { admit, refund, tell, eventCancelled, after }: AroundCancellation = {},
): Promise<ReservationWithThings> {
  return deps.database.asTenant(tenant.id, async (tx) => {
    const found = await getReservation(tx, id)
    await lockCountersOf(tx, [found])
    const reservation = await lockReservation(tx, id)
    if (!reservation || !canMove(reservation, 'cancelled')) throw new AppError('invalid_transition')
    // Once more: what is handed out is known under this lock only.
    const lines = await listLines(tx, [id])
    await admit?.(tx, reservation)
    const tickets = await lockTickets(tx, [id])
    const some = someTickets(reservation, lines, tickets, cancellation.ticketIds)
    const now = deps.now()
    if (some) {
      await closeTickets(tx, reservation, lines, some, now)
    } else {
      const scanned = tickets.some((ticket) => ticket.status === 'scanned')
      const mayInsist = cancellation.insist && manages(actor)
      if (scanned && !mayInsist) throw new AppError('ticket_scanned')
      if (!mayInsist && lines.some((line) => line.handedOut > 0)) throw new AppError('already_handed_out')
      await reversePurchase(tx, id, { insist: mayInsist, now })
      await closeReservations(tx, [reservation], lines, 'cancellation', now)
    }
    const isCancelled = some === null
    const refundNotice = (await refund?.(tx, { isCancelled })) ?? null
    const ticketCount = some?.length ?? tickets.filter(({ cancelledAt }) => cancelledAt === null).length
    // Mails about it that still wait have lost their reason; that with the tickets, when some are left, is made when it is sent.
    if (isCancelled) await withdrawMails(tx, id, lostReason, now)
    await tellBooker(deps, tx, tenant, reservation, { isCancelled, ticketCount, refundNotice, tell })
    const gone = tickets.filter((ticket) => isOpen(ticket) && (some === null || some.includes(ticket.id)))
    await tellHolders(deps, tx, tenant, reservation, {
      emails: gone.map((ticket) => ticket.holderEmail),
      write: (event) =>
        givenTicketCancelledLetter(reservation.language, { event, eventCancelled: eventCancelled ?? null }),
    })
    await after?.(tx)
    const { eventId } = reservation
    if ((await listWaiting(tx, [eventId])).length > 0)
      await deps.enqueue(tx, { name: 'offer_places', tenantId: tenant.id, eventId })
    return getReservationView(tx, id)
  })
}

/** Nobody has entered with it, and it was not cancelled. */
function isOpen({ status, cancelledAt }: LockedTicket): boolean {
  return status !== 'scanned' && cancelledAt === null
}

const lostReason = [
  'confirm_reservation',
  'tickets',
  'tickets_again',
  'ticket_given',
  'waiting_list_offer',
] as const satisfies readonly MailKind[]

type Told = {
  /** All of the reservation is. */
  readonly isCancelled: boolean
  /** How many were cancelled by this. */
  readonly ticketCount: number
  readonly refundNotice: RefundNotice | null
  readonly tell: AroundCancellation['tell']
}

/** Who asked not to be mailed is not mailed now either. */
async function tellBooker(
  deps: Pick<Deps, 'now' | 'enqueue' | 'secrets' | 'urls'>,
  tx: TenantTx,
  tenant: Tenant,
  reservation: Reservation,
  { isCancelled, ticketCount, refundNotice, tell }: Told,
): Promise<void> {
  const { id, bookerEmail: recipient, language } = reservation
  if (!reservation.toMail || recipient === '') return
  if (tell) return tell(tx, reservation, refundNotice)
  const told = { ...(await bookingWords(deps, tx, tenant, reservation)), ticketCount, refundNotice }
  const letter = isCancelled
    ? cancellationLetter(language, { ...told, ...(await findGoesAlong(tx, id)) })
    : ticketsCancelledLetter(language, told)
  await queueMail(deps, tx, { ...letter, recipient, reservationId: id })
}

/** The tickets to cancel; null when all of the reservation is. */
function someTickets(
  reservation: Reservation,
  lines: readonly ReservationLine[],
  tickets: readonly LockedTicket[],
  asked: Cancellation['ticketIds'],
): readonly string[] | null {
  const ids = asked === 'unused' ? unusedTickets(reservation, tickets) : asked
  if (ids === null) return null
  const wanted = ids.map((id) => orNotFound(tickets.find((candidate) => candidate.id === id)))
  if (wanted.some((ticket) => ticket.status === 'scanned')) throw new AppError('ticket_scanned')
  if (canExpire(reservation.status) || wanted.some((ticket) => ticket.cancelledAt !== null))
    throw new AppError('invalid_transition')
  const left = tickets.filter((ticket) => ticket.cancelledAt === null && !ids.includes(ticket.id))
  return left.length === 0 && lines.every((line) => line.makesTickets) ? null : ids
}

/** @throws AppError invalid_transition when there are none */
function unusedTickets(reservation: Reservation, tickets: readonly LockedTicket[]): readonly string[] | null {
  if (canExpire(reservation.status)) return null
  const unused = tickets.filter(isOpen)
  if (unused.length === 0) throw new AppError('invalid_transition')
  return unused.map(({ id }) => id)
}
