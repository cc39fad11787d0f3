import { expect, it, onTestFinished } from 'vitest'
import { clockBack } from '../harness/bent-clock.ts'
import { createKey, untilTrue } from '../harness/box-office.ts'
import { insertTickets, openDoor, pairPhone, qrCodesOf } from '../harness/door.ts'
import { processOf, startServer } from '../harness/server.ts'
import { signIn } from '../harness/sign-in.ts'
import { mountSmallDisk } from '../harness/small-disk.ts'

async function troubled() {
  const server = await startServer()
  const client = await server.database.connect()
  onTestFinished(async () => {
    await client.end()
    await server.stop()
  })
  const door = await openDoor(server, client, 'The Hall')
  const phone = await pairPhone(server, door.slug)
  const key = await createKey(server, door.slug, ['--permission', 'product:write'])
  const [id = ''] = await insertTickets(client, door, { count: 1 })
  const qr = (await qrCodesOf(server, door.slug, [id])).get(id)
  const french = { 'accept-language': 'fr' }
  return {
    server,
    client,
    /** Of the database, for every connection that is made from now on, and none is left. */
    async set(setting: string) {
      await client.query(`alter database ${server.database.name} ${setting}`)
      await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and usename = 'guichet_app'`,
      )
    },
    ready: (headers = {}) => server.send('', 'GET', '/readyz', { headers }),
    make: (headers = french) =>
      server.send(door.slug, 'POST', '/api/products/', {
        key,
        body: { name: 'Concert', categorie_article: 'B' },
        headers,
      }),
    scan: () => server.send(door.slug, 'POST', '/scan/ticket/', { key: phone.key, body: { qrcode_data: qr } }),
  }
}

/** Seen red with 25006 out of the list: 500, and ready. */
it('says that a database takes no changes, and goes on once it does', async () => {
  const { set, ready, make, scan } = await troubled()
  await set('set default_transaction_read_only = on')
  await untilTrue(async () => (await ready()).json.detail?.includes('takes no changes') === true)
  expect((await ready()).status).toBe(503)
  const made = await make()
  expect([made.status, made.json.code]).toEqual([503, 'unavailable'])
  expect(made.json.detail).toMatch(/^Le service peut être consulté mais ne prend aucune modification/)
  expect(made.headers['retry-after']).toBe('30')
  const scanned = await scan()
  expect([scanned.status, scanned.json.success, scanned.json.code]).toEqual([503, false, 'unavailable'])
  await set('reset default_transaction_read_only')
  await untilTrue(async () => (await ready()).status === 200)
  await untilTrue(async () => (await make()).status === 201)
  expect((await scan()).json.message).toBe('Ticket successfully scanned')
})

it('says that a database has no connection left, and goes on once it has', async () => {
  const { set, ready, make } = await troubled()
  await set('connection limit 0')
  await untilTrue(async () => (await ready()).status === 503)
  expect((await make()).status).toBe(503)
  await set('connection limit -1')
  await untilTrue(async () => (await ready()).status === 200)
  await untilTrue(async () => (await make()).status === 201)
})

/** Seen red with the database alone asked: ready on a disk that takes no more. */
it('is not ready from nine tenths of the disk on, and is again when there is space', async (context) => {
  const disk = await mountSmallDisk(20)
  if (disk === null) return context.skip()
  const server = await startServer({ template: null, environment: { DATA_DIR: disk.path } })
  onTestFinished(async () => {
    await server.stop()
    await disk.remove()
  })
  const ready = (language: string) => server.send('', 'GET', '/readyz', { headers: { 'accept-language': language } })
  await server.cli('user', 'grant', '--email', 'sue@server.test', '--super-user')
  const cookie = await signIn(server, 'root', '', 'sue@server.test')
  const onRootsPage = async () =>
    (await server.send('', 'GET', '/admin/', { cookie, headers: { accept: 'text/html' } })).text
  expect((await ready('en')).status).toBe(200)
  await disk.fill(18)
  const full = await ready('fr')
  expect([full.status, full.json.code]).toEqual([503, 'unavailable'])
  expect(full.json.detail).toMatch(/^Le disque du serveur est presque plein/)
  expect(await onRootsPage()).toContain('Free some at once, older backups first')
  await disk.empty()
  expect((await ready('en')).status).toBe(200)
})

/** Seen red with a minute that ends only when the clock has come to its end: 429 for an hour. */
it('counts a key anew when the clock goes back an hour', async () => {
  const server = await startServer({ environment: { ...clockBack, RATE_LIMIT: 'on' } })
  const client = await server.database.connect()
  onTestFinished(async () => {
    await client.end()
    await server.stop()
  })
  const door = await openDoor(server, client, 'The Hall')
  const phone = await pairPhone(server, door.slug)
  const ask = async () => (await server.send(door.slug, 'GET', '/scan/test_api/', { key: phone.key })).status
  let last = 200
  while (last === 200) last = (await Promise.all(Array.from({ length: 100 }, ask))).at(-1) ?? 0
  expect(last).toBe(429)
  processOf(server).kill('SIGUSR2')
  await untilTrue(async () => (await ask()) === 200)
})
