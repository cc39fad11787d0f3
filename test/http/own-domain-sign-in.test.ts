import { beforeAll, describe, expect, it } from 'vitest'
import { visitor } from '../harness/booking.ts'
import { untilTrue } from '../harness/box-office.ts'
import type { Answer } from '../harness/client.ts'
import { mailedLink } from '../harness/mailed-link.ts'
import { startNameServer } from '../harness/name-server.ts'
import { signIn } from '../harness/sign-in.ts'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/**
 * Whoever runs a domain of an organisation's own, or got one that lapsed, reads what comes by it. There everybody is a visitor
 * (ADR 0227).
 */
const names = await startNameServer()
const { server, client, hall, other } = await twoOffices({ environment: { DNS_SERVERS: names.address } })
const staff = await staffOf(server, hall)

const own = 'tickets.hall.test'
const origin = `http://${own}:${server.port}`
const label = `http://${hall.slug}.localhost:${server.port}`

beforeAll(async () => {
  await staff.press('/admin/settings/domains/', [['domain', own]])
  const { text } = await staff.show('/admin/settings/domains/')
  names.records.set(`_guichet.${own}`, /value="(guichet-domain=[\w-]+)"/.exec(text)?.[1] ?? '')
  await staff.press('/admin/settings/domains/checks/', [['domain', own]])
  await untilTrue(async () => (await show('/')).status === 200)
})

const show = (path: string, cookie = '', host = own) =>
  server.send(host, 'GET', path, { cookie, headers: { accept: 'text/html' } })

/** As a browser on a page of that host. */
const submit = (path: string, form: Record<string, string>, cookie = '') =>
  server.send(own, 'POST', path, {
    cookie,
    body: new URLSearchParams(form).toString(),
    headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded', origin },
  })

const asked = async (email: string): Promise<string> =>
  /name="handle" value="([\w-]+)"/.exec((await submit('/sign-in/', { email })).text)?.[1] ?? ''

const letterTo = async (email: string) =>
  (await client.query('select letter from mail where recipient = $1 order by id desc limit 1', [email])).rows[0].letter

/** Follows the newest link that was mailed to somebody, at the own domain. */
const follow = async (email: string): Promise<Answer> => submit(new URL(await mailedLink(server, email)).pathname, {})

describe('somebody who works there', () => {
  /** Seen red with the host that was asked in the link of everybody's mail. */
  it('gets a link to the label’s host and no code, and the page tells nobody', async () => {
    const [theirs, visitors] = [await submit('/sign-in/', { email: 'admin@example.org' }), visitor()]
    const shown = ({ text }: Answer) => text.replaceAll(/value="[^"]*"|[\w.-]+@[\w.-]+/g, '')
    expect(shown(theirs)).toBe(shown(await submit('/sign-in/', { email: visitors })))
    const letter = await letterTo('admin@example.org')
    expect(letter.code).toBeUndefined()
    expect(letter.action.url).toMatch(`${label}/sign-in/`)
    expect((await letterTo(visitors)).action.url).toMatch(`${origin}/sign-in/`)
    expect((await follow('admin@example.org')).status).toBe(400)
    expect((await show(new URL(letter.action.url).pathname)).status).toBe(400)
  })

  /** Seen red without the comparison of the host in findSession. */
  it('has a visitor’s rights with a session that was made there, by pages and by the API', async () => {
    const email = visitor()
    await asked(email)
    // Whoever asked is a visitor, and works there before they follow the link.
    await server.cli('team', 'set', '--tenant', hall.slug, '--email', email, '--role', 'owner')
    const entered = await follow(email)
    expect([entered.status, entered.headers['location']]).toEqual([303, '/account/'])
    const cookie = [entered.headers['set-cookie'] ?? []].flat()[0]?.split(';')[0] ?? ''
    expect((await show('/account/', cookie)).text).toContain(email)
    expect((await show('/account/', cookie)).text).not.toContain('/admin/')
    const api = await server.send(own, 'GET', '/api/reservations/', { cookie })
    expect([api.status, api.json.code]).toEqual([403, 'permission_denied'])
    for (const path of [
      '/admin/api-keys/',
      '/admin/settings/domains/removal/',
      '/account/sessions/',
      '/account/erasure/',
    ]) {
      const refused = await submit(path, { name: 'Till', domain: own }, cookie)
      expect([refused.status, refused.text.includes('not at its own domain')], path).toEqual([403, true])
    }
    // Held up at the label's host by whoever read it.
    expect((await show('/account/', cookie, hall.slug)).status).toBe(401)
    expect((await server.send(hall.slug, 'GET', '/api/reservations/', { cookie })).status).toBe(401)
    expect((await staff.show('/admin/team/')).text).toContain(email)
  })

  /** Seen red with the host that was asked in the link of everybody’s mail. */
  it('gets a link to the label’s host beside the code that lets a booking through', async () => {
    const { price, product } = await hall.price('B', { prix: 0 })
    const event = await hall.event([product])
    const { slug } = (await hall.get(`/api/events/${event}/`)).json
    const path = `/events/${slug}/booking/`
    const asking = async (email: string) => {
      const form = { key: crypto.randomUUID(), price, qty: '1', email }
      const { text } = await submit(path, { ...form, by_mail: '1' })
      return { ...form, handle: /name="handle" value="([\w-]+)"/.exec(text)?.[1] ?? '' }
    }
    const email = visitor()
    await asking(email)
    expect((await letterTo(email)).action.url).toMatch(`${origin}/sign-in/`)
    const theirs = await asking('admin@example.org')
    const letter = await letterTo('admin@example.org')
    expect(letter.action.url).toMatch(`${label}/sign-in/`)
    expect((await follow('admin@example.org')).status).toBe(400)
    const booked = await submit(path, { ...theirs, code: String(letter.code) })
    expect([booked.status, booked.headers['set-cookie']]).toEqual([303, undefined])
  })

  it('has no session there by a cookie of the label', async () => {
    const cookie = await signIn(server, hall.slug, hall.slug, 'admin@example.org')
    expect((await show('/account/', cookie)).status).toBe(401)
    expect((await show('/account/', cookie, hall.slug)).status).toBe(200)
  })
})

