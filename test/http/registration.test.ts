import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { untilTrue } from '../harness/box-office.ts'
import { visitor } from '../harness/booking.ts'
import { mailedLink } from '../harness/mailed-link.ts'
import { startServer, type TestServer } from '../harness/server.ts'
import { signIn } from '../harness/sign-in.ts'
import { askForTenant, submitAt } from '../harness/tenant-request.ts'
import { serve } from '../harness/two-tenants.ts'

/** What strangers may make: an organisation by the form is its owner's alone until a super-user approves it. */
const { server, client, sue } = await serve({}, async ({ server, client }) => {
  await server.cli('user', 'grant', '--email', 'sue@server.test', '--super-user')
  await server.cli('tenant', 'create', '--organisation', 'The Hall', '--category', 'S', '--email', 'ada@hall.test')
  return { server, client, sue: await signIn(server, 'root', '', 'sue@server.test') }
})

const html = { accept: 'text/html' }
const at = (id: string, part = '') => `/admin/server/organisations/${id}/${part}`
const decide = (id: string, part: string, form: Record<string, string> = {}) =>
  submitAt(server, '', at(id, part), form, { cookie: sue })

/** By the form, to its end; with its owner signed in and an event that is published. */
async function make(slug: string, organisation = `House of ${slug}`, on: TestServer = server) {
  const email = visitor()
  await askForTenant(on, { organisation, slug, email })
  const made = await submitAt(on, 'meta', new URL(await mailedLink(on, email)).pathname)
  expect(made.status, made.text).toBe(200)
  const cookie = await signIn(on, slug, slug, email)
  const { rows } = await client.query('select id from tenant where slug = $1', [slug])
  return { slug, email, cookie, organisation, id: String(rows[0]?.id) }
}

/** An event with a free price, made through the owner's key. */
async function furnish({ slug, email }: Awaited<ReturnType<typeof make>>) {
  const issued = await server.cli(
    'api-key',
    'create',
    '--tenant',
    slug,
    '--user',
    email,
    '--name',
    'k',
    '--permission',
    'product:write',
    'event:write',
    'reservation:write',
  )
  const key = String(issued['api_key'])
  const post = async (path: string, body: unknown) => (await server.send(slug, 'POST', path, { key, body })).json
  const product = await post('/api/products/', { name: 'Entry', categorie_article: 'F' })
  const price = await post('/api/prices/', { product: product.uuid, name: 'Free', prix: 0 })
  const event = await post('/api/events/', {
    name: 'Very secret night',
    datetime: '2036-05-01T20:00:00Z',
    products: [product.uuid],
  })
  return { key, event, price }
}

const publicPaths = ['/', '/membership/', '/legal/', '/sitemap.xml', '/robots.txt', '/api/events/', '/api/products/']
const mailsTo = async (recipient: string) =>
  (await client.query('select kind, status, failure from mail where recipient = $1 order by id', [recipient])).rows

