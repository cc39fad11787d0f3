import { expect, it } from 'vitest'
import { endHold, runExpiry, untilTrue } from '../harness/box-office.ts'
import type { Answer } from '../harness/client.ts'
import { raceForRows } from '../harness/door.ts'
import { confirmByMail } from '../harness/mailed-link.ts'
import { originOf, signIn } from '../harness/sign-in.ts'
import { twoOffices } from '../harness/two-tenants.ts'

const { server, client, hall, other } = await twoOffices()

let visitors = 0
const visitor = () => `visitor-${++visitors}@example.org`

async function night(priceFields = {}, eventFields = {}) {
  const { price, product } = await hall.price('B', priceFields)
  const event = await hall.event([product], eventFields)
  const { slug } = (await hall.get(`/api/events/${event}/`)).json
  return { event, price, path: `/events/${slug}/` }
}

const show = (path: string, options: { cookie?: string; language?: string } = {}, office = hall) =>
  server.send(office.slug, 'GET', path, {
    headers: { accept: 'text/html', ...(options.language ? { 'accept-language': options.language } : {}) },
    ...(options.cookie === undefined ? {} : { cookie: options.cookie }),
  })

/** What a browser sends for the form of that page, with what a visitor fills in. */
function fillIn(page: Answer, filled: Record<string, string>): string {
  const names = [...page.text.matchAll(/<input[^>]*>/g)].flatMap(([tag]) => {
    const attribute = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]
    const name = attribute('name')
    if (name === undefined || attribute('type') === 'checkbox') return []
    return [[name, filled[name] ?? attribute('value') ?? '']]
  })
  return new URLSearchParams(names as [string, string][]).toString()
}

const submit = (path: string, form: string, options: { cookie?: string; origin?: string } = {}) =>
  server.send(hall.slug, 'POST', `${path}booking/`, {
    body: form,
    headers: {
      accept: 'text/html',
      'content-type': 'application/x-www-form-urlencoded',
      origin: options.origin ?? originOf(server, hall.slug),
    },
    ...(options.cookie === undefined ? {} : { cookie: options.cookie }),
  })

const bookedBy = async (email: string) =>
  (await client.query('select id, status, ticket_count from reservation where booker_email = $1', [email])).rows

/** Seen red with `paysAtDoor` false, and without isPaid. */
it('says before it is sent that what costs something is paid at the door, where nothing is paid online', async () => {
  const { path } = await night({ prix: 24 })
  expect((await show(path)).text).toMatch(/€24\.00[\s\S]*paid at the door[\s\S]*Nothing to pay now[\s\S]*>Book</)
  expect((await show(path, { language: 'fr' })).text).toContain('à payer à l’entrée')
  expect((await show(`/embed${path}`)).text).toContain('paid at the door')
  const free = await night({ prix: 0 })
  expect((await show(free.path)).text).not.toMatch(/paid at the door|Nothing to pay now/)
  const own = await other.price('B', { prix: 24 })
  const { slug } = (await other.get(`/api/events/${await other.event([own.product])}/`)).json
  expect((await show(`/events/${slug}/`, {}, other)).text).toContain('paid at the door')
})

it('leads from every page to where lost tickets are found by the address', async () => {
  const { path } = await night()
  const link = /href="([^"]+)">Find my tickets</.exec((await show(path)).text)?.[1] ?? ''
  expect(link).toBe('/sign-in/?next=%2Faccount%2F')
  expect((await show(link)).text).toContain('name="email"')
  expect((await show('/', { language: 'fr' })).text).toContain('Retrouver mes billets')
  const cookie = await signIn(server, hall.slug, hall.slug, visitor())
  expect((await show(path, { cookie })).text).toContain('href="/account/">Find my tickets<')
})

it('books from the page of the event, and leads to the page of the booking', async () => {
  const { path } = await night({ prix: 24 })
  const email = visitor()
  const form = fillIn(await show(path), { qty: '2', email, first_name: 'Ada', last_name: 'Lovelace' })
  const answer = await submit(path, form)
  expect(answer.status).toBe(303)
  const [reservation] = await bookedBy(email)
  expect(reservation).toMatchObject({ status: 'unpaid', ticket_count: 2 })
  const { rows } = await client.query(
    'select first_name, last_name from ticket where reservation_id = $1 group by 1, 2',
    [reservation.id],
  )
  expect(rows).toEqual([{ first_name: 'Ada', last_name: 'Lovelace' }])

  const booked = String(answer.headers['location'])
  const page = await show(booked)
  expect(page.status).toBe(200)
  expect(page.text).toContain('Confirm your e-\u2060mail address')
  expect(page.text).toContain('£48.00'.replace('£', '€'))
  expect(page.text).toContain('noindex')
  expect(page.headers['cache-control']).toBe('no-store')
  await confirmByMail(server, hall.slug, reservation.id)
  expect((await show(booked)).text).toContain('Your places are held')
  expect((await show(booked, { language: 'fr' })).text).toContain('Vos places sont retenues')
})

