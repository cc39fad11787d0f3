import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openBoxOffice, runJob, untilQuiet, untilTrue } from '../harness/box-office.ts'
import { pairPhone } from '../harness/door.ts'
import { execCli } from '../harness/cli.ts'
import { openPass } from '../harness/open-pass.ts'
import { lookAtPdf } from '../harness/pdf.ts'
import { openPaidOffice, paidStatuses, pathOf } from '../harness/payments.ts'
import { startPictureServer } from '../harness/picture-server.ts'
import { startMailServer } from '../harness/mail-server.ts'
import { originOf, signIn } from '../harness/sign-in.ts'
import { staffOf } from '../harness/staff.ts'
import { startStripe } from '../harness/stripe-server.ts'
import { startAuthority } from '../harness/wallet-keys.ts'
import { submitAt } from '../harness/tenant-request.ts'
import { serve } from '../harness/two-tenants.ts'

/** Organisations to try everything in, beside real ones, with a Stripe and a mail server on loopback (ADR 0272). */
const mails = await startMailServer()
const stripe = await startStripe()
const pictures = await startPictureServer()
const authority = await startAuthority()
afterAll(async () => {
  await mails.stop()
  await stripe.stop()
  await pictures.stop()
  await authority.remove()
})
const environment = { SMTP_URL: mails.url, STRIPE_API_URL: stripe.url, FETCH_ALLOW: pictures.host }
const { server, client, sandbox, hall } = await serve({ environment }, async ({ server, client }) => ({
  server,
  client,
  sandbox: await openBoxOffice(server, 'The Playground', '--sandbox'),
  hall: await openPaidOffice(server, stripe, 'The Hall'),
}))

let visitors = 0
const visitor = () => `visitor-${++visitors}@example.org`
const mark = 'Sandbox: nothing here is real'

async function book(fields: Record<string, unknown> = {}, price: Record<string, unknown> = { prix: '12.50' }) {
  const sold = await sandbox.price('B', price)
  const event = await sandbox.event([sold.product])
  const email = visitor()
  const { json } = await sandbox.book({ event, email, prices: [{ uuid: sold.price, qty: 2 }], ...fields })
  return { ...json, email, event, path: pathOf(json.checkout_url) }
}

const get = (path: string, label = sandbox.slug) =>
  server.send(label, 'GET', path, { headers: { accept: 'text/html', 'accept-language': 'en' } })
const answer = (path: string, word: 'pay' | 'refuse', label = sandbox.slug) =>
  server.send(label, 'POST', path, {
    body: `answer=${word}`,
    headers: { origin: originOf(server, label), 'content-type': 'application/x-www-form-urlencoded' },
  })
const statusOf = async (uuid: string) => String((await sandbox.get(`/api/reservations/${uuid}/`)).json.status)

/** Opens the page to pay a booking at; returns its path. */
async function open({ path }: { readonly path: string }): Promise<string> {
  const { status, headers } = await get(path)
  expect(status).toBe(303)
  return new URL(String(headers['location']), originOf(server, sandbox.slug)).pathname
}

const mailsOf = async (tenantId: string, recipient: string) => {
  const { rows } = await client.query(
    'select id, kind, status, subject, letter from mail where tenant_id = $1 and recipient = $2 order by id',
    [tenantId, recipient],
  )
  return rows
}
const keptTo = async (recipient: string, kind: string) => {
  let found: { id: string; subject: string; letter: { action?: { url: string } } } | undefined
  await untilTrue(async () => {
    const rows = await mailsOf(sandbox.tenantId, recipient)
    found = rows.find((row) => row.kind === kind && row.status === 'kept')
    return found !== undefined
  })
  return found as NonNullable<typeof found>
}

