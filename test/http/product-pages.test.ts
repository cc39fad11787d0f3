import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { one, visitor } from '../harness/booking.ts'
import { untilTrue } from '../harness/box-office.ts'
import { type Fields, idIn, listed, sendPicture, shownForm } from '../harness/forms.ts'
import { plainPicture } from '../harness/picture-server.ts'
import { meetAtLock } from '../harness/rendezvous.ts'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** The room of what is sold, as staff keeps it; how its pages look is in test/browser/pages.test.ts. */
const { server, hall, other } = await twoOffices()
await server.cli('tenant', 'set', '--tenant', hall.slug, '--time-zone', 'Europe/Paris')
const staff = await staffOf(server, hall)
const stranger = await staffOf(server, other)

const press = (path: string, fields: Fields) => staff.press(path, listed(fields))
const show = async (path: string) => (await staff.show(path)).text
const product = async (id: string) => (await hall.get(`/api/products/${id}/`)).json
const price = async (id: string) => (await hall.get(`/api/prices/${id}/`)).json
const isPublic = async (id: string) => (await server.send(hall.slug, 'GET', `/api/products/${id}/`)).status === 200

const newProduct = '/admin/products/new/'
const newPriceOf = (id: string) => `/admin/products/${id}/prices/new/`
const ticket = (fields: Fields = {}): Fields => ({
  key: randomUUID(),
  kind: 'ticket',
  name: 'Concert ticket',
  publish: 'yes',
  ...fields,
})
const full = (fields: Fields = {}): Fields => ({
  key: randomUUID(),
  name: 'Full price',
  amount: '12,50',
  max_per_user: '10',
  ...fields,
})

async function make(fields: Fields = {}): Promise<string> {
  const answer = await press(newProduct, ticket(fields))
  expect(answer.status, answer.text.slice(0, 300)).toBe(303)
  return idIn(answer.headers['location'])
}

async function makePrice(of: string, fields: Fields = {}): Promise<string> {
  const before = new Set((await product(of)).prices.map(({ uuid }: { uuid: string }) => uuid))
  const answer = await press(newPriceOf(of), full(fields))
  expect([answer.status, answer.headers['location']]).toEqual([303, `/admin/products/${of}/?done=price`])
  const made = (await product(of)).prices.filter(({ uuid }: { uuid: string }) => !before.has(uuid))
  expect(made).toHaveLength(1)
  return made[0].uuid
}

/** A night that sells a new product at a new price. */
async function night(fields: Fields = {}) {
  const of = await make()
  const at = await makePrice(of, fields)
  const event = await hall.event([of])
  const book = () => hall.book({ event, email: visitor(), prices: one(at) })
  return { of, at, event, book }
}

/** The form of a price or a product as it is shown, sent with what is changed. */
async function change(path: string, fields: Fields) {
  return press(path, { ...(await shownForm(staff, path, path)), ...fields })
}

