import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { hoursAhead } from '../harness/box-office.ts'
import { type Fields, idIn, listed, shownForm } from '../harness/forms.ts'
import { originOf, signIn } from '../harness/sign-in.ts'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/**
 * What every noun of the programme has alike (ADR 0178): a list that is searched and narrowed, a form with help and rules, a
 * copy, and an end that can be undone. A producer keeps all eight.
 */
const { server, other } = await twoOffices()
const made = ['tenant', 'create', '--organisation', 'Northwind', '--category', 'P']
const slug = String((await server.cli(...made, '--email', 'admin@example.org'))['slug'])
const cookie = await signIn(server, slug, slug, 'admin@example.org')
const staff = await staffOf(server, { slug })
const stranger = await staffOf(server, other)

/** Sends a form; one with a picture in it as a browser does, with none chosen. */
async function press(path: string, fields: Fields, hasPicture = false) {
  if (!hasPicture) return staff.press(path, listed(fields))
  const parts = listed(fields).map(
    ([name, value]) => `--end\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return server.send(slug, 'POST', path, {
    cookie,
    body: Buffer.from(`${parts.join('')}--end--\r\n`),
    headers: { origin: originOf(server, slug), 'content-type': 'multipart/form-data; boundary=end' },
  })
}

type Noun = {
  /** Where the list, the form of a new one and each one are. */
  readonly list: string
  readonly create: () => Promise<string>
  readonly one: string
  readonly fields: Fields
  /** The lists it can be narrowed to. */
  readonly lists: readonly string[]
  /** What is said of it at once when it is typed wrongly. */
  readonly rule: RegExp
  readonly like: string
  readonly hasPicture?: true
  readonly publishes?: true
}

const soon = hoursAhead(48).slice(0, 16)
const product = idIn(
  (await press('/admin/products/new/', { key: randomUUID(), kind: 'ticket', name: 'Ticket', publish: 'yes' }, true))
    .headers['location'],
)
const project: string = (await server.send(slug, 'GET', '/api/projects/')).json[0].uuid
const at = (path: string) => async () => path
const ofProgramme = (room: string, noun: string, fields: Fields, rule = /maxlength="200"[^>]*required/) => ({
  list: `/admin/${room}/`,
  create: at(`/admin/${room}/new/`),
  one: `/admin/${room}/`,
  fields,
  rule,
  lists: ['kept', 'archived'],
  like: `Duplicate this ${noun}`,
})

const nouns: Readonly<Record<string, Noun>> = {
  events: {
    list: '/admin/events/',
    create: at('/admin/events/new/'),
    one: '/admin/events/',
    fields: { starts: soon, project, publish: 'yes' },
    rule: /pattern="[^"]*"[^>]*data-wrong="/,
    lists: ['upcoming', 'past', 'unpublished', 'cancelled', 'archived'],
    like: 'Duplicate this event',
    hasPicture: true,
    publishes: true,
  },
  products: {
    list: '/admin/products/',
    create: at('/admin/products/new/'),
    one: '/admin/products/',
    fields: { kind: 'ticket', publish: 'yes' },
    rule: /pattern="[^"]*"[^>]*data-wrong="/,
    lists: ['on_sale', 'not_on_sale', 'archived'],
    like: 'Duplicate this product',
    hasPicture: true,
    publishes: true,
  },
  prices: {
    list: '/admin/prices/',
    create: at(`/admin/products/${product}/prices/new/`),
    one: '/admin/prices/',
    fields: { amount: '12.50', max_per_user: '4', vat: '5.5 %', stock: '30' },
    rule: /name="vat"[^>]*pattern="[^"]*"[^>]*data-wrong="/,
    lists: ['kept', 'open', 'to_come', 'over', 'archived'],
    like: 'Duplicate this price',
  },
  options: ofProgramme('options', 'option', { description: 'Step-free' }),
  locations: ofProgramme('locations', 'place', { address: '1 Main Street', city: 'Lyon' }),
  stages: ofProgramme('stages', 'stage', { location: '' }),
  projects: ofProgramme('projects', 'project', { short_description: 'A tour' }),
  artists: ofProgramme(
    'artists',
    'artist',
    { website: 'https://owls.test/' },
    /name="website"[^>]*pattern="[^"]*"[^>]*data-wrong="/,
  ),
}

/** Of those in the list of that query, by the addresses of their pages. */
async function idsIn({ list, one }: Noun, query = ''): Promise<readonly string[]> {
  const { text } = await staff.show(`${list}${query}`)
  const pages = text.slice(text.indexOf('<main')).matchAll(new RegExp(`href="${one}([\\da-f-]{36})/"`, 'g'))
  return [...pages].map(([, id = '']) => id)
}

/** Sends the form of a new one; the id of the one that was not in its list before. */
async function make(noun: Noun, fields: Fields): Promise<string> {
  const lists = () => Promise.all(noun.lists.map((list) => idsIn(noun, `?list=${list}`)))
  const before = (await lists()).flat()
  const answer = await press(await noun.create(), { key: randomUUID(), ...noun.fields, ...fields }, noun.hasPicture)
  expect(answer.status, answer.text.slice(0, 300)).toBe(303)
  const fresh = new Set((await lists()).flat().filter((id) => !before.includes(id)))
  expect(fresh.size).toBe(1)
  return [...fresh][0] ?? ''
}

describe.each(Object.entries(nouns))('%s', (_, noun) => {
  it('are found by name, and by what became of them', async () => {
    const id = await make(noun, { name: 'Été à la cave' })
    expect(await idsIn(noun, '?q=ete')).toContain(id)
    expect(await idsIn(noun, '?q=zzz')).toEqual([])
    const { text } = await staff.show(noun.list)
    const offered = [...text.matchAll(/<option value="(\w+)"/g)].map(([, value]) => value)
    expect(offered).toEqual(expect.arrayContaining([...noun.lists]))
    expect(await idsIn(noun, '?list=archived')).not.toContain(id)
    expect((await stranger.show(`${noun.list}?q=ete`)).text).not.toContain(id)
  })

  it('have a form with help, and rules that a browser asks at once', async () => {
    const { text } = await staff.show(await noun.create())
    expect(text).toMatch(/<p class="muted small" id="\w+-help"/)
    expect(text).toMatch(/<input[^>]*name="name"[^>]*required/)
    expect(text).toMatch(noun.rule)
    expect(text).toContain('data-form-words')
    const refused = await press(await noun.create(), { key: randomUUID(), ...noun.fields, name: '' }, noun.hasPicture)
    expect([refused.status, refused.text.includes('href="#name"')]).toEqual([400, true])
  })

  /** Seen red with the button taken out, and for prices with `archived: false` of a copy taken out. */
  it('are duplicated, what is archived too: kept out of sight until somebody says so', async () => {
    const id = await make(noun, { name: 'The Owls' })
    const page = `${noun.one}${id}/`
    await press(`${page}archive/`, { archived: 'true' })
    // An event has a page for what is seldom done.
    const { text } = await staff.show(noun.one === '/admin/events/' ? `${page}more/` : page)
    expect(text).toContain(noun.like)
    const [, link] = /href="([^"]*\?like=[\da-f-]+)"/.exec(text) ?? []
    if (link === undefined) {
      // A product has prices, so it is copied by one press.
      const key = randomUUID()
      const [first, again] = [await press(`${page}copies/`, { key }), await press(`${page}copies/`, { key })]
      expect(first.headers['location']).toBe(again.headers['location'])
      expect(await idsIn(noun, '?list=not_on_sale')).toContain(idIn(first.headers['location']))
      return
    }
    expect((await stranger.show(link)).text).not.toContain('The Owls')
    const [action = ''] = link.split('?')
    const { text: form } = await staff.show(link)
    expect(form).toMatch(/<h1>Another \w+ like The Owls<\/h1>/)
    const shown = await shownForm(staff, link, action)
    // The name of an evening comes again on another date; two of everything else are told apart by name.
    expect(shown['name']).toBe(noun.publishes ? 'The Owls' : 'The Owls (copy)')
    for (const [field, value] of Object.entries(noun.fields))
      if (shown[field] !== undefined && field !== 'starts')
        expect([field, shown[field]]).toEqual([field, field === 'vat' ? '5.5' : value])
    const refused = await press(action, { ...shown, ...noun.fields, name: '' }, noun.hasPicture)
    expect([refused.status, /Another \w+ like The Owls/.test(refused.text)]).toEqual([400, true])
    const copy = await make(noun, { ...shown, publish: 'no', ...(noun.publishes ? { starts: soon } : {}) })
    expect(copy).not.toBe(id)
    expect(await idsIn(noun, `?list=${noun.publishes ? 'unpublished' : 'kept'}`)).toContain(copy)
    expect(await idsIn(noun, '?list=archived')).not.toContain(copy)
    expect((await staff.show(`/admin/audit/?of=${copy}`)).text).toContain('The Owls')
  })

  it('are published and hidden, where visitors see them by themselves', async () => {
    const page = `${noun.one}${await make(noun, { name: 'To be seen' })}/`
    const { text } = await staff.show(page)
    expect(text.includes(`action="${page}publication/"`)).toBe(noun.publishes === true)
    if (!noun.publishes) return
    const turned = async (published: string) => {
      expect((await press(`${page}publication/`, { published })).status).toBe(303)
      return (await staff.show(page)).text.includes(`name="published" value="${published}"`)
    }
    expect([await turned('false'), await turned('true')]).toEqual([false, false])
  })

  it('are archived and restored', async () => {
    const id = await make(noun, { name: 'Gone', publish: 'no' })
    const away = async (archived: string) => {
      const answer = await press(`${noun.one}${id}/archive/`, { archived })
      const done = archived === 'true' ? 'archived' : 'restored'
      expect([answer.status, answer.headers['location']]).toEqual([303, `${noun.one}${id}/?done=${done}`])
      return (await idsIn(noun, '?list=archived')).includes(id)
    }
    expect([await away('true'), await away('false')]).toEqual([true, false])
    expect((await stranger.press(`${noun.one}${id}/archive/`, [['archived', 'true']])).status).toBe(404)
    expect((await idsIn(noun, '?list=archived')).includes(id)).toBe(false)
  })
})

/** Seen red with each half of a rule of isInList taken out. */
it('prices are listed by whether they are sold, which takes a product that is on sale', async () => {
  const { prices } = nouns
  if (!prices) throw new Error('prices have no row')
  const fields = { key: randomUUID(), kind: 'ticket', name: 'Another', publish: 'yes' }
  const of = idIn((await press('/admin/products/new/', fields, true)).headers['location'])
  const noun = { ...prices, create: at(`/admin/products/${of}/prices/new/`) }
  const time = (hours: number) => hoursAhead(hours).slice(0, 16)
  const now = await make(noun, { name: 'Now' })
  const later = await make(noun, { name: 'Later', sale_starts: time(48) })
  const past = await make(noun, { name: 'Early', sale_ends: time(-48) })
  const away = await make(noun, { name: 'Away' })
  await press(`/admin/prices/${away}/archive/`, { archived: 'true' })
  const listed = async () => {
    const found: Record<string, readonly string[]> = {}
    for (const list of noun.lists) found[list] = (await idsIn(noun, `?q=another&list=${list}`)).toSorted()
    return found
  }
  const kept = [now, later, past].toSorted()
  expect(await listed()).toEqual({ kept, open: [now], to_come: [later], over: [past], archived: [away] })
  await press(`/admin/products/${of}/publication/`, { published: 'false' })
  expect(await listed()).toEqual({ kept, open: [], to_come: [later], over: [past], archived: [away] })
  expect((await staff.show('/admin/prices/?q=another')).text).toContain('Not on sale')
  await press(`/admin/products/${of}/archive/`, { archived: 'true' })
  const all = [...kept, away].toSorted()
  expect(await listed()).toEqual({ kept: [], open: [], to_come: [], over: [], archived: all })
})
