import { untilWaitingForLock } from './database.ts'
import { patienceMs } from './patience.ts'
import type { TestServer } from './server.ts'

/**
 * Takes the locks in `locks`, lets `start` send its requests, waits until `count` of them wait for the lock, and releases them
 * together. The lock is released whatever happens: a failed test must not hang the next one.
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

/** Holds a lock while `work` runs, but not for ever: a caller that waits for the lock in vain must be let go. */
export async function whileLocked<T>(
  server: TestServer,
  lock: string,
  work: (release: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const client = await server.database.connect()
  client.on('error', () => undefined)
  try {
    await client.query(`begin; set local idle_in_transaction_session_timeout = ${patienceMs}`)
    await client.query(lock)
    return await work(() => client.query('rollback').then(() => undefined))
  } finally {
    await client.end().catch(() => undefined)
  }
}
