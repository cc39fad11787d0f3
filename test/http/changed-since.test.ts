import { afterAll, describe, expect, it } from 'vitest'
import { one, visitor } from '../harness/booking.ts'
import { type BoxOffice, boxOffice, createKey, hoursAhead, untilQuiet, untilTrue } from '../harness/box-office.ts'
import { pairPhone, qrCodesOf } from '../harness/door.ts'
import { makeFormerKey } from '../harness/former-key.ts'
import { twoOffices } from '../harness/two-tenants.ts'
import { startWebhookReceiver } from '../harness/webhook-receiver.ts'

/**
 * A client that keeps a copy asks each list what changed since it last asked (ADR 0264): what changed is shown, whatever it was of all that
 * an answer shows, and what did not is not.
 */
const receiver = await startWebhookReceiver()
afterAll(() => receiver.stop())
const { server, client, hall, other } = await twoOffices({ environment: { FETCH_ALLOW: receiver.host } })
const phone = await pairPhone(server, hall.slug)
const auditor = await createKey(server, hall.slug, ['--permission', 'place:read'])

const tour = await server.cli(
  ...['tenant', 'create', '--organisation', 'Northwind', '--category', 'P', '--email', 'admin@example.org'],
)
const [slug, tenantId] = [String(tour['slug']), String(tour['uuid'])]
const producer = boxOffice(server, {
  slug,
  tenantId,
  key: await createKey(server, slug, ['--permission', 'event:read', '--permission', 'event:write']),
})

await server.cli('user', 'grant', '--email', 'robot@example.org', '--create-tenants')
const metaKey = await createKey(
  server,
  'meta',
  ['place:read', 'place:write', 'event:read', 'event:write'].flatMap((one) => ['--permission', one]),
)
const meta = boxOffice(server, { slug: 'meta', tenantId: '', key: metaKey })
const settings = boxOffice(server, {
  ...hall,
  key: await createKey(
    server,
    hall.slug,
    ['place:read', 'place:write', 'product:write'].flatMap((one) => ['--permission', one]),
  ),
})
const audit = boxOffice(server, { ...hall, key: auditor })

type Made = {
  readonly list: string
  /** What is changed, and what is not; null: there is nothing else in the list. */
  readonly one: string
  readonly other: string | null
}

type List = {
  /** The address as the document has it. */
  readonly path: string
  readonly make: () => Promise<Made>
  /** Whatever changes `one`, by what it is; they happen to it in this order. */
  readonly changes: Readonly<Record<string, (made: Made) => Promise<unknown>>>
  readonly at?: BoxOffice
  /** Where the list is of everybody, there is no stranger to it. */
  readonly isPublic?: true
  /** What an item is known by. */
  readonly id?: string
}

async function done<T extends { readonly status: number; readonly text: string }>(asked: Promise<T>): Promise<T> {
  const answer = await asked
  if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`)
  return answer
}

/** Two of a noun that is made by one body, which a change of some fields moves. */
function plain(path: string, body: () => object, change: object, at = hall): List {
  const list = `/api/${path}/`
  return {
    path: list,
    at,
    isPublic: true,
    make: async () => ({
      list,
      one: await at.create(path, { ...body() }),
      other: await at.create(path, { ...body() }),
    }),
    changes: { 'its fields': (made) => done(at.patch(`${list}${made.one}/`, { ...change })) },
  }
}

let number = 0
const named = () => ({ name: `Thing ${++number}` })

const webhookAtHall = () =>
  settings.create('webhooks', { name: 'Till', url: receiver.url('/told'), events: ['device.archived'] })

/** Events that name an organisation as artist, as those of another one would be: ids, in the order they start. */
async function appearancesOf(artist: string, count: number): Promise<readonly string[]> {
  const { rows } = await client.query<{ id: string }>(
    `with announced as (
       insert into calendar_entry (tenant_id, event_id, slug, name, starts_at, over_at, folded_what, folded_where)
       select $1, gen_random_uuid(), 'night-' || n, 'Night ' || n, date_trunc('second', now()) + n * interval '1 day',
         date_trunc('second', now()) + n * interval '25 hours', '', ''
       from generate_series(1, $3) n returning tenant_id, event_id)
     insert into appearance (id, organiser_id, event_id, artist_id, state, created_at)
     select gen_random_uuid(), tenant_id, event_id, $2, 'waiting', now() from announced returning id`,
    [other.tenantId, artist, count],
  )
  return rows.map(({ id }) => id)
}

async function newMeta(): Promise<string> {
  const words = ['--organisation', `Town ${++number}`, '--category', 'M', '--email', 'mia@town.test']
  return String((await server.cli('tenant', 'create', ...words))['uuid'])
}
const fileAtHall = () => settings.create('imports', { kind: 'products', content: `name\nThing ${++number}` })

/** A calendar elsewhere that nobody can reach. */
const agendaAtMeta = () =>
  meta.create('remote-agendas', {
    name: 'Rex',
    address: `http://127.0.0.1:9/${++number}.ics`,
    site_web: 'https://rex.test/',
  })

