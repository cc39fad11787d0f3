import type pg from 'pg'
import { beforeEach, describe, expect, it } from 'vitest'
import { visitor } from '../harness/booking.ts'
import { daysLater, stillClock } from '../harness/bent-clock.ts'
import type { Answer } from '../harness/client.ts'
import { startServer, type TestServer } from '../harness/server.ts'
import { signIn } from '../harness/sign-in.ts'
import { askForTenant, submitAt } from '../harness/tenant-request.ts'
import { serve } from '../harness/two-tenants.ts'

/** The creation form of a Meta, from the first look to the owner at the new organisation. */
const { server, client } = await serve({}, async ({ server, client }) => {
  await server.cli('tenant', 'create', '--organisation', 'Le Bikini', '--category', 'S', '--email', 'a@b.test')
  await server.cli('tenant', 'create', '--organisation', 'Other agenda', '--category', 'M', '--email', 'a@b.test')
  return { server, client }
})

type Mailed = { readonly path: string; readonly digits: string; readonly subject: string }

/** What the newest mail of the form to an address says. */
async function mailTo(email: string, looking: pg.Client = client): Promise<Mailed | null> {
  const { rows } = await looking.query(
    `select letter->'action'->>'url' as url, letter->>'code' as code, subject from mail
     where recipient = $1 and kind = 'confirm_organisation' order by id desc`,
    [email],
  )
  const [row] = rows
  return row === undefined ? null : { path: new URL(row.url).pathname, digits: row.code, subject: row.subject }
}

async function ask(form: Readonly<Record<string, string>> = {}, label = 'meta'): Promise<Mailed> {
  const email = form['email'] ?? visitor()
  const answer = await askForTenant(server, { organisation: 'Chez nous', slug: newSlug(), ...form, email }, label)
  expect(answer.status, answer.text).toBe(200)
  const mailed = await mailTo(email)
  if (mailed === null) throw new Error('no mail')
  return mailed
}

