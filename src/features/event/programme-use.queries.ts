import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import type { ProgrammeNoun } from '../tenant/programme-fields.ts'
import type { MomentThere } from './event.ts'
import { notOver } from './event-page.queries.ts'

/** The events that name each programme entry, as rows of `event_id` and `id`. */
const named: Readonly<Record<ProgrammeNoun, RawBuilder<unknown>>> = {
  location: sql`select tenant_id, id as event_id, location_id as id from event`,
  stage: sql`select tenant_id, id as event_id, stage_id as id from event`,
  project: sql`select tenant_id, id as event_id, project_id as id from event`,
  artist: sql`select tenant_id, event_id, artist_id as id from event_artist`,
  ticketOption: sql`select tenant_id, event_id, option_id as id from event_option`,
}

/** How many events that are to come, and not cancelled, name each. */
export async function countUpcomingEvents(
  tx: TenantTx,
  noun: ProgrammeNoun,
  moment: MomentThere,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ readonly id: string; readonly events: number }>`
    select named.id, count(*)::int as events from (${named[noun]}) named
    join event on event.tenant_id = named.tenant_id and event.id = named.event_id
    where named.tenant_id = ${tx.tenantId} and event.tenant_id = ${tx.tenantId} and named.id is not null
      and event.cancelled_at is null and ${notOver(moment)}
    group by named.id`.execute(tx)
  return new Map(rows.map(({ id, events }) => [id, events]))
}
