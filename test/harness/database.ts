import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { patienceMs } from './patience.ts'

export type TestDatabase = {
  readonly name: string
  /** The values of DATABASE_URL (the running role) and DATABASE_ADMIN_URL (the owner). */
  readonly url: string
  readonly adminUrl: string
  /** A connection as the superuser, whom no isolation binds: for looking at rows and for holding locks. */
  connect(): Promise<pg.Client>
  drop(): Promise<void>
}

type Node = { readonly host: string; readonly port: number }

/** The server of this run: the directory of its socket, and its port. With workers it is the coordinator of a distributed one. */
export type DatabaseServer = Node & { readonly workers: readonly Node[] }

/** A database made once for the whole run, to be copied: with Root and Meta alone, or also with the two offices of `twoOffices`. */
export type Template = 'migrated' | 'furnished'

/** The secret with which the templates are sealed, and so every copy of them. */
export const testSecret = 'the one secret of every database that a test copies'

/** Creates an empty database: the server that is started on it migrates it. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return createTestDatabase(null)
}

/**
 * Creates a database for one test.
 *
 * @param template null: it is empty
 */
export async function createTestDatabase(template: Template | null = 'migrated'): Promise<TestDatabase> {
  const server = inject('databaseServer')
  const name = `test_${randomBytes(6).toString('hex')}`
  await createDatabase(server, name, template)
  const { DATABASE_URL: url, DATABASE_ADMIN_URL: adminUrl } = urlsOf(server, name)
  return {
    name,
    url,
    adminUrl,
    connect: () => connect(server, name),
    drop: () => onEveryNode(server, 'postgres', `drop database if exists ${name} with (force)`),
  }
}

/** Addresses for the running role and for the owner. Locks are waited for with patience: a rendezvous takes as long as it takes. */
export function urlsOf(server: DatabaseServer, database: string) {
  const url = (user: string) =>
    `postgres://${user}@localhost/${database}?host=${encodeURIComponent(server.host)}&port=${server.port}&lock_timeout=${patienceMs}`
  return { DATABASE_URL: url('guichet_app'), DATABASE_ADMIN_URL: url('guichet_owner') }
}

/** @param template null: it is empty, but for the schema that belongs to the owner */
export async function createDatabase(server: DatabaseServer, name: string, template: Template | null): Promise<void> {
  // The files are copied: with the other strategy everything would be written twice, to the log as well.
  const copied = template === null ? '' : `template ${template} strategy file_copy`
  await onEveryNode(server, 'postgres', `create database ${name} owner guichet_owner ${copied}`)
  // The scope of a transaction goes with its statements to the nodes. What a database has set for itself is not copied.
  if (server.workers.length > 0)
    await onEveryNode(server, 'postgres', `alter database ${name} set citus.propagate_set_commands = 'local'`)
  if (template !== null) return
  await onEveryNode(server, name, 'alter schema public owner to guichet_owner')
  await introduceWorkers(server, name)
}

/** Lets the coordinator of a distributed server know the workers in that database. Few shards: they are copied for each test. */
async function introduceWorkers(server: DatabaseServer, database: string): Promise<void> {
  if (server.workers.length === 0) return
  await onEveryNode(server, database, 'create extension if not exists citus')
  await asSuperuser(server, database, async (client) => {
    await client.query('select citus_set_coordinator_host($1, $2)', [server.host, server.port])
    for (const { host, port } of server.workers) await client.query('select citus_add_node($1, $2)', [host, port])
    await client.query(`alter database ${database} set citus.shard_count = 4`)
  })
}

/** Lets nobody use a template any more, so that it can be copied: a distributed server looks after each database by itself. */
export async function closeTemplate(server: DatabaseServer, name: Template): Promise<void> {
  await onEveryNode(server, 'postgres', `alter database ${name} with allow_connections false`)
  await onEveryNode(
    server,
    'postgres',
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${name}'`,
  )
}

export async function onEveryNode(server: DatabaseServer, database: string, statement: string): Promise<void> {
  for (const node of [server, ...server.workers]) await asSuperuser(node, database, (client) => client.query(statement))
}

async function connect({ host, port }: Node, database: string): Promise<pg.Client> {
  const client = new pg.Client({ host, port, user: 'postgres', database })
  await client.connect()
  return client
}

async function asSuperuser<T>(server: Node, database: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connect(server, database)
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Waits until `count` connections wait for a lock that the test holds, or behind one that does: the rendezvous at which racers are let
 * go together. What the service waits for on its own account is none of them.
 */
export async function untilWaitingForLock(client: pg.Client, count: number): Promise<void> {
  await untilWaiting(client, count, '%')
}

/** Waits until a single scan waits for its ticket: in its batch it waits for a moment, and then joins the end of the line. */
export async function untilScanWaits(client: pg.Client): Promise<void> {
  await untilWaiting(client, 1, 'guichet waiting scans')
}

async function untilWaiting(client: pg.Client, count: number, name: string): Promise<void> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    // A transaction that holds the lock keeps seeing the activity of its first look, unless it clears that snapshot.
    await client.query('select pg_stat_clear_snapshot()')
    const { rows } = await client.query<{ waiting: number }>(
      `with recursive held as materialized (
         select pid, application_name, pg_blocking_pids(pid) as behind from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'
       ), racer as (
         select pid, application_name from held
         where exists (select from pg_stat_activity as test where usename = current_user and test.pid = any (behind))
         union
         select held.pid, held.application_name from held join racer on racer.pid = any (held.behind)
       )
       select count(*)::int as waiting from racer where application_name like $1`,
      [name],
    )
    const waiting = rows[0]?.waiting ?? 0
    if (waiting >= count) return
    if (Date.now() > deadline) throw new Error(`only ${waiting} of ${count} racers arrived`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/**
 * Waits until every transaction of the whole cluster that began earlier has ended, those of other tests too: a reading of
 * changes (ADR 0182) begins at the oldest that is under way, and would repeat changes that are older than the test.
 */
export async function untilOlderTransactionsEnd(client: pg.Client): Promise<void> {
  const deadline = Date.now() + patienceMs
  const { rows: ours } = await client.query<{ id: string }>('select pg_current_xact_id()::text as id')
  for (;;) {
    const { rows } = await client.query<{ over: boolean }>(
      'select pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 as over',
      [ours[0]?.id],
    )
    if (rows[0]?.over === true) return
    if (Date.now() > deadline) throw new Error('an older transaction did not end')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