async function eventsOf(agenda: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ id: string }>(
    `insert into remote_event (tenant_id, id, agenda_id, uid, recurrence, name, starts_at, all_day, time_zone, categories, state, created_at)
     select tenant_id, gen_random_uuid(), id, n, '', n, now() + interval '1 day', false, 'UTC', '{}', 'waiting', now()
     from remote_agenda, generate_series(1, 2) n where id = $1 returning id`,
    [agenda],
  )
  return rows.map(({ id }) => id)
}

async function night(priceFields = {}, eventFields = {}) {
  const { price, product } = await hall.price('B', priceFields)
  return { price, product, event: await hall.event([product], eventFields) }
}

type Night = Pick<Awaited<ReturnType<typeof night>>, 'event' | 'price'>

async function paid({ event, price }: Night, fields: object = {}): Promise<string> {
  const { json } = await done(hall.book({ event, email: visitor(), prices: one(price), ...fields }))
  await done(hall.post(`/api/reservations/${json.uuid}/payments/`, { method: 'cash' }))
  return json.uuid
}

const reservation = async (uuid: string) => (await done(hall.get(`/api/reservations/${uuid}/`))).json
const ticketOf = async (uuid: string): Promise<string> => (await reservation(uuid)).tickets[0]

async function scan(ticket: string) {
  const qrcode_data = (await qrCodesOf(server, hall.slug, [ticket])).get(ticket)
  const { json } = await server.send(hall.slug, 'POST', '/scan/ticket/', { key: phone.key, body: { qrcode_data } })
  expect(json.success).toBe(true)
}

const undo = (ticket: string) => done(hall.post(`/api/ticket/${ticket}/undo/`, { reason: 'Went out again' }))
const cancel = (uuid: string) => done(hall.post(`/api/reservations/${uuid}/cancellation/`))

let shirt: Awaited<ReturnType<BoxOffice['price']>>
let option = ''
let promotionalCode = ''
let bookedWithCode = ''

