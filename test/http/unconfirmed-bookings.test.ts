import { describe, expect, it } from 'vitest'
import { createKey, endHold, hoursAhead, runExpiry } from '../harness/box-office.ts'
import { mailedLink } from '../harness/mailed-link.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/**
 * What is not paid counts for half an hour until its address is confirmed (ADR 0233).
 *
 * Each was seen red without its guard: `awaitsConfirmation` false in decideBooking (held until the event, no mail);
 * `keepUntilPaid` without markHeldUntil, without requireNotOver, without takePlacesAgain; markStatus that leaves `unconfirmed_from`.
 */
const { server, client, hall, other } = await twoOffices({
  environment: { RATE_LIMIT: 'on', TRUST_PROXY: '127.0.0.1' },
})

let visitors = 0

async function night(priceFields = {}, eventFields = {}) {
  const { price, product } = await hall.price('B', priceFields)
  const event = await hall.event([product], { end_datetime: hoursAhead(26), ...eventFields })
  const book = async (qty = 1, fields = {}) => {
    const email = `visitor-${++visitors}@example.org`
    const body = { event, email, prices: [{ uuid: price, qty }], ...fields }
    const headers = { 'x-forwarded-for': `203.0.113.${visitors}` }
    const answer = await hall.book(body, { headers })
    return { email, answer, id: String(answer.json.uuid) }
  }
  return { event, price, book }
}

async function stateOf(id: string) {
  const { rows } = await client.query(
    `select status, extract(epoch from expires_at - created_at)::int as seconds, unconfirmed_from is not null as open,
       expires_at from reservation where id = $1`,
    [id],
  )
  return rows[0]
}

/** Follows the link of the mail and presses its button, or only looks. */
async function follow(email: string, method: 'GET' | 'POST', slug = hall.slug) {
  const { pathname } = new URL(await mailedLink(server, email))
  const headers = { origin: `http://${slug}.localhost:${server.port}`, accept: 'text/html' }
  const path = pathname.endsWith('/') ? pathname : `${pathname}/`
  return server.send(slug, method, path, {
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    ...(method === 'POST' ? { body: '' } : {}),
  })
}

const endOf = async (event: string) => new Date((await hall.get(`/api/events/${event}/`)).json.end_datetime).getTime()

/** Seen red with the quotas first: they were to finish bookings that they never made. */
it('is refused as what nobody could have where it is more than there is, or than one person may have', async () => {
  const { price, book } = await night({ stock: 8, max_per_user: 6 })
  for (const [qty, code] of [
    [7, 'max_per_user'],
    [9, 'max_per_user'],
  ] as const) {
    const { json } = (await book(qty)).answer
    expect([json.code, json.line]).toEqual([code, { index: 0, price }])
  }
  const scarce = await night({ stock: 8 })
  const { json } = (await scarce.book(9)).answer
  expect([json.code, json.line]).toEqual(['sold_out', { index: 0, price: scarce.price }])
  expect((await scarce.book(5)).answer.json.code).toBe('too_many_unconfirmed')
})

/** Seen red without the mail, and with a mail and a page to confirm by that name nothing: who pays at the door had nothing in hand but a mail that had been answered. */
it('is told whole once it is confirmed and paid at the door, and not before, nor where no mail is wanted', async () => {
  const { product, price } = await hall.price('B', { name: 'Full', prix: 10, short_description: 'With a drink' })
  await hall.patch(`/api/products/${product}/`, {
    name: 'Evening',
    terms_and_conditions_document: 'https://terms.test/',
  })
  const option = await hall.create('optionticket', { name: 'Blanket', description: 'A warm one' })
  const event = await hall.event([product], { name: 'The Owls', options: [option] })
  const lettersTo = async (email: string) => {
    const { rows } = await client.query(
      "select kind, letter, reservation_id from mail where recipient = $1 and kind <> 'sign_in' order by id",
      [email],
    )
    return rows
  }
  const booked = async (fields = {}) => {
    const email = `visitor-${++visitors}@example.org`
    const headers = { 'x-forwarded-for': `203.0.113.${visitors}` }
    const body = { event, email, prices: [{ uuid: price, qty: 2 }], options: [option], ...fields }
    const answer = await hall.book(body, { headers })
    expect(answer.status, answer.text).toBe(201)
    return { email, id: String(answer.json.uuid) }
  }
  const { email, id } = await booked()
  const [asking, ...later] = await lettersTo(email)
  expect([asking.kind, later]).toEqual(['confirm_reservation', []])
  const asked = Object.fromEntries(
    asking.letter.facts.map((fact: { label: string; value: string }) => [fact.label, fact.value]),
  )
  expect(asked).toMatchObject({ Booked: '2 × Full (Evening)', Total: '€20.00' })
  // The page that its link leads to names the event and what was booked.
  const toConfirm = (await follow(email, 'GET')).text
  for (const said of ['The Owls', '2 × Full', '€20.00', 'you pay at the door']) expect(toConfirm).toContain(said)
  expect((await follow(email, 'POST')).status).toBe(303)
  const [, kept, ...others] = await lettersTo(email)
  expect([kept.kind, kept.reservation_id, others]).toEqual(['booking_kept', id, []])
  const { subject, paragraphs, facts, told, links, action } = kept.letter
  expect([subject, paragraphs[0]]).toEqual(['Your booking for The Owls', expect.stringContaining('Pay at the door')])
  const values = facts.map(({ value }: { value: string }) => value)
  expect(values).toEqual(expect.arrayContaining(['2', 'Blanket (A warm one)', '€20.00']))
  expect([told[0].text, links[0].url]).toEqual(['2 × Evening, Full: With a drink', 'https://terms.test/'])
  const page = await server.send(hall.slug, 'GET', new URL(action.url).pathname)
  expect(page.status).toBe(200)
  const silent = await booked({ to_mail: false })
  expect((await follow(silent.email, 'POST')).status).toBe(303)
  expect((await lettersTo(silent.email)).map(({ kind }) => kind)).toEqual(['confirm_reservation'])
})

