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
import { createDatabase, type DatabaseServer, type Template, urlsOf } from './database.ts'
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
  const open = () =>
    openEmbeddedDatabase({
      dataDir: join(directory, 'data'),
      systemDirectory: join(directory, 'system'),
      purpose: 'serve',
      log: () => undefined,
    })
  const first = await open()
  await setForTests({ host: first.socketDirectory, port: first.port })
  await first.stop()
  const database = await open()
  const server = { host: database.socketDirectory, port: database.port }
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
    await database.stop()
    // Again where a process that is just ending still writes down what it compiled.
    await rm(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}

/** Makes the databases that tests copy: making each of them from scratch took longer than most tests. */
async function makeTemplates(server: DatabaseServer, commandHost: string) {
  const dataDir = await makeDataDir()
  const run = (template: Template, words: readonly string[]) =>
    runHostedCli({ DATA_DIR: dataDir, ...urlsOf(server, template) }, words, commandHost)
  await createDatabase(server, 'migrated', null)
  await run('migrated', ['migrate'])
  const client = new pg.Client({ ...server, user: 'postgres', database: 'migrated' })
  await client.connect()
  await stopClock(client)
  await client.end()
  await createDatabase(server, 'furnished', 'migrated')
  const furnished = { cli: (...words: string[]) => run('furnished', words) }
  const offices = { hall: await makeOffice(furnished, 'The Hall'), other: await makeOffice(furnished, 'The Other') }
  await rm(dataDir, { recursive: true })
  return offices
}

/**
 * Sets up the database server without waiting for the disk, since none of its data outlives the run. What survives a crash is
 * tested on others. Each worker has several servers at times, each with pools of its own.
 */
async function setForTests(server: DatabaseServer): Promise<void> {
  const client = new pg.Client({ ...server, user: 'postgres', database: 'postgres' })
  await client.connect()
  await client.query('alter role all set synchronous_commit = off')
  await client.query('alter system set max_connections = 500')
  await client.end()
}
