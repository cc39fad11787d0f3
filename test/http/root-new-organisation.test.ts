import { describe, expect, it } from 'vitest'
import { outboxMailTo } from '../harness/outbox.ts'
import { meetAtLock } from '../harness/rendezvous.ts'
import { startServer } from '../harness/server.ts'
import { signIn } from '../harness/sign-in.ts'
import { submitAt } from '../harness/tenant-request.ts'
import { serve } from '../harness/two-tenants.ts'

/** The form at Root by which a super-user makes an organisation, where strangers may make none. */
const { server, client, sue, ada } = await serve(
  { environment: { REGISTRATION: 'closed' } },
  async ({ server, client }) => {
    await server.cli('user', 'grant', '--email', 'sue@server.test', '--super-user')
    await server.cli('tenant', 'create', '--organisation', 'The Hall', '--category', 'S', '--email', 'ada@hall.test')
    return {
      server,
      client,
      sue: await signIn(server, 'root', '', 'sue@server.test'),
      ada: await signIn(server, 'the-hall', 'the-hall', 'ada@hall.test'),
    }
  },
)

const path = '/admin/server/organisations/new/'
const look = (cookie = sue, language = 'en') =>
  server.send('', 'GET', path, { cookie, headers: { accept: 'text/html', 'accept-language': language } })
const keyOn = (html: string) => /name="key" value="([^"]+)"/.exec(html)?.[1] ?? ''
const barn = { organisation: 'The Barn', category: 'festival', slug: '', email: 'bob@barn.test', language: 'de' }

async function submit(form: Readonly<Record<string, string>>, key?: string, cookie = sue) {
  return submitAt(server, '', path, { ...barn, ...form, key: key ?? keyOn((await look()).text) }, { cookie })
}

const made = async (slug: string) => {
  const { rows } = await client.query(
    `select id, organisation, category, approval, mails_limited as limited, sandbox, language from tenant where slug = $1`,
    [slug],
  )
  return rows
}

const noted = async (id: string) => {
  const { rows } = await client.query(
    `select category, from_root as "fromRoot", after ->> 'slug' as slug from audit_entry join tenant on tenant.id = tenant_id
      where action = 'organisation.created' and ($1::uuid in (tenant_id, subject_id)) order by category`,
    [id],
  )
  return rows
}

/** What is said beside a field. */
const beside = (html: string, field: string) =>
  new RegExp(`id="${field}-problem"[^>]*>(.*?)</`, 's').exec(html)?.[1]?.replaceAll(/<[^>]*>/g, '')