const lists: readonly List[] = [
  {
    path: '/api/products/',
    isPublic: true,
    make: async () => ({
      list: '/api/products/',
      one: (await hall.price('T')).product,
      other: (await hall.price('T')).product,
    }),
    changes: {
      'its fields': (made) => done(hall.patch(`/api/products/${made.one}/`, { name: 'Another name' })),
      'a price that is added': (made) => hall.create('prices', { product: made.one, name: 'L', prix: 5 }),
      'one of its prices': async (made) => {
        const [price] = (await hall.get(`/api/products/${made.one}/`)).json.prices
        await done(hall.patch(`/api/prices/${price.uuid}/`, { prix: 6 }))
      },
    },
  },
  {
    path: '/api/prices/',
    isPublic: true,
    make: async () => ({
      list: '/api/prices/',
      one: (await hall.price('T')).price,
      other: (await hall.price('T')).price,
    }),
    changes: {
      'its fields': (made) => done(hall.patch(`/api/prices/${made.one}/`, { prix: 7 })),
      'its product, which shows it': async (made) => {
        const { product } = (await hall.get(`/api/prices/${made.one}/`)).json
        await done(hall.patch(`/api/products/${product}/`, { published: false }))
      },
    },
  },
  {
    path: '/api/promotional-codes/',
    make: async () => {
      const make = (code: string) => hall.create('promotional-codes', { code, discount_rate: 50 })
      promotionalCode = `FRIENDS-${++number}`
      return {
        list: '/api/promotional-codes/',
        one: await make(promotionalCode),
        other: await make(`FAMILY-${number}`),
      }
    },
    changes: {
      'its fields': (made) => done(hall.patch(`/api/promotional-codes/${made.one}/`, { discount_rate: 40 })),
      'a use': async () => {
        bookedWithCode = await paid(await night(), { promotional_code: promotionalCode })
      },
      'a use that is released': () => cancel(bookedWithCode),
    },
  },
  {
    path: '/api/events/',
    isPublic: true,
    make: async () => ({ list: '/api/events/', one: (await night()).event, other: (await night()).event }),
    changes: {
      'its fields': (made) => done(hall.patch(`/api/events/${made.one}/`, { capacity: 30 })),
      'its artists': async (made) => {
        const uuid = await hall.create('artists', named())
        await done(hall.patch(`/api/events/${made.one}/`, { artists: [{ uuid }] }))
      },
      'its products': async (made) =>
        done(hall.patch(`/api/events/${made.one}/`, { products: [(await hall.price('B')).product] })),
      'its options': async (made) =>
        done(hall.patch(`/api/events/${made.one}/`, { options: [await hall.create('optionticket', named())] })),
      'a postponement': (made) =>
        done(hall.post(`/api/events/${made.one}/postponement/`, { datetime: hoursAhead(48) })),
    },
  },
  {
    path: '/api/events/{uuid}/notices/',
    make: async () => {
      const { event, price } = await night()
      await paid({ event, price })
      await done(hall.post(`/api/events/${event}/cancellation/`))
      const list = `/api/events/${event}/notices/`
      await untilTrue(async () => (await hall.get(list)).json[0].ended !== null)
      return { list, one: (await hall.get(list)).json[0].uuid, other: null }
    },
    changes: {
      'what became of a refund': async ({ list }) => {
        const event = list.split('/')[3]
        const [{ uuid }] = (await hall.get(`/api/refunds/?event=${event}`)).json
        await done(hall.post(`/api/refunds/${uuid}/handover/`))
      },
    },
  },
  {
    path: '/api/events/{uuid}/messages/',
    make: async () => {
      const { event, price } = await night()
      await paid({ event, price })
      const list = `/api/events/${event}/messages/`
      const send = async () =>
        (await done(hall.post(list, { subject: 'Doors', message: 'Come early.' }))).json.uuid as string
      const made = { list, one: await send(), other: await send() }
      await untilTrue(async () => (await hall.get(list)).json.every(({ ended }: { ended: string | null }) => ended))
      return made
    },
    changes: {
      // How far it has come is written by a job; here by the test, as the job does.
      'how far it has come': ({ one: id }) =>
        client.query('update event_notice set left_out = left_out + 1, updated_at = now() where id = $1', [id]),
    },
  },
  {
    path: '/api/events/{uuid}/former-ticket-keys/',
    make: async () => {
      const list = `/api/events/${(await night()).event}/former-ticket-keys/`
      const keys = boxOffice(server, {
        ...hall,
        key: await createKey(server, hall.slug, ['--permission', 'ticket:secret']),
      })
      const add = async () => (await done(keys.post(list, { public_key: makeFormerKey().publicKey }))).json.uuid
      return { list, one: await add(), other: await add() }
    },
    // It is added and removed, and is nothing that changes.
    changes: {},
  },
  plain('optionticket', named, { description: 'With a view' }),
  plain('artists', named, { short_description: 'Songs' }),
  plain('locations', named, { city: 'Nantes' }, producer),
  plain('stages', named, { archived: true }, producer),
  plain('projects', named, { short_description: 'Songs' }, producer),
  {
    path: '/api/reservations/',
    make: async () => {
      const place = await night()
      shirt = await hall.price('T')
      const book = async () =>
        (await done(hall.book({ ...place, email: visitor(), prices: [...one(place.price), ...one(shirt.price)] }))).json
          .uuid
      return {
        list: '/api/reservations/',
        one: await book(),
        other: (await done(hall.book({ ...place, email: visitor(), prices: one(place.price) }))).json.uuid,
      }
    },
    changes: {
      'a payment': (made) => done(hall.post(`/api/reservations/${made.one}/payments/`, { method: 'cash' })),
      'a hand-out': async (made) => {
        const [thing] = (await reservation(made.one)).things
        await done(hall.post(`/api/reservations/${made.one}/hand-outs/`, { thing: thing.uuid, quantity: 1 }))
      },
      'a thing that comes back': async (made) => {
        const [thing] = (await reservation(made.one)).things
        const asked = { thing: thing.uuid, quantity: 1, take_back: true }
        await done(hall.post(`/api/reservations/${made.one}/hand-outs/`, asked))
      },
      'the name of a thing': () => done(hall.patch(`/api/products/${shirt.product}/`, { name: 'Pullover' })),
      'the holder of a ticket': async (made) =>
        done(hall.patch(`/api/ticket/${await ticketOf(made.one)}/`, { first_name: 'Ada' })),
      'its cancellation': (made) => cancel(made.one),
      'a refund that is handed over': async (made) => {
        const all = (await hall.get('/api/refunds/')).json as { uuid: string; reservation: string }[]
        const refund = all.find((row) => row.reservation === made.one)
        await done(hall.post(`/api/refunds/${refund?.uuid}/handover/`))
      },
    },
  },
  {
    path: '/api/reservations/{uuid}/payments/',
    make: async () => {
      const uuid = await paid(await night())
      const list = `/api/reservations/${uuid}/payments/`
      return { list, one: (await hall.get(list)).json[0].uuid, other: null }
    },
    changes: {
      'a refund': ({ list }) => cancel(String(list.split('/')[3])),
      'what became of its refund': async ({ list }) => {
        const [{ refunds }] = (await hall.get(list)).json
        await done(hall.post(`/api/refunds/${refunds[0].uuid}/handover/`))
      },
    },
  },
  {
    path: '/api/reservations/{uuid}/hand-outs/',
    make: async () => {
      const { event } = await night()
      const { price } = await hall.price('T')
      const uuid = await paid({ event, price }, { prices: one(price, 2) })
      const [thing] = (await reservation(uuid)).things
      const list = `/api/reservations/${uuid}/hand-outs/`
      for (const _ of [1, 2]) await done(hall.post(list, { thing: thing.uuid, quantity: 1 }))
      const [latest, first] = (await hall.get(list)).json
      return { list, one: latest.uuid, other: first.uuid }
    },
    changes: { 'its undo': ({ list, one: id }) => done(hall.post(`${list}mistakes/`, { hand_out: id })) },
  },
  {
    path: '/api/refunds/',
    make: async () => {
      const place = await night()
      const event = place.event
      for (const uuid of [await paid(place), await paid(place)]) await cancel(uuid)
      const list = `/api/refunds/?event=${event}`
      const [first, second] = (await hall.get(list)).json
      return { list, one: first.uuid, other: second.uuid }
    },
    changes: {
      'its handover': ({ one: id }) => done(hall.post(`/api/refunds/${id}/handover/`)),
      'the undo of that': ({ one: id }) =>
        done(server.send(hall.slug, 'DELETE', `/api/refunds/${id}/handover/`, { key: hall.key })),
    },
  },
  {
    path: '/api/ticket/',
    make: async () => {
      option = await hall.create('optionticket', named())
      const place = await night({}, { options: [option] })
      const [first, second] = [await paid(place, { options: [option] }), await paid(place)]
      return { list: `/api/ticket/?event=${place.event}`, one: await ticketOf(first), other: await ticketOf(second) }
    },
    changes: {
      'its scan': ({ one: id }) => scan(id),
      'the undo of that': ({ one: id }) => undo(id),
      'another scan': ({ one: id }) => scan(id),
      'the undo of all scans of a device': () => {
        const [from, until] = [hoursAhead(-1), hoursAhead(1)]
        return done(hall.post(`/api/devices/${phone.id}/undo/`, { from, until }))
      },
      'its holder and seat': ({ one: id }) =>
        done(hall.patch(`/api/ticket/${id}/`, { first_name: 'Ada', last_name: 'Lovelace', seat: 'B12' })),
      'the name of an option': () => done(hall.patch(`/api/optionticket/${option}/`, { name: 'Balcony' })),
    },
  },
  {
    path: '/api/waiting-list/',
    make: async () => {
      const place = await night({}, { capacity: 1 })
      await paid(place)
      for (const email of [visitor(), visitor()])
        await done(hall.post('/api/waiting-list/', { ...place, email, places: 1 }))
      const list = `/api/waiting-list/?event=${place.event}`
      const [first, second] = (await hall.get(list)).json
      return { list, one: first.uuid, other: second.uuid }
    },
    changes: {
      'an offer': async ({ list }) => {
        const [{ uuid }] = (await hall.get(list.replace('waiting-list', 'reservations'))).json
        await cancel(uuid)
        await untilTrue(async () => (await hall.get(list)).json[0].status === 'offered')
      },
    },
  },
  {
    path: '/api/events/{uuid}/guests/',
    id: 'reservation',
    make: async () => {
      const { event, price } = await night()
      const list = `/api/events/${event}/guests/`
      await done(hall.post(list, { price, guests: [{ last_name: 'Ada' }, { last_name: 'Hopper' }] }))
      const [first, second] = (await hall.get(list)).json
      return { list, one: first.reservation, other: second.reservation }
    },
    changes: {
      'a scan': async ({ one: id }) => scan(await ticketOf(id)),
      'the undo of that': async ({ one: id }) => undo(await ticketOf(id)),
      'a cancellation': ({ one: id }) => cancel(id),
    },
  },
  {
    path: '/api/memberships/',
    make: async () => {
      const { price } = await hall.price('A', { subscription_type: 'Y' })
      const grant = async () => (await done(hall.post('/api/memberships/', { email: visitor(), price }))).json.uuid
      return { list: '/api/memberships/', one: await grant(), other: await grant() }
    },
    changes: {
      'its cancellation': ({ one: id }) =>
        done(hall.post(`/api/memberships/${id}/cancellation/`, { reason: 'Registered twice' })),
    },
  },
  {
    path: '/api/devices/',
    make: async () => ({
      list: '/api/devices/',
      one: await hall.create('devices', { name: 'North' }),
      other: await hall.create('devices', { name: 'South' }),
    }),
    changes: {
      'its fields': ({ one: id }) => done(hall.patch(`/api/devices/${id}/`, { gate: 'West' })),
      'a new pairing code': ({ one: id }) => done(hall.post(`/api/devices/${id}/pairing-code/`)),
      'its end': ({ one: id }) => done(hall.post(`/api/devices/${id}/archive/`)),
    },
  },
  {
    path: '/api/imports/',
    at: settings,
    make: async () => ({ list: '/api/imports/', one: await fileAtHall(), other: await fileAtHall() }),
    changes: {
      'a check': async ({ one: id }) => {
        await done(settings.post(`/api/imports/${id}/check/`))
        await untilQuiet(client)
      },
      'an import': async ({ one: id }) => {
        await done(settings.post(`/api/imports/${id}/run/`))
        await untilQuiet(client)
      },
    },
  },
  {
    path: '/api/webhooks/',
    at: settings,
    make: async () => ({ list: '/api/webhooks/', one: await webhookAtHall(), other: await webhookAtHall() }),
    changes: {
      'its fields': ({ one: id }) => done(settings.patch(`/api/webhooks/${id}/`, { name: 'Another' })),
      'its state': ({ one: id }) => done(settings.patch(`/api/webhooks/${id}/`, { active: false })),
      'a new secret': ({ one: id }) => done(settings.post(`/api/webhooks/${id}/roll/`)),
    },
  },
  {
    path: '/api/webhooks/{uuid}/deliveries/',
    at: settings,
    make: async () => {
      const [id, from] = [await webhookAtHall(), receiver.calls('/told').length]
      const trial = async () => (await done(settings.post(`/api/webhooks/${id}/trial/`))).json.uuid
      const [one, other] = [await trial(), await trial()]
      await receiver.until('/told', from + 2)
      return { list: `/api/webhooks/${id}/deliveries/`, one, other }
    },
    changes: {
      'a replay': async ({ list, one: id }) => {
        const from = receiver.calls('/told').length
        await done(settings.post(`${list}${id}/replay/`))
        await receiver.until('/told', from + 1)
      },
    },
  },
  {
    path: '/api/remote-agendas/',
    at: meta,
    make: async () => ({ list: '/api/remote-agendas/', one: await agendaAtMeta(), other: await agendaAtMeta() }),
    changes: {
      'its fields': ({ one: id }) => done(meta.patch(`/api/remote-agendas/${id}/`, { city: 'Lyon' })),
      'a reading': async ({ one: id }) => {
        // It was read when it was made, moments ago.
        await client.query('update remote_agenda set asked_at = null where id = $1', [id])
        await done(meta.post(`/api/remote-agendas/${id}/fetch/`))
        await untilQuiet(client)
      },
    },
  },
  {
    path: '/api/remote-events/',
    at: meta,
    make: async () => {
      const agenda = await agendaAtMeta()
      const [one = '', other = ''] = await eventsOf(agenda)
      return { list: '/api/remote-events/', one, other }
    },
    changes: { 'a decision': ({ one: id }) => done(meta.post(`/api/remote-events/${id}/accept/`)) },
  },
  {
    path: '/api/appearances/',
    at: producer,
    make: async () => {
      const [one = '', another = ''] = await appearancesOf(producer.tenantId, 2)
      return { list: '/api/appearances/', one, other: another }
    },
    changes: { 'a decision': ({ one: id }) => done(producer.post(`/api/appearances/${id}/agree/`)) },
  },
  {
    path: '/api/shared-calendars/',
    at: settings,
    make: async () => {
      const [one, another] = [await newMeta(), await newMeta()]
      return { list: '/api/shared-calendars/', one, other: another }
    },
    changes: Object.fromEntries(
      ['ask', 'withdraw'].map((move) => [
        move,
        ({ one: id }: Made) => done(settings.post(`/api/shared-calendars/${id}/${move}/`)),
      ]),
    ),
  },
  {
    path: '/api/federation/',
    at: meta,
    make: async () => {
      await client.query(
        `insert into federation_member (meta_tenant_id, member_tenant_id, created_at, state)
         select id, unnest($1::uuid[]), now(), 'waiting' from tenant where first_meta
         on conflict (meta_tenant_id, member_tenant_id) do update set state = 'waiting'`,
        [[hall.tenantId, other.tenantId]],
      )
      return { list: '/api/federation/', one: hall.tenantId, other: other.tenantId }
    },
    changes: {
      'a decision': ({ one: id }) => done(meta.post(`/api/federation/${id}/accept/`)),
      'its fields': ({ one: id }) => done(meta.patch(`/api/place/${id}/`, { phone: '0612345679' })),
    },
  },
  {
    path: '/api/place/',
    at: meta,
    isPublic: true,
    make: async () => ({ list: '/api/place/', one: hall.tenantId, other: other.tenantId }),
    changes: { 'its fields': ({ one: id }) => done(meta.patch(`/api/place/${id}/`, { phone: '0612345678' })) },
  },
]

