import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { sameTenant, updateRows } from '../../db/rows.ts'
import { selectLines } from './reservation.queries.ts'

/** Lists the lines of a reservation as a discount needs them; no code was used on it yet. */
export async function listPricedLines(tx: TenantTx, reservationId: string) {
  const lines = await selectLines(tx, reservationId)
    .innerJoin('price', sameTenant('price.id', 'line.priceId'))
    .select(['line.id', 'line.productId', 'line.quantity', 'line.unitAmountMinor', 'product.kind', 'price.openAmount'])
    .orderBy('line.id')
    .execute()
  return lines.map(({ productId, kind, openAmount, ...line }) => ({ ...line, price: { productId, kind, openAmount } }))
}

type DiscountedReservation = {
  readonly reservationId: string
  readonly promotionalCodeId: string
  readonly lines: readonly {
    readonly id: string
    readonly quantity: number
    readonly unitAmountMinor: number
    readonly unitDiscountMinor: number
  }[]
}

/** Writes the amounts that a code leaves, on a reservation whose row is locked. */
export async function writeDiscount(tx: TenantTx, discounted: DiscountedReservation): Promise<void> {
  const { reservationId, promotionalCodeId, lines } = discounted
  await sql`update reservation_line line
    set unit_amount_minor = change.amount, unit_discount_minor = change.discount
    from unnest(${lines.map(({ id }) => id)}::uuid[], ${lines.map((line) => line.unitAmountMinor)}::bigint[],
      ${lines.map((line) => line.unitDiscountMinor)}::bigint[]) as change (id, amount, discount)
    where line.tenant_id = ${tx.tenantId} and line.id = change.id`.execute(tx)
  await updateRows(tx, 'reservation')
    .set({ promotionalCodeId })
    .set({ totalMinor: lines.reduce((sum, line) => sum + line.quantity * line.unitAmountMinor, 0) })
    .where('id', '=', reservationId)
    .execute()
}
