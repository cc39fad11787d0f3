import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { visitor } from '../harness/booking.ts'
import { untilQuiet, untilTrue } from '../harness/box-office.ts'
import type { Answer } from '../harness/client.ts'
import { untilWaitingForLock } from '../harness/database.ts'
import { pairPhone, qrCodesOf, raceForRows } from '../harness/door.ts'
import type { TestServer } from '../harness/server.ts'
import { originOf, signIn } from '../harness/sign-in.ts'
import { twoOfficesInTwoProcesses } from '../harness/two-tenants.ts'

/** Who hands out at once, through two processes; each race also has a booking of the other tenant beside it, untouched. */
const { first, second, client, hall, other } = await twoOfficesInTwoProcesses()
const phone = await pairPhone(first, hall.slug)

async function paidShirts(shirts: number, office = hall) {
  const [ticket, shirt] = [await office.price('B'), await office.price('T')]
  const event = await office.event([ticket.product, shirt.product])
  const prices = [
    { uuid: ticket.price, qty: 1 },
    { uuid: shirt.price, qty: shirts },
  ]
  const { uuid } = (await office.book({ event, email: visitor(), prices })).json
  const { json } = await office.post(`/api/reservations/${uuid}/payments/`, { method: 'cash' })
  await untilTrue(async () => (await office.get(`/api/reservations/${uuid}/`)).json.status === 'PN')
  return { id: String(uuid), thing: json.things[0].uuid as string, ticket: json.tickets[0] as string }
}

type Sold = Awaited<ReturnType<typeof paidShirts>>

const outOf = async ({ id }: Sold, office = hall) =>
  (await office.get(`/api/reservations/${id}/`)).json.things[0].handed_out
const locked = ({ id }: Sold) => ({ text: 'select from reservation where id = $1 for update', values: [id] })
const outcomeOf = ({ status, json }: Answer) => String(json.code ?? status)
const handOut = (server: TestServer, { id, thing }: Sold, headers = {}) =>
  server.send(hall.slug, 'POST', `/api/reservations/${id}/hand-outs/`, {
    key: hall.key,
    body: { thing, quantity: 1 },
    headers,
  })
const logged = async ({ thing }: Sold) =>
  (
    await client.query(
      'select count(*)::int as rows, sum(quantity)::int as sum from hand_out where reservation_line_id = $1',
      [thing],
    )
  ).rows[0]

/** Seen red without the lock in noteHandOut: 500 from the condition of insertHandOut behind it. */
it('of staff and devices that hand out the last shirt at once one does', async () => {
  const [sold, beside] = [await paidShirts(1), await paidShirts(1, other)]
  const qrcode_data = (await qrCodesOf(first, hall.slug, [sold.ticket])).get(sold.ticket)
  const atDoor = (server: TestServer) =>
    server.send(hall.slug, 'POST', '/scan/hand_out/', {
      key: phone.key,
      body: { qrcode_data, thing: sold.thing, quantity: 1 },
    })
  const racers = await raceForRows(first, locked(sold), 6, () =>
    [first, second].flatMap((server) => [handOut(server, sold), handOut(server, sold), atDoor(server)]),
  )
  const outcomes = (await Promise.all(racers)).map(outcomeOf).toSorted()
  expect(outcomes.filter((outcome) => outcome === 'already_handed_out')).toHaveLength(5)
  expect(['200', '201']).toContain(outcomes[0])
  expect([await outOf(sold), await outOf(beside, other)]).toEqual([1, 0])
  expect(await logged(sold)).toEqual({ rows: 1, sum: 1 })
})

it('of six who hand out one of three shirts three do', async () => {
  const sold = await paidShirts(3)
  const racers = await raceForRows(first, locked(sold), 6, () =>
    [first, second].flatMap((server) => [1, 2, 3].map(() => handOut(server, sold))),
  )
  const outcomes = (await Promise.all(racers)).map(outcomeOf).toSorted()
  expect(outcomes).toEqual(['201', '201', '201', 'already_handed_out', 'already_handed_out', 'already_handed_out'])
  expect(await logged(sold)).toEqual({ rows: 3, sum: 3 })
})

/**
 * Seen red without the lock in noteHandOut: 500 from the condition of insertHandOut behind it. The other one is told, on a
 * page that shows who was faster.
 */
