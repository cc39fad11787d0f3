import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { sharedSignIn } from '../harness/sign-in.ts'
import { twoOffices } from '../harness/two-tenants.ts'

const { server, hall, other } = await twoOffices()

/** Seen red with the usual colour for everybody. */
it('the pages of an organisation bear its colour, and nobody else’s do', async () => {
  const stylesheetOf = async (label: string) => {
    const page = await server.send(label, 'GET', '/', { headers: { accept: 'text/html' } })
    expect(page.text).not.toMatch(/<style|style="/)
    expect(page.headers['content-security-policy']).toContain("style-src 'self'")
    return /href="(\/assets\/[^"]+\.css)"/.exec(page.text)?.[1] ?? ''
  }
  const former = await stylesheetOf(hall.slug)
  await server.cli('tenant', 'set', '--tenant', hall.slug, '--accent-color', '#ffe600')
  await expect.poll(() => stylesheetOf(hall.slug)).toMatch(/-ffe600-grotesque-device\.css$/)
  const path = await stylesheetOf(hall.slug)
  const css = await server.send(hall.slug, 'GET', path)
  expect(css.headers['content-type']).toBe('text/css; charset=utf-8')
  expect(css.headers['cache-control']).toContain('immutable')
  expect(css.text).toContain('--fill:#ffe600;')
  expect(css.text).toContain('--on-fill:#000000')
  for (const label of [other.slug, 'meta', '']) expect(await stylesheetOf(label)).toBe(former)
  // Of another version or of no colour.
  for (const wrong of ['/assets/000000000000-ffe600.css', path.replace('ffe600', 'ffe60'), '/assets/a.css'])
    expect((await server.send(hall.slug, 'GET', wrong)).status).toBe(404)
})

describe('the page of an event, its stylesheet and its scripts', () => {
  const codings = [
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
    ['gzip', 'gzip', gunzipSync],
  ] as const
  const take = (path: string, encoding: string, known = '') =>
    server.send(hall.slug, 'GET', path, {
      headers: { accept: 'text/html', 'accept-encoding': encoding, 'if-none-match': known },
    })
  let paths: string[]

  beforeAll(async () => {
    const { product } = await hall.price('B')
    const { slug } = (await hall.get(`/api/events/${await hall.event([product])}/`)).json
    const page = await take(`/events/${slug}/`, 'identity')
    const assets = [...page.text.matchAll(/"(\/assets\/[^"]+\.(?:css|js))"/g)].map(([, path]) => path ?? '')
    expect(assets).toHaveLength(4)
    paths = [`/events/${slug}/`, ...assets]
  })

  /** Seen red with the stylesheet and the scripts as they are, and with Brotli for whoever refuses it. */
  it.each(codings)('come compressed to whoever takes %s, and are light', async (accepted, coding) => {
    let bytes = 0
    for (const path of paths) {
      const { headers, bytes: sent } = await take(path, accepted)
      expect([headers['content-encoding'], headers['vary']]).toEqual([
        coding,
        expect.stringContaining('Accept-Encoding'),
      ])
      bytes += sent.length
    }
    expect(bytes).toBeLessThan(25_000)
  })

  /** Seen red with one tag for all. */
  it.each(codings)(
    'are the same to whoever takes %s, and known by a tag of that coding',
    async (accepted, _, unpack) => {
      for (const path of paths.slice(1)) {
        const [plain, packed] = await Promise.all([take(path, 'identity'), take(path, accepted)])
        expect(plain.headers['content-encoding']).toBeUndefined()
        // Only a page needs a policy, and seven files with one are 2 kB longer.
        expect(plain.headers['content-security-policy']).toBeUndefined()
        expect(plain.headers['x-content-type-options']).toBe('nosniff')
        expect(unpack(packed.bytes).toString()).toBe(plain.text)
        const known = await take(path, accepted, String(packed.headers['etag']))
        expect([known.status, known.bytes.length]).toEqual([304, 0])
        expect((await take(path, 'identity', String(packed.headers['etag']))).status).toBe(200)
      }
    },
  )
})

