import pg from 'pg'
import { createWatch, type Watch } from './watch.ts'

export type DatabaseAddress = pg.ClientConfig

export type PoolOptions = {
  readonly connections: number
  readonly name: string
  /** How long a statement waits for each lock, in milliseconds; 5 s when absent. */
  readonly lockMs?: number
  /** How long a statement may take, in milliseconds; 30 s when absent, 0 for ever. */
  readonly statementMs?: number
  /** Words of the server's command line, such as `-c enable_seqscan=off`. */
  readonly words?: string
}

/** How long a connection is waited for, be it made or released by somebody. */
export const connectMs = 5_000
const usualLockMs = 5_000
const usualStatementMs = 30_000
/** The server knows of a client that has gone as little as we of a server. */
export const keepAliveMs = 10_000

/**
 * A pool that outlives its connections: the database may be restarted underneath it, and a lost connection is replaced
 * at the next use. Without listeners the loss of an idle or of a lent connection would end the process.
 *
 * Every wait ends: for a connection, for a lock, for a statement, and for a server that does not answer any more. What the
 * address itself says of `lock_timeout` and `statement_timeout` counts instead.
 */
export function openPool(address: DatabaseAddress, options: PoolOptions): pg.Pool {
  const { statementMs = usualStatementMs } = options
  const pool = new pg.Pool({
    lock_timeout: options.lockMs ?? usualLockMs,
    statement_timeout: statementMs,
    ...address,
    ...(options.words === undefined ? {} : { options: `${address.options ?? ''} ${options.words}` }),
    max: options.connections,
    application_name: options.name,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
  })
  const watch = createWatch(address, statementMs)
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    const asked = () => {
      if (address.pipeline) writeTogether(client.connection.stream)
      return watch(client)
    }
    const query = promising(client.query.bind(client) as AnyQuery, asked)
    client.query = query as pg.PoolClient['query']
  })
  return pool
}

/** Whatever is sent before the process next waits goes out in one write: a batch has twenty statements and more. */
function writeTogether(stream: pg.Connection['stream']): void {
  if (stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}

type AnyQuery = (config: unknown, values?: unknown, callback?: unknown) => unknown

/**
 * Makes the promise of a query here instead of in pg. Results that went through pg's own outlive every young collection
 * until the next full one, 1.2 KB of each listed reservation: a list of 100,000 took 125 to 170 MB, this way 31 to 39
 * (bench/list.ts).
 */
function promising(query: AnyQuery, asked: () => ReturnType<Watch>): AnyQuery {
  return (config, values, callback) => {
    if (callback !== undefined || typeof values === 'function' || isSubmittable(config))
      return query(config, values, callback)
    // pg writes the callback into what it is given.
    const own = typeof config === 'string' ? config : { ...(config as object) }
    return new Promise((resolve, reject) => {
      const answered = asked()
      query(own, values, (error: Error | null, result: unknown) => {
        answered()
        if (error) reject(error)
        else resolve(result)
      })
    }).catch(explained)
  }
}

/** Cursors bring their own way of asking. */
function isSubmittable(config: unknown): boolean {
  return typeof config === 'object' && config !== null && 'submit' in config
}

/** Replaces the stack of the socket, which says nothing, by one from here, which leads to the caller. */
function explained(error: Error): never {
  Error.captureStackTrace(error)
  throw error
}
