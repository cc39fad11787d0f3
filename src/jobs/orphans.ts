import pg from 'pg'
import type { DatabaseAddress } from '../db/database.ts'

/** Kept as long as this process works on jobs; the database lets go of it when the process dies, however it dies. */
export type WorkerLock = { release(): Promise<void> }

const reconnectMs = 250
/** A runner takes its lock right after it has begun: younger jobs are left alone. */
const youngest = "interval '10 seconds'"

/** The lock behind which the jobs of a runner are safe from `freeOrphans`. A lost connection is replaced. */
export async function holdWorkerLock(address: DatabaseAddress, runnerId: string): Promise<WorkerLock> {
  let client: pg.Client | null = null
  let released = false
  let timer: NodeJS.Timeout | undefined

  async function hold(): Promise<void> {
    const next = new pg.Client({ ...address, application_name: 'guichet jobs lock', keepAlive: true })
    next.on('error', () => lost(next))
    next.on('end', () => lost(next))
    await next.connect()
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
