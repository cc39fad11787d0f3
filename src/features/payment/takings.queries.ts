import type { TenantTx } from '../../db/database.ts'

/** Money of a tenant in one currency: received = kept + refunded + owed. */
export type Takings = {
  readonly currency: string
  readonly receivedMinor: number
  readonly keptMinor: number
  /** That has gone back. */
  readonly refundedMinor: number
  /** Promised back and not gone yet: on its way, to be handed over at the desk, or failed. */
  readonly owedMinor: number
}

/** By currency, the one that brought most first; empty where nothing was ever paid. */
export async function sumTakings(tx: TenantTx): Promise<readonly Takings[]> {
  const paid = await tx
    .selectFrom('payment')
    .select(['receivedCurrency as currency'])
    .select(({ fn }) => [
      fn.sum<number>('receivedMinor').as('receivedMinor'),
      fn.sum<number>('refundedMinor').as('promisedMinor'),
    ])
    .where('tenantId', '=', tx.tenantId)
    .where('receivedMinor', '>', 0)
    .groupBy('receivedCurrency')
    .orderBy('receivedMinor', 'desc')
    .execute()
  const gone = await tx
    .selectFrom('refund')
    .select('currency')
    .select(({ fn }) => fn.sum<number>('amountMinor').as('amountMinor'))
    .where('tenantId', '=', tx.tenantId)
    .where('status', '=', 'succeeded')
    .groupBy('currency')
    .execute()
  return paid.map((sums) => {
    const currency = sums.currency ?? ''
    const refundedMinor = Number(gone.find((row) => row.currency === currency)?.amountMinor ?? 0)
    const [receivedMinor, promisedMinor] = [Number(sums.receivedMinor), Number(sums.promisedMinor)]
    const keptMinor = receivedMinor - promisedMinor
    return { currency, receivedMinor, keptMinor, refundedMinor, owedMinor: promisedMinor - refundedMinor }
  })
}
