import { describe, expect, it } from 'vitest'
import { one } from '../harness/booking.ts'
import { type BoxOffice, openBoxOffice, untilQuiet } from '../harness/box-office.ts'
import { newCards } from '../harness/cards.ts'
import { untilOlderTransactionsEnd } from '../harness/database.ts'
import { pairPhone, qrCodesOf } from '../harness/door.ts'
import { lookupOf, openHolder } from '../harness/holder.ts'
import { named, personTraces, type Trace } from '../harness/person-traces.ts'
import { meetAtLock } from '../harness/rendezvous.ts'
import { originOf, signIn } from '../harness/sign-in.ts'
import { type Staff, staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** A person who wrote or rang: whoever manages the organisation has it forget them, and it alone (ADR 0188). */
const { server, client, hall, other } = await twoOffices()
const { leaveTraces, giveTicket, tablesThatKnow, mailsThatKnow, countsOf } = personTraces({ server, client })

const roles = ['owner', 'manager', 'box_office', 'steward', 'accountant'] as const
type Role = (typeof roles)[number]
const emailOf = (role: Role) => `${role}@staff.test`
const staff = {} as Record<Role, Staff>
for (const role of roles) {
  await server.cli('team', 'set', '--tenant', hall.slug, '--email', emailOf(role), '--role', role)
  staff[role] = await staffOf(server, hall, emailOf(role))
}

const pageOf = (reservation: string) => `/admin/reservations/${reservation}/`
const memberPageOf = (membership: string) => `/admin/members/${membership}/`
const seenIn = (text: string) => /name="seen" value="([^"]+)"/.exec(text)?.[1] ?? ''

/** Looks at what it would take, and agrees. */
async function erase(page: string, by: Staff = staff.manager) {
  const asked = await by.show(`${page}erasure/`)
  expect(asked.status, asked.text).toBe(200)
  return by.press(`${page}erasure/`, [['seen', seenIn(asked.text)]])
}

const idOf = async (table: 'reservation' | 'membership', column: string, email: string) =>
  (
    await client.query<{ id: string }>(
      `select id from ${table} where tenant_id = $1 and ${column} = $2 order by id limit 1`,
      [hall.tenantId, email],
    )
  ).rows[0]?.id ?? ''
const bookingOf = ({ email }: Trace) => idOf('reservation', 'booker_email', email)
const membershipOf = ({ email }: Trace) => idOf('membership', 'email', email)

const erasures = async (subject: string) =>
  (
    await client.query(
      `select action, before, after, account.email as by, (select count(*)::int from audit_personal
         where audit_personal.tenant_id = audit_entry.tenant_id and entry_id = audit_entry.id) as personal
       from audit_entry join account on account.id = actor_id
       where tenant_id = $1 and subject_id = $2 and action like '%.person_erased'`,
      [hall.tenantId, subject],
    )
  ).rows

/** The books of the organisation, to the cent. */
async function booksOf(office: BoxOffice) {
  const { rows } = await client.query(
    `select (select jsonb_agg(to_jsonb(payment) order by id) from payment where tenant_id = $1) as payments,
       (select jsonb_agg(to_jsonb(refund) order by id) from refund where tenant_id = $1) as refunds,
       (select jsonb_agg(to_jsonb(receipt) order by id) from receipt where tenant_id = $1) as receipts,
       (select sum(balance_minor) from purse where tenant_id = $1) as balance`,
    [office.tenantId],
  )
  const figures = office === hall ? (await staff.owner.show('/admin/accounting/figures.csv?from=2026-01-01')).text : ''
  return { ...rows[0], figures, ...(await countsOf(office)) }
}

/** What staff writes down about somebody: a name on a ticket, why a scan was undone, a member's name. */
async function leaveNotes(person: Trace): Promise<void> {
  const reservation = await bookingOf(person)
  await renameAndUndo(reservation, person)
  const member = memberPageOf(await membershipOf(person))
  const { text } = await staff.box_office.show(member)
  const seen = /name="seen" value="([0-9a-f]{64})"/.exec(text)?.[1] ?? ''
  const name = ['last_name', `${person.last}-Renamed`] as const
  expect((await staff.box_office.press(`${member}name/`, [['seen', seen], name])).status).toBe(303)
}

