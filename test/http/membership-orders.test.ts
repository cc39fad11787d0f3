import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { endHold, runExpiry, untilTrue } from '../harness/box-office.ts'
import { originOf, signIn } from '../harness/sign-in.ts'
import { twoOffices } from '../harness/two-tenants.ts'
import { visitorAt } from '../harness/visitor.ts'

/** Becoming a member without an account: what costs something is paid, what is free is confirmed by mail. */
const { server, client, hall, other } = await twoOffices()
const visitor = visitorAt(server, hall)
const newEmail = () => `${randomUUID()}@example.org`

const order = (body: object, office = hall) => server.send(office.slug, 'POST', '/api/memberships/', { body })
const membershipsOf = async (email: string, office = hall) =>
  (await office.get(`/api/memberships/?email=${email}`)).json
const join = (fields: Record<string, string>) => visitor.submit('/membership/', { key: randomUUID(), ...fields })

async function confirmationOf(email: string): Promise<string> {
  const { rows } = await client.query(
    `select substring(letter::text from '/confirm/[A-Za-z0-9_-]+') as path from mail where recipient = $1`,
    [email],
  )
  return `${rows[0]?.path}/`
}

it('an order at the desk makes a member once it is paid, with the name, and tells by mail', async () => {
  const { price, product } = await hall.price('A', { prix: 30, subscription_type: 'Y' })
  const email = newEmail()
  const ordered = await order({ email: email.toUpperCase(), first_name: 'Ada', last_name: 'Lovelace', price })
  expect(ordered.status).toBe(202)
  expect(ordered.json).toMatchObject({ status: 'U', email, price, checkout_url: null })
  expect(await membershipsOf(email)).toEqual([])

  const { reservation } = ordered.json
  const listed = (await hall.get(`/api/reservations/${reservation}/`)).json
  expect(listed).toMatchObject({ status: 'U', user_mail: email, tickets: [] })
  expect(listed.event).toBe('00000000-0000-0000-0000-000000000000')
  expect((await other.get(`/api/reservations/${reservation}/`)).status).toBe(404)

  expect((await hall.post(`/api/reservations/${reservation}/payments/`, { method: 'cash' })).status).toBe(201)
  const [member] = await membershipsOf(email)
  expect(member).toMatchObject({ product, reservation, first_name: 'Ada', last_name: 'Lovelace' })
  expect(member.number).toBeGreaterThan(0)
  await untilTrue(async () => {
    const mails = await client.query("select from mail where recipient = $1 and kind = 'membership'", [email])
    return mails.rowCount === 1
  })
  const { rows } = await client.query('select letter::text from mail where recipient = $1', [email])
  expect(rows.map(({ letter }) => letter).join()).toContain(`"${member.number}"`)
})

/** Seen red without the refusal in grantMemberships: the money was taken, and nobody was a member. */
it('nobody pays for an order whose person was erased meanwhile', async () => {
  const { price } = await hall.price('A', { prix: 30 })
  const [erased, stays] = [newEmail(), newEmail()]
  const ids = await Promise.all([erased, stays].map(async (email) => (await order({ email, price })).json.reservation))
  const erasure = await server.send(hall.slug, 'POST', '/api/personal-data/erasure/', {
    cookie: await signIn(server, hall.slug, hall.slug, 'admin@example.org'),
    headers: { origin: originOf(server, hall.slug) },
    body: { email: erased },
  })
  expect(erasure.status, erasure.text).toBe(204)
  const pay = (id: string) => hall.post(`/api/reservations/${id}/payments/`, { method: 'cash' })
  const refused = await pay(ids[0])
  expect([refused.status, refused.json.code]).toEqual([409, 'invalid_transition'])
  const { rows } = await client.query('select reservation_id from payment where reservation_id = any($1)', [ids])
  expect(rows).toEqual([])
  expect((await hall.get(`/api/reservations/${ids[0]}/`)).json.status).toBe('U')
  expect((await pay(ids[1])).status).toBe(201)
  expect(await membershipsOf(stays)).toHaveLength(1)
})

/** Seen red with a free one granted at once to everybody: nobody had to confirm. */
it('a free one waits for the address to be confirmed, and is then held by whoever reads the mail', async () => {
  const { price } = await hall.price('A', { prix: 0 })
  const email = newEmail()
  const ordered = await order({ email, price })
  expect([ordered.status, ordered.json.status, ordered.json.checkout_url]).toEqual([202, 'F', null])
  expect(await membershipsOf(email)).toEqual([])
  const path = await confirmationOf(email)
  expect((await visitor.show(path)).text).toContain('Confirm your membership')
  const done = await visitor.submit(path)
  expect(done.status).toBe(303)
  expect((await visitor.show(String(done.headers['location']))).text).toContain('You are a member')
  expect(await membershipsOf(email)).toHaveLength(1)
})

