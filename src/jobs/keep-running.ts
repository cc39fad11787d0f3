import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'

/** Something that works until it is stopped, or until it cannot be relied on any more. */
export type Running = {
  /** Why it cannot be relied on any more; never settles otherwise, and never rejects. */
  readonly broken: Promise<string>
  /** Stops after finishing what it has begun. */
  stop(): Promise<void>
}

const shortestPauseMs = 250
const longestPauseMs = 30_000

/**
 * Starts it, and another one in its place whenever it breaks, for ever, with pauses that grow while starting fails. One that
 * broke finishes what it has begun beside its successor.
 *
 * @throws what the first start throws
 */
export async function keepRunning(
  start: () => Promise<Running>,
  say: (what: string) => void,
): Promise<Pick<Running, 'stop'>> {
  const stopping = new AbortController()
  const stopped = once(stopping.signal, 'abort')
  const leaving = new Set<Promise<void>>()
  let running: Running | null = await start()
  const watching = watch()

  async function watch(): Promise<void> {
    while (running !== null) {
      const why = await Promise.race([running.broken, stopped])
      if (stopping.signal.aborted) return
      const left = running.stop().finally(() => leaving.delete(left))
      leaving.add(left)
      say(`${String(why)}; the runner is started again`)
      running = await startAgain()
    }
  }

  /** Null when it is not wanted any more. */
  async function startAgain(): Promise<Running | null> {
    for (let pauseMs = shortestPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      await Promise.race([delay(pauseMs, undefined, { ref: false }), stopped])
      if (stopping.signal.aborted) return null
      try {
        return await start()
      } catch (error) {
        say(`the runner could not be started again: ${nameOf(error)}`)
      }
    }
  }

  return {
    async stop() {
      stopping.abort()
      await watching
      await Promise.all([running?.stop(), ...leaving])
    },
  }
}

/** Names an error for the log by its code or kind: its words may name somebody. */
export function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  return 'code' in error && error.code !== undefined ? String(error.code) : error.name
}