async function renameAndUndo(reservation: string, { first, last }: Omit<Trace, 'code'>): Promise<void> {
  const [ticket = ''] = (await hall.get(`/api/reservations/${reservation}/`)).json.tickets
  const { text } = await staff.box_office.show(pageOf(reservation))
  const form = text.slice(text.indexOf(`/tickets/${ticket}/"`))
  const fields = [
    ['seen', seenIn(form)],
    ['first_name', `${first}-Other`],
    ['last_name', `${last}-Other`],
  ] as const
  const change = await staff.box_office.press(`${pageOf(reservation)}tickets/${ticket}/`, fields)
  expect(change.status, change.text).toBe(303)
  await client.query(`update ticket set status = 'scanned', scanned_at = now() where id = $1`, [ticket])
  const reason = ['reason', `${last} came too early`] as const
  const undone = await staff.box_office.press(`${pageOf(reservation)}tickets/${ticket}/mistakes/`, [reason])
  expect(undone.status, undone.text).toBe(303)
  await client.query(`update ticket set status = 'scanned', scanned_at = now() where id = $1`, [ticket])
  const kept = await server.send(hall.slug, 'POST', `/api/ticket/${ticket}/undo/`, {
    key: hall.key,
    body: { reason: 'Once more' },
    headers: { 'idempotency-key': `undo-${ticket}` },
  })
  expect([kept.status, kept.json.first_name], kept.text).toEqual([200, `${first}-Other`])
}

async function giveCard(person: Trace): Promise<void> {
  const [card] = await newCards(server, 1)
  if (!card) throw new Error('no card')
  await server.cli('card', 'link', card.tag, '--email', person.email)
  const credit = { kind: 'credit', amount: 12.5 }
  await hall.post('/api/cards/', { tag_id: card.tag, number: card.number })
  const moved = await hall.post(`/api/cards/${card.tag}/movements/`, credit)
  expect(moved.status, moved.text).toBe(201)
}

