import { randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { visitor } from '../harness/booking.ts'
import { type BoxOffice, runClockJob, untilQuiet, untilTrue } from '../harness/box-office.ts'
import { linkIn, startMailServer } from '../harness/mail-server.ts'
import { originOf, signIn } from '../harness/sign-in.ts'
import { staffOf } from '../harness/staff.ts'
import { changesOfRows } from '../harness/traces.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/**
 * Whoever wants no more messages of an organisation says so by a link or by one click in a mail program, and gets none of that one
 * (ADR 0236).
 */
const mails = await startMailServer()
const { server, client, hall, other } = await twoOffices({ environment: { SMTP_URL: mails.url } })
afterAll(() => mails.stop())
const staff = await staffOf(server, hall)
const prices = new Map<BoxOffice, { price: string; product: string }>()
for (const office of [hall, other]) prices.set(office, await office.price('B', { prix: 12, name: 'Full' }))

const eventAt = (office: BoxOffice) => office.event([prices.get(office)?.product ?? ''])

/** A booking that is paid; with a second address, its ticket was given on. */
async function book(event: string, email: string, { office = hall, holder = '' } = {}) {
  const { json } = await office.book({ event, email, prices: [{ uuid: prices.get(office)?.price, qty: 1 }] })
  await office.post(`/api/reservations/${json.uuid}/payments/`, { method: 'cash' })
  if (holder) await client.query('update ticket set holder_email = $1 where id = $2', [holder, json.tickets[0]])
}

/** Writes to all of an event, once it is told; the message as programs read it. */
async function write(event: string, subject: string, office = hall) {
  const body = { uuid: randomUUID(), subject, message: 'Come early.' }
  expect((await office.post(`/api/events/${event}/messages/`, body)).status).toBe(200)
  await untilQuiet(client)
  const { json } = await office.get(`/api/events/${event}/messages/`)
  return json.find(({ uuid }: { uuid: string }) => uuid === body.uuid)
}

/** Who got a mail with that in its subject. */
const readersOf = (subject: string) =>
  mails.mails
    .filter((mail) => mail.subject?.includes(subject))
    .map(({ recipient }) => recipient)
    .toSorted()

/** The path of the page in a message to somebody. */
async function pathOf(email: string, office = hall): Promise<string> {
  const event = await eventAt(office)
  await book(event, email, { office })
  const subject = `Hello ${randomUUID()}`
  await write(event, subject, office)
  return new URL(linkIn(await mails.mailTo(email, new RegExp(subject)), '/objection/')).pathname
}

const ask = (method: string, path: string, { label = hall.slug, language = 'en', ...options } = {}) =>
  server.send(label, method, path, { ...options, headers: { accept: 'text/html', 'accept-language': language } })

/** What a mail program sends for its reader: from anywhere, without a cookie. */
function oneClick(path: string, { type = 'urlencoded', label = hall.slug } = {}) {
  const parts = '--end\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--end--\r\n'
  return server.send(label, 'POST', path, {
    body: type === 'urlencoded' ? 'List-Unsubscribe=One-Click' : parts,
    headers: {
      'content-type': type === 'urlencoded' ? 'application/x-www-form-urlencoded' : 'multipart/form-data; boundary=end',
      origin: 'https://mail.test',
      'sec-fetch-site': 'cross-site',
    },
  })
}

/** The form of the page that leads back. */
const withdraw = (path: string, origin = originOf(server, hall.slug)) =>
  server.send(hall.slug, 'POST', `${path}end/`, {
    body: '',
    headers: { origin, accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
  })

const objectionsOf = async (email: string) =>
  (await client.query('select tenant_id from mail_objection where email = $1', [email])).rowCount

/** What changed but for the jobs of a minute that has just begun. */
async function changes(): Promise<string> {
  await untilQuiet(client)
  return changesOfRows(client)
}

/** Seen red without the headers of the mailer, and with any kind taken by mayObjectTo. */
it('a message says how to object in its headers and in both its texts; tickets say nothing of it', async () => {
  const email = visitor()
  const path = await pathOf(email)
  const message = await mails.mailTo(email, /Hello/)
  const url = linkIn(message, '/objection/')
  const header = (name: string) => message.headers.find(({ key }) => key === name)?.value
  expect(header('list-unsubscribe')).toBe(`<${url}>`)
  expect(message.raw).toContain(`List-Unsubscribe: <${url}>\r\n`)
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect(url).toBe(originOf(server, hall.slug) + path)
  expect(message.html).toContain(`href="${url}"`)
  expect(path.length).toBeLessThan(500)
  for (const written of [email, Buffer.from(email).toString('base64url'), encodeURIComponent(email)])
    expect(url).not.toContain(written)
  const tickets = mails.mails.find(({ recipient, subject }) => recipient === email && !/Hello/.test(subject ?? ''))
  expect(tickets).toBeDefined()
  expect(tickets?.raw).not.toMatch(/list-unsubscribe|\/objection\//i)
})

/** Seen red with the page's GET objecting, and with the POST held to its own origin, as those of all other pages are. */
it('opening the link changes nothing; its button and one click do, however often, and the page leads back', async () => {
  const email = visitor()
  const path = await pathOf(email)
  const before = await changes()
  for (const method of ['GET', 'HEAD', 'GET']) expect((await ask(method, path)).status).toBe(200)
  const [page, french] = [await ask('GET', path), await ask('GET', path, { language: 'fr' })]
  expect(page.text).toContain('Stop receiving messages from The Hall?')
  expect(french.text).toMatch(/Ne plus recevoir de messages de The Hall\s\?/)
  expect(page.text).not.toContain(email)
  expect(await changes()).toBe(before)
  const answers = await Promise.all([
    oneClick(path),
    oneClick(path, { type: 'multipart' }),
    oneClick(path),
    oneClick(path),
  ])
  for (const { status, text } of answers)
    expect([status, text]).toEqual([200, expect.stringContaining('You no longer receive messages from The Hall')])
  expect(await objectionsOf(email)).toBe(1)
  expect((await ask('GET', path)).text).toContain('Receive messages again')
  expect((await withdraw(path, originOf(server, other.slug))).status).toBe(403)
  expect(await objectionsOf(email)).toBe(1)
  const back = await withdraw(path)
  expect([back.status, back.headers['location']]).toEqual([303, path])
  expect((await withdraw(path)).status).toBe(303)
  expect(await objectionsOf(email)).toBe(0)
  expect((await ask('GET', path)).text).toContain('Stop receiving messages from The Hall?')
})

/** Seen red with one purpose for all organisations. */
it('a link that is made up, cut, or of another organisation is not found, and changes nothing', async () => {
  const email = visitor()
  const path = await pathOf(email)
  const theirs = await pathOf(email, other)
  const token = path.split('/')[2] ?? ''
  const before = await changes()
  const wrong = [
    'x',
    'AAAAAAAAAAAAAAAAAAAAAA',
    'A'.repeat(60),
    'A'.repeat(499),
    '%00',
    'a@b.test',
    token.slice(0, -2),
    token.slice(2),
    token.slice(0, 20),
    `${token}AAAA`,
    token.toLowerCase(),
    theirs.split('/')[2],
  ]
  for (const made of wrong) {
    const answers = [
      await ask('GET', `/objection/${made}/`),
      await oneClick(`/objection/${made}/`),
      await withdraw(`/objection/${made}/`),
    ]
    expect(
      answers.map(({ status }) => status),
      made,
    ).toEqual([404, 404, 404])
  }
  expect((await ask('GET', `/objection/${token.slice(0, -2)}/`)).text).toContain('This link is not whole')
  expect((await oneClick(path, { label: other.slug })).status).toBe(404)
  expect(await changes()).toBe(before)
})

/** Seen red with the limits of read-multipart.ts as they are for pictures. */
it('one click brings no file and nothing long', async () => {
  const email = visitor()
  const path = await pathOf(email)
  const send = (part: string) =>
    server.send(hall.slug, 'POST', path, {
      body: `--end\r\nContent-Disposition: form-data; name="a"${part}\r\n--end--\r\n`,
      headers: { 'content-type': 'multipart/form-data; boundary=end' },
    })
  expect((await send('; filename="a.png"\r\nContent-Type: image/png\r\n\r\nabc')).status).toBe(413)
  expect((await send(`\r\n\r\n${'a'.repeat(2000)}`)).status).toBe(413)
  expect(await objectionsOf(email)).toBe(0)
})

/**
 * Seen red without listObjectors in mailMessage: withdrawn all the same, but nobody is told that anybody was left out; without
 * holders among those who are looked for; and without the bookings that nobody is told of taken off on the form.
 */
it('leaves out whoever booked and whoever holds a ticket, at this organisation, of messages alone, and says how many', async () => {
  const [booker, reader, holder] = [visitor(), visitor(), visitor()]
  for (const email of [booker, holder]) expect((await oneClick(await pathOf(email))).status).toBe(200)
  const event = await eventAt(hall)
  await book(event, booker)
  await book(event, reader, { holder })
  const form = await staff.show(`/admin/events/${event}/message/`)
  expect(form.text).toMatch(/One booking gets this e-\u2060mail\..*2 people want no more messages and are left out\./s)
  const message = await write(event, 'The second word')
  expect(readersOf('The second word')).toEqual([reader])
  expect(message).toMatchObject({ reservations: 2, done: 2, left_out: 2 })
  const { text } = await staff.show(`/admin/notices/${message.uuid}/`)
  expect(text).toMatch(/1 booking told\..*2 people want no more messages and are left out\./s)
  const french = await staff.show(`/admin/notices/${message.uuid}/`, 'fr')
  expect(french.text).toMatch(/2 personnes ne veulent plus recevoir de messages/)
  const elsewhere = await eventAt(other)
  await book(elsewhere, booker, { office: other })
  await write(elsewhere, 'Of the other house', other)
  expect(readersOf('Of the other house')).toEqual([booker])
  await staff.press(`/admin/events/${event}/cancellation/`, [])
  await untilQuiet(client)
  const cancelled = mails.mails.filter(({ subject }) => subject?.startsWith('Cancelled:'))
  expect(cancelled.map(({ recipient }) => recipient)).toEqual(expect.arrayContaining([booker, reader, holder]))
  for (const { raw } of cancelled) expect(raw).not.toMatch(/list-unsubscribe/i)
})

/** Seen red without isObjectedTo in sendMail. */
it('counts for a message that waits to be sent as well', async () => {
  const [email, stays] = [visitor(), visitor()]
  const path = await pathOf(email)
  const event = await eventAt(hall)
  await book(event, email)
  await book(event, stays)
  await untilQuiet(client)
  for (const one of [email, stays]) mails.answers.set(one, 451)
  await write(event, 'Before they objected')
  await untilTrue(async () => {
    const failed =
      "select from mail where recipient = any($1) and kind = 'event_message' and status = 'queued' and failure like '451%'"
    return (await client.query(failed, [[email, stays]])).rowCount === 2
  })
  await oneClick(path)
  mails.answers.clear()
  // The mail says that it failed before its job has put down when it is tried again.
  await untilQuiet(client)
  await client.query('select graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) from graphile_worker.jobs')
  await untilQuiet(client)
  expect(readersOf('Before they objected')).toEqual([stays])
  const { rows } = await client.query(
    "select status, failure from mail where recipient = $1 and subject like '%Before they objected'",
    [email],
  )
  expect(rows).toEqual([{ status: 'withdrawn', failure: 'objected' }])
})

/** Seen red with event_message alone in mayObjectTo, and without the reason in sendMail. */
it('a reminder of a membership says so too, and does not come to whoever objected: their page says why', async () => {
  const { price } = await hall.price('A', { prix: 20, subscription_type: 'Y' })
  const theirs = await other.price('A', { prix: 20, subscription_type: 'Y' })
  const [objector, member] = [visitor(), visitor()]
  await oneClick(await pathOf(objector))
  const ids: string[] = []
  for (const email of [objector, member]) {
    const joined = await hall.post('/api/memberships/', { email, price })
    expect(joined.status).toBe(201)
    ids.push(joined.json.uuid)
  }
  const elsewhere = await other.post('/api/memberships/', { email: objector, price: theirs.price })
  await client.query(
    "update membership set valid_from = now() - interval '345 days', valid_until = now() + interval '20 days' where price_id = any($1)",
    [[price, theirs.price]],
  )
  await runClockJob(client, 'remind_members')
  await untilQuiet(client)
  const reminder = await mails.mailTo(member, /membership ends soon/)
  expect((await oneClick(new URL(linkIn(reminder, '/objection/')).pathname)).status).toBe(200)
  expect(readersOf('membership ends soon')).toEqual([member, objector].toSorted())
  const [at, nextDoor] = [(id: string) => `/admin/members/${id}/`, await staffOf(server, other)]
  const [noMore, sent] = [
    /ends soon: [^”]*” to \S+: not sent: this person wants no more messages/,
    /ends soon: [^”]*” to \S+: sent/,
  ]
  expect((await staff.show(at(ids[0] ?? ''))).text).toMatch(noMore)
  expect((await staff.show(at(ids[0] ?? ''), 'fr')).text).toMatch(
    /non envoyé\s: cette personne ne veut plus recevoir de messages/,
  )
  expect((await staff.show(at(ids[1] ?? ''))).text).toMatch(sent)
  // At the other organisation they did not object.
  const { text } = await nextDoor.show(at(elsewhere.json.uuid))
  expect(text).toMatch(sent)
  expect(text).not.toMatch(noMore)
})

it('works at a domain of the organisation’s own, and at its label', async () => {
  const own = 'objection.example.test'
  await client.query("insert into domain (name, tenant_id, kind, created_at) values ($1, $2, 'own', now())", [
    own,
    hall.tenantId,
  ])
  await client.query('update tenant set main_domain = $1 where id = $2', [own, hall.tenantId])
  const email = visitor()
  const event = await eventAt(hall)
  await book(event, email)
  await write(event, 'From our own house')
  const url = new URL(linkIn(await mails.mailTo(email, /own house/), '/objection/'))
  expect(url.hostname).toBe(own)
  expect((await oneClick(url.pathname, { label: own })).status).toBe(200)
  expect(await objectionsOf(email)).toBe(1)
  expect((await withdraw(url.pathname)).status).toBe(303)
  expect((await oneClick(url.pathname)).status).toBe(200)
  await client.query('update tenant set main_domain = null where id = $1', [hall.tenantId])
})

/** Seen red without listOwnObjections, and without deleteObjection in eraseHere. */
it('is in the data that a person exports, and goes when they have it erased; other organisations keep theirs', async () => {
  const email = visitor()
  await oneClick(await pathOf(email))
  await oneClick(await pathOf(email, other), { label: other.slug })
  const cookie = await signIn(server, hall.slug, hall.slug, email)
  const data = await server.send(hall.slug, 'GET', '/account/data.json', { cookie })
  expect(data.json.organisations).toMatchObject([{ objections: [{ createdAt: expect.any(String) }] }])
  await server.send(hall.slug, 'POST', '/account/erasure/', {
    cookie,
    body: '',
    headers: { origin: originOf(server, hall.slug), 'content-type': 'application/x-www-form-urlencoded' },
  })
  const { rows } = await client.query('select tenant_id from mail_objection where email = $1', [email])
  expect(rows).toEqual([{ tenant_id: other.tenantId }])
})
