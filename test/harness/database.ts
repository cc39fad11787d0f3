import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { patienceMs } from './patience.ts'

export type TestDatabase = {
  readonly name: string
  /** For DATABASE_URL (the running role) and DATABASE_ADMIN_URL (the owner). */
  readonly url: string
  readonly adminUrl: string
  /** A connection as the superuser, whom no isolation binds: for looking at rows and for holding locks. */
  connect(): Promise<pg.Client>
  drop(): Promise<void>
}

/** An empty database of its own; the server that is started on it migrates it. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('databaseServer')
  const name = `test_${randomBytes(6).toString('hex')}`
  await asSuperuser('postgres', (client) => client.query(`create database ${name} owner guichet_owner`))
  await asSuperuser(name, (client) => client.query('alter schema public owner to guichet_owner'))
  const url = (user: string) =>
    `postgres://${user}@localhost/${name}?host=${encodeURIComponent(server.host)}&port=${server.port}`
  return {
    name,
    url: url('guichet_app'),
    adminUrl: url('guichet_owner'),
    connect: () => connect(name),
    drop: () =>
      asSuperuser('postgres', (client) => client.query(`drop database if exists ${name} with (force)`)).then(
        () => undefined,
      ),
  }
}

async function connect(database: string): Promise<pg.Client> {
  const client = new pg.Client({ ...inject('databaseServer'), user: 'postgres', database })
  await client.connect()
  return client
}

async function asSuperuser<T>(database: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connect(database)
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Waits until `count` connections of `database` wait for a lock: the rendezvous at which racers are let go together. */
export async function untilWaitingForLock(client: pg.Client, count: number): Promise<void> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    // A transaction that holds the lock sees the activity of its first look, unless it forgets it.
    await client.query('select pg_stat_clear_snapshot()')
    const { rows } = await client.query<{ waiting: number }>(
      "select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    const waiting = rows[0]?.waiting ?? 0
    if (waiting >= count) return
    if (Date.now() > deadline) throw new Error(`only ${waiting} of ${count} racers arrived`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
