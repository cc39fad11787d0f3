import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { isAmong } from '../../db/is-among.ts'
import { sameTenant, selectRows } from '../../db/rows.ts'
import { methodNow } from '../payment/payment.queries.ts'
import { codeOf, discountOf } from '../reservation/reservation.queries.ts'

/** What was asked for with a `reservation`, such as a place for a wheelchair, by name. */
const optionsOf = sql<string[]>`array(select name from reservation_option
  join ticket_option on ticket_option.tenant_id = reservation_option.tenant_id and ticket_option.id = option_id
  where reservation_option.tenant_id = reservation.tenant_id and reservation_id = reservation.id order by name)`

/** Everything a tenant keeps of a person's bookings, whole rows of what is theirs. */
export async function listOwnReservations(tx: TenantTx, email: string) {
  return selectRows(tx, 'reservation')
    .leftJoin('event', sameTenant('event.id', 'reservation.eventId'))
    .leftJoin('guest', sameTenant('guest.reservationId', 'reservation.id'))
    .select(['reservation.id', 'reservation.status', 'reservation.totalMinor', 'reservation.language'])
    .select('guest.note as guestNote')
    .select([discountOf.as('discountMinor'), codeOf.as('promotionalCode')])
    .select(['reservation.createdAt', 'reservation.cancelledAt', 'event.name as event', 'event.startsAt'])
    .select('reservation.returnUrl')
    .select(optionsOf.as('options'))
    .where('reservation.bookerEmail', '=', email)
    .where('reservation.bookerEmail', '<>', '')
    .orderBy('reservation.id')
    .execute()
}

export async function listOwnTickets(tx: TenantTx, reservationIds: readonly string[]) {
  return selectRows(tx, 'ticket')
    .select(['id', 'reservationId', 'firstName', 'lastName', 'seat', 'status', 'scannedAt', 'cancelledAt'])
    .where(isAmong('reservationId', reservationIds))
    .orderBy('id')
    .execute()
}

/** Tickets that were given to a person, in bookings that are not theirs to see. */
export async function listGivenTickets(tx: TenantTx, email: string) {
  return selectRows(tx, 'ticket')
    .innerJoin('event', sameTenant('event.id', 'ticket.eventId'))
    .select(['ticket.id', 'ticket.firstName', 'ticket.lastName', 'ticket.seat', 'ticket.status'])
    .select(['ticket.scannedAt', 'ticket.cancelledAt', 'event.name as event', 'event.startsAt'])
    .where('ticket.holderEmail', '=', email)
    .orderBy('ticket.id')
    .execute()
}

export async function listOwnPayments(tx: TenantTx, reservationIds: readonly string[]) {
  return selectRows(tx, 'payment')
    .select(['id', 'reservationId', methodNow.as('method'), 'amountMinor', 'status', 'createdAt', 'settledAt'])
    .where(isAmong('reservationId', reservationIds))
    .orderBy('id')
    .execute()
}

/** When what they bought went over the desk, or came back; not who handed it out, which is somebody else's. */
export async function listOwnHandOuts(tx: TenantTx, thingIds: readonly string[]) {
  return selectRows(tx, 'handOut')
    .select(['reservationLineId', 'quantity', 'handedOut', 'createdAt'])
    .where(isAmong('reservationLineId', thingIds))
    .orderBy('id')
    .execute()
}

/** What was booked, whether it made tickets or not. */
export async function listOwnLines(tx: TenantTx, reservationIds: readonly string[]) {
  return selectRows(tx, 'reservationLine as line')
    .innerJoin('price', sameTenant('price.id', 'line.priceId'))
    .innerJoin('product', sameTenant('product.id', 'line.productId'))
    .select(['line.reservationId', 'product.name as product', 'price.name as price', 'line.quantity'])
    .select('line.unitAmountMinor')
    .where(isAmong('line.reservationId', reservationIds))
    .orderBy('line.id')
    .execute()
}

export async function listOwnRefunds(tx: TenantTx, reservationIds: readonly string[]) {
  return selectRows(tx, 'refund')
    .select(['id', 'reservationId', 'amountMinor', 'currency', 'because', 'status', 'createdAt', 'endedAt'])
    .where(isAmong('reservationId', reservationIds))
    .orderBy('id')
    .execute()
}

export async function listOwnScans(tx: TenantTx, ticketIds: readonly string[]) {
  return selectRows(tx, 'scanLog')
    .select(['ticketId', 'result', 'scannedAt'])
    .where(isAmong('ticketId', ticketIds))
    .orderBy('scannedAt')
    .execute()
}

/** Lists the invitations to work here that a person has not answered. */
export async function listOwnInvitations(tx: TenantTx, email: string) {
  return selectRows(tx, 'teamInvitation')
    .select(['id', 'role', 'sentAt', 'expiresAt'])
    .where('email', '=', email)
    .execute()
}

/** What a person has for the card, and how it came to that. Null: never anything. */
export async function findOwnPurse(tx: TenantTx, email: string) {
  const purse = await selectRows(tx, 'purse')
    .select(['id', 'balanceMinor'])
    .where('email', '=', email)
    .executeTakeFirst()
  if (!purse) return null
  const movements = await selectRows(tx, 'purseMovement')
    .select(['id', 'kind', 'changeMinor', 'balanceMinor', 'note', 'createdAt'])
    .where('purseId', '=', purse.id)
    .orderBy('id')
    .execute()
  return { balanceMinor: purse.balanceMinor, movements }
}

export async function listOwnMails(tx: TenantTx, email: string) {
  return selectRows(tx, 'mail')
    .select(['id', 'kind', 'status', 'createdAt'])
    .where('recipient', '=', email)
    .orderBy('id')
    .execute()
}

export async function listOwnObjections(tx: TenantTx, email: string) {
  return selectRows(tx, 'mailObjection').select('createdAt').where('email', '=', email).execute()
}

export async function listOwnWaiting(tx: TenantTx, email: string) {
  return selectRows(tx, 'waitingEntry')
    .innerJoin('event', sameTenant('event.id', 'waitingEntry.eventId'))
    .select(['waitingEntry.id', 'event.name as event', 'waitingEntry.places', 'waitingEntry.status'])
    .select(['waitingEntry.waitingSince', 'waitingEntry.createdAt'])
    .where('waitingEntry.email', '=', email)
    .orderBy('waitingEntry.id')
    .execute()
}
