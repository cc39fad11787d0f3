import { expect, it } from 'vitest'
import { visitor } from '../harness/booking.ts'
import { originOf, signIn } from '../harness/sign-in.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** The form of an event's page with more than one price: names, and what is wrong beside the field it is about. */
const { server, client, hall, other } = await twoOffices()

type Fields = readonly (readonly [name: string, value: string])[]

const show = (path: string, cookie?: string, language = 'en') =>
  server.send(hall.slug, 'GET', path, {
    headers: { accept: 'text/html', 'accept-language': language },
    ...(cookie === undefined ? {} : { cookie }),
  })

const submit = (path: string, fields: Fields, options: { cookie?: string; language?: string } = {}) =>
  server.send(hall.slug, 'POST', `${path}booking/`, {
    body: new URLSearchParams([
      ['key', crypto.randomUUID()],
      ...fields.map(([name, value]) => [name, value]),
    ]).toString(),
    headers: {
      accept: 'text/html',
      'accept-language': options.language ?? 'en',
      'content-type': 'application/x-www-form-urlencoded',
      origin: originOf(server, hall.slug),
    },
    ...(options.cookie === undefined ? {} : { cookie: options.cookie }),
  })

const wanted = (price: string, qty: string): Fields => [
  ['price', price],
  ['qty', qty],
]

const named = (price: string, first: string, last: string): Fields => [
  ['holder_price', price],
  ['holder_first_name', first],
  ['holder_last_name', last],
]

async function night(...prices: readonly Record<string, unknown>[]) {
  const made = []
  for (const fields of prices) made.push(await hall.price('B', fields))
  const event = await hall.event(made.map(({ product }) => product))
  const { slug } = (await hall.get(`/api/events/${event}/`)).json
  return { event, path: `/events/${slug}/`, prices: made.map(({ price }) => price) }
}

const holdersOf = async (email: string) =>
  (
    await client.query(
      `select ticket.price_id, first_name, last_name from ticket join reservation r on r.id = reservation_id
        where booker_email = $1 order by ticket.id`,
      [email],
    )
  ).rows.map((row) => [row.price_id, `${row.first_name} ${row.last_name}`.trim()])

/** The field of the form that stands for a number, as it is sent to a browser. */
const quantityField = (text: string, price: string) =>
  new RegExp(`<input[^>]* id="quantity-${price}"[^>]*>`).exec(text)?.[0] ?? ''

it('asks for a name per ticket when the visitor wants to, books nothing then, and keeps what was typed', async () => {
  const { path, prices } = await night({ name: 'Full' }, { name: 'Reduced' })
  const [full = '', reduced = ''] = prices
  const email = visitor()
  const filled: Fields = [
    ...wanted(full, '2'),
    ...wanted(reduced, '1'),
    ['first_name', 'Ada'],
    ['last_name', 'Lovelace'],
    ['email', email],
  ]
  const asked = await submit(path, [...filled, ['names', '1']])
  expect(asked.status).toBe(200)
  expect(asked.text.match(/name="holder_first_name"/g)).toHaveLength(3)
  expect(asked.text).toContain('Full, ticket 2 of 2')
  expect(asked.text).toMatch(/name="holder_first_name"[^>]*value="Ada"[^>]*autofocus/)
  expect(asked.text).toContain(`value="${email}"`)
  expect(await holdersOf(email)).toEqual([])
  expect((await submit(path, [...filled, ['names', '1']], { language: 'fr' })).text).toContain(
    'Full</span>, billet 2 sur 2',
  )

  const names: Fields = [...named(full, 'Ada', 'Lovelace'), ...named(full, 'Ben', ''), ...named(reduced, '', '')]
  const booked = await submit(path, [...wanted(full, '2'), ...wanted(reduced, '1'), ...names, ['email', email]])
  expect(booked.status).toBe(303)
  expect((await holdersOf(email)).sort()).toEqual(
    [
      [full, 'Ada Lovelace'],
      [full, 'Ben'],
      [reduced, ''],
    ].sort(),
  )
})

