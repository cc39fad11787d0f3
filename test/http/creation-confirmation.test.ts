import { describe, expect, it } from 'vitest'
import { visitor } from '../harness/booking.ts'
import type { Answer } from '../harness/client.ts'
import { mailedLink } from '../harness/mailed-link.ts'
import { signIn } from '../harness/sign-in.ts'
import { askForTenant, submitAt } from '../harness/tenant-request.ts'
import { serve } from '../harness/two-tenants.ts'

/** What may come between the creation form and its confirmation: time, other people, other browsers. */
const { server, client } = await serve({}, async ({ server, client }) => {
  await server.cli('tenant', 'create', '--organisation', 'Le Bikini', '--category', 'S', '--email', 'ada@bikini.test')
  return { server, client }
})

const hiddenIn = (shown: Answer, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(shown.text)?.[1] ?? ''

/** Asks for an organisation; what the mail and the page of the code hold. */
async function ask(slug: string, organisation = 'Chez nous', email = visitor()) {
  const sent = await askForTenant(server, { organisation, slug, email })
  expect(sent.status).toBe(200)
  const last = "select letter->>'code' as code from mail where recipient = $1 order by id desc limit 1"
  const { rows } = await client.query(last, [email])
  const { pathname: path } = new URL(await mailedLink(server, email))
  return { path, typed: { email, handle: hiddenIn(sent, 'handle'), code: String(rows[0].code) } }
}

const byCode = (typed: Record<string, string>, label = 'meta') => submitAt(server, label, '/tenant/new/code/', typed)
const slugsOf = async (organisation: string) =>
  (await client.query('select slug from tenant where organisation = $1', [organisation])).rows.map(({ slug }) => slug)

describe('a confirmation', () => {
  /** Seen red with `codeExpiresAt` left out of countCodeTry. */
  it('by code is over before the one by link, and the page says so', async () => {
    const { path, typed } = await ask('in-time', 'In time')
    await client.query("update tenant_request set code_expires_at = now() - interval '1 second' where slug = 'in-time'")
    const late = await byCode(typed)
    expect([late.status, late.text.includes('Use the link in the e-\u2060mail')]).toEqual([400, true])
    expect(await slugsOf('In time')).toEqual([])
    expect((await submitAt(server, 'meta', path)).status).toBe(200)
    expect(await slugsOf('In time')).toEqual(['in-time'])
  })

  /** Seen red with what was typed for another address shown in the place of what was refused. */
  it('of an address that somebody else took names it, and takes another one as often as that goes wrong', async () => {
    const [first, second] = [await ask('the-same', 'Sooner'), await ask('the-same', 'Later')]
    expect((await submitAt(server, 'meta', first.path)).status).toBe(200)
    for (const slug of [undefined, 'le-bikini', 'www', 'the same', 'meta', 'admin', 'api']) {
      const refused = await byCode({ ...second.typed, ...(slug === undefined ? {} : { slug }) })
      expect(refused.status, slug).toBe(409)
      const named = (slug ?? 'the-same').replace(' ', '-')
      expect(refused.text).toContain(`${named} is taken`)
      expect(refused.text).toMatch(new RegExp(`id="slug"[^>]*value="${named}"[^>]*aria-invalid`))
    }
    const made = await byCode({ ...second.typed, slug: 'The Same, later' })
    expect(made.status).toBe(200)
    expect([await slugsOf('Sooner'), await slugsOf('Later')]).toEqual([['the-same'], ['the-same-later']])
  })

  /** Seen red before: it was somebody else who had the address. */
  it('of an address that the same person took by another mail says so, with the way there', async () => {
    const email = visitor()
    const first = await ask('twice', 'Twice', email)
    const second = await ask('twice', 'Twice', email)
    const stranger = await ask('twice', 'Twice')
    expect((await submitAt(server, 'meta', first.path)).status).toBe(200)
    for (const again of [submitAt(server, 'meta', second.path), byCode(second.typed)]) {
      const { status, text } = await again
      expect(status).toBe(409)
      expect(text).toContain('Twice was created at this address from the other e-\u2060mail')
      expect(text).toMatch(/href="http:\/\/twice\.localhost[^"]*\/sign-in\//)
      expect(text).not.toContain('This address is already taken')
    }
    const others = await submitAt(server, 'meta', stranger.path)
    expect(others.text).toContain('This address is already taken')
    expect(others.text).not.toContain('made Twice')
    expect((await byCode({ ...second.typed, slug: 'www' })).text).toContain('reserved for the server')
    expect((await byCode({ ...second.typed, slug: 'twice-again' })).status).toBe(200)
    expect(await slugsOf('Twice')).toEqual(['twice', 'twice-again'])
  })

  /** Seen red before: the way there led to a host that answers nobody. */
  it('of an address that the same person took and archived says that it is taken, with no way there', async () => {
    const email = visitor()
    const first = await ask('shelved', 'Shelved', email)
    const second = await ask('shelved', 'Shelved', email)
    expect((await submitAt(server, 'meta', first.path)).status).toBe(200)
    await server.cli('tenant', 'archive', '--yes', '--reason', 'It closed', '--tenant', 'shelved')
    for (const again of [submitAt(server, 'meta', second.path), byCode(second.typed)]) {
      const { status, text } = await again
      expect([status, text.includes('shelved is taken')]).toEqual([409, true])
      expect(text).not.toContain('from the other e-\u2060mail')
      expect(text).not.toContain('shelved.localhost')
    }
    expect((await byCode({ ...second.typed, slug: 'taken-out' })).status).toBe(200)
    expect(await slugsOf('Shelved')).toEqual(['shelved', 'taken-out'])
  })

  it('by the link works in any browser, for whoever the mail was for and nobody else', async () => {
    const { path, typed } = await ask('elsewhere', 'Elsewhere')
    // Of somebody who is signed in at Meta with another address.
    const cookie = await signIn(server, 'meta', 'meta', 'ada@bikini.test')
    expect((await submitAt(server, 'meta', path, {}, { cookie })).status).toBe(200)
    const { rows } = await client.query(
      `select account.email from tenant_member join account on account.id = account_id
       join tenant on tenant.id = tenant_id where slug = 'elsewhere'`,
    )
    expect(rows).toEqual([{ email: typed.email }])
    expect((await server.send('elsewhere', 'GET', '/admin/', { cookie })).status).toBe(401)
  })

  it('shows what was typed as text', async () => {
    const { path } = await ask('quoted', '<img src=x onerror=alert(1)> "A"')
    const shown = await server.send('meta', 'GET', path, { headers: { accept: 'text/html' } })
    const made = await submitAt(server, 'meta', path)
    for (const { status, text } of [shown, made]) {
      expect(status).toBe(200)
      expect(text).not.toContain('<img src=x')
      expect(text).toContain('&lt;img src=x')
    }
  })
})
