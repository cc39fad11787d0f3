import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { Agent, request } from 'undici'
import { afterEach, describe, expect, test } from 'vitest'
import { execCli } from '../harness/cli.ts'
import { createTestDatabase, untilWaitingForLock } from '../harness/database.ts'
import { freePort, startServer, type TestServer } from '../harness/server.ts'
import { type DataDirectory, eventually, makeDataDirectory, startProcess } from './embedded-service.ts'

let directory: DataDirectory | undefined
let server: TestServer | undefined

afterEach(async () => {
  await directory?.remove()
  await server?.stop()
  directory = undefined
  server = undefined
})

const venue = [
  'tenant',
  'create',
  '--organisation',
  'The Barn',
  '--category',
  'S',
  '--email',
  'ada@barn.test',
]

async function makeKey(target: Pick<DataDirectory, 'cli'>): Promise<string> {
  const words = ['--tenant', 'the-barn', '--user', 'robot@barn.test', '--name', 'till']
  const { api_key: key } = await target.cli('api-key', 'create', ...words, '--permission', 'product:write')
  return String(key)
}

const newProduct = { name: 'Concert', categorie_article: 'B' }

describe('on the embedded database', () => {
  test('commands work before the first start, while the service runs, and after it has stopped', async () => {
    directory = await makeDataDirectory()
    expect(await directory.cli(...venue)).toMatchObject({ slug: 'the-barn' })

    const service = await directory.start(['serve'])
    expect(service.stdout()).toContain(`Guichet answers at http://localhost:${directory.port}`)
    // At level info: seen red with the web server's own line about listening.
    expect(service.stderr()).toBe('')
    expect((await directory.send('the-barn', 'GET', '/api/products/')).json).toEqual([])
    const key = await makeKey(directory)
    expect(
      (await directory.send('the-barn', 'POST', '/api/products/', { key, body: newProduct })).status,
    ).toBe(201)
    await directory.cli('device', 'create', '--tenant', 'the-barn', '--name', 'Door')
    service.process.kill('SIGTERM')
    expect(await service.ended).toBe(0)

    expect(await directory.cli('ticket', 'qr', '--tenant', 'the-barn')).toEqual({ tickets: [] })
    expect((await directory.exec('doctor')).exitCode).toBe(0)
  })

  test('the set-up link is printed until somebody administers the server, and its page is there', async () => {
    directory = await makeDataDirectory()
    const first = await directory.start(['serve', '--json'])
    const announcement = JSON.parse(first.stdout()) as { url: string; set_up_url: string }
    const page = await directory.send('', 'GET', new URL(announcement.set_up_url).pathname, {
      headers: { accept: 'text/html' },
    })
    expect(page.status).toBe(200)
    await directory.cli('user', 'grant', '--email', 'ada@barn.test', '--super-user')
    first.process.kill('SIGINT')
    expect(await first.ended).toBe(0)

    const second = await directory.start(['serve', '--json'])
    expect(JSON.parse(second.stdout())).toMatchObject({ set_up_url: null })
  })

  test('another secret is refused in words that name the database and the secret', async () => {
    directory = await makeDataDirectory()
    await directory.cli(...venue)
    await writeFile(join(directory.path, 'secret-key'), 'x'.repeat(43))
    const refused = await directory.start(['serve'])
    expect([await refused.ended, refused.stdout()]).toEqual([1, ''])
    for (const named of ['secret-key', 'postgres'])
      expect(refused.stderr()).toContain(join(await realpath(directory.path), named))
    expect(refused.stderr()).toMatch(/another DATA_DIR/)
    expect(refused.stderr()).not.toMatch(/^\s+at /m)
  })

  test('ROLE=web says that nobody works on jobs', async () => {
    directory = await makeDataDirectory()
    const service = await directory.start(['serve'], { ROLE: 'web' })
    expect(service.stdout()).toMatch(
      /^Guichet answers at .*\nSet it up.*\nNobody works on jobs: .*ROLE=all.*\n$/,
    )
  })

  /** The home of the first database is what the link leads to; both are removed here, which Guichet never does. */
  test.runIf(process.getuid?.() === 0)(
    'as root, a directory that is removed and made anew begins empty, and the old database is named',
    async () => {
      const closed = await mkdtemp('/root/guichet-cli-')
      await chmod(closed, 0o700)
      const dataDir = join(closed, 'data')
      const environment = { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: String(await freePort()) }
      const homes: string[] = []
      try {
        expect(await execCli(environment, ['user', 'grant', '--email', 'ada@barn.test'])).toMatchObject({
          exitCode: 0,
        })
        const first = dirname(await realpath(join(dataDir, 'postgres')))
        homes.push(first)
        await rm(dataDir, { recursive: true })

        const service = startProcess(['serve'], environment)
        await eventually(async () => service.stdout().endsWith('\n') || service.process.exitCode !== null)
        homes.push(dirname(await realpath(join(dataDir, 'postgres'))))
        service.process.kill('SIGTERM')
        expect([await service.ended, service.stderr()]).toEqual([0, expect.not.stringContaining('secret')])
        expect(service.stdout()).toContain(`An earlier database of ${dataDir} lies in ${first};`)
        const { stdout, exitCode } = await execCli(environment, ['doctor', '--json'])
        expect(exitCode).toBe(0)
        const { checks } = JSON.parse(stdout) as {
          checks: { name: string; status: string; message: string }[]
        }
        const orphans = checks.find(({ name }) => name === 'orphaned databases')
        expect(orphans).toMatchObject({ status: 'notice', message: expect.stringContaining(first) })
        expect(orphans?.message).not.toContain(homes[1])
      } finally {
        for (const home of [...homes, closed]) await rm(home, { recursive: true, force: true })
      }
    },
  )

  test('logs are JSON on standard error, without secrets', async () => {
    directory = await makeDataDirectory()
    const service = await directory.start(['serve'], { LOG_LEVEL: 'debug' })
    await directory.cli(...venue)
    const key = await makeKey(directory)
    const device = await directory.cli('device', 'create', '--tenant', 'the-barn', '--name', 'Door')
    const token = String(device['token'])
    await directory.send('the-barn', 'GET', `/scan/${token}/pair`)
    await directory.send('the-barn', 'POST', '/api/products/?note=private', { key, body: newProduct })
    service.process.kill('SIGTERM')
    await service.ended
    const lines = service.stderr().trimEnd().split('\n')
    expect(lines.length).toBeGreaterThan(2)
    expect(service.stderr()).toContain('Server listening')
    for (const line of lines) expect(() => JSON.parse(line), line).not.toThrow()
    for (const secret of [key.slice(9), token, 'private']) expect(service.stderr()).not.toContain(secret)
  })

  test('a second start on the same directory says that it is in use, and the first goes on', async () => {
    directory = await makeDataDirectory()
    await directory.start(['serve'])
    const second = await directory.start(['serve'])
    expect(await second.ended).toBe(1)
    expect(second.stdout()).toBe('')
    expect(second.stderr()).toMatch(/^\S+ is in use by process \d+ .*DATA_DIR\n$/)
    expect((await directory.send('meta', 'GET', '/readyz')).status).toBe(200)
  })

  test.each(['1', '2'])('a port that is taken is said in one line, with PROCESSES=%s', async (processes) => {
    directory = await makeDataDirectory()
    const other = createServer().listen(directory.port, '127.0.0.1')
    await once(other, 'listening')
    const service = await directory.start(['serve'], { PROCESSES: processes, LOG_LEVEL: 'warn' })
    expect(await service.ended).toBe(1)
    expect(service.stderr()).toMatch(new RegExp(`^Port ${directory.port} of 127.0.0.1 is in use.*\\n$`))
    // Found before anything is made: seen red without the look at the port before the start of the database.
    expect((await readdir(directory.path)).filter((name) => /^(postgres$|secret)/.test(name))).toEqual([])
    other.close()
  })

  test('what was answered survives kill -9 of the process, and the service starts again', async () => {
    directory = await makeDataDirectory()
    await directory.cli(...venue)
    const key = await makeKey(directory)
    const first = await directory.start(['serve'])
    const made = await directory.send('the-barn', 'POST', '/api/products/', { key, body: newProduct })
    first.process.kill('SIGKILL')
    await first.ended

    const second = await directory.start(['serve'])
    expect(second.stdout()).toContain('Guichet answers')
    const { json } = await directory.send('the-barn', 'GET', `/api/products/${made.json.uuid}/`)
    expect(json).toMatchObject({ name: 'Concert' })
  })

  test('a command works after kill -9 of the process, too', async () => {
    directory = await makeDataDirectory()
    const service = await directory.start(['serve'])
    await directory.cli(...venue)
    service.process.kill('SIGKILL')
    await service.ended
    expect(await directory.cli('ticket', 'qr', '--tenant', 'the-barn')).toEqual({ tickets: [] })
  })

  test('kill -9 of PostgreSQL under load: 503 for a moment, nothing lost that was answered, jobs go on', async () => {
    directory = await makeDataDirectory()
    const { cli, send, postmaster } = directory
    await cli(...venue)
    const key = await makeKey(directory)
    const service = await directory.start(['serve'])
    const statuses = new Set<number>()
    const made: string[] = []
    let isOver = false
    const load = Array.from({ length: 8 }, async () => {
      while (!isOver) {
        const answer = await send('the-barn', 'POST', '/api/products/', { key, body: newProduct })
        statuses.add(answer.status)
        if (answer.status === 201) made.push(answer.json.uuid)
        if (answer.status === 503) expect(answer.headers['retry-after']).toBeDefined()
      }
    })
    await eventually(async () => made.length > 20)
    process.kill(await postmaster(), 'SIGKILL')
    await eventually(async () => statuses.has(503))
    const before = made.length
    await eventually(async () => made.length > before + 20)
    isOver = true
    await Promise.all(load)

    // Seen red with the same lines as info: whoever reads warnings only would not have known.
    const warnings = logOf(service).filter(({ level }) => level >= 40)
    expect(warnings.map(({ msg }) => msg)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^PostgreSQL was ended by SIGKILL/)]),
    )
    // 500 is for faults of ours; a database that is away is none.
    expect([...statuses].sort()).toEqual([201, 503])
    const products = (await send('the-barn', 'GET', '/api/products/')).json as { uuid: string }[]
    const kept = new Set(products.map((product) => product.uuid))
    expect(made.filter((uuid) => !kept.has(uuid))).toEqual([])
    expect(service.process.exitCode).toBeNull()
    // The mail of a tenant made now is a job, done by workers that lost their connections.
    await cli('tenant', 'create', '--organisation', 'Later', '--category', 'F', '--email', 'later@barn.test')
    const client = await directory.connect()
    await eventually(async () => {
      const { rows } = await client.query("select status from mail where recipient = 'later@barn.test'")
      return rows[0]?.status === 'in_outbox'
    })
    await client.end()
    service.process.kill('SIGTERM')
    expect(await service.ended).toBe(0)
  })

  test('kill -9 of both, as by a power failure: the next start has everything', async () => {
    directory = await makeDataDirectory()
    await directory.cli(...venue)
    const key = await makeKey(directory)
    const first = await directory.start(['serve'])
    await directory.send('the-barn', 'POST', '/api/products/', { key, body: newProduct })
    const postmaster = await directory.postmaster()
    first.process.kill('SIGKILL')
    process.kill(postmaster, 'SIGKILL')
    await first.ended
    await directory.start(['serve'])
    expect((await directory.send('the-barn', 'GET', '/api/products/')).json).toHaveLength(1)
  })

  test('a web process that dies is replaced, and the service answers throughout', async () => {
    directory = await makeDataDirectory()
    const service = await directory.start(['serve'], { PROCESSES: '2' })
    const client = await directory.connect()
    /** Each web process listens to changes on a connection of its own; the first process has one, too. */
    const feeds = async () => {
      const { rows } = await client.query<{ count: number }>(
        "select count(*)::int from pg_stat_activity where application_name = 'guichet change feed'",
      )
      return rows[0]?.count ?? 0
    }
    await eventually(async () => (await feeds()) === 3)
    const [victim] = await childrenOf(service.process.pid, 'guichet.js')
    process.kill(Number(victim), 'SIGKILL')
    await eventually(
      async () => !(await childrenOf(service.process.pid, 'guichet.js')).includes(Number(victim)),
    )
    await eventually(async () => (await childrenOf(service.process.pid, 'guichet.js')).length === 2)
    await eventually(async () => (await feeds()) === 3)
    expect((await directory.send('meta', 'GET', '/readyz')).status).toBe(200)
    await client.end()
    service.process.kill('SIGTERM')
    expect(await service.ended).toBe(0)
    expect(service.stderr()).toContain('is replaced')
  })
})

