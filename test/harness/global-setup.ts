import { fork } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openEmbeddedDatabase } from '../../src/db/embedded/embedded-database.ts'
import { patientTimers } from './bent-clock.ts'
import { makeOffice, type OfficeKeys } from './box-office.ts'
import { runHostedCli } from './cli.ts'
import { closeTemplate, createDatabase, type DatabaseServer, onEveryNode, type Template, urlsOf } from './database.ts'
import { distribute } from './distribution.ts'
import { makeScratch } from './scratch.ts'
import { makeDataDir, stopClock } from './server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: DatabaseServer
    /** The socket of the process that runs commands. */
    commandHost: string
    /** The two selling offices in each copy of the template `furnished`. */
    offices: { readonly hall: OfficeKeys; readonly other: OfficeKeys }
  }
}

/**
 * Starts one database server and one process for commands for the whole run, in a directory of its own that is removed afterwards.
 * They run the present sources: it builds first.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [code] = await once(fork('scripts/build.ts'), 'exit')
  if (code !== 0) throw new Error('the build failed')
  const directory = await makeScratch()
  const { server, stop } = await startDatabase(directory)
  project.provide('databaseServer', server)
  const commandHost = join(directory, 'commands.socket')
  // They set up what a test needs: on a machine with much to do the database is waited for longer than somebody at a terminal waits.
  const commands = fork('test/harness/command-host.mjs', [commandHost], { env: { ...process.env, ...patientTimers } })
  await once(commands, 'message')
  project.provide('commandHost', commandHost)
  project.provide('offices', await makeTemplates(server, commandHost))
  return async () => {
    commands.disconnect()
    await once(commands, 'exit')
    await stop()
    // Again where a process that is just ending still writes down what it compiled.
    await rm(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}

type RunningDatabase = { readonly server: DatabaseServer; stop(): Promise<void> }

/** Starts the embedded server, or takes the distributed one that is named (`npm run test:citus`). */
async function startDatabase(directory: string): Promise<RunningDatabase> {
  const coordinator = process.env['CITUS_URL']
  if (coordinator !== undefined) return { server: await findDistributed(coordinator), stop: async () => undefined }
  const open = () =>
    openEmbeddedDatabase({
      dataDir: join(directory, 'data'),
      systemDirectory: join(directory, 'system'),
      purpose: 'serve',
      log: () => undefined,
    })
  const first = await open()
  await setForTests({ host: first.socketDirectory, port: first.port, workers: [] })
  await first.stop()
  const database = await open()
  return { server: { host: database.socketDirectory, port: database.port, workers: [] }, stop: () => database.stop() }
}

/** The nodes that the coordinator knows in that database, with the roles of tests; what an earlier run left goes. */
async function findDistributed(coordinator: string): Promise<DatabaseServer> {
  const client = new pg.Client({ connectionString: coordinator })
  await client.connect()
  const { rows: nodes } = await client.query<{ host: string; port: number; coordinates: boolean }>(
    'select nodename as host, nodeport as port, groupid = 0 as coordinates from pg_dist_node order by nodeport',
  )
  await client.end()
  const first = nodes.find(({ coordinates }) => coordinates)
  if (!first) throw new Error('the coordinator does not know its own address: citus_set_coordinator_host()')
  const server = { host: first.host, port: first.port, workers: nodes.filter((node) => node !== first) }
  for (const name of ['furnished', 'migrated'] as const) {
    await onEveryNode(server, 'postgres', `drop database if exists ${name} with (force)`)
  }
  const role = (name: string) => `if to_regrole('${name}') is null then create role ${name} login; end if;`
  await onEveryNode(
    server,
    'postgres',
    `set citus.enable_ddl_propagation = off;
     do $$ begin ${role('guichet_owner')} ${role('guichet_app')} grant guichet_app to guichet_owner; end $$`,
  )
  return server
}

/** Makes the databases that tests copy: making each of them from scratch took longer than most tests. */
async function makeTemplates(server: DatabaseServer, commandHost: string) {
  const dataDir = await makeDataDir()
  const run = (template: Template, words: readonly string[]) =>
    runHostedCli({ DATA_DIR: dataDir, ...urlsOf(server, template) }, words, commandHost)
  await createDatabase(server, 'migrated', null)
  await run('migrated', ['migrate'])
  if (server.workers.length > 0) await distributeAsOwner(urlsOf(server, 'migrated').DATABASE_ADMIN_URL)
  const { host, port } = server
  const client = new pg.Client({ host, port, user: 'postgres', database: 'migrated' })
  await client.connect()
  await stopClock(client)
  await client.end()
  await closeTemplate(server, 'migrated')
  await createDatabase(server, 'furnished', 'migrated')
  const furnished = { cli: (...words: string[]) => run('furnished', words) }
  const offices = { hall: await makeOffice(furnished, 'The Hall'), other: await makeOffice(furnished, 'The Other') }
  await rm(dataDir, { recursive: true })
  await closeTemplate(server, 'furnished')
  return offices
}

async function distributeAsOwner(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await distribute(client)
  await client.end()
}

/**
 * Sets up the database server without waiting for the disk, since none of its data outlives the run. What survives a crash is
 * tested on others. Each worker has several servers at times, each with pools of its own.
 */
async function setForTests({ host, port }: DatabaseServer): Promise<void> {
  const client = new pg.Client({ host, port, user: 'postgres', database: 'postgres' })
  await client.connect()
  await client.query('alter role all set synchronous_commit = off')
  await client.query('alter system set max_connections = 500')
  await client.end()
}