describe('a payment of a sandbox', () => {
  it('is made on a page of ours, comes the way of a real one, and asks Stripe nothing', async () => {
    const asked = stripe.requests.length
    const booking = await book()
    expect(booking.status).toBe('U')
    const page = await open(booking)
    expect(page).toMatch(/^\/test-payments\/[\w-]{43}\/$/)
    const shown = await get(page)
    expect(shown.text).toContain('Pay €25.00 (test)')
    expect(shown.text).toContain(mark)
    const paid = await answer(page, 'pay')
    expect(paid.status).toBe(303)
    expect(paid.headers['location']).toBe(booking.path.replace('pay/', 'return/'))
    await get(String(paid.headers['location']))
    await untilTrue(async () => (await statusOf(booking.uuid)) === 'V')
    expect((await sandbox.get(`/api/reservations/${booking.uuid}/payments/`)).json).toMatchObject([
      { method: 'online', status: 'settled', amount: 25 },
    ])
    expect(stripe.requests.slice(asked)).toEqual([])
  })

  it('is known when the visitor never comes back', async () => {
    const booking = await book()
    await answer(await open(booking), 'pay')
    await untilTrue(async () => paidStatuses.includes(await statusOf(booking.uuid)))
  })

  it('can be refused and tried again, left, and is made once', async () => {
    const booking = await book()
    const page = await open(booking)
    const { status, headers } = await answer(page, 'refuse')
    expect(status).toBe(303)
    const refused = await get(String(headers['location']))
    expect(refused.text).toContain('The test payment was declined')
    expect(refused.text).toContain(`href="${originOf(server, sandbox.slug)}${booking.path.replace('pay/', '')}"`)
    expect(await statusOf(booking.uuid)).toBe('U')
    // The same booking has the same page.
    expect(await open(booking)).toBe(page)
    await Promise.all([answer(page, 'pay'), answer(page, 'pay')])
    await untilTrue(async () => paidStatuses.includes(await statusOf(booking.uuid)))
    expect((await sandbox.get(`/api/reservations/${booking.uuid}/payments/`)).json).toHaveLength(1)
    expect((await get(page)).text).toContain('This payment is closed')
  })

  it('ends with the booking that was cancelled, whoever still has the page', async () => {
    const booking = await book()
    const page = await open(booking)
    await sandbox.post(`/api/reservations/${booking.uuid}/cancellation/`)
    await untilQuiet(client)
    await client.query(
      "update payment set check_at = now() - interval '1 ms' where status = 'closed' and check_at is not null",
    )
    await answer(page, 'pay')
    await untilQuiet(client)
    expect(await statusOf(booking.uuid)).toBe('C')
  })

  it('is refunded', async () => {
    const booking = await book()
    await answer(await open(booking), 'pay')
    await untilTrue(async () => (await statusOf(booking.uuid)) === 'V')
    await sandbox.post(`/api/reservations/${booking.uuid}/cancellation/`)
    await untilTrue(async () => {
      const { rows } = await client.query('select status from refund where tenant_id = $1', [sandbox.tenantId])
      return rows.length === 1 && rows[0].status === 'succeeded'
    })
    const { rows } = await client.query('select amount_minor from test_refund where tenant_id = $1', [sandbox.tenantId])
    expect(rows).toEqual([{ amount_minor: '2500' }])
  })

  /** Seen red with `if (tenant.sandbox)` taken out of findProviderAccount: the keys are then opened. */
  it('asks Stripe nothing, even where keys were written into its tables', async () => {
    await client.query(
      `insert into payment_keys (tenant_id, secret_key_encrypted, updated_at)
       select $1, secret_key_encrypted, now() from payment_keys where tenant_id = $2`,
      [sandbox.tenantId, hall.office.tenantId],
    )
    const asked = stripe.requests.length
    expect(await open(await book())).toContain('/test-payments/')
    expect(stripe.requests.slice(asked)).toEqual([])
    await client.query('delete from payment_keys where tenant_id = $1', [sandbox.tenantId])
  })

  it('takes no keys of Stripe, by no way', async () => {
    const keys = { STRIPE_SECRET_KEY: 'sk_test_123', STRIPE_WEBHOOK_SECRET: 'whsec_123' }
    const words = ['payment-keys', 'set', '--tenant', sandbox.slug]
    const refused = await execCli({ ...server.environment, ...keys }, words)
    expect(refused.exitCode).not.toBe(0)
    expect(refused.stderr).toContain('sandbox')
    const owner = await staffOf(server, sandbox)
    expect((await owner.show('/admin/settings/payment/')).text).toContain('keys of a real provider are refused')
    const pressed = await owner.press('/admin/settings/payment/', [['secret_key', 'sk_test_123']])
    expect(pressed.status).toBe(409)
    const removed = await owner.press('/admin/settings/payment/removal/', [])
    expect(removed.status).toBe(409)
    const { rows } = await client.query('select from payment_keys where tenant_id = $1', [sandbox.tenantId])
    expect(rows).toEqual([])
  })
})

