import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createKey } from '../harness/box-office.ts'
import { creditMembershipAsBefore } from '../harness/cards.ts'
import type { Answer, SendOptions } from '../harness/client.ts'
import { makeFormerKey } from '../harness/former-key.ts'
import { startServer, type TestServer } from '../harness/server.ts'
import { openShop, type Shop, servePicture } from '../harness/shop.ts'
import { originOf, signIn } from '../harness/sign-in.ts'
import { staffOf } from '../harness/staff.ts'
import { expectCleanAnswer, changesOfRows } from '../harness/traces.ts'

/**
 * Who may do everything at one organisation asks its host for what is really there, but at another one: every route that
 * has a parameter in its address, and every command that takes an id. The other one's is as unknown as nobody's (ADR 0035),
 * nothing of it is told, and no row of any table changes. A route that is missing from the table fails. Ids of others
 * in bodies are sent by bad-input.test.ts, in every field that holds one.
 *
 * Row-level security and the `tenant_id` of each statement stand behind each other here. Seen red with both taken away from
 * findProduct (its statement and the policy of its table), and with the comparison in http/media.ts taken out.
 */
let server: TestServer
let own: Shop
let other: Shop
let superuser: pg.Client
let picture: Awaited<ReturnType<typeof servePicture>>
let routes: readonly string[]
let callers: Readonly<Record<string, SendOptions>>
const formerKey = makeFormerKey()
let others: Awaited<ReturnType<typeof lookUp>>

beforeAll(async () => {
  picture = await servePicture()
  server = await startServer({ environment: { ROLE: 'web', FETCH_ALLOW: picture.allow } })
  superuser = await server.database.connect()
  own = await openShop(server, 'Albatross')
  other = await openShop(server, 'Kraken')
  const listed = (await server.cli('routes'))['routes'] as { method: string; url: string }[]
  routes = listed.map(({ method, url }) => `${method} ${url}`)
  const cookie = await signIn(server, own.label, own.label, `ada@${own.label}.test`)
  callers = {
    'a key with every permission': { key: own.key },
    'the administrator': { cookie, headers: { origin: originOf(server, own.label) } },
    anybody: { headers: { origin: originOf(server, own.label) } },
  }
  others = await lookUp()
})

afterAll(async () => {
  await superuser?.end()
  await server?.stop()
  picture?.server.close()
})

