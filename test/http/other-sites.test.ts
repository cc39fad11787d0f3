import { beforeAll, describe, expect, it } from 'vitest'
import type { Answer, SendOptions } from '../harness/client.ts'
import { originOf, signIn } from '../harness/sign-in.ts'
import { changesOfRows } from '../harness/traces.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/**
 * What pages of other sites can have a visitor's browser do here: nothing. Every route is asked, so that one that is new is
 * held to it by itself. This is every form there is, with a session where it needs one.
 */
const { server, client, hall, other } = await twoOffices({ environment: { ROLE: 'web' } })
const nobody = '0197a3c2-6c1e-7d4b-9a51-3f0d5c8e2bff'

type Route = { readonly method: string; readonly url: string; readonly access: string }
let routes: readonly Route[]
let cookies: Readonly<Record<string, string>>

beforeAll(async () => {
  routes = (await server.cli('routes'))['routes'] as Route[]
  await server.cli('user', 'grant', '--email', 'sue@server.test', '--super-user')
  cookies = {
    [hall.slug]: await signIn(server, hall.slug, hall.slug, 'admin@example.org'),
    meta: await signIn(server, 'meta', 'meta', 'sue@server.test'),
    '': await signIn(server, 'root', '', 'sue@server.test'),
  }
})

/** For programs: they send a key, or a secret that is in the address, and no browser adds either. */
const forPrograms = /^\/(api|scan|payments)\//

/** What mail programs send for their readers, without a session, and whose address is the right to it (RFC 8058; objections.test.ts). */
const oneClick = '/objection/:token/'
/** What other servers send, signed, and no browser with a session. */
const ofServers = '/fediverse/inbox/'

/** The host where a route is, for whoever may everything there. */
function hostOf({ url, access }: Route): string {
  if (access === 'super_user') return ''
  return /^\/(tenant\/new|organisations)\//.test(url) ? 'meta' : hall.slug
}

const pathOf = ({ url }: Route) => url.replaceAll(/:(uuid|ticket)/g, nobody).replaceAll(/:\w+/g, 'nobody')

