import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { execCli } from '../harness/cli.ts'
import { mountSmallDisk } from '../harness/small-disk.ts'
import { startServer, type TestServer } from '../harness/server.ts'
import { objectOf, runOn, startCafeAndBarn } from './cafe-and-barn.ts'
import { makeDataDirectory, makeMigratedDirectory } from './embedded-service.ts'

type Report = { checks: { name: string; status: string; message: string }[] }

let server: TestServer

beforeAll(async () => {
  server = await startCafeAndBarn()
})
afterAll(() => server.stop())

describe('doctor explains', () => {
  const failing = async (environment: NodeJS.ProcessEnv) => {
    const result = await execCli({ ...server.environment, ...environment }, ['doctor', '--json'])
    expect(result.exitCode).toBe(1)
    const { checks } = objectOf(result) as Report
    return checks.filter((check) => check.status === 'failed')
  }

  test('another secret', async () => {
    expect(await failing({ SECRET_KEY: 'x'.repeat(32) })).toEqual([
      expect.objectContaining({ name: 'secret', message: expect.stringContaining('SECRET_KEY') }),
    ])
  })

  test('a bad variable', async () => {
    expect(await failing({ PORT: 'http' })).toEqual([
      expect.objectContaining({ name: 'configuration', message: expect.stringContaining('PORT') }),
    ])
  })

  /** Seen red while it went by 500 MiB of its own: of this disk it said so before there was anything on it. */
  test('a disk that is nearly full, by the rule of /readyz', async (context) => {
    const disk = await mountSmallDisk(100)
    if (disk === null) return context.skip()
    try {
      const spaceOf = async () => {
        const { checks } = objectOf(
          await execCli({ ...server.environment, DATA_DIR: disk.path }, ['doctor', '--json']),
        ) as Report
        return checks.find(({ name }) => name === 'free space')
      }
      expect(await spaceOf()).toMatchObject({ status: 'ok' })
      await disk.fill(91)
      expect(await spaceOf()).toMatchObject({ status: 'failed', message: expect.stringContaining('9 MiB are free') })
    } finally {
      await disk.remove()
    }
  })

  test('a database that is not there', async () => {
    expect(await failing({ DATABASE_URL: 'postgres://guichet@127.0.0.1:1/guichet' })).toEqual([
      expect.objectContaining({ name: 'database' }),
    ])
  })

  test('a role that owns the tables, or can bypass their isolation', async () => {
    const owner = await failing({ DATABASE_URL: server.database.adminUrl })
    expect(owner).toEqual([expect.objectContaining({ name: 'ownership' })])
    const superuser = await failing({ DATABASE_URL: server.database.adminUrl.replace('guichet_owner', 'postgres') })
    expect(superuser).toEqual([expect.objectContaining({ name: 'row-level security' })])
  })

  /** Seen red with names compared alone: a file that was changed after it was applied went unseen. */
  test('migrations that are not those of this build', async () => {
    const client = await server.database.connect()
    const { rows } = await client.query('select name, checksum from schema_migration order by name limit 1')
    const [{ name, checksum }] = rows as [{ name: string; checksum: string }]
    const because = (...words: string[]) => [
      expect.objectContaining({ name: 'migrations', message: expect.stringMatching(new RegExp(words.join('.*'))) }),
    ]
    try {
      await client.query("update schema_migration set checksum = 'another' where name = $1", [name])
      expect(await failing({})).toEqual(because('checksum', name, 'changed'))
      await client.query('delete from schema_migration where name = $1', [name])
      expect(await failing({})).toEqual(because('Not applied yet', name, 'guichet migrate'))
      await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [name, checksum])
      await client.query("insert into schema_migration (name, checksum) values ('9999_later.sql', 'x')")
      expect(await failing({})).toEqual(because('newer version', '9999_later.sql'))
    } finally {
      await client.query("delete from schema_migration where name = '9999_later.sql'")
      await client.end()
    }
    expect((await runOn(server, 'doctor')).exitCode).toBe(0)
  })

  test('jobs that nobody does', async () => {
    const client = await server.database.connect()
    try {
      await client.query("select graphile_worker.add_job('nobody_does_this', run_at => now() - interval '1 hour')")
      expect(await failing({})).toEqual([expect.objectContaining({ name: 'jobs' })])
    } finally {
      await client.query('delete from graphile_worker._private_jobs')
      await client.end()
    }
  })

  /** Seen red with any Guichet taken for this one. */
  test('a port that another installation’s Guichet holds', async () => {
    const port = { PORT: server.environment['PORT'] ?? '' }
    const elsewhere = [expect.objectContaining({ name: 'port', message: expect.stringContaining('DATA_DIR') })]
    // Not a copy of what the other one is a copy of: it would be taken for the same.
    const other = await startServer({ template: null })
    try {
      const { checks } = objectOf(await execCli({ ...other.environment, ...port }, ['doctor', '--json'])) as Report
      expect(checks.filter(({ status }) => status === 'failed')).toEqual(elsewhere)
    } finally {
      await other.stop()
    }
    const directory = await makeDataDirectory()
    try {
      const fresh = await execCli({ ...directory.environment, ...port }, ['doctor', '--json'])
      expect((objectOf(fresh) as Report).checks.filter(({ status }) => status === 'failed')).toEqual(elsewhere)
      await directory.cli('migrate')
      const own = await execCli({ ...directory.environment, ...port }, ['doctor', '--json'])
      expect((objectOf(own) as Report).checks.filter(({ status }) => status === 'failed')).toEqual(elsewhere)
    } finally {
      await directory.remove()
    }
    expect((await runOn(server, 'doctor')).exitCode).toBe(0)
  })

  test('nothing against an embedded database whose own server holds the port', async () => {
    const directory = await makeMigratedDirectory()
    try {
      await directory.start(['serve'])
      const { checks } = (await directory.cli('doctor')) as Report
      expect(checks.filter(({ status }) => status !== 'ok' && status !== 'notice')).toEqual([])
      expect(checks).toContainEqual(
        expect.objectContaining({ name: 'port', message: `Guichet answers on port ${directory.port}` }),
      )
    } finally {
      await directory.remove()
    }
  })
})
