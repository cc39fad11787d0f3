import pg from 'pg'
import type { DatabaseAddress } from './database.ts'

/**
 * A pool that outlives its connections: the database may be restarted underneath it, and a lost connection is replaced
 * at the next use. Without listeners the loss of an idle or of a lent connection would end the process.
 */
export function openPool(
  address: DatabaseAddress,
  options: { readonly connections: number; readonly name: string },
): pg.Pool {
  const pool = new pg.Pool({ ...address, max: options.connections, application_name: options.name })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}