/** Lists that only grow: what is new is shown, and nothing else. */
const logs: Readonly<Record<string, { readonly at: BoxOffice; readonly grow: () => Promise<unknown> }>> = {
  '/api/receipts/': { at: hall, grow: async () => paid(await night()) },
  '/api/audit/': { at: audit, grow: () => hall.create('artists', named()) },
}

/** Lists without it, and why. */
const without: Readonly<Record<string, string>> = { '/api/takings/': 'sums, which have no rows that change' }

const since = (list: string, moment: string) => `${list}${list.includes('?') ? '&' : '?'}updated_since=${moment}`

/** A moment after everything that was written, by the clock that the rows have. */
async function afterAllThat(): Promise<string> {
  await untilQuiet(client)
  const { rows } = await client.query("select clock_timestamp() + interval '2 ms' as at, pg_sleep(0.003)")
  return rows[0].at.toISOString()
}

// Seen red with each part taken out of its query: prices of products, the product of a price, refunds and things of reservations, tickets
// of guests, options of tickets, refunds of notices and payments, what undid a hand-out, the organisation of an event of a Meta; without
// `updated_at` in scans, in undos of many and in both statements that count a code; and with tables taken out of `dated` (db/rows.ts).
describe.each(lists)('$path', ({ path, make, changes, at = hall, isPublic = false, id = 'uuid' }) => {
  const idsOf = (json: Record<string, string>[]) => json.map((item) => item[id])

  it('shows what changed since then, and nothing else', async () => {
    const made = await make()
    const idsSince = async (moment: string) => idsOf((await done(at.get(since(made.list, moment)))).json)
    const everything = [made.one, ...(made.other === null ? [] : [made.other])]
    expect(await idsSince('2020-01-01T00:00:00Z'), path).toEqual(expect.arrayContaining(everything))
    for (const [what, change] of Object.entries(changes)) {
      const moment = await afterAllThat()
      const before = await idsSince(moment)
      for (const thing of everything) expect(before, `before ${what}`).not.toContain(thing)
      await change(made)
      const after = await idsSince(moment)
      expect(after, what).toContain(made.one)
      if (made.other !== null) expect(after, what).not.toContain(made.other)
      const stranger = await other.get(since(made.list, moment))
      if (!isPublic || at === hall) expect(stranger.text, `${what}, to somebody else`).not.toContain(made.one)
    }
  })

  it('refuses what is no moment', async () => {
    const { list } = await make()
    const { status, json } = await at.get(since(list, 'yesterday'))
    expect([status, Object.keys(json.errors)]).toEqual([400, ['updated_since']])
  })
})

