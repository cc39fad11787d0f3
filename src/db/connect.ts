import pg from 'pg'
import type { DatabaseAddress } from './pool.ts'
import { connectMs, keepAliveMs } from './pool.ts'

/**
 * A connection of its own, for what lasts longer than a pool lends one. A server that never answers is waited for as long as by a pool,
 * and one that is gone is noticed; how long a statement may take is for its sender.
 */
export async function connectTo(address: DatabaseAddress, name: string): Promise<pg.Client> {
  const client = new pg.Client({
    ...address,
    application_name: name,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
  })
  // A server that goes away ends the query under way as well; unheard, the event would end this process.
  client.on('error', () => undefined)
  await client.connect()
  return client
}
