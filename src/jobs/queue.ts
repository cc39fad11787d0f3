import { sql } from 'kysely'
import type { ServerTx, TenantTx } from '../db/database.ts'
import type { Job } from '../features/deps.ts'

/**
 * Adds a job in the caller's transaction (graphile-worker's own function), so that it exists exactly when the change
 * that asked for it does. The payload holds ids only: the queue is a server table.
 */
export async function enqueue(tx: TenantTx | ServerTx, job: Job): Promise<void> {
  const { name, ...payload } = job
  await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json, max_attempts => 12)`.execute(
    tx,
  )
}