/** Seen red with the one name of the form put on every ticket. */
it('names beyond the number are left out, and those that are missing stay empty', async () => {
  const { path, prices } = await night({})
  const [price = ''] = prices
  const names = [...named(price, 'A', ''), ...named(price, 'B', ''), ...named(price, 'C', '')]
  const [fewer, more] = [visitor(), visitor()]
  expect((await submit(path, [...wanted(price, '2'), ...names, ['email', fewer]])).status).toBe(303)
  expect((await holdersOf(fewer)).map(([, name]) => name)).toEqual(['A', 'B'])
  expect((await submit(path, [...wanted(price, '4'), ...names, ['email', more]])).status).toBe(303)
  expect((await holdersOf(more)).map(([, name]) => name)).toEqual(['A', 'B', 'C', ''])
})

it('marks every field that is wrong, says it under the field, and goes on at the first', async () => {
  const { path, prices } = await night({}, {})
  const [first = '', second = ''] = prices
  const answer = await submit(path, [...wanted(first, '1.5'), ...wanted(second, '1'), ['email', 'ada@']])
  expect(answer.status).toBe(400)
  const field = quantityField(answer.text, first)
  expect(field).toContain('aria-invalid="true"')
  expect(field).toContain(`aria-describedby="quantity-${first}-problem"`)
  expect(field).toContain('autofocus')
  expect(quantityField(answer.text, second)).not.toContain('aria-invalid')
  expect(answer.text).toMatch(new RegExp(`id="quantity-${first}-problem">Enter a whole number`))
  expect(answer.text).toMatch(/id="email-problem">Enter an e-\u2060mail address/)
  expect(answer.text.match(/autofocus/g)).toHaveLength(1)
})

/** Seen red without mostPlaces in problemsOf: booked. */
it('books no more places at once than the API does', async () => {
  const { path, prices } = await night({ max_per_user: 2000 }, { max_per_user: 2000 })
  const [first = '', second = ''] = prices
  const email = visitor()
  const answer = await submit(path, [...wanted(first, '1000'), ...wanted(second, '1'), ['email', email]])
  expect([answer.status, answer.text.includes('1,000 places at most')]).toEqual([400, true])
  expect(await holdersOf(email)).toEqual([])
})

/** Seen red without the `priceId` that takePlaces gives: the refusal stood at no field. */
it('says which price is refused, how many are left or allowed, and what to do', async () => {
  const { path, prices } = await night({ name: 'Seat', stock: 2 }, { name: 'Floor', max_per_user: 3 })
  const [seat = '', floor = ''] = prices
  const email = visitor()
  const few = await submit(path, [...wanted(seat, '3'), ...wanted(floor, '1'), ['email', email]])
  expect(few.status).toBe(409)
  expect(few.text).toContain('Only 2 places are left at this price (Seat). Choose fewer.')
  expect(quantityField(few.text, seat)).toContain('aria-invalid')
  expect(quantityField(few.text, floor)).not.toContain('aria-invalid')

  const many = await submit(path, [...wanted(seat, '1'), ...wanted(floor, '4'), ['email', email]])
  expect(many.status).toBe(409)
  expect(many.text).toContain('You have reached the maximum per person: 3 at this price')
  expect(quantityField(many.text, floor)).toContain('aria-invalid')
  expect(await holdersOf(email)).toEqual([])
})

/** Seen red with the detail `event_full` not looked at: as if the places were of that price alone. */
it('says beside which price all together are more than the event has', async () => {
  const [seat, floor] = [await hall.price('B', { name: 'Seat' }), await hall.price('B', { name: 'Floor' })]
  const event = await hall.event([seat.product, floor.product], { capacity: 3 })
  const path = `/events/${(await hall.get(`/api/events/${event}/`)).json.slug}/`
  const email = visitor()
  const full = await submit(path, [...wanted(seat.price, '2'), ...wanted(floor.price, '2'), ['email', email]])
  expect(full.status).toBe(409)
  expect(full.text).toContain('Only 3 places are left. Choose fewer.')
  expect(quantityField(full.text, floor.price)).toContain('aria-invalid')
  expect(quantityField(full.text, seat.price)).not.toContain('aria-invalid')
  expect(await holdersOf(email)).toEqual([])
})

