import { expect, it } from 'vitest'
import { openBoxOffice } from '../harness/box-office.ts'
import { insertTickets, openDoor, pairPhone, qrCodesOf } from '../harness/door.ts'
import { everyCategory } from '../harness/every-category.ts'
import { multipart } from '../harness/forms.ts'

/** What a caller sends that no field here takes: it is named, and a filter is refused. Seen red with either passed over in silence. */
const { server, keys, call, read, make, create } = await everyCategory()

it('names the fields that nothing takes, within lists too, and makes what was asked', async () => {
  const answer = await make('venue', { jauge: 3, name: 'Night', artists: [], 'name ': 'x' })
  expect([answer.status, answer.json.ignored]).toEqual([201, ['jauge', 'name ']])
  expect((await read('venue', `/api/events/${answer.json.uuid}/`)).json).not.toHaveProperty('ignored')
  expect((await make('venue', {})).json).not.toHaveProperty('ignored')
  const artist = await create('venue', '/api/artists/', { name: 'One' })
  const played = await make('venue', { artists: [{ uuid: artist, hour: '20:00' }] })
  expect(played.json.ignored).toEqual(['artists.0.hour'])
  const changed = await call('venue', 'PATCH', `/api/events/${answer.json.uuid}/`, { capacity: 20, stock: 1 })
  expect(changed.json).toMatchObject({ capacity: 20, ignored: ['stock'] })
})

/** Seen red: whatever the answer has a field of was passed over in silence, `archived` of a new product and `status` of a ticket. */
it('names what the answer says otherwise, and nothing of what is sent back as it was read', async () => {
  const made = await make('venue', { slug: 'pretty', archived: true, tickets_left: 7 })
  expect([made.status, made.json.ignored]).toEqual([201, ['slug', 'archived', 'tickets_left']])
  const path = `/api/events/${made.json.uuid}/`
  const { json } = await read('venue', path)
  const sentBack = await call('venue', 'PATCH', path, json)
  expect([sentBack.status, sentBack.json.ignored]).toEqual([200, undefined])
  const product = await create('venue', '/api/products/', { name: 'Shirt', categorie_article: 'T' })
  const other = await create('venue', '/api/products/', { name: 'Mug', categorie_article: 'T' })
  const price = await create('venue', '/api/prices/', { product, name: 'Full', prix: 5 })
  const moved = await call('venue', 'PATCH', `/api/prices/${price}/`, { product: other })
  expect([moved.json.product, moved.json.ignored]).toEqual([product, ['product']])
  const turned = await call('venue', 'PATCH', `/api/products/${product}/`, { categorie_article: 'A', prices: [] })
  expect([turned.json.categorie_article, turned.json.ignored]).toEqual(['T', ['categorie_article', 'prices']])
})

/** Seen red: a booking without an address, and so without a mail, that had been sent one. */
it('takes the address of a booker by the name that bookings answer', async () => {
  const { product, price } = await priced()
  const event = (await make('venue', { products: [product], datetime: '2900-05-01T20:30:00Z' })).json.uuid
  const prices = [{ uuid: price, qty: 1 }]
  const booked = await call('venue', 'POST', '/api/reservations/', { event, user_mail: 'Ada@Example.org', prices })
  expect([booked.status, booked.json.user_mail, booked.json.ignored]).toEqual([201, 'ada@example.org', undefined])
  const wrong = await call('venue', 'POST', '/api/reservations/', { event, user_mail: 'nobody', prices })
  expect([wrong.status, Object.keys(wrong.json.errors)]).toEqual([400, ['user_mail']])
})

async function priced() {
  const product = await create('venue', '/api/products/', { name: 'Ticket', categorie_article: 'B', publish: true })
  return { product, price: await create('venue', '/api/prices/', { product, name: 'Full', prix: 5 }) }
}

it('names them of a form, but for the picture; and beside a list in a header', async () => {
  const picture = { img: { bytes: Buffer.alloc(0), name: 'none.png', type: 'image/png' } }
  const form = multipart({ name: 'Shirt', categorie_article: 'T', couleur: 'red' }, picture)
  const made = await server.send('venue', 'POST', '/api/products/', { ...form, key: keys['venue'] ?? '' })
  expect([made.status, made.json.ignored]).toEqual([201, ['couleur']])
  const night = await make('venue', {})
  const copied = await call('venue', 'POST', `/api/events/${night.json.uuid}/copies/`, {
    starts: ['2026-06-01T20:00:00Z'],
    publishd: false,
  })
  expect([copied.status, copied.json.length, copied.headers['ignored-fields']]).toEqual([201, 1, 'publishd'])
})

