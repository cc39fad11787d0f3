import { expect, it } from 'vitest'
import { nightsAt } from '../harness/booking.ts'
import { type BoxOffice, openBoxOffice } from '../harness/box-office.ts'
import type { Answer } from '../harness/client.ts'
import { spoken } from '../harness/languages.ts'
import { originOf, sharedSignIn } from '../harness/sign-in.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** At the foot of every page a person chooses its language, which their browser keeps (ADR 0253). */
const { server, hall, other } = await twoOffices()

const show = (path: string, { slug }: { slug: string } = hall, cookie = '', wanted = 'en') =>
  server.send(slug, 'GET', path, {
    headers: { accept: 'text/html', 'accept-language': wanted, ...(cookie && { cookie }) },
  })
const choose = (
  fields: Record<string, string>,
  { slug }: { slug: string } = hall,
  cookie = '',
  origin = '',
) =>
  server.send(slug, 'POST', '/language/', {
    body: new URLSearchParams(fields).toString(),
    headers: {
      ...{ accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
      ...{ cookie, origin: origin || originOf(server, slug) },
    },
  })
const cookieOf = ({ headers }: Answer) => String(headers['set-cookie']).split(';')[0] ?? ''
const languageOf = ({ headers }: Answer) => headers['content-language']
const nextIn = ({ text }: Answer) =>
  /name="next" value="([^"]*)"\/?><[^>]*lang=/.exec(text)?.[1]?.replaceAll('&amp;', '&')

/** Seen red without the cookie in tenant-from-host.ts, and with a form that names the home page. */
it('is kept by the browser, before what it asks for by itself, and shows the same page', async () => {
  const { event } = await nightsAt(hall)()
  const { slug } = (await hall.get(`/api/events/${event}/`)).json
  for (const path of [`/events/${slug}/`, '/legal/', '/sign-in/?next=%2Faccount%2F', '/nothing/'])
    expect(nextIn(await show(path)), path).toBe(path)
  expect(nextIn(await show('/?utm_source=letter'))).toBe('/')
  const page = await show('/legal/')
  for (const language of spoken)
    expect(page.text).toMatch(
      language === 'en'
        ? /<span lang="en" aria-current="true">English<\/span>/
        : new RegExp(
            `<button type="submit" name="language" value="${language}" lang="${language}">\\p{Lu}`,
            'u',
          ),
    )
  const answer = await choose({ language: 'fr', next: '/legal/?a=1' })
  expect([answer.status, answer.headers['location']]).toEqual([303, '/legal/?a=1'])
  expect(String(answer.headers['set-cookie'])).toMatch(
    /^guichet-language=fr; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  expect(languageOf(await show('/legal/', hall, cookieOf(answer), 'en'))).toBe('fr')
  expect(languageOf(await show('/nothing/', hall, cookieOf(answer), 'en'))).toBe('fr')
  // A form's own refusal leads back to where the form stands.
  const refused = await server.send(hall.slug, 'POST', '/sign-in/', {
    body: 'email=nobody',
    headers: {
      ...{ accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
      origin: originOf(server, hall.slug),
    },
  })
  expect([refused.status, nextIn(refused)]).toEqual([400, '/sign-in/'])
})

/** Seen red with the path taken as it stands, and with every language that is spoken taken. */
it('takes no other host, no language that is not offered, and no form of another site', async () => {
  const office = await openBoxOffice(server, 'The Ropery')
  await server.cli('tenant', 'set', '--tenant', office.slug, '--languages', 'en')
  await expect.poll(async () => languageOf(await show('/legal/', office, '', 'fr'))).toBe('en')
  expect((await show('/legal/', office)).text).not.toContain('action="/language/"')
  const wrong: [Record<string, string>, BoxOffice][] = [
    ...['https://evil.test/', '//evil.test', '/\\evil.test', '/%2F/evil.test', 'evil'].map(
      (next): [Record<string, string>, BoxOffice] => [{ language: 'fr', next }, hall],
    ),
    ...['xx', 'EN', 'en-GB', ''].map((language): [Record<string, string>, BoxOffice] => [{ language }, hall]),
    [{}, hall],
    [{ language: 'fr' }, office],
  ]
  for (const [fields, at] of wrong) {
    const { status, headers, text } = await choose(fields, at)
    expect([status, headers['set-cookie']], JSON.stringify(fields)).toEqual([400, undefined])
    expect(text).toContain('<h1>')
  }
  expect((await choose({ language: 'fr' }, hall, '', 'https://evil.test')).status).toBe(403)
  // One that was offered when it was kept.
  expect(languageOf(await show('/legal/', office, 'guichet-language=fr'))).toBe('en')
  expect(languageOf(await show('/legal/', hall, 'guichet-language=%00'))).toBe('en')
  expect((await choose({ language: 'fr' })).headers['location']).toBe('/')
})

it('works where people work, and for a stranger everywhere', async () => {
  const cookie = await sharedSignIn(server, hall.slug, hall.slug, 'admin@example.org')
  for (const path of ['/admin/', '/admin/settings/rules/', '/account/']) {
    const page = await show(path, hall, cookie)
    expect([page.status, nextIn(page)], path).toEqual([200, path])
    const answer = await choose({ language: 'fr', next: path }, hall, cookie)
    expect(languageOf(await show(path, hall, `${cookie}; ${cookieOf(answer)}`)), path).toBe('fr')
  }
  for (const slug of ['', 'meta']) expect(nextIn(await show('/sign-in/', { slug })), slug).toBe('/sign-in/')
})

/** Seen red with the key of shared pages without the language, and, for the copy, with the cookie taken for credentials. */
it('is part of what is kept of a page for all', async () => {
  const french = 'guichet-language=fr'
  const pages = await Promise.all(
    Array.from({ length: 24 }, (_, index) =>
      show('/', index % 3 === 2 ? other : hall, index % 2 ? french : ''),
    ),
  )
  for (const [index, page] of pages.entries()) {
    const language = index % 2 ? 'fr' : 'en'
    expect([languageOf(page), page.text.includes(`<html lang="${language}"`)]).toEqual([language, true])
    expect(page.headers['vary']).toMatch(/Accept-Language.*Cookie/)
    expect(page.headers['cache-control']).toContain('public')
  }
  const [english, translated] = await Promise.all([show('/legal/'), show('/legal/', hall, french)])
  expect(english.headers['etag']).not.toBe(translated.headers['etag'])
  expect((await show('/legal/', hall, `${french}; guichet=x`)).headers['cache-control']).toBe('no-store')
})