describe('a real organisation', () => {
  /** Seen red with a test account for everybody in findProviderAccount. */
  it('is paid at Stripe, and has no test payment', async () => {
    const booking = await hall.book()
    expect((await hall.open(booking)).amount_total).toBe(2500)
    const { rows } = await client.query('select from test_checkout where tenant_id <> $1', [sandbox.tenantId])
    expect(rows).toEqual([])
  })

  it('does not answer at the page of a payment of a sandbox', async () => {
    const booking = await book()
    const page = await open(booking)
    expect((await get(page, hall.office.slug)).status).toBe(404)
    expect((await answer(page, 'pay', hall.office.slug)).status).toBe(404)
    expect(await statusOf(booking.uuid)).toBe('U')
    // Nor where somebody has written one into its tables.
    await client.query('update test_checkout set tenant_id = $1 where session_id = $2', [
      hall.office.tenantId,
      page.split('/')[2],
    ])
    expect((await get(page, hall.office.slug)).status).toBe(404)
    await client.query('delete from test_checkout where tenant_id = $1', [hall.office.tenantId])
  })
})

describe('the mails of a sandbox', () => {
  /** Seen red without `isKept` in sendMail. */
  it('to visitors are kept and shown, those of a real organisation go out', async () => {
    const booking = await book()
    await answer(await open(booking), 'pay')
    const tickets = await keptTo(booking.email, 'tickets')
    await keptTo(booking.email, 'receipt')
    await untilQuiet(client)
    expect(mails.taken).not.toContain(booking.email)
    const real = await hall.bookAndPay()
    const { rows } = await client.query('select booker_email from reservation where id = $1', [real.uuid])
    await mails.mailTo(rows[0].booker_email, /^Your tickets/)

    const staff = await staffOf(server, sandbox)
    const list = await staff.show('/admin/mails/')
    expect(list.text).toContain('Outbox of the sandbox')
    expect(list.text).toContain(`/admin/mails/${tickets.id}/`)
    const shown = await staff.show(`/admin/mails/${tickets.id}/`)
    expect(shown.text).toContain(`*** ${mark} ***`)
    expect(shown.text).toContain(`/bookings/${booking.uuid}/`)
    expect(shown.text).toContain(`/admin/reservations/${booking.uuid}/tickets.pdf`)
    const others = await staffOf(server, hall.office)
    expect((await others.show('/admin/mails/')).text).not.toContain('Outbox of the sandbox')
    expect((await others.show(`/admin/mails/${tickets.id}/`)).status).toBe(404)
    const [sent] = await mailsOf(hall.office.tenantId, rows[0].booker_email)
    expect((await others.show(`/admin/mails/${sent.id}/`)).status).toBe(404)
  })

  it('that confirm an address are kept, and their links work', async () => {
    const booking = await book({}, { prix: 0 })
    const { letter } = await keptTo(booking.email, 'confirm_reservation')
    const path = `${pathOf(letter.action?.url ?? null)}/`
    await server.send(sandbox.slug, 'POST', path, { headers: { origin: originOf(server, sandbox.slug) } })
    await untilTrue(async () => (await statusOf(booking.uuid)) === 'V')
    expect(mails.taken).not.toContain(booking.email)
  })

  const askToSignIn = (email: string) =>
    server.send(sandbox.slug, 'POST', '/sign-in/', {
      body: `email=${encodeURIComponent(email)}`,
      headers: { origin: originOf(server, sandbox.slug), 'content-type': 'application/x-www-form-urlencoded' },
    })

  it('to those who work there go out, to sign in and to join', async () => {
    const before = mails.taken.length
    await askToSignIn('admin@example.org')
    await untilTrue(async () => mails.taken.slice(before).includes('admin@example.org'))
    const owner = await staffOf(server, sandbox)
    await owner.press('/admin/team/invitations/', [
      ['email', 'colleague@place.example'],
      ['role', 'manager'],
    ])
    const invitation = await mails.mailTo('colleague@place.example', /./)
    expect(invitation.text).toContain(`*** ${mark} ***`)
    expect(invitation.html).toContain(mark)
  })

  /** Seen red without keptLetter: whoever reads the outbox is then signed in as a stranger. */
  it('to sign in a visitor are kept, and sign in nobody who is somebody', async () => {
    await askToSignIn('guest@example.org')
    const { id, letter } = await keptTo('guest@example.org', 'sign_in')
    expect(letter.action?.url).toContain('/sign-in/')
    const stranger = 'somebody@gmail.com'
    await askToSignIn(stranger)
    const kept = await keptTo(stranger, 'sign_in')
    expect(kept.subject).toBe('Sign in to The Playground')
    expect(JSON.stringify(kept.letter)).not.toMatch(/sign-in\/|\d{4} \d{4}/)
    const staff = await staffOf(server, sandbox)
    expect((await staff.show(`/admin/mails/${id}/`)).text).not.toContain('are not shown')
    expect((await staff.show(`/admin/mails/${kept.id}/`)).text).toContain('are not shown')
    // Nor as one of the people who run the server, whatever their address.
    await server.cli('user', 'grant', '--email', 'root@example.org', '--super-user')
    await askToSignIn('root@example.org')
    expect((await keptTo('root@example.org', 'sign_in')).letter.action).toBeUndefined()
    expect(mails.taken).not.toContain(stranger)
    expect(mails.taken).not.toContain('guest@example.org')
  })

  /** Seen red with the code of a booking kept as it is: its button signed in whoever reads the outbox. */
  it('with the code of a booking sign in nobody who is somebody either, and go out to those who work there', async () => {
    const { price, product } = await sandbox.price('B', { prix: 0 })
    const event = await sandbox.event([product])
    const { slug } = (await sandbox.get(`/api/events/${event}/`)).json
    const path = `/events/${slug}/`
    const ask = async (email: string) => {
      const key = /name="key" value="([^"]+)"/.exec((await get(path)).text)?.[1] ?? ''
      const form = { key, price, qty: '1', first_name: 'A', last_name: 'B', email, by_mail: '1' }
      return submitAt(server, sandbox.slug, `${path}booking/`, form)
    }
    await ask('guest-with-code@example.org')
    expect((await keptTo('guest-with-code@example.org', 'booking_code')).letter.action?.url).toContain('/sign-in/')
    await ask('somebody@hotmail.com')
    const kept = await keptTo('somebody@hotmail.com', 'booking_code')
    expect(JSON.stringify([kept.subject, kept.letter])).not.toMatch(/sign-in\/|\d{6}|\d{3} \d{3}/)
    const staff = await staffOf(server, sandbox)
    expect((await staff.show(`/admin/mails/${kept.id}/`)).text).toContain('are not shown')
    await client.query('update account set can_create_tenants = true where email = $1', ['admin@example.org'])
    await ask('admin@example.org')
    await untilTrue(async () => mails.taken.filter((one) => one === 'admin@example.org').length > 0)
    expect(
      (await mailsOf(sandbox.tenantId, 'admin@example.org')).map(({ kind, status }) => [kind, status]),
    ).not.toContainEqual(['booking_code', 'kept'])
  })

  /** Seen red without emptyTestCheckouts in forget_old. */
  it('of a checkout nothing leads to its booking after ninety days, and it may still be refunded', async () => {
    const booking = await book()
    await answer(await open(booking), 'pay')
    const age = async (days: number) => {
      const of = "update test_checkout set created_at = now() - $2 * interval '1 day' where tenant_id = $1"
      await client.query(of, [sandbox.tenantId, days])
      await client.query(
        `insert into due_work (what, due_at, tenant_id) values ('forgetting', 'epoch', $1) on conflict do nothing`,
        [sandbox.tenantId],
      )
      await runJob(client, 'forget_old')
      const left = "select from test_checkout where tenant_id = $1 and (success_url <> '' or cancel_url <> '')"
      return (await client.query(left, [sandbox.tenantId])).rowCount
    }
    expect(await age(89)).toBeGreaterThan(0)
    expect(await age(91)).toBe(0)
    await sandbox.post(`/api/reservations/${booking.uuid}/cancellation/`)
    await untilQuiet(client)
    const { rows } = await client.query(
      'select status from refund where payment_id in (select id from payment where reservation_id = $1)',
      [booking.uuid],
    )
    expect(rows).toEqual([{ status: 'succeeded' }])
  })

  it('are deleted after thirty days', async () => {
    const booking = await book()
    await answer(await open(booking), 'pay')
    const { id } = await keptTo(booking.email, 'tickets')
    const staff = await staffOf(server, sandbox)
    const age = async (days: number) => {
      await client.query("update mail set settled_at = now() - $2 * interval '1 day' where id = $1", [id, days])
      await client.query(
        `insert into due_work (what, due_at, tenant_id) values ('forgetting', 'epoch', $1) on conflict do nothing`,
        [sandbox.tenantId],
      )
      await runJob(client, 'forget_old')
      return (await staff.show(`/admin/mails/${id}/`)).status
    }
    expect(await age(29)).toBe(200)
    expect(await age(31)).toBe(404)
    expect((await staff.show('/admin/mails/?list=kept')).text).not.toContain(id)
  })
})

