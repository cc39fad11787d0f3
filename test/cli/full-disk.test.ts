import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { mountSmallDisk } from '../harness/small-disk.ts'
import { type DataDirectory, eventually, makeDataDirectory } from './embedded-service.ts'

const organisations = ['The Barn', 'Le Café']

/** Whoever tries to write for both, and knows what was acknowledged. */
async function openTwo(directory: DataDirectory) {
  const doors: { slug: string; key: string; made: string[] }[] = []
  for (const organisation of organisations) {
    const words = ['--organisation', organisation, '--category', 'S', '--email', 'ada@barn.test']
    const slug = String((await directory.cli('tenant', 'create', ...words))['slug'])
    const as = ['--tenant', slug, '--user', 'robot@barn.test', '--name', 'till']
    const { api_key: key } = await directory.cli('api-key', 'create', ...as, '--permission', 'product:write')
    doors.push({ slug, key: String(key), made: [] })
  }
  const body = { name: 'Concert', categorie_article: 'B' }
  return {
    /** The statuses, one of each. */
    make: () =>
      Promise.all(
        doors.map(async ({ slug, key, made }) => {
          const answer = await directory.send(slug, 'POST', '/api/products/', { key, body })
          if (answer.status === 201) made.push(answer.json.uuid)
          return answer.status
        }),
      ),
    async expectAllThere() {
      for (const { slug, key, made } of doors) {
        const { json } = await directory.send(slug, 'GET', '/api/products/', { key })
        const there = (json as { uuid: string }[]).map(({ uuid }) => uuid)
        expect(there).toEqual(expect.arrayContaining(made))
        for (const other of doors.filter((door) => door.slug !== slug))
          expect(there.filter((uuid) => other.made.includes(uuid))).toEqual([])
      }
    },
  }
}

/**
 * A file system that is really full, to the last block. Seen red without the giving up of the reserve, without its being made
 * again, and without its being given up before the start ("There is no space left for DATA_DIR").
 */
test('a full disk is written on by the reserve; a database without any is back once there is space', async (context) => {
  const disk = await mountSmallDisk(512)
  if (disk === null) return context.skip()
  onTestFinished(() => disk.remove())
  const directory = await makeDataDirectory(disk.path)
  onTestFinished(() => directory.remove())
  const { make, expectAllThere } = await openTwo(directory)
  const service = await directory.start(['serve'])
  const untilMade = () => eventually(async () => (await make()).every((status) => status === 201))
  const status = async (path: string) => (await directory.send('', 'GET', path)).status
  const reserve = () => stat(join(directory.path, 'postgres.reserve'))
  const untilReserved = () => eventually(async () => (await reserve()).size === 128 * 1024 ** 2)

  await untilReserved()
  const { blocks, size } = await reserve()
  expect(blocks * 512).toBeGreaterThanOrEqual(size)

  await disk.fill()
  await eventually(async () => service.stderr().includes('is given up so that the database can write'))
  await expect(reserve()).rejects.toThrow('ENOENT')
  await untilMade()
  await eventually(() => writeLog(directory, 3))

  // Nothing is left: the database ends when it needs a new file of its log, and cannot recover without one. One that recovers
  // all the same has thrown away files of its log, whose space is filled, too.
  await expect
    .poll(async () => {
      await disk.fill()
      await writeLog(directory, 100).catch(() => undefined)
      return service.stderr()
    })
    .toContain('could not be started again')
  expect(await make()).toEqual([503, 503])
  expect([await status('/readyz'), await status('/healthz')]).toEqual([503, 200])
  await disk.empty()
  await untilMade()
  await eventually(async () => (await status('/readyz')) === 200)
  await expectAllThere()
  await untilReserved()

  service.process.kill('SIGTERM')
  expect(await service.ended).toBe(0)
  await disk.fill()
  const again = await directory.start(['serve'])
  expect(again.stdout()).toContain('Guichet answers')
  await untilMade()
  await expectAllThere()
})

/** So many files of PostgreSQL's WAL, of 16 MB each. */
async function writeLog(directory: DataDirectory, files: number): Promise<void> {
  const client = await directory.connect()
  try {
    for (let written = 0; written < files; written++) {
      await client.query("select pg_logical_emit_message(true, 'filling', repeat('x', 1000000))")
      await client.query('select pg_switch_wal()')
    }
  } finally {
    await client.end().catch(() => undefined)
  }
}