/** Seen red with the comparison of the host left out of countTry: the digits typed there opened a session of the label. */
it('a code that was asked for there is good there alone', async () => {
  const email = visitor()
  const handle = await asked(email)
  const code = String((await letterTo(email)).code)
  const replayed = await server.send(hall.slug, 'POST', '/sign-in/code/', {
    body: new URLSearchParams({ email, handle, code }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: label, accept: 'text/html' },
  })
  expect([replayed.status, replayed.headers['set-cookie']]).toEqual([400, undefined])
  const entered = await submit('/sign-in/code/', { email, handle, code })
  expect([entered.status, entered.headers['location']]).toEqual([303, '/account/'])
})

/** Seen red without leadToLabel, and with the main address in the retired label's redirect. */
it.each([
  '/admin/',
  '/admin/api-keys/?new=1',
  '/invitation/abcdef/',
  '/sign-in/?next=%2Fadmin%2Fteam%2F',
  // What reaches beyond the organisation.
  '/account/data.json',
  '/account/erasure/',
])('%s leads to the label’s host', async (path) => {
  const { status, headers } = await show(path)
  expect([status, headers['location']]).toEqual([302, `${label}${path}`])
})

/** Seen red without `atLabel` of the operation. */
it('an owner changes their organisation at the label of a Meta, and not at its own domain', async () => {
  const agenda = 'agenda.meta.test'
  await client.query(
    `insert into domain (name, tenant_id, kind, created_at)
     select $1, tenant_id, 'own', now() from domain where name = 'meta'`,
    [agenda],
  )
  const atAgenda = (method: string, path: string, body: unknown, cookie = '', type = 'application/json') =>
    server.send(agenda, method, path, {
      body,
      cookie,
      headers: { accept: '*/*', 'content-type': type, origin: `http://${agenda}:${server.port}` },
    })
  const email = visitor()
  await server.cli('team', 'set', '--tenant', hall.slug, '--email', email, '--role', 'owner')
  const form = 'application/x-www-form-urlencoded'
  await atAgenda('POST', '/sign-in/', `email=${encodeURIComponent(email)}`, '', form)
  const link = new URL(await mailedLink(server, email))
  expect(link.hostname).toBe(agenda)
  const entered = await atAgenda('POST', link.pathname, '', '', form)
  const cookie = [entered.headers['set-cookie'] ?? []].flat()[0]?.split(';')[0] ?? ''
  expect(cookie).not.toBe('')
  const refused = await atAgenda('PATCH', `/api/place/${hall.tenantId}/`, { short_description: 'Taken' }, cookie)
  expect([refused.status, refused.json.code]).toEqual([403, 'permission_denied'])
  const atLabel = await server.send('meta', 'PATCH', `/api/place/${hall.tenantId}/`, {
    body: { short_description: 'Ours' },
    cookie: await signIn(server, 'meta', 'meta', email),
    headers: { origin: `http://meta.localhost:${server.port}` },
  })
  expect([atLabel.status, atLabel.json.short_description]).toEqual([200, 'Ours'])
})

it('a retired label leads to the new label, with a token in the address', async () => {
  await client.query(
    `insert into domain (name, tenant_id, kind, created_at) values ('old-hall', $1, 'retired', now())`,
    [hall.tenantId],
  )
  await staff.press('/admin/settings/domains/main/', [['domain', own]])
  expect((await show('/sign-in/token/', '', 'old-hall')).headers['location']).toBe(`${label}/sign-in/token/`)
  await staff.press('/admin/settings/domains/main/', [['domain', '']])
})

it('is the owner’s alone', async () => {
  await server.cli('team', 'set', '--tenant', hall.slug, '--email', 'max@hall.test', '--role', 'manager')
  const manager = await staffOf(server, hall, 'max@hall.test')
  const url = '/admin/settings/domains/'
  expect((await manager.show(url)).status).toBe(403)
  for (const room of ['', 'checks/', 'main/', 'removal/'])
    expect((await manager.press(url + room, [['domain', own]])).status, room).toBe(403)
  expect((await manager.show('/admin/settings/')).text).not.toContain(url)
  expect((await show('/')).status).toBe(200)
  expect((await staffOf(server, other).then((eve) => eve.press(`${url}removal/`, [['domain', own]]))).status).toBe(404)
})
