import { afterAll, describe, expect, it } from 'vitest'
import { visitor } from '../harness/booking.ts'
import type { Answer } from '../harness/client.ts'
import { stillClock } from '../harness/bent-clock.ts'
import { type BoxOffice, openBoxOffice, runJob, untilQuiet } from '../harness/box-office.ts'
import { startMailServer } from '../harness/mail-server.ts'
import { originOf, signIn } from '../harness/sign-in.ts'
import { staffOf } from '../harness/staff.ts'
import { submitAt } from '../harness/tenant-request.ts'
import { serve } from '../harness/two-tenants.ts'

/** Whoever sees a page that cheats people tells those who run the server, and the organisation does not hear of it (ADR 0237). */
const mails = await startMailServer()
afterAll(() => mails.stop())
const { server, client, hall, other, sue } = await serve(
  { environment: { ...stillClock, RATE_LIMIT: 'on', TRUST_PROXY: '127.0.0.1', SMTP_URL: mails.url } },
  async ({ server, client }) => {
    await server.cli('user', 'grant', '--email', 'sue@server.test', '--super-user')
    const offices = { hall: await openBoxOffice(server, 'The Hall'), other: await openBoxOffice(server, 'The Other') }
    return { server, client, ...offices, sue: await signIn(server, 'root', '', 'sue@server.test') }
  },
)

const room = '/admin/server/reports/'
const asSue = (path: string) => server.send('', 'GET', path, { cookie: sue, headers: { accept: 'text/html' } })

let networks = 0
const anotherNetwork = () => `203.0.113.${++networks}`

/** From a network of its own, unless it is said. */
function report(slug: string, form: Readonly<Record<string, string>>, from = anotherNetwork()) {
  return server.send(slug, 'POST', '/report/', {
    body: new URLSearchParams(form).toString(),
    headers: {
      accept: 'text/html',
      origin: originOf(server, slug),
      'x-forwarded-for': from,
      'content-type': 'application/x-www-form-urlencoded',
    },
  })
}

const told = { page: '/membership/', kind: 'pretends', text: 'They asked for my card.' }
const rowsOf = async ({ tenantId }: BoxOffice) =>
  (
    await client.query('select path, kind, text, email, settled_at from page_report where tenant_id = $1 order by id', [
      tenantId,
    ])
  ).rows
const mailsAbout = async (organisation: string) => {
  await untilQuiet(client)
  return mails.mails.filter(
    ({ subject, recipient }) => recipient === 'sue@server.test' && subject?.includes(organisation),
  )
}

describe('every public page', () => {
  const linkOf = (text: string) => /<a href="(\/report\/[^"]*)"[^>]*>Report this page<\/a>/.exec(text)?.[1]

  // Seen red with the link on pages of the administration.
  it('of an organisation, a calendar too, leads to a form about it; the administration and Root do not', async () => {
    const { product } = await hall.price('B', { prix: 12 })
    const { slug } = (await hall.get(`/api/events/${await hall.event([product])}/`)).json
    const headers = { accept: 'text/html' }
    for (const [label, path] of [
      [hall.slug, `/events/${slug}/`],
      [other.slug, '/legal/'],
      ['meta', '/'],
      [hall.slug, '/no-such-page/'],
    ] as const) {
      const link = linkOf((await server.send(label, 'GET', path, { headers })).text) ?? ''
      expect(link).toBe(`/report/?page=${encodeURIComponent(path)}`)
      const form = await server.send(label, 'GET', link, { headers: { ...headers, 'accept-language': 'fr' } })
      expect(form.status).toBe(200)
      expect(form.text).toContain('Signaler cette page')
      expect(form.text).toContain(`<dd>${path}</dd>`)
      expect(linkOf(form.text)).toBeUndefined()
    }
    const staff = await staffOf(server, hall)
    for (const text of [
      (await staff.show('/admin/')).text,
      (await asSue('/admin/')).text,
      (await server.send('', 'GET', '/', { headers })).text,
    ])
      expect(linkOf(text)).toBeUndefined()
  })

  /** Seen red without secretPath in reportedPath: Root would read the address that opens somebody's booking. */
  it('that is somebody’s alone, or was searched, is reported without what is theirs', async () => {
    const headers = { accept: 'text/html' }
    const secret = await server.send(hall.slug, 'GET', `/bookings/${hall.tenantId}/proof-of-it/`, { headers })
    expect(linkOf(secret.text)).toBe(`/report/?page=${encodeURIComponent('/bookings/')}`)
    const searched = await server.send('meta', 'GET', '/?q=my+illness', { headers })
    expect(linkOf(searched.text)).toBe(`/report/?page=${encodeURIComponent('/')}`)
    expect((await report(hall.slug, { ...told, page: '/tickets/a-uuid/a-proof/?x=1' })).status).toBe(303)
    expect((await rowsOf(hall)).at(-1)).toMatchObject({ path: '/tickets/' })
    // Seen red without plainSpelling: it is the same address.
    expect((await report(hall.slug, { ...told, page: '/%62ookings/a-uuid/a-proof/' })).status).toBe(303)
    expect((await rowsOf(hall)).at(-1)).toMatchObject({ path: '/bookings/' })
  })
})

