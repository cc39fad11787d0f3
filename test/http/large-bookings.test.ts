import { describe, expect, it } from 'vitest'
import { visitor } from '../harness/booking.ts'
import type { BoxOffice } from '../harness/box-office.ts'
import { pairPhone } from '../harness/door.ts'
import { signIn } from '../harness/sign-in.ts'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'
import { visitorAt } from '../harness/visitor.ts'

/**
 * A booking of many tickets, and a person with many of them: pages show a part of them at once, and every ticket can still be
 * reached and acted on. Seen red without the part in each of the lists, with forms and refusals that forget it, with a second press
 * that is refused, and with what went with the whole booking told once more.
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
    rel,
    href?.replaceAll('&amp;', '&'),
  ])

describe('the page of a booking', () => {
  it('shows a part of its tickets, with a way to the parts before and after', async () => {
    const { path, tickets } = await group(50)
    const pages = await Promise.all(['', '?page=2', '?page=3', '?page=4'].map((query) => guest.show(path + query)))
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
    const codes = pages.flatMap(({ text }) => [...text.matchAll(/<path fill="#000" d="([^"]+)"/g)].map(([, d]) => d))
    expect(new Set(codes).size).toBe(tickets.length)
  })

  /** Seen red with the first page after every gift. */
  it('leads back to the part of a ticket that was given away', async () => {
    const { path, tickets } = await group(30)
    const give = (ticket: string | undefined) =>
      guest.submit(`${path}tickets/${ticket}/holder/`, { first_name: 'Ben', last_name: 'Bova' })
    expect((await guest.show(`${path}?page=2`)).text).toContain(`tickets/${tickets[26]}/holder/`)
    expect((await guest.show(`${path}tickets/${tickets[26]}/holder/`)).status).toBe(200)
    const wayBack = async (ticket: string | undefined) => {
      const { text } = await guest.show(String((await give(ticket)).headers['location']))
      return /href="([^"]+#tickets)"/.exec(text)?.[1]
    }
    expect(await wayBack(tickets[26])).toBe(`${path}?page=2#tickets`)
    expect(await wayBack(tickets[0])).toBe(`${path}#tickets`)
    expect((await guest.show(`${path}tickets/nonsense/holder/`)).status).toBe(404)
    const theirs = await group(2, other)
    expect((await guest.show(`${path}tickets/${theirs.tickets[0]}/holder/`)).status).toBe(404)
    expect(await ticketsOf(theirs.id)).toEqual(theirs.tickets)
  })

  /** Seen red with the lines of all tickets, and with a form that answers without its page. */
  it('is cancelled in part from any part of it', async () => {
    const { path, id, tickets } = await group(120)
    const [first, second] = [await guest.show(`${path}cancellation/`), await guest.show(`${path}cancellation/?page=2`)]
    expect([first, second].map(({ text }) => count(text, /name="ticket"/g))).toEqual([96, 24])
    expect(first.text).toContain('Only those selected on this page will be cancelled')
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

describe('the page of a booking for staff', () => {
  /** A booking of 120, each with a name of its own, Guest N1 to Guest N120, which is the beginning of no number: those are of A to F. */
  async function named() {
    const booking = await group(120)
    for (const [index, ticket] of booking.tickets.entries()) {
      await client.query("update ticket set first_name = 'Guest', last_name = $2 where id = $1", [
        ticket,
        `N${index + 1}`,
      ])
      await client.query(
        `insert into ticket_name_word (tenant_id, ticket_id, word)
         select tenant_id, id, word from ticket, unnest(array['guest', $2]) word where id = $1`,
        [ticket, `n${index + 1}`],
      )
    }
    return { ...booking, at: `/admin/reservations/${booking.id}/` }
  }

  const staff = staffOf(server, hall)
  const press = async (path: string, fields: readonly (readonly [string, string])[]) => {
    const { status, headers, text } = await (await staff).press(path, fields)
    return { status, location: String(headers['location']), text }
  }
  const show = async (path: string, language?: string) => (await (await staff).show(path, language)).text
  const shownIn = (text: string) => [...text.matchAll(/<code id="ticket-([^"]+)"/g)].map(([, id]) => id)
  const seenOf = (text: string, ticket: string | undefined) =>
    new RegExp(`tickets/${ticket}/[^"]*"[^>]*><input type="hidden" name="seen" value="([^"]+)"`).exec(text)?.[1] ?? ''

  it('shows its tickets a page at a time, and finds one by name, number, seat or whom it was given to', async () => {
    const { at, tickets } = await named()
    const pages = [await show(at), await show(`${at}?page=2`), await show(`${at}?page=3`, 'fr')]
    expect(pages.map((text) => shownIn(text))).toEqual([tickets.slice(0, 48), tickets.slice(48, 96), tickets.slice(96)])
    expect(pages[1]).toContain('49 to 96 of 120')
    expect(pages[2]).toContain('97 à 120 sur 120')
    expect(links(pages[1] ?? '')).toEqual([
      ['prev', '?#tickets'],
      ['next', '?page=3#tickets'],
    ])
    for (const text of pages) expect(text).toContain('<h1>Guest N1</h1>')
    await client.query("update ticket set seat = 'Z9', holder_email = 'grace@example.org' where id = $1", [
      tickets[110],
    ])
    const number = String(tickets[77]).replaceAll('-', '').slice(-10)
    for (const [text, found] of [
      ['N111', [110]],
      ['guest n77', [76]],
      ['z9', [110]],
      ['grace@', [110]],
      [`${number.slice(0, 5)}-${number.slice(5)}`, [77]],
      ['nobody', []],
      ["' or true --", []],
    ] as const)
      expect([text, shownIn(await show(`${at}?q=${encodeURIComponent(text)}`))]).toEqual([
        text,
        found.map((index) => tickets[index]),
      ])
    const none = await show(`${at}?q=nobody`)
    expect(none).toContain('No ticket of this booking is found by “nobody”.')
    expect(none).toContain('All 120 tickets')
    expect(links(await show(`${at}?q=guest&page=2`))).toEqual([
      ['prev', '?q=guest#tickets'],
      ['next', '?q=guest&page=3#tickets'],
    ])
    // A small booking has no search.
    const small = await show(`/admin/reservations/${(await group(2)).id}/`)
    expect([small.slice(small.indexOf('<main')).includes('name="q"'), shownIn(small).length]).toEqual([false, 2])
    // Nor does somebody else's staff see anything.
    expect((await (await staffOf(server, other)).show(`${at}?page=2`)).status).toBe(404)
  })

  /** Seen red with forms that forget their page, and with a name that leads back to what it was found by before. */
  it('changes a ticket on any part, and leads back there', async () => {
    const { at, tickets } = await named()
    const [far, further] = [tickets[100], tickets[101]]
    const name = (last: string, seen: string) =>
      [
        ['seen', seen],
        ['first_name', 'Ada'],
        ['last_name', last],
      ] as const
    const third = await show(`${at}?page=3`)
    expect(third).toContain(`action="${at}tickets/${far}/?page=3"`)
    expect(await press(`${at}tickets/${far}/?page=3`, name('Lovelace', seenOf(third, far)))).toMatchObject({
      status: 303,
      location: `${at}?page=3#tickets`,
    })
    const refused = await press(`${at}tickets/${far}/?page=3`, name('Byron', seenOf(third, far)))
    expect(refused.status).toBe(409)
    expect(shownIn(refused.text)).toContain(far)
    expect(refused.text).toContain('value="Byron"')
    // Found by its name, which it has no more.
    const found = await show(`${at}?q=N102`)
    const number = String(further).replaceAll('-', '').slice(-10).toUpperCase()
    const renamed = await press(`${at}tickets/${further}/?q=N102`, name('Hopper', seenOf(found, further)))
    expect(renamed.location).toBe(`${at}?q=${number.slice(0, 5)}-${number.slice(5)}#tickets`)
    expect(shownIn(await show(renamed.location.replace(/#.*/, '')))).toEqual([further])
    // The first part stays at the address it always had.
    const first = await show(at)
    expect((await press(`${at}tickets/${tickets[0]}/`, name('First', seenOf(first, tickets[0])))).location).toBe(at)
  })

  it('cancels tickets of any part, and all of it', async () => {
    const { id, at, tickets } = await named()
    const third = await show(`${at}?page=3`)
    expect(count(third, /type="checkbox" name="ticket"/g)).toBe(24)
    expect(third).toContain('24 of the 120 tickets that can be cancelled can be selected here')
    const some = [tickets[98], tickets[119]]
    const chosen = some.map((ticket) => ['ticket', String(ticket)] as const)
    const cancel = `${at}cancellation/?page=3`
    for (const _ of ['once', 'again'])
      expect(await press(cancel, chosen)).toMatchObject({ status: 303, location: `${at}?page=3#tickets` })
    expect((await cancelledOf(id)).toSorted()).toEqual(some)
    const nothing = await press(cancel, [])
    expect([nothing.status, shownIn(nothing.text)[0]]).toEqual([400, tickets[96]])
    expect((await press(`${at}cancellation/`, [['all', 'true']])).status).toBe(303)
    expect(await cancelledOf(id)).toHaveLength(120)
    // The rest went with the booking, which one line says.
    const story = (await show(at)).split('id="story"')[1] ?? ''
    const said = [...story.matchAll(/(\d+) tickets cancelled/g)].map(([, howMany]) => howMany)
    expect(said).toEqual(['2'])
  })

  it('undoes scans on any part, and shows conflicts and the story a page at a time', async () => {
    const { id, at, tickets } = await named()
    const phone = await pairPhone(server, hall.slug)
    await client.query(
      "update ticket set status = 'scanned', scanned_at = now(), scanned_by_device_id = $2 where reservation_id = $1",
      [id, phone.id],
    )
    const log = `insert into scan_log (tenant_id, id, ticket_id, event_id, device_id, result, ticket_status, prior_device_id,
        prior_scanned_at, scanned_at, recorded_at, offline, conflict)
      select tenant_id, gen_random_uuid(), id, event_id, $2, 'admitted', 'scanned', $3, $4, scanned_at, scanned_at, true, $5
      from ticket where reservation_id = $1`
    await client.query(log, [id, phone.id, null, null, null])
    await client.query(log, [id, phone.id, phone.id, new Date(), 'already_scanned'])
    const back = await press(`${at}tickets/${tickets[119]}/mistakes/?page=3`, [['reason', 'Wrong door']])
    expect(back).toMatchObject({ status: 303, location: `${at}?page=3#tickets` })
    const { rows } = await client.query('select status from ticket where id = $1', [tickets[119]])
    expect(rows).toEqual([{ status: 'not_scanned' }])
    const conflictsOn = (text: string) => [...text.matchAll(/<code id="conflict-([^"]+)"/g)].map(([, scan]) => scan)
    const [first, last] = [await show(at), await show(`${at}?conflicts=3`)]
    expect([conflictsOn(first).length, conflictsOn(last).length]).toEqual([48, 24])
    expect(links(last)).toContainEqual(['prev', '?conflicts=2#conflicts'])
    const [scan] = conflictsOn(last)
    const ofScan = await client.query('select ticket_id from scan_log where id = $1', [scan])
    const mistake = `${at}tickets/${ofScan.rows[0].ticket_id}/mistakes/?conflicts=3`
    expect(last).toContain(`action="${mistake}"`)
    const missing = await press(mistake, [
      ['scan', String(scan)],
      ['reason', ''],
    ])
    expect([missing.status, conflictsOn(missing.text).includes(scan)]).toEqual([400, true])
    const done = [
      ['scan', String(scan)],
      ['reason', 'Nobody'],
    ] as const
    for (const _ of ['once', 'again'])
      expect(await press(mistake, done)).toMatchObject({ status: 303, location: `${at}?conflicts=3#conflicts` })
    expect(conflictsOn(await show(`${at}?conflicts=3`))).not.toContain(scan)
    // Booked, paid, named, 240 scans and what was undone: the latest first, in their order.
    const lines = (text: string) => count(text.slice(text.indexOf('id="story"')), /<span class="name">/g)
    const story = [await show(at), await show(`${at}?story=2`), await show(`${at}?story=3`)]
    expect(story.slice(0, 2).map(lines)).toEqual([100, 100])
    expect(lines(story[2] ?? '')).toBeGreaterThan(40)
    expect(links(story[0] ?? '').at(-1)).toEqual(['next', '?story=2#story'])
    expect(story[0]).toMatch(/Scan of ticket .* undone/)
    expect(story[2]?.slice(story[2].indexOf('id="story"'))).toContain('Booked')
  })
})
