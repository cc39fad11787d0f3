import { request } from 'undici'
import { describe, expect, it } from 'vitest'
import { visitor } from '../harness/booking.ts'
import { type BoxOffice, hoursAhead, untilTrue } from '../harness/box-office.ts'
import { pairPhone } from '../harness/door.ts'
import { bookTwo, giveTicket } from '../harness/given-ticket.ts'
import { lookAtPdf } from '../harness/pdf.ts'
import { signIn } from '../harness/sign-in.ts'
import { twoOffices } from '../harness/two-tenants.ts'
import { visitorAt } from '../harness/visitor.ts'

/** What whoever was given a ticket keeps of it: the PDF and the entry for a calendar, found in their account and in the mail. */
const { server, client, hall, other } = await twoOffices({ environment: { LOG_LEVEL: 'debug' } })
const phone = await pairPhone(server, hall.slug)

/** A ticket of two, given to somebody who has an account with that address. */
async function given(office: BoxOffice = hall, eventFields = {}) {
  const booking = await bookTwo(server, office, eventFields)
  const email = visitor()
  const { ticket, links } = await giveTicket({ server, client, office }, booking, booking.tickets[0], email)
  return { booking, email, ticket, links }
}

/** The addresses of files of tickets in the account that somebody opens there. */
async function filesOf(email: string, label = hall.slug) {
  const cookie = await signIn(server, label, label, email)
  const { text } = await server.send(label, 'GET', '/account/', { cookie, headers: { accept: 'text/html' } })
  const all = [...text.matchAll(/href="([^"]+\/tickets\/[^"]+)"/g)].map(([, href]) => new URL(href ?? ''))
  // What leads on to a calendar on the web is the same file, asked otherwise (http/calendar-files).
  return all.filter(({ search }) => search === '')
}

async function pathsOf(email: string): Promise<{ readonly pdf: string; readonly calendar: string }> {
  const [pdf, calendar] = (await filesOf(email)).map(({ pathname }) => pathname)
  return { pdf: pdf ?? '', calendar: calendar ?? '' }
}

async function pagesAt(path: string, language = 'en') {
  const { statusCode, headers, body } = await request(`http://127.0.0.1:${server.port}${path}`, {
    headers: { host: `${hall.slug}.localhost:${server.port}`, 'accept-language': language },
  })
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toBe('application/pdf')
  return lookAtPdf(new Uint8Array(await body.arrayBuffer()))
}

const scan = async (code: string | null | undefined) =>
  (await server.send(hall.slug, 'POST', '/scan/ticket/', { key: phone.key, body: { qrcode_data: code } })).json

const statusesOf = (paths: readonly string[], office = hall) =>
  Promise.all(paths.map(async (path) => (await visitorAt(server, office).show(path)).status))

