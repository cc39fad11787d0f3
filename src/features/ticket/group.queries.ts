import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { mostInGroup } from './scan.ts'

/** The tickets that come along with a ticket, by its id: `mostInGroup` at most, in the order they were made. */
export type Groups = (ticketId: string) => readonly string[]

/**
 * Lists the tickets that come with a ticket: those of its booking for the same event that are in the same hands. A ticket that was
 * given to somebody else comes by itself. Cancelled ones are left out. A group is read once, however many of its tickets are asked
 * for, and only as far as it is shown: a booking of 1,000 has a thousand rows here, not a million.
 */
export async function listGroups(tx: TenantTx, ticketIds: readonly string[]): Promise<Groups> {
  if (ticketIds.length === 0) return () => []
  const { rows } = await sql<{ ids: readonly string[]; memberIds: readonly string[] }>`
    with asked as materialized (
      select id, reservation_id, event_id, coalesce(holder_email, '') as holder from ticket
      where tenant_id = ${tx.tenantId}::uuid and id = any(${ticketIds}::uuid[])
    ), member as (
      select reservation_id, event_id, coalesce(holder_email, '') as holder, id,
        row_number() over (partition by reservation_id, event_id, holder_email order by id) as place
      from ticket
      where tenant_id = ${tx.tenantId}::uuid and reservation_id = any(array(select distinct reservation_id from asked))
        and cancelled_at is null
    ), party as (
      select reservation_id, event_id, holder, array_agg(id order by id) as member_ids
      from member where place <= ${mostInGroup + 1}::int group by reservation_id, event_id, holder
    )
    select array_agg(asked.id) as ids, party.member_ids
    from asked join party using (reservation_id, event_id, holder)
    group by reservation_id, event_id, holder, party.member_ids`.execute(tx)
  const parties = new Map(rows.flatMap(({ ids, memberIds }) => ids.map((id) => [id, memberIds])))
  return (ticketId) => (parties.get(ticketId) ?? []).filter((memberId) => memberId !== ticketId).slice(0, mostInGroup)
}