it('a price for members says whose, and leads to the membership and to signing in', async () => {
  const { product: friends } = await hall.price('A', { subscription_type: 'Y' })
  await hall.patch(`/api/products/${friends}/`, { name: 'Friends of the hall' })
  const { path, prices } = await night({ adhesion_obligatoire: friends })
  const [price = ''] = prices
  const { name } = (await hall.get(`/api/products/${friends}/`)).json
  expect((await show(path)).text).toContain(`For members: ${name}`)
  const email = visitor()
  const stranger = await submit(path, [...wanted(price, '1'), ['email', email]])
  expect(stranger.status).toBe(409)
  expect(stranger.text).toContain(`This price is for members: ${name}. Sign in if you are a member`)
  expect(stranger.text).toContain('href="/sign-in/"')
  expect(stranger.text).toContain('href="/membership/"')
  const cookie = await signIn(server, hall.slug, hall.slug, email)
  const known = await submit(path, wanted(price, '1'), { cookie })
  expect(known.status).toBe(409)
  expect(known.text).toContain('You do not have this membership at the moment.')
  expect(known.text).not.toContain('href="/sign-in/"')
})

it("another organisation's prices are unknown here", async () => {
  const { path } = await night({})
  const { price } = await other.price('B')
  const answer = await submit(path, [...wanted(price, '1'), ['email', visitor()]])
  expect(answer.status).toBe(400)
  expect(answer.text).toContain('role="alert"')
})

/** Seen red with the two bounds that were: four digits to read a number, ten to take it. */
it('a number that is too large is a number, and said beside its field however large', async () => {
  const { path, prices } = await night({ name: 'Full' })
  const [full = ''] = prices
  for (const qty of ['99999', '9'.repeat(40)]) {
    const answer = await submit(path, [...wanted(full, qty), ['email', visitor()]])
    expect([answer.status, quantityField(answer.text, full).includes('aria-invalid')]).toEqual([400, true])
    expect(answer.text).toContain('One booking has 1,000 places at most.')
    expect(answer.text).not.toContain('Enter a whole number.')
  }
})

/** Seen red as a page about `first_name`, with nothing of what was filled in. */
it('takes a tab for a space, and leaves out a mark that turns a line around', async () => {
  const { path, prices } = await night({ name: 'Full' })
  const [full = ''] = prices
  const email = visitor()
  const pasted = ['first_name', '\tAda\tMary\u202Eevil '] as const
  const answer = await submit(path, [...wanted(full, '1'), pasted, ['last_name', 'L'], ['email', `${email}\t`]])
  expect(answer.status, answer.text).toBe(303)
  expect(await holdersOf(email)).toEqual([[full, 'Ada Maryevil L']])
})

it('asks for places of what is visited, and how many of what is bought', async () => {
  const seat = await hall.price('B', { name: 'Full' })
  const shirt = await hall.price('T', { name: 'Shirt' })
  const event = await hall.event([seat.product, shirt.product])
  const { slug } = (await hall.get(`/api/events/${event}/`)).json
  for (const [language, seats, shirts] of [
    ['en', 'Number of places: Full', 'Quantity: Shirt'],
    ['fr', 'Nombre de places\u00A0: Full', 'Quantité\u00A0: Shirt'],
  ] as const) {
    const { text } = await show(`/events/${slug}/`, undefined, language)
    expect(quantityField(text, seat.price)).toContain(`aria-label="${seats}"`)
    expect(quantityField(text, shirt.price)).toContain(`aria-label="${shirts}"`)
  }
})

/** Seen red with the sentence in every row, and with it above prices of different numbers. */
it('how many one person may have is said once where it is the same, and beside each price where it is not', async () => {
  const count = async (path: string, said: RegExp, language = 'en') =>
    [...(await show(path, undefined, language)).text.matchAll(said)].length
  const each = { prix: 12, max_per_user: 4 }
  const alike = await night(each, each, { ...each, stock: 0, max_per_user: 7 })
  expect(await count(alike.path, /4 of each per person at most/g)).toBe(1)
  expect(await count(alike.path, /\d per person at most/g)).toBe(0)
  expect(await count(alike.path, /4 de chaque par personne au plus/g, 'fr')).toBe(1)
  const different = await night(each, { ...each, max_per_user: 2 })
  expect(await count(different.path, /of each/g)).toBe(0)
  expect(await count(different.path, /[24] per person at most/g)).toBe(2)
  const alone = await night(each)
  expect(await count(alone.path, /of each/g)).toBe(0)
  expect(await count(alone.path, /4 per person at most/g)).toBe(1)
})