describe('a sandbox is marked', () => {
  it('on every page, of visitors, of staff and at the door, and kept out of search engines', async () => {
    const { event } = await book()
    const { slug } = (await sandbox.get(`/api/events/${event}/`)).json
    for (const path of [
      '/',
      `/events/${slug}/`,
      '/membership/',
      '/sign-in/',
      '/legal/',
      '/api/docs/',
      '/scanner/',
      '/embed/',
    ]) {
      const { status, text } = await get(path)
      expect([path, status, text.includes(mark), text.includes('noindex')]).toEqual([path, 200, true, true])
    }
    const staff = await staffOf(server, sandbox)
    for (const path of ['/admin/', '/admin/reservations/', '/admin/settings/'])
      expect((await staff.show(path)).text).toContain(mark)
    expect((await staff.show('/admin/', 'fr')).text).toContain('Bac à sable\u00a0: rien ici n’est réel')
    expect((await get('/nowhere/')).text).toContain(mark)
    expect((await get('/sitemap.xml')).status).toBe(404)
    expect((await get('/robots.txt')).text).not.toContain('Sitemap')
    for (const path of ['/', '/scanner/', '/admin/'])
      expect((await get(path, hall.office.slug)).text).not.toContain(mark)
    expect((await get('/robots.txt', hall.office.slug)).text).toContain('Sitemap')
  })

  /** Seen red without the mark in pageOf of tickets and of receipts, and in nameOn. */
  it('on tickets, receipts and passes too', async () => {
    const { words } = await authority.issue()
    await server.cli('wallet', 'set-apple', '--tenant', sandbox.slug, ...words)
    const booking = await book()
    await answer(await open(booking), 'pay')
    await keptTo(booking.email, 'receipt')
    const path = booking.path.replace('pay/', '')
    const [ticket] = await lookAtPdf((await get(`${path}tickets.pdf`)).bytes)
    expect(ticket?.text).toContain(mark)
    expect(ticket?.qrCodeData).not.toBeNull()
    const { rows } = await client.query('select id from receipt where tenant_id = $1 and reservation_id = $2', [
      sandbox.tenantId,
      booking.uuid,
    ])
    const staff = await staffOf(server, sandbox)
    const [receipt] = await lookAtPdf((await staff.show(`/admin/accounting/receipts/${rows[0].id}/document.pdf`)).bytes)
    expect(receipt?.text).toContain(mark)
    const pass = await get(`${path}tickets/${booking.tickets[0]}/apple.pkpass`)
    expect(openPass(Buffer.from(pass.bytes), authority.root).pass.logoText).toBe(mark)
    const real = await hall.bookAndPay()
    const [realTicket] = await lookAtPdf(
      (await get(`${real.path.replace('pay/', '')}tickets.pdf`, hall.office.slug)).bytes,
    )
    expect(realTicket?.text).not.toContain(mark)
  })

  /** Seen red without `tenant.sandbox` in selectEntries, and in selectListed. */
  it('and shown by no Meta: in no calendar, feed, directory nor list', async () => {
    const night = 'A night that is not'
    const real = 'A night that is'
    for (const [office, name] of [
      [sandbox, night],
      [hall.office, real],
    ] as const) {
      const { product } = await office.price('B')
      await office.event([product], { name })
    }
    await server.cli('tenant', 'create', '--organisation', 'Ring', '--category', 'M', '--email', 'ring@example.org')
    for (const member of [sandbox.slug, hall.office.slug])
      await server.cli('federation', 'add', '--meta', 'ring', '--member', member)
    for (const meta of ['meta', 'ring'])
      for (const path of ['/', '/feeds/events.ics', '/feeds/events.json', '/feeds/events.rss', '/api/events/']) {
        const { text, status } = await get(path, meta)
        expect([meta, path, status, text.includes(real), text.includes(night)]).toEqual([meta, path, 200, true, false])
      }
    expect((await get('/feeds/events.json')).text).toContain(night)
    for (const meta of ['meta', 'ring'])
      for (const path of ['/organisations/', '/api/place/']) {
        const { text } = await get(path, meta)
        expect([path, text.includes('The Hall'), text.includes('The Playground')]).toEqual([path, true, false])
      }
  })
})

