import type { TenantTx } from '../../db/database.ts'
import { isAmong } from '../../db/is-among.ts'
import { insertRows, sameTenant, selectRows } from '../../db/rows.ts'
import type { ProviderDispute } from '../../integrations/payment/payment-provider.ts'
import { newId } from '../../lib/ids.ts'
import { noteDisputeMoney } from './money-back.queries.ts'
import type { Payment } from './payment.queries.ts'

export async function noteDispute(
  tx: TenantTx,
  { id: paymentId, reservationId }: Pick<Payment, 'id' | 'reservationId'>,
  { id: providerDisputeId, amountMinor, currency, outcome, isWithdrawn }: ProviderDispute,
  now: Date,
): Promise<void> {
  const stands = { amountMinor, outcome, isWithdrawn, updatedAt: now }
  const { id } = await insertRows(tx, 'dispute', {
    id: newId(),
    paymentId,
    reservationId,
    providerDisputeId,
    currency,
    ...stands,
    createdAt: now,
  })
    .onConflict((conflict) => conflict.columns(['tenantId', 'providerDisputeId']).doUpdateSet(stands))
    .returning('id')
    .executeTakeFirstOrThrow()
  await noteDisputeMoney(tx, id, now)
}

/** Sums what banks have taken of a payment, and not given again. */
export async function sumWithdrawn(tx: TenantTx, paymentId: string): Promise<number> {
  const { amountMinor } = await selectWithdrawn(tx).where('paymentId', '=', paymentId).executeTakeFirstOrThrow()
  return Number(amountMinor)
}

/** Sums what banks have taken of all payments and not given again, by currency. */
export async function sumWithdrawnByCurrency(tx: TenantTx): Promise<ReadonlyMap<string, number>> {
  const rows = await selectWithdrawn(tx).select('currency').groupBy('currency').execute()
  return new Map(rows.map(({ currency, amountMinor }) => [currency, Number(amountMinor)]))
}

function selectWithdrawn(tx: TenantTx) {
  return selectRows(tx, 'dispute')
    .select(({ fn }) => fn.sum<number | null>('amountMinor').as('amountMinor'))
    .where('isWithdrawn', '=', true)
}

/** A dispute over a payment, as the provider last told of it, at `updatedAt`. */
export type Dispute = Awaited<ReturnType<typeof listDisputesOf>>[number]

/** A dispute as staff sees it. */
export type DisputeSeen = Awaited<ReturnType<typeof listDisputes>>[number]

/** Lists disputes, those that are not decided first, and the latest of each. */
export async function listDisputes(tx: TenantTx, most: number) {
  return selectRows(tx, 'dispute')
    .innerJoin('reservation', sameTenant('reservation.id', 'dispute.reservationId'))
    .leftJoin('event', sameTenant('event.id', 'reservation.eventId'))
    .select(['dispute.id', 'dispute.amountMinor', 'dispute.currency', 'dispute.outcome', 'dispute.isWithdrawn'])
    .select(['dispute.reservationId', 'dispute.updatedAt', 'reservation.bookerEmail', 'event.name as eventName'])
    .orderBy(({ eb }) => eb('dispute.outcome', '=', 'open'), 'desc')
    .orderBy('dispute.updatedAt', 'desc')
    .orderBy('dispute.id')
    .limit(most)
    .execute()
}

/** Lists disputes about what was paid for some reservations, the oldest first; all of them unless said. */
export async function listDisputesOf(tx: TenantTx, reservationIds: readonly string[], most?: number) {
  const all = selectRows(tx, 'dispute')
    .select(['id', 'paymentId', 'amountMinor', 'currency', 'outcome', 'isWithdrawn', 'createdAt', 'updatedAt'])
    .where(isAmong('reservationId', reservationIds))
    .orderBy('id')
  return (most === undefined ? all : all.limit(most)).execute()
}