describe.each([
  ['at the door', 10, 'unpaid', 'U'],
  ['nothing', 0, 'email_unverified', 'F'],
])('what is paid %s', (_, prix, status, letter) => {
  it('is held for half an hour, and then sold to others', async () => {
    const { book } = await night({ prix, stock: 4 })
    const { id, answer } = await book(4)
    expect(answer.json.status).toBe(letter)
    expect(await stateOf(id)).toMatchObject({ status, seconds: 1800, open: true })
    expect((await book(4)).answer.json.code).toBe('sold_out')
    await endHold(client, id)
    expect((await book(4)).answer.status).toBe(201)
    await runExpiry(client)
    expect(await stateOf(id)).toMatchObject({ status: 'cancelled', open: false })
  })

  it('is confirmed late while its places are there, and not once they are gone', async () => {
    const { book } = await night({ prix, stock: 4 })
    const [early, late] = [await book(2), await book(2)]
    for (const { id } of [early, late]) await endHold(client, id)
    await runExpiry(client)
    expect((await follow(early.email, 'POST')).status).toBe(303)
    expect((await stateOf(early.id)).status).not.toBe('cancelled')
    const bought = await hall.post('/api/reservations/', {
      event: early.answer.json.event,
      email: 'desk@example.org',
      prices: [{ uuid: (await priceOf(late.id)) ?? '', qty: 2 }],
    })
    expect(bought.status).toBe(201)
    expect((await follow(late.email, 'POST')).status).toBe(409)
    expect((await stateOf(late.id)).status).toBe('cancelled')
  })
})

async function priceOf(id: string): Promise<string> {
  const { rows } = await client.query('select price_id from reservation_line where reservation_id = $1', [id])
  return rows[0].price_id
}

describe('paid at the door', () => {
  it('is held until the event ends once its button is pressed, not by looking, nor elsewhere', async () => {
    const { event, book } = await night()
    const { id, email } = await book()
    expect((await follow(email, 'GET')).status).toBe(200)
    expect(await stateOf(id)).toMatchObject({ open: true })
    expect((await follow(email, 'POST', other.slug)).status).toBe(400)
    expect(await stateOf(id)).toMatchObject({ open: true })
    expect((await follow(email, 'POST')).status).toBe(303)
    const confirmed = await stateOf(id)
    expect(confirmed).toMatchObject({ status: 'unpaid', open: false })
    expect(confirmed.expires_at.getTime()).toBe(await endOf(event))
    // Twice is as good as once.
    expect((await follow(email, 'POST')).status).toBe(303)
    expect(await stateOf(id)).toEqual(confirmed)
  })

  it('says on its page and in the mail what to do, and until when', async () => {
    const { book } = await night()
    const { id, email } = await book(1, {})
    const path = (await follow(email, 'POST')).headers['location'] ?? ''
    expect((await server.send(hall.slug, 'GET', String(path))).text).toContain('Pay at the door')
    await client.query("update reservation set unconfirmed_from = '' where id = $1", [id])
    const page = await server.send(hall.slug, 'GET', String(path))
    expect(page.text).toContain('Confirm your e-\u2060mail address')
    const mail = await client.query('select letter::text from mail where recipient = $1 order by id', [email])
    expect(mail.rows[0].letter).toContain('Confirm by')
    expect(mail.rows[0].letter).toContain('you pay at the door')
  })

  it('comes to nothing when it is confirmed after the event', async () => {
    const { event, book } = await night()
    const { id, email } = await book()
    await endHold(client, id)
    await runExpiry(client)
    const past =
      "update event set starts_at = now() - interval '2 days', ends_at = now() - interval '1 day' where id = $1"
    await client.query(past, [event])
    expect((await follow(email, 'POST')).status).toBe(409)
    expect((await stateOf(id)).status).toBe('cancelled')
  })

  it('is held until the event ends as before where staff books, without a mail', async () => {
    const { event, price } = await night()
    const email = `visitor-${++visitors}@example.org`
    const { json } = await hall.post('/api/reservations/', { event, email, prices: [{ uuid: price, qty: 1 }] })
    const held = await stateOf(json.uuid)
    expect(held).toMatchObject({ status: 'unpaid', open: false })
    expect(held.expires_at.getTime()).toBe(await endOf(event))
    expect((await client.query('select from mail where recipient = $1', [email])).rowCount).toBe(0)
  })
})

