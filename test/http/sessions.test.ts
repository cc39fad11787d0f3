import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Answer } from '../harness/client.ts'
import type { TestServer } from '../harness/server.ts'
import { originOf, signIn } from '../harness/sign-in.ts'
import { staffOf } from '../harness/staff.ts'
import { submitAt } from '../harness/tenant-request.ts'
import { twoOfficesInTwoProcesses } from '../harness/two-tenants.ts'

/** How long a session lasts, and what ends it: at once, in every process (ADR 0151). */
const { first, second, client, hall, other } = await twoOfficesInTwoProcesses()

const newEmail = () => `${randomUUID()}@example.org`
const cookieOf = (answer: Answer) => String([answer.headers['set-cookie']].flat()[0]).split(';')[0] ?? ''

const account = (cookie: string, { slug } = hall, server: TestServer = second, language = 'en') =>
  server.send(slug, 'GET', '/account/', { cookie, headers: { accept: 'text/html', 'accept-language': language } })
/** The status of the page that needs a session, in the process that did nothing. */
const seen = async (cookie: string, at = hall) => (await account(cookie, at)).status

const agents = {
  firefox: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
  edge: 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0',
  phone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
} as const

/** Signs in by a link, with a browser that says what it is. */
async function signInWith(email: string, agent: string, { slug } = hall): Promise<string> {
  const { url } = await first.cli('sign-in-link', '--email', email, '--tenant', slug)
  const answer = await first.send(slug, 'POST', new URL(String(url)).pathname, {
    body: '',
    headers: {
      'user-agent': agent,
      origin: originOf(first, slug),
      'content-type': 'application/x-www-form-urlencoded',
    },
  })
  return cookieOf(answer)
}

const here = (email: string, { slug } = hall) => signIn(first, slug, slug, email)

async function rowsOf(email: string, { tenantId } = hall) {
  const found = `select s.* from session s join account on id = account_id
    where email = $1 and s.tenant_id = $2 order by s.created_at`
  return (await client.query(found, [email, tenantId])).rows
}

/** Bends the one session of somebody at the hall. The database counts microseconds, and the service, a moment later, whole milliseconds. */
async function bend(email: string, change: string) {
  const set = change.replaceAll('now()', "date_trunc('milliseconds', now())")
  const { rowCount } = await client.query(
    `update session set ${set} where tenant_id = $2 and account_id = (select id from account where email = $1)`,
    [email, hall.tenantId],
  )
  expect(rowCount).toBe(1)
}

const signOutElsewhere = (cookie: string, origin?: string) =>
  submitAt(first, hall.slug, '/account/sessions/', {}, { cookie, ...(origin === undefined ? {} : { origin }) })

describe('a session', () => {
  // Seen red with the comparison with idleSince taken out of findSession, and without markSessionUsed.
  it('ends after two weeks without use, and each use counts', async () => {
    const email = newEmail()
    const [cookie, elsewhere] = [await here(email), await here(email, other)]
    await bend(email, `last_seen_at = now() - interval '14 days' + interval '5 minutes'`)
    expect(await seen(cookie)).toBe(200)
    const [{ last_seen_at: used }] = await rowsOf(email)
    expect(Date.now() - used.getTime()).toBeLessThan(14 * 86_400_000 - 300_000)
    expect(await seen(cookie)).toBe(200)
    await bend(email, `last_seen_at = now() - interval '14 days'`)
    expect(await seen(cookie)).toBe(401)
    expect(await seen(elsewhere, other)).toBe(200)
  })

  // Seen red with the comparison with staffIdleMs taken out of authenticateSession, and with isStaff looking at the role alone.
  it('of staff ends after twelve hours without use, and of a super-user everywhere', async () => {
    const [staff, visitor, superUser] = [newEmail(), newEmail(), newEmail()]
    await first.cli('team', 'set', '--tenant', hall.slug, '--email', staff, '--role', 'steward')
    await first.cli('team', 'set', '--tenant', other.slug, '--email', visitor, '--role', 'owner')
    await first.cli('user', 'grant', '--email', superUser, '--super-user')
    const cookies = [await here(staff), await here(visitor), await here(superUser)] as const
    const all = () => Promise.all(cookies.map((cookie) => seen(cookie)))
    for (const email of [staff, visitor, superUser])
      await bend(email, `last_seen_at = now() - interval '12 hours' + interval '5 minutes'`)
    expect(await all()).toEqual([200, 200, 200])
    for (const email of [staff, visitor, superUser]) await bend(email, `last_seen_at = now() - interval '12 hours'`)
    expect(await all()).toEqual([401, 200, 401])
    expect(await rowsOf(staff)).toEqual([])
  })

  // Seen red with the comparison with expiresAt taken out of findSession.
  it('ends after sixty days in any case, and no use postpones that', async () => {
    const email = newEmail()
    const cookie = await here(email)
    const [row] = await rowsOf(email)
    expect((row.expires_at.getTime() - row.created_at.getTime()) / 86_400_000).toBe(60)
    await bend(email, `last_seen_at = now() - interval '1 day'`)
    expect(await seen(cookie)).toBe(200)
    expect((await rowsOf(email))[0].expires_at).toEqual(row.expires_at)
    await bend(email, `expires_at = now() - interval '1 ms'`)
    expect(await seen(cookie)).toBe(401)
  })

  it('is another one at each sign-in, and kept as a hash', async () => {
    const email = newEmail()
    const tokens = [await here(email), await here(email)].map((cookie) => cookie.split('=')[1] ?? '')
    expect(new Set(tokens).size).toBe(2)
    const kept = JSON.stringify(await rowsOf(email))
    for (const token of tokens) expect(kept).not.toContain(token)
  })
})

