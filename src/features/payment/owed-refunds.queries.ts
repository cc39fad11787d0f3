import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import type { RefundState } from './payment.ts'
import { refundState } from './refund.queries.ts'

/** A refund that somebody has to see to. */
export type OwedRefund = {
  readonly id: string
  readonly state: RefundState
  readonly amountMinor: number
  readonly currency: string
  /** The provider's word for why it failed. */
  readonly failure: string | null
  readonly reservationId: string
  /** '' where nobody gave one, or the booker was erased. */
  readonly bookerEmail: string
  /** Null: an order at no event. */
  readonly eventName: string | null
}

export type OwedFilter = {
  /** Of one event; otherwise of all. */
  readonly eventId?: string
  readonly limit: number
  readonly offset: number
}

/** What failed, and what is to be handed over at the desk, those that failed first. */
export async function listOwedRefunds(tx: TenantTx, filter: OwedFilter): Promise<readonly OwedRefund[]> {
  let query = tx
    .selectFrom('refund')
    .innerJoin('payment', (join) =>
      join.onRef('payment.tenantId', '=', 'refund.tenantId').onRef('payment.id', '=', 'refund.paymentId'),
    )
    .innerJoin('reservation', (join) =>
      join
        .onRef('reservation.tenantId', '=', 'refund.tenantId')
        .onRef('reservation.id', '=', 'refund.reservationId'),
    )
    .leftJoin('event', (join) =>
      join.onRef('event.tenantId', '=', 'reservation.tenantId').onRef('event.id', '=', 'reservation.eventId'),
    )
    .select(['refund.id', 'refund.amountMinor', 'refund.currency', 'refund.failure', 'refund.reservationId'])
    .select(['reservation.bookerEmail', 'event.name as eventName', refundState().as('state')])
    .where('refund.tenantId', '=', tx.tenantId)
    .where('refund.status', '<>', 'succeeded')
    .where(sql<boolean>`(refund.status = 'failed' or payment.method <> 'online')`)
    .orderBy('refund.status')
    .orderBy('refund.id')
    .limit(filter.limit)
    .offset(filter.offset)
  if (filter.eventId !== undefined) query = query.where('reservation.eventId', '=', filter.eventId)
  return query.execute()
}

/** Refunds that failed, of one event or of all. */
export async function listFailedRefunds(
  tx: TenantTx,
  eventId: string | null,
): Promise<readonly { readonly id: string }[]> {
  let query = tx
    .selectFrom('refund')
    .innerJoin('reservation', (join) =>
      join
        .onRef('reservation.tenantId', '=', 'refund.tenantId')
        .onRef('reservation.id', '=', 'refund.reservationId'),
    )
    .select('refund.id')
    .where('refund.tenantId', '=', tx.tenantId)
    .where('refund.status', '=', 'failed')
    .orderBy('refund.id')
  if (eventId !== null) query = query.where('reservation.eventId', '=', eventId)
  return query.execute()
}
