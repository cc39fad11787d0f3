import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** What the load process sends: one head, and with each request the next of the bodies. */
export type LoadPlan = {
  readonly port: number
  readonly connections: number
  /** `POST /path HTTP/1.1` and header lines, without Content-Length. */
  readonly head: readonly string[]
  /** Each is sent once; null: the head alone, again and again. */
  readonly bodies: readonly string[] | null
  /** Sent again and again, in turn. */
  readonly isEndless?: boolean
  readonly seconds: number
  /** How long each connection waits after an answer; absent: not at all. */
  readonly pauseMs?: number
  /** A good answer is a 2xx with this in what it begins with (64 KB and more). */
  readonly expected: string
}

export type LoadResult = {
  readonly requests: number
  readonly errors: number
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** How many answers had which status. */
  readonly byStatus: Readonly<Record<number, number>>
  /** The first answer that was not good. */
  readonly firstError: string | null
}

const processFile = fileURLToPath(new URL('load-process.ts', import.meta.url))

/**
 * Runs the plan in a process of its own, so that measuring shares no event loop with anything.
 *
 * @throws Error when a connection ends before its answer: the process says why
 */
export async function runLoad(plan: LoadPlan): Promise<LoadResult> {
  const child: ChildProcess = fork(processFile, { serialization: 'advanced' })
  child.send(plan)
  let result: LoadResult | undefined
  child.once('message', (message) => {
    result = message as LoadResult
  })
  await Promise.all([once(child, 'disconnect'), once(child, 'exit')])
  if (!result) throw new Error('the load ended without a result')
  return result
}
