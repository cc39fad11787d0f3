import { EventEmitter, once } from 'node:events'
import { Logger, run, type TaskList, type WorkerEvents, type WorkerPool } from 'graphile-worker'
import type { Pool } from 'pg'
import { TenantsFailedError } from '../features/tenant/for-each-tenant.ts'
import { nameOf, type Running } from './keep-running.ts'
import { takeTurns } from './turns.ts'

export type LaneOptions = {
  readonly pgPool: Pool
  readonly slots: number
  readonly tasks: TaskList
  /** The jobs that the clock starts; empty: none. */
  readonly crontab: string
  readonly logFailure: (job: string, message: string) => void
}

export type RunningLane = Running & {
  /** The id under which its jobs are locked. */
  readonly runnerId: string
}

/**
 * A runner of graphile-worker. It ends the process when nobody awaits what tells the database that a job is done or failed, and
 * that fails; told by batches, of which each job is one, it shuts itself down instead. It is broken as well when asking for a job
 * failed: the database may have given it one, and the answer was lost.
 */
export async function runLane({ pgPool, slots, tasks, crontab, logFailure }: LaneOptions): Promise<RunningLane> {
  const events: WorkerEvents = new EventEmitter()
  const broken = new Promise<string>((resolve) => {
    events.on('worker:getJob:error', ({ error }) => resolve(`asking for a job failed (${nameOf(error)})`))
    events.on('pool:fatalError', ({ error }) => resolve(`the end of a job was not noted (${nameOf(error)})`))
    events.on('pool:gracefulShutdown', () => resolve('the runner has ended'))
  })
  events.on('job:error', ({ job, error }) => {
    if (error instanceof TenantsFailedError) logFailure(job.task_identifier, error.message)
  })
  const created = once(events, 'pool:create')
  const runner = await run({
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    pgPool,
    events,
    forbiddenFlags: takeTurns(events),
    concurrency: slots,
    noHandleSignals: true,
    pollInterval: 1000,
    taskList: tasks,
    crontab,
    logger: new Logger(() => () => undefined),
  })
  const [{ workerPool }] = (await created) as [{ workerPool: WorkerPool }]
  // It may have ended by itself already.
  const ended = Promise.allSettled([workerPool.promise])
  return {
    runnerId: workerPool.id,
    broken,
    async stop() {
      await runner.stop().catch(() => undefined)
      await ended
    },
  }
}
