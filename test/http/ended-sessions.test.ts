import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { originOf, signIn } from '../harness/sign-in.ts'
import { changesOfRows } from '../harness/traces.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/**
 * A session that ends while a form is filled in (ADR 0201): whoever sends it is told that nothing was saved, keeps what was typed,
 * and sends it again once signed in. Of another site nothing is kept.
 */
const { server, client, hall, other } = await twoOffices({ environment: { ROLE: 'web' } })
const at = originOf(server, hall.slug)

type Sent = {
  readonly cookie?: string
  readonly origin?: string | null
  readonly referer?: string
  readonly language?: string
  readonly type?: string
}

function post(path: string, body: string, { cookie, origin = at, referer, language, type }: Sent = {}) {
  return server.send(hall.slug, 'POST', path, {
    body,
    ...(cookie === undefined ? {} : { cookie }),
    headers: {
      accept: 'text/html',
      'accept-language': language ?? 'en',
      'content-type': type ?? 'application/x-www-form-urlencoded',
      ...(origin === null ? {} : { origin }),
      ...(referer === undefined ? {} : { referer: at + referer }),
    },
  })
}

const unescaped = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

/** What the page keeps, as a browser would send it. */
function keptIn(text: string): [string, string][] {
  const fields = [...text.matchAll(/<input type="hidden" name="([^"]*)" value(?:="([^"]*)")?/g)]
  return fields.map(([, name = '', value = '']) => [unescaped(name), unescaped(value)])
}
const nextIn = (text: string) =>
  new URLSearchParams(/href="\/sign-in\/\?([^"]*)"[^>]*target="_blank"/.exec(text)?.[1]).get('next')

/** The cookie of somebody whose session has ended since. */
let ended = ''
beforeAll(async () => {
  ended = await signIn(server, hall.slug, hall.slug, 'admin@example.org')
  expect((await post('/sign-out/', '', { cookie: ended })).status).toBeLessThan(400)
})

const artists = (name: string) =>
  client.query('select name from artist where name = $1', [name]).then(({ rowCount }) => rowCount)

