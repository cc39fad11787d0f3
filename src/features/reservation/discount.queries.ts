import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { listPricesByIds } from '../catalog/catalog.queries.ts'
import type { ProductKind } from '../catalog/product.ts'

/** The lines of a reservation as a discount looks at them; no code was used on it yet. */
export async function listPricedLines(tx: TenantTx, reservationId: string) {
  const lines = await tx
    .selectFrom('reservationLine as line')
    .innerJoin('product', (join) =>
      join.onRef('product.tenantId', '=', 'line.tenantId').onRef('product.id', '=', 'line.productId'),
    )
    .select(['line.id', 'line.productId', 'line.priceId', 'line.quantity', 'line.unitAmountMinor'])
    .select('product.kind')
    .where('line.tenantId', '=', tx.tenantId)
    .where('line.reservationId', '=', reservationId)
    .orderBy('line.id')
    .execute()
  const prices = await listPricesByIds(
    tx,
    lines.map(({ priceId }) => priceId),
  )
  const open = new Set(prices.filter(({ openAmount }) => openAmount).map(({ id }) => id))
  return lines.map(({ productId, kind, priceId, ...line }) => ({
    ...line,
    // The closed list is held by a check constraint.
    price: { productId, kind: kind as ProductKind, openAmount: open.has(priceId) },
  }))
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
  readonly now: Date
}

/** What a code has left of the amounts of a reservation whose row is locked. */
export async function writeDiscount(tx: TenantTx, discounted: DiscountedReservation): Promise<void> {
  const { reservationId, promotionalCodeId, lines, now } = discounted
  await sql`update reservation_line line
    set unit_amount_minor = change.amount, unit_discount_minor = change.discount
    from unnest(${lines.map(({ id }) => id)}::uuid[], ${lines.map((line) => line.unitAmountMinor)}::bigint[],
      ${lines.map((line) => line.unitDiscountMinor)}::bigint[]) as change (id, amount, discount)
    where line.tenant_id = ${tx.tenantId} and line.id = change.id`.execute(tx)
  await tx
    .updateTable('reservation')
    .set({ promotionalCodeId, updatedAt: now })
    .set({ totalMinor: lines.reduce((sum, line) => sum + line.quantity * line.unitAmountMinor, 0) })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', reservationId)
    .execute()
}
