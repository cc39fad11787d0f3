import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '../harness/client.ts'
import { browserWith, makePasskey, type Passkey } from '../harness/passkey.ts'
import { originOf, signIn } from '../harness/sign-in.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/**
 * A session that waits for its passkey is answered by nothing but what it waits for and the way out; to every public route it is a
 * stranger's (ADR 0240). Every route there is (`guichet routes`) × every kind of such a session, by a browser and by a program.
 * Seen red with leadToAwaited for pages of staff alone, without the stranger for public routes, and with passkeys open to `ask`.
 */
const { server, client, hall, other } = await twoOffices({ environment: { SECOND_FACTOR: 'required' } })

type Route = { readonly method: string; readonly url: string; readonly access: string }
type Waiting = { readonly name: string; readonly slug: string; readonly email: string; cookie: string }

const routes = (await server.cli('routes'))['routes'] as readonly Route[]
const asking = '/sign-in/passkey/'
const making = '/account/passkeys/'

/** What such a session needs, and what that says to an empty form. */
const needed: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  [asking]: { [`GET ${asking}`]: 200, [`POST ${asking}`]: 400, 'GET /sign-in/again/': 200 },
  [making]: {
    [`GET ${asking}`]: 302,
    [`POST ${asking}`]: 400,
    'GET /sign-in/again/': 200,
    [`GET ${making}`]: 200,
    [`POST ${making}`]: 400,
  },
}

const enter = async (email: string, slug: string) =>
  browserWith(server, slug, await signIn(server, slug === '' ? 'root' : slug, slug, email))

const owner = `${randomUUID()}@example.org`
const steward = `${randomUUID()}@example.org`
const superUser = `${randomUUID()}@example.org`
const proven: Record<string, Awaited<ReturnType<typeof enter>>> = {}
const passkeys: Record<string, Passkey> = {}
const waiting: { readonly [path: string]: Waiting[] } = { [asking]: [], [making]: [] }
let eventSlug = ''

const give = (email: string, slug: string, role: string) =>
  server.cli('team', 'set', '--tenant', slug, '--email', email, '--role', role)

beforeAll(async () => {
  const { product } = await hall.price('B', { prix: 0 })
  eventSlug = (await hall.get(`/api/events/${await hall.event([product])}/`)).json.slug
  for (const { slug } of [hall, other]) await give(owner, slug, 'owner')
  await give(steward, hall.slug, 'steward')
  await server.cli('user', 'grant', '--email', superUser, '--super-user')
  // At Meta the owner is nobody in particular, and changes their organisations there.
  for (const slug of [hall.slug, other.slug, 'meta']) {
    const browser = await enter(owner, slug)
    const passkey = makePasskey()
    await browser.add(passkey)
    passkeys[slug] = passkey
    proven[slug] = browser
  }
  await proven[hall.slug]?.press('/admin/team/passkeys/', { roles: 'steward' })
  for (const [path, people] of [
    [asking, [hall.slug, other.slug, 'meta'].map((slug) => [owner, slug] as const)],
    [
      making,
      [
        [steward, hall.slug],
        [superUser, hall.slug],
        [superUser, 'meta'],
        [superUser, ''],
      ],
    ],
  ] as const)
    for (const [email, slug] of people) {
      const { kept } = await enter(email, slug)
      waiting[path]?.push({ name: `${path} at ${slug || 'Root'}`, slug, email, cookie: kept.cookie })
    }
})

const faces = {
  browser: { accept: 'text/html', 'accept-language': 'en', 'content-type': 'application/x-www-form-urlencoded' },
  program: { accept: 'application/json', 'content-type': 'application/json' },
} as const

async function ask(
  { method, url }: Route,
  { slug, cookie }: { readonly slug: string; readonly cookie: string },
  face: keyof typeof faces,
): Promise<Answer> {
  const path = url
    .replace('/events/:slug', `/events/${eventSlug}`)
    .replace('/api/place/:uuid', `/api/place/${hall.tenantId}`)
    .replace(':uuid', '0197a3c2-6c1e-7d4b-9a51-3f0d5c8e2bff')
    .replace(':token', 'x'.repeat(43))
    .replace(/[:*]\w*/g, 'x')
  const isRead = method === 'GET'
  return server.send(slug, method, path, {
    cookie,
    ...(isRead ? {} : { body: face === 'browser' ? '' : {} }),
    headers: { ...faces[face], origin: originOf(server, slug) },
  })
}

/** Without what is another one each time: ids of requests, keys and stamps of forms. */
const said = ({ status, headers, text }: Answer) => ({
  status,
  location: headers['location'],
  text: text.replaceAll(/ value="[^"]*"|[\w-]{16,}/g, '…'),
})

async function everySession(): Promise<unknown> {
  const text = `select encode(token_hash, 'hex') as token, email from session join account a on a.id = account_id order by token`
  return (await client.query(text)).rows
}

const isPublic = ({ access }: Route) => ['public', 'every_host', 'device'].includes(access)