it('says after the end of a hold what it said at its end, and nothing of booking again once the event has begun', async () => {
  const { event, path } = await night()
  const page = await show(path)
  const booked = await submit(path, fillIn(page, { qty: '1', email: visitor() }))
  const at = String(booked.headers['location']).replace(/\?.*$/, '')
  await endHold(client, at.split('/')[2] ?? '')
  const before = (await show(at)).text
  await runExpiry(client)
  const after = (await show(at)).text
  // Seen red without hasRunOut: "This booking is cancelled" once the job had been there.
  for (const said of ['Your places have been released', 'Book again'])
    expect([before, after].map((text) => text.includes(said))).toEqual([true, true])
  await client.query("update event set starts_at = now() - interval '1 hour' where id = $1", [event])
  const begun = (await show(at)).text
  expect([begun.includes('This booking is cancelled'), begun.includes('Book again')]).toEqual([true, false])
})

it('a free booking asks for the address to be confirmed', async () => {
  const { path } = await night({ prix: 0 })
  const email = visitor()
  const answer = await submit(path, fillIn(await show(path), { qty: '1', email }))
  expect(await bookedBy(email)).toMatchObject([{ status: 'email_unverified' }])
  expect((await show(String(answer.headers['location']))).text).toContain('Confirm your e-\u2060mail address')
})

/** Seen red with isBookingProof answering true. */
it('nobody opens the page of a booking without its address', async () => {
  const { path } = await night()
  const answer = await submit(path, fillIn(await show(path), { qty: '1', email: visitor() }))
  const booked = String(answer.headers['location'])
  const [, , id, proof = ''] = booked.split('/')
  const wrong = `${proof.startsWith('A') ? 'B' : 'A'}${proof.slice(1)}`
  expect((await show(`/bookings/${id}/${wrong}/`)).status).toBe(404)
  expect((await show(`/bookings/${hall.tenantId}/${proof}/`)).status).toBe(404)
  expect((await show(booked, {}, other)).status).toBe(404)
  expect((await show(booked)).status).toBe(200)
})

it('says beside the form what is wrong, keeps what was filled in, and writes nothing', async () => {
  const { path } = await night({ max_per_user: 3 })
  const page = await show(path)
  const email = visitor()
  const refusals = [
    [{ qty: '4', email }, 409, 'You have reached the maximum per person'],
    [{ qty: '0', email }, 400, 'Choose at least one place.'],
    [{ qty: '1.5', email }, 400, 'Enter a whole number.'],
    [{ qty: '2', email: `${email}@` }, 400, 'Enter an e-\u2060mail address'],
  ] as const
  for (const [filled, status, said] of refusals) {
    const answer = await submit(path, fillIn(page, filled))
    expect([answer.status, answer.text.includes(said)], said).toEqual([status, true])
    expect(answer.text).toContain(`value="${filled.email}"`)
    expect(answer.text).toContain(`value="${filled.qty}"`)
  }
  expect(await bookedBy(email)).toEqual([])
})

it('when the last place has gone meanwhile, says so and offers no form', async () => {
  const { path } = await night({ stock: 1 })
  const page = await show(path)
  const [winner, loser] = [visitor(), visitor()]
  expect((await submit(path, fillIn(page, { qty: '1', email: winner }))).status).toBe(303)
  // Readers who come together share one reading of the page, for a moment.
  await untilTrue(async () => !(await show(path)).text.includes('name="qty"'))
  const answer = await submit(
    path,
    fillIn(page, { qty: '1', email: loser, key: '0197a3c2-6c1e-7d4b-9a51-3f0d5c8e2b11' }),
  )
  expect(answer.status).toBe(409)
  expect(answer.text).toContain('There are not enough places left.')
  expect(answer.text).not.toContain('name="qty"')
  expect(await bookedBy(loser)).toEqual([])
})

