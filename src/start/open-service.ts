import { Logger, runMigrations } from 'graphile-worker'
import type pg from 'pg'
import type { Config } from '../config.ts'
import { type Context, createContext } from '../context.ts'
import { connectTo } from '../db/connect.ts'
import { closeToOthers, openDataDirectory } from '../db/data-directory.ts'
import type { DatabaseAddress } from '../db/pool.ts'
import { type EmbeddedDatabaseOptions, openEmbeddedDatabase } from '../db/embedded/embedded-database.ts'
import { isMigrated, migrate, refuseBypassingRole } from '../db/migrator.ts'
import { openPool } from '../db/pool.ts'
import { SecretKeyError } from '../features/tenant/data-key.ts'
import { installServer } from '../features/tenant/install-server.ts'
import { readSecretKey } from './secret-key.ts'
import { within } from './within.ts'

export type DatabaseHandle = {
  /** The address for the running role. */
  readonly address: DatabaseAddress
  /** The address for the role that owns the tables. */
  readonly adminAddress: DatabaseAddress
  /** Whether another process may be serving it: not while this one runs it itself. */
  readonly isShared: boolean
  /** Where the database is, without a password, for messages. */
  readonly place: string
  /** What the person who starts the service should know of it, a sentence each. */
  readonly notices: readonly string[]
  stop(): Promise<void>
}

const closeMs = 3_000

type Purpose = 'serve' | 'command'

export type Opening = Pick<EmbeddedDatabaseOptions, 'log' | 'stopping' | 'beforeStart'>

/**
 * The embedded server of DATA_DIR, or the one that DATABASE_URL names.
 *
 * @throws DataDirectoryError, EmbeddedDatabaseError, the reason of `stopping`
 */
export async function openDatabaseServer(config: Config, purpose: Purpose, opening: Opening): Promise<DatabaseHandle> {
  if (config.databaseUrl !== null) {
    const address = { connectionString: config.databaseUrl }
    const adminAddress = config.databaseAdminUrl === null ? address : { connectionString: config.databaseAdminUrl }
    const place = 'that DATABASE_URL names'
    return { address, adminAddress, isShared: true, place, notices: [], stop: async () => undefined }
  }
  const embedded = await openEmbeddedDatabase({ dataDir: config.dataDir, purpose, ...opening })
  // A PGSSLMODE of the person who starts it would break a Unix socket.
  const address = { host: embedded.socketDirectory, port: embedded.port, database: 'guichet', ssl: false }
  return {
    address: { ...address, user: 'guichet_app' },
    adminAddress: { ...address, user: 'guichet_owner' },
    isShared: !embedded.ownedByThisProcess,
    place: `in ${embedded.cluster}`,
    notices: embedded.setAside.map(
      (home) =>
        `An earlier database of ${config.dataDir} lies in ${home}; it is left as it is, and a new one was made. Remove it when nothing in it is wanted.`,
    ),
    stop: () => embedded.stop(),
  }
}

/**
 * Brings the database to this build: refuses a role that could bypass the isolation, migrates, and makes the job queue's
 * tables.
 *
 * @param only of the migrations: to where a backup was
 */
export async function prepareDatabase(
  handle: Pick<DatabaseHandle, 'address' | 'adminAddress'>,
  stopping?: AbortSignal,
  only?: readonly string[],
): Promise<readonly string[]> {
  // One connection for all of it: every command begins here.
  const pool = openPool(handle.address, { connections: 1, name: 'guichet set-up' })
  try {
    const runningRole = await refuseBypassingRole(pool)
    const applied = (await isMigrated(pool))
      ? []
      : (await migrate(handle.adminAddress, runningRole, stopping, only)).applied
    stopping?.throwIfAborted()
    await prepareQueue(pool, handle.adminAddress, runningRole)
    return applied
  } finally {
    await pool.end()
  }
}

/**
 * graphile-worker guards its tables by row-level security for their owner alone, so the running role owns that schema
 * and nothing else. It holds ids only (ADR 0010).
 */
async function prepareQueue(pool: pg.Pool, adminAddress: DatabaseAddress, runningRole: string): Promise<void> {
  const { rows } = await pool.query<{ there: boolean }>(
    "select to_regnamespace('graphile_worker') is not null as there",
  )
  if (!rows[0]?.there) await makeQueueSchema(adminAddress, runningRole)
  // graphile-worker would create the schema again to make this table, which takes a right on the whole database.
  await pool.query(`create table if not exists graphile_worker.migrations (
    id int primary key, ts timestamptz not null default now(), breaking boolean not null default false)`)
  await runMigrations({ pgPool: pool, logger: new Logger(() => () => undefined) })
}

async function makeQueueSchema(adminAddress: DatabaseAddress, runningRole: string): Promise<void> {
  const client = await connectTo(adminAddress, 'guichet queue set-up')
  try {
    await client.query(
      `create schema if not exists graphile_worker authorization ${client.escapeIdentifier(runningRole)}`,
    )
  } finally {
    await client.end()
  }
}

/** `guichet migrate`: everything that `serve` does to a database before it serves. Names of the migrations applied now. */
export async function migrateDatabase(config: Config, opening: Opening): Promise<readonly string[]> {
  const database = await openDatabaseServer(config, 'command', opening)
  try {
    const secretKey = await readSecretKey(config)
    const applied = await prepareDatabase(database, opening.stopping)
    const context = await openContext(config, database, secretKey)
    await installServer(context).finally(() => context.close())
    return applied
  } finally {
    await database.stop()
  }
}

export type Service = { readonly context: Context; readonly database: DatabaseHandle; close(): Promise<void> }

/** A ready context on a migrated, installed database: what every command and process begins with. */
export async function openService(config: Config, purpose: Purpose, opening: Opening): Promise<Service> {
  const { stopping } = opening
  // Images lie there whatever the database is; the embedded one looks itself.
  if (config.databaseUrl !== null && purpose === 'serve' && config.role !== 'worker')
    await openDataDirectory(config.dataDir, 0o700)
  const database = await openDatabaseServer(config, purpose, opening)
  try {
    if (purpose === 'serve') await closeToOthers(config.dataDir)
    const secretKey = await readSecretKey(config)
    await prepareDatabase(database, stopping)
    stopping?.throwIfAborted()
    const context = await openContext(config, database, secretKey)
    const close = async () => {
      // A statement that waits for a lock keeps its connection; it ends with the database's side of it.
      await within(closeMs, context.close())
      await database.stop()
    }
    try {
      await installServer(context)
    } catch (error) {
      await context.close()
      throw error
    }
    return { context, database, close }
  } catch (error) {
    await database.stop()
    throw error
  }
}

/** @throws SecretKeyError that also says which database it is about, and how to do without it */
async function openContext(config: Config, { address, place }: DatabaseHandle, secretKey: string): Promise<Context> {
  try {
    return await createContext({ config, databaseAddress: address, secretKey })
  } catch (error) {
    if (!(error instanceof SecretKeyError)) throw error
    const kept =
      config.secretKey === null ? `The secret was read from ${config.dataDir}/secret-key` : 'SECRET_KEY is set'
    throw new SecretKeyError(
      `${error.message}\n${kept}; the database is the one ${place}. To begin with an empty database instead, name another DATA_DIR or DATABASE_URL; this one stays as it is.`,
    )
  }
}
