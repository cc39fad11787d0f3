import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'

/** Tells whether a row is about a booking of an event. @param table the one whose `reservation_id` says so */
export function isBookedFor({ tenantId }: TenantTx, eventId: string, table: 'mail' | 'refund'): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(`${table}.reservation_id`)} in (
    select id from reservation where tenant_id = ${tenantId}::uuid and event_id = ${eventId})`
}
