import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { twoOffices } from '../harness/two-tenants.ts'

const { server, hall, other } = await twoOffices()

/** What a first visit loads besides its pictures. */
it('the stylesheet and its fonts come from this host, are kept for long, and are light', async () => {
  const page = await server.send(hall.slug, 'GET', '/', { headers: { accept: 'text/html' } })
  const path = /href="(\/assets\/[^"]+\.css)"/.exec(page.text)?.[1] ?? ''
  const css = await server.send(hall.slug, 'GET', path)
  expect(css.status).toBe(200)
  expect(css.text).toContain('font-display: swap')
  expect(css.text).not.toMatch(/url\("?(https?:)?\/\//)
  const fonts = [...css.text.matchAll(/url\("([^"]+)"\)/g)].map(([, font]) => font ?? '')
  expect(fonts).toHaveLength(4)
  const sizes: number[] = []
  for (const font of fonts) {
    for (const label of [hall.slug, '']) {
      const answer = await server.send(label, 'GET', font)
      expect([answer.status, answer.headers['content-type']]).toEqual([200, 'font/woff2'])
      expect(answer.headers['cache-control']).toContain('immutable')
    }
    sizes.push(Number((await server.send(hall.slug, 'GET', font)).headers['content-length']))
  }
  // Each family in two files, of which a page in English or French needs the first.
  const [text = 0, textMore = 0, headings = 0, headingsMore = 0] = sizes
  expect(text + headings).toBeLessThan(55_000)
  expect(textMore + headingsMore).toBeLessThan(25_000)
  expect((await server.send(hall.slug, 'GET', '/assets/000000000000.woff2')).status).toBe(404)
})

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
  await expect.poll(() => stylesheetOf(hall.slug)).toMatch(/-ffe600\.css$/)
  const path = await stylesheetOf(hall.slug)
  const css = await server.send(hall.slug, 'GET', path)
  expect(css.headers['content-type']).toBe('text/css; charset=utf-8')
  expect(css.headers['cache-control']).toContain('immutable')
  expect(css.text).toContain('--fill: #ffe600; ')
  expect(css.text).toContain('--on-fill: #000000; ')
  for (const label of [other.slug, 'meta', '']) expect(await stylesheetOf(label)).toBe(former)
  // Of another version or of no colour.
  for (const wrong of ['/assets/000000000000-ffe600.css', path.replace('ffe600', 'ffe60'), '/assets/a.css'])
    expect((await server.send(hall.slug, 'GET', wrong)).status).toBe(404)
})

/** Seen red with the stylesheet and the scripts as they are. */
it('the page of an event, its stylesheet and its scripts come compressed, and are light', async () => {
  const { product } = await hall.price('B')
  const event = await hall.event([product])
  const { slug } = (await hall.get(`/api/events/${event}/`)).json
  const take = (path: string, encoding = 'gzip') =>
    server.send(hall.slug, 'GET', path, { headers: { accept: 'text/html', 'accept-encoding': encoding } })
  const page = (await take(`/events/${slug}/`, 'identity')).text
  const paths = [...page.matchAll(/"(\/assets\/[^"]+\.(?:css|js))"/g)].map(([, path]) => path ?? '')
  expect(paths).toHaveLength(4)
  let bytes = 0
  for (const path of [`/events/${slug}/`, ...paths]) {
    const { headers, bytes: sent } = await take(path)
    expect([headers['content-encoding'], headers['vary']]).toEqual(['gzip', expect.stringContaining('Accept-Encoding')])
    bytes += sent.length
  }
  expect(bytes).toBeLessThan(25_000)
  const [path = ''] = paths
  const plain = await take(path, 'identity')
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(gunzipSync((await take(path)).bytes).toString()).toBe(plain.text)
})
