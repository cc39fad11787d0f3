import { describe, expect, it } from 'vitest'
import { visitor } from '../harness/booking.ts'
import { hoursAhead, untilQuiet } from '../harness/box-office.ts'
import { pairPhone, qrCodesOf } from '../harness/door.ts'
import { lookAtPdf } from '../harness/pdf.ts'
import { makeKey } from '../harness/shop.ts'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** How it is going with one event, for whoever runs the house: places, money, entries, and what waits. */
const { server, client, hall, other } = await twoOffices()
const staff = await staffOf(server, hall)
const stranger = await staffOf(server, other)

const full = await hall.price('B', { name: 'Full', prix: 12.5, vat: '5.5', stock: 20 })
const half = await hall.create('prices', { product: full.product, name: 'Half', prix: 5 })
const datetime = hoursAhead(1)
const event = await hall.event([full.product], { name: 'The <b>Owls</b>', capacity: 50, datetime })
// A millisecond earlier: on the same day, at nearly every moment.
const before = await hall.event([full.product], {
  name: 'The Bats',
  datetime: new Date(Date.parse(datetime) - 1).toISOString(),
})

async function sell(at: string, price: string, qty: number, method: string | null = 'cash') {
  const { json } = await hall.book({ event: at, email: visitor(), prices: [{ uuid: price, qty }] })
  if (method !== null)
    expect((await hall.post(`/api/reservations/${json.uuid}/payments/`, { method })).status).toBe(201)
  return json as { uuid: string }
}

const kept = await sell(event, full.price, 2, 'card')
const gone = await sell(event, half, 3)
await hall.post(`/api/reservations/${gone.uuid}/cancellation/`, { handed_over: true })
await sell(event, full.price, 4, null)
await sell(before, half, 6)
await untilQuiet(client)

const path = `/admin/events/${event}/`
const show = async (by = staff, at = path, language = 'en') => (await by.show(at, language)).text
const tile = (text: string, name: string) => new RegExp(`>\\s*${name}<b>([^<]*)</b>`).exec(text)?.[1]
/** The cells of the row of a table after the one that says this. */
function rowOf(text: string, first: string): readonly (string | undefined)[] {
  const row = text.slice(text.indexOf(`>${first}</td>`)).split('</tr>')[0] ?? ''
  return [...row.matchAll(/<td[^>]*>(?:<[^>]+>)?([^<]*)/g)].map(([, cell]) => cell)
}

async function colleague(role: string) {
  const email = `${role}@overview.test`
  await server.cli('team', 'set', '--tenant', hall.slug, '--email', email, '--role', role)
  return staffOf(server, hall, email)
}

