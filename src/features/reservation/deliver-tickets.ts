import { serverSide, type TenantTx } from '../../db/database.ts'
import type { Deps } from '../deps.ts'
import { withdrawMails } from '../mail/mail.queries.ts'
import type { MailStatus } from '../mail/mail.ts'
import { insertMail } from '../mail/queue-mail.ts'
import { type Attach, type Attempt, sendMail } from '../mail/send-mail.ts'
import { listMembershipsOfReservation } from '../membership/membership.queries.ts'
import { tellMember } from '../membership/tell-member.ts'
import { getTenant } from '../tenant/tenant.queries.ts'
import { findTicketsMail, lockReservation, markStatus, type Reservation } from './reservation.queries.ts'
import { canMove, type ReservationStatus } from './reservation.ts'
import { writeTicketsLetter } from './tickets-letter.ts'

type DeliverDeps = Pick<
  Deps,
  'database' | 'now' | 'enqueue' | 'mailer' | 'mailPictures' | 'secrets' | 'urls' | 'countsMails'
>

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
  attempt: Attempt,
  attach: Attach,
): Promise<void> {
  const mailId = await prepareMail(deps, tenantId, reservationId)
  if (mailId === null) return markDelivery(deps, tenantId, reservationId, 'paid_email_unsent')
  try {
    const status = await sendMail(deps, tenantId, mailId, attempt, attach)
    await markDelivery(deps, tenantId, reservationId, statusAfter[status])
  } catch (error) {
    await markDelivery(deps, tenantId, reservationId, 'paid_email_unsent')
    throw error
  }
}

const statusAfter = {
  sent: 'valid',
  // As it would have been, so that everything can be tried.
  kept: 'valid',
  refused: 'paid_email_invalid',
  in_outbox: 'paid_email_unsent',
  failed: 'paid_email_unsent',
  queued: 'paid_email_unsent',
  withdrawn: 'paid_email_unsent',
} as const satisfies Record<MailStatus, ReservationStatus>

/** The mail with the tickets, written once; null when none is to be sent. */
async function prepareMail(deps: DeliverDeps, tenantId: string, reservationId: string): Promise<string | null> {
  return deps.database.asTenant(tenantId, async (tx) => {
    // Locked, so that when two deliveries run at once one writes the mail and the other finds it.
    const reservation = await lockReservation(tx, reservationId)
    if (reservation?.status === 'cancelled')
      await withdrawMails(tx, reservationId, ['tickets', 'tickets_again'], deps.now())
    if (!reservation || reservation.bookerEmail === '' || reservation.status === 'cancelled') return null
    const before = await findTicketsMail(tx, reservationId)
    // Even when the booker wanted none, staff may have written one.
    return before ?? (reservation.toMail ? writeTicketsMail(deps, tx, reservation) : null)
  })
}

/**
 * Writes the mail that a delivery sends, under the lock of the reservation; with it, also once, one for each membership that the
 * reservation granted.
 */
export async function writeTicketsMail(
  deps: Pick<DeliverDeps, 'now' | 'enqueue' | 'secrets' | 'urls'>,
  tx: TenantTx,
  reservation: Reservation,
): Promise<string> {
  const tenant = await getTenant(serverSide(tx), tx.tenantId)
  for (const membership of await listMembershipsOfReservation(tx, reservation.id))
    await tellMember(deps, tx, tenant, membership, { language: reservation.language, unasked: false })
  return insertMail(deps, tx, {
    ...(await writeTicketsLetter(deps, tx, tenant, reservation)),
    recipient: reservation.bookerEmail,
    reservationId: reservation.id,
  })
}

/** Notes what became of the delivery; a reservation that was cancelled meanwhile, or has moved on already, keeps its status. */
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
