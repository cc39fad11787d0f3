import { generateKeyPair as generateKeys, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { daysLater, stillClock } from '../harness/bent-clock.ts'
import type { Answer } from '../harness/client.ts'
import { type ProvidedPerson, startOpenIdProvider } from '../harness/openid-provider.ts'
import { browserWith, makePasskey } from '../harness/passkey.ts'
import { originOf, signIn } from '../harness/sign-in.ts'
import { startServer } from '../harness/server.ts'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** The staff of an organisation signs in by its provider, who counts there alone (ADR 0244). */
const provider = await startOpenIdProvider()
const theirs = await startOpenIdProvider()
afterAll(async () => {
  await provider.stop()
  await theirs.stop()
})
const { server, client, hall, other } = await twoOffices({
  environment: { FETCH_ALLOW: `${provider.allowance},${theirs.allowance}` },
})
const page = '/admin/settings/sign-in/'
const owner = await staffOf(server, hall)

const secret = 'the-secret-of-the-hall-0123456789'
const returnsTo = (slug: string) => `${originOf(server, slug)}/sign-in/provider/`
const rules = {
  name: 'Hall Login',
  issuer: provider.issuer,
  client_id: 'hall',
  client_secret: secret,
  mail_domains: 'hall.test\nstage.hall.test',
  role_claim: 'groups',
  manager_values: 'boss',
  box_office_values: 'desk',
  steward_values: 'door\nushers',
  accountant_values: '',
}

/** Saves the settings as the page has them, with what is said here. */
async function save(given: Partial<typeof rules>, staff = owner): Promise<Answer> {
  const seen = /name="seen" value="([^"]*)"/.exec((await staff.show(page)).text)?.[1] ?? ''
  return staff.press(page, Object.entries({ ...rules, ...given, seen }))
}

const newPerson = (more: Partial<ProvidedPerson> = {}): ProvidedPerson => {
  const name = randomUUID()
  return { sub: `sub-${name}`, email: `${name}@hall.test`, ...more }
}

const show = (slug: string, path: string, cookie = '') =>
  server.send(slug, 'GET', path, { cookie, headers: { accept: 'text/html', 'accept-language': 'en' } })

const cookieOf = (answer: Answer) => [answer.headers['set-cookie'] ?? []].flat().map((set) => set.split(';')[0] ?? '')
const sessionIn = (answer: Answer) => cookieOf(answer).find((set) => set.startsWith('guichet=')) ?? ''

/** Another key that says it is theirs. */
const keyIdOf = async (issuer: string): Promise<string> =>
  ((await (await fetch(`${issuer}/jwks`)).json()) as { keys: { kid: string }[] }).keys[0]?.kid ?? ''
const generateKeyPair = async () =>
  (await promisify(generateKeys)('rsa', { modulusLength: 2048 })).publicKey.export({ format: 'jwk' })

/** A browser goes to the provider. */
async function start(slug = hall.slug, next = '') {
  const answer = await show(slug, `/sign-in/provider/start/${next === '' ? '' : `?next=${next}`}`)
  expect(answer.status, answer.text).toBe(303)
  const [cookie = ''] = cookieOf(answer)
  return { answer, cookie, url: String(answer.headers['location']) }
}

type Way = { readonly slug?: string; readonly next?: string; readonly at?: typeof provider; readonly held?: string }

/** The whole way of somebody, up to the answer to what they bring back. */
async function enter(person: ProvidedPerson, { slug = hall.slug, next = '', at = provider, held = '' }: Way = {}) {
  const { cookie, url } = await start(slug, next)
  const back = await at.signIn(url, person)
  return show(slug, back.pathname + back.search, `${cookie}; ${held}`)
}

/** @returns the cookie of the session */
async function entered(person: ProvidedPerson, way: Way = {}): Promise<string> {
  const answer = await enter(person, way)
  expect(answer.status, answer.text).toBe(303)
  return sessionIn(answer)
}

const roleOf = async (email: string, { tenantId } = hall): Promise<string | null> =>
  (
    await client.query(
      `select role from tenant_member join account on account.id = account_id where email = $1 and tenant_id = $2`,
      [email, tenantId],
    )
  ).rows[0]?.role ?? null