describe('the overview of an event', () => {
  /** Seen red with all tickets of the house, with cancelled ones among the sold, and with what is held among what is left. */
  it('says what is sold, held and left, price by price', async () => {
    const text = await show()
    expect(['Sold', 'Held', 'Left', 'Inside'].map((name) => tile(text, name))).toEqual(['2', '4', '44', '0'])
    const cells = (name: string) => {
      const [row = ''] = text.slice(text.indexOf(name)).split('</tr>')
      return [...row.matchAll(/figures">([^<]*)</g)].map(([, cell]) => cell)
    }
    expect(cells('· Full')).toEqual(['2', '4', '14', '€25.00'])
    // It has no number of its own: the places of the event are its limit. Seen red with "no limit".
    expect(cells('· Half')).toEqual(['0', '0', '44', '€0.00'])
    expect(text).not.toContain('<b>Owls')
    expect(text).toContain(`href="/admin/sale/?event=${event}"`)
  })

  /** Seen red with the sums of the whole house. */
  it('says what came in, less what was refunded, of its own bookings alone', async () => {
    const text = await show()
    // Seen red with "Left", which the same page says of places.
    expect(['Received', 'Refunded', 'Kept', 'VAT'].map((name) => tile(text, name))).toEqual([
      '€40.00',
      '€15.00',
      '€25.00',
      '€1.30',
    ])
    expect(rowOf(text, 'Card at the desk')).toEqual(['1', '€25.00', '€0.00', '€0.00', '€25.00'])
    expect(await show(staff, `/admin/events/${before}/`)).toContain('€30.00')
  })

  it('draws what was booked day by day, beside the event before it', async () => {
    const text = await show()
    expect(text).toContain('Outlined: The Bats')
    const [today] = /<tr><td[^>]*>[^<]*<\/td><td[^>]*>6<\/td><td[^>]*>6<\/td><\/tr>/.exec(text) ?? []
    expect(today).toBeDefined()
    expect(await show(staff, `/admin/events/${before}/`)).not.toContain('Outlined')
  })

  it('says who came in and who was turned away from it', async () => {
    const phone = await pairPhone(server, hall.slug)
    const { json } = await hall.get(`/api/reservations/${kept.uuid}/`)
    const [ticket] = json.tickets
    const body = { qrcode_data: (await qrCodesOf(server, hall.slug, [ticket])).get(ticket) }
    for (let scan = 0; scan < 2; scan++) await server.send(hall.slug, 'POST', '/scan/ticket/', { key: phone.key, body })
    const text = await show()
    expect([tile(text, 'Inside'), rowOf(text, 'Scanned before')[0]]).toEqual(['1', '1'])
    expect(await show(staff, `/admin/events/${before}/`)).not.toContain('Scanned before')
    // Seen red with the hours up to the last refusal: somebody who comes the next day emptied the chart for ever.
    await client.query(
      "update scan_log set recorded_at = recorded_at + interval '17 hours' where event_id = $1 and result = 'already_scanned'",
      [event],
    )
    const hours = async () => {
      const [, chart = ''] = (await show()).split('Entries by five minutes</caption>')
      const [table = ''] = chart.split('</table>')
      return [...table.matchAll(/<tr><td[^>]*>[\d:]+<\/td><td[^>]*>(\d+)/g)].map(([, admitted]) => admitted)
    }
    expect(await hours()).toEqual(['1'])
  })

  it('says what waits at it', async () => {
    const { product, price } = await hall.price('B', { prix: 5, stock: 0 })
    const awaited = await hall.event([product], { name: 'Awaited' })
    await hall.post('/api/waiting-list/', { event: awaited, price, email: visitor(), places: 1 })
    expect(await show(staff, `/admin/events/${awaited}/`)).toContain('1 person waits for a place')
    expect(await show()).not.toContain('waits for a place')
  })

  /** Seen red with the books read for everybody. */
  it('shows each person what their role is about, and a stranger nothing', async () => {
    const [seller, steward, accountant] = [
      await colleague('box_office'),
      await colleague('steward'),
      await colleague('accountant'),
    ]
    for (const person of [seller, steward]) {
      const text = await show(person)
      expect([tile(text, 'Sold'), text.includes('€40.00'), text.includes('/settlement/')]).toEqual(['2', false, false])
    }
    expect(await show(seller)).toContain('/admin/sale/?event=')
    expect(await show(steward)).not.toContain('/admin/sale/?event=')
    const text = await show(accountant)
    expect([text.includes('€40.00'), text.includes(`${path}settlement/`), text.includes('/description/')]).toEqual([
      true,
      true,
      false,
    ])
    for (const tab of ['', 'description/', 'settlement/', 'more/'])
      expect((await stranger.show(path + tab)).status, tab).toBe(404)
  })
})

describe('the settlement of an event', () => {
  it('is its books, as a page and as files, and adds up to those of the house', async () => {
    const text = await show(staff, `${path}settlement/`)
    expect(['Sold', 'Credited', 'Without VAT', 'VAT'].map((name) => tile(text, name))).toEqual([
      '€40.00',
      '€15.00',
      '€23.70',
      '€1.30',
    ])
    const csv = (await staff.show(`/admin/accounting/figures.csv?event=${event}`)).text
    expect(csv).toContain('40.00')
    expect(csv).not.toContain('70.00')
    const pdf = await staff.show(`/admin/accounting/closing.pdf?event=${event}`)
    expect(pdf.headers['content-disposition']).toContain('settlement-the-b-owls-b')
    const [page] = await lookAtPdf(pdf.bytes)
    expect(page?.text).toMatch(/Settlement.*Owls/s)
    expect(page?.text).not.toContain('since the first receipt')
  })

  it('is told to programs by the same name, and of no other house', async () => {
    const key = await makeKey(server, hall.slug, ['reservation:read'])
    const read = (query: string) => server.send(hall.slug, 'GET', `/api/accounting/?${query}`, { key })
    const ours = await read(`event=${event}`)
    expect(ours.json.accounts[0]).toMatchObject({ sold: 40, credited: 15, received: 40, refunded: 15 })
    const theirs = await read(`event=${before}`)
    expect(theirs.json.accounts[0]).toMatchObject({ sold: 30 })
    expect((await read('')).json.accounts[0]).toMatchObject({ sold: 70, credited: 15 })
    expect((await read(`event=${event}&from=2020-01-01&to=2020-01-02`)).json.accounts[0]).toMatchObject({ sold: 0 })
    const foreign = await other.event([])
    for (const unknown of [foreign, hall.tenantId]) {
      const { status, json } = await read(`event=${unknown}`)
      expect([status, Object.keys(json.errors)]).toEqual([400, ['event']])
    }
    expect((await staff.show(`/admin/accounting/closing.pdf?event=${foreign}`)).status).toBe(400)
  })
})

describe('the takings of today', () => {
  /** Seen red with payments of any day, with what was refunded left in, and without DayNote. */
  it('are what came in since the day began, by method, for whoever may see money', async () => {
    const today = async (by = staff) => (await by.show('/admin/')).text
    const amounts = (text: string) => {
      const [, shown = ''] = text.split('Takings of today</h2>')
      const [tiles = ''] = shown.split('</section>')
      return ['Total, less refunds', 'Cash', 'Card at the desk'].map((name) => tile(tiles, name))
    }
    expect(amounts(await today())).toEqual(['€55.00', '€45.00', '€25.00'])
    expect(await today()).toContain('€15.00 refunded')
    // The day of each figure is said, and that the books have another one.
    const night = 'Today runs from 04:00 to 04:00, so that a night counts as one evening.'
    const besideMoney = `Takings of today</h2><p class="muted small">${night} Accounting counts its days from midnight`
    expect(await today()).toContain(besideMoney)
    const old = await sell(before, half, 4)
    await client.query("update payment set settled_at = settled_at - interval '2 days' where reservation_id = $1", [
      old.uuid,
    ])
    await sell(before, half, 1, 'free')
    expect(amounts(await today())).toEqual(['€55.00', '€45.00', '€25.00'])
    const seller = await today(await colleague('box_office'))
    expect([seller.includes('Takings of today'), seller.includes('class="button" href="/admin/sale/"')]).toEqual([
      false,
      true,
    ])
    expect([seller.includes(night), seller.includes('Accounting counts')]).toEqual([true, false])
    expect((await staff.show('/admin/accounting/')).text).toContain('“Today” counts from 04:00 to 04:00')
    expect(await today(stranger)).not.toContain('€15.00 refunded')
  })
})