/** What is at the other organisation behind addresses that hold no uuid. */
async function lookUp() {
  const get = async (path: string) => (await server.send(other.label, 'GET', path, { key: other.key })).json
  await server.send(other.label, 'PATCH', `/api/products/${other.ids.product}/`, {
    key: other.key,
    body: { img_url: picture.url },
  })
  const product = await get(`/api/products/${other.ids.product}/`)
  const event = await get(`/api/events/${other.ids.event}/`)
  // A visitor's booking leads to the page of it, whose proof opens it.
  const origin = originOf(server, other.label)
  const booked = await server.send(other.label, 'POST', `/events/${event.slug}/booking/`, {
    body: bookingForm(),
    headers: { origin, accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
  })
  const link = await server.cli('sign-in-link', '--tenant', other.label, '--email', `ada@${other.label}.test`)
  for (const { label, key } of [own, other])
    await server.send(label, 'PATCH', '/api/fediverse/', { key, body: { on: true } })
  const led = await server.send(other.label, 'GET', `/fediverse/pages/${event.slug}/`)
  const door = await server.cli('device', 'create', '--tenant', other.label, '--name', 'Second door')
  const mails = await superuser.query<{ path: string }>(
    `select substring(letter::text from '/confirm/[A-Za-z0-9_.-]+/?') as path from mail where letter::text like '%/confirm/%'`,
  )
  const gone = await other.create('/api/prices/', {
    product: other.ids.product,
    name: `${other.mark} gone`,
    prix: 0,
    stock: 0,
  })
  await other.create('/api/waiting-list/', {
    event: other.ids.event,
    price: gone,
    email: 'visitor@visitors.test',
    places: 1,
  })
  const waiting = await superuser.query<{ path: string }>(
    `select substring(letter::text from '/waiting-list/[A-Za-z0-9_./-]+') as path from mail
     where kind = 'waiting_list_joined'`,
  )
  if (booked.status !== 303 || mails.rows.length !== 1) throw new Error(`no booking: ${booked.status} ${booked.text}`)
  const money = await owedMoney()
  // The account of a member leads to their card, whose proof opens it.
  const cookie = await signIn(server, other.label, other.label, `grace@${other.label}.test`)
  const account = await server.send(other.label, 'GET', '/account/', { cookie, headers: { accept: 'text/html' } })
  const { rows: receipts } = await superuser.query<{ id: string }>('select id from receipt where tenant_id = $1', [
    other.tenantId,
  ])
  const { rows: keys } = await superuser.query<{ id: string }>('select id from api_key where tenant_id = $1', [
    other.tenantId,
  ])
  const { rows: letters } = await superuser.query<{ id: string }>(
    `update mail set status = 'failed' where id = (select id from mail where tenant_id = $1
       and kind = 'waiting_list_joined' limit 1) returning id`,
    [other.tenantId],
  )
  const team = await aTeam()
  const credit = await creditMembershipAsBefore(superuser, other.tenantId, `grace@${other.label}.test`, 3000)
  const trial = await server.send(other.label, 'POST', `/api/webhooks/${other.ids.webhook}/trial/`, { key: other.key })
  const elsewhere = await anAgenda()
  return {
    ...money,
    ...elsewhere,
    ...team,
    credit,
    apiKey: keys[0]?.id ?? '',
    mail: letters[0]?.id ?? '',
    told: `${other.ids.webhook}/deliveries/${trial.json.uuid}`,
    formerKey: `${other.ids.event}/former-ticket-keys/${await aFormerKey()}`,
    receipt: receipts[0]?.id ?? '',
    slug: String(event.slug),
    since: String(led.headers['location']).split('/').at(-2),
    card: /\/membership\/[\w-]+\/[\w-]+\//.exec(account.text)?.[0] ?? '',
    image: new URL(String(product.img)).pathname,
    booking: new URL(String(booked.headers['location']), origin).pathname,
    signIn: new URL(String(link['url'])).pathname,
    pairing: new URL(String(door['pairing_url'])).pathname,
    confirmation: mails.rows[0]?.path ?? '',
    waiting: waiting.rows[0]?.path ?? '',
  }
}

/** A key by which another server signed tickets of an event. */
async function aFormerKey(): Promise<string> {
  const { key } = other
  const path = `/api/events/${other.ids.event}/former-ticket-keys/`
  return (await server.send(other.label, 'POST', path, { key, body: { public_key: formerKey.publicKey } })).json.uuid
}

/** A calendar elsewhere that the Meta reads, and an event of it. */
async function anAgenda() {
  const key = await createKey(server, 'meta', ['--permission', 'event:write'])
  const body = { name: other.mark, address: 'https://lerex.test/a.ics', site_web: 'https://lerex.test/' }
  const made = await server.send('meta', 'POST', '/api/remote-agendas/', { key, body })
  const { rows } = await superuser.query<{ id: string }>(
    `insert into remote_event (tenant_id, id, agenda_id, uid, recurrence, name, starts_at, all_day, time_zone, categories, state, created_at)
     select tenant_id, gen_random_uuid(), id, 'one', '', $2, now() + interval '1 day', false, 'Europe/Paris', '{}', 'waiting', now()
     from remote_agenda where id = $1 returning id`,
    [made.json.uuid, other.mark],
  )
  return { agenda: String(made.json.uuid), remoteEvent: rows[0]?.id ?? '' }
}

/** Somebody who works at the other organisation, and somebody who is invited to. */
async function aTeam() {
  const colleague = `steward@${other.label}.test`
  await server.cli('team', 'set', '--tenant', other.label, '--email', colleague, '--role', 'steward')
  const invited = `invited@${other.label}.test`
  const owner = await staffOf(server, { slug: other.label }, `ada@${other.label}.test`)
  const fields = [
    ['email', invited],
    ['role', 'steward'],
  ] as const
  const answer = await owner.press('/admin/team/invitations/', fields)
  if (answer.status !== 303) throw new Error(`nobody was invited: ${answer.status} ${answer.text}`)
  const { rows } = await superuser.query<{ colleague: string; invited: string; invitation: string }>(
    `select account.id as colleague, team_invitation.id as invited,
            substring(letter::text from '/invitation/[A-Za-z0-9_-]+/') as invitation
       from account, team_invitation, mail where account.email = $1 and team_invitation.email = $2 and recipient = $2`,
    [colleague, invited],
  )
  await owner.press('/admin/filters/', [
    ['list', 'reservations'],
    ['query', 'state=to_pay'],
    ['name', other.mark],
  ])
  const { rows: filters } = await superuser.query<{ id: string }>('select id from list_filter where name = $1', [
    other.mark,
  ])
  return { colleague: '', invited: '', invitation: '', ...rows[0], listFilter: filters[0]?.id ?? '' }
}

/** An event of the other organisation that is cancelled, and money of it that is owed: nobody works on jobs here. */
async function owedMoney(): Promise<{ readonly notice: string; readonly refund: string }> {
  const post = async (path: string, body: object) =>
    (await server.send(other.label, 'POST', path, { key: other.key, body })).json
  const product = await other.create('/api/products/', { name: `${other.mark} owed`, categorie_article: 'B' })
  const price = await other.create('/api/prices/', { product, name: `${other.mark} owed`, prix: 5 })
  const event = await other.create('/api/events/', {
    name: `${other.mark} called off`,
    datetime: '2900-01-12T20:00:00+00:00',
    products: [product],
  })
  const reservation = await other.create('/api/reservations/', {
    event,
    email: 'visitor@visitors.test',
    prices: [{ uuid: price, qty: 1 }],
  })
  await post(`/api/reservations/${reservation}/payments/`, { method: 'cash' })
  await post(`/api/reservations/${reservation}/cancellation/`, {})
  const { uuid: notice } = await post(`/api/events/${event}/cancellation/`, {})
  const { json } = await server.send(other.label, 'GET', '/api/refunds/', { key: other.key })
  return { notice, refund: json[0].uuid }
}

/** What a browser sends from the page of the event. */
function bookingForm(): string {
  const fields = { key: other.ids.event, price: other.ids.freePrice, qty: '1', email: 'visitor@visitors.test' }
  return new URLSearchParams(fields).toString()
}

type Foreign = {
  /** The address of what is at the other organisation. */
  readonly path: () => string
  readonly body?: unknown
  readonly form?: () => string
  readonly answer: readonly [status: number, code?: string]
  /** The status with which it opens at home, to show that the address is a real one; 200 unless said. */
  readonly atHome?: 'not asked' | number
}

const unknown = [404, 'not_found'] as const
const one = (noun: string, id: () => string, end = '') => ({
  path: () => `/api/${noun}/${id()}/${end}`,
  answer: unknown,
})
/** Each of these would change something at home. */
const change = { atHome: 'not asked', body: { name: 'Taken over' } } as const

const table: Readonly<Record<string, Foreign | 'of no organisation'>> = {
  ...programme('products', () => other.ids.product, ['GET', 'PATCH']),
  ...programme('prices', () => other.ids.price, ['GET', 'PATCH']),
  ...programme('promotional-codes', () => other.ids.code, ['GET', 'PATCH']),
  ...programme('events', () => other.ids.event),
  // A Meta's: no other organisation has any.
  ...atMeta('remote-agendas', () => others.agenda, ['GET', 'PATCH', 'DELETE']),
  'POST /api/remote-agendas/:uuid/fetch/': { ...one('remote-agendas', () => others.agenda, 'fetch/'), ...change },
  ...atMeta('remote-events', () => others.remoteEvent, ['GET']),
  'POST /api/remote-events/:uuid/accept/': { ...one('remote-events', () => others.remoteEvent, 'accept/'), ...change },
  'POST /api/remote-events/:uuid/refuse/': { ...one('remote-events', () => others.remoteEvent, 'refuse/'), ...change },
  // An organisation is no calendar, and asked nothing of another one.
  ...Object.fromEntries(
    [
      ...['ask', 'withdraw', 'leave'].map((move) => ['POST', 'shared-calendars', `${move}/`] as const),
      ...['accept', 'decline'].map((move) => ['POST', 'federation', `${move}/`] as const),
      ...['agree', 'refuse'].map((move) => ['POST', 'appearances', `${move}/`] as const),
      ['DELETE', 'federation', ''] as const,
    ].map(([method, noun, end]) => [
      `${method} /api/${noun}/:uuid/${end}`,
      { ...one(noun, () => other.tenantId, end), ...change },
    ]),
  ),
  ...programme('optionticket', () => other.ids.option),
  ...programme('locations', () => other.ids.location),
  ...programme('stages', () => other.ids.stage),
  ...programme('projects', () => other.ids.project),
  ...programme('artists', () => other.ids.artist),
  'GET /api/reservations/:uuid/': one('reservations', () => other.ids.reservation),
  'GET /api/reservations/:uuid/payments/': one('reservations', () => other.ids.reservation, 'payments/'),
  'POST /api/reservations/:uuid/payments/': {
    ...one('reservations', () => other.ids.reservation, 'payments/'),
    ...change,
    body: { method: 'cash' },
  },
  'POST /api/reservations/:uuid/payment-correction/': {
    ...one('reservations', () => other.ids.reservation, 'payment-correction/'),
    ...change,
    body: { method: 'card' },
  },
  'POST /api/reservations/:uuid/cancellation/': {
    ...one('reservations', () => other.ids.reservation, 'cancellation/'),
    ...change,
    body: { insist: true },
  },
  'POST /api/reservations/:uuid/erasure/': {
    ...one('reservations', () => other.ids.reservation, 'erasure/'),
    ...change,
  },
  'POST /api/memberships/:uuid/erasure/': { ...one('memberships', () => other.ids.membership, 'erasure/'), ...change },
  'GET /api/reservations/:uuid/hand-outs/': one('reservations', () => other.ids.reservation, 'hand-outs/'),
  'POST /api/reservations/:uuid/hand-outs/': {
    ...one('reservations', () => other.ids.reservation, 'hand-outs/'),
    ...change,
    body: () => ({ thing: other.ids.thing, quantity: 1 }),
  },
  'GET /api/reservations/:uuid/tickets.pdf': one('reservations', () => other.ids.reservation, 'tickets.pdf'),
  'GET /api/reservations/:uuid/mails/': one('reservations', () => other.ids.reservation, 'mails/'),
  'POST /api/reservations/:uuid/mails/': {
    ...one('reservations', () => other.ids.reservation, 'mails/'),
    ...change,
    body: { seen: 0 },
  },
  'POST /api/reservations/:uuid/address/': {
    ...one('reservations', () => other.ids.reservation, 'address/'),
    ...change,
    body: { email: 'ada@example.org' },
  },
  'POST /api/reservations/:uuid/hand-outs/mistakes/': {
    ...one('reservations', () => other.ids.reservation, 'hand-outs/mistakes/'),
    ...change,
    body: () => ({ hand_out: other.ids.thing }),
  },
  'PATCH /api/ticket/:uuid/': { ...one('ticket', () => other.ids.ticket), ...change, body: { seat: 'A1' } },
  'POST /api/ticket/:uuid/undo/': {
    ...one('ticket', () => other.ids.ticket, 'undo/'),
    ...change,
    body: { reason: 'Taken over' },
  },
  'GET /api/events/:uuid/guests/': one('events', () => other.ids.event, 'guests/'),
  'POST /api/events/:uuid/guests/': {
    ...one('events', () => other.ids.event, 'guests/'),
    ...change,
    body: () => ({ price: other.ids.freePrice, guests: [{ last_name: 'Eve' }] }),
  },
  'GET /api/events/:uuid/waiting-list/': one('events', () => other.ids.event, 'waiting-list/'),
  'PATCH /api/events/:uuid/waiting-list/': {
    ...one('events', () => other.ids.event, 'waiting-list/'),
    ...change,
    body: { closed: true },
  },
  'POST /api/events/:uuid/waiting-list/offers/': {
    ...one('events', () => other.ids.event, 'waiting-list/offers/'),
    ...change,
  },
  'POST /api/waiting-list/:uuid/offer/': {
    ...one('waiting-list', () => others.waiting.split('/')[2] ?? '', 'offer/'),
    ...change,
  },
  'PATCH /api/memberships/:uuid/': {
    ...one('memberships', () => other.ids.membership),
    ...change,
    body: { first_name: 'Eve' },
  },
  'GET /api/memberships/:uuid/mails/': one('memberships', () => other.ids.membership, 'mails/'),
  'POST /api/memberships/:uuid/mails/': {
    ...one('memberships', () => other.ids.membership, 'mails/'),
    ...change,
    body: { seen: 0 },
  },
  'POST /api/memberships/:uuid/cancellation/': {
    ...one('memberships', () => other.ids.membership, 'cancellation/'),
    ...change,
    body: { reason: 'Taken over' },
  },
  'POST /api/memberships/:uuid/renewal-cancellation/': {
    ...one('memberships', () => other.ids.membership, 'renewal-cancellation/'),
    ...change,
  },
  'POST /api/cards/:tag_id/loss/': { ...one('cards', () => other.card.tag, 'loss/'), ...change },
  'POST /api/events/:uuid/cancellation/': { ...one('events', () => other.ids.event, 'cancellation/'), ...change },
  'POST /api/events/:uuid/postponement/': {
    ...one('events', () => other.ids.event, 'postponement/'),
    ...change,
    body: { datetime: '2900-01-10T20:00:00+00:00' },
  },
  'GET /api/events/:uuid/former-ticket-keys/': one('events', () => other.ids.event, 'former-ticket-keys/'),
  'POST /api/events/:uuid/former-ticket-keys/': {
    ...one('events', () => other.ids.event, 'former-ticket-keys/'),
    ...change,
    body: { public_key: formerKey.publicKey },
  },
  'DELETE /api/events/:uuid/former-ticket-keys/:key/': { ...one('events', () => others.formerKey), ...change },
  'GET /api/events/:uuid/messages/': one('events', () => other.ids.event, 'messages/'),
  'POST /api/events/:uuid/messages/': {
    ...one('events', () => other.ids.event, 'messages/'),
    ...change,
    body: { subject: 'Taken', message: 'over' },
  },
  'POST /api/refunds/:uuid/handover/': { ...one('refunds', () => others.refund, 'handover/'), ...change },
  'DELETE /api/refunds/:uuid/handover/': { ...one('refunds', () => others.refund, 'handover/'), ...change },
  'POST /api/refunds/:uuid/attempts/': { ...one('refunds', () => others.refund, 'attempts/'), ...change },
  'GET /api/devices/:uuid/': one('devices', () => other.deviceId),
  'PATCH /api/devices/:uuid/': { ...one('devices', () => other.deviceId), ...change },
  'POST /api/devices/:uuid/pairing-code/': { ...one('devices', () => other.deviceId, 'pairing-code/'), ...change },
  'POST /api/devices/:uuid/archive/': { ...one('devices', () => other.deviceId, 'archive/'), ...change },
  'POST /api/devices/:uuid/undo/': {
    ...one('devices', () => other.deviceId, 'undo/'),
    atHome: 'not asked',
    body: { from: '2000-01-01T00:00:00Z', until: '2999-01-01T00:00:00Z' },
  },
  'GET /api/imports/:uuid/': one('imports', () => other.ids.file),
  'DELETE /api/imports/:uuid/': { ...one('imports', () => other.ids.file), ...change },
  'POST /api/imports/:uuid/check/': { ...one('imports', () => other.ids.file, 'check/'), atHome: 'not asked' },
  'POST /api/imports/:uuid/run/': { ...one('imports', () => other.ids.file, 'run/'), atHome: 'not asked' },
  'GET /api/webhooks/:uuid/': one('webhooks', () => other.ids.webhook),
  'PATCH /api/webhooks/:uuid/': { ...one('webhooks', () => other.ids.webhook), ...change },
  'DELETE /api/webhooks/:uuid/': { ...one('webhooks', () => other.ids.webhook), ...change },
  'POST /api/webhooks/:uuid/roll/': { ...one('webhooks', () => other.ids.webhook, 'roll/'), ...change },
  'POST /api/webhooks/:uuid/trial/': { ...one('webhooks', () => other.ids.webhook, 'trial/'), ...change },
  'GET /api/webhooks/:uuid/deliveries/': one('webhooks', () => other.ids.webhook, 'deliveries/'),
  'GET /api/webhooks/:uuid/deliveries/:delivery/': one('webhooks', () => others.told),
  'POST /api/webhooks/:uuid/deliveries/:delivery/replay/': {
    ...one('webhooks', () => others.told, 'replay/'),
    ...change,
  },
  'POST /api/webhooks/:uuid/replay/': {
    ...one('webhooks', () => other.ids.webhook, 'replay/'),
    ...change,
    body: { from: '2000-01-01T00:00:00Z', until: '2999-01-01T00:00:00Z' },
  },
  'GET /api/events/:uuid/door-list.pdf': one('events', () => other.ids.event, 'door-list.pdf'),
  'GET /api/receipts/:uuid/document.pdf': one('receipts', () => others.receipt, 'document.pdf'),
  // A list has a name, and no row of another organisation: exports.test.ts.
  'POST /admin/filters/:uuid/deletion/': adminPage(() => `filters/${others.listFilter}/deletion/`),
  'GET /admin/exports/:list/': { ...adminPage(() => `exports/${others.receipt}/`), atHome: 'not asked' },
  'POST /admin/exports/:list/': {
    ...adminPage(() => 'exports/tickets/'),
    form: () => `columns=event&form=comma&event=${other.ids.event}`,
    atHome: 'not asked',
  },
  'GET /admin/accounting/receipts/:uuid/document.pdf': {
    ...adminPage(() => `accounting/receipts/${others.receipt}/document.pdf`),
    atHome: 'not asked',
  },
  'GET /admin/reservations/:uuid/': {
    ...adminPage(() => `reservations/${other.ids.reservation}/`),
    atHome: 'not asked',
  },
  'GET /admin/reservations/:uuid/tickets.pdf': {
    ...adminPage(() => `reservations/${other.ids.reservation}/tickets.pdf`),
    atHome: 'not asked',
  },
  'POST /admin/reservations/:uuid/payments/': {
    ...adminPage(() => `reservations/${other.ids.reservation}/payments/`),
    form: () => 'method=cash',
  },
  'POST /admin/reservations/:uuid/payments/correction/': {
    ...adminPage(() => `reservations/${other.ids.reservation}/payments/correction/`),
    form: () => 'method=card',
  },
  'POST /admin/reservations/:uuid/mails/': {
    ...adminPage(() => `reservations/${other.ids.reservation}/mails/`),
    form: () => 'seen=0',
  },
  'POST /admin/reservations/:uuid/address/': {
    ...adminPage(() => `reservations/${other.ids.reservation}/address/`),
    form: () => 'seen=x&email=ada@example.org',
  },
  // Only a sandbox keeps mails, and only there are test payments: sandbox.test.ts has both.
  'GET /admin/mails/:uuid/': adminPage(() => `mails/${others.mail}/`),
  'GET /test-payments/:token/': { path: () => `/test-payments/${'x'.repeat(43)}/`, answer: [404], atHome: 404 },
  'POST /test-payments/:token/': {
    path: () => `/test-payments/${'x'.repeat(43)}/`,
    answer: [404],
    ...change,
    form: () => 'answer=pay',
  },
  'POST /admin/mails/:uuid/attempts/': adminPage(() => `mails/${others.mail}/attempts/`),
  'POST /admin/reservations/:uuid/cancellation/': {
    ...adminPage(() => `reservations/${other.ids.reservation}/cancellation/`),
    form: () => 'all=true',
  },
  'POST /admin/reservations/:uuid/refunds/:refund/handover/': adminPage(
    () => `reservations/${other.ids.reservation}/refunds/${others.refund}/handover/`,
  ),
  'POST /admin/reservations/:uuid/tickets/:ticket/': {
    ...adminPage(() => `reservations/${other.ids.reservation}/tickets/${other.ids.ticket}/`),
    form: () => 'seen=x&first_name=Eve',
  },
  'POST /admin/reservations/:uuid/tickets/:ticket/mistakes/': {
    ...adminPage(() => `reservations/${other.ids.reservation}/tickets/${other.ids.ticket}/mistakes/`),
    form: () => 'reason=none',
  },
  'POST /admin/cards/memberships/:uuid/reversal/': adminPage(() => `cards/memberships/${others.credit}/reversal/`),
  'GET /admin/cards/:tag_id/': adminPage(() => `cards/${other.card.tag}/`),
  'POST /admin/cards/:tag_id/loss/': adminPage(() => `cards/${other.card.tag}/loss/`),
  'POST /admin/cards/:tag_id/reversals/': {
    ...adminPage(() => `cards/${other.card.tag}/reversals/`),
    form: () => `movement=${other.ids.reservation}`,
  },
  ...erasure('reservations', () => other.ids.reservation),
  ...erasure('members', () => other.ids.membership),
  'GET /admin/members/:uuid/': adminPage(() => `members/${other.ids.membership}/`),
  'POST /admin/members/:uuid/name/': {
    ...adminPage(() => `members/${other.ids.membership}/name/`),
    form: () => 'seen=x&first_name=Eve',
  },
  'POST /admin/members/:uuid/mails/': {
    ...adminPage(() => `members/${other.ids.membership}/mails/`),
    form: () => 'seen=0',
  },
  'POST /admin/members/:uuid/cancellation/': {
    ...adminPage(() => `members/${other.ids.membership}/cancellation/`),
    form: () => 'reason=none',
  },
  'POST /account/memberships/:uuid/renewal-cancellation/': {
    path: () => `/account/memberships/${other.ids.membership}/renewal-cancellation/`,
    answer: [404],
    atHome: 'not asked',
    form: () => '',
  },
  'POST /admin/members/:uuid/renewal-cancellation/': adminPage(
    () => `members/${other.ids.membership}/renewal-cancellation/`,
  ),
  'GET /admin/door-lists/:uuid/door-list.pdf': adminPage(() => `door-lists/${other.ids.event}/door-list.pdf`),
  'GET /admin/hand-outs/:uuid/': { ...adminPage(() => `hand-outs/${other.ids.reservation}/`), atHome: 'not asked' },
  'POST /admin/hand-outs/:uuid/': {
    ...adminPage(() => `hand-outs/${other.ids.reservation}/`),
    form: () => new URLSearchParams({ key: other.ids.event, thing: other.ids.thing, quantity: '1' }).toString(),
  },
  'POST /admin/hand-outs/:uuid/mistakes/': {
    ...adminPage(() => `hand-outs/${other.ids.reservation}/mistakes/`),
    form: () => new URLSearchParams({ hand_out: other.ids.thing }).toString(),
  },
  'GET /admin/devices/:uuid/': { ...adminPage(() => `devices/${other.deviceId}/`), atHome: 'not asked' },
  'POST /admin/devices/:uuid/': {
    ...adminPage(() => `devices/${other.deviceId}/`),
    form: () => new URLSearchParams({ name: 'Taken over', role: 'steward', seen: 'x' }).toString(),
  },
  'POST /admin/devices/:uuid/code/': {
    ...adminPage(() => `devices/${other.deviceId}/code/`),
    form: () => new URLSearchParams({ shown: new Date().toISOString() }).toString(),
  },
  'GET /admin/devices/:uuid/scans/': { ...adminPage(() => `devices/${other.deviceId}/scans/`), atHome: 'not asked' },
  'POST /admin/devices/:uuid/scans/': {
    ...adminPage(() => `devices/${other.deviceId}/scans/`),
    form: () => 'from=2000-01-01T00:00&until=2999-01-01T00:00',
  },
  'POST /admin/devices/:uuid/archive/': adminPage(() => `devices/${other.deviceId}/archive/`),
  'GET /admin/imports/:uuid/': { ...adminPage(() => `imports/${other.ids.file}/`), atHome: 'not asked' },
  'POST /admin/imports/:uuid/': { ...adminPage(() => `imports/${other.ids.file}/`), form: () => 'run=import' },
  'POST /admin/imports/:uuid/removal/': adminPage(() => `imports/${other.ids.file}/removal/`),
  'GET /admin/webhooks/:uuid/': { ...adminPage(() => `webhooks/${other.ids.webhook}/`), atHome: 'not asked' },
  'GET /admin/webhooks/:uuid/settings/': {
    ...adminPage(() => `webhooks/${other.ids.webhook}/settings/`),
    atHome: 'not asked',
  },
  'POST /admin/webhooks/:uuid/settings/': {
    ...adminPage(() => `webhooks/${other.ids.webhook}/settings/`),
    form: () => 'name=Taken+over&address=https%3A%2F%2Fours.test%2F&kinds=stock.low&seen=x',
  },
  'POST /admin/webhooks/:uuid/trials/': adminPage(() => `webhooks/${other.ids.webhook}/trials/`),
  'POST /admin/webhooks/:uuid/switch/': {
    ...adminPage(() => `webhooks/${other.ids.webhook}/switch/`),
    form: () => 'active=false',
  },
  'POST /admin/webhooks/:uuid/rolls/': {
    ...adminPage(() => `webhooks/${other.ids.webhook}/rolls/`),
    form: () => 'seen=',
  },
  'POST /admin/webhooks/:uuid/archive/': adminPage(() => `webhooks/${other.ids.webhook}/archive/`),
  'GET /admin/webhooks/:uuid/replays/': {
    ...adminPage(() => `webhooks/${other.ids.webhook}/replays/`),
    atHome: 'not asked',
  },
  'POST /admin/webhooks/:uuid/replays/': {
    ...adminPage(() => `webhooks/${other.ids.webhook}/replays/`),
    form: () => 'from=2000-01-01T00:00&until=2999-01-01T00:00&which=all',
  },
  'GET /admin/webhooks/:uuid/deliveries/:delivery/': {
    ...adminPage(() => `webhooks/${others.told}/`),
    atHome: 'not asked',
  },
  'POST /admin/webhooks/:uuid/deliveries/:delivery/replays/': adminPage(() => `webhooks/${others.told}/replays/`),
  'GET /admin/team/:uuid/': adminPage(() => `team/${others.colleague}/`),
  'POST /admin/team/:uuid/': {
    ...adminPage(() => `team/${others.colleague}/`),
    form: () => 'role=owner&former=steward',
  },
  'POST /admin/team/:uuid/removal/': adminPage(() => `team/${others.colleague}/removal/`),
  'POST /admin/team/invitations/:uuid/mails/': adminPage(() => `team/invitations/${others.invited}/mails/`),
  'POST /admin/team/invitations/:uuid/withdrawal/': adminPage(() => `team/invitations/${others.invited}/withdrawal/`),
  'GET /admin/api-keys/:uuid/': { ...adminPage(() => `api-keys/${others.apiKey}/`), atHome: 'not asked' },
  'POST /admin/api-keys/:uuid/revocation/': adminPage(() => `api-keys/${others.apiKey}/revocation/`),
  'POST /admin/api-keys/:uuid/rolls/': {
    ...adminPage(() => `api-keys/${others.apiKey}/rolls/`),
    form: () => 'overlap_hours=24',
  },
  'POST /admin/api-keys/:uuid/former/': adminPage(() => `api-keys/${others.apiKey}/former/`),
  'GET /admin/events/:uuid/': adminPage(() => `events/${other.ids.event}/`),
  'GET /admin/events/:uuid/settlement/': adminPage(() => `events/${other.ids.event}/settlement/`),
  'POST /admin/events/:uuid/settlement/': {
    ...adminPage(() => `events/${other.ids.event}/settlement/`),
    form: () => 'seen=x&cost_label=Taken+over&cost_amount=5',
  },
  'GET /admin/events/:uuid/more/': adminPage(() => `events/${other.ids.event}/more/`),
  ...Object.fromEntries(
    ['description', 'schedule', 'prices', 'doors'].flatMap((part) => [
      [`GET /admin/events/:uuid/${part}/`, adminPage(() => `events/${other.ids.event}/${part}/`)],
      [
        `POST /admin/events/:uuid/${part}/`,
        {
          ...adminPage(() => `events/${other.ids.event}/${part}/`),
          form: () => new URLSearchParams({ name: 'Taken over', starts: '2900-01-10T20:00', seen: 'x' }).toString(),
        },
      ],
    ]),
  ),
  'POST /admin/events/:uuid/publication/': {
    ...adminPage(() => `events/${other.ids.event}/publication/`),
    form: () => 'published=false',
  },
  'POST /admin/events/:uuid/archive/': {
    ...adminPage(() => `events/${other.ids.event}/archive/`),
    form: () => 'archived=true',
  },
  'POST /admin/events/:uuid/deletion/': adminPage(() => `events/${other.ids.event}/deletion/`),
  'POST /admin/events/:uuid/description/image/': {
    ...adminPage(() => `events/${other.ids.event}/description/image/`),
    form: () => 'remove=true',
  },
  'POST /admin/events/:uuid/description/focus/': {
    ...adminPage(() => `events/${other.ids.event}/description/focus/`),
    form: () => 'focus=0%25+0%25',
  },
  'POST /admin/events/:uuid/copies/': {
    ...adminPage(() => `events/${other.ids.event}/copies/`),
    form: () => new URLSearchParams({ key: other.ids.event, times: '1', every: 'week' }).toString(),
  },
  'GET /admin/events/:uuid/cancellation/': adminPage(() => `events/${other.ids.event}/cancellation/`),
  'POST /admin/events/:uuid/cancellation/': {
    ...adminPage(() => `events/${other.ids.event}/cancellation/`),
    form: () => 'reason=taken',
  },
  ...Object.fromEntries(
    [
      ...['request', 'withdrawal', 'leaving'].map((move) => `shared-calendars/:uuid/${move}/`),
      ...['acceptance', 'refusal', 'removal'].map((move) => `federation/:uuid/${move}/`),
      ...['agreement', 'refusal'].map((move) => `appearances/:uuid/${move}/`),
    ].map((path) => [`POST /admin/${path}`, adminPage(() => path.replace(':uuid', other.tenantId))]),
  ),
  'GET /admin/remote-agendas/:uuid/': adminPage(() => `remote-agendas/${others.agenda}/`),
  'POST /admin/remote-agendas/:uuid/': {
    ...adminPage(() => `remote-agendas/${others.agenda}/`),
    form: () => 'name=Taken+over&seen=x',
  },
  'POST /admin/remote-agendas/:uuid/fetch/': adminPage(() => `remote-agendas/${others.agenda}/fetch/`),
  'POST /admin/remote-agendas/:uuid/removal/': adminPage(() => `remote-agendas/${others.agenda}/removal/`),
  'GET /admin/promotional-codes/:uuid/': adminPage(() => `promotional-codes/${other.ids.code}/`),
  'POST /admin/promotional-codes/:uuid/': {
    ...adminPage(() => `promotional-codes/${other.ids.code}/`),
    form: () => new URLSearchParams({ code: 'TAKEN', kind: 'rate', off: '100', seen: 'x' }).toString(),
  },
  'POST /admin/promotional-codes/:uuid/archive/': {
    ...adminPage(() => `promotional-codes/${other.ids.code}/archive/`),
    form: () => 'archived=true',
  },
  'GET /admin/waiting-lists/:uuid/': adminPage(() => `waiting-lists/${other.ids.event}/`),
  'POST /admin/waiting-lists/entries/:uuid/removal/': adminPage(
    () => `waiting-lists/entries/${others.waiting.split('/')[2] ?? ''}/removal/`,
  ),
  'POST /admin/waiting-lists/entries/:uuid/offer/': adminPage(
    () => `waiting-lists/entries/${others.waiting.split('/')[2] ?? ''}/offer/`,
  ),
  'POST /admin/waiting-lists/:uuid/offers/': adminPage(() => `waiting-lists/${other.ids.event}/offers/`),
  'POST /admin/waiting-lists/:uuid/closing/': adminPage(() => `waiting-lists/${other.ids.event}/closing/`),
  'POST /admin/waiting-lists/:uuid/opening/': adminPage(() => `waiting-lists/${other.ids.event}/opening/`),
  'GET /admin/events/:uuid/guests/': adminPage(() => `events/${other.ids.event}/guests/`),
  'POST /admin/events/:uuid/guests/': {
    ...adminPage(() => `events/${other.ids.event}/guests/`),
    form: () => new URLSearchParams({ list: randomUUID(), price: other.ids.price, text: 'Ada' }).toString(),
  },
  'POST /admin/events/:uuid/guests/bookings/': {
    ...adminPage(() => `events/${other.ids.event}/guests/bookings/`),
    form: () => new URLSearchParams({ list: randomUUID(), price: other.ids.price, text: 'Ada' }).toString(),
  },
  'GET /admin/events/:uuid/former-ticket-keys/': adminPage(() => `events/${other.ids.event}/former-ticket-keys/`),
  'POST /admin/events/:uuid/former-ticket-keys/': {
    ...adminPage(() => `events/${other.ids.event}/former-ticket-keys/`),
    form: () => new URLSearchParams({ public_key: formerKey.publicKey }).toString(),
  },
  'POST /admin/events/:uuid/former-ticket-keys/removal/': {
    ...adminPage(() => `events/${other.ids.event}/former-ticket-keys/removal/`),
    form: () => new URLSearchParams({ key: others.formerKey.split('/')[2] ?? '' }).toString(),
  },
  'GET /admin/events/:uuid/message/': adminPage(() => `events/${other.ids.event}/message/`),
  'POST /admin/events/:uuid/message/': {
    ...adminPage(() => `events/${other.ids.event}/message/`),
    form: () => new URLSearchParams({ key: randomUUID(), subject: 'Taken', text: 'over' }).toString(),
  },
  'GET /admin/events/:uuid/postponement/': adminPage(() => `events/${other.ids.event}/postponement/`),
  'POST /admin/events/:uuid/postponement/': {
    ...adminPage(() => `events/${other.ids.event}/postponement/`),
    form: () => new URLSearchParams({ starts: '2900-01-10T20:00', from: '2900-01-01T20:00:00Z' }).toString(),
  },
  'GET /admin/products/:uuid/': adminPage(() => `products/${other.ids.product}/`),
  'POST /admin/products/:uuid/': {
    ...adminPage(() => `products/${other.ids.product}/`),
    form: () => new URLSearchParams({ name: 'Taken over', seen: 'x' }).toString(),
  },
  'POST /admin/products/:uuid/publication/': {
    ...adminPage(() => `products/${other.ids.product}/publication/`),
    form: () => 'published=false',
  },
  'POST /admin/products/:uuid/archive/': {
    ...adminPage(() => `products/${other.ids.product}/archive/`),
    form: () => 'archived=true',
  },
  'POST /admin/products/:uuid/image/': {
    ...adminPage(() => `products/${other.ids.product}/image/`),
    form: () => 'remove=true',
  },
  'POST /admin/products/:uuid/copies/': {
    ...adminPage(() => `products/${other.ids.product}/copies/`),
    form: () => new URLSearchParams({ key: other.ids.product }).toString(),
  },
  'GET /admin/products/:uuid/prices/new/': adminPage(() => `products/${other.ids.product}/prices/new/`),
  'POST /admin/products/:uuid/prices/new/': {
    ...adminPage(() => `products/${other.ids.product}/prices/new/`),
    form: () =>
      new URLSearchParams({ key: other.ids.product, name: 'Taken over', amount: '1', max_per_user: '1' }).toString(),
  },
  'GET /admin/prices/:uuid/': adminPage(() => `prices/${other.ids.price}/`),
  'POST /admin/prices/:uuid/': {
    ...adminPage(() => `prices/${other.ids.price}/`),
    form: () => new URLSearchParams({ name: 'Taken over', amount: '1', max_per_user: '1', seen: 'x' }).toString(),
  },
  'POST /admin/prices/:uuid/archive/': {
    ...adminPage(() => `prices/${other.ids.price}/archive/`),
    form: () => 'archived=true',
  },
  ...programmeRoom('options', () => other.ids.option),
  ...programmeRoom('locations', () => other.ids.location),
  ...programmeRoom('stages', () => other.ids.stage),
  ...programmeRoom('artists', () => other.ids.artist),
  ...programmeRoom('projects', () => other.ids.project),
  'GET /admin/notices/:uuid/': { ...adminPage(() => `notices/${others.notice}/`), atHome: 'not asked' },
  'POST /admin/notices/:uuid/': adminPage(() => `notices/${others.notice}/`),
  'POST /admin/refunds/:uuid/handover/': adminPage(() => `refunds/${others.refund}/handover/`),
  'POST /admin/refunds/:uuid/handover/mistakes/': adminPage(() => `refunds/${others.refund}/handover/mistakes/`),
  'POST /admin/refunds/:uuid/attempts/': adminPage(() => `refunds/${others.refund}/attempts/`),
  'POST /api/notices/:uuid/attempts/': { ...one('notices', () => others.notice, 'attempts/'), ...change },
  'POST /api/events/:uuid/copies/': {
    ...one('events', () => other.ids.event, 'copies/'),
    ...change,
    body: { starts: ['2900-02-10T20:00:00+00:00'] },
  },
  'POST /api/products/:uuid/copies/': { ...one('products', () => other.ids.product, 'copies/'), ...change },
  'GET /api/events/:uuid/settlement/': one('events', () => other.ids.event, 'settlement/'),
  'PATCH /api/events/:uuid/settlement/': {
    ...one('events', () => other.ids.event, 'settlement/'),
    ...change,
    body: { costs: [{ label: 'Taken over', amount: 5 }] },
  },
  'GET /api/events/:uuid/notices/': one('events', () => other.ids.event, 'notices/'),
  'GET /api/ticket/:uuid/': one('ticket', () => other.ids.ticket),
  'GET /api/memberships/:uuid/': one('memberships', () => other.ids.membership),
  'GET /api/cards/:tag_id/': one('cards', () => other.card.tag),
  'POST /api/cards/:tag_id/movements/': {
    ...one('cards', () => other.card.tag, 'movements/'),
    ...change,
    body: { kind: 'credit', amount: 1 },
  },
  // The directory is on Meta: here there is no such address, whoever is named. permissions.test.ts has Meta's.
  'GET /api/place/:uuid/': { ...one('place', () => other.tenantId), atHome: 404 },
  'PATCH /api/place/:uuid/': { ...one('place', () => other.tenantId), ...change },
  'GET /media/:tenant/:image/:file': { path: () => others.image, answer: unknown },
  'GET /events/:slug/': { path: () => `/events/${others.slug}/`, answer: [404] },
  'GET /events/:slug/pictures/:picture': {
    path: () => `/events/${others.slug}/pictures/a.png`,
    answer: [404],
    atHome: 404,
  },
  'GET /embed/events/:slug/': { path: () => `/embed/events/${others.slug}/`, answer: [404] },
  'GET /api/eventslug/:slug/': { path: () => `/api/eventslug/${others.slug}/`, answer: [404] },
  // The cards are the server's, and no tenant's.
  'GET /qr/:uuid/': { path: () => `/qr/${randomUUID()}/`, answer: [404], atHome: 404 },
  // Lead on without looking, to the addresses above.
  'GET /fediverse/pages/:slug/': { path: () => `/fediverse/pages/${others.slug}/`, answer: [404], atHome: 302 },
  'GET /fediverse/events/:uuid/:since/': {
    path: () => `/fediverse/events/${other.ids.event}/${others.since}/`,
    answer: [404],
  },
  'GET /event/:slug/': { path: () => `/event/${others.slug}/`, answer: [301], atHome: 301 },
  'GET /event/embed/:slug/': { path: () => `/event/embed/${others.slug}/`, answer: [301], atHome: 301 },
  'POST /events/:slug/booking/': {
    path: () => `/events/${others.slug}/booking/`,
    answer: [404],
    ...change,
    form: bookingForm,
  },
  'GET /membership/:uuid/:proof/': { path: () => others.card, answer: [404] },
  'GET /events/:slug/waiting-list/': { path: () => `/events/${others.slug}/waiting-list/`, answer: [404] },
  'POST /events/:slug/waiting-list/': {
    path: () => `/events/${others.slug}/waiting-list/`,
    answer: [404],
    ...change,
    form: () => new URLSearchParams({ price: other.ids.freePrice, places: '1', email: 'a@b.test' }).toString(),
  },
  'GET /waiting-list/:uuid/:proof/': { path: () => others.waiting, answer: [404] },
  'POST /waiting-list/:uuid/:proof/': { path: () => others.waiting, answer: [404], ...change, form: () => '' },
  'POST /waiting-list/:uuid/:proof/confirmation/': {
    path: () => `${others.waiting}confirmation/`,
    answer: [404],
    ...change,
    form: () => '',
  },
  // The link is made when a mail is sent, which nothing does here: objections.test.ts asks for one that is there.
  'GET /objection/:token/': { path: () => '/objection/nobody/', answer: [404], atHome: 404 },
  'POST /objection/:token/': { path: () => '/objection/nobody/', answer: [404], ...change, form: () => '' },
  'POST /objection/:token/end/': { path: () => '/objection/nobody/end/', answer: [404], ...change, form: () => '' },
  'DELETE /api/waiting-list/:uuid/': { ...one('waiting-list', () => others.waiting.split('/')[2] ?? ''), ...change },
  // No ticket is named that there is: it is not confirmed yet. ticket-transfer.test.ts has one that is.
  'GET /bookings/:uuid/:proof/tickets/:ticket/holder/': {
    path: () => `${others.booking}tickets/${other.ids.ticket}/holder/`,
    answer: [404],
    atHome: 404,
  },
  'POST /bookings/:uuid/:proof/tickets/:ticket/holder/': {
    path: () => `${others.booking}tickets/${other.ids.ticket}/holder/`,
    answer: [404],
    ...change,
    form: () => 'first_name=Ben',
  },
  'GET /bookings/:uuid/:proof/tickets/:ticket/given/': {
    path: () => `${others.booking}tickets/${other.ids.ticket}/given/`,
    answer: [404],
    atHome: 404,
  },
  'POST /bookings/:uuid/:proof/acceptance/': {
    path: () => `${others.booking}acceptance/`,
    answer: [404],
    ...change,
    form: () => '',
  },
  'POST /bookings/:uuid/:proof/': {
    path: () => others.booking,
    answer: [404],
    ...change,
    form: () => 'promotional_code=NOPE',
  },
  'GET /bookings/:uuid/:proof/': { path: () => others.booking, answer: [404] },
  'GET /bookings/:uuid/:proof/pay/': { path: () => `${others.booking}pay/`, answer: [404], atHome: 303 },
  'GET /bookings/:uuid/:proof/return/': { path: () => `${others.booking}return/`, answer: [404], atHome: 303 },
  // There is none before the address is confirmed; that the proof is real, the next one shows.
  'GET /bookings/:uuid/:proof/tickets.pdf': { path: () => `${others.booking}tickets.pdf`, answer: [404], atHome: 404 },
  // Without keys there is none at home either; wallet-passes.test.ts has some.
  'GET /bookings/:uuid/:proof/tickets/:ticket/apple.pkpass': {
    path: () => `${others.booking}tickets/${other.ids.ticket}/apple.pkpass`,
    answer: [404],
    atHome: 404,
  },
  'GET /bookings/:uuid/:proof/tickets/:ticket/google-wallet/': {
    path: () => `${others.booking}tickets/${other.ids.ticket}/google-wallet/`,
    answer: [404],
    atHome: 404,
  },
  // Nobody was given it; given-files.test.ts and given-passes.test.ts have some.
  'GET /tickets/:uuid/:proof/': { path: () => `/tickets/${other.ids.ticket}/proof/`, answer: [404], atHome: 404 },
  'GET /tickets/:uuid/:proof/ticket.pdf': {
    path: () => `/tickets/${other.ids.ticket}/proof/ticket.pdf`,
    answer: [404],
    atHome: 404,
  },
  'GET /tickets/:uuid/:proof/event.ics': {
    path: () => `/tickets/${other.ids.ticket}/proof/event.ics`,
    answer: [404],
    atHome: 404,
  },
  'GET /tickets/:uuid/:proof/apple.pkpass': {
    path: () => `/tickets/${other.ids.ticket}/proof/apple.pkpass`,
    answer: [404],
    atHome: 404,
  },
  'GET /tickets/:uuid/:proof/google-wallet/': {
    path: () => `/tickets/${other.ids.ticket}/proof/google-wallet/`,
    answer: [404],
    atHome: 404,
  },
  'GET /bookings/:uuid/:proof/cancellation/': { path: () => `${others.booking}cancellation/`, answer: [404] },
  'POST /bookings/:uuid/:proof/cancellation/': {
    path: () => `${others.booking}cancellation/`,
    answer: [404],
    ...change,
    form: () => 'whole=yes',
  },
  'GET /bookings/:uuid/:proof/event.ics': { path: () => `${others.booking}event.ics`, answer: [404] },
  // Links that do not open here, and still do where they belong.
  'GET /sign-in/:token/': { path: () => others.signIn, answer: [400] },
  'POST /sign-in/:token/': { path: () => others.signIn, answer: [400], ...change },
  'GET /set-up/:token/': { path: () => others.signIn.replace('sign-in', 'set-up'), answer: [400], atHome: 400 },
  'POST /set-up/:token/': { path: () => others.signIn.replace('sign-in', 'set-up'), answer: [400], ...change },
  // On Root: here there is no such address. root-administration.test.ts has Root's.
  'GET /admin/server/organisations/:uuid/': { ...rootPage(''), atHome: 404 },
  'POST /admin/server/organisations/:uuid/entry/': { ...rootPage('entry/'), ...change },
  'POST /admin/server/organisations/:uuid/archive/': { ...rootPage('archive/'), ...change },
  'POST /admin/server/organisations/:uuid/unarchive/': { ...rootPage('unarchive/'), ...change },
  'POST /admin/server/organisations/:uuid/approval/': { ...rootPage('approval/'), ...change },
  'POST /admin/server/organisations/:uuid/refusal/': { ...rootPage('refusal/'), ...change },
  'GET /admin/server/organisations/:uuid/pictures/': { ...rootPage('pictures/'), atHome: 404 },
  'GET /admin/server/organisations/:uuid/pictures/image/': { ...rootPage('pictures/image/'), atHome: 404 },
  'POST /admin/server/organisations/:uuid/pictures/image/': { ...rootPage('pictures/image/'), ...change },
  'POST /admin/server/organisations/:uuid/pictures/focus/': { ...rootPage('pictures/focus/'), ...change },
  'GET /admin/server/organisations/:uuid/pictures/logo/': { ...rootPage('pictures/logo/'), atHome: 404 },
  'POST /admin/server/organisations/:uuid/pictures/logo/': { ...rootPage('pictures/logo/'), ...change },
  'GET /admin/server/organisations/:uuid/pictures/map/': { ...rootPage('pictures/map/'), atHome: 404 },
  'POST /admin/server/organisations/:uuid/pictures/map/': { ...rootPage('pictures/map/'), ...change },
  'GET /admin/server/organisations/:uuid/pictures/menu/': { ...rootPage('pictures/menu/'), atHome: 404 },
  'POST /admin/server/organisations/:uuid/pictures/menu/': { ...rootPage('pictures/menu/'), ...change },
  'GET /admin/server/mails/:uuid/': { ...rootMails(''), atHome: 404 },
  'POST /admin/server/mails/:uuid/attempts/': { ...rootMails('attempts/'), ...change },
  'GET /admin/server/mails/:uuid/:mail/': { ...rootMails(`${'0'.repeat(8)}/`), atHome: 404 },
  'POST /admin/server/reports/:uuid/settlement/': {
    path: () => `/admin/server/reports/${other.tenantId}/settlement/`,
    answer: [404],
    ...change,
  },
  'POST /admin/server/backups/:name/download/': {
    path: () => '/admin/server/backups/guichet-2026-11-22-030000/download/',
    answer: [404],
    ...change,
  },
  'GET /admin/server/organisations/:uuid/identity/': { ...rootPage('identity/'), atHome: 404 },
  'POST /admin/server/organisations/:uuid/identity/': { ...rootPage('identity/'), ...change },
  'GET /admin/server/organisations/:uuid/look/': { ...rootPage('look/'), atHome: 404 },
  'POST /admin/server/organisations/:uuid/look/': { ...rootPage('look/'), ...change },
  'GET /admin/server/organisations/:uuid/rules/': { ...rootPage('rules/'), atHome: 404 },
  'POST /admin/server/organisations/:uuid/rules/': { ...rootPage('rules/'), ...change },
  'POST /admin/server/organisations/:uuid/category/': { ...rootPage('category/'), ...change },
  'POST /admin/server/organisations/:uuid/deletion/': { ...rootPage('deletion/'), ...change },
  'POST /admin/server/organisations/:uuid/mails/': { ...rootPage('mails/'), ...change },
  'POST /admin/server/organisations/:uuid/domains/': { ...rootPage('domains/'), ...change },
  'POST /admin/server/organisations/:uuid/domains/checks/': { ...rootPage('domains/checks/'), ...change },
  'POST /admin/server/organisations/:uuid/domains/removal/': { ...rootPage('domains/removal/'), ...change },
  'POST /admin/server/organisations/:uuid/calendars/': { ...rootPage('calendars/'), ...change },
  'POST /admin/server/organisations/:uuid/calendars/removal/': { ...rootPage('calendars/removal/'), ...change },
  // The form is on Meta: here there is no such address. creation.test.ts has two Metas.
  'GET /tenant/new/:token/': { path: () => `/tenant/new/${'x'.repeat(43)}/`, answer: [404], atHome: 404 },
  'POST /tenant/new/:token/': { path: () => `/tenant/new/${'x'.repeat(43)}/`, answer: [404], ...change },
  'GET /invitation/:token/': { path: () => others.invitation, answer: [400] },
  'POST /invitation/:token/': { path: () => others.invitation, answer: [400], ...change },
  'GET /confirm/:token/': { path: () => others.confirmation, answer: [400] },
  'POST /confirm/:token/': { path: () => others.confirmation, answer: [400], ...change },
  'GET /scan/:token/pair': { path: () => others.pairing, answer: [400, 'invalid_token'], atHome: 'not asked' },
  'POST /scan/:token/pair': { path: () => others.pairing, answer: [400, 'invalid_token'], ...change },
  'GET /assets/:asset': 'of no organisation',
  'GET /api/docs/:folder/': 'of no organisation',
  'GET /api/docs/operations/:tag/': 'of no organisation',
  'GET /api/docs/:folder/:chapter/': 'of no organisation',
  'GET /scanner/assets/:asset': 'of no organisation',
}

/** Of the administration, whose pages no key opens; what they do at home is in refund-pages.test.ts. */
function rootPage(end: string): Foreign {
  return { path: () => `/admin/server/organisations/${other.tenantId}/${end}`, answer: [404] }
}

function rootMails(end: string): Foreign {
  return { path: () => `/admin/server/mails/${other.tenantId}/${end}`, answer: [404] }
}

function adminPage(end: () => string): Foreign {
  return { path: () => `/admin/${end()}`, answer: [404], atHome: 'not asked', form: () => '' }
}

/** Whose data would be erased. */
function erasure(room: string, id: () => string): Record<string, Foreign> {
  const asked = adminPage(() => `${room}/${id()}/erasure/`)
  return {
    [`GET /admin/${room}/:uuid/erasure/`]: asked,
    [`POST /admin/${room}/:uuid/erasure/`]: { ...asked, form: () => 'seen=x' },
  }
}

/** The pages of one thing that events are made of. */
function programmeRoom(room: string, id: () => string): Record<string, Foreign> {
  const at = (end = '') => adminPage(() => `${room}/${id()}/${end}`)
  return {
    [`GET /admin/${room}/:uuid/`]: at(),
    [`POST /admin/${room}/:uuid/`]: { ...at(), form: () => 'name=Taken+over&seen=x' },
    [`POST /admin/${room}/:uuid/archive/`]: { ...at('archive/'), form: () => 'archived=true' },
    [`POST /admin/${room}/:uuid/deletion/`]: at('deletion/'),
  }
}

function programme(noun: string, id: () => string, methods = ['GET', 'PATCH', 'DELETE']): Record<string, Foreign> {
  return Object.fromEntries(
    methods.map((method) => [
      `${method} /api/${noun}/:uuid/`,
      { ...one(noun, id), ...(method === 'GET' ? {} : change) },
    ]),
  )
}

function atMeta(noun: string, id: () => string, methods: readonly string[]): Record<string, Foreign> {
  const rows = Object.entries(programme(noun, id, [...methods]))
  return Object.fromEntries(rows.map(([route, foreign]) => [route, { ...foreign, ...change }]))
}

function ask(label: string, method: string, foreign: Foreign, caller: SendOptions): Promise<Answer> {
  const { path, body, form } = foreign
  if (method !== 'POST' && method !== 'PATCH') return server.send(label, method, path(), caller)
  if (!form) return server.send(label, method, path(), { ...caller, body: typeof body === 'function' ? body() : body })
  const headers = { ...caller.headers, 'content-type': 'application/x-www-form-urlencoded' }
  return server.send(label, method, path(), { ...caller, headers, body: form() })
}

describe('what is at another organisation', () => {
  it('is asked for by every route that has a parameter', () => {
    const withParameter = routes.filter((route) => route.includes('/:'))
    expect(withParameter.filter((route) => !(route in table))).toEqual([])
    expect(Object.keys(table).filter((route) => !withParameter.includes(route))).toEqual([])
  })

  it.each(Object.keys(table))('%s', async (route) => {
    const foreign = table[route]
    if (!foreign || foreign === 'of no organisation') return
    const [method = ''] = route.split(' ')
    const before = await changesOfRows(superuser)
    for (const [caller, credentials] of Object.entries(callers)) {
      const answer = await ask(own.label, method, foreign, credentials)
      const what = `${caller}: ${answer.status} ${answer.text.slice(0, 200)}`
      const [status, code] = foreign.answer
      // Who may not call the route at all hears that first.
      if (caller === 'anybody' && [401, 403].includes(answer.status)) continue
      if (caller !== 'the administrator' && / \/(admin|account)\//.test(route) && answer.status === 403) continue
      if (caller === 'the administrator' && answer.status === 403) expect(route).toMatch(/\/scan\//)
      expect(answer.status, what).toBe(status)
      if (code !== undefined) expect(answer.json?.code, what).toBe(code)
      if (answer.json) expectCleanAnswer(answer, what, foreign.path(), other.mark)
      else expect(answer.text.toLowerCase(), what).not.toContain(other.mark.toLowerCase())
    }
    expect(await changesOfRows(superuser)).toBe(before)
    if (foreign.atHome === 'not asked') return
    const atHome = await ask(other.label, method, foreign, { key: other.key })
    expect(atHome.status, 'at home').toBe(foreign.atHome ?? 200)
  })

  it('is in no list', async () => {
    for (const route of routes.filter((name) => /^GET \/api\/\w+\/$/.test(name))) {
      const path = route.slice(4)
      if (path === '/api/docs/' || path === '/api/place/') continue
      const answer = await server.send(own.label, 'GET', path, { key: own.key })
      expectCleanAnswer(answer, path, path, other.mark)
      expect(answer.status, path).toBe(200)
      for (const id of Object.values(other.ids)) expect(answer.text, path).not.toContain(id)
    }
  })

  it('does not open the door', async () => {
    const before = await changesOfRows(superuser)
    for (const path of ['/scan/check_ticket/', '/scan/ticket/']) {
      const body = { qrcode_data: other.qrcode, event_uuid: other.ids.event }
      const answer = await server.send(own.label, 'POST', path, { key: own.deviceKey, body })
      expectCleanAnswer(answer, path, path, other.mark)
      expect([answer.status, answer.json.code]).toEqual([400, 'invalid_signature'])
    }
    expect(await changesOfRows(superuser)).toBe(before)
  })

  it.each([
    ['device archive', () => [other.deviceId]],
    ['device pairing-code', () => [other.deviceId]],
    ['ticket qr', () => [other.ids.ticket]],
    ['ticket qr', () => ['--event', other.ids.event]],
    ['ticket undo', () => [other.ids.ticket]],
    ['event cancel', () => [other.ids.event]],
    ['event postpone', () => ['--to', '2900-01-10T20:00', other.ids.event]],
    ['api-key revoke', () => [other.key]],
    ['membership create', () => ['--email', 'a@b.test', '--price', other.ids.membershipPrice]],
  ])('is refused by guichet %s', async (command, words) => {
    const before = await changesOfRows(superuser)
    const run = server.cli(...command.split(' '), '--tenant', own.label, ...words())
    const outcome = await run.then(
      (answer) => JSON.stringify(answer),
      (error: Error) => error.message,
    )
    // An event without tickets has none to print.
    expect(outcome).toMatch(/exited 1: |^\{"tickets":\[\]\}$/)
    expect(outcome).not.toContain(other.mark)
    expect(await changesOfRows(superuser)).toBe(before)
  })
})