const isRefused = (answer: Answer, status: number, words: string) => {
  expect(answer.status, answer.text).toBe(status)
  expect(answer.text).toContain(words)
  expect(answer.text).toContain('>Continue</button>')
  expect(sessionIn(answer)).toBe('')
}

beforeAll(async () => {
  provider.register({ id: 'hall', secret, returns: returnsTo(hall.slug) })
  provider.register({ id: 'other', secret: 'the-secret-of-the-other', returns: returnsTo(other.slug) })
  theirs.register({ id: 'other', secret: 'the-secret-of-the-other', returns: returnsTo(other.slug) })
  expect((await save({})).status).toBe(303)
})

describe('whoever signs in by the provider', () => {
  it('comes back to where they were going, with the role of their groups', async () => {
    const person = newPerson({ groups: ['choir', 'desk'] })
    const form = await show(hall.slug, '/sign-in/?next=%2Fadmin%2Freservations%2F')
    expect(form.text).toContain('Continue with Hall Login')
    expect(form.text).toContain('href="/sign-in/provider/start/?next=%2Fadmin%2Freservations%2F"')
    const answer = await enter(person, { next: '%2Fadmin%2Freservations%2F' })
    expect(answer.headers['location']).toBe('/admin/reservations/')
    const cookie = sessionIn(answer)
    expect((await show(hall.slug, '/admin/reservations/', cookie)).status).toBe(200)
    expect(await roleOf(person.email)).toBe('box_office')
    expect((await show(hall.slug, '/admin/settings/', cookie)).status).toBe(403)
    // Nothing of it anywhere else.
    expect(await roleOf(person.email, other)).toBeNull()
    expect((await show(other.slug, '/account/', cookie)).status).toBe(401)
    expect((await show('', '/admin/', cookie)).status).toBe(401)
    expect((await show(other.slug, '/sign-in/')).text).not.toContain('Continue with')
  })

  it('gets another role, and none, as the provider says at each sign-in', async () => {
    const person = newPerson({ groups: ['door', 'boss'] })
    await entered(person)
    expect(await roleOf(person.email)).toBe('manager')
    await entered({ ...person, groups: ['ushers'] })
    expect(await roleOf(person.email)).toBe('steward')
    const answer = await enter({ ...person, groups: ['choir'] }, { next: '%2Fadmin%2F' })
    expect(await roleOf(person.email)).toBeNull()
    expect(answer.headers['location']).toBe('/account/?done=no-role')
    const account = await show(hall.slug, '/account/?done=no-role', sessionIn(answer))
    expect(account.text).toContain('You are signed in, but you have no role here.')
    const { text } = await owner.show('/admin/audit/')
    for (const words of ['Changed somebody’s role', 'By the provider']) expect(text).toContain(words)
  })

  // Seen red without `fromProvider` in giveRole.
  it('keeps the role that a person gave, be it the only owner, and is no owner by any claim', async () => {
    const steward = newPerson({ groups: ['boss'] })
    await server.cli('team', 'set', '--tenant', hall.slug, '--email', steward.email, '--role', 'steward')
    await entered(steward)
    expect(await roleOf(steward.email)).toBe('steward')
    await entered({ ...steward, groups: [] })
    expect(await roleOf(steward.email)).toBe('steward')
    const made = newPerson({ groups: ['desk'] })
    await entered(made)
    // Given by a person from now on.
    await server.cli('team', 'set', '--tenant', hall.slug, '--email', made.email, '--role', 'owner')
    await entered({ ...made, groups: [] })
    expect(await roleOf(made.email)).toBe('owner')
    const claiming = newPerson({ groups: ['owner', 'super_user'] })
    await entered(claiming)
    expect(await roleOf(claiming.email)).toBeNull()
  })

  it('is found by the subject when the address has changed', async () => {
    const person = newPerson({ groups: ['desk'] })
    await entered(person)
    const cookie = await entered({ ...person, email: `new-${person.email}` })
    expect((await show(hall.slug, '/account/', cookie)).text).toContain(person.email)
    expect((await client.query('select 1 from account where email = $1', [`new-${person.email}`])).rowCount).toBe(0)
    // Somebody else who was given the address by the provider is not taken for them.
    isRefused(
      await enter({ ...newPerson(), email: person.email }),
      403,
      'previously used your e-\u2060mail address for somebody else',
    )
  })

  it('ends sessions of before when they gain rights, and their other browsers sign in anew', async () => {
    const person = newPerson()
    const before = await entered(person)
    const after = await entered({ ...person, groups: ['boss'] })
    expect((await show(hall.slug, '/account/', before)).status).toBe(401)
    expect((await show(hall.slug, '/admin/', after)).status).toBe(200)
  })
})

