import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '../harness/client.ts'
import { browserWith, makePasskey } from '../harness/passkey.ts'
import { signIn } from '../harness/sign-in.ts'
import { changesOfRows } from '../harness/traces.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** What gives keys, money, people or data away asks again who somebody is, half an hour after they showed it (ADR 0240). */
const { server, client, hall, other } = await twoOffices({ environment: { ROLE: 'web' } })

const newEmail = () => `${randomUUID()}@example.org`

/** Somebody whose sign-in is so many minutes old, in their browser. */
async function signedIn(minutes: number, { slug } = hall, given = newEmail()) {
  await server.cli('team', 'set', '--tenant', slug, '--email', given, '--role', 'owner')
  const browser = browserWith(server, slug, await signIn(server, slug, slug, given))
  await grow(given, minutes)
  return { ...browser, email: given }
}

/** The sessions of somebody, and what was shown in them, are older now. */
async function grow(email: string, minutes: number): Promise<void> {
  const { rowCount } = await client.query(
    `update session set created_at = created_at - $2::interval, proven_at = proven_at - $2::interval
      where account_id = (select id from account where email = $1)`,
    [email, `${minutes} minutes`],
  )
  expect(rowCount).toBeGreaterThan(0)
}

const asks = ({ status, text }: Answer) => status === 403 && text.includes('Confirm that it is you')

/** What the page keeps, as a browser would send it. */
function keptIn({ text }: Answer): Record<string, string> {
  const fields = [...text.matchAll(/<input type="hidden" name="([^"]*)" value(?:="([^"]*)")?/g)]
  return Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value]))
}
/** Where it sends people to show who they are. */
const againIn = ({ text }: Answer) =>
  (/href="(\/sign-in\/again\/[^"]*)"/.exec(text)?.[1] ?? '').replaceAll('&amp;', '&')

const aKey = () => ({ key: randomUUID(), name: `Till ${randomUUID()}`, permissions: 'place:read' })
const keysNamed = async (name: string) =>
  (await client.query('select id from api_key where name = $1', [name])).rowCount

let apiKey = ''
beforeAll(async () => {
  apiKey = String((await client.query('select id from api_key where tenant_id = $1', [hall.tenantId])).rows[0].id)
})