// Seen red with the choice of the radio buttons left out of what is read, and of what is shown again.
it('offers one of some options and any of the others, and keeps what was chosen', async () => {
  const option = (name: string) => hall.create('optionticket', { name })
  const [tent, meat, fish] = [await option('Tent'), await option('Meat'), await option('Fish')]
  const [one, two] = [await hall.price('B', { prix: 0 }), await hall.price('B', { prix: 0, max_per_user: 1 })]
  const lists = { options: [tent], options_radio: [meat, fish] }
  const event = await hall.event([one.product, two.product], { ...lists, max_per_user: 3 })
  const path = `/events/${(await hall.get(`/api/events/${event}/`)).json.slug}/`
  const fresh = (await show(path)).text
  // The most of the event is said once, and that of a price where it is less.
  expect(fresh.match(/per person at most/g)).toHaveLength(2)
  expect(fresh).toContain('3 tickets per person at most')
  const checked = (html: string) =>
    (html.match(/<input [^>]*name="?(one_option|options)\b[^>]*>/g) ?? [])
      .filter((input) => /\schecked\b/.test(input))
      .map((input) => /value="([^"]*)"/.exec(input)?.[1] ?? '')
      .toSorted()
  expect(checked(fresh)).toEqual([''])
  const email = visitor()
  const filled = (qty: string): Fields => [
    ...wanted(one.price, qty),
    ...wanted(two.price, '0'),
    ['options', tent],
    ['one_option', fish],
    ['email', email],
  ]
  const refused = await submit(path, filled('4'))
  expect(refused.status).toBe(409)
  expect(refused.text).toContain(
    'exceeds the maximum number of tickets per person for this event. 3 tickets per person at most.',
  )
  expect(checked(refused.text)).toEqual([tent, fish].toSorted())
  expect((await submit(path, filled('3'))).status).toBe(303)
  const { rows } = await client.query(
    `select option_id as id from reservation_option join reservation r on r.id = reservation_id where booker_email = $1`,
    [email],
  )
  expect(rows.map(({ id }) => id).toSorted()).toEqual([tent, fish].toSorted())
})

// Seen red with every price on sale counted in sellsTickets, and with the options of every form in wantedOf.
it('asks for options where a ticket can be had, and keeps them where one is wanted', async () => {
  const option = await hall.create('optionticket', { name: 'Tent' })
  const poster = await hall.price('T')
  const atEvent = async (stock: number) => {
    const seat = await hall.price('B', { stock })
    const event = await hall.event([seat.product, poster.product], { options: [option] })
    const { slug } = (await hall.get(`/api/events/${event}/`)).json
    return { seat, path: `/events/${slug}/` }
  }
  const asks = async (path: string) => {
    const { text } = await show(path)
    return [text.includes(poster.price), text.includes('Tent')]
  }
  const [open, full] = [await atEvent(5), await atEvent(0)]
  const book = async (seats: string) => {
    const email = visitor()
    const chosen: Fields = [...wanted(open.seat.price, seats), ...wanted(poster.price, '1')]
    expect((await submit(open.path, [...chosen, ['options', option], ['email', email]])).status).toBe(303)
    const { rows } = await client.query(
      'select option_id from reservation r left join reservation_option on r.id = reservation_id where booker_email = $1',
      [email],
    )
    return rows.map(({ option_id }) => option_id)
  }
  for (const embedded of ['', '/embed']) {
    expect(await asks(embedded + open.path)).toEqual([true, true])
    expect(await asks(embedded + full.path)).toEqual([true, false])
  }
  expect(await book('0')).toEqual([null])
  expect(await book('1')).toEqual([option])
})
