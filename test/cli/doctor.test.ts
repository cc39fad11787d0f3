import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { untilQuiet } from '../harness/box-office.ts'
import { execCli } from '../harness/cli.ts'
import { startMailServer } from '../harness/mail-server.ts'
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

/** Seen red with a mail handed over to be sure, and without the look at the outbox. */
test('doctor says whether mails leave, sends none, and counts those that did not get out', async () => {
  const mails = await startMailServer()
  const client = await server.database.connect()
  const found = async (environment: NodeJS.ProcessEnv = {}) => {
    const result = await execCli({ ...server.environment, ...environment }, ['doctor', '--json'])
    const { checks } = objectOf(result) as Report
    return ['mail', 'mails waiting'].map((name) => checks.find((check) => check.name === name))
  }
  try {
    await untilQuiet(client)
    const { rows } = await client.query<{ slug: string; id: string }>(
      `update mail set status = 'in_outbox' where id = (select id from mail order by id limit 1)
        returning id, (select slug from tenant where id = mail.tenant_id) as slug`,
    )
    const [{ slug, id } = { slug: '', id: '' }] = rows
    const [unset, waits] = await found()
    expect(unset).toMatchObject({ status: 'notice', message: expect.stringMatching(/no mail leaves.*\/outbox\.$/) })
    expect(waits).toMatchObject({ status: 'notice', message: expect.stringContaining('in the outbox') })
    await client.query("update mail set status = 'sent' where id <> $1", [id])
    await client.query("update mail set status = 'failed' where id = $1", [id])
    const [set, failed] = await found({ SMTP_URL: mails.url })
    expect(set).toMatchObject({ status: 'ok', message: expect.stringContaining('nothing was sent') })
    expect(failed).toMatchObject({ status: 'notice', message: expect.stringContaining(`${slug} (1 given up)`) })
    await client.query("update mail set status = 'sent'")
    expect((await found())[1]).toMatchObject({ status: 'ok' })
    expect(mails.taken).toEqual([])
  } finally {
    await client.end()
    await mails.stop()
  }
})

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

  /**
   * Seen red with what the server said in words in the message, with TLS taken for a refusal, and with a mail server that is not asked.
   */
  test('why no mail gets through, and not the password', async () => {
    const takesNobody = new SMTPServer({
      hideSTARTTLS: true,
      allowInsecureAuth: true,
      disableReverseLookup: true,
      onAuth: ({ username, password }, _session, done) => done(new Error(`535 no ${username} ${password}`)),
    })
    takesNobody.on('error', () => undefined)
    takesNobody.listen(0, '127.0.0.1')
    await once(takesNobody.server, 'listening')
    const { port } = takesNobody.server.address() as AddressInfo
    try {
      for (const [url, said] of [
        [`smtp://house:s3cret%40word@127.0.0.1:${port}`, 'does not take the account and password'],
        [`smtps://127.0.0.1:${port}`, 'no encrypted connection'],
        ['smtp://127.0.0.1:1', 'nothing listens there'],
        ['smtp://mail.invalid', 'no such host'],
      ] as const) {
        const found = await failing({ SMTP_URL: url })
        expect(found, url).toEqual([{ name: 'mail', status: 'failed', message: expect.stringContaining(said) }])
        expect(JSON.stringify(found)).not.toMatch(/s3cret|house/)
      }
    } finally {
      await new Promise<void>((resolve) => takesNobody.close(resolve))
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