let count = 0
const newSlug = () => `chez-nous-${++count}`
const tenants = async () => (await client.query('select id from tenant')).rowCount ?? 0
const hiddenIn = (shown: Answer, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(shown.text)?.[1] ?? ''
const signInIn = (shown: Answer) =>
  new URL((/href="([^"]+\/sign-in\/[^"]+)"/.exec(shown.text)?.[1] ?? '').replaceAll('&amp;', '&'))

beforeEach(() => client.query('truncate rate_counter'))

describe('the creation form', () => {
  it('makes nothing before the address is confirmed, and an organisation with its owner after', async () => {
    const before = await tenants()
    const email = visitor()
    const filled = { organisation: 'Café Été', slug: 'cafe-ete', category: 'producer', email }
    const place = { address: '3 quai du Port', postal_code: '13002', city: 'Marseille' }
    const { path } = await ask({ ...filled, ...place })
    // A scanner of mails looks at everything.
    for (const method of ['HEAD', 'GET', 'GET'])
      expect((await server.send('meta', method, path, { headers: { accept: 'text/html' } })).status).toBe(200)
    expect(await tenants()).toBe(before)

    const made = await submitAt(server, 'meta', path)
    expect(made.status).toBe(200)
    expect(await tenants()).toBe(before + 1)
    const { rows } = await client.query(
      "select category, organisation, address, postal_code, city, language, email from tenant where slug = 'cafe-ete'",
    )
    expect(rows).toEqual([{ ...filled, ...place, language: 'en', slug: undefined }].map(({ slug: _, ...row }) => row))

    const link = signInIn(made)
    expect(link.hostname).toBe('cafe-ete.localhost')
    const opened = await submitAt(server, 'cafe-ete', link.pathname + link.search)
    expect([opened.status, opened.headers['location']]).toEqual([303, '/admin/start/'])
    const cookie = String([opened.headers['set-cookie']].flat()[0]).split(';')[0] ?? ''
    const log = await server.send('cafe-ete', 'GET', '/admin/audit/', { cookie })
    expect(log.text).toContain('Created the organisation')
    expect(log.text).toContain(email)
    expect((await server.send('le-bikini', 'GET', '/admin/', { cookie })).status).toBe(401)
  })

  it('takes the code of the mail in the browser that asked, and in no other', async () => {
    const email = visitor()
    const sent = await askForTenant(server, { organisation: 'By code', email })
    const { digits, subject } = (await mailTo(email)) ?? { digits: '', subject: '' }
    expect(subject).toBe(`${digits} is your code to create By code`)
    const before = await tenants()
    const typed = { email, code: digits }
    expect((await submitAt(server, 'meta', '/tenant/new/code/', { ...typed, handle: 'another' })).status).toBe(400)
    const handle = hiddenIn(sent, 'handle')
    const wrong = await submitAt(server, 'meta', '/tenant/new/code/', { ...typed, handle, code: '0000 0000' })
    expect([wrong.status, wrong.text.includes('4 tries left')]).toEqual([400, true])
    expect(await tenants()).toBe(before)
    const made = await submitAt(server, 'meta', '/tenant/new/code/', { ...typed, handle })
    expect([made.status, signInIn(made).hostname]).toEqual([200, 'by-code.localhost'])
    expect(await tenants()).toBe(before + 1)
  })

  // Seen red with `code_tries` left out of the update that counts them.
  it('takes five tries of a code', async () => {
    const email = visitor()
    const handle = hiddenIn(await askForTenant(server, { organisation: 'Tried', slug: newSlug(), email }), 'handle')
    for (let time = 0; time < 5; time++)
      await submitAt(server, 'meta', '/tenant/new/code/', { email, handle, code: '00000000' })
    const { digits } = (await mailTo(email)) ?? { digits: '' }
    const late = await submitAt(server, 'meta', '/tenant/new/code/', { email, handle, code: digits })
    expect([late.status, late.text.includes('no longer valid')]).toEqual([400, true])
  })

  it('is confirmed once: the second press leads there and signs nobody in', async () => {
    const { path } = await ask()
    await submitAt(server, 'meta', path)
    const before = await tenants()
    for (const again of [await submitAt(server, 'meta', path), await server.send('meta', 'GET', path)]) {
      expect(again.status).toBe(200)
      expect(again.text).toContain('has already been created')
      expect(again.text).not.toMatch(/sign-in\/[\w-]{43}/)
    }
    expect(await tenants()).toBe(before)
  })

  it('keeps the link when its address was taken meanwhile, and takes another address', async () => {
    const slug = newSlug()
    const { path } = await ask({ slug })
    await server.cli(
      'tenant',
      'create',
      '--organisation',
      'Sooner',
      '--slug',
      slug,
      '--category',
      'S',
      '--email',
      'a@b.test',
    )
    const refused = await submitAt(server, 'meta', path)
    expect(refused.status).toBe(409)
    const made = await submitAt(server, 'meta', path, { slug: `${slug} bis` })
    expect([made.status, signInIn(made).hostname]).toEqual([200, `${slug}-bis.localhost`])
  })

  it('belongs to the Meta that was asked, whose federation it joins', async () => {
    const { path } = await ask({}, 'other-agenda')
    expect((await submitAt(server, 'meta', path)).status).toBe(400)
    expect((await server.send('le-bikini', 'GET', path)).status).toBe(404)
    const made = await submitAt(server, 'other-agenda', path)
    expect(made.status).toBe(200)
    const { rows } = await client.query(
      `select member.slug from federation_member join tenant meta on meta.id = meta_tenant_id
       join tenant member on member.id = member_tenant_id where meta.slug = 'other-agenda'`,
    )
    expect(rows).toEqual([{ slug: signInIn(made).hostname.split('.')[0] }])
  })

  it('is over after an hour', async () => {
    const { path } = await ask()
    await client.query("update tenant_request set expires_at = now() - interval '1 second'")
    expect((await server.send('meta', 'GET', path)).status).toBe(400)
    expect((await submitAt(server, 'meta', path)).status).toBe(400)
  })

  it('says what is wrong beside each field, keeps what was typed, and sends nothing', async () => {
    const long = 'x'.repeat(300)
    const wrong = await submitAt(server, 'meta', '/tenant/new/', {
      organisation: '!!!',
      category: 'root',
      address: long,
      city: 'Paris',
      email: 'nobody',
    })
    expect(wrong.status).toBe(400)
    for (const field of ['organisation', 'category', 'address', 'email'])
      expect(wrong.text, field).toContain(`id="${field}-problem"`)
    expect(wrong.text).toContain('value="Paris"')
    const differ = await askForTenant(server, { organisation: 'A', email: 'a@b.test', email_again: 'a@c.test' })
    expect([differ.status, differ.text.includes('id="email_again-problem"')]).toEqual([400, true])
    for (const slug of ['le-bikini', 'www', 'meta']) {
      const taken = await askForTenant(server, { organisation: 'A', email: 'taken@b.test', slug })
      expect([taken.status, taken.text.includes('id="slug-problem"')], slug).toEqual([409, true])
    }
    expect(await mailTo('taken@b.test')).toBeNull()
    const french = await submitAt(server, 'meta', '/tenant/new/', {}, { language: 'fr' })
    expect(french.text).toContain('Indiquez le nom de l’organisation.')
  })

  it('says whether an address is free, to its script and to whoever has none', async () => {
    const look = async (query: string) => (await server.send('meta', 'GET', `/tenant/new/address/?${query}`)).json
    expect(await look('slug=le-bikini')).toEqual({ free: false, said: expect.stringContaining('taken') })
    expect(await look('name=Chez%20Zo%C3%A9')).toEqual({
      free: true,
      said: `Available: your pages will be at http://chez-zoe.localhost:${server.port}`,
    })
    expect(await look('slug=%E6%97%A5')).toMatchObject({ free: false })
    const shown = await askForTenant(server, { organisation: 'A', email: '', slug: 'le-bikini', check: 'true' })
    expect([shown.status, shown.text.includes('le-bikini is taken')]).toEqual([200, true])
  })

  // Seen red with `isSuperUser` taken for granted in offeredTo.
  it('offers a calendar of its own to super-users alone', async () => {
    await server.cli('user', 'grant', '--email', 'sue@server.test', '--super-user')
    const cookie = await signIn(server, 'meta', 'meta', 'sue@server.test')
    const email = visitor()
    const form = { organisation: 'Third agenda', category: 'meta', email, email_again: email }
    expect((await submitAt(server, 'meta', '/tenant/new/', form)).status).toBe(400)
    expect((await submitAt(server, 'meta', '/tenant/new/', { ...form, category: 'root' }, { cookie })).status).toBe(400)
    expect((await submitAt(server, 'meta', '/tenant/new/', form, { cookie })).status).toBe(200)
  })

  it('tells a program that fills in everything what people are told, and sends nothing', async () => {
    const email = visitor()
    const sent = await askForTenant(server, { organisation: 'Robot', email, homepage: 'http://spam.test' })
    expect([sent.status, sent.text.includes('Check your inbox')]).toEqual([200, true])
    expect(await mailTo(email)).toBeNull()
  })

  it('takes no form of another site', async () => {
    const email = visitor()
    const form = { organisation: 'A', category: 'venue', email, email_again: email }
    const sent = await submitAt(server, 'meta', '/tenant/new/', form, { origin: 'https://evil.test' })
    expect([sent.status, await mailTo(email)]).toEqual([403, null])
  })

  it('forgets what was asked for with an address that is erased', async () => {
    const email = visitor()
    await ask({ email })
    const cookie = await signIn(server, 'meta', 'meta', email)
    await submitAt(server, 'meta', '/account/erasure/', {}, { cookie })
    const { rows } = await client.query('select email from tenant_request where email = $1', [email])
    expect(rows).toEqual([])
  })
})

describe('the first steps', () => {
  it('tick themselves off from what there is here, not elsewhere', async () => {
    const made = await submitAt(server, 'meta', (await ask({ slug: 'stepping' })).path)
    const link = signInIn(made)
    const opened = await submitAt(server, 'stepping', link.pathname)
    const cookie = String([opened.headers['set-cookie']].flat()[0]).split(';')[0] ?? ''
    const done = async () => {
      const { text } = await server.send('stepping', 'GET', '/admin/start/', { cookie })
      return text.match(/✓/g)?.length ?? 0
    }
    await server.cli('device', 'create', '--tenant', 'le-bikini', '--name', 'Door')
    expect(await done()).toBe(0)
    await server.cli('device', 'create', '--tenant', 'stepping', '--name', 'Door')
    expect(await done()).toBe(1)
  })
})

describe('where limits hold', () => {
  let strict: TestServer
  let later: TestServer

  const stop = async () => {
    await later?.stop()
    await strict?.stop()
  }

  // Seen red with timeSpent always 'fine'.
  it('refuses whoever is quicker than people, or asks too often, and mails five at most to one address', async () => {
    strict = await startServer({ environment: { ...stillClock, RATE_LIMIT: 'on' } })
    later = await startServer({ environment: { ...daysLater(0.01), RATE_LIMIT: 'on' }, beside: strict })
    const looking = await strict.database.connect()
    try {
      const email = visitor()
      const stamp = hiddenIn(await strict.send('meta', 'GET', '/tenant/new/'), 'stamp')
      const form = { organisation: 'A', category: 'venue', email, email_again: email, stamp }
      const send = (to: TestServer, fields = {}) => submitAt(to, 'meta', '/tenant/new/', { ...form, ...fields })
      const quick = await send(strict)
      expect([quick.status, quick.text.includes('faster than anyone')]).toEqual([400, true])
      const forged = await send(later, { stamp: `${stamp.split('.')[0]}.x` })
      expect([forged.status, forged.text.includes('open for a long time')]).toEqual([400, true])
      for (let time = 0; time < 7; time++) {
        await looking.query('truncate rate_counter')
        expect((await send(later, { slug: `try-${time}` })).status).toBe(200)
      }
      const { rows } = await looking.query('select id from mail where recipient = $1', [email])
      expect(rows).toHaveLength(5)
      await looking.query('truncate rate_counter')
      const statuses = []
      for (let time = 0; time < 6; time++) statuses.push((await send(strict)).status)
      expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
    } finally {
      await looking.end()
      await stop()
    }
  })
})
