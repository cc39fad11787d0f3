import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { asksFor, browserWith, makePasskey, recoveryCodesIn } from '../harness/passkey.ts'
import { signIn } from '../harness/sign-in.ts'
import { twoOfficesInTwoProcesses } from '../harness/two-tenants.ts'

/** The second factor of a sign-in: passkeys, by an authenticator in software (ADR 0240). */
const { first, second, client, hall, other } = await twoOfficesInTwoProcesses({ SECOND_FACTOR: 'required' })

const newEmail = () => `${randomUUID()}@example.org`
const enter = async (email: string, slug: string, server = first) =>
  browserWith(server, slug, await signIn(first, slug === '' ? 'root' : slug, slug, email))

async function staff(role = 'owner', { slug } = hall): Promise<string> {
  const email = newEmail()
  await first.cli('team', 'set', '--tenant', slug, '--email', email, '--role', role)
  return email
}

async function superUser(): Promise<string> {
  const email = newEmail()
  await first.cli('user', 'grant', '--email', email, '--super-user')
  return email
}

async function told(email: string): Promise<readonly string[]> {
  const text = "select subject from mail where kind = 'passkey_changed' and recipient = $1 order by id"
  return (await client.query(text, [email])).rows.map(({ subject }) => subject)
}

type Browser = Awaited<ReturnType<typeof enter>>
const seen = async (browser: Browser, path = '/admin/') => {
  const { status, headers } = await browser.show(path)
  return headers['location'] === undefined ? status : String(headers['location'])
}
const asked = '/sign-in/passkey/?next=%2Fadmin%2F'
const toMake = '/account/passkeys/?next=%2Fadmin%2F'

describe('a super-user', () => {
  // Seen red with awaitedOf always null, and with the token kept in `prove`.
  it('makes a passkey before anything of Root opens, and shows it at each sign-in', async () => {
    const email = await superUser()
    const browser = await enter(email, '')
    expect(await seen(browser)).toBe(toMake)
    expect((await browser.press('/admin/people/', { email: newEmail(), super_user: 'on' })).status).not.toBe(303)
    expect((await browser.show('/account/passkeys/')).text).toContain('requires a passkey')
    const passkey = makePasskey()
    const before = browser.kept.cookie
    const added = await browser.add(passkey, {}, { next: '/admin/' })
    expect([added.status, recoveryCodesIn(added).length]).toEqual([200, 10])
    expect(added.text).toContain('href="/admin/"')
    expect(await seen(browser)).toBe(200)
    // The session goes on under another token: a copy of the one before has gained nothing.
    expect(await seen(browserWith(first, '', before))).toBe(401)

    const again = await enter(email, '', second)
    expect(await seen(again)).toBe(asked)
    const shown = await again.prove(passkey, {}, { next: '/admin/' })
    expect([shown.status, shown.headers['location']]).toEqual([303, '/admin/'])
    expect(await seen(again)).toBe(200)
    expect(await told(email)).toEqual(['A passkey was added'])
  })

  it('is let into an organisation from Root without another one', async () => {
    const email = await superUser()
    const browser = await enter(email, '')
    await browser.add(makePasskey())
    const opened = await browser.press(`/admin/server/organisations/${hall.tenantId}/entry/`, {})
    const link = /href="(http[^"]+\/sign-in\/[^"]+)"/.exec(opened.text)?.[1] ?? ''
    const { pathname, search } = new URL(link.replaceAll('&amp;', '&'))
    const there = browserWith(first, hall.slug, '')
    expect((await there.press(`${pathname}${search}`, {})).headers['location']).toBe('/admin/')
    expect(await seen(there)).toBe(200)
  })
})