it('an order that nobody pays releases its place, and one that is paid late takes it again', async () => {
  const { price } = await hall.price('A', { prix: 5, stock: 1 })
  const first = (await order({ email: newEmail(), price })).json.reservation
  expect((await order({ email: newEmail(), price })).json.code).toBe('sold_out')
  await endHold(client, first)
  await runExpiry(client)
  const { rows } = await client.query('select held from price_counter where price_id = $1', [price])
  expect(rows).toEqual([{ held: 0 }])
  expect((await hall.post(`/api/reservations/${first}/payments/`, { method: 'cash' })).status).toBe(201)
  expect((await order({ email: newEmail(), price })).json.code).toBe('sold_out')
})

/** Seen red with the words of a booking: “Cancelled: your booking for Friends”. */
it('a cancelled one ends the membership and tells without words of an event', async () => {
  const { price, product } = await hall.price('A', { prix: 5 })
  const { name } = (await hall.get(`/api/products/${product}/`)).json
  const email = newEmail()
  const { reservation } = (await order({ email, price })).json
  await hall.post(`/api/reservations/${reservation}/payments/`, { method: 'cash' })
  expect((await hall.post(`/api/reservations/${reservation}/cancellation/`)).status).toBe(200)
  expect((await membershipsOf(email))[0].cancelled_at).not.toBeNull()
  const { rows } = await client.query("select letter from mail where recipient = $1 and kind = 'cancellation'", [email])
  const { subject, title, paragraphs, action } = rows[0].letter
  expect([subject, title]).toEqual([`Cancelled: your membership ${name}`, 'Your membership is cancelled'])
  expect(paragraphs.slice(0, 2)).toEqual([
    `Your membership is cancelled: ${name}.`,
    'A membership you took out earlier is not affected.',
  ])
  expect(action.label).toBe('See the order')
})

it('the page offers what is published, and leads to what is to be done', async () => {
  const { price, product } = await hall.price('A', { prix: 12, subscription_type: 'M', name: 'Solidarity' })
  const { name } = (await hall.get(`/api/products/${product}/`)).json
  const hidden = await hall.price('A', { prix: 1, name: 'Secret' })
  await client.query('update product set published = false where id = $1', [hidden.product])
  const shown = await visitor.show('/membership/')
  expect(shown.status).toBe(200)
  for (const said of [name, 'Solidarity', '€12.00', 'for a month']) expect(shown.text).toContain(said)
  expect(shown.text).not.toContain('Secret')
  expect((await visitor.show('/membership/', 'fr')).text).toContain('pour un mois')
  expect((await server.send('meta', 'GET', '/membership/')).status).toBe(404)

  const email = newEmail()
  const wrong = await join({ email: 'ada@', first_name: 'Ada' })
  expect(wrong.status).toBe(400)
  for (const said of ['Choose a membership.', 'Enter an e-\u2060mail address', 'value="Ada"'])
    expect(wrong.text).toContain(said)
  const foreign = await other.price('A', { prix: 1 })
  expect((await join({ email, price: foreign.price })).status).toBe(400)

  const joined = await join({ email, price, first_name: 'Ada', last_name: 'Lovelace' })
  expect(joined.status).toBe(303)
  const booked = await visitor.show(String(joined.headers['location']))
  expect(booked.status).toBe(200)
  expect(booked.text).toContain('Confirm your e-\u2060mail address')
  expect((await visitor.submit(await confirmationOf(email))).status).toBe(303)
  const confirmed = await visitor.show(String(joined.headers['location']))
  expect(confirmed.text).toContain('Pay at the box office to become a member.')
  expect(booked.text).not.toContain('event.ics')
  expect((await visitor.show(`${String(joined.headers['location'])}event.ics`)).status).toBe(404)
})

/** Seen red without keepAnswer: two orders. */
it('a button pressed twice orders once', async () => {
  const { price } = await hall.price('A', { prix: 12 })
  const email = newEmail()
  const form = { key: randomUUID(), email, price }
  const first = await visitor.submit('/membership/', form)
  const second = await visitor.submit('/membership/', form)
  expect([first.status, second.status]).toEqual([303, 303])
  expect(second.headers['location']).toBe(first.headers['location'])
  const { rowCount } = await client.query('select from reservation where booker_email = $1', [email])
  expect(rowCount).toBe(1)
})

