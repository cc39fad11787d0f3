import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Agent, request } from 'undici'
import { afterEach, describe, expect, test } from 'vitest'
import { createEmptyDatabase, untilWaitingForLock } from '../harness/database.ts'
import { freePort, processOf, startServer, type TestServer } from '../harness/server.ts'
import { type DataDirectory, eventually, makeDataDirectory, startProcess } from './embedded-service.ts'
import { logOf, makeKey, newProduct, venue } from './the-barn.ts'

let directory: DataDirectory | undefined
let server: TestServer | undefined

afterEach(async () => {
  await directory?.remove()
  await server?.stop()
  directory = undefined
  server = undefined
})

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
    const database = await createEmptyDatabase()
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
      // Its connections end a moment after it; the database itself may look after its tables meanwhile.
      const others = `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
        and backend_type = 'client backend'`
      await expect.poll(async () => (await holder.query(others)).rows).toEqual([])
    } finally {
      await holder.end()
      await database.drop()
    }
  })
})

describe('stopping', () => {
  /** Seen red without SIGHUP among the signals, and without an ear for the errors of streams that nobody reads any more. */
  test.each(['1', '2'])('a terminal that is closed is an orderly stop, with PROCESSES=%s', async (processes) => {
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
  })

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
    server = await startServer({ alone: true })
    await server.cli(...venue)
    const key = await makeKey(server)
    const holder = await server.database.connect()
    await holder.query('begin; lock table product in exclusive mode')
    const answer = slowProduct(server, key)
    await untilWaitingForLock(holder, 1)
    processOf(server).kill('SIGTERM')
    const refused = await eventually(async () =>
      server?.send('', 'GET', '/healthz').then(
        () => false,
        (error: NodeJS.ErrnoException) => error.code,
      ),
    )
    expect(refused).toMatch(/^(ECONNREFUSED|ECONNRESET|EPIPE|UND_ERR_SOCKET)$/)
    await holder.query('commit')
    expect((await answer).statusCode).toBe(201)
    if (processOf(server).exitCode === null) await once(processOf(server), 'exit')
    expect(processOf(server).exitCode).toBe(0)
    await holder.end()
  })

  test('is not held up for ever by a request that never ends', async () => {
    server = await startServer({ alone: true })
    await server.cli(...venue)
    const key = await makeKey(server)
    const holder = await server.database.connect()
    await holder.query('begin; lock table product in exclusive mode')
    const cut = slowProduct(server, key).then(
      () => 'answered',
      () => 'cut',
    )
    await untilWaitingForLock(holder, 1)
    processOf(server).kill('SIGTERM')
    await once(processOf(server), 'exit')
    expect(await cut).toBe('cut')
    await holder.query('rollback')
    await holder.end()
  })
})