it('names fifty at most, and no more of a name than a line', async () => {
  const many = Object.fromEntries(Array.from({ length: 80 }, (_, index) => [`${index} ${'x'.repeat(500)}`, 1]))
  const { ignored } = (await make('venue', many)).json
  expect(ignored).toHaveLength(50)
  expect(ignored[0]).toHaveLength(100)
  // Half a character, and more than a header holds: seen red as a 500 after the copies were made.
  const night = await make('venue', {})
  const cut = `${'x'.repeat(99)}😀`
  const others = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`日${index}${'本'.repeat(99)}`, 1]))
  const copied = await call('venue', 'POST', `/api/events/${night.json.uuid}/copies/`, {
    starts: ['2026-06-01T20:00:00Z'],
    [cut]: 1,
    ...others,
  })
  expect(copied.status).toBe(201)
  const header = String(copied.headers['ignored-fields'])
  expect(decodeURIComponent(header).startsWith(`${'x'.repeat(99)}\ufffd`)).toBe(true)
  expect(header.length).toBeLessThanOrEqual(2_000)
})

it('takes the names that clients of this interface send', async () => {
  const named = await make('venue', { jauge_max: '40' })
  expect(named.json).toMatchObject({ capacity: 40 })
  expect(named.json).not.toHaveProperty('ignored')
  const both = await make('venue', { jauge_max: 40, capacity: 30 })
  expect(both.json).toMatchObject({ capacity: 30, ignored: ['jauge_max'] })
  // Seen red: refusals named `options.0` and `capacity`, which nobody had sent.
  const wrong = await make('venue', { jauge_max: -1, options_checkbox: ['none'] })
  expect([wrong.status, Object.keys(wrong.json.errors).toSorted()]).toEqual([400, ['jauge_max', 'options_checkbox.0']])
  const unknown = await make('venue', { options_checkbox: ['01971f6e-0000-7000-8000-000000000000'] })
  expect([unknown.status, Object.keys(unknown.json.errors)]).toEqual([400, ['options_checkbox']])
})

/** Seen red: `evnt_uuid` let a ticket of another event in without a word. */
it('names them to a device in a header, and its answers keep the fields that they have', async () => {
  const client = await server.database.connect()
  const door = await openDoor(server, client, 'The Door')
  const phone = await pairPhone(server, door.slug)
  await client.query("update device set role = 'supervisor' where id = $1", [phone.id])
  const tickets = await insertTickets(client, door, { count: 2 })
  await client.end()
  const codes = [...(await qrCodesOf(server, door.slug, tickets)).values()]
  const ask = async (path: string, body: object) => {
    const { status, json, headers } = await server.send(door.slug, 'POST', path, { key: phone.key, body })
    expect([path, status, json.success]).toEqual([path, 200, true])
    return { fields: Object.keys(json), ignored: headers['ignored-fields'] }
  }
  const asked = await ask('/scan/ticket/', { qrcode_data: codes[0], event: 1, evnt_uuid: door.eventId, message: '' })
  const plain = await ask('/scan/ticket/', { qrcode_data: codes[1], event_uuid: door.eventId })
  expect(asked).toEqual({ fields: plain.fields, ignored: 'event, evnt_uuid, message' })
  expect(plain.ignored).toBeUndefined()
  expect(await ask('/scan/list_tickets/', { limit: 2, zzz: 1 })).toMatchObject({ ignored: 'zzz' })
  expect(await ask('/scan/search_ticket/', { query: 'lovelace', event: 1 })).toMatchObject({ ignored: 'event' })
})

it('refuses a filter that a list does not have, and asks nothing of it', async () => {
  const hall = await openBoxOffice(server, 'The Hall')
  for (const list of ['/api/events/', '/api/products/', '/api/reservations/', '/api/ticket/']) {
    const answer = await hall.get(`${list}?user_mail=ada@example.org`)
    expect([list, answer.status, answer.json.code]).toEqual([list, 400, 'validation_failed'])
    expect(answer.json.errors).toEqual({ user_mail: ['This list has no such filter.'] })
    // An empty one of theirs is one left out, whatever a form of filters sends.
    expect((await hall.get(`${list}?limit=1&&cursor=`)).status).toBe(200)
  }
  // Seen red: the takings of everything were answered, whatever was asked.
  for (const [name, value] of Object.entries({ x: '1', event: hall.slug, from: '2026-05-01' })) {
    const answer = await hall.get(`/api/takings/?${name}=${value}`)
    expect([answer.status, answer.json]).toMatchObject([400, { errors: { [name]: ['This list has no such filter.'] } }])
  }
  expect((await hall.get('/api/takings/')).status).toBe(200)
  expect((await read('meta', '/api/place/?city=Lyon')).status).toBe(400)
})
