import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { daysLater, stillClock } from '../harness/bent-clock.ts'
import { type BoxOffice, createKey, hoursAhead, runExpiry } from '../harness/box-office.ts'
import { packed, solved, unpacked } from '../harness/challenge.ts'
import { mailedLink } from '../harness/mailed-link.ts'
import { meetAtLock } from '../harness/rendezvous.ts'
import type { TestServer } from '../harness/server.ts'
import { startServer } from '../harness/server.ts'
import { originOf, signIn } from '../harness/sign-in.ts'
import { twoOfficesInTwoProcesses } from '../harness/two-tenants.ts'

/**
 * Strangers who book while many unconfirmed places are booked solve a challenge first, or type a mailed code (ADR 0246).
 *
 * Each was seen red without its guard: requireQuiet; the ten minutes of a rush; the unique row of a solution, and its end; the event in
 * its key; its five minutes (at ten); keys that are not asked; the handle of a code that the server makes; mayMailLink; the solution
 * left out of what a repeat is compared by, on the page and in the interface; empty names that keep their place; `isFirst`.
 */
const { first, second, client, hall, other } = await twoOfficesInTwoProcesses({
  RATE_LIMIT: 'on',
  TRUST_PROXY: '127.0.0.1',
})

let visitors = 0

/** At an event of 40 places: asked from the eighth that was booked within ten minutes and not confirmed. */
async function night(office: BoxOffice = hall, priceFields = {}) {
  const { price, product } = await office.price('B', priceFields)
  const event = await office.event([product], { end_datetime: hoursAhead(26), capacity: 40 })
  const { slug } = (await office.get(`/api/events/${event}/`)).json
  const book = (fields = {}, options: { server?: TestServer; headers?: object; cookie?: string } = {}) => {
    const { server = first, headers = {}, ...rest } = options
    return server.send(office.slug, 'POST', '/api/reservations/', {
      body: { event, email: `visitor-${++visitors}@example.org`, prices: [{ uuid: price, qty: 1 }], ...fields },
      headers: { 'x-forwarded-for': `203.0.113.${visitors % 250}`, ...headers },
      ...rest,
    })
  }
  return { office, event, price, slug: String(slug), book }
}

type Night = Awaited<ReturnType<typeof night>>

const places = (at: Night, qty: number) => ({ prices: [{ uuid: at.price, qty }] })

async function busyNight(office: BoxOffice = hall, priceFields = {}): Promise<Night> {
  const at = await night(office, priceFields)
  for (const qty of [4, 4]) expect((await at.book(places(at, qty))).status).toBe(201)
  return at
}

/** Its challenge. */
async function asked(at: Night) {
  const { status, json } = await at.book()
  expect([status, json.code]).toEqual([428, 'proof_of_work_needed'])
  return json.challenge
}

async function heldAt({ event }: Pick<Night, 'event'>): Promise<number> {
  const text = 'select coalesce(sum(ticket_count), 0)::int as held from reservation where event_id = $1'
  return (await client.query(text, [event])).rows[0].held
}

