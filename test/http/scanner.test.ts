import { readdir, readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { twoDoors } from '../harness/two-tenants.ts'

/** What the service gives to whoever opens the scanner; what it then does is in browser/scanner.test.ts. */
const { server, hall, other } = await twoDoors()

const read = (path: string, language = 'en', slug = hall.slug) =>
  server.send(slug, 'GET', path, { headers: { 'accept-language': language, accept: '*/*' } })

/** Every address that the page and its stylesheet name. */
async function addresses(language: string): Promise<readonly string[]> {
  const { text } = await read('/scanner/', language)
  return [...text.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, path = '']) => path)
}

/** Seen red without a policy of its own: pictures of `data:` were allowed. */
it('is a page of nobody else, without anything inline, that says what it needs', async () => {
  for (const [slug, name] of [
    [hall.slug, 'The Hall'],
    [other.slug, 'The Other'],
  ] as const) {
    const { text, headers } = await read('/scanner/', 'fr', slug)
    expect(text).toContain(`<title>Scanner · ${name}</title>`)
    expect(text).toContain('<html lang="fr">')
    expect(text).toMatch(/<noscript>.*a besoin de JavaScript/)
    expect(text).not.toMatch(/<script(?! type="module" src="\/scanner\/assets\/)|<style|style="|https?:/)
    const policy = String(headers['content-security-policy'])
    expect(policy).toMatch(/^default-src 'none'; /)
    for (const rule of policy.split('; '))
      expect(rule).toMatch(/^([a-z-]+ '(none|self)'|script-src 'self' 'wasm-unsafe-eval')$/)
  }
  expect((await read('/scanner/', 'en')).text).toContain('needs JavaScript')
})

it.each(['en', 'fr', 'de', 'es'])(
  'loads its own files alone, kept for ever, light, and without a map of the source (%s)',
  async (language) => {
    const paths = (await addresses(language)).filter((path) => path !== '/scanner/manifest.webmanifest')
    expect(paths).toHaveLength(6)
    expect(paths.filter((path) => path.includes(`/scanner.${language}-`))).toHaveLength(1)
    let bytes = 0
    for (const path of paths) {
      const { status, headers, text } = await read(path)
      expect([path, status]).toEqual([path, 200])
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
      expect(text).not.toContain('sourceMappingURL')
      bytes += Number(headers['content-length'])
      expect((await read(`${path}.map`)).status).toBe(404)
    }
    // Preact 14, the database 3; sentences in one language 10; the rest is ours.
    expect(bytes).toBeLessThan(100_000)
    for (const wrong of ['/scanner/assets/files.json', '/scanner/assets/sw.js', '/scanner/assets/..%2fguichet.js'])
      expect([wrong, (await read(wrong)).status]).toEqual([wrong, 404])
  },
)

it('can be installed under the name of the organisation', async () => {
  const { headers, json } = await read('/scanner/manifest.webmanifest', 'fr', other.slug)
  expect(headers['content-type']).toContain('application/manifest+json')
  expect(json).toMatchObject({
    name: 'Scanner · The Other',
    short_name: 'The Other',
    lang: 'fr',
    display: 'standalone',
    start_url: '/scanner/',
    scope: '/scanner/',
  })
  const sizes = json.icons.map(({ sizes }: { sizes: string }) => sizes)
  for (const size of ['192x192', '512x512']) expect(sizes).toContain(size)
  for (const { src, type } of json.icons) expect((await read(src)).headers['content-type']).toContain(type)
})

/** Seen red with the file of the worker under the policy of every other page: it compiles no WebAssembly. */
it('reads codes with files of its own, under its own policy, and no other page may run such', async () => {
  const names = JSON.parse(await readFile('dist/scanner/files.json', 'utf8')) as string[]
  const parts = names.filter((name) => /^(decoder|zxing_reader)-/.test(name))
  expect(parts).toHaveLength(2)
  for (const name of parts) {
    const { status, headers } = await read(`/scanner/assets/${name}`)
    expect([name, status]).toEqual([name, 200])
    expect(headers['content-type']).toBe(name.endsWith('.wasm') ? 'application/wasm' : 'text/javascript; charset=utf-8')
    expect(headers['content-security-policy']).toContain("script-src 'self' 'wasm-unsafe-eval'")
  }
  expect((await read('/')).headers['content-security-policy']).not.toContain('wasm')
})

/** Seen red with a worker that knows no file. */
it('is kept on the device by a worker that knows every file, and is itself never kept', async () => {
  const { text, headers } = await read('/scanner/sw.js')
  expect([headers['content-type'], headers['cache-control']]).toEqual(['text/javascript; charset=utf-8', 'no-cache'])
  const names = JSON.parse(await readFile('dist/scanner/files.json', 'utf8')) as string[]
  expect((await readdir('dist/scanner')).toSorted()).toEqual([...names, 'files.json', 'sw.js'].toSorted())
  for (const name of names) expect(text).toContain(name)
})
