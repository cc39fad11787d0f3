import { expect, test } from 'vitest'
import { visitor } from '../harness/booking.ts'
import { openBoxOffice, untilQuiet } from '../harness/box-office.ts'
import { createTill, newCards } from '../harness/cards.ts'
import { execCli } from '../harness/cli.ts'
import { untilWaitingForLock } from '../harness/database.ts'
import { spokenFrom } from '../harness/languages.ts'
import { payOnline } from '../harness/stripe-server.ts'
import { twoOffices } from '../harness/two-tenants.ts'
import { waitingRoomAt } from '../harness/waiting-list.ts'

const { server, client, hall, other } = await twoOffices()

const set = (slug: string, ...words: string[]) => server.cli('tenant', 'set', '--tenant', slug, ...words)
const refuse = (slug: string, ...words: string[]) =>
  execCli(server.environment, ['tenant', 'set', '--tenant', slug, ...words])

async function holdOf(office: typeof hall, prix: number): Promise<string> {
  const { product, price } = await office.price('B', { prix })
  const event = await office.event([product])
  const booked = await office.book({ event, email: visitor(), prices: [{ uuid: price, qty: 1 }] })
  const { rows } = await client.query(
    'select extract(epoch from expires_at - created_at)::int as seconds from reservation where id = $1',
    [booked.json.uuid],
  )
  return `${booked.json.status}: ${rows[0].seconds} s`
}

/** Of what a stranger orders or books it is half an hour, whatever is set (ADR 0233); who waits keeps no place from others. */
async function confirmationOf(office: typeof hall): Promise<string> {
  const room = waitingRoomAt(server, client, office)
  const email = visitor()
  const asked = await room.ask(await room.soldOut(), email)
  expect(asked.status, asked.text).toBeLessThan(300)
  const { rows } = await client.query(
    'select extract(epoch from confirm_until - created_at)::int as seconds from waiting_entry where email = $1',
    [email],
  )
  return `${rows[0].seconds} s`
}

const untouched = {
  slug: other.slug,
  online_hold_minutes: 15,
  email_hold_hours: 24,
  cancellation_hours: null,
  offer_hours: 12,
  transfers: true,
  mail_limit: false,
  currency: 'EUR',
  language: 'en',
  languages: spokenFrom('en'),
  time_zone: 'Europe/Paris',
  accent_color: '#2b3fd6',
  type_pair: 'grotesque',
  color_scheme: 'device',
  picture_header: 'beside',
}

test('what is set is what is said, and the neighbour keeps what it has', async () => {
  const office = await openBoxOffice(server, 'The Teahouse')
  const values = ['--online-hold', '20', '--email-hold', '3', '--currency', 'jpy', '--language', 'fr']
  const more = [
    '--mail-limit',
    'on',
    '--time-zone',
    'Asia/Tokyo',
    '--accent-color',
    '#AA0011',
    '--type-pair',
    'serif',
    '--color-scheme',
    'dark',
    '--picture-header',
    'banner',
    '--cancellation-hours',
    '48',
  ]
  const said = {
    slug: office.slug,
    online_hold_minutes: 20,
    email_hold_hours: 3,
    currency: 'JPY',
    language: 'fr',
    time_zone: 'Asia/Tokyo',
    accent_color: '#aa0011',
    type_pair: 'serif',
    color_scheme: 'dark',
    picture_header: 'banner',
    cancellation_hours: 48,
    offer_hours: 12,
    transfers: true,
    mail_limit: true,
    languages: spokenFrom('fr'),
  }
  expect(await set(office.slug, ...values, ...more)).toEqual(said)
  expect(await set(office.slug)).toEqual(said)
  expect(await set(other.slug)).toEqual(untouched)
  const place = await server.send('meta', 'GET', `/api/place/${office.tenantId}/`)
  expect(place.json).toMatchObject({ language: 'fr', time_zone: 'Asia/Tokyo', accent_color: '#aa0011' })
})

/** Seen red with the time fixed where a booking is read (booking-reads.statements.ts), and the other where somebody joins a list. */
test('places are held as long as is set', async () => {
  for (const { slug } of [hall, other]) await payOnline(server, slug)
  await set(hall.slug, '--online-hold', '25', '--email-hold', '2')
  expect(await holdOf(hall, 10)).toBe('U: 1500 s')
  expect(await confirmationOf(hall)).toBe('7200 s')
  expect(await holdOf(hall, 0)).toBe('F: 1800 s')
  expect(await holdOf(other, 10)).toBe('U: 900 s')
  expect(await confirmationOf(other)).toBe('86400 s')
  expect(await holdOf(other, 0)).toBe('F: 1800 s')
})

/** Seen red without requireFreeCurrency: twelve euros were twelve hundred yen. */
test('the currency stays once there are prices or money', async () => {
  const office = await openBoxOffice(server, 'The Fair')
  await set(office.slug, '--currency', 'CHF')
  const { price } = await office.price('B', { prix: 12 })
  const result = await refuse(office.slug, '--currency', 'JPY', '--email-hold', '5')
  expect(result).toMatchObject({ exitCode: 1, stdout: '' })
  expect(result.stderr).toContain('currency')
  // The same one again changes nothing, and all of a refused change is left undone.
  expect(await set(office.slug, '--currency', 'chf')).toMatchObject({ currency: 'CHF', email_hold_hours: 24 })
  const prices = (await office.get('/api/prices/')).json as { uuid: string; prix: number }[]
  expect(prices.find(({ uuid }) => uuid === price)?.prix).toBe(12)

  const till = await openBoxOffice(server, 'The Till')
  const [card] = await newCards(server, 1)
  if (!card) throw new Error('no card')
  const tills = createTill(till.slug, till.key)
  await tills.open(server, card)
  // A card that is known is worth nothing yet.
  await set(till.slug, '--currency', 'JPY')
  const credit = await tills.move(server, card.tag, { kind: 'credit', amount: 500 })
  expect(credit.status, credit.text).toBe(201)
  expect(await refuse(till.slug, '--currency', 'EUR')).toMatchObject({ exitCode: 1, stdout: '' })
})

/** Seen red without requireSameCurrency: a price of twelve hundred yen was made. */
test('a price whose amount was read in the currency of before is not made', async () => {
  const office = await openBoxOffice(server, 'The Bank')
  const product = await office.create('products', { name: 'Ticket', categorie_article: 'B' })
  const [holder, watcher] = [await server.database.connect(), await server.database.connect()]
  // A job of the organisation that has just been made would be taken for the price.
  await untilQuiet(client)
  try {
    // What `tenant set` does, held before its end.
    await holder.query('begin')
    await holder.query('select from tenant where id = $1 for update', [office.tenantId])
    await holder.query("update tenant set currency = 'JPY' where id = $1", [office.tenantId])
    const made = office.post('/api/prices/', { product, name: 'Price', prix: 12 })
    await untilWaitingForLock(watcher, 1)
    await holder.query('commit')
    expect((await made).status).toBe(503)
    expect((await office.get('/api/prices/')).json).toEqual([])
  } finally {
    await holder.end()
    await watcher.end()
  }
})

test.each([
  ['--online-hold', '0'],
  ['--online-hold', '1381'],
  ['--email-hold', '721'],
  ['--currency', 'EURO'],
  ['--currency', 'XYZ'],
  ['--language', 'lv'],
  ['--time-zone', 'Europe/Nowhere'],
  ['--accent-color', 'red'],
])('%s %s is wrong usage', async (option, value) => {
  expect(await refuse(hall.slug, option, value)).toMatchObject({ exitCode: 2, stdout: '' })
})
