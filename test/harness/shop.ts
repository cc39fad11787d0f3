import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { newCards, type TestCard } from './cards.ts'
import { makeFormerKey } from './former-key.ts'
import type { TestServer } from './server.ts'
import { signIn } from './sign-in.ts'

type Fields = Record<string, unknown>

/** A producer with one record of each kind, whose every name and address holds its `mark`. */
export type Shop = {
  readonly label: string
  readonly tenantId: string
  /** A word in every text of this tenant, so that a leaked text is recognised. */
  readonly mark: string
  /** An API key with every permission of the tenant. */
  readonly key: string
  readonly deviceKey: string
  readonly deviceId: string
  /** The code of a ticket that may enter. */
  readonly qrcode: string
  /** A cashless card that is known here. */
  readonly card: TestCard
  /** One uuid of each noun; the records belong together. */
  readonly ids: Readonly<Record<Noun, string>>
  /** Creates a record through `POST <path>`; returns its uuid. */
  create(path: string, body: Fields): Promise<string>
}

export type Noun =
  | 'product'
  | 'cashlessMembership'
  | 'price'
  | 'freePrice'
  | 'membershipPrice'
  | 'topUpPrice'
  | 'option'
  | 'location'
  | 'stage'
  | 'project'
  | 'artist'
  | 'code'
  | 'webhook'
  | 'event'
  | 'file'
  | 'reservation'
  | 'thing'
  | 'ticket'
  | 'membership'

const nouns = ['product', 'event', 'reservation', 'ticket', 'membership', 'card', 'place']
const permissions = [...nouns.flatMap((noun) => [`${noun}:read`, `${noun}:write`]), 'ticket:secret']

