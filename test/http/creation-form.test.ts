import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { stillClock } from '../harness/bent-clock.ts'
import { visitor } from '../harness/booking.ts'
import { startServer } from '../harness/server.ts'
import { signIn } from '../harness/sign-in.ts'
import { askForTenant, submitAt } from '../harness/tenant-request.ts'
import { serve } from '../harness/two-tenants.ts'

/** The creation form as it is met, filled in and refused; what comes of it is in creation.test.ts. */
const { server, strict, client, sue } = await serve({}, async ({ server, client }) => {
  for (const organisation of ['Le Bikini', 'Le Rex'])
    await server.cli('tenant', 'create', '--organisation', organisation, '--category', 'S', '--email', 'ada@hall.test')
  await server.cli('user', 'grant', '--email', 'sue@server.test', '--super-user')
  const environment = { ...stillClock, RATE_LIMIT: 'on', TRUST_PROXY: '127.0.0.1' }
  const strict = await startServer({ environment, beside: server })
  const sue = await signIn(server, 'root', '', 'sue@server.test')
  return { server, strict, client, sue }
})
afterAll(() => strict.stop())

beforeEach(() => client.query('truncate rate_counter'))

const form = (language: string, label = 'meta', path = '/tenant/new/', cookie = '') =>
  server.send(label, 'GET', path, {
    ...(cookie === '' ? {} : { cookie }),
    headers: { accept: 'text/html', 'accept-language': language },
  })
