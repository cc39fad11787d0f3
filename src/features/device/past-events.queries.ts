import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { insertRows } from '../../db/rows.ts'
import type { Device } from './device.ts'

/** Notes what a device might scan so far, before its events are changed. */
export async function insertPastEvents(tx: TenantTx, { id, eventIds }: Pick<Device, 'id' | 'eventIds'>, until: Date) {
  await insertRows(tx, 'devicePastEvents', { deviceId: id, until, eventIds })
    .onConflict((conflict) => conflict.columns(['tenantId', 'deviceId', 'until']).doNothing())
    .execute()
}

/**
 * The event lists that a device was kept to between two moments, those at the edges included; a list of null is all events. Before the
 * first change of its events it had those that were changed.
 */
export async function listEventsWithin(
  tx: TenantTx,
  { id, eventIds }: Pick<Device, 'id' | 'eventIds'>,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<readonly (readonly string[] | null)[]> {
  const ofDevice = sql`past.tenant_id = ${tx.tenantId}::uuid and past.device_id = ${id}::uuid`
  const { rows } = await sql<{ readonly until: Date; readonly eventIds: readonly string[] | null }>`
    select past.until, past.event_ids from device_past_events past where ${ofDevice} and past.until >= ${from}
      and past.until <= coalesce((select min(past.until) from device_past_events past where ${ofDevice} and past.until > ${to}),
        'infinity')`.execute(tx)
  const past = rows.map((row) => row.eventIds)
  return rows.some(({ until }) => until > to) ? past : [...past, eventIds]
}
