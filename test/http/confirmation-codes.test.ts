import { describe, expect, it } from 'vitest'
import { stillClock } from '../harness/bent-clock.ts'
import { untilWaitingForLock } from '../harness/database.ts'
import { originOf } from '../harness/sign-in.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/**
 * A booking is confirmed by the digits of its mail, too, typed on its page (ADR 0245).
 *
 * Each was seen red without its guard: the booking in what the code is made of; isConfirmationCode; `codeTries < most`; the network in what
 * countRequest counts, and its undo; `confirmation_hash is not null` in the summary.
 */
const { server, client, hall, other } = await twoOffices({
  environment: { ...stillClock, RATE_LIMIT: 'on', TRUST_PROXY: '127.0.0.1' },
})

let visitors = 0

async function night(priceFields = {}) {
  const { price, product } = await hall.price('B', { prix: 0, ...priceFields })
  const event = await hall.event([product])
  const { slug } = (await hall.get(`/api/events/${event}/`)).json
  return { price, event, slug: String(slug) }
}

/** Booked on the page of the event, as strangers do. */
async function bookedAt({ price, slug }: { readonly price: string; readonly slug: string }) {
  const from = `203.0.113.${++visitors}`
  const email = `visitor-${visitors}@example.org`
  const fields = { key: crypto.randomUUID(), price, qty: '2', email }
  const { headers } = await send(hall.slug, `/events/${slug}/booking/`, fields, from)
  const path = String(headers['location']).split('?')[0] ?? ''
  return { email, from, path, id: path.split('/')[2] ?? '', digits: await mailedDigits(email) }
}

const send = (label: string, path: string, fields: Record<string, string>, from: string) =>
  server.send(label, 'POST', path, {
    body: new URLSearchParams(fields).toString(),
    headers: {
      accept: 'text/html',
      origin: originOf(server, label),
      'x-forwarded-for': from,
      'content-type': 'application/x-www-form-urlencoded',
    },
  })

type Booked = Awaited<ReturnType<typeof bookedAt>>

const type = ({ path, from }: Pick<Booked, 'path' | 'from'>, code: string, label = hall.slug) =>
  send(label, path, { code }, from)

async function mailedDigits(email: string): Promise<string> {
  const { rows } = await client.query("select letter->>'code' as code from mail where recipient = $1", [email])
  expect(rows[0].code).toMatch(/^\d{6}$/)
  return rows[0].code
}

async function stateOf(id: string) {
  const { rows } = await client.query(
    'select status, unconfirmed_from is not null as open from reservation where id = $1',
    [id],
  )
  return rows[0]
}

const wrongFor = (digits: string) => digits.replace(/./, (first) => String((Number(first) + 1) % 10))

// Seen red without `missingCode`, and without the address.
it('says where the code went, and takes no press without digits for a try', async () => {
  const booked = await bookedAt(await night())
  expect((await server.send(hall.slug, 'GET', booked.path)).text).toContain(`It is for ${booked.email}.`)
  const empty = await type(booked, ' ')
  expect([empty.status, empty.text.includes('This field is required.')]).toEqual([400, true])
  expect((await type(booked, wrongFor(booked.digits))).text).toContain('4 tries left')
})

describe.each([
  ['nothing', 0, /^(email_verified|valid|paid_email_unsent)$/],
  ['at the door', 10, /^unpaid$/],
])('what is paid %s', (_, prix, status) => {
  it('is confirmed by the code, typed with a space or not, and twice as once', async () => {
    const booked = await bookedAt(await night({ prix }))
    const page = await server.send(hall.slug, 'GET', booked.path)
    expect(page.text).toMatch(/<input[^>]*name="code"[^>]*inputmode="numeric"[^>]*autocomplete="one-time-code"/i)
    const code = `${booked.digits.slice(0, 3)} ${booked.digits.slice(3)}`
    const answer = await type(booked, code)
    expect([answer.status, answer.headers['location']]).toEqual([303, booked.path])
    const confirmed = await stateOf(booked.id)
    expect(confirmed.open).toBe(false)
    expect(confirmed.status).toMatch(status)
    expect((await type(booked, code)).status).toBe(303)
    expect((await server.send(hall.slug, 'GET', booked.path)).text).not.toContain('name="code"')
  })
})

