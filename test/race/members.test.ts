import { expect, it } from 'vitest'
import type { BoxOffice } from '../harness/box-office.ts'
import type { Answer } from '../harness/client.ts'
import { untilWaitingForLock } from '../harness/database.ts'
import { raceForRows } from '../harness/door.ts'
import { whileLocked } from '../harness/rendezvous.ts'
import type { TestServer } from '../harness/server.ts'
import { originOf, signIn } from '../harness/sign-in.ts'
import { staffOf } from '../harness/staff.ts'
import { twoOfficesInTwoProcesses } from '../harness/two-tenants.ts'

const { first, second, client, hall, other } = await twoOfficesInTwoProcesses()

type Fields = Record<string, unknown>
type Membership = { readonly product: string; readonly price: string }

/** A night for members that has sold a ticket already, so that all its counters are there. */
async function membersNight(office: BoxOffice, friends: Membership, priceFields: Fields = {}) {
  const { price, product } = await office.price('B', { adhesion_obligatoire: friends.product, ...priceFields })
  const event = await office.event([product])
  const body = (email: string) => ({ event, email, prices: [{ uuid: price, qty: 1 }] })
  const night = {
    event,
    /** Staff, for that person. */
    bookFor: (server: TestServer, email: string) =>
      server.send(office.slug, 'POST', '/api/reservations/', { key: office.key, body: body(email) }),
    /** The person, signed in. */
    bookAs: (server: TestServer, email: string, cookie: string) =>
      server.send(office.slug, 'POST', '/api/reservations/', {
        body: body(email),
        cookie,
        headers: { origin: originOf(server, office.slug) },
      }),
  }
  await office.create('memberships', { email: 'early@example.org', price: friends.price })
  expect((await night.bookFor(first, 'early@example.org')).status).toBe(201)
  return night
}

const friendsOf = (office: BoxOffice): Promise<Membership> => office.price('A', { prix: 30, subscription_type: 'Y' })

/** Bought at an event of its own: its cancellation waits for nobody who books for members. */
async function buyMembership(friends: Membership, email: string): Promise<string> {
  const event = await hall.event([])
  const answer = await hall.book({ event, email, prices: [{ uuid: friends.price, qty: 1 }] })
  expect(answer.status).toBe(201)
  return answer.json.uuid
}

const codes = (answers: readonly Answer[]) => answers.map(({ status, json }) => String(json.code ?? status))

async function numbers(text: string, values: readonly unknown[]): Promise<readonly number[]> {
  const { rows } = await client.query({ text, values: [...values], rowMode: 'array' })
  return (rows[0] ?? []).map(Number)
}

const soldAt = (event: string) =>
  numbers(
    `select (select held from event_counter where event_id = $1),
      (select count(*) from ticket where event_id = $1 and cancelled_at is null)`,
    [event],
  )

/** Lets somebody book in each process, lets `change` happen while both wait in line, and lets them go. */
async function whileTheyWait(
  event: string,
  book: () => Promise<readonly Answer[]>,
  change: () => Promise<unknown>,
): Promise<readonly Answer[]> {
  const watcher = await first.database.connect()
  const lock = `select from event_counter where event_id = '${event}' for update`
  const answers = await whileLocked(first, lock, async (release) => {
    const booked = book()
    await untilWaitingForLock(watcher, 2)
    await change()
    await release()
    return booked
  })
  await watcher.end()
  return answers
}

/**
 * Whoever waits in line is decided on the membership of their turn. The tests of it were seen red with the memberships
 * read before lockCounters: sold to who was no member any more, refused to who had become one.
 */
it.each([
  ['is cancelled', (bought: string) => hall.post(`/api/reservations/${bought}/cancellation/`)],
  ['ends', (bought: string) => endMembership(bought)],
] as const)('a membership that %s while its member waits to book counts no more', async (_name, change) => {
  const friends = await friendsOf(hall)
  const night = await membersNight(hall, friends)
  const email = `${crypto.randomUUID()}@example.org`
  const bought = await buyMembership(friends, email)
  expect((await hall.post(`/api/reservations/${bought}/payments/`, { method: 'cash' })).status).toBe(201)
  const elsewhere = await friendsOf(other)
  const theirNight = await membersNight(other, elsewhere)
  await other.create('memberships', { email, price: elsewhere.price })
  const cookie = await signIn(first, hall.slug, hall.slug, email)

  const answers = await whileTheyWait(
    night.event,
    () => Promise.all([night.bookAs(first, email, cookie), night.bookFor(second, email)]),
    () => change(bought),
  )
  expect(codes(answers)).toEqual(['membership_required', 'membership_required'])
  expect(await soldAt(night.event)).toEqual([1, 1])
  // Each tenant has members of its own.
  expect((await theirNight.bookFor(first, email)).status).toBe(201)
})