function ask(route: Route, options: SendOptions = {}, path = pathOf(route)): Promise<Answer> {
  const cookie = cookies[hostOf(route)]
  return server.send(hostOf(route), route.method, path, {
    ...(route.access === 'public' || cookie === undefined ? {} : { cookie }),
    ...(route.method === 'GET' ? {} : { body: '' }),
    ...options,
    headers: {
      accept: 'text/html',
      'accept-language': 'en',
      ...(route.method === 'GET' ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      ...options.headers,
    },
  })
}

const changing = () => routes.filter(({ method, url }) => method !== 'GET' && !forPrograms.test(url))
const nameOf = ({ method, url }: Route) => `${method} ${url}`
const refused = 'Wrong origin'

/** What browsers say of where a form came from. */
function sites(route: Route): readonly Readonly<Record<string, string>>[] {
  const host = hostOf(route)
  const own = originOf(server, host)
  return [
    // Whoever has a session and says nothing of it is refused too.
    ...(route.access === 'public' ? [] : [{}]),
    ...[
      'https://evil.test',
      'null',
      `${own}.evil.test`,
      own.replace('http:', 'https:'),
      `${own}0`,
      '',
      originOf(server, other.slug),
      originOf(server, host === '' ? hall.slug : ''),
    ].map((origin) => ({ origin })),
    ...['cross-site', 'same-site'].map((site) => ({ 'sec-fetch-site': site })),
    { origin: 'https://evil.test', 'sec-fetch-site': 'same-origin' },
  ]
}

describe('a form of another site', () => {
  it('is refused by every page that changes something, and changes nothing', async () => {
    expect(changing().length).toBeGreaterThan(70)
    const before = await changesOfRows(client)
    const taken: string[] = []
    for (const route of changing().filter(({ url }) => url !== oneClick && url !== ofServers)) {
      for (const headers of sites(route)) {
        const { status, text } = await ask(route, { headers })
        if (status !== 403 || !text.includes(refused))
          taken.push(`${nameOf(route)} ${JSON.stringify(headers)} ${status}`)
      }
    }
    expect(taken).toEqual([])
    expect(await changesOfRows(client)).toBe(before)
  })

  it('is not what a form of the page itself is taken for', async () => {
    const origin = (route: Route) => ({ headers: { origin: originOf(server, hostOf(route)) } })
    const wrong: string[] = []
    for (const route of changing()) {
      // The session would end, and the rest be asked by nobody.
      if (route.url === '/sign-out/') continue
      const { status, text } = await ask(route, origin(route))
      if (status >= 500 || text.includes(refused)) wrong.push(`${nameOf(route)} ${status}`)
    }
    expect(wrong).toEqual([])
  })

  it('cannot be a link: what is sent by a form is not taken from an address', async () => {
    const before = await changesOfRows(client)
    const wrong: string[] = []
    const shown = routes
      .filter(({ method }) => method === 'GET')
      .map(({ url }) => new RegExp(`^${url.replaceAll(/:\w+/g, '[^/]+')}$`))
    for (const route of changing()) {
      const { status } = await ask({ ...route, method: 'GET' }, {}, `${pathOf(route)}?publish=yes&all=true`)
      const isPage = shown.some((pattern) => pattern.test(pathOf(route)))
      if (!isPage && status !== 404 && status !== 405) wrong.push(`${nameOf(route)} ${status}`)
    }
    for (const route of routes.filter(({ method, url }) => method === 'GET' && !forPrograms.test(url))) await ask(route)
    expect(wrong).toEqual([])
    expect(await changesOfRows(client)).toBe(before)
  })
})

/** What each directive may say at most: what sends no form, as the scanner, says so. */
const policies: Readonly<Record<string, readonly string[]>> = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'form-action': ["'self'", "'none'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
  'style-src': ["'self'"],
}

/** The scanner compiles the WebAssembly that reads codes (ADR 0184); nothing else may. */
const scannerScripts = "'self' 'wasm-unsafe-eval'"

it('no answer of any route may be framed, sniffed, or run what is not ours', async () => {
  const wrong: string[] = []
  for (const route of routes) {
    const { headers } = await ask(route)
    const policy = new Map(
      String(headers['content-security-policy'])
        .split('; ')
        .map((part): [string, string] => [part.split(' ')[0] ?? '', part.split(' ').slice(1).join(' ')]),
    )
    if (route.url === '/scanner/' && policy.get('script-src') === scannerScripts) policy.set('script-src', "'self'")
    for (const [name, allowed] of Object.entries(policies))
      if (!allowed.includes(policy.get(name) ?? '')) wrong.push(`${nameOf(route)}: ${name} ${policy.get(name)}`)
    if (headers['x-content-type-options'] !== 'nosniff') wrong.push(`${nameOf(route)}: may be sniffed`)
    if (!['same-origin', 'no-referrer'].includes(String(headers['referrer-policy'])))
      wrong.push(`${nameOf(route)}: tells where from`)
  }
  expect(wrong).toEqual([])
})

/** Where somebody would be sent if an address were believed. */
const elsewhere = [
  'https://evil.test/',
  '//evil.test/',
  '///evil.test',
  '/\\evil.test',
  '\\\\evil.test',
  'https:evil.test',
  'http:\\\\evil.test',
  '/%09/evil.test',
  '/\t/evil.test',
  '%2f%2fevil.test',
  '/%2f/evil.test',
  '/\r\nLocation: https://evil.test',
  '/%0d%0aSet-Cookie: evil.test=1',
  'javascript:location="//evil.test"',
  '//hall@evil.test/',
  '/.//evil.test',
  '/a/..//evil.test',
  ' //evil.test',
  '\u2028//evil.test',
]
const parameters = ['next', 'to', 'url', 'return', 'return_to', 'returnUrl', 'redirect', 'redirect_uri', 'back']

it('no address leads on to another site, whatever it asks for', async () => {
  const wrong: string[] = []
  const pages = routes.filter(({ url }) => !forPrograms.test(url))
  for (const route of pages) {
    for (const target of elsewhere) {
      const asked = new URLSearchParams(parameters.map((name) => [name, target])).toString()
      const own = { origin: originOf(server, hostOf(route)) }
      const answer = await (route.method === 'GET'
        ? ask(route, {}, `${pathOf(route)}?${asked}`)
        : ask(route, { body: asked, headers: own }, `${pathOf(route)}?${asked}`))
      const { location, 'set-cookie': cookie, refresh } = answer.headers
      const leads = new URL(String(location ?? ''), originOf(server, hostOf(route)))
      const links = [...answer.text.matchAll(/(?:href|action|formaction)="([^"]*)"/g)].map(([, link]) => link ?? '')
      const isForeign = !leads.hostname.endsWith('localhost') || refresh !== undefined
      if (isForeign || String(cookie).includes('evil') || links.some((link) => leadsAway(link, route)))
        wrong.push(`${nameOf(route)} ${target}: ${location}`)
    }
  }
  expect(wrong).toEqual([])
})

/** As a browser reads it. What comes back as what was searched for is in a query of our own. */
function leadsAway(link: string, route: Route): boolean {
  const url = URL.parse(link.replaceAll('&amp;', '&'), originOf(server, hostOf(route)))
  return url === null ? false : url.hostname.includes('evil') || url.href.startsWith('javascript:')
}
