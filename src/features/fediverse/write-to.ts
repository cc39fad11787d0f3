import type { TenantTx } from '../../db/database.ts'
import { addActivities, hearFrom } from './fediverse.queries.ts'

/** Writes down an activity for one inbox alone; whoever calls asks for the job `tell_followers`. */
export async function writeTo(tx: TenantTx, inbox: string, activity: object, now: Date): Promise<void> {
  const before = await addActivities(tx, [activity], { inbox, now })
  await hearFrom(tx, [inbox], before, false)
}