describe('whoever gains rights', () => {
  // Seen red without endSessionsOf in changeRole, and in grantRights.
  it('signs in anew at that organisation; whoever loses some does not', async () => {
    const email = newEmail()
    const [cookie, elsewhere] = [await here(email), await here(email, other)]
    const set = (role: string) => first.cli('team', 'set', '--tenant', hall.slug, '--email', email, '--role', role)
    await set('steward')
    expect([await seen(cookie), await seen(elsewhere, other)]).toEqual([401, 200])
    const steward = await here(email)
    await set('steward')
    expect(await seen(steward)).toBe(200)
    await set('accountant')
    expect(await seen(steward)).toBe(401)
    await set('manager')
    const manager = await here(email)
    await set('accountant')
    expect(await seen(manager)).toBe(200)
    await first.cli('user', 'grant', '--email', email, '--admin-of', hall.slug)
    expect([await seen(manager), await seen(elsewhere, other)]).toEqual([401, 200])
  })

  // Seen red without endSessionsOf in grantOnServer.
  it('signs in anew everywhere once they are a super-user', async () => {
    const email = newEmail()
    const cookies = [await here(email), await here(email, other)] as const
    await first.cli('user', 'grant', '--email', email, '--create-tenants')
    expect(await seen(cookies[0])).toBe(200)
    await first.cli('user', 'grant', '--email', email, '--super-user')
    expect([await seen(cookies[0]), await seen(cookies[1], other)]).toEqual([401, 401])
    const again = await here(email)
    await first.cli('user', 'grant', '--email', email, '--super-user')
    expect(await seen(again)).toBe(200)
  })
})

describe('the account', () => {
  // Seen red with the sessions of everybody.
  it('says where somebody is signed in, and of nobody else', async () => {
    const email = newEmail()
    const cookie = await signInWith(email, agents.firefox)
    await signInWith(email, agents.phone, other)
    await signInWith(email, agents.edge)
    await signInWith(email, '<b>something</b>')
    await signInWith(newEmail(), 'Mozilla/5.0 (X11; CrOS x86_64) Chrome/140.0 Safari/537.36')
    const { text } = await account(cookie)
    const shown = [...text.matchAll(/<strong>([^<]+)<\/strong>( \(this browser\))? · ([^<]+)<\/span>/g)]
    expect(shown.map(([, device, isThis, place]) => [device, isThis !== undefined, place]).toSorted()).toEqual([
      ['Edge, Windows', false, 'The Hall'],
      ['Firefox, Windows', true, 'The Hall'],
      ['Safari, iPhone', false, 'The Other'],
      ['Unknown device', false, 'The Hall'],
    ])
    expect((await account(cookie, hall, second, 'fr')).text).toContain('Firefox, Windows</strong> (ce navigateur)')
    const data = await second.send(hall.slug, 'GET', '/account/data.json', { cookie })
    expect(data.json.sessions.map(({ device }: { device: string | null }) => device)).not.toContain('Safari, iPhone')
    expect(data.json.sessions).toHaveLength(3)
    expect(data.text).not.toContain('Mozilla')
  })

  // Seen red without putSessionToken, and without endSessionsOf, in signOutElsewhere.
  it('signs out everywhere else at once: this browser goes on, and a copy of its cookie does not', async () => {
    const [email, neighbour] = [newEmail(), newEmail()]
    const [cookie, phone, elsewhere] = [await here(email), await here(email), await here(email, other)]
    const theirs = await here(neighbour)
    for (const origin of ['https://evil.test', originOf(first, other.slug)])
      expect((await signOutElsewhere(cookie, origin)).status).toBe(403)
    expect(await seen(phone)).toBe(200)
    const answer = await signOutElsewhere(cookie)
    expect([answer.status, answer.headers['location']]).toEqual([303, '/account/?done=signed-out'])
    expect(answer.headers['cache-control']).toBe('no-store')
    expect([await seen(cookie), await seen(phone), await seen(elsewhere, other)]).toEqual([401, 401, 401])
    expect([await seen(cookieOf(answer)), await seen(theirs)]).toEqual([200, 200])
    expect((await account(cookieOf(answer))).text).not.toContain('Sign out everywhere else')
    expect((await signOutElsewhere(cookie)).status).toBe(401)
  })
})

describe('at once, in every process', () => {
  it('whoever is removed from a team is out', async () => {
    const email = newEmail()
    await first.cli('team', 'set', '--tenant', hall.slug, '--email', email, '--role', 'manager')
    const cookie = await here(email)
    const admin = async () => (await second.send(hall.slug, 'GET', '/admin/', { cookie })).status
    expect(await admin()).toBe(200)
    const { rows } = await client.query('select id from account where email = $1', [email])
    const owner = await staffOf(first, hall)
    expect((await owner.press(`/admin/team/${rows[0].id}/removal/`, [])).status).toBe(303)
    expect([await admin(), await seen(cookie)]).toEqual([403, 200])
  })

  // Seen red with the sessions left out of eraseSignIns.
  it('whoever has their data erased is signed out there', async () => {
    const email = newEmail()
    const [cookie, phone, elsewhere] = [await here(email), await here(email), await here(email, other)]
    expect((await submitAt(first, hall.slug, '/account/erasure/', {}, { cookie })).status).toBe(200)
    expect([await seen(cookie), await seen(phone), await seen(elsewhere, other)]).toEqual([401, 401, 200])
    expect(await rowsOf(email)).toEqual([])
  })
})
