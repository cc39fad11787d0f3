import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { sameTenant, selectRows } from '../../db/rows.ts'
import { holderOf } from '../reservation/reservation.queries.ts'
import { refundState } from './refund.queries.ts'

/** A refund that somebody has to see to; where it failed, with the provider's word for why. */
export type RefundDue = Awaited<ReturnType<typeof listRefundsDue>>[number]

/** A refund that staff handed over, which can be undone. */
export type HandedOverRefund = Awaited<ReturnType<typeof listHandedOver>>[number]

export type RefundsDueFilter = {
  /** The event; all events when absent. */
  readonly eventId?: string
  readonly limit: number
  readonly offset: number
}

/** Lists what failed, and what is to be handed over at the desk, those that failed first. */
export async function listRefundsDue(tx: TenantTx, filter: RefundsDueFilter) {
  return selectToSee(tx, filter)
    .select(['refund.failure', refundState().as('state')])
    .where('refund.status', '<>', 'succeeded')
    .where(refundState(), 'in', ['failed', 'owed'])
    .orderBy('refund.status')
    .orderBy('refund.id')
    .execute()
}

/** Lists what was handed over, the latest first. */
export async function listHandedOver(tx: TenantTx, filter: RefundsDueFilter) {
  return selectToSee(tx, filter)
    .where('refund.handedOverAt', 'is not', null)
    .orderBy('refund.handedOverAt', 'desc')
    .orderBy('refund.id')
    .execute()
}

function selectToSee(tx: TenantTx, { eventId, limit, offset }: RefundsDueFilter) {
  const query = selectRows(tx, 'refund')
    .innerJoin('payment', sameTenant('payment.id', 'refund.paymentId'))
    .innerJoin('reservation', sameTenant('reservation.id', 'refund.reservationId'))
    .leftJoin('event', sameTenant('event.id', 'reservation.eventId'))
    .select(['refund.id', 'refund.amountMinor', 'refund.currency', 'refund.reservationId'])
    .select(['reservation.bookerEmail', 'event.name as eventName', holderOf.as('holder')])
    .limit(limit)
    .offset(offset)
  return eventId === undefined ? query : query.where('reservation.eventId', '=', eventId)
}

/** Money to be handed over at the desk, in one currency. */
export type AmountDue = { readonly amountMinor: number; readonly currency: string }

/** Sums the refunds to be handed over by reservation, the first promised first; a reservation without any is absent. */
export async function sumRefundsDue(
  tx: TenantTx,
  reservationIds: readonly string[],
): Promise<ReadonlyMap<string, readonly AmountDue[]>> {
  if (reservationIds.length === 0) return new Map()
  const sums = await selectRows(tx, 'refund')
    .innerJoin('payment', sameTenant('payment.id', 'refund.paymentId'))
    .select(['refund.reservationId', 'refund.currency'])
    .select(sql<number>`sum(refund.amount_minor)::int`.as('amountMinor'))
    .where('refund.reservationId', 'in', reservationIds)
    .where(refundState(), '=', 'owed')
    .groupBy(['refund.reservationId', 'refund.currency'])
    .orderBy(sql`min(refund.id::text)`)
    .execute()
  return Map.groupBy(sums, ({ reservationId }) => reservationId)
}

/** Lists refunds that failed, of one event or of all. */
export async function listFailedRefunds(tx: TenantTx, eventId: string | null) {
  let query = selectRows(tx, 'refund')
    .innerJoin('reservation', sameTenant('reservation.id', 'refund.reservationId'))
    .select('refund.id')
    .where('refund.status', '=', 'failed')
    .orderBy('refund.id')
  if (eventId !== null) query = query.where('reservation.eventId', '=', eventId)
  return query.execute()
}
