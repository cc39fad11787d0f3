import { randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { untilQuiet } from '../harness/box-office.ts'
import type { Answer } from '../harness/client.ts'
import { untilWaitingForLock } from '../harness/database.ts'
import { raceForRows } from '../harness/door.ts'
import { pathOf } from '../harness/payments.ts'
import { whileLocked } from '../harness/rendezvous.ts'
import { payOnline, startStripe, tell } from '../harness/stripe-server.ts'
import { twoOfficesInTwoProcesses } from '../harness/two-tenants.ts'

/** A public order of a membership through the API: asked again with its key, and paid at Stripe. */
const stripe = await startStripe()
const { first, second, client, hall, other } = await twoOfficesInTwoProcesses({
  STRIPE_API_URL: stripe.url,
  RATE_LIMIT: 'on',
})
afterAll(() => stripe.stop())
const keys = await payOnline(first, hall.slug)

const newEmail = () => `${randomUUID()}@example.org`
const codeOf = ({ status, json }: Answer) => String(json.code ?? status)
const counterOf = (price: string) => `select from price_counter where price_id = '${price}' for update`

/** Asks for one membership of a person, always with the same body. */
async function joining(priceFields = {}, office = hall) {
  const { price } = await office.price('A', { prix: 30, subscription_type: 'Y', ...priceFields })
  const body = { email: newEmail(), first_name: 'Ada', price }
  const ask = (idempotencyKey: string, fields: object = {}, server = first, key?: string) =>
    server.send(office.slug, 'POST', '/api/memberships/', {
      body: { ...body, ...fields },
      headers: { 'idempotency-key': idempotencyKey },
      ...(key === undefined ? {} : { key }),
    })
  const orders = async () => (await client.query('select from reservation_line where price_id = $1', [price])).rowCount
  return { price, email: body.email, ask, orders }
}

/** Seen red with the key not looked at: another order each time, and with 201 kept for every answer. */
it('gives the first answer again, of an order and of what is granted, in every process', async () => {
  const { ask, orders, price } = await joining()
  const key = randomUUID()
  const answer = await ask(key)
  expect(answer.status).toBe(202)
  expect(answer.json.checkout_url).toContain('/pay/')
  for (const repeat of [await ask(key), await ask(key, { extra: true }), await ask(key, {}, second)])
    expect([repeat.status, { ...repeat.json, ignored: undefined }]).toEqual([
      202,
      { ...answer.json, ignored: undefined },
    ])
  expect(await orders()).toBe(1)

  const staffKey = randomUUID()
  const granted = await ask(staffKey, { email: newEmail() }, first, hall.key)
  const again = await ask(staffKey, { email: granted.json.email }, second, hall.key)
  expect([granted.status, again.status, again.json]).toEqual([201, 201, granted.json])
  const { rowCount } = await client.query('select from membership where price_id = $1', [price])
  expect(rowCount).toBe(1)
})

it('refuses another body and a key that is none, and keeps keys of tenants apart', async () => {
  const { ask, orders } = await joining()
  const elsewhere = await joining({}, other)
  const key = randomUUID()
  expect((await ask(key)).status).toBe(202)
  const answer = await ask(key, { first_name: 'Eve' })
  expect([answer.status, codeOf(answer)]).toEqual([422, 'idempotency_mismatch'])
  expect((await ask('a b')).status).toBe(400)
  expect((await elsewhere.ask(key)).status).toBe(202)
  expect(await orders()).toBe(1)
})

/** Seen red without the deletion of the claim in unlessAnswered: the second try was told that the first still runs. */
it('keeps no refusal, and says at once that the first still runs', async () => {
  const { ask, price, orders } = await joining({ stock: 1 })
  const { reservation } = (await ask(randomUUID(), { email: newEmail() })).json
  const key = randomUUID()
  expect(codeOf(await ask(key))).toBe('sold_out')
  await hall.post(`/api/reservations/${reservation}/cancellation/`)
  const running = await whileLocked(first, counterOf(price), async (release) => {
    const asked = ask(key)
    await untilWaitingForLock(client, 1)
    for (const server of [first, second]) {
      const repeat = await ask(key, {}, server)
      expect([repeat.status, codeOf(repeat)]).toEqual([409, 'idempotency_conflict'])
      expect(repeat.headers['retry-after']).toBe('1')
    }
    await release()
    return asked
  })
  expect(running.status).toBe(202)
  expect((await ask(key)).json).toEqual(running.json)
  expect(await orders()).toBe(2)
})

it('orders once however many repeats meet', async () => {
  const { ask, orders } = await joining()
  const key = randomUUID()
  const lock = { text: 'lock table idempotency_key in access exclusive mode', values: [] }
  const racers = await raceForRows(first, lock, 8, () =>
    [first, second].flatMap((server) => Array.from({ length: 4 }, () => ask(key, {}, server))),
  )
  const codes = new Set((await Promise.all(racers)).map(codeOf))
  expect([...codes].filter((code) => code !== '202' && code !== 'idempotency_conflict')).toEqual([])
  expect(codes).toContain('202')
  expect(await orders()).toBe(1)
})

/** Seen red with the order counted before its key was looked at. */
it('a repeat is not counted against the limit of its address', async () => {
  const { ask } = await joining({}, other)
  const key = randomUUID()
  for (let asked = 0; asked < 25; asked++) expect((await ask(key)).status).toBe(202)
})

it('is paid at Stripe, and makes one member however often that is told', async () => {
  const { ask, email, price } = await joining({ prix: '24.50' })
  const key = randomUUID()
  const ordered = (await ask(key)).json
  const path = pathOf(ordered.checkout_url)
  const opened = await first.send(hall.slug, 'GET', path)
  expect(opened.status).toBe(303)
  const session = stripe.sessions.get(String(opened.headers['location']).split('/').at(-1) ?? '')
  expect(session).toMatchObject({ amount_total: 2450, currency: 'eur' })
  expect(session?.fields['customer_email']).toBe(email)
  const members = async () => (await hall.get(`/api/memberships/?email=${email}`)).json
  expect(await members()).toEqual([])

  const paid = stripe.pay(session?.id ?? '')
  const back = path.replace(/pay\/$/, 'return/')
  await Promise.all([
    first.send(hall.slug, 'GET', back),
    second.send(hall.slug, 'GET', back),
    ...[first, second].map((server) => tell(server, hall.slug, keys, 'checkout.session.completed', paid)),
  ])
  await untilQuiet(client)
  expect(await members()).toMatchObject([{ price, first_name: 'Ada', reservation: ordered.reservation }])
  const payments = (await hall.get(`/api/reservations/${ordered.reservation}/payments/`)).json
  expect(payments).toMatchObject([{ status: 'settled', received: 24.5, refunds: [] }])
  // The answer is still the first one: what became of the order is read from its page.
  expect((await ask(key, {}, second)).json).toEqual(ordered)
  expect((await other.get(`/api/memberships/?email=${email}`)).json).toEqual([])
})