describe('with an address', () => {
  /** Seen red with eraseFromAudit by the address alone, with every organisation gone through, and without eraseHolders or mailer.discard. */
  it('is forgotten here and nowhere else, and the books are as before', async () => {
    const ada = await leaveTraces(hall, named('adah'))
    const bob = await leaveTraces(hall, named('bobh'))
    await leaveTraces(other, named('adah'))
    await leaveNotes(ada)
    await giveCard(ada)
    const reservation = await bookingOf(ada)
    // A name that was noted before anybody knew the address, and one that the booking of another bears.
    await client.query(
      `update audit_personal set person_email = null where field = 'name' and after ilike '%adah-other%'`,
    )
    expect(await tablesThatKnow(ada, hall.tenantId)).toEqual(
      expect.arrayContaining(['public.audit_personal', 'public.ticket_name_word', 'public.purse']),
    )
    const mails = await mailsThatKnow(ada)
    const before = [await booksOf(hall), await booksOf(other)]
    const elsewhere = await tablesThatKnow(ada, other.tenantId)

    const booking = await staff.owner.show(pageOf(reservation))
    expect(booking.text).toContain(`href="${pageOf(reservation)}erasure/"`)
    const asked = await staff.owner.show(`${pageOf(reservation)}erasure/`)
    for (const said of [ada.email, 'The Hall', '2 tickets still open the door', '€12.50', 'This cannot be undone'])
      expect(asked.text).toContain(said)
    const done = await erase(pageOf(reservation), staff.owner)
    expect([done.status, done.headers['location']]).toEqual([303, `${pageOf(reservation)}erasure/?done=erased`])
    expect((await staff.owner.show(String(done.headers['location']))).text).toContain('The data is erased')

    expect(await tablesThatKnow(ada, hall.tenantId)).toEqual([])
    expect([await booksOf(hall), await booksOf(other)]).toEqual(before)
    expect(await tablesThatKnow(ada, other.tenantId)).toEqual(elsewhere)
    expect((await tablesThatKnow(bob, hall.tenantId)).length).toBeGreaterThan(4)
    expect(await mailsThatKnow(ada)).toBeLessThan(mails)
    // Their account and cards are the server's; only they themselves end those.
    const { rowCount } = await client.query(
      'select from account join nfc_card on account_id = account.id where email = $1',
      [ada.email],
    )
    expect(rowCount).toBe(1)
    expect(await erasures(reservation)).toEqual([
      { action: 'reservation.person_erased', before: null, after: null, by: emailOf('owner'), personal: 0 },
    ])
    const story = (await staff.owner.show(pageOf(reservation))).text
    expect(story).toContain('Erased the data of the person who booked')
    expect(story).not.toContain(`href="${pageOf(reservation)}erasure/"`)
    const phone = await pairPhone(server, hall.slug)
    const body = { qrcode_data: ada.code }
    const scanned = await server.send(hall.slug, 'POST', '/scan/ticket/', { body, key: phone.key })
    expect(scanned.json).toMatchObject({ success: true, ticket: { first_name: '', last_name: '' } })
  })

  it('is found by a membership, too', async () => {
    const cleo = await leaveTraces(hall, named('cleoh'))
    await leaveTraces(other, named('cleoh'))
    await leaveNotes(cleo)
    const membership = await membershipOf(cleo)
    expect((await staff.manager.show(memberPageOf(membership))).text).toContain(
      `href="${memberPageOf(membership)}erasure/"`,
    )
    const done = await erase(memberPageOf(membership))
    expect(done.status, done.text).toBe(303)
    const after = await staff.manager.show(String(done.headers['location']))
    expect([after.status, after.text.includes('The data is erased')]).toEqual([200, true])
    expect(await tablesThatKnow(cleo, hall.tenantId)).toEqual([])
    expect((await tablesThatKnow(cleo, other.tenantId)).length).toBeGreaterThan(4)
    expect(await erasures(membership)).toMatchObject([{ action: 'membership.person_erased', personal: 0 }])
  })

  it('asked for twice, at once or later, is done and noted once', async () => {
    const dan = await leaveTraces(hall, named('danh'))
    const reservation = await bookingOf(dan)
    const path = `${pageOf(reservation)}erasure/`
    const seen = ['seen', seenIn((await staff.owner.show(path)).text)] as const
    const lock = `select from reservation where tenant_id = '${hall.tenantId}' for update`
    const both = await meetAtLock(server, [lock], 2, () =>
      Promise.all([staff.owner, staff.manager].map((by) => by.press(path, [seen]))),
    )
    expect(both.map(({ status }) => status)).toEqual([303, 303])
    const { rows: before } = await client.query('select * from reservation where id = $1', [reservation])
    expect((await staff.owner.press(path, [seen])).status).toBe(303)
    const { rows: after } = await client.query('select * from reservation where id = $1', [reservation])
    expect(after).toEqual(before)
    expect(await erasures(reservation)).toHaveLength(1)
    const { text } = await staff.owner.show(path)
    expect([text.includes('nothing left to erase'), text.includes('<form method="post">')]).toEqual([true, false])
  })

  /** Seen red without the comparison of what was seen. */
  it('is not somebody else, whose address was put there meanwhile', async () => {
    const { product, price } = await hall.price('B', { prix: 5 })
    const event = await hall.event([product])
    const [wrong, right] = [named('evah'), named('evanh')]
    const customers = [{ first_name: wrong.first, last_name: wrong.last }]
    const sale = { event, email: wrong.email, to_mail: false, prices: [{ uuid: price, customers }] }
    const { uuid } = (await hall.book(sale, { key: hall.key })).json
    await hall.post(`/api/reservations/${uuid}/payments/`, { method: 'cash' })
    await untilQuiet(client)
    const asked = await staff.owner.show(`${pageOf(uuid)}erasure/`)
    await client.query('update reservation set booker_email = $1 where id = $2', [right.email, uuid])
    const refused = await staff.owner.press(`${pageOf(uuid)}erasure/`, [['seen', seenIn(asked.text)]])
    expect([refused.status, refused.text.includes(right.email)]).toEqual([409, true])
    expect(refused.text).toContain('Nothing was erased')
    expect(await tablesThatKnow({ ...right, code: '' }, hall.tenantId)).toEqual(['public.reservation'])
    expect(await erasures(uuid)).toEqual([])
  })
})

