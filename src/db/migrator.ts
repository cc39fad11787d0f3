import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { connectTo } from './connect.ts'
import type { DatabaseAddress } from './pool.ts'

/** Beside dist/ in a build, beside src/ otherwise: both lie one or two levels below the project. */
export const migrationsDirectory = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../migrations' : '../migrations', import.meta.url),
)

/** Any number that nothing else on this database takes; every migrating process waits for it. */
const migrationLock = 4_815_162_342

const insufficientPrivilege = '42501'

export type MigrationResult = { readonly applied: readonly string[] }

export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

/**
 * Applies the pending files of migrations/ in order, each in one transaction, under a lock that makes concurrent
 * starters wait. Forward only: a file that changed after it was applied is refused by its checksum.
 *
 * @param address of the role that owns the tables
 * @param runningRole the role the service runs as; it receives exactly the rights it needs and owns no table
 * @param stopping gives up what is under way; its migration is rolled back
 * @param only these of them; all when absent
 * @throws MigrationError when an applied file changed, the database is newer than this build, or the role owns nothing
 */
export async function migrate(
  address: DatabaseAddress,
  runningRole: string,
  stopping?: AbortSignal,
  only?: readonly string[],
): Promise<MigrationResult> {
  const client = await connectTo(address, 'guichet migrations')
  const forget = await cancelAtStop(client, address, stopping)
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await client.query(`create table if not exists schema_migration (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
    const applied = await applyPending(client, stopping, only)
    await grantRights(client, runningRole)
    return { applied }
  } catch (error) {
    stopping?.throwIfAborted()
    if (error instanceof pg.DatabaseError && error.code === insufficientPrivilege)
      throw new MigrationError(
        `This database has to be migrated, which the role "${client.user}" may not do. Name the role that owns it in DATABASE_ADMIN_URL, here or for "guichet migrate".`,
      )
    throw error
  } finally {
    forget()
    await client.end()
  }
}

/** Closing the connection would leave the statement running, or waiting for its lock, on the server. */
async function cancelAtStop(client: pg.Client, address: DatabaseAddress, stopping?: AbortSignal): Promise<() => void> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const cancel = () => void cancelBackend(address, rows[0]?.pid ?? 0).catch(() => undefined)
  stopping?.addEventListener('abort', cancel)
  return () => stopping?.removeEventListener('abort', cancel)
}

async function cancelBackend(address: DatabaseAddress, pid: number): Promise<void> {
  const client = await connectTo(address, 'guichet migrations')
  await client.query('select pg_cancel_backend($1)', [pid]).finally(() => client.end())
}

/** True when the running role sees every migration of this build applied, unchanged: then nobody has to be the owner. */
export async function isMigrated(asRunningRole: pg.Pool): Promise<boolean> {
  try {
    const { rows } = await asRunningRole.query<AppliedMigration>('select name, checksum from schema_migration')
    const applied = new Map(rows.map((row) => [row.name, row.checksum]))
    const files = await migrationFiles()
    return files.length === applied.size && files.every((file) => applied.get(file.name) === file.checksum)
  } catch (error) {
    // No such table, or no right to it yet.
    if (error instanceof pg.DatabaseError) return false
    throw error
  }
}

export type MigrationState = {
  /** Files not yet applied; all of them when the database is empty. */
  readonly pending: readonly string[]
  /** Files that are not what was applied under their name. */
  readonly changed: readonly string[]
  /** Applied by a newer build. */
  readonly unknown: readonly string[]
}

/** Compares the applied migrations with the files of this build; names, in order. */
export async function compareMigrations(client: pg.ClientBase): Promise<MigrationState> {
  const exists = await client.query<{ found: boolean }>("select to_regclass('schema_migration') is not null as found")
  const rows = exists.rows[0]?.found
    ? (await client.query<AppliedMigration>('select name, checksum from schema_migration order by name')).rows
    : []
  return compareApplied(rows)
}

/** As `compareMigrations`, for rows that have been read already. */
export async function compareApplied(rows: readonly AppliedMigration[]): Promise<MigrationState> {
  const applied = new Map(rows.map((row) => [row.name, row.checksum]))
  const files = await migrationFiles()
  const names = new Set(files.map((file) => file.name))
  return {
    pending: files.filter((file) => !applied.has(file.name)).map((file) => file.name),
    changed: files
      .filter((file) => applied.has(file.name) && applied.get(file.name) !== file.checksum)
      .map((file) => file.name),
    unknown: rows.map((row) => row.name).filter((name) => !names.has(name)),
  }
}

export type AppliedMigration = { readonly name: string; readonly checksum: string }

/** Names of those that are not, or not just so, among the files of this build. */
export async function migrationsUnknownTo(applied: readonly AppliedMigration[]): Promise<readonly string[]> {
  const files = await migrationFiles()
  return applied
    .filter(({ name, checksum }) => !files.some((file) => file.name === name && file.checksum === checksum))
    .map(({ name }) => name)
}

async function migrationFiles(): Promise<readonly { name: string; text: string; checksum: string }[]> {
  const names = (await readdir(migrationsDirectory)).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name)).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(migrationsDirectory, name), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

async function applyPending(
  client: pg.Client,
  stopping?: AbortSignal,
  only?: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await client.query<AppliedMigration>('select name, checksum from schema_migration')
  const known = new Map(rows.map((row) => [row.name, row.checksum]))
  const files = await migrationFiles()
  const newer = [...known.keys()].filter((name) => !files.some((file) => file.name === name))
  if (newer.length > 0)
    throw new MigrationError(
      `The database has migrations this build does not know: ${newer.join(', ')}. Install the newer build.`,
    )
  const applied: string[] = []
  for (const file of files) {
    stopping?.throwIfAborted()
    const checksum = known.get(file.name)
    if (checksum === file.checksum || only?.includes(file.name) === false) continue
    if (checksum !== undefined)
      throw new MigrationError(
        `This database was made by a version in which the migration ${file.name} was another one, so it cannot be upgraded; nothing was changed. What to do with it stands in docs/operations.md, "Data that cannot be upgraded".`,
      )
    await client.query('begin')
    try {
      await client.query(file.text)
      await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [file.name, file.checksum])
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw error
    }
    applied.push(file.name)
  }
  return applied
}

/** The running role reads and writes rows, appends to append-only tables, and owns nothing. Repeated at each start: roles may be new. */
async function grantRights(client: pg.Client, runningRole: string): Promise<void> {
  const role = client.escapeIdentifier(runningRole)
  const { rows } = await client.query<{ name: string; comment: string | null; owned: boolean }>(
    `select c.oid::regclass::text as name, obj_description(c.oid) as comment, pg_get_userbyid(c.relowner) = $1 as owned
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`,
    [runningRole],
  )
  await client.query(
    `grant usage on schema public to ${role}; grant execute on all functions in schema public to ${role}`,
  )
  for (const table of rows) {
    if (table.owned) continue
    const appendOnly = table.comment?.includes('append-only') || table.name === 'schema_migration'
    const rights =
      table.name === 'schema_migration' ? 'select' : appendOnly ? 'select, insert' : 'select, insert, update, delete'
    await client.query(`revoke all on ${table.name} from ${role}; grant ${rights} on ${table.name} to ${role}`)
  }
}

/**
 * A role that could bypass row-level security would make the isolation of tenants a matter of luck.
 *
 * @throws MigrationError in the words an administrator needs
 */
export async function refuseBypassingRole(asRunningRole: pg.Pool): Promise<string> {
  const { rows } = await asRunningRole.query<{ name: string; bypasses: boolean }>(
    'select rolname as name, rolsuper or rolbypassrls as bypasses from pg_roles where rolname = current_user',
  )
  const role = rows[0]
  if (role === undefined || role.bypasses) {
    throw new MigrationError(
      `The database role "${role?.name ?? 'unknown'}" of DATABASE_URL can bypass row-level security, which keeps tenants apart. Use a role with NOSUPERUSER NOBYPASSRLS; migrations may run as another role, named in DATABASE_ADMIN_URL.`,
    )
  }
  return role.name
}
