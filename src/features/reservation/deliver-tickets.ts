import type { Deps } from '../deps.ts'
import { insertMail } from '../mail/queue-mail.ts'
import { type MailStatus, sendMail } from '../mail/send-mail.ts'
import { ticketsMail } from './mail-texts.ts'
import {
  findEventName,
  findReservation,
  findTicketsMail,
  lockReservation,
  markStatus,
} from './reservation.queries.ts'
import { canMove, type ReservationStatus } from './reservation.ts'

type DeliverDeps = Pick<Deps, 'database' | 'now' | 'mailer'>

/**
 * Mails the tickets of a paid or confirmed reservation and notes what became of it: V mailed, PE the address was refused
 * for good, PN not mailed (asked not to, no address, no mail server, or the mail server fails for now). A repeat sends no
 * second mail, and makes PN a V once it gets through.
 *
 * @throws Error when it should be tried again
 */
export async function deliverTickets(
  deps: DeliverDeps,
  tenantId: string,
  reservationId: string,
): Promise<void> {
  const mailId = await prepareMail(deps, tenantId, reservationId)
  if (mailId === null) return markDelivery(deps, tenantId, reservationId, 'paid_email_unsent')
  try {
    const status = await sendMail(deps, tenantId, mailId)
    await markDelivery(deps, tenantId, reservationId, statusAfter[status])
  } catch (error) {
    await markDelivery(deps, tenantId, reservationId, 'paid_email_unsent')
    throw error
  }
}

const statusAfter = {
  sent: 'valid',
  refused: 'paid_email_invalid',
  in_outbox: 'paid_email_unsent',
  failed: 'paid_email_unsent',
  queued: 'paid_email_unsent',
} as const satisfies Record<MailStatus, ReservationStatus>

/** The mail with the tickets, written once; null when none is to be sent. */
async function prepareMail(
  deps: DeliverDeps,
  tenantId: string,
  reservationId: string,
): Promise<string | null> {
  return deps.database.asTenant(tenantId, async (tx) => {
    const reservation = await findReservation(tx, reservationId)
    if (!reservation?.toMail || reservation.bookerEmail === '' || reservation.status === 'cancelled')
      return null
    const before = await findTicketsMail(tx, reservationId)
    if (before !== null) return before
    const eventName = await findEventName(tx, reservation.eventId)
    return insertMail(deps, tx, {
      kind: 'tickets',
      recipient: reservation.bookerEmail,
      ...ticketsMail(reservation.language, eventName, reservation.ticketCount),
      reservationId,
    })
  })
}

/** A reservation that was cancelled meanwhile, or has come further already, stays where it is. */
async function markDelivery(
  deps: DeliverDeps,
  tenantId: string,
  reservationId: string,
  status: ReservationStatus,
): Promise<void> {
  await deps.database.asTenant(tenantId, async (tx) => {
    const reservation = await lockReservation(tx, reservationId)
    if (!reservation || !canMove(reservation, status)) return
    await markStatus(tx, reservation, { status, now: deps.now() })
  })
}
