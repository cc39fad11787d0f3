import { readdir, readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { twoOffices } from '../harness/two-tenants.ts'

/** The pages of the documentation: that all of it is there, that every link leads somewhere, and that the search finds it. */
const { server, hall, other } = await twoOffices()

type Schema = {
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
}
type Parameter = { readonly name: string; readonly description?: string }
type Operation = {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly tags: readonly string[]
  readonly parameters?: readonly Parameter[]
  readonly 'x-refuses': readonly string[]
  readonly 'x-permission'?: string
}

const show = (path: string, language = 'en', label = hall.slug) =>
  server.send(label, 'GET', path, { headers: { accept: 'text/html', 'accept-language': language } })

const characters: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }
const unescaped = (text: string) =>
  text.replaceAll(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => characters[name] ?? '')
const textOf = (html: string) => unescaped(html.replaceAll(/<[^>]*>/g, '')).replaceAll(/\s+/g, ' ')
const plain = (markdown: string) => markdown.replaceAll('`', '').replaceAll(/\s+/g, ' ').trim()

/** Every page of the documentation by its path, found by following links from the contents. */
async function crawl(label: string, language: string): Promise<ReadonlyMap<string, string>> {
  const pages = new Map<string, string>()
  const waiting = ['/api/docs/']
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (pages.has(path)) continue
    const { status, text } = await show(path, language, label)
    expect(status, path).toBe(200)
    pages.set(path, text)
    waiting.push(...linksOn(text).flatMap(([page = '']) => (page.startsWith('/api/docs/') ? [page] : [])))
  }
  return pages
}

/** The path and the anchor of each link. */
const linksOn = (html: string) =>
  [...html.matchAll(/ href="([^"]*)"/g)].map(([, address = '']) => unescaped(address).split('#'))

let pages: ReadonlyMap<string, string>
let operations: readonly (readonly [call: string, Operation])[]
let schemas: Readonly<Record<string, Schema>>
/** What is read on all pages. */
let read: string

beforeAll(async () => {
  pages = await crawl(hall.slug, 'en')
  read = [...pages.values()].map(textOf).join('\n')
  const { json } = await server.send(hall.slug, 'GET', '/api/openapi.json')
  schemas = json.components.schemas
  operations = Object.entries(json.paths as Record<string, Record<string, Operation>>).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
  )
})

/** The part of a page that begins with the element of this id, up to the next operation or object. */
function partOf(html: string, id: string): string {
  const [, rest = ''] = html.split(`id="${id}"`)
  return rest.split(/<section /)[0] ?? ''
}

const pageOf = ({ tags: [tag = ''] }: Operation) => pages.get(`/api/docs/operations/${tag.toLowerCase()}/`) ?? ''

