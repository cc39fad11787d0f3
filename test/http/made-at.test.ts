import { expect, it } from 'vitest'
import { twoOffices } from '../harness/two-tenants.ts'

/** A 201 says where what it made is read. Seen red without the header in http/route.ts. */
const { hall, other } = await twoOffices()

it('says where what was made is read, and it is read there', async () => {
  const product = await hall.post('/api/products/', { name: 'Entry', categorie_article: 'B' })
  const price = await hall.post('/api/prices/', { product: product.json.uuid, name: 'Full', prix: 10 })
  const event = { name: 'Night', datetime: '2900-05-01T20:30:00Z', products: [product.json.uuid] }
  const night = await hall.post('/api/events/', event)
  const booking = { event: night.json.uuid, email: 'ada@example.org', prices: [{ uuid: price.json.uuid, qty: 1 }] }
  const made = [
    product,
    price,
    night,
    await hall.post('/api/artists/', { name: 'One' }),
    await hall.post('/api/reservations/', booking),
    await hall.post('/api/sales/', { ...booking, method: 'cash' }),
    await hall.post(`/api/products/${product.json.uuid}/copies/`, { name: 'Entry, again' }),
  ]
  for (const { status, json, headers } of made) {
    expect(status).toBe(201)
    const address = String(headers['location'])
    const read = await hall.get(address)
    expect([address, read.status, read.json.uuid]).toEqual([address, 200, json.uuid])
    expect((await other.get(address)).status).toBe(404)
  }
  // A list of prices is nothing that was made.
  expect((await hall.post('/api/prices/')).headers['location']).toBeUndefined()
})
