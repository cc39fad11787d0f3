import type { TenantTx } from '../../db/database.ts'
import { insertRows, selectRows } from '../../db/rows.ts'
import { newId } from '../../lib/ids.ts'
import { methodNow } from './payment.queries.ts'

/** The row of the money, and how much of it the row now says is back with the payer. */
type Standing = {
  readonly of: { readonly refundId: string } | { readonly disputeId: string }
  readonly paymentId: string
  readonly amountMinor: number
  readonly currency: string
}

/** How much of a payment has gone back by now. */
export async function sumBackOf(tx: TenantTx, paymentId: string): Promise<number> {
  const { back } = await selectRows(tx, 'moneyBack')
    .select(({ fn }) => fn.sum<number | null>('amountMinor').as('back'))
    .where('paymentId', '=', paymentId)
    .executeTakeFirstOrThrow()
  return Number(back)
}

/** Notes what a refund has moved, if it has, in the transaction that changed it and so holds its row. */
export async function noteRefundMoney(tx: TenantTx, refundId: string, now: Date): Promise<void> {
  const { paymentId, status, amountMinor, currency } = await selectRows(tx, 'refund')
    .select(['paymentId', 'status', 'amountMinor', 'currency'])
    .where('id', '=', refundId)
    .executeTakeFirstOrThrow()
  const backMinor = status === 'succeeded' ? amountMinor : 0
  await noteDifference(tx, { of: { refundId }, paymentId, amountMinor: backMinor, currency }, now)
}

/** Notes what a dispute has moved, if it has: what the bank has taken counts as refunded. */
export async function noteDisputeMoney(tx: TenantTx, disputeId: string, now: Date): Promise<void> {
  const { paymentId, isWithdrawn, amountMinor, currency } = await selectRows(tx, 'dispute')
    .select(['paymentId', 'isWithdrawn', 'amountMinor', 'currency'])
    .where('id', '=', disputeId)
    .executeTakeFirstOrThrow()
  const backMinor = isWithdrawn ? amountMinor : 0
  await noteDifference(tx, { of: { disputeId }, paymentId, amountMinor: backMinor, currency }, now)
}

/** The log is only added to: a row says by how much things have changed, below zero when money came again. */
async function noteDifference(tx: TenantTx, standing: Standing, now: Date): Promise<void> {
  const { of, paymentId, currency } = standing
  const { noted } = await selectRows(tx, 'moneyBack')
    .select(({ fn }) => fn.sum<number | null>('amountMinor').as('noted'))
    .where((where) => ('refundId' in of ? where('refundId', '=', of.refundId) : where('disputeId', '=', of.disputeId)))
    .executeTakeFirstOrThrow()
  const amountMinor = standing.amountMinor - Number(noted)
  if (amountMinor === 0) return
  const { method } = await selectRows(tx, 'payment')
    .select(methodNow.as('method'))
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  const row = { id: newId(), ...of, paymentId, method, amountMinor, currency, createdAt: now }
  await insertRows(tx, 'moneyBack', row).execute()
}