describe('a form that is sent after the session ended', () => {
  it('says that nothing was saved, keeps what was typed, and is sent again', async () => {
    const name = `Ada ${randomUUID()}`
    const form = { key: randomUUID(), name, website: '', short_description: '"><script>alert(1)</script>' }
    const body = new URLSearchParams(form).toString()
    const before = await changesOfRows(client)
    const answer = await post('/admin/artists/new/', body, { cookie: ended, referer: '/admin/artists/new/?from=list' })
    expect(answer.status).toBe(401)
    expect(answer.text).toContain('Your session has ended')
    expect(answer.text).toContain('Nothing was saved')
    expect(answer.text).toContain('Send again')
    expect(answer.text).not.toContain('<script>alert')
    expect(Object.fromEntries(keptIn(answer.text))).toEqual(form)
    expect(nextIn(answer.text)).toBe('/admin/artists/new/?from=list')
    expect(await changesOfRows(client)).toBe(before)

    const again = new URLSearchParams(keptIn(answer.text)).toString()
    expect((await post('/admin/artists/new/', again)).text).toContain('Nothing was saved')
    expect(await artists(name)).toBe(0)
    const cookie = await signIn(server, hall.slug, hall.slug, 'admin@example.org')
    expect((await post('/admin/artists/new/', again, { cookie })).status).toBe(303)
    expect(await artists(name)).toBe(1)
  })

  it('leads to the page that the form was on, never to where it was sent, nor away', async () => {
    const event = await hall.event([])
    const path = `/admin/events/${event}/publication/`
    const ask = async (referer?: string) =>
      nextIn((await post(path, 'publish=no', { ...(referer === undefined ? {} : { referer }) })).text)
    expect(await ask(`/admin/events/${event}/`)).toBe(`/admin/events/${event}/`)
    // What had been refused before stood at the address of the form: the home of the administration is left.
    expect(await ask(path)).toBe('/admin/')
    expect(await ask()).toBe('/admin/')
    expect(await ask('.evil.test/admin/')).toBe('/admin/')
    expect(await ask('//evil.test/')).toBe('/admin/')
    expect(await ask('/nothing/')).toBe('/admin/')
  })

  it('says it in French', async () => {
    const { text } = await post('/admin/artists/new/', 'name=Ada', { language: 'fr' })
    expect(text).toContain('Votre session est terminée')
    expect(text).toContain('Rien n’a été enregistré')
    expect(text).toContain('Envoyer à nouveau')
  })

  it('keeps several fields of one name in their order, and names that are hostile as text', async () => {
    const hostile = '"><img src=x onerror=alert(1)>'
    const fields: [string, string][] = [
      ['a', '1'] as [string, string],
      ['a', '2'] as [string, string],
      [hostile, hostile] as [string, string],
      ['__proto__', 'x'] as [string, string],
      ['long', 'one\r\ntwo'] as [string, string],
    ]
    const { text } = await post('/admin/artists/new/', new URLSearchParams(fields).toString())
    expect(text).not.toContain('<img src=x')
    expect(new Map(keptIn(text)).get(hostile)).toBe(hostile)
    expect(keptIn(text).filter(([name]) => name === 'a')).toEqual(fields.slice(0, 2))
    expect(new Map(keptIn(text)).get('long')?.replaceAll('\r\n', '\n')).toBe('one\ntwo')
  })

  it('keeps the texts of a form with a picture, and says that the picture is to be chosen again', async () => {
    const parts = [
      '--b\r\nContent-Disposition: form-data; name="name"\r\n\r\nThe Quay\r\n',
      '--b\r\nContent-Disposition: form-data; name="img"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n',
      `${'x'.repeat(200_000)}\r\n--b--\r\n`,
    ]
    const { status, text } = await post('/admin/products/new/', parts.join(''), {
      type: 'multipart/form-data; boundary=b',
    })
    expect(status).toBe(401)
    expect(keptIn(text)).toEqual([['name', 'The Quay']])
    expect(text).toContain('A file you selected is not kept')
    expect(text).not.toContain('xxx')
  })

  it('never holds what is secret, nor what is very long', async () => {
    const secret = 'sk_live_0123456789abcdef0123'
    const keys = new URLSearchParams({ secret_key: secret, webhook_secret: `whsec_${secret}` }).toString()
    for (const [path, body] of [
      ['/admin/settings/payment/', keys],
      ['/admin/settings/wallets/apple/', new URLSearchParams({ passphrase: secret, team: 'A' }).toString()],
      ['/admin/artists/new/', `long_description=${secret}${'x'.repeat(600_000)}`],
    ] as const) {
      const { status, text } = await post(path, body)
      expect(status, path).toBe(401)
      expect(text, path).not.toContain(secret)
      expect(text, path).toContain('Nothing was saved')
      expect(text, path).not.toContain('Send again')
      expect(keptIn(text), path).toEqual([])
    }
  })

  /** Seen red without isShort. */
  it('is read and kept as far as 128 KiB, since anybody may say that their session ended', async () => {
    const keeps = async (length: number) => {
      const body = `long_description=${'x'.repeat(length)}`
      return keptIn((await post('/admin/artists/new/', body)).text).length
    }
    expect([await keeps(120_000), await keeps(132_000)]).toEqual([1, 0])
  })

  /** Browsers leave the cookie out of what other sites send: the session is live all the same. Seen red without the comparison. */
  it('keeps nothing that another site, or another organisation, sends', async () => {
    for (const origin of ['https://evil.test', 'null', null, originOf(server, other.slug), `${at}.evil.test`]) {
      const { text } = await post('/admin/artists/new/', 'name=planted', { origin })
      expect(text, String(origin)).not.toContain('planted')
      expect(text, String(origin)).not.toContain('Send again')
    }
  })

  it('is refused to programs as before', async () => {
    const answer = await server.send(hall.slug, 'POST', '/admin/artists/new/', {
      body: 'name=Ada',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: at },
    })
    expect(answer.status).toBe(401)
    expect(answer.json.code).toBe('credentials_required')
  })
})

it('says that nothing was saved to whoever may no longer do it', async () => {
  const cookie = await signIn(server, hall.slug, hall.slug, 'admin@example.org')
  const elsewhere = await server.send(other.slug, 'POST', '/admin/artists/new/', {
    body: 'name=Ada',
    headers: {
      accept: 'text/html',
      'accept-language': 'en',
      origin: originOf(server, other.slug),
      'content-type': 'application/x-www-form-urlencoded',
    },
    cookie: await signIn(server, other.slug, other.slug, 'stranger@example.org'),
  })
  expect(elsewhere.status).toBe(403)
  expect(elsewhere.text).toContain('Nothing was saved')
  expect((await server.send(hall.slug, 'GET', '/admin/', { cookie })).status).toBe(200)
})