/** The log, which is all that stands on standard error. */
function logOf(service: { stderr(): string }): readonly { level: number; msg: string }[] {
  const lines = service.stderr().trimEnd().split('\n')
  return lines.map((line) => JSON.parse(line) as { level: number; msg: string })
}

async function childrenOf(parent: number | undefined, word: string): Promise<readonly number[]> {
  const found: number[] = []
  for (const name of (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry))) {
    const status = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    const command = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')
    const [state, ppid] = status.slice(status.lastIndexOf(')') + 2).split(' ')
    if (Number(ppid) === parent && state !== 'Z' && command.includes(word)) found.push(Number(name))
  }
  return found
}

describe('a stop that comes while it starts', () => {
  /** Seen red without the signal that ends initdb: the service was set up first, and said so. */
  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('%s in the first set-up', async (signal) => {
    directory = await makeDataDirectory()
    const { path } = directory
    const service = startProcess(['serve'], directory.environment)
    await eventually(async () => (await readdir(path)).some((name) => name.startsWith('postgres.new-')))
    service.process.kill(signal)
    expect(await service.ended).toBe(0)
    expect(service.stdout()).toBe('')
    expect(logOf(service).map(({ msg }) => msg)).toEqual(['stopping before the start was complete'])
    const left = (await readdir(path)).filter((name) => name !== 'postgres.lock')
    expect(left).toEqual([])
    expect((await directory.start(['serve'])).stdout()).toContain('Guichet answers')
  })

  /** Seen red without the cancelling: it went on waiting for the lock. */
  test.each(['serve', 'migrate'])('%s while it waits to migrate', async (command) => {
    const database = await createTestDatabase()
    directory = await makeDataDirectory()
    const holder = await database.connect()
    try {
      await holder.query('select pg_advisory_lock(4815162342)')
      const service = startProcess([command], {
        ...directory.environment,
        DATABASE_URL: database.url,
        DATABASE_ADMIN_URL: database.adminUrl,
        PORT: String(await freePort()),
      })
      await untilWaitingForLock(holder, 1)
      service.process.kill('SIGTERM')
      expect(await service.ended).toBe(command === 'serve' ? 0 : 1)
      expect(service.stdout()).toBe('')
      expect(service.stderr()).not.toMatch(/^\s+at /m)
      const { rows } = await holder.query(
        'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
      expect(rows).toEqual([])
    } finally {
      await holder.end()
      await database.drop()
    }
  })
})

describe('stopping', () => {
  /** Seen red without SIGHUP among the signals, and without an ear for the errors of streams that nobody reads any more. */
  test.each(['1', '2'])(
    'a terminal that is closed is an orderly stop, with PROCESSES=%s',
    async (processes) => {
      directory = await makeDataDirectory()
      const { environment, path } = directory
      const child = spawn(process.execPath, ['dist/guichet.js', 'serve'], {
        env: { ...environment, PROCESSES: processes },
        stdio: ['ignore', 'pipe', 'pipe'],
        // A group of its own, which a terminal signals as a whole.
        detached: true,
      })
      const ended = once(child, 'exit')
      await once(child.stdout, 'data')
      child.stdout.destroy()
      child.stderr.destroy()
      process.kill(-(child.pid ?? 0), 'SIGHUP')
      expect(await ended).toEqual([0, null])
      expect((await readdir(path)).filter((name) => /socket|holder/.test(name))).toEqual([])
      await expect(readFile(join(path, 'postgres', 'postmaster.pid'))).rejects.toThrow('ENOENT')
    },
  )

  const slowProduct = async (target: TestServer, key: string) =>
    request(`http://127.0.0.1:${target.port}/api/products/`, {
      method: 'POST',
      dispatcher: new Agent(),
      headers: {
        host: `the-barn.localhost:${target.port}`,
        authorization: `Api-Key ${key}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(newProduct),
    })

  test('finishes what is in flight, and takes nothing new', async () => {
    server = await startServer()
    await server.cli(...venue)
    const key = await makeKey(server)
    const holder = await server.database.connect()
    await holder.query('begin; lock table product in exclusive mode')
    const answer = slowProduct(server, key)
    await untilWaitingForLock(holder, 1)
    server.process.kill('SIGTERM')
    const refused = await eventually(async () =>
      server?.send('', 'GET', '/healthz').then(
        () => false,
        (error: NodeJS.ErrnoException) => error.code,
      ),
    )
    expect(refused).toMatch(/^(ECONNREFUSED|ECONNRESET|UND_ERR_SOCKET)$/)
    await holder.query('commit')
    expect((await answer).statusCode).toBe(201)
    if (server.process.exitCode === null) await once(server.process, 'exit')
    expect(server.process.exitCode).toBe(0)
    await holder.end()
  })

  test('is not held up for ever by a request that never ends', async () => {
    server = await startServer()
    await server.cli(...venue)
    const key = await makeKey(server)
    const holder = await server.database.connect()
    await holder.query('begin; lock table product in exclusive mode')
    const cut = slowProduct(server, key).then(
      () => 'answered',
      () => 'cut',
    )
    await untilWaitingForLock(holder, 1)
    server.process.kill('SIGTERM')
    await once(server.process, 'exit')
    expect(await cut).toBe('cut')
    await holder.query('rollback')
    await holder.end()
  })
})

describe('with a database of one’s own', () => {
  test('a role that could bypass the isolation is refused', async () => {
    server = await startServer()
    const environment = {
      ...server.environment,
      DATABASE_URL: server.database.adminUrl.replace('guichet_owner', 'postgres'),
    }
    const result = await execCli(environment, ['serve'])
    expect(result).toMatchObject({ exitCode: 1, stdout: '' })
    expect(result.stderr).toContain('row-level security')
  })

  test('web and worker processes need no owner once the database is migrated; another secret is refused', async () => {
    server = await startServer({ environment: { SECRET_KEY: 'a'.repeat(40) } })
    const { DATABASE_ADMIN_URL: _, ...bare } = server.environment
    expect(await execCli(bare, ['migrate', '--json'])).toMatchObject({ exitCode: 0 })
    const other = await execCli({ ...bare, SECRET_KEY: 'b'.repeat(40) }, ['serve'])
    expect(other).toMatchObject({ exitCode: 1, stdout: '' })
    expect(other.stderr).toContain('secret')
  })

  test('a database that must be migrated by another role says so', async () => {
    server = await startServer()
    const client = await server.database.connect()
    await client.query('delete from schema_migration')
    await client.end()
    const { DATABASE_ADMIN_URL: _, ...bare } = server.environment
    const result = await execCli(bare, ['serve'])
    expect(result).toMatchObject({ exitCode: 1, stdout: '' })
    expect(result.stderr).toContain('DATABASE_ADMIN_URL')
  })
})
