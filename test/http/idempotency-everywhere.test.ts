import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newCards } from '../harness/cards.ts'
import type { Answer, SendOptions } from '../harness/client.ts'
import { renewing } from '../harness/renewing.ts'
import { makeKey, type WorkingRequest } from '../harness/shop.ts'
import { changesOfRows } from '../harness/traces.ts'
import { openTrial, type Trial } from '../harness/trial.ts'

/** Every POST of the interface either knows an Idempotency-Key, or says here why it does not. One that is new fails until it does. */
let trial: Trial
/** A second key of the same organisation, with every permission of the first. */
let colleague: string
let keys = 0

beforeAll(async () => {
  trial = await openTrial()
  const nouns = ['product', 'event', 'reservation', 'ticket', 'membership', 'card', 'place']
  const permissions = nouns.flatMap((noun) => [`${noun}:read`, `${noun}:write`])
  colleague = await makeKey(trial.server, trial.shop.label, permissions)
})
afterAll(() => trial?.close())

const without: Readonly<Record<string, string>> = {
  'POST /api/sales/quote/': 'says what something comes to',
  'POST /api/memberships/sales/quote/': 'says what something comes to',
  'POST /api/exports/reservations/': 'a list to take along',
  'POST /api/exports/tickets/': 'a list to take along',
  'POST /api/exports/things/': 'a list to take along',
  'POST /api/exports/members/': 'a list to take along',
  'POST /api/exports/payments/': 'a list to take along',
  'POST /api/exports/refunds/': 'a list to take along',
  'POST /api/reservations/{uuid}/erasure/': 'there is nothing left for a repeat to erase',
  'POST /api/memberships/{uuid}/erasure/': 'there is nothing left for a repeat to erase',
  'POST /api/personal-data/erasure/': 'there is nothing left for a repeat to erase',
  'POST /api/cards/': 'a card that is known stays as it is',
  'POST /api/devices/{uuid}/pairing-code/': 'a code is a secret, and kept nowhere; another one ends the former',
}

/** Their repeats get what was made without its codes, which are secrets. */
const withoutCodes = ['POST /api/devices/', 'POST /api/devices/batch/']
/** What was sold before stays sold to whoever repeats it, and it is of anybody who sells there. */
const ofTheOrganisation = [
  ...withoutCodes,
  'POST /api/reservations/{uuid}/hand-outs/',
  'POST /api/cards/{tag_id}/movements/',
]

type Content = Pick<SendOptions, 'body' | 'headers'>
type Asked = Omit<WorkingRequest, 'body'> & { readonly body: unknown }

const newKey = () => `key-${++keys}-of-these-tests`

function ask({ label, path, key }: Asked, content: Content): Promise<Answer> {
  return trial.server.send(label, 'POST', path, { key, ...content })
}

const asking = (asked: Asked, key: string, body = asked.body) =>
  ask(asked, { headers: { 'idempotency-key': key }, ...(body === undefined ? {} : { body }) })

