import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { countRows, sameTenant, selectRows } from '../../db/rows.ts'
import { isUnmailed } from './unreached.queries.ts'

/** The people a message to an event would leave out, since they want no more messages (ADR 0236). */
export type LeftOut = {
  readonly people: number
  /** Bookings of which nobody would be told for that reason. */
  readonly bookings: number
}

const objects = (email: string) => sql<boolean>`exists (select from mail_objection
  where mail_objection.tenant_id = reservation.tenant_id and mail_objection.email = ${sql.ref(email)})`

const isTold = sql<boolean>`(
  (reservation.booker_email <> '' and reservation.to_mail and not ${objects('reservation.booker_email')})
  or exists (select from ticket where ticket.tenant_id = reservation.tenant_id and ticket.reservation_id = reservation.id
    and ticket.cancelled_at is null and ticket.holder_email is not null and not ${objects('ticket.holder_email')}))`

export async function countLeftOut(tx: TenantTx, eventId: string): Promise<LeftOut> {
  const bookings = selectRows(tx, 'reservation')
    .where('reservation.eventId', '=', eventId)
    .where('reservation.status', '<>', 'cancelled')
  const holders = bookings
    .innerJoin('ticket', sameTenant('ticket.reservationId', 'reservation.id'))
    .where('ticket.cancelledAt', 'is', null)
    .select('ticket.holderEmail')
  const people = await selectRows(tx, 'mailObjection')
    .where((where) =>
      where.or([
        where('email', 'in', bookings.where('toMail', '=', true).select('bookerEmail')),
        where('email', 'in', holders.$castTo<{ holderEmail: string }>()),
      ]),
    )
    .$call(countRows)
  return { people, bookings: await bookings.where(sql<boolean>`not ${isUnmailed} and not ${isTold}`).$call(countRows) }
}
