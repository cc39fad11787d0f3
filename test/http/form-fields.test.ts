import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Schema } from '../harness/openapi-operations.ts'
import { startServer, type TestServer } from '../harness/server.ts'
import { openShop, type Shop } from '../harness/shop.ts'
import { originOf } from '../harness/sign-in.ts'

/**
 * How many fields a form has is looked at before any of them: nine thousand in 62 KB stood a process as long as ten pages.
 * What each form can need is taken.
 */
let server: TestServer
let shop: Shop
let other: Shop
let forms: readonly FormRoute[]

beforeAll(async () => {
  server = await startServer({ environment: { ROLE: 'web' } })
  shop = await openShop(server, 'Albatross')
  other = await openShop(server, 'Kraken')
  const { routes } = (await server.cli('routes')) as { routes: FormRoute[] }
  forms = routes.filter((route) => route.forms !== false)
})
afterAll(() => server?.stop())

type FormRoute = {
  readonly method: string
  readonly url: string
  readonly forms: boolean | 'with_files' | 'one_click'
  readonly body?: Schema
}

/** More than any form of the service has. */
const tooMany = 2049
const nobody = '0197a3c2-6c1e-7d4b-9a51-3f0d5c8e2bff'
const urlencoded = 'application/x-www-form-urlencoded'
const multipart = 'multipart/form-data; boundary=end'

const isForPrograms = ({ url }: FormRoute) => url.startsWith('/api/')
const isInParts = (route: FormRoute) => route.forms === 'with_files' || route.forms === 'one_click'
/** The scan section answers everybody in its envelope. */
const isPage = (route: FormRoute) => !isForPrograms(route) && !route.url.startsWith('/scan/')

/** As a page of the organisation sends it, without a session, or a program with its key; at Meta or Root where it is there. */
async function sendForm(route: FormRoute, body: string, type: string, at = shop) {
  const path = route.url.replaceAll(/:\w+/g, nobody)
  const send = (label: string) =>
    server.send(label, route.method, path, {
      body,
      headers: { 'content-type': type, accept: 'text/html', origin: originOf(server, label) },
      ...(isForPrograms(route) ? { key: at.key } : {}),
    })
  const answer = await send(at.label)
  if (answer.status !== 404) return answer
  const atMeta = await send('meta')
  return atMeta.status === 404 ? send('') : atMeta
}

const fieldsOf = (route: FormRoute) =>
  Object.entries(route.body?.properties ?? {}).flatMap(([name, { maxItems = 1 }]) => Array<string>(maxItems).fill(name))

const part = (name: string) => `--end\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n\r\n`
const file = '--end\r\nContent-Disposition: form-data; name="x"; filename=""\r\n\r\n\r\n'

// Seen red without hasMoreFields in content-type.ts, which took all of them.
it('of more fields than any form has is refused unread, as a page to people and as a problem to programs', async () => {
  const many = Array.from({ length: tooMany }, (_, index) => index.toString(36))
  for (const route of forms)
    for (const at of [shop, other]) {
      const answers = [
        await sendForm(route, many.map((name) => `${name}=`).join('&'), urlencoded, at),
        await sendForm(route, 'a=1&'.repeat(tooMany), urlencoded, at),
        await sendForm(route, '&'.repeat(60_000), urlencoded, at),
        ...(isInParts(route)
          ? [
              await sendForm(route, `${many.map(part).join('')}--end--\r\n`, multipart, at),
              await sendForm(route, '--end\r\n'.repeat(9000), multipart, at),
            ]
          : []),
      ]
      for (const answer of answers) {
        const what = `${route.method} ${route.url}: ${answer.text.slice(0, 300)}`
        expect.soft(answer.status, what).toBe(413)
        if (isPage(route)) expect.soft(answer.headers['content-type'], what).toContain('text/html')
        else expect.soft(answer.json?.code, what).toBe('body_too_large')
      }
    }
  expect(forms.length).toBeGreaterThan(140)
  expect(forms.filter(isInParts).length).toBeGreaterThan(10)
})