describe('who works at an organisation', () => {
  // Seen red with awaitedOf always null, and with the role read whatever is awaited.
  it('has no rights until the passkey is shown, by pages and by the interface', async () => {
    const email = await staff()
    const browser = await enter(email, hall.slug)
    expect(await seen(browser)).toBe(200)
    const passkey = makePasskey()
    await browser.add(passkey)
    expect(await seen(browser)).toBe(200)
    const thief = await enter(email, hall.slug, second)
    const refused = async () => [
      await seen(thief),
      await seen(thief, '/account/'),
      (await thief.press('/admin/team/invitations/', { email: newEmail(), role: 'owner' })).status,
      (await second.send(hall.slug, 'GET', '/api/reservations/', { cookie: thief.kept.cookie })).status,
      await seen(thief, '/account/passkeys/'),
    ]
    const nothing = [
      asked,
      '/sign-in/passkey/?next=%2Faccount%2F',
      403,
      403,
      '/sign-in/passkey/?next=%2Faccount%2Fpasskeys%2F',
    ]
    expect(await refused()).toEqual(nothing)
    // Nor by a key that is none of theirs, or one that they would make first.
    expect((await thief.prove(makePasskey())).status).toBe(400)
    const response = makePasskey().create({ challenge: 'AAAA', rp: { id: 'localhost' } }, thief.origin)
    for (const [path, fields] of [
      ['/account/passkeys/', { response }],
      ['/account/passkeys/codes/', {}],
    ] as const)
      expect([400, 403], path).toContain((await thief.press(path, fields)).status)
    expect(await refused()).toEqual(nothing)
    expect((await thief.prove(passkey)).status).toBe(303)
    expect(await seen(thief)).toBe(200)
  })

  // Seen red with maySetPasskeys always true, and without the account in removePasskey.
  it('nobody makes or removes one in a session that was not proven by the one there is', async () => {
    const email = await staff()
    const browser = await enter(email, hall.slug)
    const early = await enter(email, hall.slug)
    const asked = asksFor(await early.show('/account/passkeys/'))
    await browser.add(makePasskey())
    const theirs = makePasskey()
    const late = await early.press('/account/passkeys/', { response: theirs.create(asked, early.origin) })
    expect(late.status).toBe(403)
    const { rows } = await client.query(
      'select k.id from passkey k join account a on a.id = account_id where email = $1',
      [email],
    )
    expect(rows).toHaveLength(1)
    expect((await early.press('/account/passkeys/removal/', { passkey: rows[0].id })).status).toBe(403)
    const stranger = await enter(await staff(), hall.slug)
    expect((await stranger.press('/account/passkeys/removal/', { passkey: rows[0].id })).status).toBe(404)
    expect((await browser.show('/account/passkeys/')).text).toContain('Telephone')
  })
})

describe('what is shown', () => {
  const passkey = makePasskey()
  let email = ''
  let browser: Browser
  beforeAll(async () => {
    email = await staff()
    await (await enter(email, hall.slug)).add(passkey)
    browser = await enter(email, hall.slug)
  })

  // Each seen red with what is expected of it taken from what the passkey says: challenge, origin, host, requireUserVerification, useCount.
  it.each([
    ['another challenge', { challenge: 'c29tZXRoaW5nIGVsc2U' }],
    ['another origin', { origin: 'http://evil.test' }],
    ['another host', { rpId: 'evil.test' }],
    ['neither finger nor PIN', { unverified: true }],
    ['a counter that went back', { count: 1 }],
  ])('is refused: %s', async (_, faults) => {
    expect((await browser.prove(passkey, faults)).status).toBe(400)
    expect(await seen(browser)).toBe(asked)
  })

  // Seen red without the comparison of challengeEndsAt.
  it('is worth something once, for five minutes, in the session that was asked', async () => {
    const answer = async (from: Browser) => passkey.get(asksFor(await from.show('/sign-in/passkey/')), browser.origin)
    const elsewhere = await enter(email, hall.slug)
    const foreign = await answer(elsewhere)
    const response = await answer(browser)
    expect((await browser.press('/sign-in/passkey/', { response: foreign })).status).toBe(400)
    // The one that was asked is used up by that.
    expect((await browser.press('/sign-in/passkey/', { response })).status).toBe(400)
    const late = await answer(browser)
    await client.query("update session set challenge_ends_at = now() - interval '1 ms' where challenge is not null")
    expect((await browser.press('/sign-in/passkey/', { response: late })).status).toBe(400)
    for (const nonsense of ['', 'null', '[]', '{}', '{"id":1}', 'x'.repeat(300)])
      expect((await browser.press('/sign-in/passkey/', { response: nonsense })).status, nonsense).toBe(400)
    const good = await answer(browser)
    expect((await browser.press('/sign-in/passkey/', { response: good })).status).toBe(303)
    const once = await enter(email, hall.slug)
    expect((await once.press('/sign-in/passkey/', { response: good })).status).toBe(400)
  })
})

