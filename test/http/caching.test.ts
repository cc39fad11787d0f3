import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTrial, type Trial } from '../harness/trial.ts'

/**
 * What depends on who asks, or tells of people, is kept by nobody: every route that reads is asked as everybody, with a key and as a
 * device, and what a cache may keep is on this list by hand. Seen red without `cache-control` in plugins/security-headers.ts.
 */
const mayBeKept: Readonly<Record<string, RegExp>> = {
  'GET /assets/:asset': /immutable/,
  'GET /media/:tenant/:image/:file': /immutable/,
  'GET /.well-known/jwks.json': /^public, max-age=60$/,
  'GET /.well-known/security.txt': /^public, max-age=3600$/,
  'GET /.well-known/nodeinfo': /^public, max-age=60$/,
  'GET /nodeinfo/2.1': /^public, max-age=60$/,
  'GET /fediverse/actor/': /^public, max-age=60$/,
  'GET /fediverse/outbox/': /^public, max-age=60$/,
  'GET /fediverse/followers/': /^public, max-age=60$/,
  // The same for everybody.
  'GET /api/openapi.json': /^no-cache$/,
  'GET /robots.txt': /^public, max-age=3600$/,
  'GET /sitemap.xml': /^public, max-age=3600$/,
  'GET /embed/guichet.js': /^public, max-age=3600$/,
  'GET /feeds/events.ics': /^public, max-age=900$/,
  'GET /feeds/events.rss': /^public, max-age=900$/,
  'GET /feeds/events.atom': /^public, max-age=900$/,
  'GET /feeds/events.json': /^public, max-age=900$/,
  'GET /scanner/': /^no-cache$/,
  'GET /scanner/sw.js': /^no-cache$/,
  'GET /scanner/manifest.webmanifest': /^no-cache$/,
  'GET /scanner/assets/:asset': /immutable/,
  // Its tag spares a telephone most of the bytes; nothing of it names anybody.
  'GET /scan/snapshot/': /^private, no-cache$/,
}

/** Of strangers alone (ADR 0250): whoever shows a key or a cookie gets a page of their own. */
const shared: ReadonlySet<string> = new Set([
  'GET /',
  'GET /events/:slug/',
  'GET /legal/',
  'GET /embed/',
  'GET /embed/events/:slug/',
  'GET /api/docs/',
  'GET /api/docs/errors/',
  'GET /api/docs/operations/:tag/',
  'GET /api/docs/:folder/:chapter/',
])
const sharedFor = /^public, max-age=0, s-maxage=1, stale-while-revalidate=5$/

let trial: Trial
let reading: readonly string[]

beforeAll(async () => {
  trial = await openTrial()
  const { routes } = (await trial.server.cli('routes')) as { routes: { method: string; url: string }[] }
  reading = routes.filter(({ method }) => method === 'GET').map(({ url }) => url)
})
afterAll(() => trial?.close())

it('nothing is kept by a cache but what is named', async () => {
  const { server, shop } = trial
  const followed = await server.send(shop.label, 'PATCH', '/api/fediverse/', { key: shop.key, body: { on: true } })
  expect(followed.status).toBe(200)
  const anyId = '0197a3c2-6c1e-7d4b-9a51-3f0d5c8e2b10'
  let answered = 0
  for (const url of reading) {
    const path = url.replace(/:\w+/g, anyId)
    for (const credentials of [{}, { key: shop.key }, { key: shop.deviceKey }]) {
      const answer = await server.send(shop.label, 'GET', path, credentials)
      if (answer.status === 200) answered++
      const isStranger = !('key' in credentials)
      const named = shared.has(`GET ${url}`) && isStranger ? sharedFor : mayBeKept[`GET ${url}`]
      const kept = (answer.status === 200 ? named : undefined) ?? /^no-store$/
      expect.soft(answer.headers['cache-control'], `${url} ${answer.status}`).toMatch(kept)
    }
  }
  expect(answered).toBeGreaterThan(60)
})
