import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openEmbeddedDatabase } from '../../src/db/embedded/embedded-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The socket directory and port of the database server of this run. */
    databaseServer: { readonly host: string; readonly port: number }
  }
}

/** One database server for the whole run, in a directory of its own that is gone afterwards. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
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
  project.provide('databaseServer', server)
  return async () => {
    await database.stop()
    await rm(directory, { recursive: true, force: true })
  }
}

/** Nothing of this server outlives the run, so nobody waits for the disk. What survives a crash is tested on others. */
async function forgetDurability(server: { readonly host: string; readonly port: number }): Promise<void> {
  const client = new pg.Client({ ...server, user: 'postgres', database: 'postgres' })
  await client.connect()
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit'])
    await client.query(`alter system set ${setting} = off`)
  await client.query('select pg_reload_conf()')
  await client.end()
}
