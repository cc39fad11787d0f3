import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BoxOffice, hoursAhead, untilQuiet, untilTrue } from '../harness/box-office.ts'
import { startMailServer } from '../harness/mail-server.ts'
import { meetAtLock } from '../harness/rendezvous.ts'
import { originOf } from '../harness/sign-in.ts'
import { someAtOnce } from '../harness/some-at-once.ts'
import { type Staff, staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'
import { visitorAt } from '../harness/visitor.ts'

/**
 * No mailbox is flooded, and no organisation floods (ADR 0238). Seen red without lockPace, without `besides`, with mostWithUrgent as
 * low as the other, without withdrawEarlier, without turnOfUnasked, and with trustedAfterDays at 300.
 */
const mails = await startMailServer()
const { server, client, hall, other } = await twoOffices({
  environment: { RATE_LIMIT: 'on', TRUST_PROXY: '127.0.0.1', SMTP_URL: mails.url },
})
afterAll(() => mails.stop())
let staff: Staff
let stranger: Staff
beforeAll(async () => {
  staff = await staffOf(server, hall)
  stranger = await staffOf(server, other)
  // As if somebody had asked for them by the form.
  await client.query('update tenant set mails_limited = true')
})

const newEmail = () => `${randomUUID()}@example.org`
let networks = 0

/** A booking from the page, paid at the desk. */
async function booked(qty: number) {
  const { price, product } = await hall.price('B', { max_per_user: 100 })
  const event = await hall.event([product], { datetime: hoursAhead(48) })
  const path = await visitorAt(server, hall).book(event, price, { email: newEmail(), qty: String(qty) })
  const id = path.split('/')[2] ?? ''
  await hall.post(`/api/reservations/${id}/payments/`, { method: 'cash' })
  return { id, path, tickets: await ticketsOf(id) }
}

/** By a key, for nothing: one mail, with the tickets. */
async function invited(email: string, office: BoxOffice) {
  const { price, product } = await office.price('B', { prix: 0 })
  const event = await office.event([product])
  const booked = await office.post('/api/reservations/', { event, email, prices: [{ uuid: price, qty: 1 }] })
  expect(booked.status, booked.text).toBe(201)
}

async function ticketsOf(id: string): Promise<readonly string[]> {
  return (await hall.get(`/api/reservations/${id}/`)).json.tickets
}

async function give(path: string, ticket: string, email: string) {
  const answer = await server.send(hall.slug, 'POST', `${path}tickets/${ticket}/holder/`, {
    body: new URLSearchParams({ first_name: 'Ben', email }).toString(),
    headers: {
      'x-forwarded-for': `2001:db8:${(++networks).toString(16)}::1`,
      'content-type': 'application/x-www-form-urlencoded',
      origin: originOf(server, hall.slug),
      accept: 'text/html',
    },
  })
  expect(answer.status, answer.text).toBe(303)
}

/** Mails to an address, by what became of them. */
async function mailsTo(email: string, office = hall) {
  const { rows } = await client.query(
    `select kind, status, failure, handed_at is not null as handed from mail
      where recipient = $1 and tenant_id = $2 and kind <> 'sign_in' order by id`,
    [email, office.tenantId],
  )
  return rows as { kind: string; status: string; failure: string | null; handed: boolean }[]
}
const went = async (email: string, office = hall) =>
  (await mailsTo(email, office)).filter(({ status }) => status === 'sent').length

/** Until each was sent or has been told to wait. */
const settled = (email: string, count: number) =>
  untilTrue(async () => {
    const mails = await mailsTo(email)
    return mails.length === count && mails.every(({ status, failure }) => status !== 'queued' || failure !== null)
  })

/** What was handed over was so an hour ago, and whatever waits is tried. */
async function anHourLater() {
  await client.query("update mail set handed_at = handed_at - interval '61 minutes'")
  await tryAll()
}

/** Whatever waits, once what is told to wait waits: a job that has not put down its time keeps it. */
async function tryAll() {
  await untilQuiet(client)
  await client.query('select graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) from graphile_worker.jobs')
}

it('an address has twenty in an hour, however many at once; the others follow by themselves, and that is said', async () => {
  const { tickets, path } = await booked(40)
  const email = newEmail()
  await someAtOnce(tickets, (ticket) => give(path, ticket, email))
  await settled(email, 40)
  expect(await went(email)).toBe(20)
  const waits = 'this address had many e-\u2060mails within an hour'
  const says = async (words: string, language = 'en') =>
    (await visitorAt(server, hall).show(path, language)).text.includes(words)
  expect([await says('will be sent automatically at'), await says('partira automatiquement à', 'fr')]).toEqual([
    true,
    true,
  ])
  const list = '/admin/mails/?list=waiting'
  expect([await staff.show(list), await stranger.show(list)].map(({ text }) => text.includes(waits))).toEqual([
    true,
    false,
  ])
  // Of another organisation it has its own, and tickets that somebody waits for go at once.
  await invited(email, other)
  await untilTrue(async () => (await went(email, other)) === 1)
  await invited(email, hall)
  await untilTrue(async () => (await went(email)) === 21)
  await anHourLater()
  await anHourLater()
  await untilTrue(async () => (await went(email)) === 41)
  expect(await says('will be sent automatically at')).toBe(false)
})

/** Whoever counts has the address to themselves: the others are met before the table lets them note that they go. */
it('two that come for the last place of an hour do not both go', async () => {
  const { tickets, path } = await booked(24)
  const email = newEmail()
  await someAtOnce(tickets, (ticket) => give(path, ticket, email))
  await settled(email, 24)
  const first = "select id from mail where recipient = $1 and status = 'sent' order by id limit 1"
  await client.query(`update mail set handed_at = handed_at - interval '2 hours' where id = (${first})`, [email])
  await meetAtLock(server, ['lock table mail in share mode'], 2, tryAll)
  await untilQuiet(client)
  expect(await went(email)).toBe(21)
})

it('a ticket that is given to and fro ends in one word to each', async () => {
  const { id, path } = await booked(1)
  const [one, two] = [newEmail(), newEmail()]
  for (let times = 0; times < 50; times++) {
    const [ticket = ''] = await ticketsOf(id)
    await give(path, ticket, times % 2 ? one : two)
  }
  for (const email of [one, two]) {
    await untilTrue(async () => (await mailsTo(email)).every(({ status, failure }) => status !== 'queued' || failure))
    expect(await went(email)).toBe(20)
  }
  await anHourLater()
  await anHourLater()
  for (const email of [one, two])
    await untilTrue(async () => (await mailsTo(email)).every(({ status }) => status !== 'queued'))
  expect(await went(two)).toBe(21)
  expect((await mailsTo(two)).at(-1)).toMatchObject({ kind: 'given_ticket_cancelled', status: 'sent' })
  expect((await mailsTo(one)).at(-1)).toMatchObject({ kind: 'ticket_given', status: 'sent' })
  const withdrawn = [...(await mailsTo(one)), ...(await mailsTo(two))].flatMap(({ status, failure, kind }) =>
    status === 'withdrawn' && kind === 'given_ticket_cancelled' ? [failure] : [],
  )
  expect(new Set(withdrawn)).toEqual(new Set(['said_again']))
})

it('a mail that is tried again is counted once', async () => {
  const { tickets, path } = await booked(20)
  const email = newEmail()
  mails.answers.set(email, 451)
  await someAtOnce(tickets, (ticket) => give(path, ticket, email))
  await settled(email, 20)
  mails.answers.clear()
  await tryAll()
  await untilTrue(async () => (await went(email)) === 20)
})

/** What the organisation wrote to whoever booked, by what became of it. */
it('a new organisation writes two hundred messages a day, and more as it sells and grows old', async () => {
  const { price, product } = await hall.price('B', { max_per_user: 1000 })
  const event = await hall.event([product], { datetime: hoursAhead(48) })
  const { json } = await hall.post('/api/reservations/', {
    event,
    email: newEmail(),
    prices: [{ uuid: price, qty: 1 }],
  })
  await hall.post(`/api/reservations/${json.uuid}/payments/`, { method: 'cash' })
  // As if so many had been written to today, at addresses of their own.
  const wrote = (count: number) =>
    client.query(
      `insert into mail (tenant_id, id, kind, language, recipient, subject, letter, status, created_at, handed_at, unasked)
       select $1, gen_random_uuid(), 'event_message', 'en', 'reader-' || number || '@example.org', 'Doors', '{}', 'sent', now(), now(), true
         from generate_series(1, $2::int) as number`,
      [hall.tenantId, count],
    )
  await wrote(200)
  const messages = async () =>
    (
      await client.query(
        "select status, failure from mail where kind = 'event_message' and tenant_id = $1 and subject <> 'Doors' order by id",
        [hall.tenantId],
      )
    ).rows
  const write = () =>
    hall.post(`/api/events/${event}/messages/`, { uuid: randomUUID(), subject: 'Hello', message: 'Doors at eight.' })
  expect((await write()).status).toBe(200)
  await untilTrue(async () => (await messages())[0]?.failure === 'held_back_message')
  const waits = 'a new organisation e-\u2060mails 200 people a day at first'
  expect((await staff.show('/admin/mails/?list=waiting')).text.includes(waits)).toBe(true)
  // Not yet of age it still waits.
  await tryAll()
  await untilQuiet(client)
  expect((await messages())[0]?.failure).toBe('held_back_message')
  // More than what is added for each day comes to.
  await wrote(2000)
  await client.query("update tenant set created_at = now() - interval '31 days' where id = $1", [hall.tenantId])
  await tryAll()
  await untilTrue(async () => (await messages())[0]?.status === 'sent')
})
