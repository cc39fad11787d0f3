import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { sameTenant, selectRows } from '../../db/rows.ts'
import type { RefundState } from '../payment/payment.ts'
import { refundState } from '../payment/refund.queries.ts'
import type { EventNotice } from './event-notice.queries.ts'

/** Refunds of an event, done, under way or due: how many booked it, and how much it is. */
export type RefundFigure = {
  readonly state: RefundState
  readonly reservations: number
  readonly amountMinor: number
  readonly currency: string
  /** When one of them changed last. */
  readonly updatedAt: Date
}

/** Sums the refunds promised to the bookers of an event since its notice was given, by state and currency. */
export async function sumRefundsSince(
  tx: TenantTx,
  { eventId, createdAt }: Pick<EventNotice, 'eventId' | 'createdAt'>,
): Promise<readonly RefundFigure[]> {
  const rows = await selectRows(tx, 'refund')
    .innerJoin('payment', sameTenant('payment.id', 'refund.paymentId'))
    .innerJoin('reservation', sameTenant('reservation.id', 'refund.reservationId'))
    .select(['refund.currency', refundState().as('state')])
    .select(({ fn }) => [
      sql<number>`count(distinct refund.reservation_id)::int`.as('reservations'),
      fn.sum<number>('refund.amountMinor').as('amountMinor'),
      fn.max('refund.updatedAt').as('updatedAt'),
    ])
    .where('reservation.eventId', '=', eventId)
    .where('refund.createdAt', '>=', createdAt)
    .groupBy(['refund.currency', refundState()])
    .orderBy('state')
    .orderBy('refund.currency')
    .execute()
  return rows.map((row) => ({ ...row, amountMinor: Number(row.amountMinor) }))
}

/** A notice with the name of its event, for staff. */
export type ListedNotice = Pick<EventNotice, 'id' | 'kind' | 'total' | 'done' | 'createdAt' | 'endedAt'> & {
  readonly eventName: string
}

/** The latest first. */
export async function listLatestNotices(tx: TenantTx, limit: number): Promise<readonly ListedNotice[]> {
  return selectRows(tx, 'eventNotice as notice')
    .innerJoin('event', sameTenant('event.id', 'notice.eventId'))
    .select(['notice.id', 'notice.kind', 'notice.total', 'notice.done', 'notice.createdAt', 'notice.endedAt'])
    .select('event.name as eventName')
    .orderBy('notice.id', 'desc')
    .limit(limit)
    .execute()
}