describe('the form of a new organisation at Root', () => {
  // Seen red with its mails limited, and without the note in the log of Root.
  it('makes it as the command line does, notes it in both logs, and mails its first administrator', async () => {
    const answer = await submit({})
    const [barn, ...others] = await made('the-barn')
    expect([answer.status, answer.headers['location'], others]).toEqual([
      303,
      `/admin/server/organisations/${barn.id}/?done=createdUnmailed`,
      [],
    ])
    expect(barn).toMatchObject({ organisation: 'The Barn', category: 'festival', approval: 'approved' })
    expect(barn).toMatchObject({ limited: false, sandbox: false, language: 'de' })
    expect(await noted(barn.id)).toEqual([
      { category: 'festival', fromRoot: true, slug: 'the-barn' },
      { category: 'root', fromRoot: false, slug: 'the-barn' },
    ])
    expect(await outboxMailTo(server, 'bob@barn.test', 'the-barn.localhost')).toContain('The Barn')
    const shown = await server.send('', 'GET', String(answer.headers['location']), { cookie: sue })
    expect(shown.text).toContain('Organisation created. No e-\u2060mail')
    expect((await server.send('the-barn', 'GET', '/')).status).toBe(200)
    // The other organisation keeps what it had.
    expect(await made('the-hall')).toMatchObject([{ organisation: 'The Hall', category: 'venue' }])
  })

  it('takes an address of its own, a sandbox and a calendar', async () => {
    expect((await submit({ organisation: 'Try it', slug: 'Trial Room', sandbox: 'true' })).status).toBe(303)
    expect(await made('trial-room')).toMatchObject([{ sandbox: true }])
    expect((await submit({ organisation: 'The Valley', category: 'meta' })).status).toBe(303)
    expect(await made('the-valley')).toMatchObject([{ category: 'meta' }])
  })

  it('says beside each field what is wrong, and keeps what was typed', async () => {
    const wrong = await submit({ organisation: ' ', category: '', slug: '…', email: 'nobody' })
    expect(wrong.status).toBe(400)
    for (const field of ['organisation', 'category', 'slug', 'email'])
      expect(beside(wrong.text, field), field).toMatch(/\w/)
    expect(wrong.text).toContain('value="nobody"')
    // Of no kind that the form offers.
    for (const category of ['root', 'circus']) {
      const unknown = await submit({ organisation: 'Another', category })
      expect([unknown.status, beside(unknown.text, 'category')]).toEqual([400, 'Choose a kind.'])
    }
    const taken = await submit({ organisation: 'Another', slug: 'the-hall' })
    expect([taken.status, beside(taken.text, 'slug')]).toEqual([
      409,
      expect.stringContaining('The Hall has this address'),
    ])
    const reserved = await submit({ organisation: 'Another', slug: 'admin' })
    expect([reserved.status, beside(reserved.text, 'slug')]).toEqual([409, expect.stringContaining('is reserved')])
    const trial = await submit({ organisation: 'Another', category: 'meta', sandbox: 'true' })
    expect([trial.status, beside(trial.text, 'sandbox')]).toEqual([400, expect.stringMatching(/\w/)])
    expect(await made('another')).toEqual([])
  })

  // Seen red with every address that is taken refused.
  it('makes one, however often its button is pressed, also twice at once', async () => {
    const key = keyOn((await look()).text)
    const form = { organisation: 'Once', email: 'once@barn.test' }
    const answers = await meetAtLock(server, ['lock table tenant in share row exclusive mode'], 2, () =>
      Promise.all([submit(form, key), submit(form, key)]),
    )
    answers.push(await submit(form, key))
    const [once, ...others] = await made('once')
    expect(others).toEqual([])
    const address = `/admin/server/organisations/${once.id}/?done=createdUnmailed`
    expect(answers.map(({ status, headers }) => [status, headers['location']])).toEqual(Array(3).fill([303, address]))
    expect(await noted(once.id)).toHaveLength(2)
    // Gone back, and something else typed: nothing is made until the button is pressed again.
    const other = await submit({ ...form, organisation: 'Twice' }, key)
    expect([other.status, other.text.includes('This form has already created an organisation')]).toEqual([422, true])
    expect(await made('twice')).toEqual([])
    expect((await submit({ ...form, organisation: 'Twice' }, keyOn(other.text))).status).toBe(303)
    // So does another first administrator, or what cannot be changed afterwards: the first of them had the link already.
    for (const changed of [{ email: 'bob@barn.test' }, { category: 'venue' }, { sandbox: 'true' }, { language: 'fr' }])
      expect((await submit({ ...form, ...changed }, key)).status, JSON.stringify(changed)).toBe(422)
  })

  // Seen red with the note of the request that made it alone, and with one for each request.
  it('is in the log of Root once, also when that could not be written at first', async () => {
    const key = keyOn((await look()).text)
    const form = { organisation: 'Half noted', email: 'half@barn.test' }
    const { rows } = await client.query("select id from tenant where category = 'root'")
    await client.query(`alter table audit_entry add constraint full_log check (tenant_id <> '${rows[0].id}') not valid`)
    const failed = await submit(form, key).finally(() =>
      client.query('alter table audit_entry drop constraint full_log'),
    )
    expect(failed.status).toBe(500)
    const [half] = await made('half-noted')
    expect(await noted(half.id)).toMatchObject([{ category: 'festival' }])
    const both = [
      { category: 'festival', fromRoot: true },
      { category: 'root', fromRoot: false },
    ]
    for (let again = 0; again < 2; again++) {
      expect((await submit(form, key)).status).toBe(303)
      expect(await noted(half.id)).toMatchObject(both)
    }
  })

  it('says how its administrator signs in, also where no mail leaves', async () => {
    expect((await look()).text).toContain('npx guichet sign-in-link')
    const environment = { REGISTRATION: 'closed', SMTP_URL: 'smtp://127.0.0.1:1', ROLE: 'web' }
    const mailing = await startServer({ beside: server, environment })
    try {
      const { status, text } = await mailing.send('', 'GET', path, { cookie: sue })
      expect([status, text.includes('gets a sign-in link by e-\u2060mail')]).toEqual([200, true])
      expect(text).not.toContain('npx guichet sign-in-link')
    } finally {
      await mailing.stop()
    }
  })

  it('is for super-users alone', async () => {
    expect((await look(ada)).status).not.toBe(200)
    expect((await submit({ organisation: 'Not mine' }, keyOn((await look()).text), ada)).status).not.toBe(303)
    expect(await made('not-mine')).toEqual([])
  })
})
