import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { originOf, signIn } from '../harness/sign-in.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** How long memberships last: by the calendar of each organisation, and as people read it. */
const { server, client, hall, other } = await twoOffices()
// Half a day apart, so that their midnights differ.
await server.cli('tenant', 'set', '--tenant', other.slug, '--time-zone', 'Pacific/Auckland')

const newEmail = () => `${randomUUID()}@example.org`
const grant = async (price: string, office = hall, email = newEmail()) => {
  const { status, json } = await office.post('/api/memberships/', { email, price })
  expect(status).toBe(201)
  return json as { uuid: string; email: string; valid_from: string; valid_until: string }
}

/** What clocks of the zone show: "2026-12-31 23:59". */
const clockIn = (timeZone: string, at: Date) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(at)

it('every letter is taken, kept and told again, and two of them are without end', async () => {
  const { product } = await hall.price('A', {})
  const make = async (subscription_type: string | null) => {
    const body = { product, name: randomUUID(), prix: 1, subscription_type }
    const { status, json } = await hall.post('/api/prices/', body)
    expect(status).toBe(201)
    return (await hall.get(`/api/prices/${json.uuid}/`)).json.subscription_type
  }
  for (const letter of ['H', 'D', 'W', 'M', 'O', 'Y', 'C', 'S', null]) expect(await make(letter)).toBe(letter)
  for (const letter of ['N', 'L']) expect(await make(letter)).toBeNull()
})

/** Seen red with the clock of UTC in place of the organisation's. */
it.each([
  ['hall', 'Europe/Paris'],
  ['other', 'Pacific/Auckland'],
] as const)('ends at midnight of the organisation: %s', async (who, timeZone) => {
  const office = who === 'hall' ? hall : other
  for (const [letter, end] of [
    ['C', '-01-01 00:00'],
    ['S', '-09-01 00:00'],
    ['O', '-01 00:00'],
  ] as const) {
    const { price } = await office.price('A', { prix: 5, subscription_type: letter, max_per_user: 2 })
    const first = await grant(price, office)
    expect(clockIn(timeZone, new Date(first.valid_until)).endsWith(end), first.valid_until).toBe(true)
    // A renewal is the whole next one, whenever it is taken.
    const second = await grant(price, office, first.email)
    expect(second.valid_from).toBe(first.valid_until)
    const years = [first, second].map((one) => Number(clockIn(timeZone, new Date(one.valid_until)).slice(0, 4)))
    if (letter !== 'O') expect((years[1] ?? 0) - (years[0] ?? 0)).toBe(1)
  }
})

/** Seen red with the day of the end in place of the day before it. */
it('people read the last day on which it holds', async () => {
  const { price } = await hall.price('A', { prix: 0, name: 'Season', subscription_type: 'S' })
  const email = newEmail()
  const { valid_until } = await grant(price, hall, email)
  const year = clockIn('Europe/Paris', new Date(valid_until)).slice(0, 4)
  const cookie = await signIn(server, hall.slug, hall.slug, email)
  const show = (path: string, language: string) =>
    server.send(hall.slug, 'GET', path, {
      cookie,
      headers: { accept: 'text/html', 'accept-language': language, origin: originOf(server, hall.slug) },
    })
  expect((await show('/account/', 'en')).text).toMatch(new RegExp(`Valid until \\w+ 31 August ${year}`))
  expect((await show('/account/', 'fr')).text).toMatch(new RegExp(`Valable jusqu’au \\w+ 31 août ${year}`))
  const offers = (await show('/membership/', 'en')).text
  expect(offers).toMatch(new RegExp(`until \\w+ 31 August ${year}`))
  const card = /href="[^"]*(\/membership\/[^"]{36,})"/.exec((await show('/account/', 'en')).text)?.[1]
  expect((await show(card ?? '', 'en')).text).toMatch(new RegExp(`Valid until \\w+ 31 August ${year}`))
  const { rows } = await client.query("select letter::text from mail where recipient = $1 and kind = 'membership'", [
    email,
  ])
  expect(rows[0].letter).toContain(`31 August ${year}`)
  // Nobody else reads of it.
  expect(
    (await server.send(other.slug, 'GET', '/membership/', { headers: { accept: 'text/html' } })).text,
  ).not.toContain('Season')
})

it('a day is said with its hour', async () => {
  const { price } = await hall.price('A', { prix: 0, subscription_type: 'D' })
  const { email, valid_until } = await grant(price)
  const { rows } = await client.query("select letter::text from mail where recipient = $1 and kind = 'membership'", [
    email,
  ])
  expect(rows[0].letter).toContain(`, ${clockIn('Europe/Paris', new Date(valid_until)).slice(11)}`)
})
