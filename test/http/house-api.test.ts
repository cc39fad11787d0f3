import { describe, expect, it } from 'vitest'
import { makeKey } from '../harness/shop.ts'
import { originOf, signIn } from '../harness/sign-in.ts'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** The settings and the log of an organisation, by programs (ADR 0190); and what a key never does. */
const { server, client, hall, other } = await twoOffices()

const nouns = ['product', 'event', 'reservation', 'ticket', 'membership', 'card', 'place']
const key = await makeKey(server, hall.slug, ['place:read', 'place:write', 'reservation:read'])
const reader = await makeKey(server, hall.slug, ['place:read'])
const everything = await makeKey(
  server,
  hall.slug,
  nouns.flatMap((noun) => [`${noun}:read`, `${noun}:write`]),
)
const stranger = await makeKey(server, other.slug, ['place:read', 'place:write'])

type Sent = { readonly own?: string; readonly slug?: string }

const read = (path: string, { own = key, slug = hall.slug }: Sent = {}) => server.send(slug, 'GET', path, { key: own })
const change = (body: object, { own = key, slug = hall.slug }: Sent = {}) =>
  server.send(slug, 'PATCH', '/api/settings/', { key: own, body })

async function asRole(role: string, method: 'GET' | 'PATCH', path: string) {
  const email = `${role}@hall.test`
  await server.cli('team', 'set', '--tenant', hall.slug, '--email', email, '--role', role)
  const cookie = await signIn(server, hall.slug, hall.slug, email)
  const headers = { origin: originOf(server, hall.slug) }
  return server.send(hall.slug, method, path, { cookie, headers, ...(method === 'PATCH' ? { body: {} } : {}) })
}

describe('the settings', () => {
  it('are read and changed by the fields that are sent, here alone', async () => {
    const before = (await read('/api/settings/')).json
    expect(before).toMatchObject({ organisation: 'The Hall', categorie: 'S', mail_sender: null, reply_email: null })
    const there = (await read('/api/settings/', { own: stranger, slug: other.slug })).json
    const sent = {
      short_description: 'Concerts since 1983',
      accent_color: '#1A6B3C',
      online_hold_minutes: 20,
      mail_sender: 'The Hall, box office',
      reply_email: 'tickets@hall.test',
      transfers: false,
    }
    const changed = await change(sent)
    expect(changed.status, changed.text).toBe(200)
    expect(changed.json).toEqual({ ...before, ...sent, accent_color: '#1a6b3c' })
    expect((await read('/api/settings/')).json).toEqual(changed.json)
    expect((await change({ mail_sender: null, reply_email: '' })).json).toEqual({
      ...changed.json,
      mail_sender: null,
      reply_email: null,
    })
    expect((await read('/api/settings/', { own: stranger, slug: other.slug })).json).toEqual(there)
    const page = await (await staffOf(server, hall)).show('/admin/settings/')
    expect(page.text).toContain('Concerts since 1983')
  })

  it('are refused as on the page, and nothing is changed', async () => {
    const before = (await read('/api/settings/')).json
    for (const [body, field] of [
      [{ organisation: '' }, 'organisation'],
      [{ accent_color: 'green' }, 'accent_color'],
      [{ time_zone: 'Mars/Olympus' }, 'time_zone'],
      [{ currency: 'XXY' }, 'currency'],
      [{ reply_email: 'nobody' }, 'reply_email'],
      [{ online_hold_minutes: 0 }, 'online_hold_minutes'],
      [{ mail_sender: 'x'.repeat(71) }, 'mail_sender'],
    ] as const) {
      const { status, json } = await change({ city: 'Lyon', ...body })
      expect([status, Object.keys(json.errors)], field).toEqual([400, [field]])
    }
    await hall.price('B', { prix: 5 })
    expect((await change({ currency: 'JPY' })).json).toMatchObject({ code: 'in_use', used_by: 'price' })
    expect((await change({ city: 'Lyon' }, { own: reader })).status).toBe(403)
    expect((await change({ city: 'Lyon' }, { own: stranger })).status).toBe(401)
    expect((await read('/api/settings/')).json).toEqual(before)
  })

  it('hold no key, and no place for one', async () => {
    const owner = await staffOf(server, hall)
    const secret = 'sk_test_0123456789abcdefghijmnop'
    expect((await owner.press('/admin/settings/payment/', [['secret_key', secret]])).status).toBe(303)
    const sent = { secret_key: 'sk_test_stolen0000000000', webhook_secret: 'whsec_stolen', main_domain: 'evil.test' }
    expect((await change(sent)).status).toBe(200)
    expect((await read('/api/settings/')).text).not.toMatch(/sk_test|mnop|whsec/)
    const shown = JSON.stringify(await server.cli('payment-keys', 'show', '--tenant', hall.slug))
    expect(shown).toContain('mnop')
  })
})