describe('an organisation that wants passkeys of a role', () => {
  const want = (browser: Browser, roles: readonly string[], former: readonly string[] = []) =>
    browser.press(
      '/admin/team/passkeys/',
      {},
      {
        body: new URLSearchParams([
          ...roles.map((role) => ['roles', role]),
          ...former.map((role) => ['former', role]),
        ]).toString(),
      },
    )
  const wanted = async ({ slug } = hall) =>
    (await client.query('select passkey_roles as roles from tenant where slug = $1', [slug])).rows[0].roles

  // Seen red with roleNeedsPasskey always false, without `more` in requirePasskeys, and without the comparison of `former` there.
  it('has them from the next request on, of that role and at no other house', async () => {
    const owner = await enter(await staff(), hall.slug)
    const [seller, steward] = [await staff('box_office'), await staff('steward')]
    await first.cli('team', 'set', '--tenant', other.slug, '--email', seller, '--role', 'box_office')
    const [atWork, atDoor] = [await enter(seller, hall.slug), await enter(steward, hall.slug)]
    const next = await enter(seller, other.slug)
    const refused = await want(owner, ['box_office'])
    expect([refused.status, refused.text.includes('Make a passkey of your own first')]).toEqual([409, true])
    expect([await wanted(), await seen(atWork)]).toEqual([[], 200])

    await owner.add(makePasskey())
    expect((await want(owner, ['accountant', 'box_office'])).headers['location']).toBe('/admin/team/?done=passkeys')
    expect([await wanted(), await wanted(other)]).toEqual([['box_office', 'accountant'], []])
    expect((await owner.show('/admin/team/')).text).toMatch(/value="box_office"[^>]*checked/)
    expect([await seen(atWork), await seen(atDoor), await seen(next)]).toEqual([toMake, 200, 200])
    expect((await atWork.show('/account/passkeys/')).text).toContain('Your organisation requires a passkey')
    expect((await second.send(hall.slug, 'GET', '/api/reservations/', { cookie: atWork.kept.cookie })).status).toBe(403)
    const passkey = makePasskey()
    expect((await atWork.add(passkey, {}, { next: '/admin/' })).status).toBe(200)
    expect(await seen(atWork)).toBe(200)
    expect(await seen(await enter(seller, hall.slug, second))).toBe(asked)

    // Whoever has lost theirs may still let it be, and one who has none.
    const plain = await enter(await staff(), hall.slug)
    const late = await want(plain, [], ['box_office'])
    expect([late.status, late.text.includes('Somebody changed these roles meanwhile')]).toEqual([409, true])
    expect((await want(plain, ['box_office'], ['box_office', 'accountant'])).status).toBe(303)
    expect((await want(plain, [], ['box_office'])).status).toBe(303)
    expect(await wanted()).toEqual([])
    const noted = `select after->'roles' as roles from audit_entry where action = 'team.passkeys_wanted' and tenant_id = $1 order by id`
    expect((await client.query(noted, [hall.tenantId])).rows.map(({ roles }) => roles)).toEqual([
      ['box_office', 'accountant'],
      ['box_office'],
      [],
    ])
  })

  it('is heard from an owner alone, about roles that there are', async () => {
    for (const role of ['manager', 'box_office', 'steward', 'accountant'])
      expect((await want(await enter(await staff(role), hall.slug), [])).status, role).toBe(403)
    const owner = await enter(await staff(), hall.slug)
    await owner.add(makePasskey())
    for (const roles of [['king'], Array.from({ length: 6 }, () => 'owner')])
      expect((await want(owner, roles)).status).toBe(400)
    expect(await wanted()).toEqual([])
  })
})