describe('a new product', () => {
  it('is on sale with its price after two forms, and only here', async () => {
    const { of, at, book } = await night({ stock: '80', vat: '5,5' })
    expect(await product(of)).toMatchObject({ name: 'Concert ticket', categorie_article: 'B', publish: true })
    expect(await price(at)).toMatchObject({ prix: 12.5, stock: 80, vat: '5.50', max_per_user: 10 })
    expect((await book()).status).toBe(201)
    expect(await show('/admin/products/')).toContain(of)
    expect(await show(`/admin/audit/?of=${of}`)).toContain('Created a product')
    expect(await show(`/admin/audit/?of=${at}`)).toContain('Created a price')
    expect((await stranger.show('/admin/products/')).text).not.toContain(of)
    for (const path of [`/admin/products/${of}/`, newPriceOf(of), `/admin/prices/${at}/`])
      expect((await stranger.show(path)).status).toBe(404)
    expect((await stranger.press(newPriceOf(of), listed(full()))).status).toBe(404)
  })

  it('waits when it is kept for later, and takes a price of everything that can be said', async () => {
    const friends = await make({ kind: 'membership', name: 'Friends', publish: 'no' })
    expect(await isPublic(friends)).toBe(false)
    const year = await makePrice(friends, { period: 'year', open_amount: 'true', amount: '5' })
    expect(await price(year)).toMatchObject({ subscription_type: 'Y', free_price: true, prix: 5 })
    const at = await makePrice(await make(), {
      sale_starts: '2900-01-01T10:00',
      sale_ends: '2900-02-01T10:00',
      membership: friends,
      max_per_user: '2',
      short_description: 'One',
      long_description: 'Two.\r\nThree.',
    })
    expect(await price(at)).toMatchObject({
      sales_start: '2900-01-01T09:00:00.000000+00:00',
      sales_end: '2900-02-01T09:00:00.000000+00:00',
      adhesion_obligatoire: friends,
      max_per_user: 2,
      short_description: 'One',
      long_description: 'Two.\nThree.',
    })
  })

  /** Seen red with a new `id` in the handler: two products. */
  it('is made once, and its price too, however often the button is pressed', async () => {
    const fields = ticket({ name: 'Pressed' })
    const [first, again] = [await press(newProduct, fields), await press(newProduct, fields)]
    expect(again.headers['location']).toBe(first.headers['location'])
    const id = idIn(first.headers['location'])
    const once = full()
    const both = await meetAtLock(server, ['lock table price in share mode'], 2, () =>
      Promise.all([press(newPriceOf(id), once), press(newPriceOf(id), once)]),
    )
    expect(both.map(({ status }) => status)).toEqual([303, 303])
    expect((await product(id)).prices).toHaveLength(1)
    const there = await stranger.press(newProduct, listed(fields))
    expect(idIn(there.headers['location'])).not.toBe(id)
  })

  it('says beside each field what is wrong, keeps what was typed, and makes nothing', async () => {
    const of = await make({ name: 'For prices' })
    const count = async () => (await hall.get('/api/prices/')).json.length
    const products = async () => (await hall.get('/api/products/')).json.length
    const before = [await products(), await count()]
    const long = 'a'.repeat(251)
    const wrong: readonly (readonly [string, Fields, string])[] = [
      [newProduct, ticket({ name: '' }), 'name'],
      [newProduct, ticket({ kind: '' }), 'kind'],
      [newProduct, ticket({ terms_url: 'nowhere' }), 'terms_url'],
      [newProduct, ticket({ short_description: long }), 'short_description'],
      [newPriceOf(of), full({ name: '' }), 'name'],
      [newPriceOf(of), full({ amount: '' }), 'amount'],
      [newPriceOf(of), full({ amount: 'twelve' }), 'amount'],
      [newPriceOf(of), full({ amount: '-1' }), 'amount'],
      [newPriceOf(of), full({ stock: 'many' }), 'stock'],
      [newPriceOf(of), full({ max_per_user: '0' }), 'max_per_user'],
      [newPriceOf(of), full({ max_per_user: '' }), 'max_per_user'],
      [newPriceOf(of), full({ vat: '101' }), 'vat'],
      [newPriceOf(of), full({ sale_starts: '2900-02-30T20:00' }), 'sale_starts'],
      [newPriceOf(of), full({ sale_starts: '2900-01-02T20:00', sale_ends: '2900-01-01T20:00' }), 'sale_ends'],
      [newPriceOf(of), full({ membership: of }), 'membership'],
      [newPriceOf(of), full({ membership: (await other.price('A')).product }), 'membership'],
      [newPriceOf(of), full({ scan_note: 'a'.repeat(201) }), 'scan_note'],
    ]
    for (const [path, fields, field] of wrong) {
      const { status, text } = await press(path, { long_description: 'Kept <b>', ...fields })
      expect([status, field], text.slice(0, 200)).toEqual([400, field])
      expect(text, field).toContain(`href="#${field}"`)
      expect(text, field).toContain('Kept &lt;b>')
    }
    expect([await products(), await count()]).toEqual(before)
  })
})

