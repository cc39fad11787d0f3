import type { TenantTx } from '../../db/database.ts'
import { isAmong } from '../../db/is-among.ts'
import { selectRows, updateRows } from '../../db/rows.ts'
import { sameHour, type ZoneMove } from '../../db/same-hour.ts'
import { changesOfRows } from '../audit/changes-of-rows.ts'
import type { Change } from '../audit/record-change.ts'

/**
 * Devices that are to scan until some hour of an evening do so until the same hour on the clocks of the new time zone: their
 * evening moves too.
 *
 * @returns what has to be noted
 */
export async function keepDeviceEnds(tx: TenantTx, move: ZoneMove, now: Date): Promise<readonly Change[]> {
  const former = await selectRows(tx, 'device')
    .select(['id', 'endsAt'])
    .where('archivedAt', 'is', null)
    .where('endsAt', '>', now)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  if (former.length === 0) return []
  const ids = former.map(({ id }) => id)
  const rows = await updateRows(tx, 'device')
    .set({ endsAt: sameHour('endsAt', move) })
    .where(isAmong('id', ids))
    .returning(['id', 'endsAt'])
    .execute()
  return changesOfRows('device.changed', former, rows)
}
