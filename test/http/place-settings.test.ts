import { expect, it } from 'vitest'
import { one, visitor } from '../harness/booking.ts'
import { createKey, openBoxOffice, untilTrue } from '../harness/box-office.ts'
import { spokenFrom } from '../harness/languages.ts'
import { originOf, signIn } from '../harness/sign-in.ts'
import { payOnline } from '../harness/stripe-server.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** The settings of an organisation through `PATCH /api/place/<uuid>/`: the same as `guichet tenant set` has. */
const { server, client, hall, other } = await twoOffices()
const key = await createKey(server, 'meta', ['--permission', 'place:write'])

const path = (office: typeof hall) => `/api/place/${office.tenantId}/`
const change = (office: typeof hall, body: object, credentials: object = { key }) =>
  server.send('meta', 'PATCH', path(office), { body, ...credentials })
const said = async (office: typeof hall) => server.cli('tenant', 'set', '--tenant', office.slug)
const read = async (office: typeof hall) => (await server.send('meta', 'GET', path(office))).json

const settings = {
  language: 'fr',
  time_zone: 'Asia/Tokyo',
  accent_color: '#aa0011',
  type_pair: 'serif',
  color_scheme: 'dark',
  picture_header: 'banner',
  currency: 'JPY',
  online_hold_minutes: 20,
  email_hold_hours: 3,
  cancellation_hours: 48,
  offer_hours: 5,
  transfers: false,
}

/** Seen red with one of them left out of readSettings. */
it('are said and changed like the command line does, by its administrator too', async () => {
  const office = await openBoxOffice(server, 'The Teahouse')
  const before = await said(other)
  const { status, json } = await change(office, { ...settings, currency: 'jpy', offer_hours: '5' })
  expect([status, json]).toEqual([200, expect.objectContaining(settings)])
  expect(await read(office)).toMatchObject(settings)
  // What only whoever runs the server sets stays as it was.
  const unsaid = { slug: office.slug, mail_limit: false, languages: spokenFrom('fr') }
  expect(await said(office)).toEqual({ ...unsaid, ...settings })
  expect(await said(other)).toEqual(before)
  const cookie = await signIn(server, 'meta', 'meta', 'admin@example.org')
  const own = { cookie, headers: { origin: originOf(server, 'meta') } }
  expect((await change(office, { transfers: true }, own)).json).toMatchObject({ ...settings, transfers: true })
  expect((await change(office, { transfers: false }, {})).status).toBe(401)
  expect(await said(office)).toMatchObject({ transfers: true })
})

it.each([
  ['online_hold_minutes', [0, 1381, 1.5, 'long', null]],
  ['email_hold_hours', [0, 721, null]],
  ['offer_hours', [0, 23, 0.5, null]],
  ['transfers', ['perhaps', null]],
  ['currency', ['EURO', 'XYZ', '', null]],
])('%s takes no other value', async (field, values) => {
  const before = await read(hall)
  for (const value of values) {
    const { status, json } = await change(hall, { [field]: value, city: 'Elsewhere' })
    expect([status, Object.keys(json.errors)], `${value}`).toEqual([400, [field]])
  }
  expect(await read(hall)).toEqual(before)
})

it('keep the currency once there are prices', async () => {
  await hall.price('B')
  const { status, json } = await change(hall, { currency: 'CHF', transfers: false })
  expect([status, json.code]).toEqual([409, 'in_use'])
  expect(await read(hall)).toMatchObject({ currency: 'EUR', transfers: true })
  expect((await change(hall, { currency: 'EUR' })).status).toBe(200)
})

it('count from the next booking on', async () => {
  await payOnline(server, hall.slug)
  const { price, product } = await hall.price('B', { prix: 10 })
  const event = await hall.event([product])
  const held = async () => {
    const { json } = await hall.book({ event, email: visitor(), prices: one(price) })
    const { rows } = await client.query(
      'select extract(epoch from expires_at - created_at)::int as seconds from reservation where id = $1',
      [json.uuid],
    )
    return rows[0].seconds
  }
  expect(await held()).toBe(900)
  await change(hall, { online_hold_minutes: 30 })
  // Each process hears of it in a moment.
  await untilTrue(async () => (await held()) === 1800)
})