describe('an organisation made by the form', () => {
  // Seen red with `isOpenTo` true for everybody.
  it('is nowhere for strangers, and whole for its owner', async () => {
    const waiting = await make('first-house')
    const { event, price, key } = await furnish(waiting)
    for (const path of [...publicPaths, `/event/${event.slug}/`]) {
      const seen = await server.send(waiting.slug, 'GET', path, { headers: html })
      expect([path, seen.status]).toEqual([path, 404])
      expect(seen.text).not.toContain(waiting.organisation)
      // But for the address that was asked, to which a sign-in leads back.
      expect(seen.text.replaceAll(encodeURIComponent(path), '')).not.toContain('secret')
    }
    const booking = { event: event.uuid, email: visitor(), prices: [{ uuid: price.uuid, qty: 1 }] }
    const booked = await server.send(waiting.slug, 'POST', '/api/reservations/', { body: booking })
    expect([booked.status, booked.json.code]).toEqual([404, 'not_found'])
    expect((await server.send(waiting.slug, 'GET', '/nowhere/', { headers: html })).text).not.toContain(
      waiting.organisation,
    )
    const door = await server.cli('device', 'create', '--tenant', waiting.slug, '--name', 'Your account is blocked')
    const pairing = new URL(String(door['pairing_url'])).pathname
    // Seen red with `organisationName` in the scanner, and with the names on the page that pairs.
    for (const path of ['/admin/', '/sign-in/', '/scanner/', '/scanner/manifest.webmanifest', pairing]) {
      const asked = await server.send(waiting.slug, 'GET', path, { headers: html })
      expect(asked.text).not.toContain(waiting.organisation)
      expect(asked.text).not.toContain('is blocked')
    }
    for (const path of [...publicPaths, '/admin/']) {
      const own = await server.send(waiting.slug, 'GET', path, { cookie: waiting.cookie })
      expect([path, own.status]).toEqual([path, 200])
    }
    const page = await server.send(waiting.slug, 'GET', '/admin/', { cookie: waiting.cookie })
    expect(page.text).toContain('Not open yet')
    expect((await server.send(waiting.slug, 'GET', '/api/events/', { key })).json).toHaveLength(1)
    const other = await signIn(server, 'the-hall', 'the-hall', 'ada@hall.test')
    expect((await server.send(waiting.slug, 'GET', '/', { cookie: other })).status).toBe(404)
  })

  // Seen red with the approval left out of the shared calendar.
  it('is on no calendar, in no directory and in no list of places', async () => {
    const waiting = await make('second-house')
    await furnish(waiting)
    const list = async () => [
      (await server.send('meta', 'GET', '/')).text.includes('Very secret night'),
      (await server.send('meta', 'GET', '/organisations/')).text.includes(waiting.organisation),
      (await server.send('meta', 'GET', '/api/place/')).text.includes(waiting.organisation),
      (await server.send('meta', 'GET', `/api/place/${waiting.id}/`)).status === 200,
    ]
    expect(await list()).toEqual([false, false, false, false])
    expect((await decide(waiting.id, 'approval/')).status).toBe(303)
    expect(await list()).toEqual([true, true, true, true])
  })

  // Seen red with `mayGo` true.
  it('mails nobody but those who work there', async () => {
    const waiting = await make('third-house')
    const { event, price, key } = await furnish(waiting)
    const stranger = visitor()
    const asked = { cookie: waiting.cookie }
    const invited = await submitAt(
      ...([server, waiting.slug, '/admin/team/invitations/', { email: stranger, role: 'manager' }] as const),
      asked,
    )
    expect(invited.status).toBe(409)
    const message = await server.send(waiting.slug, 'POST', `/api/events/${event.uuid}/messages/`, {
      key,
      body: { subject: 'Click here', message: 'Your account is blocked.' },
    })
    expect([message.status, message.json.code]).toEqual([409, 'not_approved'])
    const booked = await server.send(waiting.slug, 'POST', '/api/reservations/', {
      key,
      body: { event: event.uuid, email: stranger, to_mail: true, prices: [{ uuid: price.uuid, qty: 1 }] },
    })
    expect(booked.status, booked.text).toBe(201)
    await untilTrue(async () => (await mailsTo(stranger)).some(({ status }) => status !== 'queued'))
    const signInMail = await submitAt(server, waiting.slug, '/sign-in/', { email: stranger })
    expect(signInMail.status).toBe(200)
    expect(await mailsTo(stranger)).toEqual([
      { kind: 'tickets', status: 'failed', failure: 'the organisation is not open yet' },
    ])
    await submitAt(server, waiting.slug, '/sign-in/', { email: waiting.email })
    await untilTrue(async () =>
      (await mailsTo(waiting.email)).some(({ kind, status }) => kind === 'sign_in' && status === 'in_outbox'),
    )
  })

  it('waits on the page of super-users, who are told by mail, and is open once they approve it', async () => {
    const waiting = await make('fourth-house')
    await untilTrue(async () => (await mailsTo('sue@server.test')).some(({ kind }) => kind === 'organisation_waits'))
    const list = await server.send('', 'GET', '/admin/server/organisations/', { cookie: sue })
    expect(list.text).toContain('awaiting your approval')
    expect((await server.send('', 'GET', at(waiting.id), { cookie: sue })).text).toContain(
      `Approve ${waiting.organisation}`,
    )
    expect((await submitAt(server, '', at(waiting.id, 'approval/'), {})).status).toBe(401)
    expect((await decide(waiting.id, 'approval/')).status).toBe(303)
    await untilTrue(async () => (await server.send(waiting.slug, 'GET', '/')).status === 200)
    expect((await mailsTo(waiting.email)).map(({ kind }) => kind)).toContain('organisation_approved')
    expect((await decide(waiting.id, 'approval/')).status).toBe(409)
    expect((await decide(waiting.id, 'refusal/', { reason: 'Late' })).status).toBe(409)
  })

  it('stays closed once refused, whose reason its owner reads; it may be approved later', async () => {
    const waiting = await make('fifth-house')
    expect((await decide(waiting.id, 'refusal/')).status).toBe(400)
    expect((await decide(waiting.id, 'refusal/', { reason: 'You are no bank.' })).status).toBe(303)
    const { rows } = await client.query(
      "select letter::text as letter from mail where recipient = $1 and kind = 'organisation_refused'",
      [waiting.email],
    )
    expect(rows[0].letter).toContain('You are no bank.')
    expect((await server.send(waiting.slug, 'GET', '/')).status).toBe(404)
    const own = await server.send(waiting.slug, 'GET', '/admin/', { cookie: waiting.cookie })
    expect(own.text).toContain('refused it')
    expect((await decide(waiting.id, 'approval/')).status).toBe(303)
    await untilTrue(async () => (await server.send(waiting.slug, 'GET', '/')).status === 200)
    const { rows: noted } = await client.query(
      "select action from audit_entry where tenant_id = $1 and action like 'organisation.%' order by id",
      [waiting.id],
    )
    expect(noted.map(({ action }) => action)).toEqual(
      ['created', 'refused', 'approved'].map((action) => `organisation.${action}`),
    )
  })

  // Seen red with `isOpenTo` true for everybody.
  it('shows its pictures to strangers once it is open', async () => {
    const waiting = await make('sixth-house')
    const directory = join(server.dataDir, 'media', waiting.id, '0'.repeat(32))
    await mkdir(directory, { recursive: true })
    await writeFile(join(directory, 'med.webp'), 'a picture')
    const path = `/media/${waiting.id}/${'0'.repeat(32)}/med.webp`
    const seen = async () => [
      (await server.send('meta', 'GET', path)).status,
      (await server.send(waiting.slug, 'GET', path)).status,
    ]
    expect(await seen()).toEqual([404, 404])
    expect((await server.send(waiting.slug, 'GET', path, { cookie: waiting.cookie })).status).toBe(200)
    await decide(waiting.id, 'approval/')
    expect(await seen()).toEqual([200, 200])
  })

  /** Seen red without the hook: a cache in front would have shown it to strangers. */
  it('leaves nothing in a cache before it is open, though its team reads it', async () => {
    const waiting = await make('seventh-house')
    const pages = ['/sitemap.xml', '/feeds/events.ics', '/feeds/events.json']
    const keptOf = async () =>
      Promise.all(
        pages.map(async (path) => {
          const { status, headers } = await server.send(waiting.slug, 'GET', path, { cookie: waiting.cookie })
          return [status, String(headers['cache-control']).split(',')[0]]
        }),
      )
    expect(await keptOf()).toEqual(pages.map(() => [200, 'private']))
    await decide(waiting.id, 'approval/')
    await untilTrue(async () => (await server.send(waiting.slug, 'GET', '/')).status === 200)
    expect(await keptOf()).toEqual(pages.map(() => [200, 'public']))
  })

  it('of a super-user, of a command and where anybody may, is open at once', async () => {
    expect((await server.send('the-hall', 'GET', '/')).status).toBe(200)
    const cookie = await signIn(server, 'meta', 'meta', 'sue@server.test')
    const form = { organisation: 'Of Sue', slug: 'of-sue', category: 'venue' }
    const emails = { email: 'sue@server.test', email_again: 'sue@server.test' }
    expect((await submitAt(server, 'meta', '/tenant/new/', { ...form, ...emails }, { cookie })).status).toBe(200)
    await submitAt(server, 'meta', new URL(await mailedLink(server, 'sue@server.test')).pathname)
    expect((await server.send('of-sue', 'GET', '/')).status).toBe(200)
    // Nor has it a limit of mails (ADR 0238).
    const said = await server.cli('tenant', 'set', '--tenant', 'of-sue')
    expect(said).toMatchObject({ mail_limit: false })
  })
})