async function endMembership(reservation: string): Promise<void> {
  const { rowCount } = await client.query(
    "update membership set valid_until = now() - interval '1 ms' where reservation_id = $1",
    [reservation],
  )
  expect(rowCount).toBe(1)
}

it('a membership that is paid while its member waits to book counts', async () => {
  const friends = await friendsOf(hall)
  const night = await membersNight(hall, friends)
  const email = `${crypto.randomUUID()}@example.org`
  const bought = await buyMembership(friends, email)
  await other.create('memberships', { email, price: (await friendsOf(other)).price })
  const cookie = await signIn(first, hall.slug, hall.slug, email)
  // The membership of another tenant is none.
  expect(codes([await night.bookAs(first, email, cookie)])).toEqual(['membership_required'])

  const answers = await whileTheyWait(
    night.event,
    () => Promise.all([night.bookAs(first, email, cookie), night.bookFor(second, email)]),
    () => hall.post(`/api/reservations/${bought}/payments/`, { method: 'cash' }),
  )
  expect(codes(answers)).toEqual(['201', '201'])
  expect(await soldAt(night.event)).toEqual([3, 3])
})

/** Seen red without `for no key update` of the counters in booking-reads.statements.ts: the last one was sold twice. */
it('a member gets the personal maximum and no more, however they book', async () => {
  const friends = await friendsOf(hall)
  const night = await membersNight(hall, friends, { max_per_user: 4 })
  const email = `${crypto.randomUUID()}@example.org`
  await hall.create('memberships', { email, price: friends.price })
  const cookie = await signIn(first, hall.slug, hall.slug, email)
  expect((await night.bookFor(first, email)).status).toBe(201)

  const lock = { text: 'select from event_counter where event_id = $1 for update', values: [night.event] }
  const bookTwice = () => Promise.all([night.bookAs(first, email, cookie), night.bookFor(second, email.toUpperCase())])
  expect(codes(await raceForRows(first, lock, 2, bookTwice))).toEqual(['201', '201'])
  expect(await soldAt(night.event)).toEqual([4, 4])
  const forTheLast = codes(await raceForRows(first, lock, 2, bookTwice))
  expect(forTheLast.toSorted()).toEqual(['201', 'max_per_user'])
  expect(await soldAt(night.event)).toEqual([5, 5])

  const elsewhere = await friendsOf(other)
  const theirNight = await membersNight(other, elsewhere, { max_per_user: 1 })
  await other.create('memberships', { email, price: elsewhere.price })
  expect((await theirNight.bookFor(first, email)).status).toBe(201)
})

/**
 * Seen red without the refusal in grantMemberships: a 500, and the till had the money of a membership that nobody has. The order is held
 * up before it is written, and again before it is kept, so that the erasure comes right behind it.
 */
it('a sale at the desk whose person is erased between its order and its payment takes no money', async () => {
  const { price } = await friendsOf(hall)
  await hall.create('memberships', { email: 'early@example.org', price })
  const email = `${crypto.randomUUID()}@example.org`
  const seller = await staffOf(first, hall)
  const fields = { key: crypto.randomUUID(), price, email, method: 'cash', seen: '3000' }
  const eraser = await second.database.connect()
  const counter = `select from price_counter where price_id = '${price}' for update`
  try {
    const sold = await whileLocked(first, counter, async (write) => {
      const sale = seller.press('/admin/members/new/', Object.entries(fields))
      await untilWaitingForLock(client, 1)
      const erasure = await whileLocked(first, 'lock table idempotency_key in share mode', async (keep) => {
        await write()
        await untilWaitingForLock(client, 1)
        const erased = eraser.query(`begin; lock table reservation in access exclusive mode;
          update reservation set booker_email = '', booker_erased = true where booker_email = '${email}'; commit`)
        await untilWaitingForLock(client, 2)
        await keep()
        return erased
      })
      expect(erasure).toMatchObject([{}, {}, { rowCount: 1 }, {}])
      return sale
    })
    expect([sold.status, sold.text.includes('Press once more to make another one')]).toEqual([409, true])
  } finally {
    await eraser.end()
  }
  const paid =
    'select from payment where reservation_id in (select reservation_id from reservation_line where price_id = $1)'
  expect((await client.query(paid, [price])).rowCount).toBe(0)
  // Nobody was erased elsewhere: the next sale is one.
  const again = await seller.press('/admin/members/new/', Object.entries({ ...fields, key: crypto.randomUUID() }))
  expect(again.status).toBe(303)
})
