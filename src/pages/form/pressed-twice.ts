import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '../../errors.ts'

const whileRunningMs = 250
const mostWaits = 20

/** Does what a form asks for once, however often it is sent: a second press waits for what the first came to. */
export async function doOnce<T>(work: () => Promise<T>): Promise<T> {
  for (let waits = 0; ; waits++) {
    try {
      return await work()
    } catch (error) {
      const running = error instanceof AppError && error.code === 'idempotency_conflict'
      if (!running || waits === mostWaits) throw error
      await delay(whileRunningMs)
    }
  }
}