describe('without an address', () => {
  const quux = { email: 'Zquux', first: 'Zoequux', last: 'Zquuxley', code: '' }

  /** Two tickets sold for cash to people who gave names alone. */
  async function sell(office: BoxOffice) {
    const { product, price } = await office.price('B', { prix: 15 })
    const event = await office.event([product])
    const customers = [1, 2].map(() => ({ first_name: quux.first, last_name: quux.last }))
    const sold = await office.book({ event, prices: [{ uuid: price, customers }] }, { key: office.key })
    expect(sold.status, sold.text).toBe(201)
    const paid = await office.post(`/api/reservations/${sold.json.uuid}/payments/`, { method: 'cash' })
    expect(paid.status, paid.text).toBe(201)
    await untilQuiet(client)
    return { event, reservation: String(sold.json.uuid), tickets: paid.json.tickets as string[] }
  }

  async function snapshotOf(event: string, key: string, cursor?: string) {
    await untilOlderTransactionsEnd(client)
    const query = new URLSearchParams({ event, ...(cursor === undefined ? {} : { cursor }) })
    const { json } = await server.send(hall.slug, 'GET', `/scan/snapshot/?${query}`, { key })
    return json as { cursor: string; tickets: { lookup: string; holder: string; state: string }[] }
  }

  /**
   * Seen red with eraseFromAudit by the address alone, without eraseNameWords in eraseHolders, and without eraseUnaddressed: each
   * time a table still knew.
   */
  it('the names go, from tickets, the log, the search and the devices at the door', async () => {
    const [sale] = [await sell(hall), await sell(other)]
    await renameAndUndo(sale.reservation, quux)
    const phone = await pairPhone(server, hall.slug, 'Side door')
    const [ticket = ''] = sale.tickets
    const code = (await qrCodesOf(server, hall.slug, [ticket])).get(ticket) ?? ''
    const before = await snapshotOf(sale.event, phone.key)
    const holderIn = ({ tickets }: typeof before) =>
      openHolder(code, tickets.find(({ lookup }) => lookup === lookupOf(code))?.holder ?? '')
    expect(holderIn(before)).toMatchObject({ f: `${quux.first}-Other` })
    const search = `/admin/reservations/?q=${quux.last}`
    expect((await staff.box_office.show(search)).headers['location']).toBe(pageOf(sale.reservation))
    expect(await tablesThatKnow(quux, hall.tenantId)).toEqual(
      ['audit_personal', 'idempotency_key', 'ticket', 'ticket_name_word'].map((name) => `public.${name}`),
    )
    const books = [await booksOf(hall), await booksOf(other)]

    const asked = await staff.manager.show(`${pageOf(sale.reservation)}erasure/`)
    for (const said of ['The names on 2 tickets', '2 tickets still open the door', 'audit log'])
      expect(asked.text).toContain(said)
    const done = await erase(pageOf(sale.reservation))
    expect(done.status, done.text).toBe(303)

    expect(await tablesThatKnow(quux, hall.tenantId)).toEqual([])
    expect(await tablesThatKnow(quux, other.tenantId)).toEqual(['public.ticket', 'public.ticket_name_word'])
    expect([await booksOf(hall), await booksOf(other)]).toEqual(books)
    const found = await staff.box_office.show(search)
    expect([found.status, found.text.includes(sale.reservation)]).toEqual([200, false])
    const after = await snapshotOf(sale.event, phone.key, before.cursor)
    expect(after.tickets.map(({ state }) => state)).toEqual(['not_scanned', 'not_scanned'])
    expect(holderIn(after)).toMatchObject({ f: '', l: '' })
    expect(await erasures(sale.reservation)).toMatchObject([{ by: emailOf('manager'), personal: 0 }])
    // A second time nothing is changed, and nothing is noted.
    const row = 'select updated_at from reservation where id = $1'
    const { rows } = await client.query(row, [sale.reservation])
    expect((await staff.manager.press(`${pageOf(sale.reservation)}erasure/`, [['seen', 'x']])).status).toBe(303)
    expect((await client.query(row, [sale.reservation])).rows).toEqual(rows)
    expect(await erasures(sale.reservation)).toHaveLength(1)
  })

  /** Seen red with the booking of an erased guest taken for theirs. */
  it('a guest goes with what is noted for the door, and other guests stay', async () => {
    const free = await hall.price('B', { prix: 12 })
    const event = await hall.event([free.product])
    const list = [
      ['list', '0197a3c2-6c1e-7d4b-9a51-3f0d5c8e2b01'],
      ['price', free.price],
      ['text', `first name;last name;note\n${quux.first};${quux.last};Zquux sits in front\nGuest;Stays;Balcony`],
    ] as const
    const invited = await staff.owner.press(`/admin/events/${event}/guests/bookings/`, list)
    expect(invited.status, invited.text).toBe(303)
    const { rows } = await client.query<{ id: string }>(
      'select reservation_id as id from ticket where tenant_id = $1 and event_id = $2 and last_name = $3',
      [hall.tenantId, event, quux.last],
    )
    expect(await tablesThatKnow(quux, hall.tenantId)).toContain('public.guest')
    expect((await erase(pageOf(rows[0]?.id ?? ''))).status).toBe(303)
    expect(await tablesThatKnow(quux, hall.tenantId)).toEqual([])
    const stays = { email: 'Balcony', first: 'Guest', last: 'Stays', code: '' }
    expect(await tablesThatKnow(stays, hall.tenantId)).toContain('public.guest')
    // Invited again they are somebody new, and no guest without a name.
    await staff.owner.press(`/admin/events/${event}/guests/bookings/`, list)
    const { rows: again } = await client.query<{ id: string }>(
      'select reservation_id as id from ticket where tenant_id = $1 and event_id = $2 and last_name = $3',
      [hall.tenantId, event, quux.last],
    )
    expect(again).toEqual([{ id: expect.not.stringMatching(rows[0]?.id ?? '') }])
    expect((await erase(pageOf(again[0]?.id ?? ''))).status).toBe(303)
    expect(await tablesThatKnow(quux, hall.tenantId)).toEqual([])
  })

  /** Seen red without eraseUnaddressedBooker. */
  it('is nobody any more to whom a cancelled event has to be told', async () => {
    const { event, reservation } = await sell(hall)
    const page = async () => (await staff.owner.show(`/admin/events/${event}/cancellation/`)).text
    expect(await page()).toContain('has no address for e-\u2060mails')
    expect((await erase(pageOf(reservation))).status).toBe(303)
    const text = await page()
    expect([text.includes('has no address for e-\u2060mails'), text.includes('whose data was erased')]).toEqual([
      false,
      true,
    ])
  })
})