/** Seen red with mostOf.network at 21. */
// Seen red without the places that are asked for in `crowded`, and in `tight`.
it.each([
  ['the event', {}, { capacity: 20 }],
  ['a price', { stock: 20 }, {}],
])('goes up to the half of %s and not over it, wherever it stood before', async (_, price, event) => {
  const { book } = await night(price, event)
  for (const places of [4, 4]) {
    const { id } = await book(places)
    // No rush.
    await client.query("update reservation set created_at = now() - interval '15 minutes' where id = $1", [id])
  }
  expect((await book(3)).answer.json.code).toBe('too_many_unconfirmed')
  expect((await book(2)).answer.status).toBe(201)
  expect((await book(1)).answer.json.code).toBe('too_many_unconfirmed')
})

it('counts what one network holds, and no more what was confirmed; another organisation does not count', async () => {
  const { price, product } = await hall.price('B')
  const event = await hall.event([product])
  const elsewhere = await other.price('B')
  const theirs = await other.event([elsewhere.product])
  // From the same /64, which one household has; the limit of a minute counts it as well, so it is put back.
  const from = () => ({ headers: { 'x-forwarded-for': `2001:db8::${(++visitors).toString(16)}` } })
  const book = async (office = hall) => {
    await client.query('delete from rate_counter')
    const [at, uuid] = office === hall ? [event, price] : [theirs, elsewhere.price]
    const email = `visitor-${++visitors}@example.org`
    const answer = await office.book({ event: at, email, prices: [{ uuid, qty: 1 }] }, from())
    return { email, outcome: String(answer.json.code ?? answer.status) }
  }
  const held = []
  for (let booked = 0; booked < 20; booked++) held.push(await book())
  expect(held.map(({ outcome }) => outcome)).toEqual(Array(20).fill('201'))
  expect((await book()).outcome).toBe('too_many_unconfirmed')
  expect((await book(other)).outcome).toBe('201')
  expect((await follow(held[0]?.email ?? '', 'POST')).status).toBe(303)
  expect((await book()).outcome).toBe('201')
})

/** Seen red with tickets alone counted, in the lines that are asked for and in those that are held. */
it('counts what makes no tickets: half of its stock', async () => {
  const things = async (office = hall) => {
    const ticket = await office.price('B')
    const meal = await office.price('M', { stock: 100, max_per_user: 200 })
    const event = await office.event([ticket.product])
    return (qty: number) => outcomeOf(office, { event, prices: [{ uuid: meal.price, qty }] })
  }
  const outcomeOf = async (office: typeof hall, body: object) => {
    const headers = { 'x-forwarded-for': `198.51.100.${++visitors % 250}` }
    const email = `visitor-${++visitors}@example.org`
    const { json, status } = await office.book({ ...body, email }, { headers })
    return String(json.code ?? status)
  }
  const [ours, theirs] = [await things(), await things(other)]
  for (let booked = 0; booked < 5; booked++) expect(await ours(10)).toBe('201')
  expect(await ours(1)).toBe('too_many_unconfirmed')
  expect(await theirs(10)).toBe('201')
})