/** A request without a body, with something new to act on. */
const bodiless: Readonly<Record<string, () => Promise<string>>> = {
  'POST /api/notices/{uuid}/attempts/': async () => {
    const event = await newEvent()
    const notice = await trial.server.send(trial.shop.label, 'POST', `/api/events/${event}/cancellation/`, {
      key: trial.shop.key,
      body: {},
    })
    return `/api/notices/${notice.json.uuid}/attempts/`
  },
  'POST /api/waiting-list/{uuid}/offer/': async () => `/api/waiting-list/${await someoneWaits()}/offer/`,
  'POST /api/events/{uuid}/waiting-list/offers/': async () => {
    await someoneWaits()
    return `/api/events/${trial.shop.ids.event}/waiting-list/offers/`
  },
  'POST /api/memberships/{uuid}/renewal-cancellation/': async () => {
    const { shop, server } = trial
    const member = { email: 'renewing@visitors.test', price: shop.ids.membershipPrice }
    const membership = await shop.create('/api/memberships/', member)
    await renewing(server, membership)
    return `/api/memberships/${membership}/renewal-cancellation/`
  },
  'POST /api/refunds/{uuid}/handover/': async () => `/api/refunds/${await owedRefund()}/handover/`,
  'POST /api/refunds/{uuid}/attempts/': async () => {
    const refund = await owedRefund()
    await trial.superuser.query("update refund set status = 'failed', ended_at = now() where id = $1", [refund])
    return `/api/refunds/${refund}/attempts/`
  },
  'POST /api/cards/{tag_id}/loss/': async () => {
    const { shop, server } = trial
    const [card] = await newCards(server, 1)
    const till = { key: shop.key, body: { tag_id: card?.tag, number: card?.number } }
    await server.send(shop.label, 'POST', '/api/cards/', till)
    const credit = { key: shop.key, body: { kind: 'credit', amount: 5 } }
    await server.send(shop.label, 'POST', `/api/cards/${card?.tag}/movements/`, credit)
    return `/api/cards/${card?.tag}/loss/`
  },
  'POST /api/webhooks/{uuid}/roll/': async () => `/api/webhooks/${trial.shop.ids.webhook}/roll/`,
  'POST /api/webhooks/{uuid}/trial/': async () => `/api/webhooks/${trial.shop.ids.webhook}/trial/`,
  'POST /api/webhooks/{uuid}/deliveries/{delivery}/replay/': async () => {
    const { server, shop } = trial
    const told = `/api/webhooks/${shop.ids.webhook}/`
    const { json } = await server.send(shop.label, 'POST', `${told}trial/`, { key: shop.key })
    return `${told}deliveries/${json.uuid}/replay/`
  },
  'POST /api/remote-agendas/{uuid}/fetch/': async () => {
    const request = await trial.requests['POST /api/remote-agendas/']?.()
    const { label = '', path = '', key = '' } = request ?? {}
    const { json } = await trial.server.send(label, 'POST', path, { key, body: request?.body() ?? {} })
    return `/api/remote-agendas/${json.uuid}/fetch/`
  },
  'POST /api/remote-events/{uuid}/accept/': async () => `/api/remote-events/${await remoteEvent()}/accept/`,
  'POST /api/remote-events/{uuid}/refuse/': async () => `/api/remote-events/${await remoteEvent()}/refuse/`,
  ...Object.fromEntries(
    (['ask', 'withdraw', 'leave'] as const).map((move) => [
      `POST /api/shared-calendars/{uuid}/${move}/`,
      async () => `/api/shared-calendars/${await calendarBefore(move)}/${move}/`,
    ]),
  ),
  ...Object.fromEntries(
    ['accept', 'decline'].map((move) => [
      `POST /api/federation/{uuid}/${move}/`,
      async () => `/api/federation/${await someoneAsks()}/${move}/`,
    ]),
  ),
  ...Object.fromEntries(
    ['agree', 'refuse'].map((move) => [
      `POST /api/appearances/{uuid}/${move}/`,
      async () => `/api/appearances/${await appearance()}/${move}/`,
    ]),
  ),
  'POST /api/devices/{uuid}/archive/': async () => {
    const device = await trial.shop.create('/api/devices/', { name: `Door ${++keys}` })
    return `/api/devices/${device}/archive/`
  },
}

const newEvent = () =>
  trial.shop.create('/api/events/', {
    name: `Night ${++keys}`,
    datetime: '2900-01-10T20:00:00+00:00',
    products: [trial.shop.ids.product],
  })

/** A Meta, to which the shop stands so that it can do this. */
async function calendarBefore(move: 'ask' | 'withdraw' | 'leave'): Promise<string> {
  const words = ['--organisation', `Town ${++keys}`, '--category', 'M', '--email', 'mia@town.test']
  const { uuid } = await trial.server.cli('tenant', 'create', ...words)
  const state = { ask: 'left', withdraw: 'waiting', leave: 'member' }[move]
  await trial.superuser.query(
    'insert into federation_member (meta_tenant_id, member_tenant_id, created_at, state) values ($1, $2, now(), $3)',
    [uuid, trial.shop.tenantId, state],
  )
  return String(uuid)
}