describe('who may', () => {
  it('is whoever owns or manages: others get no button and 403, at another organisation it is 404', async () => {
    const fay = await leaveTraces(hall, named('fayh'))
    const [reservation, membership] = [await bookingOf(fay), await membershipOf(fay)]
    const pages = [pageOf(reservation), memberPageOf(membership)]
    const known = await tablesThatKnow(fay, hall.tenantId)
    for (const page of pages) {
      for (const role of ['box_office', 'steward', 'accountant'] as const) {
        expect((await staff[role].show(page)).text, role).not.toContain('erasure/')
        expect((await staff[role].show(`${page}erasure/`)).status, role).toBe(403)
        const pressed = await staff[role].press(`${page}erasure/`, [['seen', 'x']])
        expect(pressed.status, role).toBe(403)
      }
      for (const role of ['owner', 'manager'] as const)
        expect((await staff[role].show(page)).text, role).toContain(`${page}erasure/`)
      const stranger = await staffOf(server, other)
      expect((await stranger.show(`${page}erasure/`)).status).toBe(404)
      expect((await stranger.press(`${page}erasure/`, [['seen', 'x']])).status).toBe(404)
    }
    expect(await tablesThatKnow(fay, hall.tenantId)).toEqual(known)
  })
})

describe('the API', () => {
  const ask = async (path: string, email: string, at: BoxOffice = hall) =>
    server.send(at.slug, 'POST', path, {
      body: {},
      cookie: await signIn(server, at.slug, at.slug, email),
      headers: { origin: originOf(server, at.slug) },
    })

  /** Seen red without the permission in eraseByStaff. */
  it('erases with the session of whoever manages, and with no key and no other role', async () => {
    const gil = await leaveTraces(hall, named('gilh'))
    const [reservation, membership] = [await bookingOf(gil), await membershipOf(gil)]
    const paths = [`/api/reservations/${reservation}/erasure/`, `/api/memberships/${membership}/erasure/`]
    const known = await tablesThatKnow(gil, hall.tenantId)
    for (const path of paths) {
      expect((await hall.post(path)).status).toBe(403)
      for (const role of ['box_office', 'steward', 'accountant'] as const)
        expect((await ask(path, emailOf(role))).status, role).toBe(403)
      expect((await ask(path, 'admin@example.org', other)).status).toBe(404)
      expect((await server.send(hall.slug, 'POST', path, { body: {} })).status).toBe(401)
    }
    expect(await tablesThatKnow(gil, hall.tenantId)).toEqual(known)
    for (const _ of [1, 2]) {
      const erased = await ask(paths[0] ?? '', emailOf('manager'))
      expect([erased.status, erased.json.user_mail]).toEqual([200, ''])
    }
    expect(await tablesThatKnow(gil, hall.tenantId)).toEqual([])
    expect(await erasures(reservation)).toHaveLength(1)
    const member = await ask(paths[1] ?? '', emailOf('owner'))
    expect([member.status, member.json.email, member.json.number]).toEqual([200, '', null])
  })

  it('finds a person by a membership', async () => {
    const hal = await leaveTraces(hall, named('halh'))
    const membership = await membershipOf(hal)
    const erased = await ask(`/api/memberships/${membership}/erasure/`, emailOf('owner'))
    expect([erased.status, erased.json.email]).toEqual([200, ''])
    expect(await tablesThatKnow(hal, hall.tenantId)).toEqual([])
    expect(await erasures(membership)).toHaveLength(1)
  })
})

