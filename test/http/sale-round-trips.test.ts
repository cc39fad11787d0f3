import { expect, inject, it } from 'vitest'
import { createKey } from '../harness/box-office.ts'
import { createTestDatabase, untilWaitingForLock } from '../harness/database.ts'
import { startDatabaseProxy } from '../harness/database-proxy.ts'
import { whileLocked } from '../harness/rendezvous.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/**
 * A till sells over a far database as well: what a sale asks for at once travels together, and its receipt takes its number with
 * the commit, so that nobody waits for a network while another holds the counter. Without jobs, which would be counted too. Seen
 * red with each begin waited for (14), and with the number taken where the payment is written.
 */
const proxy = await startDatabaseProxy(inject('databaseServer'))
const own = await createTestDatabase('furnished')
const { server, client, hall, other } = await twoOffices({
  environment: { ROLE: 'web' },
  database: { ...own, url: proxy.address(own.url) },
})

const full = await hall.price('B', { name: 'Full price', prix: 12 })
const half = await hall.price('B', { name: 'Half price', prix: 6 })
const shirt = await hall.price('T', { name: 'T-shirt', prix: 20 })
const event = await hall.event([full, half, shirt].map(({ product }) => product))
const theirs = await other.price('B', { name: 'Entry', prix: 5 })
const theirEvent = await other.event([theirs.product])
const till = await createKey(server, hall.slug, ['--permission', 'reservation:write'])
const otherTill = await createKey(server, other.slug, ['--permission', 'reservation:write'])

const sell = (...lines: readonly { readonly price: string }[]) =>
  server.send(hall.slug, 'POST', '/api/sales/', {
    key: till,
    body: { event, method: 'cash', prices: lines.map(({ price }) => ({ uuid: price, qty: 2 })) },
  })
const sellTheirs = () =>
  server.send(other.slug, 'POST', '/api/sales/', {
    key: otherTill,
    body: { event: theirEvent, method: 'cash', prices: [{ uuid: theirs.price, qty: 1 }] },
  })
const numbersOf = async (tenantId: string) =>
  (await client.query('select number from receipt where tenant_id = $1 order by number', [tenantId])).rows.map(
    ({ number }) => number,
  )

it('asks the database eleven times, however many lines it has', async () => {
  const first = await sell(full, half, shirt)
  expect([first.status, first.json.amount, first.json.status]).toEqual([201, 76, 'P'])
  proxy.take()
  expect((await sell(full)).status).toBe(201)
  const ofOne = proxy.take().roundTrips
  expect((await sell(full, half, shirt)).status).toBe(201)
  const ofThree = proxy.take().roundTrips
  // One more where a connection was opened for it.
  expect(ofOne).toBeLessThanOrEqual(12)
  expect(ofThree).toBeLessThanOrEqual(12)
})

it('holds up no other sale of its organisation before its last step', async () => {
  const before = await numbersOf(hall.tenantId)
  await whileLocked(
    server,
    `select from receipt_counter where tenant_id = '${hall.tenantId}' for update`,
    async (release) => {
      const sales = [sell(full), sell(half, shirt)]
      await untilWaitingForLock(client, 2)
      expect((await sellTheirs()).status).toBe(201)
      proxy.take()
      await release()
      const answers = await Promise.all(sales)
      expect(answers.map(({ status, json }) => [status, json.status])).toEqual([
        [201, 'P'],
        [201, 'P'],
      ])
      const sentSince = proxy.take().statements.map(({ text }) => text)
      expect(sentSince.filter((text) => text !== 'rollback')).toEqual([])
    },
  )
  expect(await numbersOf(hall.tenantId)).toEqual([...before, before.length + 1, before.length + 2])
  expect(await numbersOf(other.tenantId)).toEqual([1])
})
