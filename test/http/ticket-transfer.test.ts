import { describe, expect, it } from 'vitest'
import { visitor } from '../harness/booking.ts'
import { hoursAhead, sellingRows, untilTrue } from '../harness/box-office.ts'
import { untilScanWaits, untilWaitingForLock } from '../harness/database.ts'
import { pairPhone, qrCodesOf, raceForRows } from '../harness/door.ts'
import { holderName } from '../harness/holder.ts'
import { twoOffices } from '../harness/two-tenants.ts'
import { visitorAt } from '../harness/visitor.ts'

/** Whoever booked gives a ticket to somebody else: a new code, and the former one is refused. */
const { server, client, hall, other } = await twoOffices()
const [guest, stranger] = [visitorAt(server, hall), visitorAt(server, other)]
const phone = await pairPhone(server, hall.slug, 'Door')

async function booked(eventFields = {}) {
  const { price, product } = await hall.price('B', { prix: 10 })
  const event = await hall.event([product], eventFields)
  const path = await guest.book(event, price, { email: visitor(), qty: '2' })
  const id = path.split('/')[2] ?? ''
  await hall.post(`/api/reservations/${id}/payments/`, { method: 'cash' })
  await untilTrue(async () => (await read(id)).status === 'PN')
  const [first, second]: string[] = (await read(id)).tickets
  const form = (ticket = first) => `${path}tickets/${ticket}/holder/`
  return { event, path, id, first: first ?? '', second: second ?? '', form }
}

const read = async (id: string) => (await hall.get(`/api/reservations/${id}/`)).json
const codeOf = async (ticket: string) => (await qrCodesOf(server, hall.slug, [ticket])).get(ticket)
const scan = async (code: string | undefined) =>
  (await server.send(hall.slug, 'POST', '/scan/ticket/', { key: phone.key, body: { qrcode_data: code } })).json

describe('a ticket', () => {
  it('is given away with a new code, by mail, and keeps its seat, its price and all counts', async () => {
    const { event, path, id, first, second, form } = await booked()
    await client.query("update ticket set seat = 'B7' where id = $1", [first])
    const before = await codeOf(first)
    expect((await guest.show(path)).text).toContain(`tickets/${first}/holder/`)
    expect((await guest.show(form())).text).toContain('Ada Lovelace, Price (Product 1), Seat B7')
    expect((await guest.show(form(), 'fr')).text).toContain('Céder le billet')
    for (const [fields, said] of [
      [{ email: 'ben@visitor.test' }, 'Enter a name.'],
      [{ first_name: 'Ben', email: 'ben@' }, 'such as ada@example.org'],
    ] as const) {
      const answer = await guest.submit(form(), fields)
      expect([answer.status, answer.text.includes(said)]).toEqual([400, true])
    }
    const email = visitor()
    const given = await guest.submit(form(), { first_name: 'Ben', last_name: 'Bova', email })
    expect(given.status).toBe(303)
    const { tickets, status } = await read(id)
    expect(tickets).toHaveLength(2)
    expect([tickets.includes(first), tickets.includes(second), status]).toEqual([false, true, 'PN'])
    const next = tickets.find((ticket: string) => ticket !== second)
    expect((await hall.get(`/api/ticket/${next}/`)).json).toMatchObject({
      first_name: 'Ben',
      last_name: 'Bova',
      seat: 'B7',
      status: 'K',
    })
    expect((await scan(before)).code).toBe('canceled')
    expect((await scan(await codeOf(next))).success).toBe(true)
    const counts = await client.query(
      `select (select held from event_counter where event_id = $1) as held,
        (select count(*)::int from refund where reservation_id = $2) as refunds,
        (select count(*)::int from mail where recipient = $3 and kind = 'ticket_given' and document_id = $4) as mails`,
      [event, id, email, next],
    )
    expect(counts.rows).toEqual([{ held: 2, refunds: 0, mails: 1 }])
    expect((await guest.show(path)).text).not.toContain('is cancelled')
  })

  /** Seen red without superseded_by in countCancelledTickets: 20, for a ticket that is still good. */
  it('that was given away is refunded once, when the one in its place is cancelled', async () => {
    const { id, first, second, form } = await booked()
    await guest.submit(form(first), { first_name: 'Ben' })
    const next = (await read(id)).tickets.find((ticket: string) => ticket !== second)
    expect((await hall.post(`/api/reservations/${id}/cancellation/`, { tickets: [next] })).status).toBe(200)
    const { rows } = await client.query('select amount_minor::int from refund where reservation_id = $1', [id])
    expect(rows).toEqual([{ amount_minor: 1000 }])
  })

  it('is given by nobody but whoever booked, and not once it was used, begun, or against the rules', async () => {
    const { event, path, id, first, second, form } = await booked()
    const elsewhere = await booked()
    await scan(await codeOf(second))
    const before = await sellingRows(client)
    const give = async (address: string, who = guest) => (await who.submit(address, { first_name: 'Eve' })).status
    expect(await give(form(), stranger)).toBe(404)
    expect(await give(`${path}tickets/${elsewhere.first}/holder/`)).toBe(404)
    expect(await give(form().replace(id, elsewhere.id))).toBe(404)
    expect(await give(form(second))).toBe(409)
    await server.cli('tenant', 'set', '--tenant', hall.slug, '--transfers', 'off')
    expect((await guest.show(path)).text).not.toContain('/holder/')
    expect(await give(form())).toBe(409)
    await server.cli('tenant', 'set', '--tenant', hall.slug, '--transfers', 'on')
    await client.query("update event set starts_at = now() - interval '1 minute' where id = $1", [event])
    expect(await give(form())).toBe(409)
    expect(await sellingRows(client)).toEqual(before)
    expect((await read(id)).tickets).toContain(first)
  })
})