describe('by the address alone', () => {
  const room = '/admin/personal-data/'
  const look = (email: string, by: Staff = staff.manager) => by.press(room, [['email', email]])
  const eraseAt = (email: string, by: Staff = staff.manager) => by.press(`${room}erasure/`, [['email', email]])
  const notes = async (office: BoxOffice = hall) =>
    (
      await client.query(
        `select account.email as by, before, after from audit_entry join account on account.id = actor_id
         where tenant_id = $1 and action = 'organisation.person_erased' and subject_id is null order by audit_entry.id`,
        [office.tenantId],
      )
    ).rows

  /** Waits for an event that is sold out. */
  async function wait(office: BoxOffice, email: string) {
    const { product, price } = await office.price('B', { prix: 5, stock: 1 })
    const event = await office.event([product])
    expect((await office.book({ event, prices: one(price, 1) }, { key: office.key })).status).toBe(201)
    const body = { event, price, email, places: 1 }
    expect((await office.post('/api/waiting-list/', body)).status).toBe(201)
    await untilQuiet(client)
    return event
  }

  /** Seen red without eraseHere. */
  it('whoever was given a ticket is forgotten, and who gave it is not', async () => {
    const kim = { ...named('kimh'), code: '' }
    const { reservation, ticket } = await giveTicket(hall, kim)
    await giveTicket(other, kim)
    const [books, before] = [await booksOf(hall), await notes()]
    const elsewhere = await tablesThatKnow(kim, other.tenantId)
    const asked = await look(` ${kim.email.toUpperCase()} `)
    expect(asked.status, asked.text).toBe(200)
    for (const said of [kim.email, 'one ticket that they were given', 'One ticket still opens the door'])
      expect(asked.text).toContain(said)
    expect(asked.text).not.toContain('Check how it is spelled')
    expect(await tablesThatKnow(kim, hall.tenantId)).toContain('public.ticket')

    const done = await eraseAt(kim.email)
    expect([done.status, done.headers['location']]).toEqual([303, `${room}?done=erased`])
    expect((await staff.manager.show(String(done.headers['location']))).text).toContain('The data is erased')
    expect(await tablesThatKnow(kim, hall.tenantId)).toEqual([])
    expect(await tablesThatKnow(kim, other.tenantId)).toEqual(elsewhere)
    expect(await booksOf(hall)).toEqual(books)
    const { json } = await hall.get(`/api/reservations/${reservation}/`)
    expect([json.user_mail, json.tickets.includes(ticket)]).toEqual(['giver@visitor.test', true])
    const noted = { by: emailOf('manager'), before: null, after: null }
    expect((await notes()).slice(before.length)).toEqual([noted])
    expect((await staff.owner.show('/admin/audit/')).text).toContain('Erased the data of a person')
  })

  /** Seen red without eraseHere, and, without their mails, where what removeEntriesOf took away does not count. */
  it('whoever only waits is forgotten, and nothing is mailed to them', async () => {
    const lea = { ...named('leah'), code: '' }
    const [event] = [await wait(hall, lea.email), await wait(other, lea.email)]
    const before = await notes()
    expect((await look(lea.email)).text).toContain('One place on waiting lists')
    // Of mails that were cleared away nothing tells of them any more.
    await client.query('delete from mail where recipient = $1', [lea.email])
    expect((await eraseAt(lea.email)).status).toBe(303)
    await untilQuiet(client)
    expect(await tablesThatKnow(lea, hall.tenantId)).toEqual([])
    expect(await tablesThatKnow(lea, other.tenantId)).toContain('public.waiting_entry')
    expect((await hall.get(`/api/waiting-list/?event=${event}`)).json).toEqual([])
    expect(await notes()).toHaveLength(before.length + 1)
  })

  const rowOf = {
    'an invitation': `insert into team_invitation (tenant_id, id, email, role, token_hash, sent_at, expires_at, created_at)
      values ($1, gen_random_uuid(), $2, 'steward', sha256($3), now(), now() + '1 day', now())`,
    'a way to sign in': `insert into sign_in_link (tenant_id, email, token_hash, created_at, expires_at)
      values ($1, $2, sha256($3), now(), now() + '1 day')`,
    'a session': `insert into session (tenant_id, account_id, token_hash, created_at, last_seen_at, expires_at)
      select $1, id, sha256($3), now(), now(), now() + '1 day' from account where email = $2`,
    'what was chosen of a list': `insert into export_choice (tenant_id, account_id, list, columns, updated_at)
      select $1, id, 'bookings', '{reference}', now() from account where email = $2 and $3 <> ''::bytea`,
    'a filter of a list': `insert into list_filter (tenant_id, id, account_id, list, name, query, created_at)
      select $1, gen_random_uuid(), id, 'reservations', 'Mine', 'state=to_pay', now() from account where email = $2 and $3 <> ''::bytea`,
    'what was asked for at a Meta': `insert into tenant_request (meta_tenant_id, email, token_hash, handle_hash, code_hash,
        organisation, slug, category, language, created_at, expires_at, code_expires_at)
      values ($1, $2, sha256($3), sha256($3), sha256($3), 'New Hall', 'new-hall', 'venue', 'en', now(), now() + '1 day', now())`,
  }

  /** Seen red with none of them counted in `others`: the page spoke of nothing, and the log said nothing. */
  it.each(Object.entries(rowOf))('whoever left %s alone is forgotten here, and it is noted', async (what, row) => {
    const email = `${what.toLowerCase().replaceAll(' ', '.')}@visitor.test`
    await client.query(`insert into account (id, email, created_at) values (gen_random_uuid(), $1, now())`, [email])
    for (const { slug, tenantId } of [hall, other])
      await client.query(row, [tenantId, email, Buffer.from(`${what} at ${slug}`)])
    const [before, table = ''] = [await notes(), /into (\w+)/.exec(row)?.[1]]
    const left = async () => (await client.query(`select row::text from ${table} row`)).rows.length
    const rows = await left()
    const done = await eraseAt(email)
    expect(done.headers['location']).toBe(`${room}?done=erased`)
    expect(await left()).toBe(rows - 1)
    expect(await notes()).toHaveLength(before.length + 1)
    expect((await eraseAt(email)).headers['location']).toBe(`${room}?done=nothing`)
    expect(await notes()).toHaveLength(before.length + 1)
  })

  /** Seen red with `isAnything` always true, and where the page said that the data is erased whatever there was. */
  it('of whom nothing is kept, or no longer, nothing is noted; what is no address is refused', async () => {
    const before = await notes()
    const asked = await look('nobody.at.all@visitor.test')
    expect([asked.status, asked.text.includes('Check how it is spelled')]).toEqual([200, true])
    const done = await eraseAt('nobody.at.all@visitor.test')
    expect(done.status).toBe(303)
    for (const [language, said, unsaid] of [
      ['en', 'nothing left to erase', 'The data is erased'],
      ['fr', 'plus rien à effacer', 'Les données sont effacées'],
    ] as const) {
      const { text } = await staff.manager.show(String(done.headers['location']), language)
      expect([text.includes(said), text.includes(unsaid)]).toEqual([true, false])
    }
    for (const email of ['', 'ada', 'ada@', `${'a'.repeat(65)}@visitor.test`]) {
      const refused = await look(email)
      expect([refused.status, refused.text.includes('Nothing was looked up')], email).toEqual([400, true])
      expect((await eraseAt(email)).status, email).toBe(400)
    }
    expect(await notes()).toEqual(before)
  })

  /** Seen red with `isAnything` always true. */
  it('pressed by two at once is done and noted once', async () => {
    const mia = { ...named('miah'), code: '' }
    await giveTicket(hall, mia)
    const before = await notes()
    const lock = `select from ticket where tenant_id = '${hall.tenantId}' for update`
    const both = await meetAtLock(server, [lock], 2, () =>
      Promise.all([staff.owner, staff.manager].map((by) => eraseAt(mia.email, by))),
    )
    expect(both.map(({ status }) => status)).toEqual([303, 303])
    expect(await tablesThatKnow(mia, hall.tenantId)).toEqual([])
    expect(await notes()).toHaveLength(before.length + 1)
  })

  /** Seen red without the permission in eraseAtAddress, by the key. */
  it('takes who owns or manages, on the page and by the API', async () => {
    const nat = { ...named('nath'), code: '' }
    await giveTicket(hall, nat)
    const known = await tablesThatKnow(nat, hall.tenantId)
    const path = '/api/personal-data/erasure/'
    const body = { email: nat.email }
    const by = async (email: string, at: BoxOffice = hall) =>
      server.send(at.slug, 'POST', path, {
        body,
        cookie: await signIn(server, at.slug, at.slug, email),
        headers: { origin: originOf(server, at.slug) },
      })
    for (const role of ['box_office', 'steward', 'accountant'] as const) {
      expect((await staff[role].show(room)).status, role).toBe(403)
      expect((await staff[role].show('/admin/')).text, role).not.toContain(room)
      expect([(await look(nat.email, staff[role])).status, (await eraseAt(nat.email, staff[role])).status]).toEqual([
        403, 403,
      ])
      expect((await by(emailOf(role))).status, role).toBe(403)
    }
    expect((await hall.post(path, body)).status).toBe(403)
    expect((await server.send(hall.slug, 'POST', path, { body })).status).toBe(401)
    expect((await by('admin@example.org', other)).status).toBe(204)
    expect(await tablesThatKnow(nat, hall.tenantId)).toEqual(known)
    expect((await staff.owner.show('/admin/settings/')).text).toContain(`href="${room}"`)
    for (const _ of [1, 2]) expect((await by(emailOf('owner'))).status).toBe(204)
    expect(await tablesThatKnow(nat, hall.tenantId)).toEqual([])
  })
})

it('reaches nobody of an organisation that is not theirs, whatever they own elsewhere', async () => {
  const third = await openBoxOffice(server, 'The Third')
  const ines = await leaveTraces(third, named('inesh'))
  await leaveTraces(hall, named('inesh'))
  expect((await erase(pageOf(await bookingOf(ines)))).status).toBe(303)
  expect(await tablesThatKnow(ines, hall.tenantId)).toEqual([])
  expect((await tablesThatKnow(ines, third.tenantId)).length).toBeGreaterThan(4)
})