/** A new organisation, which asks the first Meta: the others need not. */
async function someoneAsks(): Promise<string> {
  const words = ['--organisation', `Hall ${++keys}`, '--category', 'S', '--email', 'ada@hall.test']
  const { uuid } = await trial.server.cli('tenant', 'create', ...words)
  await trial.superuser.query(
    `insert into federation_member (meta_tenant_id, member_tenant_id, created_at, state)
     select id, $1, now(), 'waiting' from tenant where first_meta`,
    [uuid],
  )
  return String(uuid)
}

/** An event of somebody else that names the shop, as if it were on stage. */
async function appearance(): Promise<string> {
  const { rows } = await trial.superuser.query(
    `with announced as (
       insert into calendar_entry (tenant_id, event_id, slug, name, starts_at, over_at, folded_what, folded_where)
       select id, gen_random_uuid(), $2, $2, now() + interval '1 day', now() + interval '2 days', '', '' from tenant where slug = 'meta'
       returning tenant_id, event_id)
     insert into appearance (id, organiser_id, event_id, artist_id, state, created_at)
     select gen_random_uuid(), tenant_id, event_id, $1, 'waiting', now() from announced returning id`,
    [trial.shop.tenantId, `night-${++keys}`],
  )
  return rows[0]?.id ?? ''
}

/** An event of a calendar elsewhere: nobody reads one here. */
async function remoteEvent(): Promise<string> {
  const { rows } = await trial.superuser.query<{ id: string }>(
    `insert into remote_event (tenant_id, id, agenda_id, uid, recurrence, name, starts_at, all_day, time_zone, categories, state, created_at)
     select tenant_id, gen_random_uuid(), id, $1, '', 'Night', now() + interval '1 day', false, 'UTC', '{}', 'waiting', now()
     from remote_agenda limit 1 returning id`,
    [`night-${++keys}`],
  )
  return rows[0]?.id ?? ''
}

async function someoneWaits(): Promise<string> {
  const { shop, server } = trial
  const price = await shop.create('/api/prices/', { product: shop.ids.product, name: 'Gone', prix: 1, stock: 0 })
  const email = `waits-${++keys}@visitors.test`
  await shop.create('/api/waiting-list/', { event: shop.ids.event, price, email, places: 1 })
  const { json } = await server.send(shop.label, 'GET', '/api/waiting-list/', { key: shop.key })
  return (json as { uuid: string; email: string }[]).find((entry) => entry.email === email)?.uuid ?? ''
}

async function owedRefund(): Promise<string> {
  const { shop, server } = trial
  const post = (path: string, body: object) => server.send(shop.label, 'POST', path, { key: shop.key, body })
  const event = await newEvent()
  const prices = [{ uuid: shop.ids.price, qty: 1 }]
  const booking = await shop.create('/api/reservations/', { event, email: `owed-${++keys}@visitors.test`, prices })
  await post(`/api/reservations/${booking}/payments/`, { method: 'cash' })
  await post(`/api/reservations/${booking}/cancellation/`, {})
  const { json } = await server.send(shop.label, 'GET', `/api/refunds/?event=${event}`, { key: shop.key })
  return json[0].uuid
}

/** Bodies whose like is only understood otherwise. */
const others: Readonly<Record<string, (body: Record<string, unknown>) => unknown>> = {
  'POST /api/webhooks/{uuid}/replay/': (body) => ({ ...body, from: '2026-01-02T20:00:00Z' }),
  'POST /api/devices/{uuid}/undo/': (body) => ({ ...body, from: '2026-01-02T20:00:00Z' }),
  'POST /api/reservations/{uuid}/hand-outs/': (body) => ({ ...body, quantity: 2 }),
  'POST /api/reservations/{uuid}/hand-outs/mistakes/': () => ({ hand_out: randomUUID() }),
  'POST /api/reservations/{uuid}/payments/': () => ({ method: 'cash' }),
  'POST /api/reservations/{uuid}/payment-correction/': () => ({ method: 'transfer' }),
}

