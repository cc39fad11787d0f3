import type { TenantTx } from '../../db/database.ts'
import { selectRows } from '../../db/rows.ts'
import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { TellDeps } from '../deps.ts'
import { requeueMails } from '../mail/mail.queries.ts'
import { retriableStatuses } from '../mail/mail.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { writeTicketsMail } from './deliver-tickets.ts'
import { getReservationLocked, type Reservation } from './reservation.queries.ts'
import { canExpire, refusedMove } from './reservation.ts'
import { writeTicketsLetter } from './tickets-letter.ts'

/** Counts how often its tickets were mailed or tried to be: a second press of the button sees another number than the first. */
export async function countTicketsMails(tx: TenantTx, reservationId: string): Promise<number> {
  return (await listTicketsMails(tx, reservationId)).reduce((sum, { attempts }) => sum + attempts + 1, 0)
}

export function mayResend({ status, bookerEmail }: Pick<Reservation, 'status' | 'bookerEmail'>): boolean {
  return bookerEmail !== '' && status !== 'cancelled' && !canExpire(status)
}

/**
 * Mails the tickets of a paid or confirmed reservation once more. A mail that did not get through goes out again, and one that was
 * never written, since none was wanted, is written: either moves the reservation when it gets through. If one was sent, a new one is
 * written, since a mailbox shows the same mail once.
 *
 * @param seen how many mails the person who asks has seen (`countTicketsMails`): a second press sends nothing
 * @throws AppError not_found, invalid_transition (not paid or confirmed, cancelled, or nobody's address)
 */
export async function resendTickets(
  deps: TellDeps,
  tenant: Tenant,
  actor: Actor,
  { reservationId, seen }: { readonly reservationId: string; readonly seen: number },
): Promise<void> {
  await deps.database.asTenant(tenant.id, async (tx) => {
    const reservation = await getReservationLocked(tx, reservationId)
    if (!mayResend(reservation)) throw refusedMove(reservation)
    const mails = await listTicketsMails(tx, reservationId)
    const isOnItsWay = mails.some(({ status }) => status === 'queued')
    if (isOnItsWay || (await countTicketsMails(tx, reservationId)) !== seen) return
    const first = mails.find(({ kind }) => kind === 'tickets')
    if (!first || (retriableStatuses as readonly string[]).includes(first.status)) {
      if (first) await requeueMails(tx, [first.id])
      else await writeTicketsMail(deps, tx, reservation)
      await deps.enqueue(tx, { name: 'deliver_tickets', tenantId: tenant.id, reservationId })
    } else {
      await queueMail(deps, tx, {
        ...(await writeTicketsLetter(deps, tx, tenant, reservation)),
        kind: 'tickets_again',
        recipient: reservation.bookerEmail,
        reservationId,
      })
    }
    const action = 'reservation.tickets_sent_again'
    await recordChange(tx, actor, deps.now(), action, reservationId)
  })
}

async function listTicketsMails(tx: TenantTx, reservationId: string) {
  return selectRows(tx, 'mail')
    .select(['id', 'kind', 'status', 'attempts'])
    .where('reservationId', '=', reservationId)
    .where('kind', 'in', ['tickets', 'tickets_again'])
    .orderBy('id')
    .execute()
}