describe('a change', () => {
  it('of a product and of a price is kept and noted, and leaves what the form does not show', async () => {
    const { of, at } = await night()
    await hall.patch(`/api/prices/${at}/`, { sales_end: '2900-01-01T10:00:30Z', subscription_type: 'Y' })
    const path = `/admin/products/${of}/`
    expect((await change(path, { name: 'Evening <b>ticket</b>' })).headers['location']).toBe(`${path}?done=saved`)
    expect(await show(path)).not.toContain('<b>ticket')
    expect((await change(`/admin/prices/${at}/`, { amount: '14' })).status).toBe(303)
    expect(await price(at)).toMatchObject({ prix: 14, sales_end: '2900-01-01T10:00:30.000000+00:00' })
    expect((await price(at)).subscription_type).toBe('Y')
    expect(await show(`/admin/audit/?of=${at}`)).toContain('Changed a price')
    const foreign = { ...(await shownForm(staff, path, path)), name: 'Taken over' }
    expect((await stranger.press(path, listed(foreign))).status).toBe(404)
    expect((await product(of)).name).toBe('Evening <b>ticket</b>')
  })

  /** Seen red with the comparison in updateProduct and updatePrice taken out: the second overwrites what they never saw. */
  it('by two people: the second is told what is there now, keeps what they typed, and may insist', async () => {
    const { of, at } = await night()
    for (const [path, read] of [
      [`/admin/products/${of}/`, () => product(of)],
      [`/admin/prices/${at}/`, () => price(at)],
    ] as const) {
      const shown = await shownForm(staff, path, path)
      expect((await press(path, { ...shown, name: 'First come' })).status).toBe(303)
      const told = await press(path, { ...shown, name: 'Second come', short_description: 'Mine' })
      expect(told.status).toBe(409)
      expect(told.text).toContain('Somebody else changed this')
      expect(told.text).toContain('It is now: First come')
      expect(told.text).toContain('value="Second come"')
      expect((await read()).name).toBe('First come')
      const seen = /name="seen" value="([\w-]+)"/.exec(told.text)?.[1] ?? ''
      expect((await press(path, { ...shown, seen, name: 'Second come' })).status).toBe(303)
      expect((await read()).name).toBe('Second come')
    }
  })

  /** Seen red with `updatePrice` bringing the totals of bookings along. */
  it('of an amount changes nothing that was booked', async () => {
    const { at, event, book } = await night({ amount: '20' })
    const booked = (await book()).json.uuid
    const later = (await book()).json.uuid
    await change(`/admin/prices/${at}/`, { amount: '35' })
    const pay = (id: string, amount: number) =>
      hall.post(`/api/reservations/${id}/payments/`, { method: 'cash', amount })
    expect((await pay(booked, 35)).status).toBe(409)
    expect((await pay(booked, 20)).status).toBe(201)
    expect(await show(`/admin/reservations/${later}/`)).toContain('€20.00')
    const after = await hall.book({ event, email: visitor(), prices: one(at) })
    expect(await show(`/admin/reservations/${after.json.uuid}/`)).toContain('€35.00')
    expect(await show(`/admin/prices/${at}/`)).toContain('3 are booked at this price.')
  })

  it('keeps one membership on the cards', async () => {
    const first = await make({ kind: 'membership', name: 'First', send_to_cashless: 'true' })
    const second = await make({ kind: 'membership', name: 'Second' })
    const path = `/admin/products/${second}/`
    const [one, two] = [
      await change(`/admin/products/${first}/`, { send_to_cashless: 'true' }),
      await change(path, { send_to_cashless: 'true' }),
    ]
    expect([one.status, two.status]).toEqual([303, 409])
    expect(two.text).toContain('href="#send_to_cashless"')
  })
})

