import { readdir, readFile } from 'node:fs/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { type DataDirectory, eventually, makeMigratedDirectory } from './embedded-service.ts'
import { logOf, makeKey, newProduct, venue } from './the-barn.ts'

let directory: DataDirectory | undefined

afterEach(async () => {
  await directory?.remove()
  directory = undefined
})

describe('after a crash, on the embedded database', () => {
  test('what was answered survives kill -9 of the process, and the service starts again', async () => {
    directory = await makeMigratedDirectory()
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
    directory = await makeMigratedDirectory()
    const service = await directory.start(['serve'])
    await directory.cli(...venue)
    service.process.kill('SIGKILL')
    await service.ended
    expect(await directory.cli('ticket', 'qr', '--tenant', 'the-barn')).toEqual({ tickets: [] })
  })

  test('kill -9 of PostgreSQL under load: 503 for a moment, nothing lost that was answered, jobs go on', async () => {
    directory = await makeMigratedDirectory()
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
    directory = await makeMigratedDirectory()
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
    directory = await makeMigratedDirectory()
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
    await eventually(async () => !(await childrenOf(service.process.pid, 'guichet.js')).includes(Number(victim)))
    await eventually(async () => (await childrenOf(service.process.pid, 'guichet.js')).length === 2)
    await eventually(async () => (await feeds()) === 3)
    expect((await directory.send('meta', 'GET', '/readyz')).status).toBe(200)
    await client.end()
    service.process.kill('SIGTERM')
    expect(await service.ended).toBe(0)
    expect(service.stderr()).toContain('is replaced')
  })

  /**
   * The process is stopped first, so that it takes connections and answers none of them. Seen red with `hasOwnQueues` false: the
   * connection that the first process had handed on was never closed.
   */
  test('nobody is left waiting for a web process that was killed', async () => {
    directory = await makeMigratedDirectory()
    const { send, start } = directory
    const service = await start(['serve'], { PROCESSES: '2' })
    const [victim] = await childrenOf(service.process.pid, 'guichet.js')
    process.kill(Number(victim), 'SIGSTOP')
    let answered = 0
    const asked = Array.from({ length: 24 }, async () => {
      const { status } = await send('meta', 'GET', '/healthz')
      answered += 1
      return status
    })
    await eventually(async () => answered >= 2)
    process.kill(Number(victim), 'SIGKILL')
    // Answered, or cut off, which tells a client to ask again.
    const ends = await Promise.allSettled(asked)
    expect(ends.filter((end) => end.status === 'fulfilled' && end.value !== 200)).toEqual([])
    service.process.kill('SIGTERM')
    expect(await service.ended).toBe(0)
  })
})

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