describe('a report', () => {
  // Seen red with the report kept as one of Root, and with the list open to everybody.
  it('is read by whoever runs the server, with the organisation, and by nobody of any organisation', async () => {
    const email = visitor()
    const text = `<script>alert(1)</script> ${email} took my money`
    const sent = await report(hall.slug, { ...told, text, email: email.toUpperCase(), kind: 'sells_nothing' })
    expect([sent.status, sent.headers['location']]).toEqual([303, '/report/?page=%2Fmembership%2F&done=sent'])
    const thanks = await server.send(hall.slug, 'GET', String(sent.headers['location']))
    expect(thanks.text).toContain('Thank you')
    expect(thanks.text).toContain('<a class="button quiet" href="/membership/">')
    expect((await rowsOf(hall)).at(-1)).toMatchObject({ path: '/membership/', kind: 'sells_nothing', email })

    const { text: list } = await asSue(room)
    expect(list).toContain('&lt;script>alert(1)&lt;/script> ')
    expect(list).not.toContain('<script>alert')
    expect(list).toContain(`<a href="/admin/server/organisations/${hall.tenantId}/">The Hall</a>`)
    expect(list).toContain(`href="${originOf(server, hall.slug)}/membership/"`)
    expect(list).not.toContain('>The Other</a>')
    expect(list).toContain(`<td data-label="Answer to">${email}</td>`)
    expect((await asSue('/admin/')).text).toMatch(/that are open: \d+\..*<a href="\/admin\/server\/reports\/">/)

    for (const office of [hall, other]) {
      const staff = await staffOf(server, office)
      expect((await staff.show(room)).status).toBe(404)
      for (const path of ['/admin/', '/admin/audit/', '/admin/mails/'])
        expect((await staff.show(path)).text).not.toContain('took my money')
    }
    expect((await server.send('', 'GET', room)).status).toBe(401)
    expect(server.output()).not.toContain(email)
  })

  /**
   * Seen red without its time in tellOfPageReports (a mail each), with the time of all organisations together (no mail of the other), and
   * with the whole report in the mail.
   */
  it('is told to super-users at once, and of an organisation once an hour, with their number', async () => {
    const [first, second] = [
      await openBoxOffice(server, 'House of cards'),
      await openBoxOffice(server, 'House of glass'),
    ]
    const email = visitor()
    for (let count = 0; count < 3; count++) {
      await report(first.slug, { ...told, page: `/events/night-${count}/`, email })
      await untilQuiet(client)
    }
    await report(second.slug, told)
    expect((await mailsAbout('House of cards')).map(({ subject }) => subject)).toEqual([
      'A page of House of cards was reported',
    ])
    expect(await mailsAbout('House of glass')).toHaveLength(1)
    const { rows } = await client.query(
      `select run_at between now() + interval '50 minutes' and now() + interval '1 hour' as later
       from graphile_worker._private_jobs where payload->>'tenantId' = $1`,
      [first.tenantId],
    )
    expect(rows).toEqual([{ later: true }])
    await client.query("update page_report set told_at = told_at - interval '1 hour'")
    await runJob(client, 'tell_of_page_reports', { tenantId: first.tenantId })
    await runJob(client, 'tell_of_page_reports', { tenantId: first.tenantId })
    const all = await mailsAbout('House of cards')
    expect(all.map(({ subject }) => subject).slice(1)).toEqual(['2 reports of House of cards'])
    expect(all[1]?.text).toContain('/events/night-2/')
    for (const { raw } of all) {
      expect(raw).not.toContain(email)
      expect(raw).not.toContain('asked for my card')
    }
  })

  // Seen red without `settledAt` in settlePageReport: done twice.
  it('is done with by a super-user, once, which the log of the server says', async () => {
    const house = await openBoxOffice(server, 'House of doors')
    await report(house.slug, told)
    const { rows } = await client.query('select id from page_report where tenant_id = $1', [house.tenantId])
    const settle = (cookie?: string) =>
      submitAt(server, '', `${room}${rows[0].id}/settlement/`, {}, cookie === undefined ? {} : { cookie })
    expect((await settle()).status).toBe(401)
    const done = await settle(sue)
    expect([done.status, done.headers['location']]).toEqual([303, `${room}?done=settled`])
    expect((await settle(sue)).status).toBe(409)
    expect((await asSue(room)).text).toMatch(/House of doors[\s\S]*Done: <time/)
    const { rows: noted } = await client.query(
      "select tenant_id, subject_id from audit_entry where action = 'page_report.settled'",
    )
    expect(noted).toHaveLength(1)
    expect(noted[0].subject_id).toBe(house.tenantId)
    expect(noted[0].tenant_id).not.toBe(house.tenantId)
  })
})