describe('a challenge', () => {
  it('is asked of strangers at the event that is rushed, nowhere else, and for as long as it is', async () => {
    const at = await night()
    const elsewhere = [await night(), await night(other)]
    for (const qty of [4, 3]) expect((await at.book(places(at, qty))).status).toBe(201)
    // What somebody asks for does not count, what was booked before does.
    expect((await at.book(places(at, 4))).status).toBe(201)
    const answer = await at.book()
    expect(answer.status).toBe(428)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.json).toMatchObject({
      status: 428,
      code: 'proof_of_work_needed',
      challenge: { parameters: { algorithm: 'PBKDF2/SHA-256', cost: 1000 }, signature: expect.any(String) },
    })
    expect(await heldAt(at)).toBe(11)
    for (const quiet of elsewhere) expect((await quiet.book()).status).toBe(201)
    await client.query("update reservation set created_at = created_at - interval '10 minutes' where event_id = $1", [
      at.event,
    ])
    expect((await at.book()).status).toBe(201)
  })

  it('counts nothing that was confirmed', async () => {
    const at = await night()
    const email = `visitor-${++visitors}@example.org`
    await at.book({ email, ...places(at, 4) })
    await at.book(places(at, 4))
    await asked(at)
    const { pathname } = new URL(await mailedLink(first, email))
    const headers = { origin: originOf(first, hall.slug), 'content-type': 'application/x-www-form-urlencoded' }
    expect((await first.send(hall.slug, 'POST', `${pathname}/`, { body: '', headers })).status).toBe(303)
    expect((await at.book()).status).toBe(201)
  })

  it('is solved once, in either process, for one booking', async () => {
    const at = await busyNight()
    const altcha = await solved(await asked(at))
    expect((await at.book({ altcha })).status).toBe(201)
    for (const server of [first, second]) {
      const again = await at.book({ altcha }, { server })
      expect([again.status, again.json.code]).toEqual([428, 'proof_of_work_needed'])
      expect(again.json.challenge.signature).not.toBe(unpacked(altcha).challenge.signature)
    }
    expect(await heldAt(at)).toBe(9)
    expect((await at.book({ altcha: await solved(await asked(at)) }, { server: second })).status).toBe(201)
  })

  it('lets one of two through that come at once', async () => {
    const at = await busyNight()
    const altcha = await solved(await asked(at))
    const answers = await meetAtLock(first, ['lock table used_solution in share mode'], 2, () =>
      Promise.all([first, second].map((server) => at.book({ altcha }, { server }))),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 428])
    expect(await heldAt(at)).toBe(9)
  })

  it('gives the first answer again to a repeat, with or without its solution', async () => {
    const at = await busyNight()
    const email = `visitor-${++visitors}@example.org`
    const headers = { 'idempotency-key': randomUUID() }
    const { json } = await at.book({ email }, { headers })
    const altcha = await solved(json.challenge)
    const booked = await at.book({ email, altcha }, { headers })
    expect(booked.status).toBe(201)
    for (const fields of [{ email, altcha }, { email }])
      expect((await at.book(fields, { headers })).json).toEqual(booked.json)
    expect(await heldAt(at)).toBe(9)
  })

  it('takes nothing for a solution that is none', async () => {
    const at = await busyNight()
    const altcha = await solved(await asked(at))
    const { challenge, solution } = unpacked(altcha)
    const { parameters } = challenge
    const later = { ...challenge, parameters: { ...parameters, expiresAt: parameters.expiresAt + 60 } }
    const cheaper = { ...challenge, parameters: { ...parameters, cost: 1 } }
    const own = { ...challenge, parameters: { ...parameters, keySignature: '0'.repeat(64) } }
    const refused = [
      'nothing',
      '{}',
      packed({}),
      packed({ challenge }),
      packed({ challenge: null, solution }),
      packed({ challenge, solution: { ...solution, derivedKey: '0'.repeat(64) } }),
      packed({ challenge, solution: { ...solution, derivedKey: 'x' } }),
      packed({ challenge: { ...challenge, signature: '0'.repeat(64) }, solution }),
      ...[later, cheaper, own].map((changed) => packed({ challenge: changed, solution })),
      await solved(await asked(await busyNight())),
      await solved(await asked(await busyNight(other))),
    ]
    for (const wrong of refused) expect((await at.book({ altcha: wrong })).status).toBe(428)
    const long = await at.book({ altcha: 'x'.repeat(2001) })
    expect([long.status, Object.keys(long.json.errors)]).toEqual([400, ['altcha']])
    expect(await heldAt(at)).toBe(8)
    expect((await at.book({ altcha })).status).toBe(201)
  })

  it('is good for five minutes', async () => {
    const at = await busyNight()
    const altcha = await solved(await asked(at))
    const later = await startServer({
      beside: first,
      environment: { RATE_LIMIT: 'on', TRUST_PROXY: '127.0.0.1', ...daysLater(6 / 1440) },
    })
    try {
      expect((await at.book({ altcha }, { server: later })).status).toBe(428)
      expect((await at.book({ altcha })).status).toBe(201)
    } finally {
      await later.stop()
    }
  })

  it('that was used is forgotten once it is too old', async () => {
    const at = await busyNight()
    const theirs = await busyNight(other)
    for (const busy of [at, theirs])
      expect((await busy.book({ altcha: await solved(await asked(busy)) })).status).toBe(201)
    await client.query("update used_solution set expires_at = now() - interval '1 second' where tenant_id = $1", [
      hall.tenantId,
    ])
    await runExpiry(client)
    const { rows } = await client.query('select distinct tenant_id from used_solution')
    expect(rows).toEqual([{ tenant_id: other.tenantId }])
  })
})