export async function openShop(server: TestServer, mark: string): Promise<Shop> {
  const label = mark.toLowerCase()
  const made = await server.cli(
    'tenant',
    'create',
    '--organisation',
    mark,
    '--category',
    'P',
    '--email',
    `ada@${label}.test`,
  )
  const key = await makeKey(server, label, permissions)
  const door = await server.cli('device', 'create', '--tenant', label, '--name', `${mark} door`, '--supervisor')
  const paired = await server.send(label, 'GET', new URL(String(door['pairing_url'])).pathname)

  const create = async (path: string, body: Fields): Promise<string> => {
    const answer = await server.send(label, 'POST', path, { key, body })
    if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${answer.text}`)
    return answer.json.uuid
  }
  const named = (name: string) => ({ name: `${mark} ${name}` })
  const product = await create('/api/products/', { ...named('concert'), categorie_article: 'B' })
  const cashlessMembership = await create('/api/products/', {
    ...named('friends'),
    categorie_article: 'A',
    send_to_cashless: true,
  })
  const shirt = await create('/api/products/', { ...named('T-shirt'), categorie_article: 'T' })
  const price = (of: string, name: string, prix: number) =>
    create('/api/prices/', { product: of, ...named(name), prix, max_per_user: 100_000 })
  const location = await create('/api/locations/', named('hall'))
  const option = await create('/api/optionticket/', named('vegetarian'))
  const freePrice = await price(product, 'guest', 0)
  const shirtPrice = await price(shirt, 'L', 0)
  const event = await create('/api/events/', {
    ...named('friday'),
    datetime: new Date(Date.now() + 7 * 86_400_000).toISOString(),
    products: [product, shirt],
    options: [option],
  })
  const membershipPrice = await price(cashlessMembership, 'yearly', 0)
  const reservation = await create('/api/reservations/', {
    event,
    email: `grace@${label}.test`,
    prices: [
      { uuid: freePrice, qty: 1, customers: [{ first_name: `${mark} Grace`, last_name: 'Hopper' }] },
      { uuid: shirtPrice, qty: 500 },
    ],
  })
  const read = await server.send(label, 'GET', `/api/reservations/${reservation}/`, { key })
  const webhook = await create('/api/webhooks/', {
    ...named('books'),
    url: 'https://books.test/hook',
    events: ['device.archived'],
  })
  const file = await create('/api/imports/', { kind: 'products', content: `name\n${mark}` })
  const [card] = await newCards(server, 1)
  if (!card) throw new Error('no card was imported')
  const opened = await server.send(label, 'POST', '/api/cards/', {
    key,
    body: { tag_id: card.tag, number: card.number },
  })
  if (opened.status !== 201) throw new Error(`POST /api/cards/: ${opened.status} ${opened.text}`)
  const { tickets } = (await server.cli('ticket', 'qr', '--tenant', label, '--event', event)) as {
    tickets: { uuid: string; qrcode_data: string }[]
  }
  return {
    label,
    tenantId: String(made['uuid']),
    mark,
    key,
    deviceKey: paired.json.api_key,
    deviceId: paired.json.device_uuid,
    qrcode: tickets[0]?.qrcode_data ?? '',
    card,
    create,
    ids: {
      product,
      cashlessMembership,
      price: await price(product, 'full', 12.5),
      freePrice,
      webhook,
      membershipPrice,
      topUpPrice: await price(
        await create('/api/products/', { ...named('top-up'), categorie_article: 'R' }),
        'topped up',
        5,
      ),
      option,
      location,
      stage: await create('/api/stages/', { ...named('stage'), location }),
      project: await create('/api/projects/', named('tour')),
      artist: await create('/api/artists/', named('owls')),
      code: await create('/api/promotional-codes/', { code: `${mark}-SECRET`, discount_rate: 10 }),
      event,
      file,
      reservation,
      thing: read.json.things[0].uuid,
      ticket: tickets[0]?.uuid ?? '',
      membership: await create('/api/memberships/', { email: `grace@${label}.test`, price: membershipPrice }),
    },
  }
}

/** Creates an API key with these permissions, for a user who may create tenants. */
export async function makeKey(server: TestServer, slug: string, permissions: readonly string[]): Promise<string> {
  const { api_key } = await server.cli(
    'api-key',
    'create',
    '--tenant',
    slug,
    '--user',
    'robot@robots.test',
    '--name',
    'robot',
    ...permissions.flatMap((permission) => ['--permission', permission]),
  )
  return String(api_key)
}

/** One or two columns of each exported list. */
const exportColumns = {
  reservations: ['reference', 'email'],
  tickets: ['ticket', 'seat'],
  things: ['product', 'quantity'],
  members: ['member', 'first_name'],
  payments: ['received'],
  refunds: ['amount'],
} as const

/** A request that succeeds. Each call of `body` gives another one, so that a change is seen to be written. */
export type WorkingRequest = {
  readonly label: string
  readonly path: string
  readonly key: string
  /** The session of a team member, in place of the key, for operations that take a person and refuse any key. */
  readonly cookie?: string
  body(): Fields
}

/** By `METHOD /path/{uuid}/` of the OpenAPI document. Each call gives a new record to act on, where an act uses it up. */
export type WorkingRequests = Readonly<Record<string, () => Promise<WorkingRequest>>>

/** Makes a working request for each operation with a body. `metaKey` has `place:write`, and its user may create tenants. */
export async function workingRequests(
  server: TestServer,
  shop: Shop,
  metaKey: string,
  imageUrl: string,
): Promise<WorkingRequests> {
  const { label, key, deviceKey, deviceId, ids, create, qrcode, card } = shop
  let number = 0
  const next = (name: string) => `${name} ${++number}`

  const at = (path: string, body: () => Fields) => async () => ({ label, path, key, body })
  const atDoor = (path: string, body: () => Fields) => async () => ({ label, path, key: deviceKey, body })
  const atMeta = (path: string, body: () => Fields) => async () => ({ label: 'meta', path, key: metaKey, body })
  /** Makes a new record for each change to act on: the others must stay unchanged where they are needed. */
  const spare = async (path: string, fields: Fields, body: () => Fields) =>
    at(`${path}${await create(path, fields)}/`, body)

  const productBody = () => ({
    name: next('T-shirt'),
    short_description: 'Soft',
    long_description: 'Soft\nand warm',
    terms_and_conditions_document: 'https://shop.test/terms',
    publish: true,
    send_to_cashless: false,
    img_url: null,
  })
  // Without max_per_ser and max_per_user: they are one field, and two different values are refused.
  const priceBody = () => ({
    name: next('Full'),
    short_description: null,
    long_description: null,
    prix: 12.5,
    vat: '5.5',
    stock: 100,
    subscription_type: null,
    adhesion_obligatoire: null,
    free_price: false,
    recurring_payment: false,
    sales_start: null,
    sales_end: null,
  })
  // Only one of discount_rate and discount_amount.
  const codeBody = () => ({
    code: next('CODE').toUpperCase().replaceAll(' ', '-'),
    discount_rate: 10,
    products: [ids.product],
    start_datetime: '2900-01-10T20:00:00+00:00',
    end_datetime: '2900-01-20T23:00:00+00:00',
    usage_limit: 10,
    active: true,
  })
  // Far enough apart, and far enough from today, for any unusual date between them.
  const eventBody = () => ({
    name: next('Night'),
    datetime: '2900-01-10T20:00:00+00:00',
    end_datetime: '2900-01-20T23:00:00+00:00',
    doors_open: '2900-01-10T19:00:00+00:00',
    doors_close: '2900-01-20T22:00:00+00:00',
    short_description: 'Loud',
    long_description: 'Loud\nand long',
    published: true,
    capacity: 100,
    products: [ids.product],
    options: [ids.option],
    artists: [{ uuid: ids.artist, datetime: '2900-01-11T20:00:00+00:00' }],
    category: 'theatre',
    location: ids.location,
    stage: ids.stage,
    project: ids.project,
    img_focus: '25% 0%',
    img_url: null,
  })
  const describedBody = (name: string) => () => ({
    name: next(name),
    short_description: 'Short',
    long_description: 'Long\nand longer',
  })
  const optionBody = () => ({ name: next('Vegan'), description: 'No eggs' })
  const locationBody = () => ({
    name: next('Hall'),
    adress: '1 rue du Port',
    postal_code: '01000',
    city: 'Bourg',
    latitude: 46.20528,
    longitude: 5.225,
  })
  const stageBody = () => ({ name: next('Stage'), location: ids.location })
  const artistBody = () => ({ ...describedBody('The Owls')(), site_web: 'https://owls.test/' })
  const deviceBody = () => ({
    gate: 'North',
    role: 'steward',
    ends_at: '2900-01-10T20:00:00+00:00',
    events: [ids.event],
  })
  const webhookBody = () => ({
    name: next('Accounting'),
    url: 'https://accounting.test/hook',
    events: ['device.archived'],
    signature: 'hmac',
  })
  /** There are so many at most: those that other tests made are not needed any more. */
  async function makeRoomForWebhooks(): Promise<void> {
    const { json } = await server.send(label, 'GET', '/api/webhooks/', { key })
    for (const { uuid } of json)
      if (uuid !== ids.webhook) await server.send(label, 'DELETE', `/api/webhooks/${uuid}/`, { key })
  }
  const bookingBody = () => ({
    event: ids.event,
    email: `visitor-${++number}@visitors.test`,
    to_mail: false,
    options: [ids.option],
    prices: [{ uuid: ids.freePrice, qty: 1, customers: [{ first_name: 'Ada', last_name: 'Lovelace', seat: 'L' }] }],
  })
  const unpaid = () => create('/api/reservations/', { ...bookingBody(), prices: [{ uuid: ids.price, qty: 1 }] })
  const agendaBody = () => ({
    name: next('Le Rex'),
    address: `https://lerex.test/${++number}.ics`,
    site_web: 'https://lerex.test/',
    city: 'Bourg',
    trusted: true,
  })
  const placeBody = () => ({
    organisation: next('Place'),
    short_description: 'A place',
    long_description: 'A place\nto be',
    phone: '0102030405',
    email: 'owner@place.test',
    site_web: 'https://place.test/',
    postal_code: '01000',
    categorie: 'S',
    adress: '1 rue du Port',
    city: 'Bourg',
    latitude: 46.20528,
    longitude: 5.225,
  })
  const placeChange = () => ({
    ...placeBody(),
    legal_documents: 'https://place.test/legal',
    adhesion_obligatoire: false,
    button_adhesion: true,
    language: 'en',
    time_zone: 'Europe/Paris',
    currency: 'EUR',
    online_hold_minutes: 15,
    email_hold_hours: 24,
    cancellation_hours: 48,
    offer_hours: 12,
    transfers: true,
    img_focus: '0% 100%',
    accent_color: '#1A6B3C',
    type_pair: 'serif',
    color_scheme: 'dark',
    picture_header: 'banner',
    sites: ['https://www.place.test'],
  })

  /** Codes that nobody has scanned, many from one booking: a command for each would start a process and its connections each time. */
  let unscanned: Promise<{ uuid: string; qrcode_data: string }[]> = Promise.resolve([])
  const nextCode = async () => {
    const mine = unscanned.then(async (left) => {
      if (left.length > 0) return left
      const body = { event: ids.event, email: 'scanned@visitors.test', prices: [{ uuid: ids.freePrice, qty: 100 }] }
      const booked = await server.send(label, 'POST', '/api/reservations/', { key, body })
      const { tickets } = await server.cli('ticket', 'qr', '--tenant', label, ...booked.json.tickets)
      return tickets as { uuid: string; qrcode_data: string }[]
    })
    unscanned = mine.then(([, ...others]) => others)
    const [code] = await mine
    if (!code) throw new Error('no ticket was booked')
    return code
  }
  /** Makes a ticket that the device has just let in. */
  const scanned = async () => {
    const { uuid, qrcode_data } = await nextCode()
    const { json } = await server.send(label, 'POST', '/scan/ticket/', { key: deviceKey, body: { qrcode_data } })
    if (!json.success) throw new Error(`scanning: ${json.message}`)
    return uuid
  }

  /** Marks a booking as paid with its mail unsent, as a job would that does not run here. */
  const asNotMailed = async (reservation: string) => {
    const client = await server.database.connect()
    await client.query("update reservation set status = 'paid_email_unsent' where id = $1", [reservation])
    await client.end()
  }
  /** Creates an event at which nobody else has a seat. */
  const ownEvent = () => create('/api/events/', { ...eventBody(), capacity: null })
  const ticketOfItsOwn = async () => {
    const body = { event: await ownEvent(), prices: [{ uuid: ids.freePrice, qty: 1 }] }
    return (await server.send(label, 'POST', '/api/reservations/', { key, body })).json.tickets[0]
  }

  const agenda = async () => {
    const body = agendaBody()
    const answer = await server.send('meta', 'POST', '/api/remote-agendas/', { key: metaKey, body })
    if (answer.status !== 201) throw new Error(`POST /api/remote-agendas/: ${answer.status} ${answer.text}`)
    return answer.json.uuid
  }

  /** Ten files wait at most, and one is run at a time. */
  const makeRoomForFiles = async () => {
    const client = await server.database.connect()
    await client.query("update import set state = 'done' where state <> 'done' and id <> $1", [ids.file])
    await client.end()
  }
  /** A file of its own, of which no other one keeps from being run. */
  const runOf = async (what: 'check' | 'run') => {
    await makeRoomForFiles()
    const file = await create('/api/imports/', { kind: 'products', content: `name\n${next('Friday')}` })
    return at(`/api/imports/${file}/${what}/`, () => ({ columns: [{ field: 'name', column: 'name' }] }))()
  }

  const [atDesk, quoted] = [await ownEvent(), await ownEvent()]

  return {
    'POST /api/products/': at('/api/products/', () => ({ ...productBody(), categorie_article: 'T' })),
    'PATCH /api/products/{uuid}/': await spare(
      '/api/products/',
      { name: 'Spare', categorie_article: 'T' },
      productBody,
    ),
    'POST /api/prices/': at('/api/prices/', () => ({ product: ids.product, ...priceBody() })),
    'PATCH /api/prices/{uuid}/': await spare(
      '/api/prices/',
      { product: ids.product, name: 'Spare', prix: 1 },
      priceBody,
    ),
    'POST /api/promotional-codes/': at('/api/promotional-codes/', codeBody),
    'PATCH /api/promotional-codes/{uuid}/': await spare('/api/promotional-codes/', codeBody(), codeBody),
    'POST /api/events/': at('/api/events/', eventBody),
    'PATCH /api/events/{uuid}/': await spare('/api/events/', eventBody(), eventBody),
    'POST /api/events/{uuid}/copies/': at(`/api/events/${ids.event}/copies/`, () => ({
      uuid: randomUUID(),
      starts: ['2900-02-10T20:00:00+00:00'],
      published: false,
    })),
    'POST /api/products/{uuid}/copies/': at(`/api/products/${ids.product}/copies/`, () => ({
      uuid: randomUUID(),
      name: 'Once more',
    })),
    'POST /api/optionticket/': at('/api/optionticket/', optionBody),
    'PATCH /api/optionticket/{uuid}/': await spare('/api/optionticket/', optionBody(), optionBody),
    'POST /api/locations/': at('/api/locations/', locationBody),
    'PATCH /api/locations/{uuid}/': await spare('/api/locations/', locationBody(), locationBody),
    'POST /api/stages/': at('/api/stages/', stageBody),
    'PATCH /api/stages/{uuid}/': await spare('/api/stages/', stageBody(), stageBody),
    'POST /api/projects/': at('/api/projects/', describedBody('Tour')),
    'PATCH /api/projects/{uuid}/': await spare('/api/projects/', describedBody('Tour')(), describedBody('Tour')),
    'POST /api/artists/': at('/api/artists/', artistBody),
    'PATCH /api/artists/{uuid}/': await spare('/api/artists/', artistBody(), artistBody),
    'POST /api/reservations/': at('/api/reservations/', bookingBody),
    'POST /api/reservations/{uuid}/payments/': async () =>
      at(`/api/reservations/${await unpaid()}/payments/`, () => ({ method: 'cash', amount: 12.5 }))(),
    'POST /api/reservations/{uuid}/payment-correction/': async () => {
      const paid = await unpaid()
      await server.send(label, 'POST', `/api/reservations/${paid}/payments/`, { key, body: { method: 'card' } })
      return at(`/api/reservations/${paid}/payment-correction/`, () => ({ method: 'cash' }))()
    },
    'POST /api/reservations/{uuid}/cancellation/': async () =>
      at(`/api/reservations/${await unpaid()}/cancellation/`, () => ({ insist: false }))(),
    'POST /api/reservations/{uuid}/hand-outs/': at(`/api/reservations/${ids.reservation}/hand-outs/`, () => ({
      thing: ids.thing,
      quantity: 1,
      take_back: false,
    })),
    'POST /api/sales/': at('/api/sales/', () => ({ ...bookingBody(), event: atDesk, method: 'cash', amount: 0 })),
    'POST /api/sales/quote/': at('/api/sales/quote/', () => ({ ...bookingBody(), event: quoted })),
    'POST /api/reservations/{uuid}/mails/': at(`/api/reservations/${ids.reservation}/mails/`, () => ({ seen: 0 })),
    'POST /api/personal-data/erasure/': async () => ({
      ...(await at('/api/personal-data/erasure/', () => ({ email: `gone-${++number}@visitors.test` }))()),
      cookie: await signIn(server, label, label, `ada@${label}.test`),
    }),
    'POST /api/reservations/{uuid}/address/': async () => {
      const { json } = await server.send(label, 'POST', '/api/sales/', {
        key,
        body: { ...bookingBody(), email: `mistyped-${++number}@visitors.test`, method: 'cash' },
      })
      await asNotMailed(json.uuid)
      return at(`/api/reservations/${json.uuid}/address/`, () => ({
        email: `right-${++number}@visitors.test`,
        former: json.user_mail,
      }))()
    },
    'POST /api/reservations/{uuid}/hand-outs/mistakes/': async () => {
      const path = `/api/reservations/${ids.reservation}/hand-outs/`
      await server.send(label, 'POST', path, { key, body: { thing: ids.thing, quantity: 1 } })
      const { json } = await server.send(label, 'GET', path, { key })
      return at(`${path}mistakes/`, () => ({ hand_out: json[0].uuid }))()
    },
    'PATCH /api/ticket/{uuid}/': at(`/api/ticket/${await ticketOfItsOwn()}/`, () => ({
      first_name: next('Ada'),
      last_name: 'Lovelace',
      seat: 'L',
    })),
    'POST /api/ticket/{uuid}/undo/': async () =>
      at(`/api/ticket/${await scanned()}/undo/`, () => ({ reason: next('Went out again') }))(),
    'POST /api/events/{uuid}/guests/': at(`/api/events/${ids.event}/guests/`, () => ({
      list: randomUUID(),
      name: 'The band',
      price: ids.freePrice,
      to_mail: false,
      guests: [
        {
          first_name: 'Ada',
          last_name: next('Lovelace'),
          places: 1,
          note: 'Press',
          email: `guest-${++number}@visitors.test`,
        },
      ],
    })),
    'PATCH /api/events/{uuid}/waiting-list/': at(`/api/events/${ids.event}/waiting-list/`, () => ({
      closed: true,
      price: ids.freePrice,
    })),
    'PATCH /api/events/{uuid}/settlement/': at(`/api/events/${ids.event}/settlement/`, () => ({
      costs: [{ label: 'The hall', amount: 200 }],
      artists: [{ uuid: ids.artist, deal: 'versus', guarantee: 500, share: 70 }],
    })),
    'POST /api/promotional-codes/many/': at('/api/promotional-codes/many/', () => {
      const { code: _, active: __, ...shared } = codeBody()
      return { uuid: randomUUID(), prefix: 'MANY', count: 1, ...shared }
    }),
    'POST /api/memberships/sales/': at('/api/memberships/sales/', () => ({
      email: `member-${++number}@visitors.test`,
      price: ids.membershipPrice,
      method: 'cash',
      amount: 0,
    })),
    'POST /api/memberships/sales/quote/': at('/api/memberships/sales/quote/', () => ({
      email: `member-${++number}@visitors.test`,
      price: ids.membershipPrice,
    })),
    'PATCH /api/memberships/{uuid}/': await spare(
      '/api/memberships/',
      { email: `member-${++number}@visitors.test`, price: ids.membershipPrice },
      () => ({ first_name: next('Ada'), last_name: 'Lovelace' }),
    ),
    'POST /api/memberships/{uuid}/mails/': at(`/api/memberships/${ids.membership}/mails/`, () => ({ seen: 0 })),
    'POST /api/memberships/{uuid}/cancellation/': async () => {
      const member = { email: `member-${++number}@visitors.test`, price: ids.membershipPrice }
      return at(`/api/memberships/${await create('/api/memberships/', member)}/cancellation/`, () => ({
        reason: next('Registered twice'),
      }))()
    },
    'POST /api/events/{uuid}/cancellation/': async () =>
      at(`/api/events/${await create('/api/events/', eventBody())}/cancellation/`, () => ({ reason: 'Rain' }))(),
    'POST /api/events/{uuid}/postponement/': async () =>
      at(`/api/events/${await create('/api/events/', eventBody())}/postponement/`, () => ({
        datetime: '2900-01-10T20:00:00+00:00',
        end_datetime: '2900-01-20T23:00:00+00:00',
        doors_open: '2900-01-10T19:00:00+00:00',
        doors_close: '2900-01-20T22:00:00+00:00',
        reason: 'Rain',
      }))(),
    'POST /api/events/{uuid}/former-ticket-keys/': async () =>
      at(`/api/events/${await create('/api/events/', eventBody())}/former-ticket-keys/`, () => ({
        public_key: makeFormerKey().publicKey,
      }))(),
    'POST /api/events/{uuid}/messages/': async () =>
      at(`/api/events/${await create('/api/events/', eventBody())}/messages/`, () => ({
        uuid: randomUUID(),
        subject: 'Doors',
        message: 'Come early.\nIt will be full.',
      }))(),
    'POST /api/waiting-list/': async () => {
      const price = await create('/api/prices/', { product: ids.product, name: next('Gone'), prix: 1, stock: 0 })
      return at('/api/waiting-list/', () => ({
        event: ids.event,
        price,
        email: `waiting-${++number}@visitors.test`,
        places: 1,
      }))()
    },
    'POST /api/memberships/': at('/api/memberships/', () => ({
      email: `member-${++number}@visitors.test`,
      price: ids.membershipPrice,
    })),
    'POST /api/top-ups/': at('/api/top-ups/', () => ({
      email: `payer-${++number}@visitors.test`,
      price: ids.topUpPrice,
      card: card.number,
    })),
    'POST /api/cards/': at('/api/cards/', () => ({ tag_id: card.tag, number: card.number })),
    'POST /api/cards/{tag_id}/movements/': at(`/api/cards/${card.tag}/movements/`, () => ({
      kind: 'credit',
      amount: 5,
      reversal_of: null,
      note: next('Two lemonades'),
    })),
    'POST /api/devices/': at('/api/devices/', () => ({ name: next('Door'), ...deviceBody() })),
    'POST /api/devices/batch/': at('/api/devices/batch/', () => ({ names: [next('Door')], ...deviceBody() })),
    'POST /api/devices/{uuid}/undo/': at(`/api/devices/${deviceId}/undo/`, () => ({
      from: '2026-01-01T20:00:00Z',
      until: '2998-01-01T23:00:00Z',
    })),
    'PATCH /api/devices/{uuid}/': await spare('/api/devices/', { name: 'Spare' }, () => ({
      name: next('Door'),
      ...deviceBody(),
    })),
    ...Object.fromEntries(
      Object.entries(exportColumns).map(([list, columns]) => [
        `POST /api/exports/${list}/`,
        at(`/api/exports/${list}/`, () => ({
          columns,
          form: 'comma',
          event: ids.event,
          from: '1970-01-01',
          to: '2998-12-31',
        })),
      ]),
    ),
    'POST /scan/check_ticket/': atDoor('/scan/check_ticket/', () => ({ qrcode_data: qrcode })),
    'POST /scan/ticket/': atDoor('/scan/ticket/', () => ({
      qrcode_data: qrcode,
      event_uuid: ids.event,
      nonce: null,
      scanned_at: null,
    })),
    'POST /scan/group/': atDoor('/scan/group/', () => ({
      qrcode_data: qrcode,
      event_uuid: ids.event,
      nonce: randomUUID(),
    })),
    'POST /scan/batch/': atDoor('/scan/batch/', () => ({ scans: [{}] })),
    'POST /scan/search_ticket/': atDoor('/scan/search_ticket/', () => ({
      query: next('lovelace'),
      event_uuid: ids.event,
      limit: 10,
      cursor: null,
    })),
    'POST /scan/list_tickets/': atDoor('/scan/list_tickets/', () => ({
      is_scanned: null,
      event_uuid: ids.event,
      limit: 10,
      cursor: null,
    })),
    'POST /scan/admit_ticket/': atDoor('/scan/admit_ticket/', () => ({
      ticket_uuid: ids.ticket,
      event_uuid: ids.event,
      nonce: null,
    })),
    'POST /scan/undo/': async () => {
      const ticket = await scanned()
      return atDoor('/scan/undo/', () => ({ ticket_uuid: ticket, reason: next('Went out again') }))()
    },
    'POST /scan/hand_out/': atDoor('/scan/hand_out/', () => ({
      qrcode_data: qrcode,
      thing: ids.thing,
      quantity: 1,
      nonce: null,
    })),
    'PATCH /api/fediverse/': at('/api/fediverse/', () => ({ on: true })),
    'PATCH /api/appearances/consent/': at('/api/appearances/consent/', () => ({ standing: false })),
    'POST /api/remote-agendas/': atMeta('/api/remote-agendas/', agendaBody),
    'PATCH /api/remote-agendas/{uuid}/': atMeta(`/api/remote-agendas/${await agenda()}/`, agendaBody),
    'POST /api/place/': atMeta('/api/place/', () => ({
      ...placeBody(),
      img_url: imageUrl,
      logo_url: imageUrl,
      first_key: {
        name: next('Till'),
        permissions: ['event:read'],
        expires_at: '2099-05-02T02:00:00Z',
        addresses: ['203.0.113.0/24'],
      },
    })),
    'POST /api/webhooks/': async () => {
      await makeRoomForWebhooks()
      return at('/api/webhooks/', webhookBody)()
    },
    'PATCH /api/webhooks/{uuid}/': at(`/api/webhooks/${ids.webhook}/`, () => {
      const { signature: _, ...changed } = webhookBody()
      return { ...changed, active: true }
    }),
    'POST /api/webhooks/{uuid}/replay/': async () => {
      await server.send(label, 'POST', `/api/webhooks/${ids.webhook}/trial/`, { key })
      return at(`/api/webhooks/${ids.webhook}/replay/`, () => ({
        from: '2026-01-01T20:00:00Z',
        until: '2998-01-01T23:00:00Z',
        status: null,
      }))()
    },
    'POST /api/imports/': async () => {
      await makeRoomForFiles()
      return at('/api/imports/', () => ({
        kind: 'products',
        file_name: next('Products'),
        content: `name\n${next('Friday')}`,
      }))()
    },
    'POST /api/imports/{uuid}/check/': async () => runOf('check'),
    'POST /api/imports/{uuid}/run/': async () => runOf('run'),
    'PATCH /api/settings/': at('/api/settings/', () => ({
      ...placeChange(),
      mail_sender: next('Box office'),
      reply_email: 'answers@place.test',
    })),
    'PATCH /api/place/{uuid}/': atMeta(`/api/place/${shop.tenantId}/`, placeChange),
  }
}

/** Serves a picture on loopback; name its host and port in FETCH_ALLOW. */
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
