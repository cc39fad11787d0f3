import { fork } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openEmbeddedDatabase } from '../../src/db/embedded/embedded-database.ts'
import { runCli } from './cli.ts'
import { createDatabase, type DatabaseServer, migratedDatabase, urlsOf } from './database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: DatabaseServer
    /** The socket of the process that runs commands. */
    commandHost: string
  }
}

/**
 * One database server and one process for commands for the whole run, in a directory of its own that is gone afterwards. Of
 * what is in the sources now: it builds first.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await once(fork('scripts/build.ts'), 'exit')
  const directory = await mkdtemp(join(tmpdir(), 'guichet-test-'))
  // As root the server runs under another account, which must be able to pass; and nothing may stay behind elsewhere.
  await chmod(directory, 0o711)
  const database = await openEmbeddedDatabase({
    dataDir: join(directory, 'data'),
    systemDirectory: join(directory, 'system'),
    purpose: 'serve',
    log: () => undefined,
  })
  const server = { host: database.socketDirectory, port: database.port }
  await forgetDurability(server)
  await makeMigrated(server, directory)
  project.provide('databaseServer', server)
  const commandHost = join(directory, 'commands.socket')
  const commands = fork('test/harness/command-host.mjs', [commandHost])
  await once(commands, 'message')
  project.provide('commandHost', commandHost)
  return async () => {
    commands.disconnect()
    await once(commands, 'exit')
    await database.stop()
    await rm(directory, { recursive: true, force: true })
  }
}

/** The database that those of the tests are copied from: to migrate each took longer than most of its tests. */
async function makeMigrated(server: DatabaseServer, directory: string): Promise<void> {
  await createDatabase(server, migratedDatabase, null)
  const environment = {
    PATH: process.env['PATH'],
    DATA_DIR: join(directory, 'migrated'),
    ...urlsOf(server, migratedDatabase),
  }
  await runCli(environment, ['migrate'])
  // What was put in was sealed under a secret that no other server has.
  const client = new pg.Client({ ...server, user: 'postgres', database: migratedDatabase })
  await client.connect()
  const { rows } = await client.query<{ tables: string }>(
    `select string_agg(format('%I', tablename), ', ') as tables from pg_tables
     where schemaname = 'public' and tablename <> 'schema_migration'`,
  )
  await client.query(`truncate ${rows[0]?.tables}`)
  await client.end()
}

/** Nothing of this server outlives the run, so nobody waits for the disk. What survives a crash is tested on others. */
async function forgetDurability(server: DatabaseServer): Promise<void> {
  const client = new pg.Client({ ...server, user: 'postgres', database: 'postgres' })
  await client.connect()
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit'])
    await client.query(`alter system set ${setting} = off`)
  await client.query('select pg_reload_conf()')
  await client.end()
}
