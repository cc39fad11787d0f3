import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { byProgram } from '../harness/by-program.ts'
import { meetAtLock } from '../harness/rendezvous.ts'
import { startServer, type TestServer } from '../harness/server.ts'
import { originOf, signIn } from '../harness/sign-in.ts'

/**
 * Every page of the administration × every role × a foreign organisation. Which permission opens a page is said by
 * `guichet routes`, and held by hand in permissions.test.ts; which role has it is held by hand here (ADR 0131). Seen red
 * with `roleHasPermission` answering true, and with the box office given `money`.
 */
const roles = ['owner', 'manager', 'box_office', 'steward', 'accountant'] as const
type Role = (typeof roles)[number]

const all = roles
const lead = ['owner', 'manager'] as const
const holders: Readonly<Record<string, readonly Role[]>> = {
  overview: all,
  programme: lead,
  reservations: [...lead, 'box_office'],
  door_list: [...lead, 'box_office', 'steward'],
  door: lead,
  people: [...lead, 'box_office'],
  money: [...lead, 'accountant'],
  exports: [...lead, 'accountant'],
  settings: lead,
  domains: ['owner'],
  payment_keys: ['owner'],
  team: ['owner'],
  audit: lead,
  erasure: lead,
}

/** Operations that no page does, and the permission that is theirs. */
const ofNoPage: Readonly<Record<string, string>> = {
  'GET /api/ticket/': 'door_list',
  'GET /api/ticket/:uuid/': 'door_list',
  'POST /api/cards/': 'people',
  'POST /api/imports/:uuid/check/': 'settings',
  'GET /api/remote-events/:uuid/': 'programme',
  'POST /api/remote-events/:uuid/refuse/': 'programme',
}

const [venue, other] = ['the-venue', 'the-other']
let server: TestServer
type Route = { readonly method: string; readonly url: string }
let pages: readonly (Route & { readonly permission: string })[]
/** What takes a permission of a key, or of a role. */
let operations: readonly Route[]
const cookies: Partial<Record<Role, string>> = {}
const foreign: Partial<Record<Role, string>> = {}

beforeAll(async () => {
  server = await startServer()
  for (const [slug, organisation] of [
    [venue, 'The venue'],
    [other, 'The other'],
  ] as const) {
    const made = ['tenant', 'create', '--organisation', organisation, '--category', 'S']
    await server.cli(...made, '--email', `founder@${slug}.test`)
    for (const role of roles) await join(slug, `${role}@${slug}.test`, role)
  }
  for (const role of roles) {
    cookies[role] = await signIn(server, venue, venue, `${role}@${venue}.test`)
    foreign[role] = await signIn(server, venue, venue, `${role}@${other}.test`)
  }
  const routes = (await server.cli('routes'))['routes'] as { method: string; url: string; access: string }[]
  pages = routes
    .filter(({ access }) => access.startsWith('staff:'))
    .map(({ method, url, access }) => ({ method, url, permission: access.slice('staff:'.length) }))
  operations = routes.filter(({ access }) => /^\w+:(read|write)$/.test(access))
})

afterAll(() => server?.stop())

const join = (slug: string, email: string, role: Role) =>
  server.cli('team', 'set', '--tenant', slug, '--email', email, '--role', role)

async function ask(method: string, url: string, cookie: string | undefined): Promise<number> {
  const path = url.replace(':uuid', '0197a3c2-6c1e-7d4b-9a51-3f0d5c8e2bff').replace(/[:*]\w*/g, 'x')
  const answer = await server.send(venue, method, path, {
    ...(cookie === undefined ? {} : { cookie }),
    ...(method === 'GET' ? {} : { body: {} }),
    headers: { origin: originOf(server, venue) },
  })
  return answer.status
}

/** Of the pages that do or tell the same (by-program.ts). */
function permissionsOf(operation: string): string[] {
  const same = Object.entries(byProgram).filter(([, elsewhere]) => ([elsewhere].flat() as string[]).includes(operation))
  const ofPages = pages.filter(({ method, url }) => same.some(([page]) => page === `${method} ${url}`))
  const alone = ofNoPage[operation]
  expect(ofPages.length > 0, `${operation}: has a page, or is on the list of those that have none`).toBe(
    alone === undefined,
  )
  return alone === undefined ? ofPages.map(({ permission }) => permission) : [alone]
}