describe('what is archived', () => {
  /** Seen red with `price.archived` taken out of the booking's statement. */
  it('is sold to nobody: a price', async () => {
    const { of, at, event, book } = await night()
    const before = (await book()).json.uuid
    const slug = (await hall.get(`/api/events/${event}/`)).json.slug
    const page = async () => (await server.send(hall.slug, 'GET', `/events/${slug}/`)).text
    expect(await page()).toContain('Full price')
    expect((await press(`/admin/prices/${at}/archive/`, { archived: 'true' })).status).toBe(303)
    expect((await book()).json.errors).toHaveProperty('prices.0.uuid')
    const atDesk = await hall.post('/api/reservations/', { event, email: '', prices: one(at) })
    expect([atDesk.status, atDesk.json.code]).toEqual([409, 'not_on_sale'])
    // Who comes within a moment of another is shown what that one was (ADR 0250).
    await untilTrue(async () => !(await page()).includes('Full price'))
    const seen = await server.send(hall.slug, 'GET', `/api/products/${of}/`)
    expect(seen.json.prices).toEqual([])
    const listedPrices = (await server.send(hall.slug, 'GET', '/api/prices/')).text
    expect(listedPrices).not.toContain(at)
    expect((await price(at)).archived).toBe(true)
    expect((await hall.post(`/api/reservations/${before}/payments/`, { method: 'cash' })).status).toBe(201)
    expect((await stranger.press(`/admin/prices/${at}/archive/`, [['archived', 'false']])).status).toBe(404)
    await press(`/admin/prices/${at}/archive/`, { archived: 'false' })
    expect((await book()).status).toBe(201)
    expect(await show(`/admin/audit/?of=${at}`)).toContain('Changed a price')
  })

  /** Seen red with `price.archived` taken out of take-membership. */
  it('is sold to nobody: the price of a membership', async () => {
    const { price: at } = await hall.price('A', { prix: 0 })
    const take = () => hall.post('/api/memberships/', { email: visitor(), price: at })
    expect((await take()).status).toBe(201)
    await press(`/admin/prices/${at}/archive/`, { archived: 'true' })
    const refused = await take()
    expect([refused.status, refused.json.code]).toEqual([409, 'not_on_sale'])
  })

  it('is on sale no more: a product, until it is put on sale again', async () => {
    const { of, book } = await night()
    const path = `/admin/products/${of}/`
    await press(`${path}archive/`, { archived: 'true' })
    expect(await product(of)).toMatchObject({ archived: true, publish: false })
    expect(await isPublic(of)).toBe(false)
    expect((await book()).json.errors).toHaveProperty('prices.0.uuid')
    expect(await show('/admin/products/')).not.toContain(of)
    expect(await show('/admin/products/?list=archived')).toContain(of)
    expect(await show('/admin/events/new/')).not.toContain(of)
    expect((await stranger.press(`${path}archive/`, [['archived', 'false']])).status).toBe(404)
    await press(`${path}archive/`, { archived: 'false' })
    expect(await product(of)).toMatchObject({ archived: false, publish: false })
    await press(`${path}publication/`, { published: 'true' })
    expect((await book()).status).toBe(201)
  })

  it('is said by the interface alike, to staff alone', async () => {
    const { product: of } = await hall.price('B')
    expect((await hall.patch(`/api/products/${of}/`, { archived: true })).json).toMatchObject({
      archived: true,
      publish: false,
    })
    expect((await hall.patch(`/api/products/${of}/`, { publish: true })).json).toMatchObject({
      archived: false,
      publish: true,
    })
    const seen = (await server.send(hall.slug, 'GET', `/api/products/${of}/`)).json
    for (const field of ['archived', 'scan_note'])
      for (const thing of [seen, seen.prices[0]]) expect(thing).not.toHaveProperty(field)
  })
})