describe.each(Object.entries(logs))('%s', (path, { at, grow }) => {
  it('shows what was written since then', async () => {
    await grow()
    const moment = await afterAllThat()
    expect((await at.get(since(path, moment))).json).toEqual([])
    await grow()
    const [entry, ...more] = (await at.get(since(path, moment))).json
    expect([entry.uuid, more]).toEqual([expect.any(String), []])
    expect((await at.get(since(path, 'yesterday'))).status).toBe(400)
  })
})

describe('an event of a Meta', () => {
  it('changes with its organisation', async () => {
    const { event } = await night({}, { published: true })
    const moment = await afterAllThat()
    const idsSince = async () =>
      (await meta.get(since('/api/events/', moment))).json.map(({ uuid }: { uuid: string }) => uuid)
    expect(await idsSince()).toEqual([])
    await done(meta.patch(`/api/place/${hall.tenantId}/`, { organisation: 'The Great Hall' }))
    expect(await idsSince()).toContain(event)
  })
})

// Seen red without SinceQuery in devices.ts.
it('is taken by every list of the description', async () => {
  const { json } = await server.send('meta', 'GET', '/api/openapi.json')
  type Described = {
    readonly get?: {
      readonly parameters?: readonly { readonly name: string }[]
      readonly responses: Record<string, { content?: Record<string, { schema: { type?: string } }> }>
    }
  }
  const described = Object.entries(json.paths as Record<string, Described>).filter(
    ([, { get }]) => get?.responses['200']?.content?.['application/json']?.schema.type === 'array',
  )
  const takes = described.filter(([, { get }]) => get?.parameters?.some(({ name }) => name === 'updated_since'))
  const names = (some: readonly (readonly [string, unknown])[]) => some.map(([path]) => path).toSorted()
  expect(names(described)).toEqual([...names(takes), ...Object.keys(without)].toSorted())
  expect(names(takes)).toEqual([...lists.map(({ path }) => path), ...Object.keys(logs)].toSorted())
})
