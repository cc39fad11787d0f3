import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { selectRows, updateRows } from '../../db/rows.ts'
import { isAmong } from '../../db/is-among.ts'
import { sameHour, type ZoneMove } from '../../db/same-hour.ts'
import { idsOf } from '../../lib/ids.ts'
import { changesOfRows } from '../audit/changes-of-rows.ts'
import type { Change } from '../audit/record-change.ts'

/**
 * What begins or ends to be sold later than now does so at the same hour on the clocks of the new time zone. So does the
 * beginning of what is being sold, where its end would else come before it. After the counters, as bookings lock the codes.
 *
 * @returns what has to be noted
 */
export async function keepSaleHours(tx: TenantTx, move: ZoneMove, now: Date): Promise<readonly Change[]> {
  return [...(await keepPrices(tx, move, now)), ...(await keepCodes(tx, move, now))]
}

async function keepPrices(tx: TenantTx, move: ZoneMove, now: Date): Promise<readonly Change[]> {
  const columns = ['id', 'saleStartsAt', 'saleEndsAt'] as const
  const former = await selectRows(tx, 'price')
    .select(columns)
    .where((or) => or.or([or('saleStartsAt', '>', now), or('saleEndsAt', '>', now)]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  if (former.length === 0) return []
  const rows = await updateRows(tx, 'price')
    .set({ saleStartsAt: beginning('saleStartsAt', 'saleEndsAt', move, now), saleEndsAt: sameHour('saleEndsAt', move) })
    .where(isAmong('id', idsOf(former)))
    .returning(columns)
    .execute()
  return changesOfRows('price.changed', former, rows)
}

async function keepCodes(tx: TenantTx, move: ZoneMove, now: Date): Promise<readonly Change[]> {
  const columns = ['id', 'startsAt', 'endsAt'] as const
  const former = await selectRows(tx, 'promotionalCode')
    .select(columns)
    .where((or) => or.or([or('startsAt', '>', now), or('endsAt', '>', now)]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  if (former.length === 0) return []
  const rows = await updateRows(tx, 'promotionalCode')
    .set({ startsAt: beginning('startsAt', 'endsAt', move, now), endsAt: sameHour('endsAt', move) })
    .where(isAmong('id', idsOf(former)))
    .returning(columns)
    .execute()
  return changesOfRows('promotional_code.changed', former, rows)
}

function beginning(starts: string, ends: string, move: ZoneMove, now: Date) {
  return sql<Date | null>`case when ${sql.ref(starts)} > ${now}::timestamptz or ${sameHour(ends, move)} <= ${sql.ref(starts)}
    then ${sameHour(starts, move)} else ${sql.ref(starts)} end`
}