/** Seen red without idempotency_mismatch in membership/explain-refusal.ts: an error page about keys. */
it('a form that is changed and sent again says so', async () => {
  const { price } = await hall.price('A', { prix: 12 })
  const [email, corrected] = [newEmail(), newEmail()]
  const form = { key: randomUUID(), email, price }
  expect((await visitor.submit('/membership/', form)).status).toBe(303)
  const again = await visitor.submit('/membership/', { ...form, email: corrected })
  expect([again.status, again.text.includes('This form has already been sent')]).toEqual([422, true])
  const key = /name="key" value="([^"]+)"/.exec(again.text)?.[1] ?? ''
  expect((await visitor.submit('/membership/', { ...form, key, email: corrected })).status).toBe(303)
})

it('whoever is signed in has a free one at once, under their own address', async () => {
  const { price } = await hall.price('A', { prix: 0 })
  const email = newEmail()
  const cookie = await signIn(server, hall.slug, hall.slug, email)
  const answer = await server.send(hall.slug, 'POST', '/membership/', {
    body: new URLSearchParams({ key: randomUUID(), price, email: newEmail() }).toString(),
    cookie,
    headers: {
      accept: 'text/html',
      'content-type': 'application/x-www-form-urlencoded',
      origin: originOf(server, hall.slug),
    },
  })
  expect([answer.status, answer.headers['location']]).toEqual([303, '/account/'])
  const [member] = await membershipsOf(email)
  const account = await server.send(hall.slug, 'GET', '/account/', { cookie, headers: { accept: 'text/html' } })
  expect(account.text).toContain(`Member number ${member.number}`)
})

/** Seen red with the proof taken as good: the neighbour's id opened a card. */
it('a card is opened by its address alone, and says what is true of the moment', async () => {
  const { price } = await hall.price('A', { prix: 0, subscription_type: 'Y' })
  const email = newEmail()
  const made = await hall.post('/api/memberships/', { email, price, first_name: 'Ada', last_name: 'Lovelace' })
  const neighbour = await hall.post('/api/memberships/', { email: newEmail(), price })
  const cookie = await signIn(server, hall.slug, hall.slug, email)
  const account = await server.send(hall.slug, 'GET', '/account/', { cookie, headers: { accept: 'text/html' } })
  const path = /\/membership\/[0-9a-f-]{36}\/[\w-]+\//.exec(account.text)?.[0] ?? ''
  const card = await visitor.show(path)
  for (const said of ['Ada Lovelace', `Member number ${made.json.number}`, 'Valid until', '<svg'])
    expect(card.text).toContain(said)
  expect(card.text).toContain('noindex')
  const { uuid } = made.json
  expect((await visitor.show(path.replace(uuid, neighbour.json.uuid))).status).toBe(404)
  expect((await visitor.show(`/membership/${uuid}/AAAA/`)).status).toBe(404)
  expect((await visitorAt(server, other).show(path)).status).toBe(404)
  await client.query('update membership set cancelled_at = now() where id = $1', [uuid])
  const ended = await visitor.show(path, 'fr')
  expect(ended.text).toContain('N’est plus valable')
  expect(ended.text).not.toContain('class="qr"')
})

it('one that is booked at an event for nothing has a number at once', async () => {
  const { price } = await hall.price('A', { prix: 0 })
  const event = await hall.event([])
  const [ada, ben] = [newEmail(), newEmail()]
  for (const email of [ada, ben, ada])
    expect((await hall.book({ event, email, prices: [{ uuid: price, qty: 1 }] }, { key: hall.key })).status).toBe(201)
  const numbers = await Promise.all([ada, ben].map(async (email) => (await membershipsOf(email))[0].number))
  expect(numbers.every((number) => number > 0)).toBe(true)
  expect(new Set(numbers).size).toBe(2)
})

it('a number is the person’s: kept at renewal, another at another organisation', async () => {
  const { price } = await hall.price('A', { prix: 0, subscription_type: 'Y' })
  const theirs = await other.price('A', { prix: 0 })
  const email = newEmail()
  const take = async (office: typeof hall, of: string, whose = email) =>
    (await office.post('/api/memberships/', { email: whose, price: of })).json.number as number
  const first = await take(hall, price)
  const neighbour = await take(hall, price, newEmail())
  expect(neighbour).not.toBe(first)
  expect(await take(hall, price)).toBe(first)
  await take(other, theirs.price)
  const { rows } = await client.query('select tenant_id, number from member where email = $1', [email])
  expect(rows).toHaveLength(2)
  expect((await membershipsOf(email))[0].number).toBe(first)
})