describe('whoever gives a ticket', () => {
  /** Seen red with the id of the former ticket in the address, and without the look at listGivenTickets: 200 for one that was not given. */
  it('is told to whom, with a link that opens it and ends once it is given on', async () => {
    const { path, first, second, form } = await booked({ name: 'Night of jazz' })
    const answer = await guest.submit(form(), { first_name: 'Ben', last_name: 'Bova' })
    const confirmed = String(answer.headers['location'])
    const { text } = await guest.show(confirmed)
    for (const said of ['Ticket given to Ben Bova', 'Now send Ben Bova the link', `${path}#tickets`])
      expect(text).toContain(said)
    expect((await guest.show(confirmed, 'fr')).text).toContain('Billet cédé à Ben Bova')
    // It is found again from the booking.
    const next = /tickets\/([\w-]+)\/given\//.exec((await guest.show(path)).text)?.[1] ?? ''
    expect(confirmed).toBe(`${path}tickets/${next}/given/`)
    for (const ticket of [first, second, 'nothing'])
      expect((await guest.show(confirmed.replace(next, ticket))).status).toBe(404)
    expect((await stranger.show(confirmed)).status).toBe(404)

    const link = new URL(/value="([^"]+\/tickets\/[^"]+)"/.exec(text)?.[1] ?? '').pathname
    const opened = await guest.show(link)
    for (const said of ['Night of jazz', 'Ben Bova', 'ticket.pdf', 'event.ics']) expect(opened.text).toContain(said)
    expect(opened.text).not.toContain(path)
    expect(opened.text).not.toMatch(holderName)
    const drawn = /<path fill="#000" d="([^"]+)"/.exec(opened.text)?.[1]
    expect((await guest.show(path)).text).toContain(drawn)
    expect((await guest.show(`${link}ticket.pdf`)).status).toBe(200)
    expect((await stranger.show(link)).status).toBe(404)
    const onward = await guest.submit(form(next), { first_name: 'Cleo', email: visitor() })
    const mailed = (await guest.show(String(onward.headers['location']))).text
    for (const said of ['Ticket given to Cleo', 'is being e-\u2060mailed to']) expect(mailed).toContain(said)
    // Whoever had it reads why, and nothing else; seen red with the page of an address that there is not.
    const gone = await guest.show(link)
    expect([gone.status, gone.text.includes('This ticket is no longer valid')]).toEqual([404, true])
    expect((await guest.show(link, 'fr')).text).toContain('Ce billet n’est plus valable')
    for (const hidden of ['Ben Bova', 'Cleo', 'ticket.pdf', path]) expect(gone.text).not.toContain(hidden)
    expect(gone.text).not.toMatch(holderName)
    for (const text of [(await stranger.show(link)).text, (await guest.show(`${link.slice(0, -2)}/`)).text])
      expect(text).not.toContain('no longer valid')
    expect((await guest.show(confirmed)).status).toBe(404)
  })

  /** Seen red without `giver` in mail-texts.ts, with the name of the ticket's former holder, without the look for addresses, and with the name of the first
   * ticket where another bears another. */
  it('is named in the mail, with the event, unless their name would be a link', async () => {
    const mailOf = async (form: string) => {
      const email = visitor()
      await guest.submit(form, { first_name: 'Ben', email })
      const { rows } = await client.query('select letter from mail where recipient = $1', [email])
      return rows[0].letter as { subject: string; paragraphs: string[]; action: { url: string } }
    }
    const { id, second, form } = await booked({ name: 'Night of jazz' })
    const mail = await mailOf(form())
    expect(mail.subject).toBe('Ada Lovelace has given you a ticket for Night of jazz')
    expect(mail.paragraphs[0]).toBe(
      'Ada Lovelace has given you a ticket for Night of jazz. It is attached to this e-mail.',
    )
    expect((await guest.show(new URL(mail.action.url).pathname)).text).toContain('Night of jazz')
    const next = (await read(id)).tickets.find((ticket: string) => ticket !== second)
    expect((await mailOf(form(next))).subject).toContain('Ada Lovelace has given you')
    const links = [
      'Win at evil.example',
      'https://evil',
      'me@evil',
      'www.24.co',
      'казино24.рф',
      'evil。example',
      'x\u200b.com',
    ]
    for (const name of [...links, 'paypal\u2024com', 'evil.\u034fcom', 'Click 1.2.3.4', 'A'.repeat(81), '']) {
      const { form: other, id: booking } = await booked({ name: 'Night of jazz' })
      await client.query("update ticket set first_name = $1, last_name = '' where reservation_id = $2", [name, booking])
      expect((await mailOf(other())).subject).toBe('Your ticket for Night of jazz')
    }
    // Whose booking it is, of two who are named, nobody knows.
    const two = await booked({ name: 'Night of jazz' })
    await client.query("update ticket set first_name = 'Child' where id = $1", [two.first])
    expect((await mailOf(two.form(two.second))).subject).toBe('Your ticket for Night of jazz')
  })
})

