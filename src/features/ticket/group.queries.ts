import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'

/**
 * The others who come with a ticket: those of its booking for the same event that are in the same hands. What was given to somebody
 * else comes by itself. Cancelled ones are nobody.
 *
 * @returns ids by ticket, in the order they were made; nothing for a ticket that is alone
 */
export async function listGroups(
  tx: TenantTx,
  ticketIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (ticketIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; otherId: string }>`
    select ticket.id, other.id as other_id from ticket
    join ticket other on other.tenant_id = ${tx.tenantId}::uuid and other.reservation_id = ticket.reservation_id
      and other.event_id = ticket.event_id and other.id <> ticket.id and other.cancelled_at is null
      and other.holder_email is not distinct from ticket.holder_email
    where ticket.tenant_id = ${tx.tenantId}::uuid and ticket.id = any(${ticketIds}::uuid[])
    order by ticket.id, other.id`.execute(tx)
  return new Map(
    [...Map.groupBy(rows, ({ id }) => id)].map(([id, others]) => [id, others.map(({ otherId }) => otherId)]),
  )
}
