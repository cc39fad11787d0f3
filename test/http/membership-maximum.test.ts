import { randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { openBoxOffice, untilQuiet } from '../harness/box-office.ts'
import type { Answer } from '../harness/client.ts'
import { raceForRows } from '../harness/door.ts'
import { openPaidOffice, pathOf } from '../harness/payments.ts'
import { originOf, signIn } from '../harness/sign-in.ts'
import { startStripe } from '../harness/stripe-server.ts'
import { serve } from '../harness/two-tenants.ts'
import { visitorAt } from '../harness/visitor.ts'

/** The personal maximum of a membership: no stranger learns by it who is a member, and nobody is kept from renewing. */
const stripe = await startStripe()
const { server, client, hall, paid, other } = await serve(
  { environment: { STRIPE_API_URL: stripe.url } },
  async (served) => ({
    ...served,
    hall: await openBoxOffice(served.server, 'The Hall'),
    other: await openBoxOffice(served.server, 'The Other'),
    paid: await openPaidOffice(served.server, stripe, 'The Paid'),
  }),
)
afterAll(() => stripe.stop())

const newEmail = () => `${randomUUID()}@example.org`
const codeOf = ({ status, json }: Answer) => String(json.code ?? status)
const order = (email: string, price: string, office = hall) =>
  server.send(office.slug, 'POST', '/api/memberships/', { body: { email, price } })
const takeFor = (email: string, price: string, office = hall) => office.post('/api/memberships/', { email, price })
const membershipsOf = async (email: string, office = hall) =>
  (await office.get(`/api/memberships/?email=${email}`)).json

/** What an answer says to somebody who looks for a difference. */
function saidBy({ status, headers, json }: Answer) {
  const { reservation: _, email: __, checkout_url: url, ...rest } = json
  const names = Object.keys(headers).filter((name) => name !== 'content-length')
  return { status, rest, names, pays: url !== null }
}

async function confirmationOf(email: string): Promise<string> {
  const { rows } = await client.query(
    `select substring(letter::text from '/confirm/[A-Za-z0-9_-]+') as path from mail
     where recipient = $1 and kind = 'confirm_reservation' order by id desc limit 1`,
    [email],
  )
  return `${rows[0]?.path}/`
}

/** Moves what a person has so that it ends in so many days. */
async function endsIn(email: string, days: number): Promise<void> {
  await client.query(
    `update membership set valid_from = valid_from - (valid_until - now()) + make_interval(days => $2),
       valid_until = now() + make_interval(days => $2) where email = $1`,
    [email, days],
  )
}

/** Seen red with the counters asked at an order, and with `trusted` not asked in membershipsHeld: 409 for the member alone. */
it('an order without signing in is answered alike for members, those who ordered, and strangers', async () => {
  for (const prix of [0, 20]) {
    const { price } = await hall.price('A', { prix, subscription_type: 'Y', max_per_user: 1 })
    const [member, orderer, stranger] = [newEmail(), newEmail(), newEmail()]
    expect(codeOf(await takeFor(member, price))).toBe('201')
    expect(codeOf(await order(orderer, price))).toBe('202')
    const answers = []
    for (const email of [member, orderer, stranger]) answers.push(saidBy(await order(email, price)))
    expect(answers[0]?.status).toBe(202)
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
  }
})

it('nor does a booking with a membership in it tell', async () => {
  const { price } = await hall.price('A', { prix: 0, max_per_user: 1 })
  const event = await hall.event([])
  const [member, stranger] = [newEmail(), newEmail()]
  await takeFor(member, price)
  const bookFor = (email: string, qty = 1) => hall.book({ event, email, prices: [{ uuid: price, qty }] })
  expect([codeOf(await bookFor(member)), codeOf(await bookFor(stranger))]).toEqual(['201', '201'])
  // More than one person may have at all is refused to everybody.
  expect([codeOf(await bookFor(member, 2)), codeOf(await bookFor(stranger, 2))]).toEqual(Array(2).fill('max_per_user'))
})

/** Seen red without the maximum in grantMembership: two of them. */
it('a free one over the maximum is refused to whoever confirms the address, and nothing is granted', async () => {
  const { price } = await hall.price('A', { prix: 0, max_per_user: 1 })
  const email = newEmail()
  await takeFor(email, price)
  await order(email, price)
  const confirmed = await visitorAt(server, hall).submit(await confirmationOf(email))
  expect(confirmed.status).toBe(409)
  expect(confirmed.text).toContain('more than one person may')
  expect(await membershipsOf(email)).toHaveLength(1)
})

it('whoever proves who they are is told at once', async () => {
  const { price } = await hall.price('A', { prix: 10, subscription_type: 'Y', max_per_user: 1 })
  const email = newEmail()
  const cookie = await signIn(server, hall.slug, hall.slug, email)
  const self = { cookie, headers: { origin: originOf(server, hall.slug) } }
  const takeAs = () => server.send(hall.slug, 'POST', '/api/memberships/', { body: { email, price }, ...self })
  expect(codeOf(await takeFor(email, price))).toBe('201')
  expect([codeOf(await takeAs()), codeOf(await takeFor(email, price))]).toEqual(Array(2).fill('max_per_user'))
  const page = await server.send(hall.slug, 'POST', '/membership/', {
    body: new URLSearchParams({ key: randomUUID(), price }).toString(),
    cookie,
    headers: {
      accept: 'text/html',
      'content-type': 'application/x-www-form-urlencoded',
      origin: originOf(server, hall.slug),
    },
  })
  expect(page.status).toBe(409)
  expect(page.text).toContain('You have already taken or ordered this membership')
  // What a stranger orders in somebody's name takes nothing from them.
  const theirs = newEmail()
  await order(theirs, price)
  expect(codeOf(await takeFor(theirs, price))).toBe('201')
})

/** Seen red with every membership that has not ended counted: nobody could renew before theirs was over. */
it.each([
  ['Y', 31, 29],
  ['M', 4, 2],
] as const)('one of a period (%s) is renewed once its reminder is due, once', async (period, early, due) => {
  const { price } = await hall.price('A', { prix: 5, subscription_type: period, max_per_user: 1 })
  const theirs = await other.price('A', { prix: 5, subscription_type: period, max_per_user: 1 })
  const email = newEmail()
  expect(codeOf(await takeFor(email, price))).toBe('201')
  await endsIn(email, early)
  expect(codeOf(await takeFor(email, price))).toBe('max_per_user')
  await endsIn(email, due)
  const renewed = await takeFor(email, price)
  expect(renewed.status).toBe(201)
  const [first] = await membershipsOf(email)
  expect(renewed.json.valid_from).toBe(first.valid_until)
  expect(codeOf(await takeFor(email, price))).toBe('max_per_user')
  // The same in a booking, of somebody whose membership ends soon.
  const booker = newEmail()
  await takeFor(booker, price)
  await endsIn(booker, due)
  const event = await hall.event([])
  const book = () => hall.book({ event, email: booker, prices: [{ uuid: price, qty: 1 }] }, { key: hall.key })
  const { uuid } = (await book()).json
  expect((await hall.post(`/api/reservations/${uuid}/payments/`, { method: 'cash' })).status).toBe(201)
  expect(codeOf(await book())).toBe('max_per_user')
  expect(codeOf(await takeFor(email, theirs.price, other))).toBe('201')
})

/** Seen red without cancelOverMaximum: the order stood there, to be paid once more. */
it('money for one too many is refunded, once, and the order is closed and says why', async () => {
  const { price } = await paid.office.price('A', { prix: 30, subscription_type: 'Y', max_per_user: 1 })
  const email = newEmail()
  const orders = [await order(email, price, paid.office), await order(email, price, paid.office)]
  const sessions = []
  for (const { json } of orders) {
    const path = pathOf(json.checkout_url)
    sessions.push(stripe.pay((await paid.open({ path })).id))
    await paid.comeBack({ path })
  }
  for (const session of sessions) await paid.tell('checkout.session.completed', session)
  await untilQuiet(client)
  expect(await membershipsOf(email, paid.office)).toHaveLength(1)
  const [first, second] = orders.map(({ json }) => json.reservation as string)
  expect(await paid.status(second ?? '')).toBe('C')
  expect(await paid.status(first ?? '')).not.toBe('C')
  const [payment] = await paid.payments(second ?? '')
  expect(payment).toMatchObject({ status: 'rejected', received: 30 })
  expect(payment.refunds).toMatchObject([{ amount: 30, reason: 'maximum', status: 'succeeded' }])
  expect([...stripe.refunds.values()].filter((refund) => refund.amount === 3000)).toHaveLength(1)
  const { rows } = await client.query(
    "select kind, letter::text from mail where recipient = $1 and kind in ('refund', 'cancellation')",
    [email],
  )
  expect(rows.map(({ kind }) => kind)).toEqual(['refund'])
  expect(rows[0].letter).toContain('this would exceed the maximum per person')
})

/** Seen red without lockMembershipProduct in grantMembership: both were granted. What is paid waits for the receipt as well. */
it('two orders that are confirmed at once make one membership', async () => {
  const { price, product } = await hall.price('A', { prix: 0, subscription_type: 'Y', max_per_user: 1 })
  const email = newEmail()
  const paths: string[] = []
  for (let ordered = 0; ordered < 2; ordered++) {
    await order(email, price)
    paths.push(await confirmationOf(email))
  }
  const visitor = visitorAt(server, hall)
  const lock = { text: 'select from product where id = $1 for update', values: [product] }
  const racers = await raceForRows(server, lock, 2, () => paths.map((path) => visitor.submit(path)))
  const answers = await Promise.all(racers)
  expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409])
  expect(await membershipsOf(email)).toHaveLength(1)
})
