import type { WorkerEvents } from 'graphile-worker'
import type { Job } from '../features/deps.ts'

/** So many jobs of one organisation are one turn. */
const turn = 5
/** So many organisations are a round; who comes after them waits for the next. */
const mostInRound = 100

const ofServer = 'server'

/** By which whose job it is can be told without reading it. */
export function flagOf(job: Job): string {
  return 'tenantId' in job ? job.tenantId : ofServer
}

/**
 * Organisations take turns: whoever had theirs is passed over until everybody else who waits had one, so that who sends a
 * thousand mails holds up nobody by more than one turn. When nobody else waits the next round begins at once (ADR 0206).
 *
 * @returns the flags of those to be passed over now
 */
export function takeTurns(events: WorkerEvents): () => string[] {
  const had = new Map<string, number>()
  events.on('job:start', ({ job }) => {
    const flag = flagOf(job.payload as Job)
    had.set(flag, (had.get(flag) ?? 0) + 1)
  })
  const over = () => [...had].filter(([, jobs]) => jobs >= turn).map(([flag]) => flag)
  events.on('worker:getJob:empty', ({ worker }) => {
    if (over().length === 0) return
    had.clear()
    worker.nudge()
  })
  return () => {
    if (had.size >= mostInRound) had.clear()
    return over()
  }
}
