import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'

/** From one time zone to another. */
export type ZoneMove = { readonly from: string; readonly to: string }

/** The same hour on the clocks of the new time zone, of a column of times. */
export const sameHour = (column: string, { from, to }: ZoneMove) =>
  sql<Date>`(${sql.ref(column)} at time zone ${from}) at time zone ${to}`

/**
 * What begins or ends to be sold later than now does so at the same hour on the clocks of the new time zone. So does the
 * beginning of what is being sold, where its end would else come before it. After the counters, as bookings lock the codes.
 */
export async function keepSaleHours(tx: TenantTx, move: ZoneMove, now: Date): Promise<void> {
  const begin = (starts: string, ends: string) =>
    sql<Date | null>`case when ${sql.ref(starts)} > ${now}::timestamptz or ${sameHour(ends, move)} <= ${sql.ref(starts)}
      then ${sameHour(starts, move)} else ${sql.ref(starts)} end`
  await tx
    .updateTable('price')
    .set({
      saleStartsAt: begin('saleStartsAt', 'saleEndsAt'),
      saleEndsAt: sameHour('saleEndsAt', move),
      updatedAt: now,
    })
    .where('tenantId', '=', tx.tenantId)
    .where((or) => or.or([or('saleStartsAt', '>', now), or('saleEndsAt', '>', now)]))
    .execute()
  const codes = await tx
    .selectFrom('promotionalCode')
    .select('id')
    .where('tenantId', '=', tx.tenantId)
    .where((or) => or.or([or('startsAt', '>', now), or('endsAt', '>', now)]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  if (codes.length === 0) return
  await tx
    .updateTable('promotionalCode')
    .set({ startsAt: begin('startsAt', 'endsAt'), endsAt: sameHour('endsAt', move), updatedAt: now })
    .where('tenantId', '=', tx.tenantId)
    .where(
      'id',
      'in',
      codes.map(({ id }) => id),
    )
    .execute()
}
