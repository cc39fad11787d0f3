import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { createTill, newCards } from '../harness/cards.ts'
import { untilWaitingForLock } from '../harness/database.ts'
import { raceForRows } from '../harness/door.ts'
import type { TestServer } from '../harness/server.ts'
import { twoOfficesInTwoProcesses } from '../harness/two-tenants.ts'

const { first, second, client, hall, other } = await twoOfficesInTwoProcesses()
const till = createTill(hall.slug, hall.key)
const otherTill = createTill(other.slug, other.key)
const [card, linked, spare] = await newCards(first, 3)
if (!card || !linked || !spare) throw new Error('there are no cards')
for (const one of [card, linked, spare]) await till.open(first, one)

const pay = (server: TestServer, uuid: string) =>
  server.send(hall.slug, 'POST', `/api/reservations/${uuid}/payments/`, { key: hall.key, body: { method: 'card' } })

async function order(number: string, price: string): Promise<string> {
  const body = { email: `${randomUUID()}@example.org`, price, card: number }
  const { status, json } = await first.send(hall.slug, 'POST', '/api/top-ups/', { key: hall.key, body })
  expect(status).toBe(202)
  return String(json.reservation)
}

it('payments of one top-up that meet credit it once', async () => {
  const { price } = await hall.price('R', { prix: 20 })
  const uuid = await order(card.number, price)
  const lock = { text: 'select from reservation where id = $1 for update', values: [uuid] }
  const answers = await Promise.all(
    await raceForRows(first, lock, 6, () =>
      [first, second].flatMap((server) => Array.from({ length: 3 }, () => pay(server, uuid))),
    ),
  )
  const outcomes = answers.map(({ status, json }) => String(json.code ?? status)).toSorted()
  expect(outcomes).toEqual(['201', ...Array(5).fill('invalid_transition')])
  expect((await till.open(first, card)).json.balance).toBe(20)
  expect((await otherTill.open(first, card)).json.balance).toBe(0)
})

it('two top-ups of a card that are paid at once are both on it', async () => {
  const { price } = await hall.price('R', { prix: 20 })
  const orders = [await order(spare.number, price), await order(spare.number, price)]
  const lock = { text: 'lock table purse in share mode', values: [] }
  const answers = await Promise.all(
    await raceForRows(first, lock, 2, () => orders.map((uuid, at) => pay(at === 0 ? first : second, uuid))),
  )
  expect(answers.map(({ status }) => status)).toEqual([201, 201])
  expect((await till.open(first, spare)).json.balance).toBe(40)
})

/** Seen red without shareCardById in holderOf: linking does not wait for the payment. */
it('what is paid while a card is linked becomes its person’s', async () => {
  const { price } = await hall.price('R', { prix: 20 })
  const uuid = await order(linked.number, price)
  const email = `${randomUUID()}@example.org`
  const [holder, watcher] = [await first.database.connect(), await first.database.connect()]
  try {
    await holder.query('begin')
    await holder.query('lock table purse in share mode')
    const paid = pay(second, uuid)
    await untilWaitingForLock(watcher, 1)
    const linking = first.cli('card', 'link', linked.tag, '--email', email)
    await untilWaitingForLock(watcher, 2)
    await holder.query('commit')
    expect((await paid).status).toBe(201)
    expect(await linking).toMatchObject({ moved: [{ tenant: hall.slug, amount: 20 }] })
  } finally {
    await holder.end()
    await watcher.end()
  }
  const { rows } = await client.query('select balance_minor from purse where tenant_id = $1 and email = $2', [
    hall.tenantId,
    email,
  ])
  expect(rows).toEqual([{ balance_minor: '2000' }])
})
