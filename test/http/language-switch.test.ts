import { describe, expect, it } from 'vitest'
import { nightsAt } from '../harness/booking.ts'
import { openBoxOffice } from '../harness/box-office.ts'
import type { Answer } from '../harness/client.ts'
import { withoutLanguages } from '../harness/forms.ts'
import { spoken } from '../harness/languages.ts'
import { originOf, sharedSignIn } from '../harness/sign-in.ts'
import { twoOffices } from '../harness/two-tenants.ts'
import { visitorAt } from '../harness/visitor.ts'

/** At the foot of every page a person chooses its language, which their browser keeps (ADR 0253). */
const { server, client, hall, other } = await twoOffices()
await server.cli('tenant', 'set', '--tenant', other.slug, '--languages', 'en,fr')
const alone = await openBoxOffice(server, 'The Ropery')
await server.cli('tenant', 'set', '--tenant', alone.slug, '--languages', 'en')

type Host = { readonly slug: string }
const root: Host = { slug: '' }

const show = (path: string, { slug }: Host = hall, cookie = '', wanted = 'en') =>
  server.send(slug, 'GET', path, {
    headers: { accept: 'text/html', 'accept-language': wanted, ...(cookie && { cookie }) },
  })

type Chosen = { readonly from?: string; readonly at?: Host; readonly cookie?: string; readonly origin?: string }

/** Presses a language on the page `from`, as a browser does; an address with a host is sent as it stands. */
function choose(language: string, { from, at = hall, cookie, origin }: Chosen = {}) {
  const here = originOf(server, at.slug)
  return server.send(at.slug, 'POST', '/language/', {
    body: new URLSearchParams({ language }).toString(),
    headers: {
      accept: 'text/html',
      'content-type': 'application/x-www-form-urlencoded',
      origin: origin ?? here,
      ...(cookie === undefined ? {} : { cookie }),
      ...(from === undefined ? {} : { referer: from.startsWith('/') ? here + from : from }),
    },
  })
}

const cookieOf = ({ headers }: Answer) => String(headers['set-cookie']).split(';')[0] ?? ''
const languageOf = ({ headers }: Answer) => headers['content-language']
const locationOf = ({ status, headers }: Answer) => [status, headers['location']]
const switchIn = ({ text }: Answer) => /<form action="\/language\/".*?<\/form>/s.exec(text)?.[0] ?? ''
const offeredIn = (page: Answer) =>
  [...switchIn(page).matchAll(/ value="(\w+)" lang="(\w+)"/g)].map(([, value]) => value)
const french = 'guichet-language=fr'

describe('the choice', () => {
  it('names every other language that is offered in itself, marks the one that is read, and repeats nothing', async () => {
    const page = await show('/legal/?secret=Xyzzy', hall)
    expect(offeredIn(page)).toEqual(spoken.filter((language) => language !== 'en'))
    expect(switchIn(page)).toContain('<span aria-current="true">English</span>')
    expect(switchIn(page)).toMatch(/lang="fr">Français<\/button>/)
    expect(switchIn(page)).not.toContain('Xyzzy')
    expect(offeredIn(await show('/', other))).toEqual(['fr'])
    expect(offeredIn(await show('/', other, '', 'fr'))).toEqual(['en'])
    for (const path of ['/', '/sign-in/?next=https%3A%2F%2Fevil.test', '/nothing/', '/api/docs/errors/'])
      expect(switchIn(await show(path, other)), path).toBe(switchIn(await show('/', other)))
    for (const host of [root, { slug: 'meta' }]) expect(switchIn(await show('/', host)), host.slug).not.toBe('')
    expect([switchIn(await show('/', alone)), switchIn(await show('/', { slug: 'nobody' }))]).toEqual(['', ''])
  })

  /** Seen red without the cookie in tenant-from-host.ts. */
  it('is kept for a year by the browser, before what it asks for by itself, at this host alone', async () => {
    const answer = await choose('fr', { from: '/legal/' })
    expect(locationOf(answer)).toEqual([303, '/legal/'])
    expect(answer.headers['set-cookie']).toBe(`${french}; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax`)
    for (const path of ['/', '/legal/', '/sign-in/', '/nothing/'])
      expect(languageOf(await show(path, hall, cookieOf(answer))), path).toBe('fr')
    expect((await show('/api/nothing/', hall, french)).text).toContain('Introuvable')
    expect(languageOf(await show('/', hall, 'guichet-language=de', 'fr'))).toBe('de')
  })

  /** Seen red with every language that is spoken taken from the cookie. */
  it('is passed over where it is not offered, or is none', async () => {
    expect(languageOf(await show('/legal/', alone, french, 'fr'))).toBe('en')
    expect(languageOf(await show('/legal/', other, 'guichet-language=de', 'fr'))).toBe('fr')
    for (const value of ['xx', '%00', '', 'constructor', 'fr,de'])
      expect(languageOf(await show('/legal/', hall, `guichet-language=${value}`)), value).toBe('en')
    for (const language of ['xx', 'FR', 'fr-FR', '', 'constructor']) {
      const { status, headers, text } = await choose(language)
      expect([status, headers['set-cookie'], text.includes('<h1>')], language).toEqual([400, undefined, true])
    }
  })

  it('is nobody’s but the reader’s: a form of another site changes nothing', async () => {
    for (const origin of ['https://evil.test', originOf(server, other.slug), 'null']) {
      const { status, headers } = await choose('fr', { origin, from: '/' })
      expect([status, headers['set-cookie']], origin).toEqual([403, undefined])
    }
  })

  it('is what is booked in, and so are the mails about it', async () => {
    const languages = async (email: string) =>
      (await client.query('select language from reservation where booker_email = $1', [email])).rows
    for (const [office, cookie, language] of [
      [hall, french, 'fr'],
      [other, 'guichet-language=de', 'en'],
    ] as const) {
      const { event, price } = await nightsAt(office)({ prix: 0 })
      const { slug } = (await office.get(`/api/events/${event}/`)).json
      const form = {
        key: crypto.randomUUID(),
        price,
        qty: '1',
        first_name: 'A',
        last_name: 'B',
        email: `${language}@example.org`,
      }
      const answer = await server.send(office.slug, 'POST', `/events/${slug}/booking/`, {
        body: new URLSearchParams(form).toString(),
        cookie,
        headers: {
          accept: 'text/html',
          'accept-language': 'en',
          'content-type': 'application/x-www-form-urlencoded',
          origin: originOf(server, office.slug),
        },
      })
      expect(answer.status, answer.text).toBe(303)
      expect(await languages(form.email)).toEqual([{ language }])
    }
  })
})