describe('what is refused', () => {
  // Four of them seen red without isPlain and the origin in ownPath.
  it.each([
    'https://evil.test/',
    '//evil.test/',
    '/\\evil.test/',
    '/%2f%2fevil.test/%0d%0aset-cookie:a',
    'javascript:alert(1)',
    'membership/',
    `/${'x'.repeat(500)}`,
  ])('the page %s: it is none of this host', async (page) => {
    const before = await rowsOf(hall)
    const asked = await server.send(hall.slug, 'GET', `/report/?${new URLSearchParams({ page, done: 'sent' })}`)
    expect(asked.status).toBe(400)
    expect(asked.text).not.toContain('href="https://evil')
    expect((await report(hall.slug, { ...told, page })).status).toBe(400)
    expect(await rowsOf(hall)).toEqual(before)
  })

  it.each([
    ['kind', { kind: '' }, 'Choose what is wrong'],
    ['kind', { kind: 'other-kind' }, 'Choose what is wrong'],
    ['email', { email: 'nobody' }, 'such as ada@example.org'],
    ['text', { text: 'x'.repeat(2001) }, '2,000 characters'],
  ])('a wrong %s, beside its field, and nothing typed is lost', async (field, wrong, said) => {
    const before = await rowsOf(hall)
    const { status, text } = await report(hall.slug, { ...told, email: 'ada@visitor.test', ...wrong })
    expect([status, text.includes(`href="#${field}"`), text.includes(said)]).toEqual([400, true, true])
    expect(text).toContain('name="page" value="/membership/"')
    expect(await rowsOf(hall)).toEqual(before)
  })

  // Seen red without `homepage`.
  it('what programs fill in, without a word; a form of another site', async () => {
    const before = await rowsOf(hall)
    expect((await report(hall.slug, { ...told, homepage: 'https://spam.test' })).status).toBe(303)
    expect((await submitAt(server, hall.slug, '/report/', told, { origin: 'https://evil.test' })).status).toBe(403)
    expect(await rowsOf(hall)).toEqual(before)
  })

  /** Seen red without countRequest, and without countReportsFrom: an eleventh. */
  it('more than three a minute and ten a day from one network, over all organisations', async () => {
    const from = anotherNetwork()
    const send = (nth: number) => report(nth % 2 ? hall.slug : other.slug, told, from)
    for (let nth = 1; nth <= 3; nth++) expect((await send(nth)).status).toBe(303)
    const refused = await send(4)
    expect([refused.status, refused.text.includes('They asked for my card.')]).toEqual([429, true])
    expect(refused.headers['retry-after']).toBeDefined()
    for (let nth = 4; nth <= 10; nth++) {
      await client.query('delete from rate_counter')
      expect((await send(nth)).status).toBe(303)
    }
    await client.query('delete from rate_counter')
    const enough = await send(11)
    expect([enough.status, enough.text.includes('Many reports have come from here today')]).toEqual([429, true])
    expect((await report(hall.slug, told)).status).toBe(303)
    await client.query("update page_report set created_at = created_at - interval '1 day'")
    await client.query('delete from rate_counter')
    expect((await send(12)).status).toBe(303)
  })

  /** Seen red without countOpenReports, and with those of all organisations counted together. */
  it('nothing, of what is known already: whoever adds to two hundred is thanked', async () => {
    const house = await openBoxOffice(server, 'House of many')
    await client.query(
      `insert into page_report (id, tenant_id, path, kind, text, reported_from, created_at)
       select gen_random_uuid(), $1, '/', 'other', '', '', now() from generate_series(1, 199)`,
      [house.tenantId],
    )
    for (let nth = 0; nth < 3; nth++) expect((await report(house.slug, told)).status).toBe(303)
    expect(await rowsOf(house)).toHaveLength(200)
  })
})