/** Seen red without 428 among what counts as refused: challenges were made for one address without end. */
it('a challenge is made 3,000 times a minute for one address', async () => {
  const at = await busyNight()
  const environment = { ...stillClock, RATE_LIMIT: 'on', TRUST_PROXY: '127.0.0.1' }
  const server = await startServer({ beside: first, environment })
  const ask = async (from: string) => (await at.book({}, { server, headers: { 'x-forwarded-for': from } })).status
  try {
    for (let batch = 0; batch < 200; batch++) {
      const statuses = await Promise.all(Array.from({ length: 15 }, () => ask('198.51.100.9')))
      expect(new Set(statuses)).toEqual(new Set([428]))
    }
    await expect.poll(() => ask('198.51.100.9')).toBe(429)
    expect(await ask('198.51.100.10')).toBe(428)
  } finally {
    await server.stop()
  }
})

describe('whoever is known', () => {
  it('is not asked: any key, staff, and whoever is signed in and books for themselves', async () => {
    const at = await busyNight()
    const limited = await createKey(first, hall.slug, ['--permission', 'event:read'])
    const body = { event: at.event, ...places(at, 1) }
    for (const key of [hall.key, limited]) {
      const email = `visitor-${++visitors}@example.org`
      const options = { body: { ...body, email }, key, headers: { 'x-forwarded-for': '198.51.100.3' } }
      expect((await first.send(hall.slug, 'POST', '/api/reservations/', options)).status).toBe(201)
    }
    const email = 'ada@visitor.test'
    const cookie = await signIn(first, hall.slug, hall.slug, email)
    const headers = { origin: originOf(first, hall.slug) }
    expect((await at.book({ email }, { cookie, headers })).status).toBe(201)
    expect((await at.book({}, { cookie, headers })).status).toBe(428)
  })
})