it('refuses wrong codes plainly, five at most, and then leaves the link', async () => {
  const booked = await bookedAt(await night())
  for (const left of [4, 3, 2, 1]) {
    const wrong = await type(booked, wrongFor(booked.digits))
    expect(wrong.status).toBe(400)
    expect(wrong.text).toContain('That code is not correct.')
    expect(wrong.text).toContain(`${left} ${left === 1 ? 'try' : 'tries'} left.`)
  }
  for (const code of [wrongFor(booked.digits), booked.digits]) {
    const ended = await type(booked, code)
    expect(ended.status).toBe(400)
    expect(ended.text).toContain('Ask whoever runs this site for the link to confirm.')
    expect(ended.text).not.toContain('name="code"')
  }
  expect(await stateOf(booked.id)).toMatchObject({ status: 'email_unverified' })
  const { rows } = await client.query("select letter->'action'->>'url' as url from mail where recipient = $1", [
    booked.email,
  ])
  expect((await send(hall.slug, `${new URL(rows[0].url).pathname}/`, {}, booked.from)).status).toBe(303)
  expect((await stateOf(booked.id)).status).not.toBe('email_unverified')
})

it('takes what is no code for a wrong one', async () => {
  const booked = await bookedAt(await night())
  for (const code of ['', '12345', `${booked.digits}0`]) expect((await type(booked, code)).status).toBe(400)
  expect((await type(booked, 'x'.repeat(101))).status).toBe(400)
  expect(await stateOf(booked.id)).toMatchObject({ status: 'email_unverified' })
})

it('counts tries made at once, each', async () => {
  const booked = await bookedAt(await night())
  const wrong = () => type(booked, wrongFor(booked.digits))
  for (let tried = 0; tried < 4; tried++) await wrong()
  await client.query('begin')
  await client.query('select from reservation where id = $1 for update', [booked.id])
  const tries = [wrong(), wrong(), wrong()]
  await untilWaitingForLock(client, 3)
  await client.query('commit')
  for (const { status } of await Promise.all(tries)) expect(status).toBe(400)
  const { rows } = await client.query('select code_tries from reservation where id = $1', [booked.id])
  expect(rows[0].code_tries).toBe(5)
})

it('is the code of one booking of one organisation', async () => {
  const at = await night()
  const [mine, theirs] = [await bookedAt(at), await bookedAt(at)]
  expect(mine.digits === theirs.digits && mine.id !== theirs.id).toBe(false)
  expect((await type(mine, theirs.digits)).status).toBe(400)
  expect((await type(mine, mine.digits, other.slug)).status).toBe(404)
  expect((await type({ ...mine, path: mine.path.replace(mine.id, theirs.id) }, theirs.digits)).status).toBe(404)
  expect(await stateOf(mine.id)).toMatchObject({ status: 'email_unverified' })
  expect(await stateOf(theirs.id)).toMatchObject({ status: 'email_unverified' })
  expect((await type(mine, mine.digits)).status).toBe(303)
  expect(await stateOf(theirs.id)).toMatchObject({ status: 'email_unverified' })
})

it('counts wrong codes of one network, and right ones not', async () => {
  await client.query('delete from rate_counter')
  const at = await night()
  const typed = async (booked: Booked, code: string) => (await type({ ...booked, from: '198.51.100.7' }, code)).status
  const bookings = [await bookedAt(at), await bookedAt(at), await bookedAt(at)]
  const outcomes = []
  for (const booked of bookings)
    for (let tried = 0; tried < 3; tried++) outcomes.push(await typed(booked, wrongFor(booked.digits)))
  const [first, second] = bookings
  for (const booked of [first, second]) if (booked) outcomes.push(await typed(booked, booked.digits))
  const another = await bookedAt(at)
  for (let tried = 0; tried < 2; tried++) outcomes.push(await typed(another, wrongFor(another.digits)))
  expect(outcomes).toEqual([...Array(9).fill(400), 303, 303, 400, 429])
})

it('is asked for only where a mail bears one, and comes late as the link does', async () => {
  const booked = await bookedAt(await night({ prix: 10 }))
  const hold = "update reservation set expires_at = now() - interval '1 hour' where id = $1"
  await client.query(hold, [booked.id])
  expect((await server.send(hall.slug, 'GET', booked.path)).text).not.toContain('name="code"')
  expect((await type(booked, booked.digits)).status).toBe(303)
  expect(await stateOf(booked.id)).toMatchObject({ status: 'unpaid', open: false })
  const offered = await bookedAt(await night())
  await client.query('update reservation set confirmation_hash = null where id = $1', [offered.id])
  expect((await server.send(hall.slug, 'GET', offered.path)).text).not.toContain('name="code"')
  expect((await type(offered, offered.digits)).status).toBe(400)
})
