import { describe, expect, it } from 'vitest'
import { visitor } from '../harness/booking.ts'
import type { BoxOffice } from '../harness/box-office.ts'
import { signIn } from '../harness/sign-in.ts'
import { twoOffices } from '../harness/two-tenants.ts'
import { visitorAt } from '../harness/visitor.ts'

/**
 * A booking of many tickets, and a person with many of them: pages show a part of them at once, and every ticket can still be
 * reached and acted on. Seen red without the part in each of the lists.
 */
const { server, client, hall, other } = await twoOffices()
const guest = visitorAt(server, hall)
await server.cli('tenant', 'set', '--tenant', hall.slug, '--cancellation-hours', '1')

/** So many free tickets in one booking, which a key books for somebody; the path of its page, and what it holds. */
async function group(qty: number, office: BoxOffice = hall) {
  const { price, product } = await office.price('B', { prix: 0, max_per_user: 1000 })
  const event = await office.event([product])
  const email = visitor()
  const booked = await office.post('/api/reservations/', { event, email, prices: [{ uuid: price, qty }] })
  const id = String(booked.json.uuid)
  const path = /\/bookings\/[^"]+/.exec(await accountOf(email, '', office.slug))?.[0] ?? ''
  return { event, email, path, id, tickets: await ticketsOf(id) }
}

async function accountOf(email: string, query = '', label: string = hall.slug): Promise<string> {
  const cookie = await signIn(server, label, label, email)
  const headers = { accept: 'text/html' }
  return (await server.send(label, 'GET', `/account/${query}`, { cookie, headers })).text
}

async function ticketsOf(id: string): Promise<readonly string[]> {
  const { rows } = await client.query(
    "select id from ticket where reservation_id = $1 and status in ('not_scanned', 'scanned') order by id",
    [id],
  )
  return rows.map((row) => row.id)
}

const cancelledOf = async (id: string) =>
  (
    await client.query(
      'select id from ticket where reservation_id = $1 and cancelled_at is not null and superseded_by is null',
      [id],
    )
  ).rows.map((row) => row.id)

const count = (text: string, what: RegExp) => text.match(what)?.length ?? 0
const links = (text: string) =>
  [...text.matchAll(/<a class="button quiet" rel="(prev|next)" href="([^"]+)"/g)].map(([, rel, href]) => [
    ...[rel, href?.replaceAll('&amp;', '&')],
  ])

describe('the page of a booking', () => {
  it('shows a part of its tickets, with a way to the parts before and after', async () => {
    const { path, tickets } = await group(50)
    const pages = await Promise.all(
      ['', '?page=2', '?page=3', '?page=4'].map((query) => guest.show(path + query)),
    )
    const shown = pages.map(({ text }) => [count(text, /class="qr"/g), links(text)])
    expect(shown).toEqual([
      [24, [['next', '?page=2#tickets']]],
      [
        24,
        [
          ['prev', '?#tickets'],
          ['next', '?page=3#tickets'],
        ],
      ],
      [2, [['prev', '?page=2#tickets']]],
      [0, [['prev', '?page=3#tickets']]],
    ])
    for (const { text } of pages) expect(text).toContain('Your 50 tickets')
    expect(pages[1]?.text).toContain('25 of 50')
    expect((await guest.show(`${path}?page=2`, 'fr')).text).toContain('Billets suivants')
    // Each of them once, with its own code.
    const codes = pages.flatMap(({ text }) =>
      [...text.matchAll(/<path fill="#000" d="([^"]+)"/g)].map(([, d]) => d),
    )
    expect(new Set(codes).size).toBe(tickets.length)
  })

  /** Seen red with the first page after every gift. */
  it('leads back to the part of a ticket that was given away', async () => {
    const { path, tickets } = await group(30)
    const give = (ticket: string | undefined) =>
      guest.submit(`${path}tickets/${ticket}/holder/`, { first_name: 'Ben', last_name: 'Bova' })
    expect((await guest.show(`${path}?page=2`)).text).toContain(`tickets/${tickets[26]}/holder/`)
    expect((await guest.show(`${path}tickets/${tickets[26]}/holder/`)).status).toBe(200)
    expect((await give(tickets[26])).headers['location']).toBe(`${path}?page=2#tickets`)
    expect((await give(tickets[0])).headers['location']).toBe(`${path}#tickets`)
    expect((await guest.show(`${path}tickets/nonsense/holder/`)).status).toBe(404)
    const theirs = await group(2, other)
    expect((await guest.show(`${path}tickets/${theirs.tickets[0]}/holder/`)).status).toBe(404)
    expect(await ticketsOf(theirs.id)).toEqual(theirs.tickets)
  })

  /** Seen red with the lines of all tickets, and with a form that answers without its page. */
  it('is cancelled in part from any part of it', async () => {
    const { path, id, tickets } = await group(120)
    const [first, second] = [
      await guest.show(`${path}cancellation/`),
      await guest.show(`${path}cancellation/?page=2`),
    ]
    expect([first, second].map(({ text }) => count(text, /name="ticket"/g))).toEqual([96, 24])
    expect(first.text).toContain('Only what is chosen on this page is cancelled')
    expect(links(first.text)).toEqual([['next', '?page=2#some']])
    expect(second.text).toContain(tickets[119])
    expect(second.text).toContain('120. ')
    const nothing = await guest.submit(`${path}cancellation/?page=2`)
    expect([nothing.status, nothing.text.includes(String(tickets[119]))]).toEqual([400, true])
    const some = { ticket: [String(tickets[100]), String(tickets[119])] }
    expect((await guest.submit(`${path}cancellation/?page=2`, some)).status).toBe(303)
    expect((await cancelledOf(id)).toSorted()).toEqual([tickets[100], tickets[119]])
    const whole = await guest.show(`${path}cancellation/?page=2`)
    expect(whole.text).toContain('name="whole"')
    // A small one says nothing of pages.
    const { path: small } = await group(3)
    expect((await guest.show(`${small}cancellation/`)).text).not.toContain('on this page')
  })
})

