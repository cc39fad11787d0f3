import { sql } from 'kysely'
import type { ServerTx } from '../../db/database.ts'

const minuteMs = 60_000

/** Adds to a bucket's count of that minute, exactly once however many processes count at once. @returns the new count */
export async function addToRate(tx: ServerTx, bucket: string, minute: Date, uses = 1): Promise<number> {
  const row = await tx
    .insertInto('rateCounter')
    .values({ bucket, minute, count: uses })
    .onConflict((conflict) =>
      conflict.columns(['bucket', 'minute']).doUpdateSet({ count: sql`rate_counter.count + excluded.count` }),
    )
    .returning('count')
    .executeTakeFirstOrThrow()
  return row.count
}

/**
 * Counts in a bucket; others who count there wait until the transaction ends: those who ask at once each see what the others did. It
 * counts in the next minute as well, where those meet it who ask when that has just begun.
 */
export async function waitInLine(tx: ServerTx, bucket: string, now: Date): Promise<void> {
  const minute = now.getTime() - (now.getTime() % minuteMs)
  for (const at of [minute, minute + minuteMs]) await addToRate(tx, bucket, new Date(at))
}

/** Uncounts one that came to nothing; of a minute that was deleted nothing is left to do. */
export async function takeFromRate(tx: ServerTx, bucket: string, minute: Date): Promise<void> {
  await tx
    .updateTable('rateCounter')
    .set({ count: sql`count - 1` })
    .where('bucket', '=', bucket)
    .where('minute', '=', minute)
    .where('count', '>', 0)
    .execute()
}

/** What was counted in that minute; whose it was is in no bucket. */
export async function listRates(tx: ServerTx, minute: Date) {
  return tx.selectFrom('rateCounter').select(['bucket', 'count']).where('minute', '=', minute).execute()
}

export async function deleteRatesBefore(tx: ServerTx, minute: Date): Promise<void> {
  await tx.deleteFrom('rateCounter').where('minute', '<', minute).execute()
}
