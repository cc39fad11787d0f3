import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { newCards } from './cards.ts'
import type { TestServer } from './server.ts'

type WorkingRequest = {
  readonly label: string
  readonly path: string
  readonly body: Record<string, unknown>
  readonly key: string
}

/** A venue with everything on sale, beside another tenant, and for each operation with a body a request that works. */
export type Shop = {
  readonly otherTenantId: string
  /** By `METHOD /path/{uuid}/` of the OpenAPI document. Each call gives a fresh body. */
  readonly requests: Readonly<Record<string, () => WorkingRequest>>
}

const label = 'the-shop'
const nouns = ['product', 'event', 'reservation', 'ticket', 'membership', 'card']
const permissions = nouns.flatMap((noun) => [`${noun}:read`, `${noun}:write`])

export async function buildShop(server: TestServer, imageUrl: string): Promise<Shop> {
  const text = async (words: string[], field: string) => String((await server.cli(...words))[field])
  const { uuid } = await server.cli(
    'tenant',
    'create',
    '--organisation',
    'The shop',
    '--category',
    'P',
    '--email',
    'ada@shop.test',
  )
  const otherTenantId = await text(
    ['tenant', 'create', '--organisation', 'The other', '--category', 'F', '--email', 'ben@other.test'],
    'uuid',
  )
  await server.cli('user', 'grant', '--email', 'robot@shop.test', '--create-tenants')
  const keyWords = (slug: string, granted: readonly string[]) => [
    'api-key',
    'create',
    '--tenant',
    slug,
    '--user',
    'robot@shop.test',
    '--name',
    'robot',
    ...granted.flatMap((permission) => ['--permission', permission]),
  ]
  const key = await text(keyWords(label, permissions), 'api_key')
  const metaKey = await text(keyWords('meta', ['place:read', 'place:write']), 'api_key')
  const pairingUrl = await text(['device', 'create', '--tenant', label, '--name', 'Door'], 'pairing_url')
  const deviceKey = String((await server.send(label, 'GET', new URL(pairingUrl).pathname)).json.api_key)

  const create = async (path: string, body: Record<string, unknown>): Promise<string> => {
    const answer = await server.send(label, 'POST', path, { key, body })
    if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${answer.text}`)
    return answer.json.uuid
  }
  const product = await create('/api/products/', { name: 'Concert', categorie_article: 'B' })
  const membership = await create('/api/products/', { name: 'Friends', categorie_article: 'A' })
  const freePrice = await create('/api/prices/', { product, name: 'Guest', prix: 0, max_per_user: 100_000 })
  const price = await create('/api/prices/', { product, name: 'Full', prix: '12.50', max_per_user: 100_000 })
  const membershipPrice = await create('/api/prices/', {
    product: membership,
    name: 'Yearly',
    prix: 0,
    subscription_type: 'Y',
  })
  const option = await create('/api/optionticket/', { name: 'Vegetarian' })
  const location = await create('/api/locations/', { name: 'Hall' })
  const stage = await create('/api/stages/', { name: 'Main stage', location })
  const project = await create('/api/projects/', { name: 'Tour' })
  const artist = await create('/api/artists/', { name: 'The Owls' })
  const event = await create('/api/events/', {
    name: 'Friday',
    datetime: inDays(7),
    products: [product],
    options: [option],
  })
  const spareEvent = await create('/api/events/', {
    name: 'Saturday',
    datetime: inDays(8),
    products: [product],
  })

  const [card] = await newCards(server, 1)
  if (!card) throw new Error('no card was imported')
  const cardBody = () => ({ tag_id: card.tag, number: card.number })
  const opened = await server.send(label, 'POST', '/api/cards/', { key, body: cardBody() })
  if (opened.status !== 201) throw new Error(`POST /api/cards/: ${opened.status} ${opened.text}`)

  const booking = () => ({
    event,
    email: `visitor-${Math.random().toString(36).slice(2)}@visitors.test`,
    to_mail: false,
    options: [option],
    prices: [
      { uuid: freePrice, qty: 1, customers: [{ first_name: 'Ada', last_name: 'Lovelace', seat: 'L' }] },
    ],
  })
  // Each paying or cancelling request uses one up.
  const unpaid = await Promise.all(
    Array.from({ length: 600 }, () =>
      create('/api/reservations/', { ...booking(), prices: [{ uuid: price, qty: 1 }] }),
    ),
  )
  const takeUnpaid = () => {
    const next = unpaid.shift()
    if (next === undefined) throw new Error('no unpaid reservation is left')
    return next
  }
  await create('/api/reservations/', { ...booking(), email: 'ada@shop.test' })
  const tickets = (await server.cli('ticket', 'qr', '--tenant', label, '--event', event))['tickets'] as {
    qrcode_data: string
  }[]
  const qrcode = tickets[0]?.qrcode_data ?? ''

  const at = (path: string, body: () => Record<string, unknown>) => () => ({ label, path, body: body(), key })
  const atDoor = (path: string, body: () => Record<string, unknown>) => () => ({
    label,
    path,
    body: body(),
    key: deviceKey,
  })
  const atMeta = (path: string, body: () => Record<string, unknown>) => () => ({
    label: 'meta',
    path,
    body: body(),
    key: metaKey,
  })
  const productBody = () => ({
    name: 'T-shirt',
    short_description: 'Soft',
    long_description: 'Soft\nand warm',
    terms_and_conditions_document: 'https://shop.test/terms',
    publish: true,
    send_to_cashless: false,
    img_url: null,
  })
  const priceBody = () => ({
    name: 'Full',
    short_description: null,
    long_description: null,
    prix: 12.5,
    vat: '5.5',
    max_per_ser: 4,
    max_per_user: 4,
    stock: 100,
    subscription_type: null,
    adhesion_obligatoire: null,
  })
  const eventBody = () => ({
    name: 'Night',
    datetime: inDays(9),
    end_datetime: inDays(10),
    doors_open: inDays(9),
    doors_close: inDays(10),
    short_description: 'Loud',
    long_description: 'Loud\nand long',
    published: true,
    capacity: 100,
    products: [product],
    options: [option],
    artists: [{ uuid: artist, datetime: inDays(9) }],
    location,
    stage,
    project,
    img_url: null,
  })
  const named = (name: string) => () => ({ name })
  const placeBody = () => ({
    organisation: `Place ${Math.random().toString(36).slice(2)}`,
    short_description: 'A place',
    long_description: 'A place\nto be',
    phone: '0102030405',
    email: 'owner@place.test',
    site_web: 'https://place.test/',
    postal_code: '01000',
    img_url: imageUrl,
    logo_url: imageUrl,
    categorie: 'S',
    adress: '1 rue du Port',
    city: 'Bourg',
  })

  return {
    otherTenantId,
    requests: {
      'POST /api/products/': at('/api/products/', () => ({ ...productBody(), categorie_article: 'T' })),
      'PATCH /api/products/{uuid}/': at(`/api/products/${product}/`, productBody),
      'POST /api/prices/': at('/api/prices/', () => ({ product, ...priceBody() })),
      'PATCH /api/prices/{uuid}/': at(
        `/api/prices/${await create('/api/prices/', { product, name: 'Spare', prix: 1 })}/`,
        priceBody,
      ),
      'POST /api/events/': at('/api/events/', eventBody),
      'PATCH /api/events/{uuid}/': at(`/api/events/${spareEvent}/`, eventBody),
      'POST /api/optionticket/': at('/api/optionticket/', named('Vegan')),
      'PATCH /api/optionticket/{uuid}/': at(`/api/optionticket/${option}/`, named('Vegan')),
      'POST /api/locations/': at('/api/locations/', () => ({
        name: 'Hall',
        adress: '1 rue du Port',
        postal_code: '01000',
        city: 'Bourg',
      })),
      'PATCH /api/locations/{uuid}/': at(`/api/locations/${location}/`, named('Hall')),
      'POST /api/stages/': at('/api/stages/', () => ({ name: 'Stage', location })),
      'PATCH /api/stages/{uuid}/': at(`/api/stages/${stage}/`, () => ({ name: 'Stage', location })),
      'POST /api/projects/': at('/api/projects/', named('Tour')),
      'PATCH /api/projects/{uuid}/': at(`/api/projects/${project}/`, named('Tour')),
      'POST /api/artists/': at('/api/artists/', named('The Owls')),
      'PATCH /api/artists/{uuid}/': at(`/api/artists/${artist}/`, named('The Owls')),
      'POST /api/reservations/': at('/api/reservations/', booking),
      'POST /api/reservations/{uuid}/payments/': () =>
        at(`/api/reservations/${takeUnpaid()}/payments/`, () => ({ method: 'cash', amount: 12.5 }))(),
      'POST /api/reservations/{uuid}/cancellation/': () =>
        at(`/api/reservations/${takeUnpaid()}/cancellation/`, () => ({ insist: false }))(),
      'POST /api/memberships/': at('/api/memberships/', () => ({
        email: `member-${Math.random().toString(36).slice(2)}@visitors.test`,
        price: membershipPrice,
      })),
      'POST /api/cards/': at('/api/cards/', cardBody),
      'POST /api/cards/{tag_id}/movements/': at(`/api/cards/${card.tag}/movements/`, () => ({
        kind: 'credit',
        amount: 5,
        reversal_of: null,
        note: 'Two lemonades',
      })),
      'POST /scan/check_ticket/': atDoor('/scan/check_ticket/', () => ({ qrcode_data: qrcode })),
      'POST /scan/ticket/': atDoor('/scan/ticket/', () => ({
        qrcode_data: qrcode,
        event_uuid: event,
        nonce: null,
        scanned_at: null,
      })),
      'POST /api/place/': atMeta('/api/place/', placeBody),
      'PATCH /api/place/{uuid}/': atMeta(`/api/place/${String(uuid)}/`, () => ({
        ...placeBody(),
        organisation: 'The shop',
        categorie: 'P',
      })),
    },
  }

  function inDays(days: number): string {
    return new Date(Date.now() + days * 86_400_000).toISOString()
  }
}

/** A picture on loopback; name its host and port in FETCH_ALLOW. */
export async function servePicture(): Promise<{
  readonly url: string
  readonly allow: string
  readonly server: Server
}> {
  const picture = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#246' } })
    .png()
    .toBuffer()
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'image/png' }).end(picture),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/picture.png`, allow: `127.0.0.1:${port}`, server }
}
