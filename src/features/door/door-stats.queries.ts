import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { countRows, selectRows } from '../../db/rows.ts'
import { admissionsByDevice } from '../ticket/inside.queries.ts'

/** What one device let in; `gate` is '' when nobody gave one. */
export type DeviceCount = {
  readonly deviceId: string
  readonly name: string
  readonly gate: string
  readonly inside: number
}

/** Counts the tickets of an event that open its door or did. */
export async function countExpected(tx: TenantTx, eventId: string): Promise<number> {
  const tickets = selectRows(tx, 'ticket').where('eventId', '=', eventId)
  return countRows(tickets.where('status', 'in', ['not_scanned', 'scanned']))
}

/** Counts the people inside by the device that let them in, conflicts among them. */
export async function countByDevice(tx: TenantTx, eventId: string): Promise<readonly DeviceCount[]> {
  const { rows } = await sql<DeviceCount>`
    select device.id as device_id, device.name, device.gate, sum(came.count) as inside
    from (${admissionsByDevice(tx, [eventId])}) came
    join device on device.tenant_id = ${tx.tenantId}::uuid and device.id = came.device_id
    group by device.id, device.name, device.gate
    order by device.gate, device.name, device.id`.execute(tx)
  return rows.map((row) => ({ ...row, inside: Number(row.inside) }))
}