const choicesOf = (text: string) =>
  [...text.matchAll(/<label class="choice" for="category.*?<\/label>/gs)].map(([choice]) => choice)
const drawingOf = (choice: string) => /<svg.*?<\/svg>/s.exec(choice)?.[0] ?? ''
const mailed = async (email: string) =>
  (await client.query('select id from mail where recipient = $1', [email])).rowCount

describe('the kinds of organisations', () => {
  /** Seen red without `picture` in Kinds, and with one drawing for all. */
  it('are told by a picture each, a sentence and examples, in both languages and at Root', async () => {
    const { rows } = await client.query("select id from tenant where slug = 'le-bikini'")
    const organisation = `/admin/server/organisations/${rows[0].id}/`
    for (const [language, examples] of [
      ['en', ['concert hall', 'open-air', 'A band, a company on tour', 'production company']],
      ['fr', ['Une salle de concert', 'plein air', 'compagnie en tournée', 'société de production']],
    ] as const)
      for (const shown of [await form(language), await form(language, '', organisation, sue)]) {
        const choices = choicesOf(shown.text)
        expect(choices).toHaveLength(4)
        for (const [index, choice] of choices.entries()) expect(choice).toContain(examples[index])
        const drawings = choices.map(drawingOf)
        expect(new Set(drawings).size).toBe(4)
        // Decoration: the words beside it say all of it, and nothing in it is fetched or runs.
        for (const drawing of drawings) {
          expect(drawing).toMatch(/^<svg[^>]* aria-hidden="true"/)
          expect(drawing).not.toMatch(/href|<script|style=|<text|<title/)
        }
      }
  })
})

describe('the e-mail address', () => {
  /** Seen red with `email !== again` in problemsOf. */
  it('is the same twice whatever its case and the spaces around it, and one person', async () => {
    const email = visitor()
    const again = ` ${email.toUpperCase()} `
    const fields = { organisation: 'Twice', slug: 'twice', email: again, email_again: email }
    const sent = await askForTenant(server, fields)
    expect([sent.status, await mailed(email)]).toEqual([200, 1])
    for (const other of ['', `x${email}`, email.replace('@', '@x.')]) {
      const differ = await askForTenant(server, { ...fields, email, email_again: other })
      expect([differ.status, differ.text.includes('id="email_again-problem"')]).toEqual([400, true])
      expect(differ.text).toContain(`value="${email}"`)
    }
    expect(await mailed(email)).toBe(1)
  })
})

describe('looking whether an address is free', () => {
  /** Seen red with every form counted as one that is sent: the sixth look is refused, and so is the form. */
  it('without script takes nothing from the forms that may be sent', async () => {
    for (let time = 0; time < 8; time++) {
      const looked = await askForTenant(strict, {
        organisation: 'A',
        email: '',
        check: 'true',
        slug: time % 2 ? 'le-bikini' : 'le-zenith',
      })
      expect(looked.status).toBe(200)
      expect(looked.text).toContain(time % 2 ? 'le-bikini is taken' : 'Available: your pages')
    }
    const sent = await askForTenant(strict, { organisation: 'A', slug: 'le-zenith', email: visitor() })
    expect(sent.headers['ratelimit-remaining']).toBe('4')
  })

  /** Seen red without countRequest in check-slug.ts. */
  it('with it may be asked sixty times a minute, by each network address', async () => {
    const ask = (from: string) =>
      strict.send('meta', 'GET', '/tenant/new/address/?slug=le-rex', { headers: { 'x-forwarded-for': from } })
    const statuses = []
    for (let time = 0; time < 61; time++) statuses.push((await ask('203.0.113.7')).status)
    expect(new Set(statuses.slice(0, 60))).toEqual(new Set([200]))
    expect(statuses.at(-1)).toBe(429)
    expect((await ask('203.0.113.8')).status).toBe(200)
  })
})

describe('a form over the limit', () => {
  /** Seen red with countRequest left to throw: a bare page, where all that was typed is gone. */
  it('comes back as it was filled in, with when to send it again, and sends nothing', async () => {
    const email = visitor()
    const fields = { organisation: 'Chez Zoé', city: 'Arles', category: 'festival', email: 'nobody' }
    for (let time = 0; time < 5; time++) expect((await askForTenant(strict, fields)).status).toBe(400)
    const sent = await askForTenant(strict, { ...fields, email })
    expect(sent.status).toBe(429)
    expect(Number(sent.headers['retry-after'])).toBeGreaterThan(0)
    expect(sent.text).toMatch(/Nothing is lost\. Try again in \d+ seconds?\./)
    for (const typed of ['Chez Zoé', 'Arles', email]) expect(sent.text).toContain(`value="${typed}"`)
    expect(choicesOf(sent.text).filter((choice) => / checked/.test(choice))).toEqual([
      expect.stringContaining('value="festival"'),
    ])
    expect(await mailed(email)).toBe(0)
    const french = await submitAt(strict, 'meta', '/tenant/new/', fields, { language: 'fr' })
    expect(french.text).toMatch(/Rien n’est perdu\. Réessayez dans \d+ seconde/)
  })
})

describe('an organisation to try things in', () => {
  const asked = async (fields: Readonly<Record<string, string>>) => {
    const email = visitor()
    const sent = await askForTenant(server, { organisation: 'Play', email, ...fields })
    expect(sent.status, sent.text).toBe(200)
    const { rows } = await client.query(
      `select letter->'action'->>'url' as url from mail where recipient = $1 and kind = 'confirm_organisation'`,
      [email],
    )
    return new URL(rows[0].url).pathname
  }
  const isSandbox = async (slug: string) =>
    (await client.query('select sandbox from tenant where slug = $1', [slug])).rows[0].sandbox

  /** Seen red without `sandbox` in confirmTenantRequest. */
  it('is asked for by a tick, said again before it is made, and is a sandbox', async () => {
    expect((await form('fr')).text).toContain('Pour essayer')
    const path = await asked({ slug: 'playground', sandbox: 'true' })
    expect((await form('en', 'meta', path)).text).toContain('A sandbox: nothing in it is real')
    const made = await submitAt(server, 'meta', path)
    expect([made.status, await isSandbox('playground')]).toEqual([200, true])
  })

  it('is a real one where nothing is ticked, and never a shared calendar', async () => {
    const path = await asked({ slug: 'for-real' })
    expect((await form('en', 'meta', path)).text).not.toContain('A sandbox')
    await submitAt(server, 'meta', path)
    expect(await isSandbox('for-real')).toBe(false)
    const fields = {
      organisation: 'Town',
      slug: 'town',
      email: visitor(),
      email_again: '',
      category: 'meta',
      sandbox: 'true',
    }
    const refused = await submitAt(
      server,
      'meta',
      '/tenant/new/',
      { ...fields, email_again: fields.email },
      { cookie: sue },
    )
    expect([refused.status, refused.text.includes('id="sandbox-problem"')]).toEqual([400, true])
  })
})