describe('the log', () => {
  /** Seen red with names and addresses for whoever reads the log. */
  it('says who did what, the latest first, in pages, and of this house alone', async () => {
    await change({ city: 'Nantes' })
    await change({ city: 'Rennes', email: 'new@hall.test' })
    const { status, json } = await read('/api/audit/?limit=1')
    expect(status).toBe(200)
    expect(json).toMatchObject([
      {
        action: 'organisation.changed',
        actor_kind: 'api_key',
        actor_name: 'robot',
        subject: null,
        before: { city: 'Nantes' },
        after: { city: 'Rennes' },
        from_root: false,
      },
    ])
    expect(json[0].personal).toContainEqual({ field: 'email', before: null, after: 'new@hall.test' })
    // Who reads no bookings reads no names and addresses here.
    const without = (await read('/api/audit/', { own: reader })).json
    expect(without.length).toBeGreaterThan(0)
    expect(JSON.stringify(without)).not.toMatch(/@/)
    const all = (await read('/api/audit/')).json
    const ids = []
    for (let path: string | undefined = '/api/audit/?limit=3'; path; ) {
      const page = await read(path)
      ids.push(...page.json.map(({ uuid }: { uuid: string }) => uuid))
      path = /<([^>]+)>/.exec(String(page.headers['link'] ?? ''))?.[1]
    }
    expect(ids).toEqual(all.map(({ uuid }: { uuid: string }) => uuid))
    const { rows } = await client.query('select id from audit_entry where tenant_id <> $1', [hall.tenantId])
    expect(rows.length).toBeGreaterThan(0)
    for (const { id } of rows) expect(ids).not.toContain(id)
  })

  it('is chosen from by who, what, when and what it was done to', async () => {
    const all: { action: string; actor: string; subject: string | null; uuid: string }[] = (await read('/api/audit/'))
      .json
    const price = all.find(({ action }) => action === 'price.created')
    const ask = async (query: string) => (await read(`/api/audit/?${query}`)).json as typeof all
    expect(await ask('noun=price')).toEqual(all.filter(({ action }) => action.startsWith('price.')))
    expect(await ask(`subject=${price?.subject}`)).toEqual(all.filter((one) => one.subject === price?.subject))
    expect(await ask(`actor=${price?.actor}`)).toEqual(all.filter((one) => one.actor === price?.actor))
    const byServer = await ask('actor=server')
    expect(byServer.length).toBeGreaterThan(0)
    expect(byServer).toEqual(all.filter((one) => one.actor === null))
    expect(await ask('from=2999-01-01')).toEqual([])
    expect(await ask('to=2020-01-01')).toEqual([])
  })

  it('is for those with the permission', async () => {
    for (const role of ['box_office', 'steward', 'accountant']) {
      expect((await asRole(role, 'GET', '/api/audit/')).status, role).toBe(403)
      expect((await asRole(role, 'GET', '/api/settings/')).status, role).toBe(403)
      expect((await asRole(role, 'PATCH', '/api/settings/')).status, role).toBe(403)
    }
    expect((await asRole('manager', 'GET', '/api/audit/')).status).toBe(200)
    expect((await asRole('manager', 'PATCH', '/api/settings/')).status).toBe(200)
  })
})

