import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Answer } from '../harness/client.ts'
import { originOf } from '../harness/sign-in.ts'
import { staffOf } from '../harness/staff.ts'
import { submitAt } from '../harness/tenant-request.ts'
import { twoOfficesInTwoProcesses } from '../harness/two-tenants.ts'

/** Whoever works at an organisation is told by mail when somebody signs in as them with a browser that was not seen before (ADR 0239). */
const { first, second, client, hall, other } = await twoOfficesInTwoProcesses()

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const newEmail = () => `${randomUUID()}@example.org`
const cookiesOf = (answer: Answer) => [answer.headers['set-cookie'] ?? []].flat().map((set) => set.split(';')[0] ?? '')

/** Signs in by a link with what the browser kept; what it keeps afterwards, the session first. */
async function enter(email: string, kept: readonly string[] = [], { slug } = hall, server = first) {
  const { url } = await server.cli('sign-in-link', '--email', email, '--tenant', slug)
  const answer = await server.send(slug, 'POST', new URL(String(url)).pathname, {
    body: '',
    cookie: kept.join('; '),
    headers: {
      'user-agent': firefox,
      origin: originOf(server, slug),
      'content-type': 'application/x-www-form-urlencoded',
    },
  })
  expect(answer.status, answer.text).toBe(303)
  return cookiesOf(answer)
}

async function staff(role = 'steward', { slug } = hall, email = newEmail()): Promise<string> {
  await first.cli('team', 'set', '--tenant', slug, '--email', email, '--role', role)
  return email
}

/** The letters that told somebody, at every organisation. */
async function told(email: string) {
  const text = "select tenant_id, language, letter from mail where kind = 'new_browser' and recipient = $1 order by id"
  return (await client.query(text, [email])).rows
}

/** Seen red without queueMail in noteBrowser, and with markBrowserSeen always false: three mails. */
it('tells of a browser that was not seen before, and of no other', async () => {
  const email = await staff()
  const [session = '', mark = ''] = await enter(email)
  expect(await told(email)).toEqual([])
  // The same one, in another process, after its session ended.
  expect((await enter(email, [mark], hall, second))[1]).toBe(mark)
  expect(await told(email)).toEqual([])

  const [, elsewhere = ''] = await enter(email)
  expect(elsewhere).not.toBe(mark)
  const [{ letter, tenant_id }, ...more] = await told(email)
  expect([more, tenant_id]).toEqual([[], hall.tenantId])
  expect(letter.subject).toBe('New sign-in to The Hall')
  expect(letter.facts.map(({ value }: { value: string }) => value)).toEqual([
    'The Hall',
    expect.stringMatching(/^\w+day \d+ \w+ \d{4}, \d\d:\d\d \(.+\)$/),
    'Firefox, Windows',
  ])
  // Where the button ends all other sessions.
  const url = new URL(letter.action.url)
  const page = await first.send(hall.slug, 'GET', url.pathname, { cookie: session, headers: { accept: 'text/html' } })
  expect(page.text).toContain('Sign out everywhere else')
  expect(page.text).toContain(`id="${url.hash.slice(1)}"`)
  await enter(email, [elsewhere])
  expect(await told(email)).toHaveLength(1)
})

/** Seen red with the mark looked up without its account, and without its organisation. */
it('knows a browser by account and host: the mark of a colleague, or of another organisation, is nobody’s', async () => {
  const [email, colleague] = [await staff(), await staff()]
  await staff('owner', other, email)
  const [, mark = ''] = await enter(email)
  const [, theirs = ''] = await enter(colleague)
  const [, value = ''] = mark.split('=')
  await enter(colleague, [`${theirs.split('=')[0]}=${value}`])
  expect(await told(colleague)).toHaveLength(1)
  // Both in one browser, one after the other.
  await enter(email, [mark, theirs])
  await enter(colleague, [mark, theirs])
  expect([await told(email), await told(colleague)].map(({ length }) => length)).toEqual([0, 1])
  await enter(email, [mark], other)
  expect((await told(email)).map(({ tenant_id }) => tenant_id)).toEqual([other.tenantId])
})

/** Seen red with everybody taken for staff in openSession. */
it('marks no browser of a visitor; a super-user is staff everywhere', async () => {
  const [visitor, superUser] = [newEmail(), newEmail()]
  await enter(visitor)
  expect(await enter(visitor)).toHaveLength(1)
  expect(await told(visitor)).toEqual([])
  await first.cli('user', 'grant', '--email', superUser, '--super-user')
  await enter(superUser)
  await enter(superUser)
  expect(await told(superUser)).toHaveLength(1)
})

/** Seen red without the comparison with forgottenSince, and without the deletion in eraseSignIns. */
it('forgets a browser that did not come for 400 days, and all of whoever is erased', async () => {
  const email = await staff()
  const [, mark = ''] = await enter(email)
  const [session = ''] = await enter(email, [mark])
  const rows = async () =>
    (
      await client.query('select last_seen_at from known_browser join account on id = account_id where email = $1', [
        email,
      ])
    ).rows
  await client.query(
    `update known_browser set last_seen_at = now() - interval '400 days'
      where account_id = (select id from account where email = $1)`,
    [email],
  )
  expect((await enter(email, [mark]))[1]).not.toBe(mark)
  expect([await told(email), await rows()].map(({ length }) => length)).toEqual([1, 1])
  expect(session).not.toBe('')

  const owner = await staffOf(first, hall)
  const { rows: accounts } = await client.query('select id from account where email = $1', [email])
  expect((await owner.press(`/admin/team/${accounts[0].id}/removal/`, [])).status).toBe(303)
  const [cookie = ''] = await enter(email)
  expect((await submitAt(first, hall.slug, '/account/erasure/', {}, { cookie })).status).toBe(200)
  expect(await rows()).toEqual([])
})

it('writes in the organisation’s language', async () => {
  const email = await staff()
  await first.cli('tenant', 'set', '--tenant', hall.slug, '--language', 'fr')
  await enter(email)
  await enter(email)
  await first.cli('tenant', 'set', '--tenant', hall.slug, '--language', 'en')
  const [{ language, letter }] = await told(email)
  expect([language, letter.subject]).toEqual(['fr', 'Nouvelle connexion à The Hall'])
})
