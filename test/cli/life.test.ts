import { once } from 'node:events'
import { chmod, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { execCli } from '../harness/cli.ts'
import { freePort, startServer, type TestServer } from '../harness/server.ts'
import {
  type DataDirectory,
  eventually,
  makeDataDirectory,
  makeMigratedDirectory,
  startProcess,
} from './embedded-service.ts'
import { makeKey, newProduct, venue } from './the-barn.ts'

let directory: DataDirectory | undefined
let server: TestServer | undefined

afterEach(async () => {
  await directory?.remove()
  await server?.stop()
  directory = undefined
  server = undefined
})

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
    expect((await directory.send('the-barn', 'POST', '/api/products/', { key, body: newProduct })).status).toBe(201)
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
    directory = await makeMigratedDirectory()
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
    directory = await makeMigratedDirectory()
    const service = await directory.start(['serve'], { ROLE: 'web' })
    expect(service.stdout()).toMatch(/^Guichet answers at .*\nSet it up.*\nNobody works on jobs: .*ROLE=all.*\n$/)
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
        expect(await execCli(environment, ['user', 'grant', '--email', 'ada@barn.test'])).toMatchObject({ exitCode: 0 })
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
        const { checks } = JSON.parse(stdout) as { checks: { name: string; status: string; message: string }[] }
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
    directory = await makeMigratedDirectory()
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
    server = await startServer({ template: null, environment: { SECRET_KEY: 'a'.repeat(40) } })
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
