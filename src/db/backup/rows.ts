import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline as joined } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import pg from 'pg'
import Cursor from 'pg-cursor'
import { connectTo } from '../connect.ts'
import { setTenantStatement } from '../database.ts'
import type { DatabaseAddress } from '../pool.ts'
import type { AppliedMigration } from '../migrator.ts'
import { BackupError } from './backup-error.ts'
import { type BackedUpTable, listTables } from './tables.ts'

/** Says what the lines after it are rows of; `tenant` null: of the server. The last one says how many there were. */
type Heading =
  | { readonly table: string; readonly tenant: string | null; readonly late?: true }
  | { readonly jobs: true }
  | { readonly rows: number }

/** What a backup tells about itself besides its rows. */
export type RowsWritten = {
  readonly migrations: readonly AppliedMigration[]
  readonly tenants: number
  readonly rows: number
  /** The data key, which seals the keys, sealed under the secret as it was at that moment; bytes in base64. */
  readonly seal: {
    readonly fingerprint: string
    readonly dataKey: string
    readonly nextFingerprint: string | null
    readonly nextDataKey: string | null
  }
}

/** A transformation of the bytes on their way to the disk, or from it. */
export type Through = (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>

/** The file of the rows, and what encrypts or opens them. */
export type RowsFile = { readonly file: string; readonly through: Through }

const rowsAtOnce = 500
const zone = "set local time zone 'UTC'; set local bytea_output = 'hex'; set local datestyle = 'ISO'"

/**
 * Writes every row as a line of JSON, in a gzip file: all as they were at one moment, however much is sold meanwhile.
 * Writes rows as the running role: row-level security holds, so each tenant's rows are read in its own scope (ADR 0164).
 * They are encrypted before they are on any disk.
 */
export async function writeRows(address: DatabaseAddress, { file, through }: RowsFile): Promise<RowsWritten> {
  const client = await connectTo(address, 'guichet backup')
  try {
    await client.query(`begin isolation level repeatable read, read only; ${zone}`)
    const { rows: migrations } = await client.query<AppliedMigration>(
      'select name, checksum from schema_migration order by name',
    )
    const { rows: tenants } = await client.query<{ id: string }>('select id from tenant order by id')
    const ids = tenants.map(({ id }) => id)
    const counted = { rows: 0 }
    const lines = linesOf(client, await listTables(client), ids, counted)
    await pipeline(lines, createGzip({ level: 4 }), through, createWriteStream(file, { mode: 0o600, flush: true }))
    return { migrations, tenants: ids.length, rows: counted.rows, seal: await readSeal(client) }
  } finally {
    await client.end()
  }
}

async function* linesOf(
  client: pg.Client,
  tables: readonly BackedUpTable[],
  tenants: readonly string[],
  counted: { rows: number },
): AsyncGenerator<string> {
  const headed = (heading: Heading) => `#${JSON.stringify(heading)}\n`
  async function* rowsOf(heading: Heading, text: string): AsyncGenerator<string> {
    yield headed(heading)
    for await (const rows of batches(client, text)) {
      counted.rows += rows.length
      yield rows.map((row) => `${escapeSeparators(row)}\n`).join('')
    }
  }
  async function* scoped(tenant: string | null): AsyncGenerator<string> {
    const own = tables.filter(({ isOfTenant }) => isOfTenant === (tenant !== null))
    for (const { name, columns, late } of own) {
      const early = columns.filter((column) => !late.includes(column))
      yield* rowsOf({ table: name, tenant }, selectRows(client, { name, tenant }, early))
    }
    for (const { name, key, late } of own.filter((table) => table.late.length > 0))
      yield* rowsOf({ table: name, tenant, late: true }, selectRows(client, { name, tenant }, [...key, ...late]))
  }
  yield* scoped(null)
  for (const tenant of tenants) {
    await client.query(setTenantStatement(tenant))
    yield* scoped(tenant)
  }
  yield* rowsOf({ jobs: true }, jobRows)
  yield headed({ rows: counted.rows })
}

/** Raw within a JSON string by right, but the end of a line to much that reads lines. */
const escapeSeparators = (row: string) => row.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')

type TableOf = { readonly name: string; readonly tenant: string | null }

/** Says the tenant although row-level security does: a distributed database would go to all nodes otherwise. */
function selectRows(client: pg.Client, { name, tenant }: TableOf, columns: readonly string[]): string {
  const named = columns.map((column) => client.escapeIdentifier(column)).join(', ')
  const own = tenant === null ? '' : ` where tenant_id = ${client.escapeLiteral(tenant)}`
  return `select row_to_json(kept)::text as row from (select ${named} from ${client.escapeIdentifier(name)}${own}) kept`
}

/** Selects the jobs except those that the clock starts by itself, for which nobody waits. */
const jobRows = `select json_build_object('name', task.identifier, 'payload', job.payload, 'queue', queue.queue_name,
    'run_at', job.run_at, 'max_attempts', job.max_attempts, 'attempts', job.attempts, 'key', job.key,
    'priority', job.priority)::text as row
  from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
    left join graphile_worker._private_job_queues queue on queue.id = job.job_queue_id
  where job.payload::jsonb ? 'tenantId' order by job.id`

async function* batches(client: pg.Client, text: string): AsyncGenerator<readonly string[]> {
  const cursor = client.query(new Cursor<{ row: string }>(text))
  for (;;) {
    const rows = await cursor.read(rowsAtOnce)
    if (rows.length === 0) break
    yield rows.map(({ row }) => row)
  }
  await cursor.close()
}

async function readSeal(client: pg.Client): Promise<RowsWritten['seal']> {
  const { rows } = await client.query<RowsWritten['seal']>(
    `select secret_fingerprint as fingerprint, encode(data_key_sealed, 'base64') as "dataKey",
       next_secret_fingerprint as "nextFingerprint", encode(next_data_key_sealed, 'base64') as "nextDataKey"
     from server_setting`,
  )
  const [seal] = rows
  if (!seal) throw new Error('the server is not installed')
  return seal
}

/**
 * Puts the rows into a database that was migrated to where it was, and has none; all of them or none. As the running role,
 * so that no row gets to a tenant that it does not bear.
 *
 * @param migrations the names of all that it was migrated by
 * @param beside what else is restored, once the database is known to be empty; when it throws, no row is put
 * @throws BackupError when there are tenants already, the database is not where the backup was, or the file does not end as
 *   it was written
 */
export async function readRows(
  address: DatabaseAddress,
  rows: RowsFile,
  migrations: readonly string[],
  beside: () => Promise<void>,
): Promise<number> {
  const client = await connectTo(address, 'guichet backup')
  try {
    await client.query(`begin; ${zone}`)
    await requireNobody(client)
    await requireMigrations(client, migrations)
    await beside()
    const count = await putRows(client, rows)
    await client.query('commit')
    return count
  } finally {
    // What was not committed is rolled back with it.
    await client.end()
  }
}

/**
 * Refuses a database that somebody uses, before it is migrated to where a backup was.
 *
 * @param address as the role that owns the tables: the running one may not have been given any rights yet
 * @throws BackupError when there are tenants
 */
export async function requireUnused(address: DatabaseAddress): Promise<void> {
  const client = await connectTo(address, 'guichet backup')
  try {
    const { rows } = await client.query<{ found: boolean }>("select to_regclass('tenant') is not null as found")
    if (rows[0]?.found) await requireNobody(client)
  } finally {
    await client.end()
  }
}

async function requireNobody(client: pg.Client): Promise<void> {
  const { rows } = await client.query('select id from tenant limit 1')
  if (rows.length > 0)
    throw new BackupError(
      'This database holds organisations already. Name an empty DATA_DIR or DATABASE_URL; a backup is restored to nothing else.',
    )
}

/** Refuses other migrations than those of the backup: what a later one does to rows would never be done to these. */
async function requireMigrations(client: pg.Client, expected: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select name from schema_migration')
  const applied = new Set(rows.map(({ name }) => name))
  if (applied.size !== expected.length || !expected.every((name) => applied.has(name)))
    throw new BackupError(
      'This database was prepared for another version than that of the backup. Name an empty DATA_DIR or DATABASE_URL.',
    )
}

async function putRows(client: pg.Client, written: RowsFile): Promise<number> {
  const tables = new Map((await listTables(client)).map((table) => [table.name, table]))
  let scope: string | null = null
  return eachBatch(written, async (heading, rows) => {
    if ('tenant' in heading && heading.tenant !== null && heading.tenant !== scope) {
      await client.query(setTenantStatement(heading.tenant))
      scope = heading.tenant
    }
    await putBatch(client, tables, heading, rows)
  })
}

/**
 * Reads all of them and puts them nowhere.
 *
 * @returns how many there are
 * @throws BackupError when the file does not end as it was written
 */
export async function countRows(written: RowsFile): Promise<number> {
  return eachBatch(written, async () => undefined)
}

async function eachBatch(
  written: RowsFile,
  use: (heading: Heading, rows: readonly string[]) => Promise<void>,
): Promise<number> {
  let heading: Heading | null = null
  let waiting: string[] = []
  let count = 0
  const flush = async () => {
    if (waiting.length > 0 && heading !== null) await use(heading, waiting)
    count += waiting.length
    waiting = []
  }
  try {
    for await (const line of linesIn(written)) {
      if (line.startsWith('#')) {
        await flush()
        heading = JSON.parse(line.slice(1)) as Heading
      } else waiting.push(line)
      if (waiting.length >= rowsAtOnce) await flush()
    }
  } catch (error) {
    if (error instanceof pg.DatabaseError || error instanceof BackupError) throw error
    throw new BackupError(`The backup cannot be read to its end: ${(error as Error).message}.`)
  }
  if (heading === null || !('rows' in heading) || heading.rows !== count)
    throw new BackupError('The backup ends before its end: it was not copied whole.')
  return count
}

/** They end at a line feed and nowhere else; readline would split at U+2028, which earlier backups hold raw. */
async function* linesIn({ file, through }: RowsFile): AsyncGenerator<string> {
  // What fails on the way is thrown where the last of them is read.
  const unzipped = joined(through(createReadStream(file)), createGunzip(), () => undefined).setEncoding('utf8')
  let rest = ''
  for await (const chunk of unzipped as AsyncIterable<string>) {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}

async function putBatch(
  client: pg.Client,
  tables: ReadonlyMap<string, BackedUpTable>,
  heading: Heading,
  rows: readonly string[],
): Promise<void> {
  const json = `[${rows.join(',')}]`
  if ('jobs' in heading) return void (await client.query(addJobs, [json]))
  const table = 'table' in heading ? tables.get(heading.table) : undefined
  if (!table) throw new BackupError('The backup holds a table that there is none of here.')
  const name = client.escapeIdentifier(table.name)
  const [late, key] = [escaped(client, table.late), escaped(client, table.key)]
  if ('late' in heading) {
    const set = late.map((column) => `${column} = kept.${column}`).join(', ')
    const same = key.map((column) => `${name}.${column} = kept.${column}`).join(' and ')
    await client.query(
      `update ${name} set ${set} from json_populate_recordset(null::${name}, $1::json) as kept where ${same}`,
      [json],
    )
    return
  }
  const columns = escaped(
    client,
    table.columns.filter((column) => !table.late.includes(column)),
  ).join(', ')
  await client.query(
    `insert into ${name} (${columns}) select ${columns} from json_populate_recordset(null::${name}, $1::json)`,
    [json],
  )
}

const escaped = (client: pg.Client, columns: readonly string[]) =>
  columns.map((column) => client.escapeIdentifier(column))

/** Their tries begin again: what was given up then may have been for a reason that is gone. */
const addJobs = `select graphile_worker.add_job(job.name, job.payload, queue_name => job.queue, run_at => job.run_at,
    max_attempts => job.max_attempts, job_key => job.key, priority => job.priority)
  from json_to_recordset($1::json) as job (name text, payload json, queue text, run_at timestamptz,
    max_attempts int, key text, priority int)`
