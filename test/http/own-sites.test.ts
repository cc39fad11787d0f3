import { describe, expect, it } from 'vitest'
import { one, visitor } from '../harness/booking.ts'
import { type BoxOffice, createKey } from '../harness/box-office.ts'
import { listed } from '../harness/forms.ts'
import { sharedSignIn, originOf } from '../harness/sign-in.ts'
import { type Staff, staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** The web sites of an organisation's own, whose pages may call its interface from browsers (ADR 0266). */
const { server, hall, other } = await twoOffices({ environment: { CORS_ORIGINS: 'http://localhost' } })
const metaKey = await createKey(server, 'meta', ['--permission', 'place:write'])
const own = await createKey(server, hall.slug, ['--permission', 'place:read', '--permission', 'place:write'])
const reader = await createKey(server, hall.slug, ['--permission', 'place:read'])
const stranger = await createKey(server, other.slug, ['--permission', 'place:read', '--permission', 'place:write'])

const site = 'https://www.hall.test'
const change = (sites: unknown, key = own) =>
  server.send(hall.slug, 'PATCH', '/api/settings/', { key, body: { sites } })
const sitesOf = async (office: BoxOffice, key: string) =>
  (await server.send(office.slug, 'GET', '/api/settings/', { key })).json.sites

/** Each process hears of a change in a moment. */
const untilAnswered = (office: BoxOffice, origin: string, isAnswered: boolean) =>
  expect
    .poll(async () => {
      const { headers } = await server.send(office.slug, 'GET', '/api/events/', { headers: { origin } })
      return headers['access-control-allow-origin'] === origin
    })
    .toBe(isAnswered)

describe('the list of sites', () => {
  it('is kept as browsers send origins, each once, for whoever administers the organisation', async () => {
    expect(await sitesOf(hall, own)).toEqual([])
    const sent = [' HTTPS://WWW.Hall.Test:443/', site, 'https://hall.test:8443', 'http://localhost:5173']
    const changed = await change([...sent, 'http://127.0.0.1', 'https://Café.test', 'https://[2001:DB8::1]'])
    expect([changed.status, changed.json.sites], changed.text).toEqual([
      200,
      [
        site,
        'https://hall.test:8443',
        ...sent.slice(3),
        'http://127.0.0.1',
        'https://xn--caf-dma.test',
        'https://[2001:db8::1]',
      ],
    ])
    expect(await sitesOf(hall, reader)).toEqual(changed.json.sites)
    expect(await sitesOf(other, stranger)).toEqual([])
    // It stays as it is while other fields change, and strangers are not told.
    await server.send(hall.slug, 'PATCH', '/api/settings/', { key: own, body: { city: 'Lyon' } })
    expect(await sitesOf(hall, own)).toEqual(changed.json.sites)
    expect((await server.send('meta', 'GET', `/api/place/${hall.tenantId}/`)).json).not.toHaveProperty('sites')
    for (const none of [null, []]) {
      await change([site])
      expect((await change(none)).json.sites).toEqual([])
    }
  })

  it('is changed through the directory, too', async () => {
    const path = `/api/place/${hall.tenantId}/`
    const send = (key: string) => server.send('meta', 'PATCH', path, { key, body: { sites: [site] } })
    expect((await send(own)).status).toBe(401)
    expect((await send(metaKey)).json).toMatchObject({ uuid: hall.tenantId, sites: [site] })
    expect(await sitesOf(hall, own)).toEqual([site])
    expect((await change([], reader)).status).toBe(403)
    expect((await change([], stranger)).status).toBe(401)
    expect(await sitesOf(hall, own)).toEqual([site])
  })

  /** Seen red with `whole` of site.ts left out, with `plainHost` left out, and with the last line letting any http through. */
  it.each([
    ...['null', '', 'www.hall.test', '//www.hall.test', '*', 'https://', 'https:www.hall.test', 'https:/www.hall.test'],
    ...[
      'http://www.hall.test',
      'http://localhost.hall.test',
      'http://127.0.0.2',
      'http://[::1]',
      'ftp://www.hall.test',
    ],
    ...[
      'https://*.hall.test',
      'https://*',
      'https://ada@www.hall.test',
      'https://ada:pw@www.hall.test',
      'https://@hall.test',
    ],
    ...[
      'https://www.hall.test/shop',
      'https://www.hall.test//',
      'https://www.hall.test/?',
      'https://www.hall.test?a=b',
    ],
    ...['https://www.hall.test#top', 'https://www.hall.test#', 'https://www.hall.test\\', 'https:\\\\www.hall.test'],
    ...[
      'https://www.hall.test https://evil.test',
      'https://www.hall.test,https://evil.test',
      'https://hall.test,evil.test',
    ],
    ...["https://hall.test;script-src'unsafe-inline'", 'https://hall.test;', "https://'self'", 'https://hall.test!'],
    ...[
      'https://www.ha\tll.test',
      'https://www.hall.test\r\nx: y',
      'https://www.hall.test\u0000',
      'https://ha%6cl.test',
    ],
    ...[
      'https://hall.test.',
      'https://.hall.test',
      'https://hall..test',
      'https://hall.test:99999',
      'https://hall.test:x',
    ],
    ...['javascript:alert(1)', 'data:text/html,x', 'blob:https://www.hall.test', `https://${'x'.repeat(300)}.test`],
    ...['https://1.2.3.4.5', 'https://[::1', 'https://hall.test／shop', 7, true, {}, ['https://hall.test']],
  ])('refuses %j, and changes nothing', async (bad) => {
    await change([site])
    const { status, json } = await change([site, bad])
    expect([status, json.code, Object.keys(json.errors)]).toEqual([400, 'validation_failed', ['sites.1']])
    expect(await sitesOf(hall, own)).toEqual([site])
  })

  it('is a list of twenty at most', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => `https://${index}.hall.test`)
    expect((await change(many(20))).json.sites).toHaveLength(20)
    for (const bad of [many(21), site, { 0: site }]) {
      const { status, json } = await change(bad)
      expect([status, Object.keys(json.errors)]).toEqual([400, ['sites']])
    }
    expect(await sitesOf(hall, own)).toHaveLength(20)
  })
})

