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
import { refusedTicketMove } from '../ticket/ticket.ts'
import { bookingWords } from './booking-words.ts'
import { cancellationLetter, ticketsCancelledLetter } from './cancellation-texts.ts'
import { closeReservations, closeTickets, lockCountersOf } from './close-reservations.ts'
import { givenTicketCancelledLetter } from './given-ticket-texts.ts'
import { findGoesAlong } from './goes-along.queries.ts'
import type { RefundNotice } from './refund-notice.ts'
import {
  getReservation,
  getReservationLocked,
  listLines,
  type Reservation,
  type ReservationLine,
} from './reservation.queries.ts'
import { canExpire, canMove, refusedMove } from './reservation.ts'
import { tellHolders } from './tell-holders.ts'

export type Cancellation = {
  /** True: an administrator cancels it although a ticket was scanned. */
  readonly insist: boolean
  /** The tickets to cancel; null: all. `unused`: all that nobody has entered with, or the whole reservation when it is not settled. */
  readonly ticketIds: readonly string[] | 'unused' | null
}

/** What else happens in the transaction. */
export type AroundCancellation = {
  /** Called once the reservation is locked; what it throws refuses the cancellation. */
  readonly admit?: (tx: TenantTx, reservation: Reservation) => Promise<void>
  /** Promises to refund what was paid; `isCancelled` is false when only some tickets were. Null: nothing is refunded. */
  readonly refund?: (tx: TenantTx, done: { readonly isCancelled: boolean }) => Promise<RefundNotice | null>
  /** Queues another mail than the usual one, to a booker who wants mails. */
  readonly tell?: (tx: TenantTx, reservation: Reservation, refundNotice: RefundNotice | null) => Promise<void>
  /** Set when the event does not take place, which the people who were given tickets are told; absent: it does. */
  readonly eventCancelled?: { readonly reason: string | null }
  readonly after?: (tx: TenantTx) => Promise<void>
}

/**
 * Cancels a reservation: its tickets become not active, its places are released once. One with a scanned ticket only when an
 * administrator insists; that ticket stays scanned and keeps its place. The same holds for things that were handed out. What it put
 * on a card is reversed; where that was spent, again only when an administrator insists. The booker is told by mail, and everybody
 * who was given one of the tickets. Of a settled one some tickets may be cancelled while the rest stays; when nothing would be left,
 * all of it is cancelled.
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
): Promise<void> {
  await deps.database.asTenant(tenant.id, async (tx) => {
    const found = await getReservation(tx, id)
    await lockCountersOf(tx, [found])
    const reservation = await getReservationLocked(tx, id)
    if (!canMove(reservation, 'cancelled')) throw refusedMove(reservation, 'cancelled')
    // Read once more: what was handed out is certain only under this lock.
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
    // Waiting mails about it have lost their reason; that with the tickets, when some are left, is made when it is sent.
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
  })
}

/** Whether nobody has entered with it, and it was not cancelled. */
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
  /** Whether the whole reservation is cancelled. */
  readonly isCancelled: boolean
  /** How many tickets this cancelled. */
  readonly ticketCount: number
  readonly refundNotice: RefundNotice | null
  readonly tell: AroundCancellation['tell']
}

/** Mails the booker, unless they asked not to be mailed. */
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

/** The tickets to cancel; null when the whole reservation is. */
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
  if (canExpire(reservation.status)) throw refusedMove(reservation)
  const gone = wanted.find((ticket) => ticket.cancelledAt !== null)
  if (gone) throw refusedTicketMove(gone)
  const left = tickets.filter((ticket) => ticket.cancelledAt === null && !ids.includes(ticket.id))
  return left.length === 0 && lines.every((line) => line.makesTickets) ? null : ids
}

/** The tickets nobody entered with; null: the whole reservation. @throws AppError invalid_transition when there are none */
function unusedTickets(reservation: Reservation, tickets: readonly LockedTicket[]): readonly string[] | null {
  if (canExpire(reservation.status)) return null
  const unused = tickets.filter(isOpen)
  if (unused.length === 0) throw refusedMove(reservation)
  return unused.map(({ id }) => id)
}