describe('nobody is signed in', () => {
  it('whose address is not verified, or not of a believed domain', async () => {
    isRefused(
      await enter(newPerson({ isVerified: false })),
      403,
      'does not confirm that this e-\u2060mail address is yours',
    )
    for (const domain of ['elsewhere.test', 'sub.hall.test', 'nothall.test', 'hall.test.evil.test']) {
      const person = newPerson({ email: `${randomUUID()}@${domain}`, groups: ['boss'] })
      isRefused(await enter(person), 403, 'is not trusted here for your e-\u2060mail address')
      expect((await client.query('select 1 from account where email = $1', [person.email])).rowCount).toBe(0)
    }
  })

  // Seen red with the two put together claim by claim: who may write any address into what is signed was that person.
  it('of whom what is signed names another address than the one that is verified', async () => {
    const colleague = newPerson({ groups: ['boss'] })
    const person = newPerson({ groups: ['boss'], signedEmail: colleague.email })
    isRefused(await enter(person), 403, 'does not confirm that this e-\u2060mail address is yours')
    await entered({ ...person, signedEmail: person.email })
    expect([await roleOf(colleague.email), await roleOf(person.email)]).toEqual([null, 'manager'])
  })

  it('with another nonce or state, or without the cookie, in another browser, or twice', async () => {
    const person = newPerson({ groups: ['boss'] })
    const invalid = 'does not match what this browser asked'
    const ended = 'took too long, was already used, or was started in another browser'
    for (const [name, words] of [
      ['nonce', invalid],
      ['state', invalid],
    ] as const) {
      const { cookie, url } = await start()
      const changed = new URL(url)
      changed.searchParams.set(name, 'another-0123456789')
      const back = await provider.signIn(changed.href, person)
      isRefused(await show(hall.slug, back.pathname + back.search, cookie), 400, words)
    }
    const first = await start()
    const path = async () => {
      const back = await provider.signIn(first.url, person)
      return back.pathname + back.search
    }
    const answer = await path()
    isRefused(await show(hall.slug, answer), 400, ended)
    isRefused(await show(hall.slug, answer, (await start()).cookie), 400, invalid)
    expect((await show(hall.slug, answer, first.cookie)).status).toBe(303)
    isRefused(await show(hall.slug, answer, first.cookie), 400, ended)
    isRefused(await show(hall.slug, await path(), first.cookie), 400, ended)
    expect((await client.query('select 1 from session where by_provider and expires_at is null')).rowCount).toBe(0)
  })

  it('after ten minutes', async () => {
    const { cookie, url } = await start()
    const back = await provider.signIn(url, newPerson())
    await client.query("update provider_sign_in set expires_at = expires_at - interval '10 minutes'")
    isRefused(await show(hall.slug, back.pathname + back.search, cookie), 400, 'took too long')
  })

  it('whom the provider refused, and its words are on no page', async () => {
    const { cookie, url } = await start()
    const state = new URL(url).searchParams.get('state') ?? ''
    const query = new URLSearchParams({
      error: 'access_denied',
      error_description: 'Xyzzy',
      state,
      iss: provider.issuer,
    })
    const answer = await show(hall.slug, `/sign-in/provider/?${query}`, cookie)
    isRefused(answer, 403, 'Hall Login did not let you in')
    expect(answer.text).not.toContain('Xyzzy')
  })

  it('when the answer says that it is of another issuer', async () => {
    const { cookie, url } = await start()
    const back = await provider.signIn(url, newPerson())
    back.searchParams.set('iss', theirs.issuer)
    isRefused(await show(hall.slug, back.pathname + back.search, cookie), 400, 'does not match what this browser asked')
  })

  it('when what it signed is over, or signed by another', async () => {
    const later = await startServer({
      beside: server,
      environment: { ...daysLater(1), FETCH_ALLOW: provider.allowance },
    })
    provider.register({ id: 'hall', secret, returns: `http://${hall.slug}.localhost:${later.port}/sign-in/provider/` })
    const asked = { headers: { accept: 'text/html' } }
    const way = await later.send(hall.slug, 'GET', '/sign-in/provider/start/', asked)
    const late = await provider.signIn(String(way.headers['location']), newPerson())
    const [cookie = ''] = cookieOf(way)
    const answer = await later.send(hall.slug, 'GET', late.pathname + late.search, { ...asked, cookie })
    await later.stop()
    isRefused(answer, 502, 'The clocks of Hall Login and of this server do not agree')
    const forged = await start()
    const back = await provider.signIn(forged.url, newPerson())
    const key = await generateKeyPair()
    const keys = JSON.stringify({ keys: [{ ...key, kid: await keyIdOf(provider.issuer), use: 'sig', alg: 'RS256' }] })
    const json = { 'content-type': 'application/json' }
    provider.answerNext('/jwks', (response) => response.writeHead(200, json).end(keys))
    isRefused(await show(hall.slug, back.pathname + back.search, forged.cookie), 400, 'does not match what')
  })

  it('who asks for it too often', async () => {
    const strict = await startServer({
      beside: server,
      environment: { ...stillClock, RATE_LIMIT: 'on', FETCH_ALLOW: provider.allowance },
    })
    const ask = () => strict.send(hall.slug, 'GET', '/sign-in/provider/start/', { headers: { accept: 'text/html' } })
    const statuses: number[] = []
    for (let asked = 0; asked < 21; asked++) statuses.push((await ask()).status)
    await strict.stop()
    expect(statuses).toContain(303)
    expect(statuses).toContain(429)
  })

  it('when the provider does not answer, or with something else', async () => {
    provider.answerNext('/.well-known/', (response) => response.destroy())
    isRefused(await show(hall.slug, '/sign-in/provider/start/'), 502, 'is not responding at the moment')
    provider.answerNext('/.well-known/', (response) => response.end('<p>Hello'))
    isRefused(await show(hall.slug, '/sign-in/provider/start/'), 502, 'is not responding as expected')
    const json = { 'content-type': 'application/json' }
    const other = JSON.stringify({ issuer: theirs.issuer })
    provider.answerNext('/.well-known/', (response) => response.writeHead(200, json).end(other))
    isRefused(await show(hall.slug, '/sign-in/provider/start/'), 502, 'is not responding as expected')
    const { cookie, url } = await start()
    const back = await provider.signIn(url, newPerson())
    provider.answerNext('/token', (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end())
    isRefused(await show(hall.slug, back.pathname + back.search, cookie), 502, 'is not responding as expected')
  })
})

describe('the word of a provider', () => {
  const person = newPerson({ groups: ['desk'] })

  // Seen red without `isBeyond`.
  it('counts in the organisation alone: what reaches beyond it asks for the mail', async () => {
    const cookie = await entered(person)
    const beyond = ['/account/data.json', '/account/erasure/', '/account/passkeys/']
    for (const path of beyond) {
      const answer = await show(hall.slug, path, cookie)
      expect(answer.status, path).toBe(302)
      const next = path === '/account/data.json' ? '/account/' : path
      expect(answer.headers['location'], path).toBe(`/sign-in/again/?next=${encodeURIComponent(next)}`)
    }
    const again = await show(hall.slug, '/sign-in/again/', cookie)
    expect(again.text).toContain('Your organisation has signed you in.')
    const browser = browserWith(server, hall.slug, cookie)
    const changes = ['passkeys/', 'passkeys/removal/', 'passkeys/codes/', 'sessions/', 'erasure/', 'cards/loss/']
    for (const path of changes) {
      const pressed = await browser.press(`/account/${path}`, { response: '{}', tag_id: '0123ABCD' })
      expect([pressed.status, pressed.text.includes('Confirm that it is you')], path).toEqual([403, true])
    }
    const account = await show(hall.slug, '/account/', cookie)
    expect(account.text).not.toContain('Sign out everywhere else')
    // By mail they are who they are everywhere.
    const mailed = await signIn(server, hall.slug, hall.slug, person.email)
    expect((await show(hall.slug, '/account/passkeys/', mailed)).status).toBe(200)
    expect((await show(hall.slug, '/admin/reservations/', mailed)).status).toBe(200)
  })

  it('says nothing of the address to anybody else', async () => {
    const fresh = newPerson({ groups: ['desk'] })
    await entered(fresh)
    const { rows } = await client.query('select email_verified_at from account where email = $1', [fresh.email])
    expect(rows).toEqual([{ email_verified_at: null }])
  })

  // Seen red without `!byProvider` in `personBehind`, and with a session that shows its person by its beginning.
  it('makes no super-user, and is not enough for what asks again', async () => {
    const boss = newPerson({ groups: ['boss'] })
    await server.cli('user', 'grant', '--email', boss.email, '--super-user')
    const cookie = await entered(boss)
    expect((await show(hall.slug, '/account/', cookie)).text).not.toContain('Super-user of this server')
    expect((await show('', '/admin/', cookie)).status).toBe(401)
    await server.cli('team', 'set', '--tenant', hall.slug, '--email', boss.email, '--role', 'owner')
    const again = await show(hall.slug, page, await entered(boss))
    expect(again.headers['location']).toBe(`/sign-in/again/?next=${encodeURIComponent(page)}`)
  })

  it('takes the place of no passkey', async () => {
    const keyed = newPerson({ groups: ['desk'] })
    await server.cli('team', 'set', '--tenant', hall.slug, '--email', keyed.email, '--role', 'manager')
    const mailed = browserWith(server, hall.slug, await signIn(server, hall.slug, hall.slug, keyed.email))
    const passkey = makePasskey()
    await mailed.add(passkey)
    const cookie = await entered(keyed)
    expect((await show(hall.slug, '/admin/', cookie)).headers['location']).toBe('/sign-in/passkey/?next=%2Fadmin%2F')
    const browser = browserWith(server, hall.slug, cookie)
    expect((await browser.prove(passkey)).status).toBe(303)
    for (const path of ['/admin/', '/account/passkeys/']) expect((await browser.show(path)).status, path).toBe(200)
  })

  it('is of its own organisation, whoever has the same address or subject at another', async () => {
    const otherOwner = await staffOf(server, other)
    const settings = { ...rules, name: 'Theirs', issuer: theirs.issuer, client_id: 'other' }
    const given = { ...settings, client_secret: 'the-secret-of-the-other' }
    expect((await save(given, otherOwner)).status).toBe(303)
    const here = newPerson({ groups: ['boss'] })
    await entered(here)
    const there = await entered({ ...here, groups: ['door'] }, { slug: other.slug, at: theirs })
    expect([await roleOf(here.email), await roleOf(here.email, other)]).toEqual(['manager', 'steward'])
    expect((await show(hall.slug, '/admin/', there)).status).toBe(401)
    // The same subject is somebody else.
    const same = { ...newPerson({ groups: ['door'] }), sub: here.sub }
    isRefused(await enter({ ...same, sub: `x${same.sub}`, email: here.email }), 403, 'for somebody else')
    const [mine, yours] = [await start(hall.slug), await start(other.slug)]
    const back = await theirs.signIn(yours.url, newPerson({ groups: ['boss'] }))
    isRefused(await show(hall.slug, back.pathname + back.search, mine.cookie), 400, 'does not match')
    isRefused(await show(hall.slug, back.pathname + back.search, yours.cookie), 400, 'another browser')
    // Another organisation of the same provider has its own.
    await save({ ...given, issuer: provider.issuer }, otherOwner)
    const both = newPerson({ groups: ['desk'] })
    await entered(both)
    expect(await roleOf(both.email, other)).toBeNull()
  })

  it('is heard at no domain of the organisation, and puts nobody into a page for all', async () => {
    const home = async () => (await server.send(hall.slug, 'GET', '/', { headers: { accept: 'text/html' } })).text
    const before = await home()
    const cookie = await entered(person)
    expect((await show(hall.slug, '/', cookie)).headers['cache-control']).toBe('no-store')
    expect(await home()).not.toContain(person.email)
    expect(before).not.toContain('Continue with')
    const form = await show(hall.slug, '/sign-in/')
    expect(form.headers['cache-control']).toBe('no-store')
  })
})

describe('the settings of the provider', () => {
  it('keep the secret sealed, and show it nobody', async () => {
    const shown = await owner.show(page)
    expect(shown.status).toBe(200)
    expect(shown.text).toContain('Continue with Hall Login')
    expect(shown.text).toContain(returnsTo(hall.slug))
    const { rows } = await client.query('select * from sign_in_provider where tenant_id = $1', [hall.tenantId])
    const log = (await client.query('select before, after from audit_entry')).rows
    for (const text of [shown.text, JSON.stringify(rows), JSON.stringify(log), server.output()])
      expect(text).not.toContain(secret)
    expect(rows[0].client_secret_encrypted.toString('latin1')).not.toContain(secret)
    const wrong = await save({ issuer: 'nowhere' })
    expect(wrong.status).toBe(400)
    expect(wrong.text).not.toContain(secret)
  })

  it('are an owner’s', async () => {
    const email = `${randomUUID()}@example.org`
    await server.cli('team', 'set', '--tenant', hall.slug, '--email', email, '--role', 'manager')
    const manager = await staffOf(server, hall, email)
    expect((await manager.show(page)).status).toBe(403)
    for (const path of [page, `${page}checks/`, `${page}removal/`])
      expect((await manager.press(path, Object.entries({ ...rules, seen: '' }))).status, path).toBe(403)
  })

  it('are refused where they are no provider, beside each field', async () => {
    const wrongs: readonly (readonly [Partial<typeof rules>, string])[] = [
      [{ name: '' }, 'name'],
      [{ issuer: 'http://login.example.org' }, 'issuer'],
      [{ issuer: 'https://login.example.org/?a=b' }, 'issuer'],
      [{ issuer: 'https://me:too@login.example.org' }, 'issuer'],
      [{ issuer: 'https://login.example.org/.well-known/openid-configuration' }, 'issuer'],
      [{ client_id: '' }, 'client_id'],
      [{ mail_domains: '' }, 'mail_domains'],
      [{ mail_domains: 'hall.test\nhall' }, 'mail_domains'],
      [{ mail_domains: '*.test' }, 'mail_domains'],
      [{ role_claim: '' }, 'role_claim'],
      [{ manager_values: 'x'.repeat(201) }, 'manager_values'],
    ]
    for (const [given, field] of wrongs) {
      const answer = await save(given)
      expect(answer.status, JSON.stringify(given)).toBe(400)
      expect(answer.text, JSON.stringify(given)).toContain(`href="#${field}"`)
    }
  })

  // Seen red without `isSame`.
  it('send the secret of one issuer or client to no other', async () => {
    const kept = theirs.requests.length
    for (const given of [{ issuer: theirs.issuer }, { client_id: 'another' }]) {
      const answer = await save({ ...given, client_secret: '' })
      expect(answer.status).toBe(400)
      expect(answer.text).toContain('href="#client_secret"')
    }
    expect(theirs.requests.length).toBe(kept)
    expect((await save({ client_secret: '' })).status).toBe(303)
    await entered(newPerson())
  })

  it('are told to whoever saves second', async () => {
    const { text } = await owner.show(page)
    const seen = /name="seen" value="([^"]*)"/.exec(text)?.[1] ?? ''
    expect((await save({ name: 'First' })).status).toBe(303)
    const second = await owner.press(page, Object.entries({ ...rules, name: 'Second', seen }))
    expect(second.status).toBe(409)
    expect(second.text).toContain('Somebody else changed the provider')
    await save({})
  })

  // Seen red with a fetch that looks at no address.
  it('reach no address within, whatever the name says', async () => {
    const inside = [
      'https://127.0.0.1:1',
      'https://localhost',
      'https://169.254.169.254',
      'https://[::1]',
      'https://10.0.0.1',
    ]
    for (const issuer of inside) {
      expect((await save({ issuer, client_id: 'x' })).status, issuer).toBe(303)
      const checked = await owner.press(`${page}checks/`, [])
      expect(checked.status, issuer).toBe(502)
      expect(checked.text, issuer).toContain('leads into a network that is not public')
      isRefused(await show(hall.slug, '/sign-in/provider/start/'), 502, 'cannot be used')
    }
    await save({})
    const json = { 'content-type': 'application/json' }
    const described = {
      issuer: provider.issuer,
      authorization_endpoint: `${provider.issuer}/auth`,
      token_endpoint: 'https://127.0.0.1:1/token',
      jwks_uri: `${provider.issuer}/jwks`,
      response_types_supported: ['code'],
    }
    const { cookie, url } = await start()
    const back = await provider.signIn(url, newPerson())
    provider.answerNext('/.well-known/', (response) => response.writeHead(200, json).end(JSON.stringify(described)))
    isRefused(await show(hall.slug, back.pathname + back.search, cookie), 502, 'cannot be used')
  })

  it('say whether the provider answers', async () => {
    const checked = await owner.press(`${page}checks/`, [])
    expect(checked.headers['location']).toBe(`${page}?done=answers`)
    expect((await owner.show(`${page}?done=answers`)).text).toContain('The provider answers')
  })

  it('end its sessions when they change who may come in, and others go on', async () => {
    const cookie = await entered(newPerson({ groups: ['desk'] }))
    await save({ name: 'Another name', client_secret: 'other' })
    expect((await show(hall.slug, '/admin/', cookie)).status).toBe(200)
    await save({ mail_domains: 'hall.test' })
    expect((await show(hall.slug, '/account/', cookie)).status).toBe(401)
    expect((await owner.show('/admin/')).status).toBe(200)
    await save({})
  })

  // Seen red with `isKept` always true, with it always false, and with listProvided of those whom a person gave their role.
  it('take at once the roles that it gave at a domain which is on the list no longer, and no others', async () => {
    const atStage = () => newPerson({ email: `${randomUUID()}@stage.hall.test`, groups: ['desk'] })
    const [inside, outside, another, byHand] = [newPerson({ groups: ['door'] }), atStage(), atStage(), atStage()]
    await server.cli('team', 'set', '--tenant', hall.slug, '--email', byHand.email, '--role', 'owner')
    await server.cli('team', 'set', '--tenant', other.slug, '--email', outside.email, '--role', 'manager')
    const cookies = [await entered(inside), await entered(outside), await entered(byHand)]
    await entered(another)
    const mailed = await signIn(server, hall.slug, hall.slug, outside.email)
    expect((await show(hall.slug, '/admin/', mailed)).status).toBe(200)
    const before = await owner.show(page)
    expect(before.text).toContain('2 people at stage.hall.test')
    expect(before.text).toContain('you take off loses it when you save')

    const saved = await save({ mail_domains: 'hall.test' })
    expect(saved.headers['location']).toBe(`${page}?done=saved-2`)
    expect((await owner.show(String(saved.headers['location']))).text).toContain(
      '2 people lost the role that the provider had given.',
    )
    const roles = async () => [
      await roleOf(inside.email),
      await roleOf(outside.email),
      await roleOf(another.email),
      await roleOf(byHand.email),
    ]
    expect(await roles()).toEqual(['steward', null, null, 'owner'])
    expect(await roleOf(outside.email, other)).toBe('manager')
    // Its sessions end, as with other rules of any kind; those by mail go on without the role.
    for (const cookie of cookies) expect((await show(hall.slug, '/account/', cookie)).status).toBe(401)
    expect((await show(hall.slug, '/admin/', mailed)).status).toBe(403)
    expect((await show(hall.slug, '/account/', mailed)).status).toBe(200)
    expect((await owner.show(page)).text).not.toContain('stage.hall.test')
    const { rows } = await client.query(
      `select before, tenant_id as "tenantId" from audit_entry where action = 'team.left' and subject_id in
       (select id from account where email = any($1))`,
      [[outside.email, another.email]],
    )
    const taken = { before: { role: 'box_office', byProvider: true }, tenantId: hall.tenantId }
    expect(rows).toEqual([taken, taken])

    // What takes nobody's role says nothing of it, and a domain that comes back gives again.
    expect((await save({})).headers['location']).toBe(`${page}?done=saved`)
    await entered(outside)
    expect(await roles()).toEqual(['steward', 'box_office', null, 'owner'])
  })

  // Seen red without `fromProvider` in roleSaid.
  it('are told of on the page of the team, by a word beside each role that is theirs', async () => {
    const [given, byHand] = [newPerson({ groups: ['desk'] }), newPerson({ groups: ['desk'] })]
    await entered(given)
    await server.cli('team', 'set', '--tenant', hall.slug, '--email', byHand.email, '--role', 'box_office')
    const rowOf = async (email: string, language: string) => {
      const { text } = await owner.show('/admin/team/', language)
      return text.split('<tr').find((row) => row.includes(email)) ?? ''
    }
    expect(await rowOf(given.email, 'en')).toContain('Box office (by the provider)')
    expect(await rowOf(given.email, 'fr')).toContain('Billetterie (par le fournisseur)')
    expect(await rowOf(byHand.email, 'en')).toMatch(/Box office(?! \()/)
    const [path = ''] = /\/admin\/team\/[\w-]{36}\//.exec(await rowOf(given.email, 'en')) ?? []
    expect((await owner.show(path)).text).toContain('Box office (by the provider)')
    // Who is given a role by a person has it from them.
    await owner.press(path, [
      ['role', 'steward'],
      ['former', 'box_office'],
    ])
    expect((await owner.show(path)).text).not.toContain('by the provider')
  })
})

