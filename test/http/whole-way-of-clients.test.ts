import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createKey } from '../harness/box-office.ts'
import { type PictureServer, startPictureServer } from '../harness/picture-server.ts'
import { startServer, type TestServer } from '../harness/server.ts'

/**
 * The calls of clients of this interface in their order, with the fields that they send: organisations, artists as organisations of
 * category A, products, prices, options, events of each kind, a booking. Two venues go the same way, and neither meets the other.
 */
let pictures: PictureServer
let server: TestServer
let metaKey: string
const venues: { readonly slug: string; readonly uuid: string; readonly key: string }[] = []
const artists: string[] = []

const nouns = ['product', 'event', 'reservation', 'ticket', 'membership']

async function place(organisation: string, categorie: string) {
  const answer = await server.send('meta', 'POST', '/api/place/', {
    key: metaKey,
    body: {
      organisation,
      categorie,
      short_description: 'Music, every week',
      long_description: 'A place for music.\nAnd a bar.',
      phone: '0612345678',
      email: 'box.office@example.org',
      site_web: 'https://example.org',
      postal_code: '31000',
      img_url: pictures.url('/picture.png'),
      logo_url: pictures.url('/logo.png'),
      adhesion_obligatoire: false,
      button_adhesion: true,
      stripe_connect_account: 'acct_of_another_server',
    },
  })
  expect([answer.status, answer.json.organisation, answer.json.categorie]).toEqual([201, organisation, categorie])
  return { slug: String(answer.json.slug), uuid: String(answer.json.uuid) }
}

beforeAll(async () => {
  pictures = await startPictureServer()
  server = await startServer({ environment: { FETCH_ALLOW: pictures.host } })
  await server.cli('user', 'grant', '--email', 'robot@example.org', '--create-tenants')
  metaKey = await createKey(server, 'meta', ['--permission', 'place:write'])
  for (const organisation of ['The Slope', 'The Ditch']) {
    const { slug, uuid } = await place(organisation, 'S')
    const permissions = nouns.flatMap((noun) => ['--permission', `${noun}:read`, '--permission', `${noun}:write`])
    venues.push({ slug, uuid, key: await createKey(server, slug, permissions) })
  }
  for (const name of ['Ziskakan', 'Balaphonik Sound System']) artists.push((await place(name, 'A')).uuid)
})

afterAll(async () => {
  await server?.stop()
  await pictures?.stop()
})

it.each([0, 1])('leads from nothing to tickets, at venue %i', async (index) => {
  const { slug, key } = venues[index] ?? { slug: '', key: '' }
  const make = async (path: string, body: object) => {
    const answer = await server.send(slug, 'POST', path, { key, body })
    expect([path, answer.status, answer.json.code]).toEqual([path, 201, undefined])
    return answer.json
  }
  const product = async (name: string, categorie_article: string, fields: object = {}) =>
    String((await make('/api/products/', { name, categorie_article, publish: true, ...fields })).uuid)
  const price = (of: string, name: string, prix: string | number, fields: object = {}) =>
    make('/api/prices/', { product: of, name, prix, ...fields })

  const membership = await product('Membership', 'A', { send_to_cashless: true })
  const topUp = await product('Cashless top-up', 'S')
  const tickets = await product('Concert ticket', 'B', { short_description: 'One evening' })
  const shirt = await product('T-shirt', 'T', { img_url: pictures.url('/picture.png') })
  const yearly = await price(membership, 'Yearly', '20', { subscription_type: 'Y', vat: 'NA' })
  const monthly = await price(membership, 'Monthly', 2, { subscription_type: 'M', recurring_payment: true })
  const full = await price(tickets, 'Full', '10.00', { vat: 'VG', max_per_user: 4, stock: 100 })
  const member = await price(tickets, 'Members', 5, { vat: '5.5', adhesion_obligatoire: membership })
  await price(topUp, 'Twenty', 20)
  const large = await price(shirt, 'L', '15.50')
  expect([yearly.subscription_type, monthly.subscription_type]).toEqual(['Y', 'M'])
  expect([full.vat, member.vat, member.adhesion_obligatoire]).toEqual(['20.00', '5.50', membership])
  // A body of an array, as the lists of the interface are asked for, makes nothing.
  const { json: listed } = await server.send(slug, 'GET', '/api/products/', {})
  expect(listed.map(({ categorie_article: letter }: { categorie_article: string }) => letter).toSorted()).toEqual([
    'A',
    'B',
    'R',
    'T',
  ])

  const [tent, vegan, meat] = await Promise.all(
    ['Tent', 'Vegan', 'Meat'].map(async (name) => (await make('/api/optionticket/', { name })).uuid as string),
  )
  const starts = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const byArtists = await make('/api/events/', {
    datetime: starts(7),
    artists: artists.map((uuid) => ({ uuid, datetime: starts(7) })),
    products: [tickets, shirt],
    jauge_max: 50,
    max_per_user: 6,
  })
  expect([byArtists.name, byArtists.capacity, byArtists.max_per_user]).toEqual([
    'Ziskakan, Balaphonik Sound System',
    50,
    6,
  ])
  expect(byArtists.artists.map(({ uuid }: { uuid: string }) => uuid)).toEqual(artists)
  const withOptions = await make('/api/events/', {
    name: 'A week-end',
    datetime: starts(9),
    end_datetime: starts(11),
    short_description: 'Two nights',
    products: [tickets],
    options_checkbox: [tent],
    options_radio: [vegan, meat],
    img_url: pictures.url('/picture.png'),
  })
  expect([withOptions.options, withOptions.options_radio]).toEqual([[tent], [vegan, meat]])

  const email = `${randomUUID()}@example.org`
  const booked = await server.send(slug, 'POST', '/api/reservations/', {
    body: {
      event: withOptions.uuid,
      email,
      to_mail: true,
      options: [tent, vegan],
      prices: [
        { uuid: full.uuid, qty: 2, customers: ['Ada', 'Ben'].map((first_name) => ({ first_name, last_name: 'L.' })) },
      ],
    },
  })
  expect([booked.status, booked.json.status, booked.json.amount]).toEqual([201, 'U', 20])
  const sold = await make('/api/sales/', {
    event: byArtists.uuid,
    prices: [
      { uuid: full.uuid, qty: 1 },
      { uuid: large.uuid, qty: 1 },
    ],
    method: 'cash',
    amount: 25.5,
  })
  expect([sold.status, sold.tickets.length, sold.things.length]).toEqual(['P', 1, 1])
  const page = await server.send(slug, 'GET', `/events/${byArtists.slug}/`, {})
  for (const word of ['Ziskakan', 'Balaphonik Sound System', 'Full', 'T-shirt']) expect(page.text).toContain(word)
  const ticket = await server.send(slug, 'GET', `/api/ticket/${sold.tickets[0]}`, { key })
  expect([ticket.json.status, ticket.json.event, ticket.json.price]).toEqual(['K', byArtists.uuid, full.uuid])

  const neighbour = venues[1 - index]
  const beside = await server.send(neighbour?.slug ?? '', 'GET', `/api/reservations/${sold.uuid}/`, {
    key: neighbour?.key ?? '',
  })
  expect(beside.status).toBe(404)
})