it('of two who press at once for the last shirt on their pages one hands it out, and the other is told', async () => {
  const [sold, beside] = [await paidShirts(1), await paidShirts(1, other)]
  const cookies = [first, second].map((server) => signIn(server, hall.slug, hall.slug, 'admin@example.org'))
  const [one = '', two = ''] = await Promise.all(cookies)
  const press = (server: TestServer, cookie: string) =>
    server.send(hall.slug, 'POST', `/admin/hand-outs/${sold.id}/`, {
      cookie,
      body: new URLSearchParams({ key: randomUUID(), thing: sold.thing, quantity: '1' }).toString(),
      headers: {
        accept: 'text/html',
        'content-type': 'application/x-www-form-urlencoded',
        origin: originOf(server, hall.slug),
      },
    })
  const racers = await raceForRows(first, locked(sold), 2, () => [press(first, one), press(second, two)])
  const answers = await Promise.all(racers)
  expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409])
  const told = answers.find(({ status }) => status === 409)?.text
  expect(told).toMatch(/Somebody was faster.*by admin@example\.org/s)
  expect([await outOf(sold), await outOf(beside, other)]).toEqual([1, 0])
  expect(await logged(sold)).toEqual({ rows: 1, sum: 1 })
})

it('of two who undo one hand-out at once one does', async () => {
  const sold = await paidShirts(3)
  await handOut(first, sold)
  const [{ uuid }] = (await hall.get(`/api/reservations/${sold.id}/hand-outs/`)).json
  await handOut(first, sold)
  const cookie = await signIn(first, hall.slug, hall.slug, 'admin@example.org')
  const undo = (server: TestServer) =>
    server.send(hall.slug, 'POST', `/admin/hand-outs/${sold.id}/mistakes/`, {
      cookie,
      body: new URLSearchParams({ hand_out: uuid }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: originOf(server, hall.slug) },
    })
  const racers = await raceForRows(first, locked(sold), 2, () => [undo(first), undo(second)])
  for (const answer of await Promise.all(racers)) expect(answer.status).toBe(303)
  expect(await outOf(sold)).toBe(1)
  expect(await logged(sold)).toEqual({ rows: 3, sum: 1 })
})

it('repeats that meet are one hand-out', async () => {
  const sold = await paidShirts(3)
  const repeat = { 'idempotency-key': 'once' }
  const racers = await raceForRows(first, locked(sold), 6, () =>
    [first, second].flatMap((server) => [1, 2, 3].map(() => handOut(server, sold, repeat))),
  )
  for (const answer of await Promise.all(racers))
    expect([answer.status, answer.json.things[0].handed_out]).toEqual([201, 1])
  expect(await logged(sold)).toEqual({ rows: 1, sum: 1 })
})

/**
 * Seen red with the lines as they were read before the lock in cancelReservation: both are done, and the shirt that is out
 * is refunded.
 */
it('a shirt is handed out or its booking cancelled, never both', async () => {
  for (const startsWithCancel of [true, false]) {
    const sold = await paidShirts(1)
    const cancel = () => hall.post(`/api/reservations/${sold.id}/cancellation/`)
    const hand = () => handOut(second, sold)
    const racers = await queueAt(sold, startsWithCancel ? [cancel, hand] : [hand, cancel])
    const outcomes = (await Promise.all(racers)).map(outcomeOf)
    expect(outcomes).toEqual(startsWithCancel ? ['200', 'invalid_transition'] : ['201', 'already_handed_out'])
    expect(await outOf(sold)).toBe(startsWithCancel ? 0 : 1)
  }
})

/** Lets them wait for a booking that is locked, one behind the other, and then go. */
async function queueAt(sold: Sold, racers: readonly (() => Promise<Answer>)[]) {
  const [holder, watcher] = [await first.database.connect(), await first.database.connect()]
  try {
    await untilQuiet(watcher)
    await holder.query('begin')
    await holder.query(locked(sold))
    const started: Promise<Answer>[] = []
    for (const race of racers) {
      started.push(race())
      await untilWaitingForLock(watcher, started.length)
    }
    await holder.query('commit')
    return started
  } finally {
    await holder.end()
    await watcher.end()
  }
}