describe('the list', () => {
  it('finds by name, by price, by kind, and by whether it is on sale', async () => {
    const shirt = await make({ kind: 'clothing', name: 'Été shirt', publish: 'no' })
    await makePrice(shirt, { name: 'Extra large' })
    const find = async (query: string) => (await show(`/admin/products/?${query}`)).includes(shirt)
    expect(await find('q=ete&list=not_on_sale')).toBe(true)
    expect(await find('q=extra+LARGE&list=not_on_sale&kind=clothing')).toBe(true)
    expect(await find('q=ete&list=not_on_sale&kind=ticket')).toBe(false)
    expect(await find('q=ete')).toBe(false)
    await press(`/admin/products/${shirt}/publication/`, { published: 'true' })
    expect(await find('q=ete')).toBe(true)
  })
})

describe('a copy', () => {
  it('has the prices that are sold, is made once, and waits', async () => {
    const { of } = await night({ stock: '30' })
    const gone = await makePrice(of, { name: 'Long gone' })
    await press(`/admin/prices/${gone}/archive/`, { archived: 'true' })
    const path = `/admin/products/${of}/copies/`
    const fields = { key: randomUUID() }
    const both = await meetAtLock(server, ['lock table product in share mode'], 2, () =>
      Promise.all([press(path, fields), press(path, fields)]),
    )
    const [copy, again] = both.map(({ headers }) => idIn(headers['location']))
    expect([again, copy === of]).toEqual([copy, false])
    const made = await product(copy ?? '')
    expect([made.name, made.publish, made.prices.length]).toEqual(['Concert ticket (copy)', false, 1])
    expect(made.prices[0]).toMatchObject({ name: 'Full price', prix: 12.5, stock: 30 })
    expect((await stranger.press(path, listed(fields))).status).toBe(404)
  })

  it('of a price is a form that is filled in', async () => {
    const { of, at } = await night({ stock: '30', name: 'Reduced' })
    const form = await shownForm(staff, `${newPriceOf(of)}?like=${at}`, newPriceOf(of))
    expect(form).toMatchObject({ name: 'Reduced (copy)', amount: '12.50', stock: '30' })
    const foreign = (await other.price('B', { name: 'Not ours' })).price
    expect((await staff.show(`${newPriceOf(of)}?like=${foreign}`)).text).not.toContain('Not ours')
  })
})

describe('a picture', () => {
  it('is shown, kept when the next is none, and taken away', async () => {
    const of = await make()
    const path = `/admin/products/${of}/`
    const send = (file: Buffer) => sendPicture(server, hall, `${path}image/`, file)
    expect((await send(await plainPicture(600, 400))).status).toBe(303)
    const { img } = await product(of)
    expect(img).toContain('/media/')
    expect(await show(path)).toContain('class="preview"')
    const refused = await send(Buffer.from('this is no image'))
    expect([refused.status, refused.text.includes('href="#img"')]).toEqual([400, true])
    expect((await press(`${path}image/`, {})).status).toBe(400)
    expect((await product(of)).img).toBe(img)
    await press(`${path}image/`, { remove: 'true' })
    expect((await product(of)).img).toBeNull()
  })
})

describe('the waiting list', () => {
  it('is not joined for a price that is archived', async () => {
    const { at, event } = await night({ stock: '0' })
    const join = () =>
      server.send(hall.slug, 'POST', '/api/waiting-list/', { body: { event, price: at, email: visitor(), places: 1 } })
    expect((await join()).status).toBe(201)
    await press(`/admin/prices/${at}/archive/`, { archived: 'true' })
    expect((await join()).json.errors).toHaveProperty('price')
  })
})

it('says of an early bird until when it is sold', async () => {
  const { of } = await night({ sale_ends: '2900-02-01T10:00' })
  expect(await show(`/admin/products/${of}/`)).toMatch(/until <time/)
})
