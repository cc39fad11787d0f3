import type { WorkerEvents } from 'graphile-worker'
import type { Job } from '../features/deps.ts'

/** So many jobs of one organisation are one turn. */
const turn = 5
/** So many organisations are a round; who comes after them waits for the next. */
const mostInRound = 100

/** Nobody else waits, most likely, for so long after nobody did: looking passes over everything that the one has waiting. */
const aloneMs = 250

const ofServer = 'server'

/** The flag that says whose job it is without reading it. */
export function flagOf(job: Job): string {
  return 'tenantId' in job ? job.tenantId : ofServer
}

/** How much of a turn it is. */
function sizeOf(job: Job): number {
  return 'mailIds' in job ? job.mailIds.length : 1
}

/**
 * Organisations take turns: one that had its own is passed over until everybody else who waits had one, so that who sends a
 * thousand mails holds up nobody by more than one turn. When nobody else waits the next round begins at once (ADR 0206).
 *
 * @returns the flags of those to be passed over now
 */
export function takeTurns(events: WorkerEvents): () => string[] {
  let aloneUntil = 0
  const had = new Map<string, number>()
  events.on('job:start', ({ job }) => {
    const payload = job.payload as Job
    const flag = flagOf(payload)
    had.set(flag, (had.get(flag) ?? 0) + sizeOf(payload))
  })
  const over = () => [...had].filter(([, jobs]) => jobs >= turn).map(([flag]) => flag)
  events.on('worker:getJob:empty', ({ worker }) => {
    if (over().length === 0) return
    had.clear()
    aloneUntil = performance.now() + aloneMs
    worker.nudge()
  })
  return () => {
    if (performance.now() < aloneUntil) return []
    if (had.size >= mostInRound) had.clear()
    return over()
  }
}
