import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { sameTenant, selectRows } from '../../db/rows.ts'
import { orNotFound } from '../../errors.ts'
import type { MomentThere } from '../event/event.ts'
import { notOver } from '../event/event-page.queries.ts'
import type { DoorEvent } from './door.ts'

/** Events take longer than planned, and the door is asked until the last person is in. */
const afterEndMs = 12 * 3_600_000

/**
 * Lists events that are not over for half a day, not cancelled and not archived, in the order they start.
 *
 * @param only these; null: all
 */
export async function listDoorEvents(
  tx: TenantTx,
  { now, timeZone, only, limit }: MomentThere & { readonly only: readonly string[] | null; readonly limit: number },
): Promise<readonly DoorEvent[]> {
  if (only?.length === 0) return []
  return selectDoorEvents(tx)
    .where('event.archived', '=', false)
    .where('event.cancelledAt', 'is', null)
    .where(notOver({ now: new Date(now.getTime() - afterEndMs), timeZone }))
    .$if(only !== null, (query) => query.where('event.id', 'in', only ?? []))
    .orderBy('event.startsAt')
    .orderBy('event.id')
    .limit(limit)
    .execute()
}

/**
 * Gets an event for the door in any state, cancelled and archived ones too.
 *
 * @throws AppError not_found
 */
export async function getDoorEvent(tx: TenantTx, id: string): Promise<DoorEvent> {
  const row = await selectDoorEvents(tx).where('event.id', '=', id).executeTakeFirst()
  return orNotFound(row)
}

/** Lists the events not over since a moment, cancelled and archived ones among them, in the order they start. */
export async function listEventsSince(
  tx: TenantTx,
  { since, timeZone, limit }: { readonly since: Date; readonly timeZone: string; readonly limit: number },
): Promise<readonly string[]> {
  const rows = await selectRows(tx, 'event')
    .select('id')
    .where(notOver({ now: since, timeZone }))
    .orderBy('startsAt')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Lists the ids of these events that exist. */
export async function listExistingEvents(tx: TenantTx, ids: readonly string[]): Promise<readonly string[]> {
  const rows = await selectRows(tx, 'event').select('id').where(sql<boolean>`id = any(${ids}::uuid[])`).execute()
  return rows.map(({ id }) => id)
}

function selectDoorEvents(tx: TenantTx) {
  return selectRows(tx, 'event')
    .leftJoin('location', sameTenant('location.id', 'event.locationId'))
    .select(['event.id', 'event.name', 'event.startsAt', 'event.endsAt', 'event.doorsOpenAt'])
    .select(['event.doorsCloseAt', 'event.cancelledAt', 'event.offlinePolicy', 'location.name as placeName'])
}