/** Seen red with things counted at one event, and with the uses of a code uncounted. */
describe('what all events share', () => {
  const sold = async (office = hall, uses = 10) => {
    const { price, product } = await office.price('B', { prix: 20, max_per_user: 200 })
    const meal = await office.price('M', { prix: 5, stock: 20, max_per_user: 200 })
    const code = `CODE${++visitors}`
    await office.create('promotional-codes', { code, discount_rate: 10, usage_limit: uses })
    const events = [await office.event([product]), await office.event([product])]
    const book = async (number: number, body: object) => {
      const headers = { 'x-forwarded-for': `192.0.2.${++visitors % 250}` }
      const email = `visitor-${++visitors}@example.org`
      const { json, status } = await office.book({ event: events[number], email, ...body }, { headers })
      return { email, outcome: String(json.code ?? status) }
    }
    const meals = async (number: number, qty: number) =>
      (await book(number, { prices: [{ uuid: meal.price, qty }] })).outcome
    const use = (number: number) =>
      book(number, { prices: [{ uuid: price, qty: 1 }], promotional_code: code.toLowerCase() })
    return { meals, use, price, code, events }
  }

  it('the stock of a thing: half of it at all of them, not at each', async () => {
    const [ours, theirs] = [await sold(), await sold(other)]
    expect([await ours.meals(0, 6), await ours.meals(1, 4)]).toEqual(['201', '201'])
    expect([await ours.meals(0, 1), await ours.meals(1, 1)]).toEqual(Array(2).fill('too_many_unconfirmed'))
    expect(await theirs.meals(0, 10)).toBe('201')
  })

  it('the uses of a promotional code: half of them; who confirmed and who is known does not count', async () => {
    const ours = await sold()
    const first = await ours.use(0)
    for (const number of [1, 0, 1, 0]) expect((await ours.use(number)).outcome).toBe('201')
    for (const number of [0, 1]) expect((await ours.use(number)).outcome).toBe('too_many_unconfirmed')
    expect((await follow(first.email, 'POST')).status).toBe(303)
    expect((await ours.use(1)).outcome).toBe('201')
    expect((await ours.use(1)).outcome).toBe('too_many_unconfirmed')
    const known = await hall.post('/api/reservations/', {
      event: ours.events[0],
      email: 'desk@example.org',
      promotional_code: ours.code,
      prices: [{ uuid: ours.price, qty: 1 }],
    })
    expect(known.status).toBe(201)
  })
})

/** Seen red with mostInAll at 81 and at 21, and with keys counted. */
describe('over a whole organisation', () => {
  type Asked = { readonly email?: string; readonly from?: string; readonly key?: string }
  const season = async (office = hall) => {
    const { price, product } = await office.price('B')
    const { price: membership } = await office.price('A', { prix: 30 })
    const events: string[] = []
    for (let number = 0; number < 5; number++) events.push(await office.event([product]))
    const ask = async (number: number, asked: Asked = {}) => {
      const { email = `visitor-${++visitors}@example.org`, from, ...known } = asked
      // The limit of a minute is not what is tested here.
      await client.query('delete from rate_counter')
      const headers = { 'x-forwarded-for': from ?? `198.18.${++visitors % 250}.${visitors % 200}` }
      const event = events[number]
      const answer =
        event === undefined
          ? await server.send(office.slug, 'POST', '/api/memberships/', {
              body: { email, price: membership },
              headers,
              ...known,
            })
          : await office.book({ event, email, prices: [{ uuid: price, qty: 1 }] }, { headers, ...known })
      return { email, outcome: String(answer.json.code ?? answer.status).replace('202', '201') }
    }
    return { ask, orders: events.length }
  }
  /** Of each number of them one booking or order, as often. */
  const filled = async (
    often: number,
    numbers: readonly number[],
    ask: (number: number) => Promise<{ outcome: string }>,
  ) => {
    const seen = []
    for (const number of numbers) for (let time = 0; time < often; time++) seen.push((await ask(number)).outcome)
    return [...new Set(seen)]
  }
  const refused = 'too_many_unconfirmed'

  it('a network has eighty, whatever they are at; another one goes on, and so does a key', async () => {
    const [ours, theirs] = [await season(), await season(other)]
    const from = '192.0.2.80'
    const limited = await createKey(server, hall.slug, ['--permission', 'event:read'])
    const first = await ours.ask(0, { from })
    expect(await filled(19, [0], (number) => ours.ask(number, { from }))).toEqual(['201'])
    expect(await filled(20, [1, 2], (number) => ours.ask(number, { from }))).toEqual(['201'])
    expect(await filled(20, [ours.orders], (number) => ours.ask(number, { from }))).toEqual(['201'])
    expect(await filled(1, [3, 4], (number) => ours.ask(number, { from }))).toEqual([refused])
    expect((await ours.ask(3)).outcome).toBe('201')
    expect((await ours.ask(3, { from, key: limited })).outcome).toBe('201')
    expect((await theirs.ask(3, { from })).outcome).toBe('201')
    expect((await follow(first.email, 'POST')).status).toBe(303)
    // The one of the key counts for the others.
    expect((await ours.ask(4, { from })).outcome).toBe(refused)
  })

  it('an address has twenty, an order among them; what is confirmed counts no more', async () => {
    const { ask, orders } = await season()
    const email = `visitor-${++visitors}@example.org`
    expect(await filled(5, [0, 1, 2, orders], (number) => ask(number, { email }))).toEqual(['201'])
    expect(await filled(1, [3], (number) => ask(number, { email }))).toEqual([refused])
    expect((await ask(3)).outcome).toBe('201')
    expect((await follow(email, 'POST')).status).toBe(303)
    expect(await filled(1, [3, 4], (number) => ask(number, { email }))).toEqual(['201', refused])
  })
})