/** Seen red with the second stylesheet on every page, and on no page of the documentation. */
it('only pages of staff and of the documentation load the rules of their tables', async () => {
  const cookie = await sharedSignIn(server, hall.slug, hall.slug, 'admin@example.org')
  const sheetsOf = async (path: string) => {
    const page = await server.send(hall.slug, 'GET', path, { cookie, headers: { accept: 'text/html' } })
    return [...page.text.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, sheet]) => sheet ?? '')
  }
  const sheets = await sheetsOf('/admin/')
  expect(sheets).toHaveLength(2)
  const [forAll, forStaff] = await Promise.all(sheets.map((path) => server.send(other.slug, 'GET', path)))
  expect([forAll?.text.includes('.table'), forStaff?.text.includes('.table')]).toEqual([false, true])
  expect(forStaff?.headers).toMatchObject({ 'content-type': 'text/css; charset=utf-8', vary: 'Accept-Encoding' })
  expect(forStaff?.headers['cache-control']).toContain('immutable')
  for (const path of ['/admin/nowhere/', '/api/docs/', '/api/docs/errors/'])
    expect((await sheetsOf(path))[1], path).toBe(sheets[1])
  for (const path of ['/', '/legal/', '/account/', '/nowhere/']) expect(await sheetsOf(path), path).toHaveLength(1)
})

/** Bytes of fonts and of all that a first visit to the page of an event loads besides its picture, without headers (ADR 0295). */
const mostOf = {
  grotesque: [42_700, 57_000],
  serif: [29_700, 44_000],
  condensed: [24_600, 39_000],
  round: [22_400, 37_000],
  system: [0, 15_000],
} as const

/** Seen red with the faces of all pairs in every stylesheet. */
it.each(Object.entries(mostOf))(
  'the pair %s has its own fonts alone, which come from this host, are kept for long, and are light',
  async (pair, [mostFonts, most]) => {
    await server.cli('tenant', 'set', '--tenant', hall.slug, '--type-pair', pair)
    const { product } = await hall.price('B')
    const { slug } = (await hall.get(`/api/events/${await hall.event([product])}/`)).json
    const take = (path: string, label = hall.slug) =>
      server.send(label, 'GET', path, { headers: { accept: 'text/html', 'accept-encoding': 'br' } })
    const shown = async () => {
      const page = await server.send(hall.slug, 'GET', `/events/${slug}/`, { headers: { accept: 'text/html' } })
      return [...page.text.matchAll(/"(\/assets\/[^"]+\.(?:css|js))"/g)].map(([, path]) => path ?? '')
    }
    await expect.poll(async () => (await shown())[0]).toContain(`-${pair}-`)
    const paths = [`/events/${slug}/`, ...(await shown())]
    const css = (await server.send(hall.slug, 'GET', paths[1] ?? '')).text
    expect(css).not.toMatch(/url\("?(https?:)?\/\//)
    const faces = [...css.matchAll(/@font-face{[^}]+}/g)].map(([face]) => face)
    let fonts = 0
    for (const face of faces) {
      expect(face).toContain('font-display:swap')
      const [, font = ''] = /url\("([^"]+)"\)/.exec(face) ?? []
      for (const label of [hall.slug, '']) {
        const answer = await take(font, label)
        expect([answer.status, answer.headers['content-type']]).toEqual([200, 'font/woff2'])
        expect(answer.headers['cache-control']).toContain('immutable')
      }
      // Each family in three files, of which a page in one of our languages needs the small one.
      if (face.includes('U+20-7E')) fonts += (await take(font)).bytes.length
    }
    let bytes = fonts
    for (const path of paths) bytes += (await take(path)).bytes.length
    expect(fonts).toBeLessThanOrEqual(mostFonts)
    expect(bytes).toBeLessThan(most)
    expect((await take('/assets/000000000000.woff2')).status).toBe(404)
  },
)
