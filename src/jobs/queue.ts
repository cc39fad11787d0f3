import { sql } from 'kysely'
import type { ServerTx, TenantTx } from '../db/database.ts'
import type { Statement } from '../db/pipeline.ts'
import type { Job } from '../features/deps.ts'

const mostAttempts = 12

/**
 * Adds a job in the caller's transaction (graphile-worker's own function), so that it exists exactly when the change
 * that asked for it does. The payload holds ids only: the queue is a server table.
 */
export async function enqueue(tx: TenantTx | ServerTx, job: Job): Promise<void> {
  const { name, ...payload } = job
  await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json, max_attempts => ${mostAttempts}::int)`.execute(
    tx,
  )
}

/** The same for a pipelined transaction, many at once. */
export function jobStatement(jobs: readonly Job[]): Statement {
  return {
    name: 'add_jobs',
    text: `select graphile_worker.add_job(job.name, job.payload::json, max_attempts => ${mostAttempts})
      from unnest($1::text[], $2::text[]) as job (name, payload)`,
    values: [jobs.map(({ name }) => name), jobs.map(({ name: _, ...payload }) => JSON.stringify(payload))],
  }
}
