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
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    client.query = promising(client.query.bind(client) as AnyQuery) as pg.PoolClient['query']
  })
  return pool
}

type AnyQuery = (config: unknown, values?: unknown, callback?: unknown) => unknown

/**
 * Makes the promise of a query here instead of in pg. Results that went through pg's own outlive every young collection
 * until the next full one, 1.2 KB of each listed reservation: a list of 100,000 took 125 to 170 MB, this way 31 to 39
 * (bench/list.ts).
 */
function promising(query: AnyQuery): AnyQuery {
  return (config, values, callback) => {
    if (callback !== undefined || typeof values === 'function' || isSubmittable(config))
      return query(config, values, callback)
    // pg writes the callback into what it is given.
    const own = typeof config === 'string' ? config : { ...(config as object) }
    return new Promise((resolve, reject) => {
      query(own, values, (error: Error | null, result: unknown) => (error ? reject(error) : resolve(result)))
    }).catch(explained)
  }
}

/** Cursors bring their own way of asking. */
function isSubmittable(config: unknown): boolean {
  return typeof config === 'object' && config !== null && 'submit' in config
}

/** The stack of the socket says nothing; the one from here leads to whoever asked. */
function explained(error: Error): never {
  Error.captureStackTrace(error)
  throw error
}