describe('making a sandbox', () => {
  it('is said by a program when it is made, and never changed', async () => {
    await server.cli('user', 'grant', '--email', 'robot@meta.test', '--create-tenants')
    const words = ['--tenant', 'meta', '--user', 'robot@meta.test', '--name', 'robot', '--permission', 'place:write']
    const key = String((await server.cli('api-key', 'create', ...words))['api_key'])
    const body = {
      organisation: 'Sandcastle',
      short_description: 'To try',
      long_description: 'To try everything',
      phone: '0612345678',
      email: 'castle@example.org',
      site_web: 'https://castle.test',
      postal_code: '31520',
      img_url: pictures.url('/picture.png'),
      logo_url: pictures.url('/logo.png'),
      categorie: 'S',
      sandbox: true,
    }
    const post = (fields = {}) => server.send('meta', 'POST', '/api/place/', { key, body: { ...body, ...fields } })
    const made = await post()
    expect([made.status, made.json.sandbox]).toEqual([201, true])
    const one = `/api/place/${made.json.uuid}/`
    expect((await server.send('meta', 'GET', one)).json.sandbox).toBe(true)
    const changed = await server.send('meta', 'PATCH', one, { key, body: { sandbox: false, city: 'Sète' } })
    expect([changed.json.city, changed.json.sandbox]).toEqual(['Sète', true])
    const real = await post({ organisation: 'Stone castle', sandbox: null })
    expect([real.status, real.json.sandbox]).toEqual([201, false])
    expect((await post({ organisation: 'Sandy calendar', categorie: 'M' })).json.code).toBe('category_rule')
    await server.cli('user', 'grant', '--email', 'root@example.org', '--super-user')
    const root = await signIn(server, 'root', '', 'root@example.org')
    const list = await server.send('', 'GET', '/admin/server/organisations/', {
      cookie: root,
      headers: { 'accept-language': 'en' },
    })
    expect(list.text).toMatch(/Sandcastle<\/a><\/td>\s*<td[^>]*>[^<]*sandbox/)
  })
})