/** Of each mail to an address: its kind and what it says. */
async function mailsTo(email: string) {
  const { rows } = await client.query('select kind, letter::text from mail where recipient = $1 order by id', [email])
  return rows as readonly { readonly kind: string; readonly letter: string }[]
}

describe('whoever was given a ticket', () => {
  async function given(fields = {}) {
    const evening = await booked(fields)
    const email = visitor()
    await guest.submit(evening.form(), { first_name: 'Ben', email })
    const ticket: string = (await read(evening.id)).tickets.find((one: string) => one !== evening.second)
    return { ...evening, email, ticket }
  }
  const kindsTo = async (email: string) => (await mailsTo(email)).map(({ kind }) => kind)
  const told = (email: string, kind: string) => untilTrue(async () => (await kindsTo(email)).includes(kind))

  /** Seen red without tellHolders in cancel-reservation.ts, and without the look at `some` there: told of the other ticket. */
  it('is told when it is cancelled, alone or with all of the booking, and not of another one', async () => {
    for (const whole of [true, false]) {
      const { id, path, email, ticket, second } = await given()
      const cancel = (tickets?: string[]) =>
        hall.post(`/api/reservations/${id}/cancellation/`, tickets ? { tickets } : {})
      if (!whole) {
        expect((await cancel([second])).status).toBe(200)
        expect(await kindsTo(email)).toEqual(['ticket_given'])
        expect((await cancel([ticket])).status).toBe(200)
      } else expect((await cancel()).status).toBe(200)
      const [, mail, ...more] = await mailsTo(email)
      expect([mail?.kind, more]).toEqual(['given_ticket_cancelled', []])
      expect(mail?.letter).toContain('no longer valid')
      // The page of the booking is not theirs.
      expect(mail?.letter).not.toContain(path)
    }
  })

  /** Seen red without tellHolders in give-ticket.ts. */
  it('is told when it is given to somebody else, and nobody when it stays with them', async () => {
    const { id, email, ticket, second, form } = await given()
    await guest.submit(form(ticket), { first_name: 'Benjamin', email })
    expect(await kindsTo(email)).toEqual(['ticket_given', 'ticket_given'])
    const next = (await read(id)).tickets.find((one: string) => one !== second)
    await guest.submit(form(next), { first_name: 'Cleo' })
    expect(await kindsTo(email)).toEqual(['ticket_given', 'ticket_given', 'given_ticket_cancelled'])
  })

  /** Seen red without eventCancelled and without tellHolders in tell-of-event.ts. */
  it('is told that the event is postponed, and then cancelled, and why', async () => {
    const { event, path, email } = await given()
    await hall.post(`/api/events/${event}/postponement/`, { datetime: hoursAhead(72), reason: 'The singer is ill.' })
    await told(email, 'given_ticket_postponed')
    await hall.post(`/api/events/${event}/cancellation/`, { reason: 'The singer is gone.' })
    await told(email, 'given_ticket_cancelled')
    const [, postponed, cancelled, ...more] = await mailsTo(email)
    expect(more).toEqual([])
    expect(postponed?.letter).toContain('The singer is ill.')
    expect(cancelled?.letter).toContain('The singer is gone.')
    expect(cancelled?.letter).toContain('will not take place')
    expect([postponed, cancelled].some((mail) => mail?.letter.includes(path))).toBe(false)
  })
})