const form = '/admin/settings/'

/** Sends the form of the settings as it is shown, with that text in the field of sites. */
async function saveSites(staff: Staff, typed: string) {
  const { text } = await staff.show(form)
  const values = [...text.matchAll(/<input[^>]* name="([\w]+)"[^>]* value="([^"]*)"/g)]
  const shown = Object.fromEntries(values.map(([, name = '', value = '']) => [name, value]))
  const { language: _, languages: __, ...others } = shown
  return staff.press(form, listed({ ...others, language: 'en', time_zone: 'Europe/Paris', sites: typed }))
}

/** Seen red with the field left out of `columnsOf`, and with `siteOf` left out of `check` of the form. */
describe('the page of the settings', () => {
  it('takes one site on each line, and says which line is none', async () => {
    const staff = await staffOf(server, hall)
    await change([])
    expect((await saveSites(staff, `\r\n ${site}/ \r\nHTTPS://hall.test\r\n`)).status).toBe(303)
    expect(await sitesOf(hall, own)).toEqual([site, 'https://hall.test'])
    const page = await staff.show(form)
    expect(page.text).toMatch(new RegExp(`<textarea id="sites"[^>]*>${site}\nhttps://hall\\.test</textarea>`))
    const refused = await saveSites(staff, `${site}\n${site}/shop?a=<b>`)
    expect(refused.status).toBe(400)
    expect(refused.text).toContain(`“${site}/shop?a=&lt;b>” cannot be used.`)
    expect(
      (await saveSites(staff, Array.from({ length: 21 }, (_, index) => `https://${index}.test`).join('\n'))).status,
    ).toBe(400)
    expect(await sitesOf(hall, own)).toEqual([site, 'https://hall.test'])
    expect((await (await staffOf(server, other)).show(form)).text).not.toContain('hall.test')
    expect((await staff.show('/admin/audit/')).text).toContain('Websites that may show its tickets')
    expect((await staff.show(form, 'fr')).text).toContain('Sites qui peuvent afficher les billets')
    expect((await saveSites(staff, '')).status).toBe(303)
    expect(await sitesOf(hall, own)).toEqual([])
  })
})

