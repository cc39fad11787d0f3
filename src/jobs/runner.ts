import { setTimeout as delay } from 'node:timers/promises'
import type { TaskList } from 'graphile-worker'
import type { Pool } from 'pg'
import type { Context } from '../context.ts'
import { openPool } from '../db/pool.ts'
import { taskList } from './handlers.ts'
import type { JobLog } from './make-daily-backup.ts'
import { keepRunning, type Running } from './keep-running.ts'
import { crontab, type Lane, laneOf, lanes, slots } from './lanes.ts'
import { clearLaterTimes } from './later-times.ts'
import { releaseJobs, type WorkerLocks, workerLocks } from './orphans.ts'
import { type RunningLane, runLane } from './run-lane.ts'
import { watchClock } from './watch-clock.ts'

const sharedConnections = 7

export type JobRunner = { stop(): Promise<void> }

type RunnerOptions = {
  readonly context: Context
  readonly pgPool: Pool
  readonly locks: WorkerLocks
  readonly log: JobLog
}

/**
 * Runs jobs until stopped; what is running then is finished. Failed jobs are tried again with growing pauses. When the database
 * goes away the runners are replaced, and what they were at is done again.
 */
export async function startJobRunner(context: Context, log: JobLog): Promise<JobRunner> {
  // Each lane listens on one; the others are shared by slots for moments, to take a job and to note its end.
  const connections = lanes.length + sharedConnections
  const pgPool = openPool(context.databaseAddress, {
    connections,
    name: 'guichet jobs',
    // Looking for the next job begins at its index however little is known of the table; on a new server it was read whole.
    words: '-c enable_seqscan=off',
  })
  const locks = workerLocks(context.databaseAddress, pgPool)
  const runner = await keepRunning(
    () => runLanes({ context, pgPool, locks, log }),
    (what) => log.warn(`jobs: ${what}`),
  )
  return {
    async stop() {
      await runner.stop()
      await pgPool.end()
    },
  }
}

/** All lanes, behind one lock. */
async function runLanes({ context, pgPool, locks, log }: RunnerOptions): Promise<Running> {
  const tasks = taskList(context, locks, log)
  const running: RunningLane[] = []
  const clock = watchClock()
  const stopLanes = () => Promise.all([clock, ...running].map((part) => part.stop()))
  try {
    await clearLaterTimes(pgPool)
    for (const lane of lanes)
      running.push(
        await runLane({
          pgPool,
          slots: slots[lane],
          tasks: tasksOf(lane, tasks),
          crontab: lane === 'clock' ? crontab : '',
          logFailure: (job, message) => log.error({ job }, message),
        }),
      )
    const runnerIds = running.map(({ runnerId }) => runnerId)
    const lock = await locks.hold(runnerIds)
    await locks.freeOrphans()
    return {
      broken: Promise.race([clock, ...running].map(({ broken }) => broken)),
      async stop() {
        await stopLanes()
        await releaseSoon(pgPool, runnerIds)
        await lock.release()
      },
    }
  } catch (error) {
    await stopLanes()
    throw error
  }
}

function tasksOf(lane: Lane, tasks: ReturnType<typeof taskList>): TaskList {
  return Object.fromEntries(Object.entries(tasks).filter(([name]) => laneOf[name as keyof typeof laneOf] === lane))
}

const triesToRelease = 60
const betweenTriesMs = 500

/** Releases the jobs of runners within some tries; when the database stays away for longer, `freeOrphans` finds them. */
async function releaseSoon(pgPool: Pool, runnerIds: readonly string[]): Promise<void> {
  for (let left = triesToRelease; left > 0; left -= 1) {
    try {
      return await releaseJobs(pgPool, runnerIds)
    } catch {
      await delay(betweenTriesMs, undefined, { ref: false })
    }
  }
}