describe('afterwards', () => {
  /** Seen red with the home page for all, and with the path alone. */
  it('the same page is shown, with what was asked of it', async () => {
    for (const from of ['/', '/?page=2&utm_source=a', '/sign-in/?next=%2Faccount%2F', '/nothing/?a=b', '/legal'])
      expect(locationOf(await choose('fr', { from })), from).toEqual([303, from])
    const cookie = await sharedSignIn(server, hall.slug, hall.slug, 'admin@example.org')
    for (const from of ['/admin/', '/admin/reservations/?q=Ada%20L&page=1', '/account/']) {
      expect(offeredIn(await show(from, hall, cookie)), from).toContain('fr')
      const answer = await choose('fr', { from, cookie })
      expect(locationOf(answer), from).toEqual([303, from])
      expect(languageOf(await show(from, hall, `${cookie}; ${cookieOf(answer)}`)), from).toBe('fr')
    }
  })

  /** Seen red with the address of the browser taken as it stands: /events/…/booking/ answers no GET. */
  it('what answered a form is left for the nearest page above, and never for an address that shows none', async () => {
    const { event, price } = await nightsAt(hall)()
    const { slug } = (await hall.get(`/api/events/${event}/`)).json
    const form = `/events/${slug}/booking/`
    const refused = await visitorAt(server, hall).submit(form, { price, qty: '1' })
    expect([refused.status, offeredIn(refused).includes('fr')]).toEqual([400, true])
    expect(locationOf(await choose('fr', { from: form }))).toEqual([303, `/events/${slug}/`])
    expect(locationOf(await choose('fr', { from: '/sign-out/' }))).toEqual([303, '/'])
    expect(locationOf(await choose('fr', { from: '/language/' }))).toEqual([303, '/'])
    expect(locationOf(await choose('fr', { from: `/admin/events/${event}/publication/?a=1` }))).toEqual([
      303,
      `/admin/events/${event}/`,
    ])
  })

  /** Seen red with what follows the first slash of the address taken for a path, whoever's host it is. */
  it('nobody is led to another host, and home where it is not said', async () => {
    const here = originOf(server, hall.slug)
    for (const from of [
      'https://evil.test/legal/',
      `${here}.evil.test/legal/`,
      `${here}//evil.test/`,
      `${here}/\\evil.test/`,
      `${here}/%2F/evil.test`,
      `${originOf(server, other.slug)}/legal/`,
      here,
      'evil',
      '',
    ])
      expect(locationOf(await choose('fr', { from })), from).toEqual([303, '/'])
    expect(locationOf(await choose('fr'))).toEqual([303, '/'])
    expect(locationOf(await choose('fr', { from: '/legal/?q=%0Aset-cookie' }))).toEqual([303, '/legal/'])
    expect(locationOf(await choose('fr', { from: `/legal/?q=${'x'.repeat(600)}` }))).toEqual([303, '/legal/'])
  })
})

/** Seen red with the key of shared pages without the language, and, for the copy, with the cookie taken for credentials. */
it('is part of what is kept of a page for all', async () => {
  const pages = await Promise.all(
    Array.from({ length: 24 }, (_, index) => show('/', index % 3 === 2 ? other : hall, index % 2 ? french : '')),
  )
  for (const [index, page] of pages.entries()) {
    const language = index % 2 ? 'fr' : 'en'
    expect([languageOf(page), page.text.includes(`<html lang="${language}"`)]).toEqual([language, true])
    expect(page.headers['vary']).toMatch(/Accept-Language.*Cookie/)
    expect(page.headers['cache-control']).toContain('public')
  }
  const [english, translated] = await Promise.all([show('/legal/'), show('/legal/', hall, french)])
  expect(english.headers['etag']).not.toBe(translated.headers['etag'])
  // One copy, whoever chose it and whoever's browser asks for it.
  expect((await show('/legal/', hall, '', 'fr')).headers['etag']).toBe(translated.headers['etag'])
  expect((await show('/legal/', hall, `${french}; guichet=x`)).headers['cache-control']).toBe('no-store')
})

/** Seen red with the cookie read on all paths. */
it('leaves what a phone at the door is told to the phone, and its page has no switch', async () => {
  const unknown = await show('/scan/nothing/pair', hall, french)
  expect([languageOf(unknown), switchIn(unknown)]).toEqual(['en', ''])
  expect((await show('/scanner/', hall, french)).text).toContain('<html lang="en">')
})

it('costs a page a few hundred bytes', async () => {
  const { text } = await show('/legal/')
  expect(text.length - withoutLanguages(text).length).toBeLessThan(100 * spoken.length)
})