describe('an address by the form', () => {
  it.each([
    ['paypal-login', 'Any name'],
    ['my-paypa1-help', 'Any name'],
    ['red-cross', 'Рау\u0440al'],
    ['red-cross', 'PΑΥΡΑL'],
    ['red-cross', 'ᴘᴀʏᴘᴀʟ'],
    ['red-cross', 'p4yp4l'],
    ['red-cross', 'paypa!'],
    ['red-cross', 'ραγραl'],
    ['red-cross', 'Payꓑal'],
    ['red-cross', 'Ꮲay pal'],
    ['red-cross', 'ƿaypal'],
    ['the-h4ll', 'Any name'],
    ['the-r-night', 'P-a-y-p-a-l'],
    ['my-bank', 'Any name'],
    ['1ogin', 'Any name'],
    ['adrnin', 'Any name'],
    ['the-ha11', 'Any name'],
    ['thehall', 'Any name'],
    ['rneta', 'Any name'],
    ['l0ca1host', 'Any name'],
  ])('%s of %s is refused, in words, and nothing is mailed', async (slug, organisation) => {
    const email = visitor()
    const asked = await askForTenant(server, { organisation, slug, email })
    expect([asked.status, asked.text.includes('could be mistaken for somebody else')]).toEqual([409, true])
    expect(await mailsTo(email)).toEqual([])
    const name = encodeURIComponent(organisation)
    const looked = await server.send('meta', 'GET', `/tenant/new/address/?slug=${slug}&name=${name}`)
    expect(looked.json.free).toBe(false)
  })

  it('may say as a part what is refused as a word; a super-user and a command may take any', async () => {
    for (const slug of ['le-banquet', 'bankside', 'reconnaissance faciale', 'hall'])
      expect((await askForTenant(server, { organisation: 'A', slug, email: visitor() })).status).toBe(200)
    await server.cli('tenant', 'create', '--organisation', 'The Ha11', '--category', 'S', '--email', 'bob@hall.test')
    const cookie = await signIn(server, 'meta', 'meta', 'sue@server.test')
    const form = { organisation: 'Pay', slug: 'paypal-fans', category: 'venue' }
    const emails = { email: 'sue@server.test', email_again: 'sue@server.test' }
    expect((await submitAt(server, 'meta', '/tenant/new/', { ...form, ...emails }, { cookie })).status).toBe(200)
  })

  // Seen red without requireOwnName; the name that whoever runs the server gave stays.
  it('a name or sender of somebody else is not taken afterwards, but by a super-user', async () => {
    const house = await make('plain-house')
    expect((await decide(house.id, 'approval/')).status).toBe(303)
    const change = (path: string, body: unknown, cookie: string) =>
      server.send(path === '/api/settings/' ? house.slug : 'meta', 'PATCH', path, {
        body,
        cookie,
        headers: { origin: `http://${path === '/api/settings/' ? house.slug : 'meta'}.localhost:${server.port}` },
      })
    const atMeta = await signIn(server, 'meta', 'meta', house.email)
    const place = `/api/place/${house.id}/`
    for (const organisation of ['PayPal', 'Pay-Pal help', 'Klаrna']) {
      const refused = await change(place, { organisation }, atMeta)
      expect([refused.status, Object.keys(refused.json.errors)]).toEqual([400, ['organisation']])
    }
    const sender = await change('/api/settings/', { mail_sender: 'Paypal' }, house.cookie)
    expect([sender.status, Object.keys(sender.json.errors ?? {})]).toEqual([400, ['mail_sender']])
    expect((await change(place, { organisation: 'The fifth' }, atMeta)).status).toBe(200)
    await client.query(`update tenant set organisation = 'PayPal fans' where id = $1`, [house.id])
    expect((await change(place, { organisation: 'PayPal fans', city: 'Lille' }, atMeta)).status).toBe(200)
  })

  it('is looked at again when it is confirmed, and another one asked for', async () => {
    const email = visitor()
    await askForTenant(server, { organisation: 'Two Doors', slug: 'two-doors', email })
    const link = new URL(await mailedLink(server, email)).pathname
    const refused = await submitAt(server, 'meta', link, { slug: 'the-ha1l' })
    expect([refused.status, refused.text.includes('could be mistaken for')]).toEqual([409, true])
    expect((await submitAt(server, 'meta', link)).status).toBe(200)
  })
})

