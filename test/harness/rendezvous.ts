import { untilWaitingForLock } from './database.ts'
import type { TestServer } from './server.ts'

/**
 * Holds what `locks` lock, lets `start` send its requests, waits until `count` of them stand before the lock, and lets
 * them go together. The lock is released whatever happens: a failed test must not hang the next one.
 */
export async function meetAtLock<T>(
  server: TestServer,
  locks: readonly string[],
  count: number,
  start: () => Promise<T>,
): Promise<T> {
  const client = await server.database.connect()
  try {
    await client.query('begin')
    for (const lock of locks) await client.query(lock)
    const racers = start()
    await untilWaitingForLock(client, count)
    await client.query('rollback')
    return await racers
  } finally {
    await client.end()
  }
}