describe('a key that may do everything', () => {
  it('makes no key, changes no team, no domain and no key of payment: those pages are for people', async () => {
    const routes = (await server.cli('routes'))['routes'] as { method: string; url: string; access: string }[]
    const rooms = ['team', 'api-keys', 'settings/payment', 'settings/wallets', 'settings/domains']
    const pages = routes.filter(({ url }) => rooms.some((room) => url.startsWith(`/admin/${room}/`)))
    expect(pages.length).toBeGreaterThan(20)
    for (const { method, url } of pages) {
      const path = url.replace(':uuid', '0197a3c2-6c1e-7d4b-9a51-3f0d5c8e2bff')
      const answer = await server.send(hall.slug, method, path, {
        key: everything,
        headers: { origin: originOf(server, hall.slug) },
        ...(method === 'GET' ? {} : { body: {} }),
      })
      expect(answer.status, `${method} ${url}`).toBe(403)
    }
    const forbidden = /^\/api\/(team|invitations|api-keys|keys|domains|payment-keys|wallets?)\b/
    expect(routes.filter(({ url }) => forbidden.test(url))).toEqual([])
  })
})

describe('the addresses of an organisation', () => {
  const fields = ['twitter', 'facebook', 'instagram', 'legal_documents'] as const

  /** Seen red without requireSafeLinks: a page that links to what the directory says of a place ran what somebody had typed. */
  it('are refused where they lead anywhere but to the web, a mailbox or a telephone', async () => {
    const before = (await read('/api/settings/')).json
    for (const link of [
      'javascript:alert(1)',
      'JavaScript:alert(1)',
      ' javascript:alert(1)',
      'javascript: alert (1)',
      'data:text/html,x',
      'vbscript:x',
      'ftp://hall.test/',
      'file:///etc/passwd',
    ])
      for (const field of [...fields, 'site_web']) {
        const { status, json } = await change({ [field]: link })
        expect([status, Object.keys(json.errors ?? {})], `${field} ${link}`).toEqual([400, [field]])
      }
    expect((await change({ legal_documents: 'Read javascript:alert(1)' })).status).toBe(200)
    for (const link of [
      'https://x.test/hall',
      '@hall',
      'hall',
      'x.test/hall',
      'mailto:a@hall.test',
      'tel:+33',
      'SIRET: 1',
    ])
      for (const field of fields) expect((await change({ [field]: link })).json[field], link).toBe(link)
    await change(Object.fromEntries([...fields, 'site_web'].map((field) => [field, before[field]])))
  })

  /** Seen red without safeLink. */
  it('are not given out where they were kept before anybody looked at them', async () => {
    const artist = await hall.create('artists', { name: 'The Owls', site_web: 'https://owls.test/' })
    const { product } = await hall.price('B')
    await client.query('update artist set website = $1 where id = $2', ['javascript:alert(1)', artist])
    await client.query('update product set terms_url = $1 where id = $2', ['javascript:alert(1)', product])
    await client.query(
      `update tenant set twitter = $1, facebook = $1, instagram = $1, legal_documents = $1, website = $1 where id = $2`,
      [' jAvascript:alert(1)', hall.tenantId],
    )
    // Those of the neighbour stay what they are.
    await change({ instagram: 'https://x.test/other' }, { own: stranger, slug: other.slug })
    const none = { twitter: null, facebook: null, instagram: null, legal_documents: null, site_web: null }
    const seen = [
      (await server.send('meta', 'GET', `/api/place/${hall.tenantId}/`)).json,
      (await server.send('meta', 'GET', '/api/place/')).json.find(
        ({ uuid }: { uuid: string }) => uuid === hall.tenantId,
      ),
      (await read('/api/settings/')).json,
    ]
    for (const one of seen) expect(one).toMatchObject(none)
    expect((await server.send(hall.slug, 'GET', `/api/artists/${artist}/`)).json.site_web).toBeNull()
    for (const path of ['/api/products/', `/api/products/${product}/`, '/', '/legal/'])
      expect((await server.send(hall.slug, 'GET', path)).text, path).not.toMatch(/"\s*javascript:/i)
    const theirs = await server.send('meta', 'GET', `/api/place/${other.tenantId}/`)
    expect(theirs.json.instagram).toBe('https://x.test/other')
    await client.query('update tenant set website = null, legal_documents = null where id = $1', [hall.tenantId])
  })
})