const send = (path: string, fields: readonly (readonly [string, string])[], label = hall.slug) =>
  first.send(label, 'POST', path, {
    body: new URLSearchParams(fields.map(([name, value]) => [name, value])).toString(),
    headers: {
      accept: 'text/html',
      origin: originOf(first, label),
      'x-forwarded-for': `203.0.113.${++visitors % 250}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
  })

type Fields = readonly (readonly [string, string])[]

/** The hidden fields of a page, as a browser without script sends them. */
function fieldsIn(html: string): Fields {
  const form = html.slice(html.indexOf('<form method="post"'))
  return [
    ...form.slice(0, form.indexOf('</form>')).matchAll(/<input type="hidden" name="([^"]+)" value(?:="([^"]*)")?/g),
  ].map(([, name = '', value = '']) => [name, value.replaceAll('&#39;', '’').replaceAll('&amp;', '&')])
}

async function filled({ price }: Pick<Night, 'price'>): Promise<Fields> {
  return [
    ...([
      ['key', randomUUID()],
      ['price', price],
      ['qty', '2'],
    ] as const),
    ...([
      ['holder_price', price],
      ['holder_first_name', ''],
      ['holder_last_name', 'Lovelace & Co'],
    ] as const),
    ...([
      ['holder_price', price],
      ['holder_first_name', 'Grace'],
      ['holder_last_name', ''],
    ] as const),
    ['email', `visitor-${++visitors}@example.org`],
  ]
}

const emailOf = (fields: Fields) => fields.find(([name]) => name === 'email')?.[1] ?? ''
const sorted = (fields: Fields) => fields.map(([name, value]) => `${name}=${value}`).toSorted()

async function mailsTo(email: string) {
  const text = 'select kind, letter from mail where recipient = $1 order by id'
  return (await client.query(text, [email])).rows
}

const wrongFor = (digits: string) => digits.replace(/./, (digit) => String((Number(digit) + 1) % 10))

describe('on the page of an event', () => {
  it('a challenge comes with the answer to the form alone, which keeps what was typed', async () => {
    const at = await busyNight()
    const page = await first.send(hall.slug, 'GET', `/events/${at.slug}/`, { headers: { accept: 'text/html' } })
    expect(page.text).not.toContain('data-challenge')
    const fields = await filled(at)
    const answer = await send(`/events/${at.slug}/booking/`, fields)
    expect([answer.status, answer.headers['cache-control']]).toEqual([428, 'no-store'])
    const kept = fieldsIn(answer.text)
    expect(sorted(kept)).toEqual(sorted([...fields, ['altcha', '']]))
    const [, json = ''] = /data-challenge="([^"]*)"/.exec(answer.text) ?? []
    const challenge = JSON.parse(json.replaceAll('&quot;', '"'))
    expect(answer.text).toContain('data-solve-at-once')
    expect(await heldAt(at)).toBe(8)
    const altcha = await solved(challenge)
    const sent = kept.map(([name, value]) => [name, name === 'altcha' ? altcha : value] as const)
    const booked = await send(`/events/${at.slug}/booking/`, sent)
    expect(booked.status).toBe(303)
    // A second press, and the first page sent once more, come to the same booking.
    for (const repeat of [sent, fields])
      expect((await send(`/events/${at.slug}/booking/`, repeat)).headers['location']).toBe(booked.headers['location'])
    const names =
      'select first_name, last_name from ticket join reservation on reservation.id = reservation_id where booker_email = $1 order by first_name'
    expect((await client.query(names, [emailOf(fields)])).rows).toEqual([
      { first_name: '', last_name: 'Lovelace & Co' },
      { first_name: 'Grace', last_name: '' },
    ])
    // What was not taken is solved again at the press of a button, not for ever by itself.
    const used = await send(
      `/events/${at.slug}/booking/`,
      sent.map(([name, value]) => [name, name === 'key' ? randomUUID() : value] as const),
    )
    expect(used.status).toBe(428)
    expect(used.text).not.toContain('data-solve-at-once')
  })

  it('a code is mailed without script, and lets the booking through as one of a confirmed address', async () => {
    const at = await busyNight(hall, { prix: 0 })
    const path = `/events/${at.slug}/booking/`
    const fields = await filled(at)
    const email = emailOf(fields)
    const first428 = await send(path, fields)
    const page = await send(path, [...fieldsIn(first428.text), ['by_mail', '1']])
    expect(page.status).toBe(200)
    expect(page.text).toMatch(/<input[^>]*name="code"[^>]*inputmode="numeric"[^>]*autocomplete="one-time-code"/i)
    expect(await heldAt(at)).toBe(8)
    const [mail, ...more] = await mailsTo(email)
    expect([mail.kind, more]).toEqual(['booking_code', []])
    const digits: string = mail.letter.code
    expect(digits).toMatch(/^\d{6}$/)
    const kept = fieldsIn(page.text)
    expect(sorted(kept.filter(([name]) => name !== 'handle'))).toEqual(sorted(fields))
    const wrong = await send(path, [...kept, ['code', wrongFor(digits)]])
    expect(wrong.status).toBe(400)
    expect(wrong.text).toContain('4 tries left.')
    expect(sorted(fieldsIn(wrong.text))).toEqual(sorted(kept))
    expect(await heldAt(at)).toBe(8)
    const code = `${digits.slice(0, 3)} ${digits.slice(3)}`
    const booked = await send(path, [...kept, ['code', code]])
    expect(booked.status).toBe(303)
    expect((await send(path, [...kept, ['code', code]])).headers['location']).toBe(booked.headers['location'])
    const state = 'select status, unconfirmed_from from reservation where booker_email = $1'
    const { rows } = await client.query(state, [email])
    expect(rows).toEqual([
      { status: expect.stringMatching(/^(email_verified|valid|paid_email_unsent)$/), unconfirmed_from: null },
    ])
    // It is used up: another booking takes another one.
    const another = kept.map(([name, value]) => [name, name === 'key' ? randomUUID() : value] as const)
    expect((await send(path, [...another, ['code', code]])).status).toBe(400)
  })

  /** Seen red without isBookable: a code for nothing went to any address, and the page asked for it. */
  it('no code is mailed for what is not sold any more', async () => {
    const [cancelled, over] = [await busyNight(), await busyNight()]
    await client.query('update event set cancelled_at = now() where id = $1', [cancelled.event])
    await client.query(
      "update event set starts_at = now() - interval '2 days', ends_at = now() - interval '1 day' where id = $1",
      [over.event],
    )
    for (const at of [cancelled, over]) {
      const fields = await filled(at)
      const answer = await send(`/events/${at.slug}/booking/`, [...fields, ['by_mail', '1']])
      expect([answer.status, answer.text.includes('name="code"')]).toEqual([409, false])
      expect(await mailsTo(emailOf(fields))).toEqual([])
    }
  })

  it('a code has five tries, and is good for its address and event alone, and for no sign-in', async () => {
    const at = await busyNight()
    const [same, theirs] = [await busyNight(), await busyNight(other)]
    const asking = async () => {
      const fields = await filled(at)
      const page = await send(`/events/${at.slug}/booking/`, [...fields, ['by_mail', '1']])
      const [{ letter }] = await mailsTo(emailOf(fields))
      return { kept: fieldsIn(page.text), digits: String(letter.code), email: emailOf(fields) }
    }
    const mine = await asking()
    const at428 = (night: Night, kept: Fields) =>
      send(
        `/events/${night.slug}/booking/`,
        [
          ...kept.map(([name, value]) => [name, name.endsWith('price') ? night.price : value] as const),
          ['code', mine.digits],
        ],
        night.office.slug,
      )
    const swapped = mine.kept.map(([name, value]) => [name, name === 'email' ? 'eve@example.org' : value] as const)
    for (const [night, kept] of [
      [same, mine.kept],
      [theirs, mine.kept],
      [at, swapped],
    ] as const) {
      const before = await heldAt(night)
      const answer = await at428(night, kept)
      expect(answer.status).toBe(400)
      expect(await heldAt(night)).toBe(before)
    }
    const handle = mine.kept.find(([name]) => name === 'handle')?.[1] ?? ''
    const signedIn = await send('/sign-in/code/', [
      ['email', mine.email],
      ['handle', handle],
      ['code', mine.digits],
    ])
    expect([signedIn.status, signedIn.headers['set-cookie']]).toEqual([400, undefined])
    for (const left of ['4 tries', '3 tries', '2 tries', '1 try', 'no longer valid']) {
      const wrong = await send(`/events/${at.slug}/booking/`, [...mine.kept, ['code', wrongFor(mine.digits)]])
      expect(wrong.text).toContain(left)
    }
    expect((await at428(at, mine.kept)).status).toBe(400)
    const second = await asking()
    expect((await send(`/events/${at.slug}/booking/`, [...second.kept, ['code', second.digits]])).status).toBe(303)
  })

  it('mails five codes to an address at most, and then answers the same', async () => {
    const at = await busyNight()
    const fields = await filled(at)
    const pages = []
    for (let asked = 0; asked < 6; asked++)
      pages.push(await send(`/events/${at.slug}/booking/`, [...fields, ['by_mail', '1']]))
    expect(pages.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect(await mailsTo(emailOf(fields))).toHaveLength(5)
  })
})