describe('what is kept of whoever reports', () => {
  async function reportAs(email: string) {
    for (const office of [hall, other]) await report(office.slug, { ...told, email, text: `Word of ${email}` })
  }
  const known = async (email: string) =>
    (
      await client.query('select tenant_id from page_report where email = $1 or text like $2 order by tenant_id', [
        email,
        `%${email}%`,
      ])
    ).rows.map(({ tenant_id }) => tenant_id)

  /** Seen red without eraseReporter, and with it and listReportsBy asking for no organisation. */
  it('they export, and have erased where they ask; that the page was reported stays', async () => {
    const email = visitor()
    await reportAs(email)
    const cookie = await signIn(server, hall.slug, hall.slug, email)
    const { json } = await server.send(hall.slug, 'GET', '/account/data.json', { cookie })
    expect(json.reports).toEqual([
      expect.objectContaining({ organisation: 'The Hall', path: '/membership/', text: `Word of ${email}` }),
    ])
    const before = (await rowsOf(hall)).length
    expect((await submitAt(server, hall.slug, '/account/erasure/', {}, { cookie })).status).toBe(200)
    expect(await known(email)).toEqual([other.tenantId])
    expect(await rowsOf(hall)).toHaveLength(before)
    const everywhere = await signIn(server, 'meta', 'meta', email)
    expect((await submitAt(server, 'meta', '/account/erasure/', {}, { cookie: everywhere })).status).toBe(200)
    expect(await known(email)).toEqual([])
  })

  /**
   * Staff would learn who reported them. Seen red with eraseReporter in eraseHere, and with reports among what is counted by
   * `isAnything`.
   */
  it('stays when an organisation forgets them, which sees no difference; by themselves at Root goes what is Root’s', async () => {
    const [booker, beside, nobody] = [visitor(), visitor(), visitor()]
    const { product, price } = await hall.price('B', { prix: 0 })
    const event = await hall.event([product])
    const bookings: string[] = []
    for (const email of [booker, beside]) {
      const booked = await hall.book({ event, email, prices: [{ uuid: price, qty: 1 }] }, { key: hall.key })
      bookings.push(booked.json.uuid)
    }
    const onlyReports = visitor()
    for (const email of [booker, onlyReports]) await reportAs(email)
    const both = [hall.tenantId, other.tenantId].toSorted()
    const staff = await staffOf(server, hall)
    const without = ({ status, text }: Answer) => [status, text.replaceAll(/visitor-\d+@example\.org|[\w-]{20,}/g, '…')]
    const look = async (email: string) => without(await staff.press('/admin/personal-data/', [['email', email]]))
    expect(await look(onlyReports)).toEqual(await look(nobody))
    expect(await look(booker)).toEqual(await look(beside))
    const erase = async (email: string) =>
      (await staff.press('/admin/personal-data/erasure/', [['email', email]])).headers['location']
    const nothing = '/admin/personal-data/?done=nothing'
    expect([await erase(onlyReports), await erase(nobody)]).toEqual([nothing, nothing])
    // One by the page of the booking, one by the address.
    const page = `/admin/reservations/${bookings[0]}/erasure/`
    const seen = /name="seen" value="([^"]+)"/.exec((await staff.show(page)).text)?.[1] ?? ''
    expect((await staff.press(page, [['seen', seen]])).status).toBe(303)
    expect(await erase(beside)).toBe('/admin/personal-data/?done=erased')
    expect(await erase(booker)).toBe(nothing)
    for (const email of [booker, onlyReports]) expect(await known(email)).toEqual(both)
    for (const office of [hall, other])
      expect(await rowsOf(office)).toContainEqual(expect.objectContaining({ email: booker, text: `Word of ${booker}` }))

    const atRoot = await signIn(server, 'root', '', booker)
    expect((await submitAt(server, '', '/account/erasure/', {}, { cookie: atRoot })).status).toBe(200)
    expect(await known(booker)).toEqual(both)
    const privacy = await server.send(hall.slug, 'GET', '/legal/', { headers: { accept: 'text/html' } })
    expect(privacy.text).toContain('The organisation is not told who sent it')
  })

  /** Seen red without deleteOldPageReports, and without its organisation. The other organisation's are a day younger. */
  it('is gone after 90 days, whole, done with or not', async () => {
    const email = visitor()
    await reportAs(email)
    const age = (office: BoxOffice, days: number) =>
      client.query("update page_report set created_at = now() - $2 * interval '1 day' where tenant_id = $1", [
        office.tenantId,
        days,
      ])
    await age(hall, 91)
    await age(other, 89)
    await client.query('delete from due_work')
    await runJob(client, 'look_at_everybody')
    // The clock of the process stands still, and the database's goes on.
    await client.query("update due_work set due_at = now() - interval '1 hour'")
    await runJob(client, 'forget_old')
    expect(await known(email)).toEqual([other.tenantId])
    expect(await rowsOf(hall)).toEqual([])
  })
})
