import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { selectRows } from '../../db/rows.ts'
import type { MomentThere } from './event.ts'
import { notOver } from './event-page.queries.ts'

/** An event as staff chooses it from a list. */
export type NearEvent = { readonly id: string; readonly name: string; readonly slug: string; readonly startsAt: Date }

type Near = MomentThere & {
  readonly limit: number
  readonly offset?: number
  /** Whether only events that still sell are listed: published, not cancelled, not over. */
  readonly isSelling?: boolean
}

/** Lists events not archived, the nearest first, coming ones and the last day's before those that are over: tonight's is the first. */
export async function listNearEvents(
  tx: TenantTx,
  { now, timeZone, limit, offset = 0, isSelling = false }: Near,
): Promise<readonly NearEvent[]> {
  return selectRows(tx, 'event')
    .select(['event.id', 'event.name', 'event.slug', 'event.startsAt'])
    .where('event.archived', '=', false)
    .$if(isSelling, (query) =>
      query
        .where('event.published', '=', true)
        .where('event.cancelledAt', 'is', null)
        .where(notOver({ now, timeZone })),
    )
    .orderBy(sql`event.starts_at < ${now}::timestamptz - interval '1 day'`)
    .orderBy(sql`abs(extract(epoch from event.starts_at - ${now}::timestamptz))`)
    .orderBy('event.id')
    .limit(limit)
    .offset(offset)
    .execute()
}