describe('the pages', () => {
  // Seen red with Refusals and with Needs taken out of operation.tsx.
  it('show each operation with what it needs, takes, means and refuses', () => {
    for (const [call, operation] of operations) {
      const { operationId, summary, description = '', parameters = [] } = operation
      const part = partOf(pageOf(operation), operationId)
      const said = textOf(part)
      for (const what of [summary, call, plain(description), operation['x-permission'] ?? '', 'Requires: '])
        expect.soft(said, operationId).toContain(what)
      for (const { name, description: meaning = '' } of parameters) {
        expect.soft(meaning, `${operationId}: ${name}`).toMatch(/\w/)
        expect.soft(textOf(partOf(pageOf(operation), `${operationId}.parameters.${name}`))).toContain(plain(meaning))
      }
      const codes = [...part.matchAll(/href="\/api\/docs\/errors\/#(\w+)"><code>\1<\/code><\/a><span class="state">/g)]
      expect.soft(codes.map(([, code]) => code).toSorted(), operationId).toEqual(operation['x-refuses'].toSorted())
    }
    expect(operations.length).toBeGreaterThan(100)
  })

  it('are listed where an address lacks its end', async () => {
    for (const folder of ['guides', 'interface', 'operations'])
      for (const label of [hall.slug, other.slug]) {
        const { status, headers } = await show(`/api/docs/${folder}/`, 'en', label)
        expect([status, headers['location']]).toEqual([301, `/api/docs/#${folder}`])
        expect(pages.get('/api/docs/')).toContain(`id="${folder}"`)
      }
    expect((await show('/api/docs/nothing/')).status).toBe(404)
  })

  it('are led to from what is typed first, by people and by programs', async () => {
    for (const label of [hall.slug, other.slug, 'meta', ''])
      for (const [path, to, type] of [
        ['/api/', '/api/docs/', 'text/html'],
        ['/api', '/api/docs/', 'text/html'],
        ['/openapi.json', '/api/openapi.json', 'application/json'],
      ] as const)
        for (const accept of ['text/html', 'application/json', '*/*']) {
          const led = await server.send(label, 'GET', path, { headers: { accept } })
          expect([path, accept, led.status, led.headers['location']]).toEqual([path, accept, 301, to])
          const { status, headers } = await server.send(label, 'GET', to, { headers: { accept } })
          expect([to, status, headers['content-type']]).toEqual([to, 200, expect.stringContaining(type)])
        }
  })

  // Seen red with the meanings left out of Fields, and with fields that lie in others.
  it('say what each field means', () => {
    let known = 0
    const look = ({ properties = {}, items, anyOf = [] }: Schema, place: string): void => {
      for (const inner of [...(items ? [items] : []), ...anyOf]) look(inner, place)
      for (const [name, field] of Object.entries(properties)) {
        expect.soft(read.includes(plain(field.description ?? 'none')), `${place}.${name}`).toBe(true)
        known += 1
        look(field, `${place}.${name}`)
      }
    }
    for (const [name, schema] of Object.entries(schemas)) look(schema, name)
    expect(known).toBeGreaterThan(1000)
    const prices = partOf(pages.get('/api/docs/operations/catalogue/') ?? '', 'createPrice')
    expect(textOf(prices.split('id="createPrice.prix"')[1] ?? '')).toMatch(/number.*required.*What one costs\./)
    expect(textOf(prices)).toMatch(/Requires: nothing to read; to write, a key .*\(product:write\)/)
  })

  // Seen red before the columns of lists were explained.
  it('say what each letter and word of a closed list means, at the field or in a chapter', () => {
    const html = [...pages.values()].join('\n')
    const look = ({ properties = {}, items, anyOf = [], enum: words = [] }: Schema, place: string): void => {
      for (const word of words)
        if (word !== null)
          expect
            .soft(html.includes(`<code>${word}</code>`) || html.includes(`<div>${word}</div>`), `${place}: ${word}`)
            .toBe(true)
      for (const inner of [...(items ? [items] : []), ...anyOf]) look(inner, place)
      for (const [name, field] of Object.entries(properties)) look(field, `${place}.${name}`)
    }
    for (const [name, schema] of Object.entries(schemas)) look(schema, name)
  })

  // Seen red with code that is not escaped.
  it('have every chapter of docs/interface, and every guide', async () => {
    for (const folder of ['interface', 'guides'])
      for (const file of await readdir(`docs/${folder}`).catch(() => [])) {
        const written = await readFile(`docs/${folder}/${file}`, 'utf8')
        const page = pages.get(`/api/docs/${folder}/${file.replace('.md', '').toLowerCase()}/`) ?? ''
        const said = textOf(page)
        const prose = written.replaceAll(/^```.*?^```/gms, '').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        for (const [, heading = ''] of prose.matchAll(/^#+ (.+)$/gm)) expect.soft(said, file).toContain(plain(heading))
        for (const [, block = ''] of written.matchAll(/^```\w*\n(.*?)^```/gms))
          expect.soft(said, file).toContain(block.replaceAll(/\s+/g, ' ').trim())
        for (const [, cell = ''] of prose.matchAll(/^\| ([^|]+?) \|/gm)) expect.soft(said, file).toContain(plain(cell))
      }
    // Seen red without it among the chapters.
    const released = textOf(pages.get('/api/docs/interface/changelog/') ?? '')
    for (const [, heading = ''] of (await readFile('CHANGELOG.md', 'utf8')).matchAll(/^## (.+)$/gm))
      expect.soft(released, heading).toContain(plain(heading))
    expect([...pages.keys()].filter((path) => path.startsWith('/api/docs/interface/')).length).toBeGreaterThan(11)
  })

  // Seen red with a chapter that is called by another name, with the anchors of headings left out, and without the objects.
  it('lead nowhere but to what is there', () => {
    let followed = 0
    for (const [from, html] of pages) {
      const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
      expect.soft(ids, from).toEqual([...new Set(ids)])
      for (const [path = '', anchor] of linksOn(html)) {
        const page = path === '' ? html : pages.get(path)
        if (page === undefined || anchor === undefined) continue
        followed += 1
        expect.soft(page.includes(` id="${anchor}"`), `${from}: ${path}#${anchor}`).toBe(true)
      }
      expect.soft(html.length, from).toBeLessThan(300_000)
      expect.soft(html, from).not.toContain('<script type="text')
    }
    expect(followed).toBeGreaterThan(1500)
    // What was written down before all of it had pages of their own.
    expect(pages.get('/api/docs/')).toContain(' id="post-api-prices"')
  })

  it('are the same for another organisation, and in each language around the English chapters', async () => {
    const [mine, theirs] = [hall, other].map(({ slug }) => new RegExp(`\\b${slug}\\b`, 'g'))
    const lines: Record<string, string> = {
      fr: 'Retour au sommaire',
      de: 'Zurück zum Inhalt',
      es: 'Volver al contenido',
    }
    for (const [language, back] of Object.entries(lines)) {
      const translated = await crawl(other.slug, language)
      expect([...translated.keys()].toSorted()).toEqual([...pages.keys()].toSorted())
      for (const [path, html] of translated) {
        expect.soft(html, path).toContain(`<html lang="${language}">`)
        expect.soft(html.match(mine ?? /./), path).toBeNull()
        if (path !== '/api/docs/') expect.soft(html, path).toContain(back)
      }
      expect(translated.get('/api/docs/interface/requests/')).toMatch(/<article class="chapter" lang="en">/)
      expect(translated.get('/api/docs/')?.match(theirs ?? /./)).not.toBeNull()
    }
    expect(pages.get('/api/docs/interface/requests/')).toMatch(/<article class="chapter">/)
  })

  it('are nowhere else', async () => {
    for (const path of ['operations/none/', 'interface/none/', 'none/requests/'])
      expect((await show(`/api/docs/${path}`)).status, path).toBe(404)
  })
})

describe('the search', () => {
  const find = async (q: string, language = 'en', label = hall.slug) => {
    const answer = await show(`/api/docs/?${new URLSearchParams({ q })}`, language, label)
    expect(answer.status, q.slice(0, 100)).toBe(200)
    return answer.text
  }
  const foundBy = async (...asked: Parameters<typeof find>) => {
    const [, list = ''] = (await find(...asked)).split('<ul class="rows">')
    return [...list.matchAll(/<li><a class="name" href="([^"]*)"/g)].map(([, address]) => address)
  }

  // Seen red, each in its turn, without the operations, fields, codes and chapters among the entries.
  it.each([
    ['an operation', 'create a price', '/api/docs/operations/catalogue/#createPrice'],
    ['an operation by its path', '/api/waiting-list/', '/api/docs/operations/reservations/#listWaitingEntries'],
    ['an operation by its call', 'post /api/waiting-list/', '/api/docs/operations/reservations/#joinWaitingList'],
    ['an operation by its name', 'createPrice', '/api/docs/operations/catalogue/#createPrice'],
    ['a field', 'adhesion_obligatoire', '/api/docs/operations/catalogue/#createPrice.adhesion_obligatoire'],
    [
      'a field within another',
      'prices customers seat',
      '/api/docs/operations/reservations/#bookReservation.prices[].customers[].seat',
    ],
    ['a code', 'SOLD_OUT', '/api/docs/errors/#sold_out'],
    ['a heading', 'repeating safely', '/api/docs/interface/requests/#repeating-safely'],
    ['a sentence', 'both base64 alphabets are taken', '/api/docs/interface/scanning/#the-order-of-the-checks'],
  ])('finds %s first', async (_, q, address) => {
    expect((await foundBy(q))[0]).toBe(address)
  })

  /** Seen red with words by their beginning alone: `FA` found Facebook and what failed first. */
  it('finds a code by its letters, in their case, before words that begin so', async () => {
    const first = async (q: string) => (await foundBy(q)).slice(0, 4).join(' ')
    expect(await first('FA')).toMatch(/#statuses|\.status/)
    expect(await first('PE')).toMatch(/#statuses|\.status/)
    expect(await first('K')).toMatch(/#statuses|\.status/)
    expect(await first('fa')).not.toBe(await first('FA'))
  })

  it('finds what has all the words, wherever they stand in it, in the languages of the refusals', async () => {
    expect(await foundBy('alphabets padding')).toEqual(['/api/docs/interface/scanning/#the-order-of-the-checks'])
    expect(await foundBy('alphabets hippopotamus')).toEqual([])
    expect((await foundBy('assez de places', 'fr'))[0]).toMatch(/^\/api\/docs\/errors\/#/)
    expect(await foundBy('COMPLÉT', 'fr', other.slug)).toContain('/api/docs/errors/#sold_out')
    expect(await foundBy('sold out', 'fr')).toContain('/api/docs/errors/#sold_out')
  })

  // Seen red with an anchor of fields that is not that of the page.
  it('leads to what is on the pages', async () => {
    for (const q of ['price', 'uuid', 'event', 'ticket', 'amount', 'code']) {
      const addresses = await foundBy(q)
      expect(addresses.length, q).toBeGreaterThan(20)
      for (const [path = '', anchor] of addresses.map((address = '') => address.split('#'))) {
        const page = pages.get(path)
        expect.soft(page, path).toBeDefined()
        if (anchor !== undefined) expect.soft(page, `${q}: ${path}#${anchor}`).toContain(` id="${anchor}"`)
      }
    }
  })

  it('says that nothing was found, with the way to the contents, in each language', async () => {
    const lines: Record<string, string> = {
      en: 'No results for all of these words.',
      fr: 'Aucun résultat avec tous ces mots.',
      de: 'Nichts enthält alle diese Wörter.',
      es: 'Nada contiene todas estas palabras.',
    }
    for (const [language, sentence] of Object.entries(lines)) {
      const text = await find('zzz', language, other.slug)
      expect(text).toContain(sentence)
      expect(text).toContain('href="/api/docs/"')
    }
    expect(await find('   ')).toContain('id="operations"')
  })

  it.each([
    ['markup', '<script>alert(1)</script>"\'><img src=x onerror=alert(1)>'],
    ['signs of regular expressions', '(.*)+$ [a-z]{1,99} \\ ^ ?'],
    ['ten thousand letters', 'a'.repeat(10_000)],
    ['thousands of words', 'price '.repeat(1_500)],
    ['a surrogate', '\ud800'],
    ['marks alone', '—…/\\_-'],
  ])('takes %s for what it is', async (_, q) => {
    const text = await find(q)
    expect(text.length).toBeLessThan(60_000)
    expect(text).not.toMatch(/<script>|<img/)
    const { status } = await show('/api/docs/?q=%00price&q=two')
    expect([200, 400]).toContain(status)
  })

  it('takes a character that is none', async () => {
    for (const q of ['%00', 'price%00', '%ff', '%'])
      expect([200, 400], q).toContain((await show(`/api/docs/?q=${q}`)).status)
  })
})