describe('the account', () => {
  /** By rows: a hundred bookings one after the other would take a minute. */
  async function manyBookings(office: BoxOffice, email: string, howMany: number, startsIn: string) {
    const { price, product } = await office.price('B', { prix: 0 })
    const event = await office.event([product], { name: `Of ${office.slug} ${startsIn}` })
    await client.query('update event set starts_at = now() + $2::interval where id = $1', [event, startsIn])
    await client.query(
      `with booked as (
         insert into reservation (tenant_id, id, event_id, booker_email, status, total_minor, ticket_count, language, created_at, updated_at)
         select tenant_id, gen_random_uuid(), $1, $3, 'valid', 0, 1, 'en', now(), now()
         from event, generate_series(1, $4::int) where id = $1 returning *)
       insert into ticket (tenant_id, id, reservation_id, event_id, price_id, first_name, last_name, status, created_at)
       select tenant_id, gen_random_uuid(), id, $1, $2, '', '', 'not_scanned', now() from booked`,
      [event, price, email, howMany],
    )
  }

  it('lists what is ahead, what is past and what was given a page at a time, wherever it was booked', async () => {
    const email = visitor()
    await manyBookings(hall, email, 60, '3 days')
    await manyBookings(other, email, 10, '1 day')
    await manyBookings(hall, email, 50, '-3 days')
    const rows = (text: string) => count(text, /href="[^"]+\/bookings\//g)
    const here = await accountOf(email)
    // 48 ahead and 48 past.
    expect([rows(here), here.includes('Past (50)')]).toEqual([96, true])
    expect(links(here)).toEqual([
      ['next', '?page=2#bookings'],
      ['next', '?past=2#past'],
    ])
    const second = await accountOf(email, '?page=2')
    expect(rows(second)).toBe(12 + 48)
    const past = await accountOf(email, '?past=2')
    expect([rows(past), past.includes('<details open id="past">')]).toEqual([48 + 2, true])
    // At Meta those of both, by time: the other's ten come first.
    const [everywhere, more] = [await accountOf(email, '', 'meta'), await accountOf(email, '?page=2', 'meta')]
    expect(everywhere.split('Of the-other').length - 1).toBe(10)
    expect([rows(everywhere), rows(more)]).toEqual([48 + 48, 22 + 48])
    expect(more).not.toContain('Of the-other')
    expect(rows(await accountOf(email, '', other.slug))).toBe(10)
  })

  it('shows the codes of what was given a page at a time', async () => {
    const [email, { tickets }] = [visitor(), await group(30)]
    await client.query('update ticket set holder_email = $1 where id = any($2)', [email, tickets])
    const [first, second] = [await accountOf(email), await accountOf(email, '?given=2')]
    expect([first, second].map((text) => count(text, /class="qr"/g))).toEqual([24, 6])
    expect(links(first)).toEqual([['next', '?given=2#given']])
    expect(second).toContain('QR code 25: ticket for')
    expect(await accountOf(email, '', other.slug)).not.toContain('class="qr"')
  })
})
