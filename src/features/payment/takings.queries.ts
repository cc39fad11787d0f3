import type { TenantTx } from '../../db/database.ts'
import { selectRows } from '../../db/rows.ts'
import { sumWithdrawnByCurrency } from './dispute.queries.ts'

/** Money of a tenant in one currency: received = kept + refunded + owed. */
export type Takings = Awaited<ReturnType<typeof sumTakings>>[number]

/**
 * Sums takings by currency, the one that brought most first; empty where nothing was ever paid. Refunded is what has gone back, or a bank
 * withdrew; owed is promised and not refunded yet: on its way, to be handed over at the desk, or failed.
 */
export async function sumTakings(tx: TenantTx) {
  const paid = await selectRows(tx, 'payment')
    .select(['receivedCurrency as currency'])
    .select(({ fn }) => [
      fn.sum<number>('receivedMinor').as('receivedMinor'),
      fn.sum<number>('refundedMinor').as('promisedMinor'),
    ])
    .where('receivedMinor', '>', 0)
    .groupBy('receivedCurrency')
    .orderBy('receivedMinor', 'desc')
    .execute()
  const gone = await selectRows(tx, 'refund')
    .select('currency')
    .select(({ fn }) => fn.sum<number>('amountMinor').as('amountMinor'))
    .where('status', '=', 'succeeded')
    .groupBy('currency')
    .execute()
  const withdrawn = await sumWithdrawnByCurrency(tx)
  return paid.map((sums) => {
    const currency = sums.currency ?? ''
    const takenMinor = withdrawn.get(currency) ?? 0
    const refundedMinor = Number(gone.find((row) => row.currency === currency)?.amountMinor ?? 0)
    const [receivedMinor, promisedMinor] = [Number(sums.receivedMinor), Number(sums.promisedMinor)]
    return {
      currency,
      receivedMinor,
      keptMinor: receivedMinor - promisedMinor - takenMinor,
      refundedMinor: refundedMinor + takenMinor,
      owedMinor: promisedMinor - refundedMinor,
    }
  })
}