/** They meet at the row of the ticket. Seen red without the lock in lockTickets: the gift of what was scanned is a 500. */
it.each(['scan', 'gift'] as const)(
  'of a scan and a gift of that ticket, the %s that comes first wins',
  async (winner) => {
    const { id, first, form } = await booked()
    const code = await codeOf(first)
    const give = () => guest.submit(form(), { first_name: 'Ben' })
    const [front, back] = winner === 'scan' ? [() => scan(code), give] : [give, () => scan(code)]
    const watcher = await server.database.connect()
    const lock = { text: 'select from ticket where id = $1 for update', values: [first] }
    const [one, two] = await Promise.all(
      await raceForRows(server, lock, 2, () => [
        front(),
        (winner === 'scan' ? untilScanWaits(watcher) : untilWaitingForLock(watcher, 1)).then(back),
      ]),
    )
    await watcher.end()
    const [scanned, given] = winner === 'scan' ? [one, two] : [two, one]
    expect([scanned.success, given.status]).toEqual(winner === 'scan' ? [true, 409] : [false, 303])
    expect((await read(id)).tickets.includes(first)).toBe(winner === 'scan')
  },
)

/** Two presses meet at the reservation. Seen red without the look at supersededBy: the second press is refused. */
it('a button pressed twice gives the ticket once', async () => {
  const { id, second, form } = await booked()
  const email = visitor()
  const press = () => guest.submit(form(), { first_name: 'Ben', email })
  const lock = { text: 'select from reservation where id = $1 for update', values: [id] }
  const answers = await Promise.all(await raceForRows(server, lock, 2, () => [press(), press()]))
  expect(answers.map(({ status }) => status)).toEqual([303, 303])
  const { tickets } = await read(id)
  expect([tickets.length, tickets.includes(second)]).toEqual([2, true])
  const { rows } = await client.query('select count(*)::int as mails from mail where recipient = $1', [email])
  expect(rows).toEqual([{ mails: 1 }])
  // Somebody else is told nothing of it: seen red with the first taken for the answer.
  const late = await guest.submit(form(), { first_name: 'Cleo', email: visitor() })
  expect([late.status, (await read(id)).tickets]).toEqual([409, tickets])
})
