import type { TenantTx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'
import type { Deps, TellDeps } from '../deps.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { refusedTicketMove } from '../ticket/ticket.ts'
import { givenPath } from '../ticket/given-proof.ts'
import { findBookedName, type LockedTicket, lockTickets, replaceTicket } from '../ticket/reservation-tickets.queries.ts'
import { findOfferedPasses, walletsOf } from '../wallet/offered-passes.ts'
import { walletFile } from '../wallet/wallet.ts'
import { bookingWords } from './booking-words.ts'
import { giverName } from './giver-name.ts'
import { givenTicketCancelledLetter } from './given-ticket-texts.ts'
import { ticketGivenLetter } from './mail-texts.ts'
import {
  findBookedEvent,
  findReservation,
  lockReservation,
  markChanged,
  type Reservation,
} from './reservation.queries.ts'
import { tellHolders } from './tell-holders.ts'

export type NewHolder = {
  readonly firstName: string
  readonly lastName: string
  /** The new holder's normalised address; null: the booker gives them the code. */
  readonly email: string | null
}

/** Until when tickets of a reservation may be given away; null: never, or there is no such reservation. */
export async function findTransferEnd(
  deps: Pick<Deps, 'database'>,
  tenant: Tenant,
  reservationId: string,
): Promise<Date | null> {
  return deps.database.asTenant(tenant.id, async (tx) => {
    const reservation = await findReservation(tx, reservationId)
    return reservation && givesUntil(tx, tenant, reservation)
  })
}

async function givesUntil(tx: TenantTx, tenant: Tenant, reservation: Reservation): Promise<Date | null> {
  const { startsAt, cancelledAt } = await findBookedEvent(tx, reservation)
  return tenant.transfersAllowed && cancelledAt === null ? startsAt : null
}

function isHeldBy({ firstName, lastName, holderEmail }: LockedTicket, holder: NewHolder): boolean {
  return firstName === holder.firstName && lastName === holder.lastName && holderEmail === holder.email
}

/**
 * Gives a ticket to somebody else (ADR 0084): another ticket takes its place, with its seat, price and options and a code of its own;
 * the former code is refused from then on. Places and amounts stay. A ticket that was given away already stays so: a second press
 * gives nothing twice, and another holder is refused.
 *
 * @returns the id of the ticket in its place
 * @throws AppError not_found, transfer_closed, ticket_scanned, invalid_transition (not settled, or cancelled)
 */
export async function giveTicket(
  deps: TellDeps,
  tenant: Tenant,
  { reservationId, ticketId }: { readonly reservationId: string; readonly ticketId: string },
  holder: NewHolder,
): Promise<string> {
  return deps.database.asTenant(tenant.id, async (tx) => {
    const reservation = await lockReservation(tx, reservationId)
    const tickets = await lockTickets(tx, [reservationId])
    const ticket = tickets.find(({ id }) => id === ticketId)
    if (!reservation || !ticket) throw new AppError('not_found')
    const given = tickets.find(({ id, status }) => id === ticket.supersededBy && status === 'not_scanned')
    if (given !== undefined && isHeldBy(given, holder)) return given.id
    const now = deps.now()
    const until = await givesUntil(tx, tenant, reservation)
    if (until === null || until <= now) throw new AppError('transfer_closed')
    if (ticket.status === 'scanned') throw new AppError('ticket_scanned')
    if (ticket.status !== 'not_scanned') throw refusedTicketMove(ticket)
    const newTicketId = newId()
    const { firstName, lastName, email } = holder
    await replaceTicket(tx, ticketId, { firstName, lastName, holderEmail: email, id: newTicketId, now })
    await markChanged(tx, reservationId)
    // Otherwise the person it was given to before is refused at the door without having been told.
    await tellHolders(deps, tx, tenant, reservation, {
      emails: ticket.holderEmail === email ? [] : [ticket.holderEmail],
      write: (event) => givenTicketCancelledLetter(reservation.language, { event, eventCancelled: null }),
    })
    if (email !== null) await mailHolder(deps, tx, tenant, reservation, newTicketId, email)
    return newTicketId
  })
}

async function mailHolder(
  deps: Pick<Deps, 'now' | 'enqueue' | 'secrets' | 'urls'>,
  tx: TenantTx,
  tenant: Tenant,
  reservation: Reservation,
  ticketId: string,
  recipient: string,
): Promise<void> {
  const { event } = await bookingWords(deps, tx, tenant, reservation)
  const wallets = walletsOf(await findOfferedPasses(tx, [ticketId], deps.now()), ticketId)
  const files = deps.urls.base(tenant.host) + givenPath(deps, tenant.id, ticketId)
  const walletLinks = wallets.map((wallet) => ({ wallet, url: files + walletFile(wallet) }))
  const name = await findBookedName(tx, reservation.id)
  const giver = name && giverName(name)
  const given = { event, giver, ticketUrl: files, calendarUrl: `${files}event.ics`, walletLinks }
  await queueMail(deps, tx, {
    ...ticketGivenLetter(reservation.language, given),
    recipient,
    reservationId: reservation.id,
    documentId: ticketId,
  })
}
