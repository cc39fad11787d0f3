import type pg from 'pg'
import { beat, heartbeatMs, lastingClient } from '../db/lasting-client.ts'
import type { DatabaseAddress } from '../db/pool.ts'

/** Kept as long as this process works on jobs; the database lets go of it when the process dies, however it dies. */
export type WorkerLock = { release(): Promise<void> }

export type WorkerLocks = {
  /** The lock behind which the jobs of these runners are safe from `freeOrphans`. A lost connection is replaced. */
  hold(runnerIds: readonly string[]): Promise<WorkerLock>
  /**
   * Releases the jobs of processes that died with them: nobody holds their lock any more. graphile-worker itself would
   * wait four hours, and a mail with them. What has taken a lock of ours may have taken those of others that live: then it does nothing.
   */
  freeOrphans(): Promise<void>
}

type HeldLock = WorkerLock & {
  readonly runnerIds: readonly string[]
  /** Tells whether the database says at this moment that it is held. */
  isProven(): Promise<boolean>
}

const reconnectMs = 250
/** A runner takes its lock right after it has begun: younger jobs are left alone. */
const youngest = "interval '10 seconds'"

/** Those of this process: one of each set of runners, of which an old one may finish beside its successor. */
export function workerLocks(address: DatabaseAddress, pool: pg.Pool): WorkerLocks {
  const held = new Set<HeldLock>()
  return {
    async hold(runnerIds) {
      const lock = lockOf(address, runnerIds)
      held.add(lock)
      const release = async () => {
        held.delete(lock)
        await lock.release()
      }
      try {
        await lock.take()
      } catch (error) {
        await release()
        throw error
      }
      return { release }
    },
    async freeOrphans() {
      const proofs = await Promise.all([...held].map((lock) => lock.isProven()))
      if (proofs.includes(false)) return
      const ours = [...held].flatMap(({ runnerIds }) => runnerIds)
      await pool.query(
        `select graphile_worker.force_unlock_workers(array_agg(locked_by)) from (
            select distinct locked_by from graphile_worker._private_jobs
            where locked_by <> all ($1) and locked_at < now() - ${youngest}
            offset 0
          ) held
          where pg_try_advisory_xact_lock(hashtextextended(locked_by, 0))
          having count(*) > 0`,
        [ours],
      )
    },
  }
}

function lockOf(address: DatabaseAddress, runnerIds: readonly string[]): HeldLock & { take(): Promise<void> } {
  let client: pg.Client | null = null
  let released = false
  let timer: NodeJS.Timeout | undefined

  async function take(): Promise<void> {
    const next = await connectAndLock(address, runnerIds, lost)
    if (released) await next.end()
    else client = next
  }

  function lost(which: pg.Client): void {
    if (client !== which) return
    client = null
    retake(0)
  }

  function retake(afterMs: number): void {
    if (released) return
    timer = setTimeout(() => take().catch(() => retake(reconnectMs)), afterMs)
    timer.unref()
  }

  async function isProven(): Promise<boolean> {
    const asked = client
    if (asked === null) return false
    await beat(asked, lost)
    return client === asked
  }

  const heartbeat = setInterval(isProven, heartbeatMs)
  heartbeat.unref()
  return {
    runnerIds,
    take,
    isProven,
    async release() {
      released = true
      clearTimeout(timer)
      // Where nobody answers any more, the next heartbeat ends it.
      await client?.end()
      clearInterval(heartbeat)
    },
  }
}

async function connectAndLock(
  address: DatabaseAddress,
  runnerIds: readonly string[],
  onLost: (client: pg.Client) => void,
): Promise<pg.Client> {
  const client = lastingClient(address, 'guichet jobs lock', onLost)
  try {
    await client.connect()
    // Shared, so that it is had at once while the database still keeps it for a connection that was lost.
    await client.query(
      'select pg_advisory_lock_shared(hashtextextended(id, 0)) from unnest($1::text[]) as runner (id)',
      [runnerIds],
    )
    return client
  } catch (error) {
    client.connection.stream.destroy()
    throw error
  }
}

/**
 * Releases the jobs that these runners did not report ended, once they are over: the database was away when they would have.
 * None of it counts as a try, or the last one might be lost.
 */
export async function releaseJobs(pool: pg.Pool, runnerIds: readonly string[]): Promise<void> {
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