describe('a session that waits for its passkey', () => {
  it.each(
    routes.filter(({ url }) => url !== '/sign-out/').map((route) => [`${route.method} ${route.url}`, route] as const),
  )('%s', async (name, route) => {
    const before = await everySession()
    for (const [path, sessions] of Object.entries(waiting))
      for (const session of sessions)
        for (const face of ['browser', 'program'] as const) {
          const who = `${session.name}, ${face}`
          const answer = await ask(route, session, face)
          const stranger = await ask(route, { ...session, cookie: '' }, face)
          const need = needed[path]?.[name]
          expect(answer.headers['set-cookie'], who).toEqual(stranger.headers['set-cookie'])
          if (need !== undefined) {
            expect(answer.status, who).toBe(need)
            continue
          }
          expect(answer.text, who).not.toContain(session.email)
          if (isPublic(route) || stranger.status === 404) expect(said(answer), who).toEqual(said(stranger))
          else if (face === 'browser' && route.method === 'GET' && !route.url.startsWith('/api/')) {
            expect(answer.status, who).toBe(302)
            expect(answer.headers['location'], who).toMatch(`${path}?next=`)
          } else {
            expect(answer.status, who).toBe(403)
            expect(answer.text, who).toContain('waits for your passkey')
          }
        }
    expect(await everySession()).toEqual(before)
  })

  it('books as a stranger, also under its own address', async () => {
    const { product, price } = await hall.price('B', { prix: 0 })
    const event = await hall.event([product])
    const book = async (cookie: string) =>
      await hall.book(
        { email: owner, event, prices: [{ uuid: price, qty: 1 }] },
        { cookie, headers: { origin: originOf(server, hall.slug) } },
      )
    const [half] = waiting[asking] ?? []
    const [asStranger, asHalf, asOwner] = [
      await book(''),
      await book(half?.cookie ?? ''),
      await book(proven[hall.slug]?.kept.cookie ?? ''),
    ]
    expect([asStranger.status, asHalf.status, asOwner.status]).toEqual([201, 201, 201])
    expect(asHalf.json.status).toBe(asStranger.json.status)
    expect(asOwner.json.status).not.toBe(asStranger.json.status)
  })

  it('ends nobody else’s session and forgets nobody, and does so once the passkey is shown', async () => {
    const half = await enter(owner, hall.slug)
    const before = await everySession()
    for (const path of ['/account/sessions/', '/account/erasure/', '/account/cards/loss/']) {
      const refused = await half.press(path, { tag_id: '04AABBCC' })
      expect([refused.status, refused.text.includes('Use your passkey')], path).toEqual([403, true])
    }
    expect(await everySession()).toEqual(before)
    for (const slug of [hall.slug, other.slug]) expect((await proven[slug]?.show('/account/'))?.status, slug).toBe(200)
    expect((await half.prove(passkeys[hall.slug] ?? makePasskey())).status).toBe(303)
    expect((await half.press('/account/sessions/', {})).headers['location']).toBe('/account/?done=signed-out')
    expect((await half.show('/account/')).status).toBe(200)
    for (const slug of [hall.slug, other.slug]) expect((await proven[slug]?.show('/account/'))?.status, slug).toBe(401)
    expect((await client.query('select email from account where email = $1', [steward])).rows).toHaveLength(1)
  })

  // Seen red without the passkeys in requireEditor.
  it('a role that needs a passkey at an organisation changes it by none but one at Meta', async () => {
    const manager = `${randomUUID()}@example.org`
    for (const { slug } of [hall, other]) await give(manager, slug, 'manager')
    const boss = await enter(owner, hall.slug)
    await boss.prove(passkeys[hall.slug] ?? makePasskey())
    const want = (roles: readonly string[], former: readonly string[]) =>
      boss.press(
        '/admin/team/passkeys/',
        {},
        {
          body: new URLSearchParams([
            ...roles.map((role) => ['roles', role]),
            ...former.map((role) => ['former', role]),
          ]).toString(),
        },
      )
    expect((await want(['manager', 'steward'], ['steward'])).status).toBe(303)
    const browser = await enter(manager, 'meta')
    const change = ({ tenantId }: typeof hall) =>
      server.send('meta', 'PATCH', `/api/place/${tenantId}/`, {
        cookie: browser.kept.cookie,
        body: { city: 'Lyon' },
        headers: { origin: originOf(server, 'meta') },
      })
    const refused = await change(hall)
    expect([refused.status, refused.text.includes('waits for your passkey')]).toEqual([403, true])
    expect((await change(other)).status).toBe(200)
    await browser.add(makePasskey())
    expect((await change(hall)).status).toBe(200)
    await want(['steward'], ['manager', 'steward'])
  })

  it('signs out of itself, on the page that asks for the passkey and on the one to make it', async () => {
    for (const [email, path] of [
      [owner, asking],
      [steward, making],
    ] as const) {
      const [half, beside] = [await enter(email, hall.slug), await enter(email, hall.slug)]
      expect((await half.show(path)).text).toContain('action="/sign-out/"')
      expect((await half.press('/sign-out/', {})).status).toBe(200)
      expect([(await half.show(path)).status, (await beside.show(path)).status]).toEqual([401, 200])
    }
  })
})