/** A body that asks for something else, and can be read. */
function otherBody(name: string, request: WorkingRequest, body: Record<string, unknown>): unknown {
  if (others[name]) return others[name](body)
  const again = request.body()
  if (JSON.stringify(again) !== JSON.stringify(body)) return again
  // What is last of those is not required.
  return Object.fromEntries(Object.entries(body).slice(0, -1))
}

async function requestOf(name: string): Promise<{ readonly asked: Asked; readonly other: unknown }> {
  const { label, key } = trial.shop
  const path = await bodiless[name]?.()
  if (path !== undefined) {
    const atMeta = /\/(remote-|federation)/.test(name)
      ? await trial.requests['POST /api/remote-agendas/']?.()
      : undefined
    return {
      asked: { label: atMeta?.label ?? label, key: atMeta?.key ?? key, path, body: undefined },
      other: undefined,
    }
  }
  const request = await trial.requests[name]?.()
  if (!request) throw new Error(`no working request is known for ${name}: add it to test/harness/shop.ts, or here`)
  // The secret of a first key is not kept, and its repeat gets another: test/http/first-key.test.ts.
  const { first_key: _, ...body } = request.body()
  return { asked: { ...request, body }, other: otherBody(name, request, body) }
}

const posts = () => trial.documented.filter(({ name }) => name.startsWith('POST /api/'))
const keeping = () => posts().filter(({ parameters }) => parameters.some(({ name }) => name === 'Idempotency-Key'))

async function keptAnswers(): Promise<number> {
  const { rows } = await trial.superuser.query(
    'select count(*)::int as kept from idempotency_key where response <> $1',
    [''],
  )
  return rows[0].kept
}

/** Seen red with `keepsAnswer: false` on one more route, and with a reason for one that knows the key. */
it('every POST knows a key, or there is a reason', () => {
  const known = new Set(keeping().map(({ name }) => name))
  const unknown = posts().flatMap(({ name }) => (known.has(name) ? [] : [name]))
  expect(unknown.sort()).toEqual(Object.keys(without).sort())
  expect(known.size).toBeGreaterThan(40)
})

describe('of every POST that knows a key', () => {
  /** Seen red without the status of the kept answer. */
  it('a repeat makes nothing more, and gets the same answer', async () => {
    for (const { name } of keeping()) {
      const { asked, other } = await requestOf(name)
      const key = newKey()
      const before = await changesOfRows(trial.superuser)
      const first = await asking(asked, key)
      expect.soft([first.status < 300, first.text], name).toEqual([true, first.text])
      const made = await changesOfRows(trial.superuser)
      expect.soft(made, name).not.toBe(before)
      const repeat = await asking(asked, key)
      if (withoutCodes.includes(name)) expect.soft(repeat.status, name).toBe(200)
      else {
        expect.soft([repeat.status, repeat.text], name).toEqual([first.status, first.text])
        expect.soft(repeat.headers['location'], name).toBe(first.headers['location'])
        expect.soft(repeat.headers['content-type'], name).toBe(first.headers['content-type'])
      }
      if (asked.body !== undefined) {
        const mismatch = await asking(asked, key, other)
        expect.soft([mismatch.status, mismatch.json?.code], name).toEqual([422, 'idempotency_mismatch'])
      }
      expect.soft(await changesOfRows(trial.superuser), name).toBe(made)
    }
  })

  /** Seen red with the caller left out of readOwnKey. */
  it('the same key of a colleague is another request', async () => {
    // Whoever asks at the Meta has a key of its own.
    for (const { name } of keeping().filter(({ path }) => !/^\/api\/(place|remote-|federation)/.test(path))) {
      if (ofTheOrganisation.includes(name)) continue
      const { asked } = await requestOf(name)
      const key = newKey()
      expect.soft((await asking(asked, key)).status, name).toBeLessThan(300)
      const kept = await keptAnswers()
      const answer = await asking({ ...asked, key: colleague }, key)
      // It is decided anew: made, and kept for whoever asked, or refused for what the first has done.
      expect.soft(String(answer.json?.code), name).not.toMatch(/^idempotency/)
      const isRefused = answer.status >= 400
      expect.soft([isRefused || (await keptAnswers()) - kept, answer.text], name).toEqual([isRefused || 1, answer.text])
    }
  })
})
