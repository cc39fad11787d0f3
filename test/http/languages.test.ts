import { expect, it } from 'vitest'
import { pairPhone } from '../harness/door.ts'
import { twoOffices } from '../harness/two-tenants.ts'

const { server, hall, other } = await twoOffices()

const unknown = '0197a3c2-6c1e-7d4b-9a51-3f0d5c8e2b10'

/** What stands beside the fields, asked in each language. */
async function problems(slug: string, key: string, path: string, body: object) {
  const ask = (language: string) =>
    server.send(slug, 'POST', path, { key, body, headers: { 'accept-language': language } })
  const [english, french] = [await ask('en'), await ask('fr-CH')]
  expect([english.status, french.status], english.text).toEqual([400, 400])
  return [english.json.errors, french.json.errors]
}

// Seen red with `problems` of the English texts in describe-fields.ts, and with the codes themselves.
it('says what the use case found beside a field in the language of the caller', async () => {
  const { product, price } = await hall.price('B')
  const event = await hall.event([product])
  const booking = { event, email: 'ada@example.org', prices: [{ uuid: price, qty: 1 }] }
  expect(await problems(hall.slug, hall.key, '/api/reservations/', { ...booking, event: unknown })).toEqual([
    { event: ['There is no such event here.'] },
    { event: ['Cet évènement n’existe pas ici.'] },
  ])
  const empty = { ...booking, prices: [{ uuid: price }] }
  expect(await problems(other.slug, other.key, '/api/reservations/', empty)).toEqual([
    { 'prices.0.qty': ['Enter a quantity, or the customers.'] },
    { 'prices.0.qty': ['Donnez une quantité, ou les participants.'] },
  ])
  const times = { name: 'Night', datetime: '2026-05-01T20:00:00Z', end_datetime: '2026-05-01T19:00:00Z' }
  expect(await problems(other.slug, other.key, '/api/events/', times)).toEqual([
    { end_datetime: ['The event must end after it starts.'] },
    { end_datetime: ['L’évènement doit finir après son début.'] },
  ])
})

it('does so of an image that cannot be had', async () => {
  const product = { name: 'Poster', categorie_article: 'M', img_url: 'http://127.0.0.1/poster.png' }
  expect(await problems(hall.slug, hall.key, '/api/products/', product)).toEqual([
    { img_url: ['No image could be fetched from this address.'] },
    { img_url: ['Aucune image n’a pu être chargée depuis cette adresse.'] },
  ])
})

it('does so in the envelope of a scan', async () => {
  const phone = await pairPhone(server, hall.slug)
  const scan = { qrcode_data: 'eyJ9:AAAA', nonce: 'x' }
  expect(await problems(hall.slug, phone.key, '/scan/ticket/', scan)).toEqual([
    { nonce: ['This must be a UUID.'] },
    { nonce: ['La valeur attendue est un UUID.'] },
  ])
})

it('does so of a host that nobody answers at', async () => {
  const detail = async (language: string) =>
    (await server.send('nobody', 'GET', '/api/events/', { headers: { 'accept-language': language } })).json
  expect((await detail('en')).detail).toBe('There is no organisation at this address.')
  expect((await detail('fr')).detail).toBe('Aucune organisation ne répond à cet hôte.')
})