describe('a ticket that was given', () => {
  /** Seen red with all tickets of the booking in the PDF, and with addresses of the host where the account is opened. */
  it('is a PDF of that ticket alone, whose code opens the door, from any account', async () => {
    const { email } = await given()
    const [pdf, calendar, ...more] = await filesOf(email)
    expect([pdf?.hostname, more]).toEqual([`${hall.slug}.localhost`, []])
    expect((await filesOf(email, 'meta')).map(String)).toEqual([String(pdf), String(calendar)])
    expect(await filesOf(email, other.slug)).toEqual([])
    const path = pdf?.pathname ?? ''
    const [page, ...others] = await pagesAt(path)
    expect(others).toEqual([])
    for (const said of ['Ben Bova', 'Ticket 1 of 1']) expect(page?.text).toContain(said)
    expect(page?.text).not.toContain('Ada')
    expect((await pagesAt(path, 'fr'))[0]?.text).toContain('Billet 1 sur 1')
    expect((await scan(page?.qrCodeData)).success).toBe(true)
    // Used, it is still there to be kept, as on the page of a booking.
    expect((await pagesAt(path))[0]?.qrCodeData).toBe(page?.qrCodeData)
    expect((await filesOf(email)).map(String)).toEqual([String(pdf), String(calendar)])
  })

  /** Seen red with the id of the ticket in place of the event's, and with the page of the booking as its address. */
  it('is one entry of a calendar, which leads to the event and not to the booking', async () => {
    const fields = { name: 'Jazz; \\n, "BEGIN:VEVENT"', datetime: hoursAhead(48) }
    const { booking, email, links } = await given(hall, fields)
    await giveTicket({ server, client, office: hall }, booking, booking.tickets[1], email)
    const files = (await filesOf(email)).filter(({ pathname }) => pathname.endsWith('.ics'))
    expect(files).toHaveLength(2)
    const mailed = links.filter(({ url }) => url.endsWith('.ics'))
    expect(mailed.map(({ label }) => label)).toEqual(['Add to my calendar'])
    expect(files.map(String)).toContain(mailed[0]?.url)
    const { slug } = (await hall.get(`/api/events/${booking.event}/`)).json
    for (const { pathname } of files) {
      const { status, headers, text } = await visitorAt(server, hall).show(pathname)
      expect([status, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
      const lines = text.replace(/\r\n /g, '').split('\r\n')
      expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1)
      expect(lines).toContain(`UID:${booking.event}@${hall.slug}.localhost`)
      expect(lines).toContain('SUMMARY:Jazz\\; \\\\n\\, "BEGIN:VEVENT" – The Hall')
      const start = new Date(fields.datetime).toISOString().replace(/[-:]|\.\d+/g, '')
      expect(lines).toContain(`DTSTART:${start}`)
      const url = lines.find((line) => line.startsWith('URL'))?.replace(/^[^:]*:/, '') ?? ''
      expect(new URL(url).pathname).toBe(`/events/${slug}/`)
      expect(await statusesOf([new URL(url).pathname])).toEqual([200])
      expect(text).not.toContain(booking.id)
    }
  })

  /**
   * Seen red with any proof taken, with one of the tenant in place of the ticket's, without the statuses in
   * findTicketPlace (the entry for a calendar stayed), without `tickets` in secretPath, and with ids of addresses as they were typed.
   */
  it('opens to whoever has its address, here, until it is given on or cancelled', async () => {
    const { booking, email, ticket } = await given()
    const { pdf, calendar } = await pathsOf(email)
    const theirs = await given(other)
    const foreign = (await filesOf(theirs.email, other.slug)).map(({ pathname }) => pathname)
    expect(await statusesOf([pdf, calendar])).toEqual([200, 200])
    expect(await statusesOf(foreign, other)).toEqual([200, 200])
    expect(await statusesOf([pdf, calendar], other)).toEqual([404, 404])
    expect(await statusesOf(foreign)).toEqual([404, 404])
    const shouted = pdf.replace(ticket, ticket.toUpperCase())
    expect(await statusesOf([shouted])).toEqual([200])
    expect(await statusesOf([shouted], other)).toEqual([404])
    const proof = pdf.split('/')[3] ?? ''
    const bookingProof = booking.path.split('/')[3]
    const wrong = ['ticket.pdf', 'event.ics'].flatMap((file) => [
      ...[...booking.tickets, theirs.ticket, 'nothing'].map((id) => `/tickets/${id}/${proof}/${file}`),
      `/tickets/${ticket}/${proof.slice(1)}/${file}`,
      `/tickets/${ticket}/${bookingProof}/${file}`,
      `/bookings/${booking.id}/${proof}/${file}`,
    ])
    expect(await statusesOf(wrong)).toEqual(wrong.map(() => 404))
    expect(server.output()).toContain('/tickets/…')
    expect(server.output()).not.toContain(proof)

    const nextEmail = visitor()
    const next = await giveTicket({ server, client, office: hall }, booking, ticket, nextEmail)
    expect(await statusesOf([pdf, calendar])).toEqual([404, 404])
    const nextPaths = await pathsOf(nextEmail)
    expect(await statusesOf([nextPaths.pdf, nextPaths.calendar])).toEqual([200, 200])
    const cancellation = { tickets: [next.ticket] }
    expect((await hall.post(`/api/reservations/${booking.id}/cancellation/`, cancellation)).status).toBe(200)
    expect(await statusesOf([nextPaths.pdf, nextPaths.calendar])).toEqual([404, 404])
  })

  /** Whoever kept it has it in their calendar. Seen red without the look at the event in findGivenTicket: 404, and the PDF stayed. */
  it('of an event that is cancelled has an entry for the calendar that says so, and no PDF', async () => {
    const { booking, email } = await given()
    const { pdf, calendar } = await pathsOf(email)
    await hall.post(`/api/events/${booking.event}/cancellation/`)
    await untilTrue(async () => (await hall.get(`/api/reservations/${booking.id}/`)).json.status === 'C')
    const { status, text } = await visitorAt(server, hall).show(calendar)
    expect([status, /STATUS:\w+/.exec(text)?.[0], /SEQUENCE:\d+/.exec(text)?.[0]]).toEqual([
      200,
      'STATUS:CANCELLED',
      'SEQUENCE:1',
    ])
    expect(await statusesOf([pdf])).toEqual([404])
  })
})

/** Seen red without EventOfTicket, without the number in TicketCode, and without the look at the clock. */
it('every ticket on a page says what it is for, when, and its number; and that the event is over, once it is', async () => {
  const { booking, email, ticket } = await given(hall, { name: 'Jazz in the yard' })
  const reader = visitorAt(server, hall)
  const page = (await pathsOf(email)).pdf.replace(/[^/]+$/, '')
  const cards = async () => {
    const booked = (await reader.show(booking.path)).text.split('<li class="ticket">').slice(1)
    const [, alone = ''] = (await reader.show(page)).text.split('<div class="ticket">')
    return [...booked, alone].map((card) => card.split(/<\/li>|<p class="muted small">(?=Show)/)[0] ?? '')
  }
  const kept = booking.tickets.find((id) => id !== booking.tickets[0]) ?? ''
  const numbers = [kept, ticket, ticket].map((id) => id.replaceAll('-', '').slice(-10).toUpperCase())
  const told = (card: string) => [
    card.includes('Jazz in the yard'),
    /<time [^>]*>\w+ \d+ \w+/.test(card),
    /Ticket number<\/span> <code>([^<]+)/.exec(card)?.[1]?.replace('-', ''),
    card.includes('This event has ended.'),
  ]
  expect((await cards()).map(told)).toEqual(numbers.map((number) => [true, true, number, false]))
  await client.query(
    `update event set starts_at = now() - interval '3 hours', ends_at = now() - interval '1 hour' where id = $1`,
    [booking.event],
  )
  expect((await cards()).map(told)).toEqual(numbers.map((number) => [true, true, number, true]))
})
