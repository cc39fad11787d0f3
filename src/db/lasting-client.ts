import pg from 'pg'
import type { DatabaseAddress } from './pool.ts'

/** A connection that has gone without a word tells and holds nothing any more: it is asked as often, and given up after as long. */
export const heartbeatMs = 5_000

/** Makes a client that is to last as long as this process; its opener replaces it when it is lost. */
export function lastingClient(address: DatabaseAddress, name: string, onLost: (client: pg.Client) => void): pg.Client {
  const client = new pg.Client({
    ...address,
    application_name: name,
    keepAlive: true,
    connectionTimeoutMillis: heartbeatMs,
    query_timeout: heartbeatMs,
  })
  client.on('error', () => onLost(client))
  client.on('end', () => onLost(client))
  return client
}

/** Asks whether the database still answers on it; where it does not, the connection is broken off and lost. */
export async function beat(client: pg.Client, onLost: (client: pg.Client) => void): Promise<void> {
  try {
    await client.query('select 1')
  } catch {
    client.connection.stream.destroy()
    onLost(client)
  }
}