/** Seen red with leastFields for every route: a booking of a thousand tickets could not be cancelled. */
it('with every field that its route knows, as often as it may come, is read', async () => {
  let longest = 0
  for (const route of forms) {
    const fields = fieldsOf(route)
    longest = Math.max(longest, fields.length)
    const plain = await sendForm(route, fields.map((name) => `${name}=x`).join('&'), urlencoded)
    expect.soft(plain.status, `${route.method} ${route.url}: ${plain.text.slice(0, 300)}`).not.toBe(413)
    if (route.forms !== 'with_files') continue
    const form = `${fields.map(part).join('')}${file}--end--\r\n`
    const withFiles = await sendForm(route, form, multipart)
    expect.soft(withFiles.status, `${route.method} ${route.url}: ${withFiles.text.slice(0, 300)}`).not.toBe(413)
  }
  expect(longest).toBeGreaterThan(1000)
})

const productForm = (more: string) =>
  server.send(shop.label, 'POST', '/api/products/', {
    key: shop.key,
    body: `name=Form&categorie_article=B${more}`,
    headers: { 'content-type': urlencoded },
  })

it('counts what separates fields, and nothing in them', async () => {
  expect((await productForm('&x='.repeat(254))).status).toBe(201)
  expect((await productForm('&x='.repeat(255))).status).toBe(413)
  expect((await productForm(`&short_description=${'%26=+'.repeat(70)}`)).status).toBe(201)
})

const event = (artists: string) =>
  server.send(shop.label, 'POST', '/api/events/', {
    key: shop.key,
    body: new URLSearchParams({ name: 'Form', datetime: '2030-05-01T20:00:00Z', artists }).toString(),
    headers: { 'content-type': urlencoded },
  })

// Seen red without hasMoreMembers in normalize.ts: it said that there are too many of them, which it had read.
it('with a list as JSON counts the members of that, too', async () => {
  const wrong = async (artists: string) => Object.entries((await event(artists)).json.errors)
  expect((await event('[]')).status).toBe(201)
  expect(await wrong(`[${Array(201).fill('{}').join()}]`)).toEqual([['artists', ['Send 200 at most.']]])
  expect(await wrong(`[${Array(5000).fill('{}').join()}]`)).toEqual([['artists', [expect.not.stringContaining('200')]]])
})

it('of several parts whose boundary two readers would read differently, or that has none, is refused', async () => {
  const form = `${part('name')}--end--\r\n`
  const send = async (type: string) =>
    (
      await server.send(shop.label, 'POST', '/api/products/', {
        key: shop.key,
        body: form,
        headers: { 'content-type': type },
      })
    ).json.code
  for (const type of [
    'multipart/form-data',
    'multipart/form-data; boundary=end; boundary=other',
    'multipart/form-data; boundary*=utf-8%27%27end',
    'multipart/form-data; a="; boundary=other"; boundary=end',
    'multipart/form-data; boundary=other',
  ])
    expect(await send(type), type).toBe('invalid_body')
  for (const type of [
    'multipart/form-data; boundary="end"',
    'multipart/form-data;boundary=end; charset=utf-8',
    'Multipart/Form-Data; charset=UTF-8; Boundary=end',
  ])
    expect(await send(type), type).toBe('validation_failed')
})

// Seen red without countParts: a parser ends at the last part, and would have read all of them of one chunk.
it('of several parts is refused before the first of them is read', async () => {
  const answer = await server.send(shop.label, 'POST', '/api/products/', {
    key: shop.key,
    body: `${part('name')}--end--\r\n${'\r\n--end'.repeat(600)}`,
    headers: { 'content-type': multipart },
  })
  expect([answer.status, answer.json.code]).toEqual([413, 'body_too_large'])
})

// Seen red without resume() in discardRest: nobody read on, and the answer never came.
it('of too many parts in the middle of a long body is refused while it is still being sent', async () => {
  const answer = await server.send(shop.label, 'POST', '/api/products/', {
    key: shop.key,
    body: `${file.replace('""', '"a.png"')}${'x'.repeat(300_000)}\r\n${part('a').repeat(600)}${'x'.repeat(3_000_000)}`,
    headers: { 'content-type': multipart },
  })
  expect([answer.status, answer.json.code]).toEqual([413, 'body_too_large'])
})

it('languages far down a header of thousands are not looked for', async () => {
  const said = async (header: string) =>
    (await server.send(shop.label, 'GET', '/', { headers: { 'accept-language': header } })).headers['content-language']
  const usual = await said('lv')
  const another = usual === 'fr' ? 'en' : 'fr'
  expect(await said(`lv;q=0.9,${another};q=0.8`)).toBe(another)
  expect(await said(`${'lv;q=0.9,'.repeat(1000)}${another};q=0.8`)).toBe(usual)
})