describe('what is kept of somebody', () => {
  /** Seen red without eraseSubject in eraseHere. */
  it('is told to them, goes when they are erased, and comes anew with another sign-in', async () => {
    const person = newPerson()
    await entered(person)
    const mailed = await signIn(server, hall.slug, hall.slug, person.email)
    const { organisations } = (await show(hall.slug, '/account/data.json', mailed)).json
    expect(organisations).toMatchObject([{ signInProviders: [{ since: expect.any(String) }] }])
    const subjects = async () =>
      (
        await client.query(
          'select 1 from provider_subject where account_id in (select id from account where email = $1)',
          [person.email],
        )
      ).rowCount
    expect(await subjects()).toBe(1)
    expect(JSON.stringify((await client.query('select * from provider_subject')).rows)).not.toContain(person.sub)
    const erased = await owner.press('/admin/personal-data/erasure/', [['email', person.email]])
    expect(erased.status, erased.text).toBeLessThan(400)
    expect(await subjects()).toBe(0)
    await entered(person)
    expect(await subjects()).toBe(1)
  })
})

describe('a provider that is taken away', () => {
  // Seen red without endProviderSessions, and without takeProvided.
  it('ends its sessions and roles, and the mail goes on', async () => {
    const given = newPerson({ groups: ['desk'] })
    const byHand = newPerson({ groups: ['desk'] })
    await server.cli('team', 'set', '--tenant', hall.slug, '--email', byHand.email, '--role', 'steward')
    const cookies = [await entered(given), await entered(byHand)]
    const underWay = await start()
    const back = await provider.signIn(underWay.url, given)
    expect((await owner.press(`${page}removal/`, [])).status).toBe(303)
    for (const cookie of cookies) expect((await show(hall.slug, '/account/', cookie)).status).toBe(401)
    expect([await roleOf(given.email), await roleOf(byHand.email)]).toEqual([null, 'steward'])
    isRefused(await show(hall.slug, back.pathname + back.search, underWay.cookie), 400, 'took too long')
    expect((await show(hall.slug, '/sign-in/')).text).not.toContain('Continue with')
    expect((await show(hall.slug, '/sign-in/provider/start/')).status).toBe(404)
    const mailed = await signIn(server, hall.slug, hall.slug, byHand.email)
    expect((await show(hall.slug, '/admin/', mailed)).status).toBe(200)
    expect((await client.query('select 1 from provider_subject where tenant_id = $1', [hall.tenantId])).rowCount).toBe(
      0,
    )
    expect((await owner.show('/admin/audit/')).text).toContain('Removed the provider of the sign-in')
  })
})
