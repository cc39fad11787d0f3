import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { sameTenant, selectRows } from '../../db/rows.ts'
import { shortReference } from '../../lib/ids.ts'
import { methodNow } from '../payment/payment.queries.ts'
import { refundState } from '../payment/refund.queries.ts'
import { amountCell, type Batch, exportSource, isAsked, isOfEvent, momentCell } from './export-source.ts'

/** Payments that brought something, or were a gift; with their booking and its event. */
function selectPayments(tx: TenantTx, batch: Batch) {
  return selectRows(tx, 'payment')
    .innerJoin('reservation', sameTenant('reservation.id', 'payment.reservationId'))
    .leftJoin('event', sameTenant('event.id', 'reservation.eventId'))
    .select(['reservation.id as reservationId', 'reservation.bookerEmail', 'event.name as eventName'])
    .where(isOfEvent(batch))
}

/** Entries of corrections: out of one method, and into another. */
function listCorrections(tx: TenantTx, batch: Batch) {
  return selectPayments(tx, batch)
    .innerJoin('paymentCorrection as entry', sameTenant('entry.paymentId', 'payment.id'))
    .select(['entry.id', 'entry.createdAt as settledAt', 'entry.amountMinor as receivedMinor'])
    .select(['entry.currency as receivedCurrency', 'entry.method', sql<'corrected'>`'corrected'`.as('status')])
    .select([sql<number>`0`.as('refundedMinor'), sql<null>`null`.as('providerPaymentId'), sql<null>`null`.as('number')])
    .where(isAsked(batch, 'entry.createdAt', 'entry.id'))
    .orderBy('entry.id')
    .limit(batch.limit)
    .execute()
}

/** Payments and corrections together, in the order they came about, as their ids are. */
async function listMoneyIn(tx: TenantTx, batch: Batch) {
  const rows = [...(await listPayments(tx, batch)), ...(await listCorrections(tx, batch))]
  return rows.toSorted((one, other) => (one.id < other.id ? -1 : 1)).slice(0, batch.limit)
}

async function listPayments(tx: TenantTx, batch: Batch) {
  return (
    selectPayments(tx, batch)
      .select([
        'payment.id',
        'payment.method',
        'payment.settledAt',
        'payment.receivedMinor',
        'payment.receivedCurrency',
      ])
      .select(['payment.refundedMinor', 'payment.providerPaymentId', 'payment.status'])
      // Not joined: PostgreSQL would go through all receipts before those of each batch.
      .select(
        sql<number | null>`(select number from receipt where receipt.tenant_id = payment.tenant_id
        and receipt.payment_id = payment.id and receipt.kind = 'receipt')`.as('number'),
      )
      .where('payment.status', 'in', ['settled', 'rejected'])
      .where(isAsked(batch, 'payment.settledAt', 'payment.id'))
      .orderBy('payment.id')
      .limit(batch.limit)
      .execute()
  )
}

export const paymentRows = exportSource('payments', {
  list: listMoneyIn,
  cells: {
    received_at: ({ settledAt }) => momentCell(settledAt),
    reference: ({ reservationId }) => shortReference(reservationId),
    event: ({ eventName }) => eventName,
    email: ({ bookerEmail }) => bookerEmail,
    paid_by: ({ method }, { words }) => words.methods[method],
    state: ({ status }, { words }) => words.payments[status],
    received: ({ receivedMinor, receivedCurrency }, { currency }) =>
      amountCell(receivedMinor ?? 0, receivedCurrency ?? currency),
    currency: ({ receivedCurrency }, { currency }) => receivedCurrency ?? currency,
    promised_back: ({ refundedMinor, receivedCurrency }, { currency }) =>
      amountCell(refundedMinor, receivedCurrency ?? currency),
    receipt: ({ number }) => number,
    provider_id: ({ providerPaymentId }) => providerPaymentId,
    id: ({ id }) => id,
  },
})

async function listRefunds(tx: TenantTx, batch: Batch) {
  return selectPayments(tx, batch)
    .innerJoin('refund', sameTenant('refund.paymentId', 'payment.id'))
    .select(methodNow.as('method'))
    .select(['refund.id', 'refund.createdAt', 'refund.endedAt', 'refund.handedOverAt', 'refund.amountMinor'])
    .select(['refund.currency', 'refund.failure', 'refund.providerRefundId'])
    .select(
      sql<number | null>`(select number from receipt where receipt.tenant_id = refund.tenant_id
        and receipt.refund_id = refund.id and receipt.kind = 'credit_note')`.as('number'),
    )
    .select(['refund.because', refundState().as('state')])
    .where(isAsked(batch, 'refund.createdAt', 'refund.id'))
    .orderBy('refund.id')
    .limit(batch.limit)
    .execute()
}

export const refundRows = exportSource('refunds', {
  list: listRefunds,
  cells: {
    promised_at: ({ createdAt }) => momentCell(createdAt),
    reference: ({ reservationId }) => shortReference(reservationId),
    event: ({ eventName }) => eventName,
    email: ({ bookerEmail }) => bookerEmail,
    paid_by: ({ method }, { words }) => words.methods[method],
    cause: ({ because }, { words }) => words.causes[because],
    state: ({ state }, { words }) => words.refunds[state],
    amount: ({ amountMinor, currency }) => amountCell(amountMinor, currency),
    currency: ({ currency }) => currency,
    ended_at: ({ endedAt }) => momentCell(endedAt),
    handed_over_at: ({ handedOverAt }) => momentCell(handedOverAt),
    credit_note: ({ number }) => number,
    failure: ({ failure }) => failure,
    provider_id: ({ providerRefundId }) => providerRefundId,
    id: ({ id }) => id,
  },
})
