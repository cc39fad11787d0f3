import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { sameTenant, selectRows } from '../../db/rows.ts'
import { isErased, isUnreached } from './unreached.queries.ts'

/** The people concerned when an event is cancelled or postponed, and how much they have paid. */
export type Concerned = {
  readonly reservations: number
  /** How many of the reservations have no address to be told at. */
  readonly unreached: number
  /** How many of the reservations are of bookers who had themselves erased: there is nobody to tell. */
  readonly erased: number
  readonly tickets: number
  /** How many of the tickets have been scanned: a cancellation leaves them as they are. */
  readonly scanned: number
  readonly waiting: number
  readonly paid: readonly { readonly currency: string; readonly amountMinor: number }[]
}

export async function countConcerned(tx: TenantTx, eventId: string): Promise<Concerned> {
  const reservations = await selectRows(tx, 'reservation')
    .select(({ fn }) => fn.countAll<number>().as('reservations'))
    .select(sql<number>`count(*) filter (where ${isUnreached})`.as('unreached'))
    .select(sql<number>`count(*) filter (where ${isErased})`.as('erased'))
    .where('eventId', '=', eventId)
    .where('status', '<>', 'cancelled')
    .executeTakeFirstOrThrow()
  const tickets = await selectRows(tx, 'ticket')
    .select(({ fn }) => fn.countAll<number>().as('tickets'))
    .select(sql<number>`count(*) filter (where status = 'scanned')`.as('scanned'))
    .where('eventId', '=', eventId)
    .where('cancelledAt', 'is', null)
    .executeTakeFirstOrThrow()
  const waiting = await selectRows(tx, 'waitingEntry')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .where('eventId', '=', eventId)
    .where('status', 'in', ['waiting', 'offered'])
    .executeTakeFirstOrThrow()
  const paid = await selectRows(tx, 'payment')
    .innerJoin('reservation', sameTenant('reservation.id', 'payment.reservationId'))
    .select('payment.receivedCurrency as currency')
    .select(sql<number>`sum(payment.received_minor - payment.refunded_minor)`.as('amountMinor'))
    .where('reservation.eventId', '=', eventId)
    .where('payment.receivedMinor', '>', 0)
    .groupBy('payment.receivedCurrency')
    .execute()
  return {
    ...reservations,
    ...tickets,
    ...waiting,
    paid: paid
      .map(({ currency, amountMinor }) => ({ currency: currency ?? '', amountMinor: Number(amountMinor) }))
      .filter(({ amountMinor }) => amountMinor > 0),
  }
}