describe('deleting a sandbox', () => {
  /** How many rows there are of a tenant, by table and column. */
  async function rowsOf(tenantId: string): Promise<Record<string, number>> {
    const { rows } = await client.query<{ name: string; column: string }>(
      `select table_name as name, column_name as column from information_schema.columns join pg_tables on tablename = table_name
       where table_schema = 'public' and schemaname = 'public' and column_name like '%tenant_id' order by 1, 2`,
    )
    const found: Record<string, number> = {}
    for (const { name, column } of rows) {
      const counted = await client.query(`select count(*)::int as rows from ${name} where ${column} = $1`, [tenantId])
      if (counted.rows[0].rows > 0) found[`${name}.${column}`] = counted.rows[0].rows
    }
    return found
  }

  const press = async (office: { readonly slug: string }, name: string) =>
    (await staffOf(server, office)).press('/admin/settings/sandbox/deletion/', [['name', name]])

  /** Seen red without the first line of deleteSandbox, and without `and sandbox` in delete_sandbox(). */
  it('is for sandboxes alone, by no way for a real organisation', async () => {
    await server.cli('user', 'grant', '--email', 'root@example.org', '--super-user')
    const owner = await staffOf(server, hall.office)
    const before = await rowsOf(hall.office.tenantId)
    expect((await owner.show('/admin/settings/sandbox/')).status).toBe(404)
    expect((await owner.show('/admin/settings/')).text).not.toContain('/admin/settings/sandbox/')
    expect((await press(hall.office, 'The Hall')).status).toBe(404)
    const root = await signIn(server, 'root', '', 'root@example.org')
    const page = `/admin/server/organisations/${hall.office.tenantId}/`
    const asked = await server.send('', 'POST', `${page}deletion/`, {
      body: 'name=The+Hall',
      cookie: root,
      headers: { origin: originOf(server, ''), 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(asked.status).toBe(409)
    const words = ['tenant', 'delete', '--tenant', hall.office.slug, '--name', 'The Hall']
    expect((await execCli(server.environment, words)).stderr).toContain('archive it instead')
    // Nor by the function of the schema itself: neither a real one that is archived, nor a sandbox that is not.
    for (const id of [hall.office.tenantId, sandbox.tenantId]) {
      await client.query('begin')
      await client.query(`set local app.tenant_id = '${id}'`)
      if (id === hall.office.tenantId) await client.query('update tenant set archived_at = now() where id = $1', [id])
      await expect(client.query('select delete_sandbox(1)')).rejects.toThrow('only an archived sandbox')
      await client.query('rollback')
    }
    expect(await rowsOf(hall.office.tenantId)).toEqual(before)
  })

  /** Seen red with a step that takes all of it, and with the index of money_back left out: the plan read the whole table. */
  it('goes in steps, and what refers to a payment is found by an index', async () => {
    const castle = await openBoxOffice(server, 'Castle of steps', '--sandbox')
    const { product, price } = await castle.price('B')
    const event = await castle.event([product])
    expect((await castle.book({ event, email: visitor(), prices: [{ uuid: price, qty: 2 }] })).status).toBe(201)
    const rows = Object.entries(await rowsOf(castle.tenantId)).length
    await client.query('update tenant set archived_at = now() where id = $1', [castle.tenantId])
    const others = [await rowsOf(sandbox.tenantId), await rowsOf(hall.office.tenantId)]
    let steps = 0
    for (let isOver = false; !isOver; steps++) {
      await client.query(`begin; set local app.tenant_id = '${castle.tenantId}'`)
      isOver = (await client.query('select delete_sandbox(3) as over')).rows[0].over
      await client.query('commit')
    }
    expect(steps).toBeGreaterThan(rows / 3)
    expect(await rowsOf(castle.tenantId)).toEqual({})
    expect([await rowsOf(sandbox.tenantId), await rowsOf(hall.office.tenantId)]).toEqual(others)
    await client.query('begin; set local enable_seqscan = off')
    for (const [table, column] of [
      ['money_back', 'payment_id'],
      ['receipt', 'payment_id'],
      ['receipt', 'refund_id'],
    ]) {
      const { rows: plan } = await client.query(
        `explain select from ${table} where tenant_id = gen_random_uuid() and ${column} = '${castle.tenantId}'`,
      )
      expect(plan.map((row) => row['QUERY PLAN']).join(), `${table}.${column}`).toMatch(
        new RegExp(`Index Cond: .*${column} =`),
      )
    }
    await client.query('rollback')
  })

  /** Seen red without the name, and with one of the server's tables emptied for everybody. */
  it('asks for its name, takes all of it, and nothing of anybody else', async () => {
    const castle = await openBoxOffice(server, 'Castle of sand', '--sandbox')
    const { product, price } = await castle.price('B')
    const event = await castle.event([product], { img_url: pictures.url('/picture.png') })
    const { json } = await castle.book({ event, email: visitor(), prices: [{ uuid: price, qty: 2 }] })
    const pay = await get(pathOf(json.checkout_url), castle.slug)
    await answer(pathOf(String(pay.headers['location'])), 'pay', castle.slug)
    await untilTrue(async () => (await castle.get(`/api/reservations/${json.uuid}/`)).json.status === 'V')
    await castle.post(`/api/reservations/${json.uuid}/cancellation/`)
    await untilQuiet(client)
    const phone = await pairPhone(server, castle.slug)
    const media = join(server.dataDir, 'media', castle.tenantId)
    expect(existsSync(media)).toBe(true)
    const kept = await rowsOf(castle.tenantId)
    for (const table of ['receipt', 'audit_entry', 'money_back', 'test_refund', 'device', 'calendar_entry', 'mail'])
      expect(Object.keys(kept)).toContain(`${table}.tenant_id`)

    expect((await press(castle, 'Castle of stone')).text).toContain('Type the name exactly')
    expect((await get('/', castle.slug)).status).toBe(200)
    const others = [await rowsOf(sandbox.tenantId), await rowsOf(hall.office.tenantId)]
    const gone = await press(castle, 'Castle of sand')
    expect(gone.text).toContain('Nothing is left of Castle of sand')

    expect(await rowsOf(castle.tenantId)).toEqual({})
    expect((await client.query('select from tenant where id = $1', [castle.tenantId])).rows).toEqual([])
    expect([await rowsOf(sandbox.tenantId), await rowsOf(hall.office.tenantId)]).toEqual(others)
    expect(existsSync(media)).toBe(false)
    const unknown = await get('/', 'nobody-was-here')
    const there = await get('/', castle.slug)
    expect([there.status, there.json?.code]).toEqual([unknown.status, unknown.json?.code])
    expect((await server.send(castle.slug, 'GET', '/scan/events/', { key: phone.key })).status).toBe(404)
    await untilQuiet(client)
    const { rows } = await client.query("select after from audit_entry where action = 'organisation.deleted'")
    expect(rows).toMatchObject([{ after: { organisation: 'Castle of sand' } }])
    // Its address is anybody's again, and knows nothing.
    const again = await openBoxOffice(server, 'Castle of sand')
    expect((await get('/', again.slug)).text).not.toContain(mark)
  })

  it('is done from Root and by the command line too, also where it was interrupted', async () => {
    await server.cli('user', 'grant', '--email', 'root@example.org', '--super-user')
    const root = await signIn(server, 'root', '', 'root@example.org')
    const tower = await openBoxOffice(server, 'Tower of sand', '--sandbox')
    // As a process left it that ended after it had archived it.
    await server.cli('tenant', 'archive', '--yes', '--reason', 'It closed', '--tenant', tower.slug)
    const page = `/admin/server/organisations/${tower.tenantId}/`
    const shown = await server.send('', 'GET', page, { cookie: root, headers: { 'accept-language': 'en' } })
    expect(shown.text).toContain(`${page}deletion/`)
    const asked = await server.send('', 'POST', `${page}deletion/`, {
      body: 'name=Tower+of+sand',
      cookie: root,
      headers: { origin: originOf(server, ''), 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect([asked.status, asked.headers['location']]).toEqual([303, '/admin/'])
    expect(await rowsOf(tower.tenantId)).toEqual({})
    const ditch = await openBoxOffice(server, 'Ditch of sand', '--sandbox')
    const words = ['tenant', 'delete', '--tenant', ditch.slug, '--name']
    expect((await execCli(server.environment, [...words, 'Ditch'])).exitCode).not.toBe(0)
    await server.cli(...words, 'Ditch of sand')
    expect(await rowsOf(ditch.tenantId)).toEqual({})
    await untilTrue(async () => (await get('/', ditch.slug)).status === 404)
  })
})