describe('a page of one of the sites', () => {
  const from = (office: BoxOffice, path: string, method = 'GET', headers = {}, body?: unknown) =>
    server.send(office.slug, method, path, {
      headers: { origin: site, ...headers },
      ...(body === undefined ? {} : { body }),
    })
  const allowed = 'access-control-allow-origin'

  it('may ask what the interface does of its own organisation alone, and never with credentials', async () => {
    await change([site])
    await untilAnswered(hall, site, true)
    const asks = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'idempotency-key' }
    const preflight = await from(hall, '/api/reservations/', 'OPTIONS', asks)
    expect([preflight.status, preflight.text]).toEqual([204, ''])
    expect(preflight.headers).toMatchObject({
      [allowed]: site,
      'access-control-allow-methods': 'GET, HEAD, POST, PATCH, DELETE',
      'access-control-allow-headers':
        'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, If-Modified-Since',
      'access-control-max-age': '600',
      vary: 'Origin',
    })
    expect(preflight.headers).not.toHaveProperty('access-control-allow-credentials')
    const scan = await from(hall, '/scan/ticket/', 'OPTIONS', asks)
    expect(scan.headers['access-control-allow-methods']).toBe('GET, HEAD, POST')
    // Those of the whole server read, as before.
    const local = await server.send(hall.slug, 'OPTIONS', '/api/reservations/', {
      headers: { origin: 'http://localhost', ...asks },
    })
    expect(local.headers).toMatchObject({ [allowed]: 'http://localhost', 'access-control-allow-methods': 'GET, HEAD' })
  })

  /** Seen red with the sites of every organisation that was asked so far answered at all. */
  it('gets nothing of another organisation, of Meta or of Root, nor does a page of another origin here', async () => {
    await change([site])
    await untilAnswered(hall, site, true)
    const hosts = [other.slug, 'meta', '']
    for (const [label, origin] of [
      ...hosts.map((label) => [label, site]),
      ...[
        'null',
        `${site}.evil.test`,
        'https://hall.test',
        'http://www.hall.test',
        `${site}:8443`,
        `${site}/`,
        site.toUpperCase(),
      ].map((origin) => [hall.slug, origin]),
      [hall.slug, originOf(server, other.slug)],
    ] as [string, string][])
      for (const method of ['GET', 'OPTIONS']) {
        const { headers } = await server.send(label, method, '/api/events/', { headers: { origin } })
        const told = Object.keys(headers).filter((name) => name.startsWith('access-control'))
        expect([told, headers['vary']], `${method} at ${label} from ${origin}`).toEqual([[], 'Origin'])
      }
  })

  /** Seen red with the headers said in a `preHandler`, which refusals do not reach. */
  it('reads every answer: what is new, what has not changed, and why it was refused', async () => {
    await change([site])
    await untilAnswered(hall, site, true)
    const fresh = await from(hall, '/api/products/')
    const tag = String(fresh.headers['etag'])
    const answers = {
      200: fresh,
      304: await from(hall, '/api/products/', 'GET', { 'if-none-match': tag }),
      400: await from(hall, '/api/reservations/', 'POST', {}, {}),
      401: await from(hall, '/api/reservations/'),
      403: await from(hall, '/api/settings/', 'PATCH', { authorization: `Api-Key ${reader}` }, {}),
      404: await from(hall, '/api/nothing/'),
      405: await from(hall, '/api/events/', 'DELETE'),
      413: await from(hall, '/api/reservations/', 'POST', {}, { email: 'x'.repeat(200_000) }),
      415: await from(hall, '/api/reservations/', 'POST', { 'content-type': 'text/plain' }, 'x'),
    }
    for (const [status, { headers, ...answer }] of Object.entries(answers)) {
      expect([answer.status, headers[allowed]], status).toEqual([Number(status), site])
      expect(String(headers['vary']), status).toContain('Origin')
      expect(headers, status).not.toHaveProperty('access-control-allow-credentials')
      for (const name of ['ETag', 'Location', 'Retry-After', 'Ignored-Fields', 'Link', 'Total-Count', 'X-Request-Id'])
        expect(String(headers['access-control-expose-headers']).split(', '), status).toContain(name)
    }
  })

  it('books for a visitor, and nothing with the session of whoever is signed in', async () => {
    await change([site])
    await untilAnswered(hall, site, true)
    const { product, price } = await hall.price('B', { prix: 0 })
    const body = { event: await hall.event([product]), email: visitor(), prices: one(price) }
    const booked = await from(hall, '/api/reservations/', 'POST', { 'idempotency-key': 'once' }, body)
    expect([booked.status, booked.headers[allowed]], booked.text).toEqual([201, site])
    expect(booked.headers['location']).toBe(`/api/reservations/${booked.json.uuid}/`)
    const cookie = await sharedSignIn(server, hall.slug, hall.slug, 'admin@example.org')
    const forged = await server.send(hall.slug, 'POST', '/api/reservations/', {
      cookie,
      headers: { origin: site },
      body,
    })
    expect([forged.status, forged.json.code]).toEqual([403, 'origin_refused'])
  })

  it('is not answered any more once it is off the list', async () => {
    await change([site])
    await untilAnswered(hall, site, true)
    await change([])
    await untilAnswered(hall, site, false)
  })

  it('changes nothing of what the pages of the organisation say, nor of their copies', async () => {
    await change([site])
    await untilAnswered(hall, site, true)
    const page = await from(hall, '/')
    expect(page.headers).not.toHaveProperty(allowed)
    const [plain] = [await server.send(hall.slug, 'GET', '/')]
    expect(plain.headers['vary']).toBe('Accept-Language, Accept-Encoding, Authorization, Cookie')
  })
})