describe('a lost passkey', () => {
  // Seen red with takeRecoveryCode that deletes nothing, and without its comparison of the account.
  it('is stood in for by a code on paper, once, and its person is told', async () => {
    const email = await staff()
    const browser = await enter(email, hall.slug)
    const [code = '', next = ''] = recoveryCodesIn(await browser.add(makePasskey()))
    const lost = await enter(email, hall.slug)
    expect((await lost.press('/sign-in/passkey/', { code: 'ABCD-EFGH-JKMN' })).status).toBe(400)
    expect((await lost.press('/sign-in/passkey/', { code: code.toLowerCase().replaceAll('-', ' ') })).status).toBe(303)
    expect(await seen(lost)).toBe(200)
    const again = await enter(email, hall.slug)
    expect((await again.press('/sign-in/passkey/', { code })).status).toBe(400)
    const stranger = await enter(await staff(), hall.slug)
    expect((await stranger.press('/sign-in/passkey/', { code: next })).status).toBe(400)
    expect(await told(email)).toEqual(['A passkey was added', 'A recovery code was used to sign in to your account'])
    expect((await lost.show('/account/passkeys/')).text).toContain('9 are left.')
    const renewed = recoveryCodesIn(await lost.press('/account/passkeys/codes/', {}))
    expect(renewed).toHaveLength(10)
    expect((await again.press('/sign-in/passkey/', { code: next })).status).toBe(400)
    expect((await again.press('/sign-in/passkey/', { code: renewed[0] ?? '' })).status).toBe(303)
    const kept = JSON.stringify((await client.query('select * from recovery_code')).rows)
    for (const shown of renewed) expect(kept).not.toContain(shown.replaceAll('-', ''))
  })

  it('is reset at the command line: all are gone, everybody is signed out, and the person is told', async () => {
    const email = await staff()
    const browser = await enter(email, hall.slug)
    await browser.add(makePasskey())
    expect(await first.cli('passkey', 'reset', '--email', email)).toEqual({ email, removed: 1 })
    expect(await seen(browser)).toBe(401)
    expect(await seen(await enter(email, hall.slug))).toBe(200)
    expect((await told(email)).at(-1)).toBe('Your passkeys were reset')
  })
})

it('several are named and removed, and each organisation’s host has its own where the domain has one word', async () => {
  const email = await staff()
  await first.cli('team', 'set', '--tenant', other.slug, '--email', email, '--role', 'owner')
  const browser = await enter(email, hall.slug)
  await browser.add(makePasskey())
  const spare = await browser.add(makePasskey(), {}, { name: 'Key in the drawer' })
  expect([spare.status, spare.headers['location']]).toEqual([303, '/account/passkeys/?done=added'])
  const page = await browser.show('/account/passkeys/')
  const [, telephone = '', drawer = ''] = /value="([\w-]{36})"[\s\S]*value="([\w-]{36})"/.exec(page.text) ?? []
  expect(page.text).toContain('Key in the drawer')
  for (const passkey of [telephone, drawer])
    expect((await browser.press('/account/passkeys/removal/', { passkey })).status).toBe(303)
  expect(await told(email)).toHaveLength(4)
  expect(await seen(browser)).toBe(200)
  expect(await seen(await enter(email, other.slug))).toBe(200)
})