describe('who signed in half an hour ago', () => {
  // Seen red, line by line, with `isStale` always false.
  it('is asked again by what gives keys, money, people or data away, and nothing of it is done', async () => {
    const colleague = newEmail()
    await server.cli('team', 'set', '--tenant', hall.slug, '--email', colleague, '--role', 'steward')
    const { id } = (await client.query('select id from account where email = $1', [colleague])).rows[0]
    const reservation = randomUUID()
    const forms: readonly (readonly [string, Record<string, string>])[] = [
      ['/admin/api-keys/', aKey()],
      [`/admin/api-keys/${apiKey}/rolls/`, { overlap_hours: '24', seen: '' }],
      ['/admin/settings/payment/', { secret_key: 'sk_test_0123456789abcdef' }],
      ['/admin/settings/payment/removal/', {}],
      ['/admin/personal-data/erasure/', { email: newEmail() }],
      [`/admin/reservations/${reservation}/erasure/`, { seen: 'x' }],
      [`/admin/members/${reservation}/erasure/`, { seen: 'x' }],
      ['/admin/team/invitations/', { email: newEmail(), role: 'owner' }],
      [`/admin/team/${id}/`, { role: 'owner', former: 'steward' }],
      [`/admin/team/${id}/removal/`, {}],
      ['/account/passkeys/', { response: '{}' }],
      ['/account/passkeys/removal/', { passkey: randomUUID() }],
      ['/account/passkeys/codes/', {}],
    ]
    const old = await signedIn(31)
    const before = await changesOfRows(client)
    for (const [path, fields] of forms) expect(asks(await old.press(path, fields)), path).toBe(true)
    expect(await changesOfRows(client)).toBe(before)
    const young = await signedIn(29)
    for (const [path, fields] of forms) expect(asks(await young.press(path, fields)), path).toBe(false)
  })

  it('goes on with all else', async () => {
    const old = await signedIn(600)
    for (const path of ['/admin/', '/admin/api-keys/', '/admin/team/', '/admin/reservations/'])
      expect((await old.show(path)).status, path).toBe(200)
    const artist = await old.press('/admin/artists/new/', { key: randomUUID(), name: 'Ada', website: '' })
    expect(artist.status).toBe(303)
  })

  // Seen red without `fromRoot`.
  it('is asked by Root too', async () => {
    const email = newEmail()
    await server.cli('user', 'grant', '--email', email, '--super-user')
    const root = browserWith(server, '', await signIn(server, 'root', '', email))
    const forms: readonly (readonly [string, Record<string, string>])[] = [
      ['/admin/rights/', { email: newEmail(), super_user: 'true' }],
      ['/admin/server/people/taken/', { email: newEmail(), right: 'super_user' }],
      ['/admin/server/backups/none/download/', {}],
      [`/admin/server/organisations/${hall.tenantId}/entry/`, {}],
    ]
    const opened = await root.press(forms[3]?.[0] ?? '', {})
    await grow(email, 31)
    const before = await changesOfRows(client)
    for (const [path, fields] of forms) expect(asks(await root.press(path, fields)), path).toBe(true)
    expect(await changesOfRows(client)).toBe(before)

    // Who entered from there is let out again after an hour, and asked for nothing before.
    const link = new URL(/href="(http[^"]+\/sign-in\/[^"]+)"/.exec(opened.text)?.[1]?.replaceAll('&amp;', '&') ?? '')
    const inside = browserWith(server, hall.slug, '')
    expect((await inside.press(`${link.pathname}${link.search}`, {})).status).toBe(303)
    await grow(email, 31)
    const form = aKey()
    expect(asks(await inside.press('/admin/api-keys/', form))).toBe(false)
    expect(await keysNamed(form.name)).toBe(1)
  })

  it('loses nothing of what was typed, and does it after another mail', async () => {
    const old = await signedIn(31)
    const form = aKey()
    const asked = await old.press('/admin/api-keys/', form)
    expect(keptIn(asked)).toEqual(form)
    const again = againIn(asked)
    expect(new URLSearchParams(again.split('?')[1]).get('next')).toBe('/admin/api-keys/')
    const page = await old.show(again)
    expect([page.status, page.text.includes(old.email)]).toEqual([200, true])
    const mailed = await old.press('/sign-in/', keptIn(page))
    expect(mailed.text).toContain('name="code"')
    const { rows } = await client.query(
      "select count(*)::int as n from mail where kind = 'sign_in' and recipient = $1",
      [old.email],
    )
    expect(rows[0].n).toBe(1)
    expect(asks(await old.press('/admin/api-keys/', form))).toBe(true)
    expect(await keysNamed(form.name)).toBe(0)
    const anew = browserWith(server, hall.slug, await signIn(server, hall.slug, hall.slug, old.email))
    expect((await anew.press('/admin/api-keys/', keptIn(asked))).status).toBe(200)
    expect(await keysNamed(form.name)).toBe(1)
  })

  // Seen red with the time of the sign-in alone.
  it('shows a passkey instead where there is one', async () => {
    const owner = await signedIn(0)
    const passkey = makePasskey()
    await owner.add(passkey)
    await grow(owner.email, 31)
    const form = aKey()
    const asked = await owner.press('/admin/api-keys/', form)
    expect(asks(asked)).toBe(true)
    const page = await owner.show(againIn(asked))
    expect([page.text.includes('data-passkey='), page.text.includes('Confirm that it is you')]).toEqual([true, true])
    const wrong = await owner.prove(makePasskey(), {}, {}, againIn(asked))
    expect([wrong.status, wrong.text.includes('Confirm that it is you')]).toEqual([400, true])
    expect(asks(await owner.press('/admin/api-keys/', form))).toBe(true)
    const before = owner.kept.cookie
    const shown = await owner.prove(passkey, {}, { next: '/admin/api-keys/' }, againIn(asked))
    expect([shown.status, shown.headers['location']]).toEqual([303, '/admin/api-keys/'])
    expect((await owner.press('/admin/api-keys/', form)).status).toBe(200)
    expect((await browserWith(server, hall.slug, before).show('/admin/')).status).toBe(401)
    expect(await keysNamed(form.name)).toBe(1)
  })

  // Seen red with the export asking nothing.
  it('exports a list after it, with all that was ticked, and a key is asked nothing', async () => {
    const old = await signedIn(31)
    const form = { columns: 'email', form: 'comma', place_email: '1' }
    const asked = await old.press('/admin/exports/reservations/', form)
    expect([asks(asked), keptIn(asked)]).toEqual([true, form])
    expect(new URLSearchParams(againIn(asked).split('?')[1]).get('next')).toBe('/admin/exports/reservations/')
    const anew = browserWith(server, hall.slug, await signIn(server, hall.slug, hall.slug, old.email))
    const file = await anew.press('/admin/exports/reservations/', keptIn(asked))
    expect([file.status, file.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    const byKey = await hall.post('/api/exports/reservations/', { columns: ['email'], form: 'comma' })
    expect(byKey.status).toBe(200)
  })

  // Seen red with neither asking.
  it('is asked before their own data is exported or erased, and comes back to where that is', async () => {
    const email = newEmail()
    const visitor = browserWith(server, hall.slug, await signIn(server, hall.slug, hall.slug, email))
    expect((await visitor.show('/account/data.json')).status).toBe(200)
    await grow(email, 31)
    for (const [path, next] of [
      ['/account/data.json', '/account/'],
      ['/account/erasure/', '/account/erasure/'],
    ] as const) {
      const { status, headers } = await visitor.show(path)
      expect([status, headers['location']]).toEqual([302, `/sign-in/again/?${new URLSearchParams({ next })}`])
      const page = await visitor.show(String(headers['location']))
      expect([page.status, keptIn(page)['next']]).toEqual([200, next])
    }
    const program = await server.send(hall.slug, 'GET', '/account/data.json', { cookie: visitor.kept.cookie })
    expect([program.status, program.json.code]).toEqual([403, 'permission_denied'])
    const accounts = async () => (await client.query('select from account where email = $1', [email])).rowCount
    expect(asks(await visitor.press('/account/erasure/', {}))).toBe(true)
    expect(await accounts()).toBe(1)
    const anew = browserWith(server, hall.slug, await signIn(server, hall.slug, hall.slug, email))
    const erased = await anew.press('/account/erasure/', {})
    expect([erased.status, erased.text.includes('Your data has been erased')]).toEqual([200, true])
  })

  it('is asked before keys of a payment service are typed, which no page shows again', async () => {
    const old = await signedIn(31)
    const { status, headers } = await old.show('/admin/settings/payment/')
    expect([status, headers['location']]).toEqual([302, '/sign-in/again/?next=%2Fadmin%2Fsettings%2Fpayment%2F'])
    const typed = await old.press('/admin/settings/payment/', { secret_key: 'sk_test_0123456789abcdef' })
    expect([asks(typed), typed.text.includes('sk_test'), keptIn(typed)]).toEqual([true, false, {}])
  })

  it('is led nowhere else, and gets nothing back that another site sent', async () => {
    const old = await signedIn(31)
    for (const next of ['https://evil.test/', '//evil.test', '/sign-out/']) {
      const { text } = await old.show(`/sign-in/again/?${new URLSearchParams({ next })}`)
      expect(text.includes('evil.test') || text.includes('value="/sign-out/"'), next).toBe(false)
    }
    const forged = await old.press('/admin/api-keys/', aKey(), {
      headers: {
        accept: 'text/html',
        origin: 'https://evil.test',
        'content-type': 'application/x-www-form-urlencoded',
      },
    })
    expect([forged.status, forged.text.includes('Till '), asks(forged)]).toEqual([403, false, false])
  })

  it('is told so by the interface', async () => {
    const email = newEmail()
    const old = await signedIn(31)
    const erase = (cookie: string) =>
      server.send(hall.slug, 'POST', '/api/personal-data/erasure/', {
        cookie,
        body: JSON.stringify({ email }),
        headers: { 'content-type': 'application/json', origin: old.origin },
      })
    const refused = await erase(old.kept.cookie)
    expect([refused.status, JSON.parse(refused.text).code]).toEqual([403, 'permission_denied'])
    expect(refused.text).toContain('signed in too long ago')
    expect((await erase((await signedIn(0)).kept.cookie)).status).toBe(204)
  })

  it('shows it where it is asked, which is good for no other organisation', async () => {
    const email = newEmail()
    const old = await signedIn(31, hall, email)
    const next = await signedIn(0, other, email)
    expect(asks(await old.press('/admin/api-keys/', aKey()))).toBe(true)
    expect((await next.press('/admin/api-keys/', aKey())).status).toBe(200)
    expect(asks(await old.press('/admin/api-keys/', aKey()))).toBe(true)
  })
})
