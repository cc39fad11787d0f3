import pg from 'pg'
import type { DatabaseAddress } from '../db/database.ts'

/** Kept as long as this process works on jobs; the database lets go of it when the process dies, however it dies. */
export type WorkerLock = { release(): Promise<void> }

const reconnectMs = 250
/** A runner takes its lock right after it has begun: younger jobs are left alone. */
const youngest = "interval '10 seconds'"

/** The locks behind which the jobs of these runners are safe from `freeOrphans`. A lost connection is replaced. */
export async function holdWorkerLock(
  address: DatabaseAddress,
  runnerIds: readonly string[],
): Promise<WorkerLock> {
  let client: pg.Client | null = null
  let released = false
  let timer: NodeJS.Timeout | undefined

  async function hold(): Promise<void> {
    const next = new pg.Client({ ...address, application_name: 'guichet jobs lock', keepAlive: true })
    next.on('error', () => lost(next))
    next.on('end', () => lost(next))
    await next.connect()
    for (const runnerId of runnerIds)
      await next.query('select pg_advisory_lock(hashtextextended($1, 0))', [runnerId])
    client = next
  }

  function lost(which: pg.Client): void {
    if (client === which) client = null
    if (released || timer) return
    timer = setTimeout(() => {
      timer = undefined
      hold().catch(() => lost(which))
    }, reconnectMs)
    timer.unref()
  }

  await hold()
  return {
    async release() {
      released = true
      clearTimeout(timer)
      await client?.end()
    },
  }
}

/**
 * Gives back the jobs of processes that died with them: nobody holds their lock any more. graphile-worker itself would
 * wait four hours, and a mail with them.
 */
export async function freeOrphans(pool: pg.Pool): Promise<void> {
  await pool.query(`select graphile_worker.force_unlock_workers(array_agg(locked_by)) from (
      select distinct locked_by from graphile_worker._private_jobs
      where locked_by is not null and locked_at < now() - ${youngest}
      offset 0
    ) held
    where pg_try_advisory_xact_lock(hashtextextended(locked_by, 0))
    having count(*) > 0`)
}

/**
 * Gives back what these runners have not said the end of, once they are over: the database was away when they would have.
 * None of it counts as a try, or the last one might be lost.
 */
export async function giveBack(pool: pg.Pool, runnerIds: readonly string[]): Promise<void> {
  await pool.query({
    text: `with jobs as (
        update graphile_worker._private_jobs
        set attempts = greatest(0, attempts - 1), locked_by = null, locked_at = null
        where locked_by = any ($1)
      )
      update graphile_worker._private_job_queues set locked_by = null, locked_at = null where locked_by = any ($1)`,
    values: [runnerIds],
  })
}
