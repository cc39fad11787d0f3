import { createHash, randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { untilTrue } from '../harness/box-office.ts'
import { originOf } from '../harness/sign-in.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** After signing in a person is where they came from: a page of that host, and of no other. */
const { server, client, hall, other } = await twoOffices()

const newEmail = () => `${randomUUID()}@example.org`
const show = (path: string, slug = hall.slug) => server.send(slug, 'GET', path, { headers: { accept: 'text/html' } })
const submit = (path: string, form: Record<string, string> = {}, slug = hall.slug) =>
  server.send(slug, 'POST', path, {
    body: new URLSearchParams(form).toString(),
    headers: {
      accept: 'text/html',
      'content-type': 'application/x-www-form-urlencoded',
      origin: originOf(server, slug),
    },
  })

const asks = (next: string) => `/sign-in/?${new URLSearchParams({ next })}`
const fieldIn = (text: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1]
const signInLinkIn = (text: string) => /href="(\/sign-in\/[^"]*)"/.exec(text)?.[1]

/** The mail that the ask made, as it is queued: the path of its link, and its code. */
async function mailTo(email: string): Promise<{ readonly path: string; readonly digits: string }> {
  let letter = ''
  await untilTrue(async () => {
    const text = "select letter::text from mail where recipient = $1 and kind = 'sign_in'"
    const { rows } = await client.query(text, [email])
    letter = rows[0]?.letter ?? ''
    return letter !== ''
  })
  const link = /http:\/\/[^"\s]+\/sign-in\/[^"\s]+/.exec(letter)?.[0] ?? ''
  const { pathname, search } = new URL(link)
  return { path: pathname + search, digits: /"(\d{4} \d{4})"/.exec(letter)?.[1] ?? '' }
}

/** A link as one in a mail, without the mail. */
async function newLink(): Promise<string> {
  const token = randomUUID()
  await client.query(
    `insert into sign_in_link (token_hash, tenant_id, email, created_at, expires_at)
     values ($1, $2, $3, now(), now() + interval '1 hour')`,
    [createHash('sha256').update(token).digest(), hall.tenantId, newEmail()],
  )
  return `/sign-in/${token}/`
}

it('leads back to a page for members, by the link of the mail and by its code', async () => {
  const friends = await hall.price('A')
  const { product } = await hall.price('B', { adhesion_obligatoire: friends.product })
  const event = await hall.event([product])
  const { slug } = (await hall.get(`/api/events/${event}/`)).json
  const path = `/events/${slug}/`
  const ask = signInLinkIn((await show(path)).text) ?? ''
  const form = (await show(ask)).text
  const next = fieldIn(form, 'next') ?? ''
  expect(next).toBe(path)

  const byLink = newEmail()
  expect((await submit('/sign-in/', { email: byLink, next })).status).toBe(200)
  const mail = await mailTo(byLink)
  expect((await show(mail.path)).text).toContain('<form method="post">')
  expect((await submit(mail.path)).headers['location']).toBe(path)

  const byCode = newEmail()
  const page = (await submit('/sign-in/', { email: byCode, next })).text
  const code = { email: byCode, handle: fieldIn(page, 'handle') ?? '', next: fieldIn(page, 'next') ?? '' }
  const wrong = await submit('/sign-in/code/', { ...code, code: '0000 000x' })
  expect([wrong.status, fieldIn(wrong.text, 'next')]).toEqual([400, path])
  expect(wrong.text).toContain(asks(path))
  const { digits } = await mailTo(byCode)
  const signedIn = await submit('/sign-in/code/', { ...code, code: digits })
  expect([signedIn.status, signedIn.headers['location']]).toEqual([303, path])
})

