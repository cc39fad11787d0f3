import { describe, expect, it } from 'vitest'
import { openBoxOffice, untilQuiet } from '../harness/box-office.ts'
import { withFile } from '../harness/cards.ts'
import { browserWith, makePasskey } from '../harness/passkey.ts'
import { named, personTraces } from '../harness/person-traces.ts'
import { originOf, signIn } from '../harness/sign-in.ts'
import { twoOffices } from '../harness/two-tenants.ts'
import { visitorAt } from '../harness/visitor.ts'

/** What a person may do about their data: export it, and have it erased, here or everywhere. */
const { server, client, hall, other } = await twoOffices()
const { leaveTraces, giveTicket, tablesThatKnow, mailsThatKnow, countsOf } = personTraces({ server, client })

const erase = async (label: string, email: string) =>
  server.send(label, 'POST', '/account/erasure/', {
    body: '',
    cookie: await signIn(server, label === 'meta' ? 'meta' : label, label, email),
    headers: {
      accept: 'text/html',
      origin: originOf(server, label),
      'content-type': 'application/x-www-form-urlencoded',
    },
  })

// Seen red with eraseMember, eraseHolders, the names of order lines and mailer.discard taken out of erase-person.ts, one at a time.
describe('erasure', () => {
  it('at a tenant leaves nothing of the person in any of its rows, and everything that counts', async () => {
    const ada = await leaveTraces(hall, named('ada'))
    const bob = await leaveTraces(hall, named('bob'))
    await leaveTraces(other, named('ada'))
    expect(await tablesThatKnow(ada, hall.tenantId)).toEqual(
      expect.arrayContaining(
        [
          'idempotency_key',
          'mail',
          'member',
          'membership',
          'person_counter',
          'reservation',
          'reservation_line',
          'ticket',
        ].map((name) => `public.${name}`),
      ),
    )
    const mails = await mailsThatKnow(ada)
    const before = [await countsOf(hall), await countsOf(other)]

    const answer = await erase(hall.slug, ada.email)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.text).toContain('Your data has been erased')
    expect(await tablesThatKnow(ada, hall.tenantId)).toEqual([])
    expect([await countsOf(hall), await countsOf(other)]).toEqual(before)
    expect((await tablesThatKnow(ada, other.tenantId)).length).toBeGreaterThan(4)
    expect((await tablesThatKnow(bob, hall.tenantId)).length).toBeGreaterThan(4)
    expect(await mailsThatKnow(ada)).toBeLessThan(mails)

    const device = await server.cli('device', 'create', '--tenant', hall.slug, '--name', 'Door')
    const paired = await server.send(hall.slug, 'GET', `/scan/${device['token']}/pair`)
    const scanned = await server.send(hall.slug, 'POST', '/scan/ticket/', {
      body: { qrcode_data: ada.code },
      key: paired.json.api_key,
    })
    expect(scanned.json).toMatchObject({ success: true })
  })

  it('at the shared calendar leaves nothing anywhere, archived organisations and the account included', async () => {
    const cleo = await leaveTraces(hall, named('cleo'))
    await leaveTraces(other, named('cleo'))
    const gone = await openBoxOffice(server, 'The Gone')
    await leaveTraces(gone, named('cleo'))
    await server.cli('tenant', 'archive', '--yes', '--reason', 'It closed', '--tenant', gone.slug)
    const answer = await erase('meta', cleo.email)
    expect(answer.text).toContain('your account has been deleted')
    expect(await tablesThatKnow(cleo)).toEqual([])
    expect(await mailsThatKnow(cleo)).toBe(0)
  })

  /** Seen red without eraseGivenTickets in erase-person.ts: the name on the ticket, and the address. */
  it('takes the name off a ticket that somebody else has given them, and tells them nothing afterwards', async () => {
    const hugo = named('hugo')
    const given = await giveTicket(hall, hugo)
    await giveTicket(other, hugo)
    expect((await erase(hall.slug, hugo.email)).status).toBe(200)
    expect(await tablesThatKnow({ ...hugo, code: '' }, hall.tenantId)).toEqual([])
    expect(await tablesThatKnow({ ...hugo, code: '' }, other.tenantId)).toEqual([
      'public.mail',
      'public.ticket',
      'public.ticket_name_word',
    ])
    expect((await hall.get(`/api/ticket/${given.ticket}/`)).json.status).toBe('K')
    expect((await hall.post(`/api/reservations/${given.reservation}/cancellation/`)).status).toBe(200)
    expect(await tablesThatKnow({ ...hugo, code: '' }, hall.tenantId)).toEqual([])
  })

  /** Seen red without ticket_given in eraseMailsTo: the letter and its subject. */
  it('takes their name out of the mails with tickets that they gave', async () => {
    const gina = named('gina')
    const guest = visitorAt(server, hall)
    const { product, price } = await hall.price('B', { prix: 15 })
    const holder = { email: gina.email, first_name: gina.first, last_name: gina.last }
    const path = await guest.book(await hall.event([product]), price, holder)
    const id = path.split('/')[2] ?? ''
    await hall.post(`/api/reservations/${id}/payments/`, { method: 'cash' })
    const [ticket] = (await hall.get(`/api/reservations/${id}/`)).json.tickets
    await guest.submit(`${path}tickets/${ticket}/holder/`, { first_name: 'Ben', email: 'given@visitor.test' })
    await untilQuiet(client)
    expect(await tablesThatKnow({ ...gina, code: '' })).toContain('public.mail')
    expect((await erase(hall.slug, gina.email)).status).toBe(200)
    expect(await tablesThatKnow({ ...gina, code: '' }, hall.tenantId)).toEqual([])
  })

  it('keeps the account of whoever holds rights, and says so', async () => {
    await server.cli('user', 'grant', '--email', 'dora@visitor.test', '--admin-of', hall.slug)
    const answer = await erase('meta', 'dora@visitor.test')
    expect(answer.status).toBe(200)
    expect(answer.text).not.toContain('your account has been deleted')
    expect((await client.query("select from account where email = 'dora@visitor.test'")).rowCount).toBe(1)
    await signIn(server, hall.slug, hall.slug, 'dora@visitor.test')
  })

  /** Seen red without the guard in grantMemberships: a membership of nobody, with a number. */
  it('makes nobody a member by what is paid afterwards', async () => {
    const email = 'late@visitor.test'
    const { price } = await hall.price('A', { prix: 20, subscription_type: 'Y' })
    const joined = await server.send(hall.slug, 'POST', '/api/memberships/', {
      body: { email, price, first_name: 'Late', last_name: 'Member' },
    })
    await erase(hall.slug, email)
    const paid = await hall.post(`/api/reservations/${joined.json.reservation}/payments/`, { method: 'cash' })
    expect([paid.status, paid.json.code]).toEqual([409, 'invalid_transition'])
    const { rowCount } = await client.query('select from membership where price_id = $1', [price])
    expect(rowCount).toBe(0)
  })

  it('is asked for on a page of its own, and by the person alone', async () => {
    const cookie = await signIn(server, hall.slug, hall.slug, 'emil@visitor.test')
    const asked = await server.send(hall.slug, 'GET', '/account/erasure/', {
      cookie,
      headers: { accept: 'text/html', 'accept-language': 'fr' },
    })
    expect(asked.text).toContain('Effacer vos données chez The Hall')
    expect((await server.send(hall.slug, 'POST', '/account/erasure/', { body: {} })).status).toBe(401)
    const foreign = await server.send(hall.slug, 'POST', '/account/erasure/', {
      body: '',
      cookie,
      headers: { origin: originOf(server, other.slug), 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(foreign.status).toBe(403)
  })
})

describe('the export', () => {
  it('lists what is to be collected, what was, and when; not who handed it out', async () => {
    const shirt = await hall.price('T', { name: 'L', prix: 20 })
    const event = await hall.event([shirt.product])
    const email = 'hugo@visitor.test'
    const prices = [{ uuid: shirt.price, qty: 3 }]
    const { uuid } = (await hall.book({ event, email, prices })).json
    const [{ uuid: thing }] = (await hall.post(`/api/reservations/${uuid}/payments/`, { method: 'cash' })).json.things
    const handOuts = `/api/reservations/${uuid}/hand-outs/`
    await hall.post(handOuts, { thing, quantity: 2 })
    await hall.post(handOuts, { thing, quantity: 1, take_back: true })
    const cookie = await signIn(server, hall.slug, hall.slug, email)
    const answer = await server.send(hall.slug, 'GET', '/account/data.json', { cookie })
    expect(answer.json.organisations[0].reservations[0].things).toMatchObject([
      {
        priceName: 'L',
        quantity: 3,
        handedOut: 1,
        left: 2,
        handOuts: [
          { quantity: 2, handedOut: 2, createdAt: expect.any(String) },
          { quantity: -1, handedOut: 1 },
        ],
      },
    ])
    expect(answer.text).not.toMatch(/robot|actor/i)
  })

  /** Seen red with the cards of everybody, and with what a reader shows. */
  it('lists the cards that are linked to the person by what is printed on them', async () => {
    const [email, theirs] = ['ida@visitor.test', 'kit@visitor.test']
    const lines = ['tag_id,number', 'AB12CD34,P-77', 'AB12CD35,P-78', 'AB12CD36,P-79']
    await withFile(lines.join('\n'), (file) => server.cli('card', 'import', file))
    for (const [tag, owner] of [
      ['AB12CD34', email],
      ['AB12CD35', email],
      ['AB12CD36', theirs],
    ] as const)
      await server.cli('card', 'link', tag, '--email', owner)
    await server.cli('card', 'lost', 'AB12CD35')
    for (const label of [hall.slug, other.slug]) {
      const cookie = await signIn(server, label, label, email)
      const { json, text } = await server.send(label, 'GET', '/account/data.json', { cookie })
      expect(json.cards).toEqual([
        { number: 'P-77', lostAt: null },
        { number: 'P-78', lostAt: expect.any(String) },
      ])
      expect(text).not.toMatch(/AB12CD|P-79/)
    }
    const cookie = await signIn(server, hall.slug, hall.slug, 'lou@visitor.test')
    expect((await server.send(hall.slug, 'GET', '/account/data.json', { cookie })).json.cards).toEqual([])
  })

  /** Seen red with the whole rows, and with the passkeys of everybody. */
  it('lists the passkeys of the person by their names and dates alone, and they go with the account', async () => {
    const [email, theirs] = ['uma@visitor.test', 'vic@visitor.test']
    for (const [person, name] of [
      [email, 'Telephone'],
      [theirs, 'Theirs'],
    ] as const) {
      const browser = browserWith(server, hall.slug, await signIn(server, hall.slug, hall.slug, person))
      expect((await browser.add(makePasskey(), {}, { name })).status).toBe(200)
    }
    const cookie = await signIn(server, other.slug, other.slug, email)
    const { json } = await server.send(other.slug, 'GET', '/account/data.json', { cookie })
    const date = expect.stringMatching(/^\d{4}-/)
    expect(json.passkeys).toEqual([{ name: 'Telephone', createdAt: date, lastUsedAt: date }])
    expect((await erase('meta', email)).text).toContain('your account has been deleted')
    const { rows } = await client.query('select name from passkey')
    expect(rows).toEqual([{ name: 'Theirs' }])
    expect((await client.query('select distinct account_id from recovery_code')).rowCount).toBe(1)
  })

  it('holds everything of the person there, and nothing of anybody else or of another tenant', async () => {
    const fay = await leaveTraces(hall, named('fay'))
    await leaveTraces(hall, named('gus'))
    await leaveTraces(other, named('fay'))
    const take = async (label: string) =>
      server.send(label, 'GET', '/account/data.json', { cookie: await signIn(server, label, label, fay.email) })
    const answer = await take(hall.slug)
    expect(answer.headers['content-disposition']).toContain('attachment')
    const [here, ...more] = answer.json.organisations
    expect(more).toEqual([])
    expect(here.organisation).toBe('The Hall')
    expect(here.reservations).toMatchObject([{ event: expect.any(String) }, { event: null }])
    expect(here.reservations[0].tickets).toHaveLength(2)
    expect(here.reservations[0].tickets[0]).toMatchObject({ firstName: fay.first, lastName: fay.last })
    expect(here.reservations[0].payments).toMatchObject([{ method: 'cash', amountMinor: 3000 }])
    expect(here.reservations[0].lines).toMatchObject([{ quantity: 2, unitAmountMinor: 1500, price: 'Price' }])
    expect(here.reservations[0].refunds).toEqual([])
    expect(here.memberships).toMatchObject([{ firstName: fay.first }, { firstName: '' }])
    expect(here.mails.length).toBeGreaterThan(1)
    expect(answer.text).not.toMatch(/gus/i)
    const names = (await take('meta')).json.organisations.map(
      ({ organisation }: { organisation: string }) => organisation,
    )
    expect(names).toEqual(expect.arrayContaining(['The Hall', 'The Other']))
    expect((await server.send(hall.slug, 'GET', '/account/data.json')).status).toBe(401)
  })

  /** Seen red without listOwnRefunds. */
  it('holds the refunds, and the things that were bought', async () => {
    const { product, price } = await hall.price('B', { prix: 15 })
    const shirt = await hall.price('T', { prix: 20 })
    const prices = [price, shirt.price].map((uuid) => ({ uuid, qty: 1 }))
    const email = 'jo@visitor.test'
    const { uuid } = (await hall.book({ event: await hall.event([product]), email, prices })).json
    await hall.post(`/api/reservations/${uuid}/payments/`, { method: 'cash' })
    expect((await hall.post(`/api/reservations/${uuid}/cancellation/`)).status).toBe(200)
    const cookie = await signIn(server, hall.slug, hall.slug, email)
    const { json } = await server.send(hall.slug, 'GET', '/account/data.json', { cookie })
    expect(json.organisations[0].reservations).toMatchObject([
      {
        lines: [{ unitAmountMinor: 1500 }, { unitAmountMinor: 2000 }],
        refunds: [{ amountMinor: 3500, currency: 'EUR', because: 'cancellation', status: 'requested' }],
      },
    ])
  })

  /** Seen red without `options` in listOwnReservations. */
  it('holds what was asked for with a booking', async () => {
    const { product, price } = await hall.price('B', { prix: 15 })
    const option = await hall.create('optionticket', { name: 'Place for a wheelchair' })
    const event = await hall.event([product], { options: [option] })
    const email = 'kim@visitor.test'
    const prices = [{ uuid: price, qty: 1 }]
    expect((await hall.book({ event, email, options: [option], prices })).status).toBe(201)
    const cookie = await signIn(server, hall.slug, hall.slug, email)
    const { json } = await server.send(hall.slug, 'GET', '/account/data.json', { cookie })
    expect(json.organisations[0].reservations).toMatchObject([{ options: ['Place for a wheelchair'] }])
  })

  it('holds the tickets that somebody else gave them, and nothing of that booking', async () => {
    const ines = named('ines')
    const { ticket } = await giveTicket(hall, ines)
    const cookie = await signIn(server, hall.slug, hall.slug, ines.email)
    const { json, text } = await server.send(hall.slug, 'GET', '/account/data.json', { cookie })
    const [here] = json.organisations
    expect(here.givenTickets).toMatchObject([{ id: ticket, firstName: ines.first, lastName: ines.last }])
    expect([here.reservations, text.includes('giver@visitor.test')]).toEqual([[], false])
  })
})