/** The two meet at the lock of the event. Seen red with null instead of the form's key: two bookings. */
it('a button pressed twice books once, and both answers lead to it', async () => {
  const { event, path } = await night()
  await submit(path, fillIn(await show(path), { qty: '1', email: visitor() }))
  const email = visitor()
  const form = fillIn(await show(path), { qty: '1', email })
  const lock = { text: 'select from event_counter where event_id = $1 for update', values: [event] }
  const presses = await raceForRows(server, lock, 1, () => [submit(path, form), submit(path, form)])
  const answers = await Promise.all(presses)
  expect(answers.map((answer) => answer.status)).toEqual([303, 303])
  expect(new Set(answers.map((answer) => answer.headers['location'])).size).toBe(1)
  expect(await bookedBy(email)).toHaveLength(1)
})

/** From the browser's own way back. Seen red without idempotency_mismatch in explain-refusal.ts: an error page about keys. */
it('a form that is changed and sent again says so, and books that as well when it is sent once more', async () => {
  const { path } = await night()
  const email = visitor()
  const first = await show(path)
  expect((await submit(path, fillIn(first, { qty: '1', email }))).status).toBe(303)
  const again = await submit(path, fillIn(first, { qty: '2', email }))
  expect(again.status).toBe(422)
  expect(again.text).toContain('This form has already been sent')
  expect(again.text).toContain(`value="${email}"`)
  expect(await bookedBy(email)).toHaveLength(1)
  expect((await submit(path, fillIn(again, { email }))).status).toBe(303)
  const counts = (await bookedBy(email)).map((row) => row.ticket_count)
  expect(counts.sort()).toEqual([1, 2])
})

it('whoever is signed in books under their own address', async () => {
  const { path } = await night({ prix: 0 })
  const email = visitor()
  const cookie = await signIn(server, hall.slug, hall.slug, email)
  const page = await show(path, { cookie })
  expect(page.text).not.toContain('name="email"')
  const answer = await submit(path, `${fillIn(page, { qty: '1' })}&email=somebody@example.org`, { cookie })
  expect(answer.status).toBe(303)
  expect(await bookedBy(email)).toHaveLength(1)
  expect(await bookedBy('somebody@example.org')).toEqual([])
})

/** Seen red without requireSameOrigin. */
it('a form on another site books nothing', async () => {
  const { path } = await night()
  const email = visitor()
  const form = fillIn(await show(path), { qty: '1', email })
  const answer = await submit(path, form, { origin: originOf(server, other.slug) })
  expect(answer.status).toBe(403)
  expect(await bookedBy(email)).toEqual([])
})

/** Seen red without the product in the labels, and on the card. */
it('tickets of two products whose prices have one name are told apart, where they are shown and where one is cancelled', async () => {
  const lines = []
  for (const name of ['Concert', 'Parking']) {
    const product = await hall.create('products', { name, categorie_article: 'B' })
    lines.push({ product, price: await hall.create('prices', { product, name: 'Full price', prix: 0 }) })
  }
  const event = await hall.event(lines.map(({ product }) => product))
  const { slug } = (await hall.get(`/api/events/${event}/`)).json
  const [concert, parking] = lines.map(({ price }) => price)
  const offered = (await show(`/events/${slug}/`, { language: 'en' })).text
  const labels = [...offered.matchAll(/aria-label="Number of places: ([^"]*)"/g)].map(([, label]) => label)
  expect(labels).toEqual(['Full price (Concert)', 'Full price (Parking)'])
  const form = [
    `key=${crypto.randomUUID()}`,
    `email=${visitor()}`,
    `price=${concert}`,
    `price=${parking}`,
    'qty=1',
    'qty=1',
  ]
  const answer = await submit(`/events/${slug}/`, form.join('&'))
  const path = String(answer.headers['location']).replace(/\?.*$/, '')
  await confirmByMail(server, hall.slug, path.split('/')[2] ?? '')
  const cards = (await show(path, { language: 'en' })).text.split('<li class="ticket">').slice(1)
  expect(cards.map((card) => /Full price.*?(Concert|Parking)/s.exec(card)?.[1])).toEqual(['Concert', 'Parking'])
  const { text } = await show(`${path}cancellation/`, { language: 'en' })
  for (const said of ['Full price (Concert)', 'Full price (Parking)']) expect(text).toContain(said)
  expect((await show(path, {}, other)).status).toBe(404)
})