it('offers it where signing in is what is missing', async () => {
  const account = await show('/account/')
  expect(account.status).toBe(401)
  expect(account.text).toContain(asks('/account/'))
  const friends = await hall.price('A')
  const { product, price } = await hall.price('B', { prix: 0, adhesion_obligatoire: friends.product })
  const event = await hall.event([product])
  const { slug } = (await hall.get(`/api/events/${event}/`)).json
  const refused = await submit(`/events/${slug}/booking/`, {
    key: randomUUID(),
    price,
    qty: '1',
    email: newEmail(),
    first_name: 'Ada',
    last_name: 'Lovelace',
  })
  expect(refused.status).toBe(409)
  expect(refused.text).toContain(asks(`/events/${slug}/`))
  // Where there is nothing to come back to, people are sent to what is theirs.
  expect(signInLinkIn((await show('/')).text)).toBe('/sign-in/')
  expect((await submit(await newLink())).headers['location']).toBe('/account/')
  expect(signInLinkIn((await show('/membership/', other.slug)).text)).toBe(asks('/membership/'))
})

/** Seen red with `next` taken as it was asked for, with isPlain not asked before, and not asked after: `/.//evil.test`. */
it('leads to no other host, whatever is asked for', async () => {
  const hostile = [
    'https://evil.test/',
    'http:evil.test',
    '//evil.test/',
    '///evil.test',
    '////evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    '\\/evil.test',
    '/\\/evil.test',
    '/a\\..\\evil.test',
    '/\t/evil.test',
    '/\n/evil.test',
    '/\r\nset-cookie: a=b',
    '/\u0000/evil.test',
    '\t//evil.test',
    ' //evil.test',
    '/%2f/evil.test',
    '/%2F%2Fevil.test',
    '/%5cevil.test',
    '/%5Cevil.test',
    '/%09/evil.test',
    '/a%0d%0ab',
    '/.//evil.test',
    '/..//evil.test',
    '/a/..//evil.test',
    '/%2e//evil.test',
    '/%2e%2e//evil.test',
    '/.%2f/evil.test',
    '/%',
    '/%ff',
    '/ evil',
    'evil.test',
    'javascript:alert(1)',
    'data:text/html,x',
    '?a',
    '#a',
    '',
    '.',
    '..',
    `http://${other.slug}.localhost/`,
    '@evil.test',
    `/${'a'.repeat(500)}`,
    // Secrets of somebody, what signs in or out, and what is no page.
    '/bookings/1/2/',
    // Seen red without plainSpelling.
    '/%62ookings/1/2/',
    '/bookings%2F1/2/',
    '/%73ign-in/',
    '/confirm/1/',
    '/invitation/1/',
    '/membership/1/2/',
    '/waiting-list/1/2/',
    '/sign-in/',
    '/sign-in/1/',
    '/sign-out/',
    '/set-up/1/',
    '/api/products/',
    '/scan/1/pair',
    '/./sign-in/',
    '/x/../bookings/1/2/',
  ]
  for (const next of hostile) {
    expect([next, fieldIn((await show(asks(next))).text, 'next')]).toEqual([next, undefined])
    const query = `?${new URLSearchParams({ next })}`
    const signedIn = await submit((await newLink()) + query)
    expect([next, signedIn.status, signedIn.headers['location']]).toEqual([next, 303, '/account/'])
  }
  const kept = ['/events/a/', '/events/a/?b=c%20d&e=%C3%A9', '/admin/', '/a/../events/b/', '/membership/']
  for (const next of kept) {
    const signedIn = await submit(`${await newLink()}?${new URLSearchParams({ next })}`)
    const { pathname, search } = new URL(next, 'http://a.test')
    expect(signedIn.headers['location']).toBe(pathname + search)
  }
})

/** Seen red without the words of their own, and with them on every sign-in and at an agenda, which sells nothing. */
it('says to whoever looks for tickets that they need no account', async () => {
  const found = 'you need no account and no password.'
  const home = await show('/')
  const link = /href="([^"]*)"[^>]*>Find my tickets/.exec(home.text)?.[1] ?? ''
  const { text } = await show(link)
  expect(text).toContain('<h1>Find my tickets</h1>')
  expect(text).toContain(found)
  expect((await show('/sign-in/')).text).not.toContain(found)
  expect((await show(link, 'meta')).text).not.toContain(found)
})
