import { sql } from 'kysely'
import type { ServerTx } from '../db/database.ts'

export type JobState = 'waiting' | 'running' | 'failing' | 'given_up'

export type QueuedJob = {
  readonly id: string
  readonly name: string
  /** Null: of no organisation. */
  readonly tenantId: string | null
  readonly state: JobState
  readonly attempts: number
  readonly maxAttempts: number
  readonly runAt: Date
  /** The message of the last failure, which may name somebody. */
  readonly lastError: string | null
}

const stateOf = sql<JobState>`case when job.locked_at is not null then 'running'
  when job.attempts >= job.max_attempts then 'given_up'
  when job.attempts > 0 then 'failing' else 'waiting' end`

/** Lists jobs, those that need somebody first: given up, then failing, then by how long they have waited. */
export async function listJobs(
  tx: ServerTx,
  page: { readonly limit: number; readonly offset: number },
): Promise<readonly QueuedJob[]> {
  const { rows } = await sql<QueuedJob>`select job.id::text as id, task.identifier as name,
      job.payload ->> 'tenantId' as "tenantId", ${stateOf} as state, job.attempts::int as attempts,
      job.max_attempts::int as "maxAttempts", job.run_at as "runAt", job.last_error as "lastError"
    from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
    order by array_position(array['given_up', 'failing', 'running', 'waiting'], ${stateOf}), job.run_at, job.id
    limit ${page.limit} offset ${page.offset}`.execute(tx)
  return rows
}

export type JobCount = { readonly name: string; readonly state: JobState; readonly count: number }

export async function countJobs(tx: ServerTx): Promise<readonly JobCount[]> {
  const { rows } = await sql<JobCount>`select task.identifier as name, ${stateOf} as state, count(*)::int as count
    from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
    group by 1, 2 order by 1, 2`.execute(tx)
  return rows
}

export type IdleJob = {
  readonly name: string
  /** Null: of no organisation. */
  readonly tenantId: string | null
  /** Ids of what it was about there; a payload holds nothing else. */
  readonly about: readonly string[]
}

/** Null when a job is done, or runs at this moment, and nobody may touch it. */
async function findIdle(tx: ServerTx, id: string): Promise<IdleJob | null> {
  const { rows } = await sql<IdleJob>`select task.identifier as name, job.payload ->> 'tenantId' as "tenantId",
      array(select field.value from json_each_text(job.payload) field
        where field.key like '%Id' and field.key <> 'tenantId'
        union all select json_array_elements_text(job.payload -> 'mailIds') order by 1) as about
    from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
    where job.id = ${id}::bigint and job.locked_at is null for update of job`.execute(tx)
  return rows[0] ?? null
}

/** Has a job run now, with all its tries before it. @returns its name; null when it cannot be */
export async function runJobNow(tx: ServerTx, id: string): Promise<string | null> {
  const job = await findIdle(tx, id)
  if (job !== null)
    await sql`select graphile_worker.reschedule_jobs(array[${id}::bigint], run_at => now(), attempts => 0)`.execute(tx)
  return job?.name ?? null
}

/** Runs every job that was given up. @returns how many */
export async function runGivenUpJobs(tx: ServerTx): Promise<number> {
  const { rows } = await sql`select graphile_worker.reschedule_jobs(
      array(select id from graphile_worker._private_jobs where attempts >= max_attempts and locked_at is null),
      run_at => now(), attempts => 0)`.execute(tx)
  return rows.length
}

/** Drops a job, whose work is then never done. @returns the job; null when it cannot be dropped */
export async function dropJob(tx: ServerTx, id: string): Promise<IdleJob | null> {
  const job = await findIdle(tx, id)
  if (job !== null) await sql`select graphile_worker.complete_jobs(array[${id}::bigint])`.execute(tx)
  return job
}