describe('REGISTRATION', () => {
  it('open asks no super-user; closed makes nothing, not even of what was asked for before', async () => {
    const email = visitor()
    await askForTenant(server, { organisation: 'Too late', slug: 'too-late', email })
    const link = new URL(await mailedLink(server, email)).pathname
    const open = await startServer({ beside: server, environment: { REGISTRATION: 'open' } })
    const closed = await startServer({ beside: server, environment: { REGISTRATION: 'closed' } })
    try {
      const made = await make('open-house', 'Open house', open)
      expect((await server.send(made.slug, 'GET', '/')).status).toBe(200)
      const form = await closed.send('meta', 'GET', '/tenant/new/', { headers: html })
      expect([form.status, form.text.includes('Ask the operator of this server')]).toEqual([200, true])
      expect(form.text).not.toContain('name="organisation"')
      const other = { organisation: 'No', slug: 'no-house', email: visitor() }
      expect((await askForTenant(closed, other)).status).toBe(403)
      expect(await mailsTo(other.email)).toEqual([])
      expect((await submitAt(closed, 'meta', link)).status).toBe(400)
      const { rows } = await client.query("select slug from tenant where slug in ('too-late', 'no-house')")
      expect(rows).toEqual([])
    } finally {
      await open.stop()
      await closed.stop()
    }
  })
})
