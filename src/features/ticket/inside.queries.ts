import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import type { ScanConflict } from './scan.ts'

/**
 * Of a row of the log: somebody was let in although the service would not have, and no ticket stands for them: theirs is not scanned,
 * or somebody else came in with it. Who came outside the hours of the door has a ticket that is scanned.
 */
export const isApart = sql<boolean>`scan_log.conflict is not null and scan_log.conflict <> 'outside_window'`

/** How many people are inside beside those whose tickets are scanned, by event or by the device that let them in. */
export async function countConflicts(
  tx: TenantTx,
  eventIds: readonly string[],
  by: 'eventId' | 'deviceId',
): Promise<ReadonlyMap<string, number>> {
  if (eventIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('scanLog')
    .select([`${by} as id`, sql<number>`count(*)`.as('count')])
    .where('tenantId', '=', tx.tenantId)
    .where('eventId', 'in', eventIds)
    .where(isApart)
    .groupBy(by)
    .execute()
  return new Map(rows.flatMap(({ id, count }) => (id === null ? [] : [[id, Number(count)] as const])))
}

/** Somebody whom a device without network let in, and the service would not have. */
export type Conflict = {
  readonly scanId: string
  readonly ticketId: string
  readonly reservationId: string
  readonly eventId: string
  readonly conflict: ScanConflict
  /** Null: the device is gone. */
  readonly device: string | null
  readonly scannedAt: Date
  /** By which device and when its ticket had been scanned before; null: it had not. */
  readonly priorDevice: string | null
  readonly priorScannedAt: Date | null
}

/** The latest first. */
export async function listConflicts(
  tx: TenantTx,
  eventIds: readonly string[],
  limit: number,
): Promise<readonly Conflict[]> {
  if (eventIds.length === 0) return []
  const rows = await tx
    .selectFrom('scanLog')
    .innerJoin('ticket', (join) =>
      join.onRef('ticket.tenantId', '=', 'scanLog.tenantId').onRef('ticket.id', '=', 'scanLog.ticketId'),
    )
    .leftJoin('device', (join) =>
      join.onRef('device.tenantId', '=', 'scanLog.tenantId').onRef('device.id', '=', 'scanLog.deviceId'),
    )
    .leftJoin('device as prior', (join) =>
      join.onRef('prior.tenantId', '=', 'scanLog.tenantId').onRef('prior.id', '=', 'scanLog.priorDeviceId'),
    )
    .select(['scanLog.id as scanId', 'scanLog.ticketId', 'ticket.reservationId', 'scanLog.eventId'])
    .select(['scanLog.conflict', 'scanLog.scannedAt', 'scanLog.priorScannedAt'])
    .select(['device.name as device', 'prior.name as priorDevice'])
    .where('scanLog.tenantId', '=', tx.tenantId)
    .where('scanLog.eventId', 'in', eventIds)
    .where('scanLog.conflict', 'is not', null)
    .orderBy('scanLog.id', 'desc')
    .limit(limit)
    .execute()
  // The closed list is held by a check constraint.
  return rows.map((row) => ({ ...row, conflict: row.conflict as ScanConflict }))
}