describe('the pages of the administration', () => {
  it('are for those whose role has the permission, and for nobody of another organisation', async () => {
    expect(pages.length).toBeGreaterThan(5)
    for (const { method, url, permission } of pages) {
      for (const role of roles) {
        const [status, name] = [await ask(method, url, cookies[role]), `${method} ${url} as ${role}`]
        if (holders[permission]?.includes(role)) expect([403, 401, 500], name).not.toContain(status)
        else expect(status, name).toBe(403)
        expect(await ask(method, url, foreign[role]), `${name} of another organisation`).toBe(403)
      }
      expect(await ask(method, url, undefined), url).toBe(401)
    }
  })

  it('are shown on the way to those who may enter, and to no others', async () => {
    const open = new Map(pages.filter(({ method }) => method === 'GET').map(({ url, permission }) => [url, permission]))
    for (const role of roles) {
      const { text } = await server.send(venue, 'GET', '/admin/', { cookie: cookies[role] ?? '' })
      const way = text.slice(text.indexOf('<nav class="way"'), text.indexOf('<main'))
      const shown = [...new Set([...way.matchAll(/href="([^"]+)"/g)].map(([, path]) => path ?? ''))]
      expect(shown.length, role).toBeGreaterThan(0)
      for (const path of shown) expect(holders[open.get(path) ?? ''], `${path} as ${role}`).toContain(role)
    }
  })
})

describe('the navigation of a venue', () => {
  const daily = [
    '',
    'sale/',
    'reservations/',
    'events/',
    'products/',
    'members/',
    'devices/',
    'accounting/',
    'settings/',
    'keys/',
  ]
  const linksIn = (html: string) => [...html.matchAll(/<a href="\/admin\/([^"]*)"/g)].map(([, link]) => link ?? '')
  const readAsOwner = async (path: string) => {
    const { status, text } = await server.send(venue, 'GET', `/admin/${path}`, { cookie: cookies.owner ?? '' })
    const [desk, main] = [text.indexOf('class="way-desk"'), text.indexOf('<main')]
    return {
      isPage: status === 200 && desk >= 0,
      ways: [text.slice(text.indexOf('class="way-phone"'), desk), text.slice(desk, main)].map(linksIn),
      content: linksIn(text.slice(main, text.indexOf('<h1', main))),
    }
  }

  /** Seen red with the rooms below the one that is shown listed as well, as they were: 13 below Bookings, 18 in the settings. */
  it('lists what is used every day, the same on each page, and never more than twelve entries', async () => {
    const open = pages.filter(({ method, url }) => method === 'GET' && url.startsWith('/admin/') && !url.includes(':'))
    let seen = 0
    for (const { url } of open) {
      const { isPage, ways } = await readAsOwner(url.slice('/admin/'.length))
      if (!isPage) continue
      seen += 1
      for (const way of ways) expect(way.length, url).toBeLessThanOrEqual(12)
      expect(ways[1], `${url}: a new room that is always in sight stands above, in \`daily\``).toEqual(daily)
    }
    expect(seen).toBeGreaterThan(40)
  })

  /** Seen red with the ways left out, with those of the settings on the page of Identity alone, and with what a venue has one of. */
  it('has the ways to the other rooms on the pages of the rooms that they are below', async () => {
    const bookings = ['waiting-lists/', 'hand-outs/', 'mails/']
    const products = ['promotional-codes/', 'options/']
    // A venue has one place and one stage: nothing to choose from.
    const events = ['artists/']
    const money = ['refunds/', 'exports/']
    const house = [
      'start/',
      'shared-calendars/',
      'team/',
      'api-keys/',
      'webhooks/',
      'imports/',
      'personal-data/',
      'audit/',
    ]
    const below = {
      'reservations/': bookings,
      'events/': events,
      'products/': products,
      'members/': ['cards/'],
      'devices/': ['door-lists/'],
      'accounting/': money,
      'settings/': house,
    }
    for (const [main, rooms] of Object.entries(below)) {
      const { content } = await readAsOwner(main)
      for (const room of rooms) {
        expect(content, `${main} leads to ${room}: a new room stands in \`below\``).toContain(room)
        const beside = [main, ...rooms].filter((path) => path !== room)
        expect((await readAsOwner(room)).content, `${room} leads to the others`).toEqual(expect.arrayContaining(beside))
      }
      const others = Object.values(below).flatMap((all) => (all === rooms ? [] : all))
      expect(content.filter((path) => others.includes(path))).toEqual([])
    }
    for (const only of ['locations/', 'stages/']) {
      expect((await readAsOwner('events/')).content).not.toContain(only)
      expect((await readAsOwner(only)).content).toEqual(expect.arrayContaining(['events/', ...events]))
    }
    expect((await readAsOwner('settings/payment/')).content).toEqual(expect.arrayContaining(['settings/', ...house]))
  })
})

describe('an organisation that sells nothing', () => {
  /** Seen red with every room everywhere. */
  it('has the rooms of a house, and none of a box office', async () => {
    await join('meta', 'owner@meta.test', 'owner')
    const cookie = await signIn(server, 'meta', 'meta', 'owner@meta.test')
    const { text } = await server.send('meta', 'GET', '/admin/', { cookie })
    const way = text.slice(text.indexOf('<nav class="way"'), text.indexOf('<main'))
    for (const path of ['', 'team/', 'api-keys/', 'audit/']) expect(way).toContain(`href="/admin/${path}"`)
    for (const path of ['sale/', 'events/', 'locations/', 'devices/', 'accounting/', 'start/'])
      expect(way).not.toContain(`href="/admin/${path}"`)
  })
})

/**
 * Seen red with what there was: permissions of roles beside those of their pages, by which a steward read promotional codes and the
 * money of a cancelled event, the box office all refunds, and the accountant none (ADR 0199).
 */
describe('the API with a session', () => {
  it('does for each role what its pages do, and nothing more', async () => {
    expect(operations.length).toBeGreaterThan(90)
    const wrong: string[] = []
    for (const { method, url } of operations) {
      const allowed = [...new Set(permissionsOf(`${method} ${url}`).flatMap((permission) => holders[permission] ?? []))]
      expect(allowed, `${method} ${url}`).toContain('owner')
      for (const role of roles) {
        const [status, name] = [await ask(method, url, cookies[role]), `${method} ${url} as ${role}`]
        if ([401, 403, 500].includes(status) === allowed.includes(role)) wrong.push(`${name}: ${status}`)
        if ((await ask(method, url, foreign[role])) !== 403) wrong.push(`${name} of another organisation`)
      }
    }
    expect(wrong).toEqual([])
  })

  /** One operation is open to all without a body, and asks for more with one. */
  it('makes prices for those alone who have the page of them', async () => {
    const body = { product: randomUUID(), name: 'Full', prix: 1 }
    for (const role of roles) {
      const sent = { cookie: cookies[role] ?? '', body, headers: { origin: originOf(server, venue) } }
      const { status } = await server.send(venue, 'POST', '/api/prices/', sent)
      expect(status, role).toBe(holders['programme']?.includes(role) ? 400 : 403)
    }
  })

  it('shows what is not published yet to those who meet it on their pages', async () => {
    const owner = { cookie: cookies.owner ?? '', headers: { origin: originOf(server, venue) } }
    const make = async (path: string, body: Record<string, unknown>) =>
      (await server.send(venue, 'POST', path, { ...owner, body })).json.uuid
    const product = await make('/api/products/', { name: 'Later', categorie_article: 'B', publish: false })
    const event = await make('/api/events/', { name: 'Later', datetime: '2900-01-01T20:00', published: false })
    const seen = async (path: string, cookie: string | undefined) =>
      (await server.send(venue, 'GET', path, { cookie: cookie ?? '' })).status === 200
    for (const role of roles) {
      const sells = [...lead, 'box_office'].includes(role)
      expect(await seen(`/api/products/${product}/`, cookies[role]), role).toBe(sells)
      expect(await seen(`/api/events/${event}/`, cookies[role]), role).toBe(true)
      for (const path of [`/api/products/${product}/`, `/api/events/${event}/`])
        expect(await seen(path, foreign[role]), `${role} of another organisation`).toBe(false)
    }
  })
})

describe('the team', () => {
  it('is out at once who is taken out, and in with another role who is given one', async () => {
    const email = 'guest@venue.test'
    await join(venue, email, 'manager')
    const cookie = await signIn(server, venue, venue, email)
    expect(await ask('GET', '/admin/audit/', cookie)).toBe(200)
    await join(venue, email, 'steward')
    expect(await ask('GET', '/admin/audit/', cookie)).toBe(403)
    expect(await ask('GET', '/admin/', cookie)).toBe(200)
    await server.cli('team', 'remove', '--tenant', venue, '--email', email)
    expect(await ask('GET', '/admin/', cookie)).toBe(403)
    const { team } = await server.cli('team', 'list', '--tenant', other)
    expect(JSON.stringify(team)).not.toContain(email)
  })

  it('keeps an owner, however many leave at once', async () => {
    const made = ['tenant', 'create', '--organisation', 'Two owners', '--category', 'S']
    await server.cli(...made, '--email', 'one@two.test')
    await join('two-owners', 'two@two.test', 'owner')
    const leave = (email: string) =>
      server.cli('team', 'remove', '--tenant', 'two-owners', '--email', email).then(
        () => 'left',
        (error: Error) => error.message,
      )
    const ended = await meetAtLock(server, ['lock table tenant_member in share mode'], 2, () =>
      Promise.all([leave('one@two.test'), leave('two@two.test')]),
    )
    expect(ended.filter((end) => end === 'left')).toHaveLength(1)
    expect(ended.find((end) => end !== 'left')).toContain('at least one owner')
    const { team } = await server.cli('team', 'list', '--tenant', 'two-owners')
    expect(team).toHaveLength(1)
  })
})

describe('the log', () => {
  it('says who did what, and forgets the address of whoever has their data erased', async () => {
    const email = 'gone@venue.test'
    await join(venue, email, 'steward')
    await server.cli('team', 'remove', '--tenant', venue, '--email', email)
    const read = async () => (await server.send(venue, 'GET', '/admin/audit/', { cookie: cookies.owner ?? '' })).text
    expect(await read()).toContain(email)
    const cookie = await signIn(server, venue, venue, email)
    const headers = { origin: originOf(server, venue) }
    await server.send(venue, 'POST', '/account/erasure/', { cookie, body: {}, headers })
    expect(await read()).not.toContain(email)
    expect(await read()).toContain('Removed somebody from the team')
    const foreignLog = await signIn(server, other, other, `owner@${other}.test`)
    const elsewhere = (await server.send(other, 'GET', '/admin/audit/', { cookie: foreignLog })).text
    expect(elsewhere).not.toContain(`@${venue}.test`)
  })
})
