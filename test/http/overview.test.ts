import { describe, expect, it } from 'vitest'
import { insertEvent, insertTickets, pairPhone } from '../harness/door.ts'
import { scanningAt } from '../harness/scanning.ts'
import { staffOf } from '../harness/staff.ts'
import { twoDoors } from '../harness/two-tenants.ts'

/** Tonight as whoever runs the venue sees it: how many are in, who was turned away and why, and what waits to be done. */
const doors = await twoDoors()
const { server, client, hall, other, otherPhone } = doors
const { ticket, scan } = scanningAt(doors)
const staff = await staffOf(server, hall)
const stranger = await staffOf(server, other)

const today = async (by = staff, language = 'en') => (await by.show('/admin/', language)).text

/** What stands in the tiles of an event: sold and inside. */
function tilesOf(text: string, event: string): readonly (number | undefined)[] {
  const section = text.slice(text.indexOf(`>${event}<`)).split('</section>')[0] ?? ''
  return ['Sold', 'Inside'].map((name) => {
    const shown = new RegExp(`${name}<b>(\\d+)</b>`).exec(section)?.[1]
    return shown === undefined ? undefined : Number(shown)
  })
}

/** The cells of the row that begins with a text. */
function rowOf(text: string, first: string): string | undefined {
  return new RegExp(`<td[^>]*>${first}</td><td[^>]*>(\\d+)</td>`).exec(text)?.[1]
}

type Payment = { readonly method: string; readonly status: string; readonly currency: string }

const cash: Payment = { method: 'cash', status: 'settled', currency: 'EUR' }

/** A booking of a moment, which is in its id too. */
async function insertBooking(
  event: string,
  at: Date,
  { tickets, minor, paid }: { tickets: number; minor: number; paid: readonly Payment[] },
): Promise<void> {
  const time = at.getTime().toString(16).padStart(12, '0')
  const id = `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${Math.random().toString(16).slice(2, 14).padEnd(12, '0')}`
  await client.query(
    `insert into reservation (tenant_id, id, event_id, booker_email, status, language, ticket_count, total_minor,
         created_at, updated_at)
       values ($1, $2, $3, '', 'paid', 'en', $4, $5, $6, $6)`,
    [hall.tenantId, id, event, tickets, minor, at],
  )
  for (const { method, status, currency } of paid)
    await client.query(
      `insert into payment (tenant_id, id, reservation_id, method, status, amount_minor, currency, received_minor,
           received_currency, created_at, settled_at)
         values ($1, gen_random_uuid(), $2, $3, $4, $5, $6, $5, $6, $7, $7)`,
      [hall.tenantId, id, method, status, method === 'free' ? 0 : minor, currency, at],
    )
}

describe('tonight', () => {
  it('counts who came in, through which device, and who was turned away and why', async () => {
    const phone = await pairPhone(server, hall.slug)
    const name = 'Balcony'
    await client.query(`update device set name = $1, gate = 'East' where id = $2`, [name, phone.id])
    const before = tilesOf(await today(), 'The Hall live')
    const scanned = (text: string) => Number(/Scanned<b>(\d+)<\/b>/.exec(text)?.[1])
    const scannedBefore = scanned(await today())
    const [first, second] = [await ticket(), await ticket()]
    await insertTickets(client, hall, { count: 3 })
    await insertTickets(client, hall, { status: 'not_active', cancelled: true })
    for (const { qr } of [first, second, second]) await scan({ qrcode_data: qr }, { key: phone.key })
    const unpaid = await ticket({ reservationStatus: 'unpaid' })
    await scan({ qrcode_data: unpaid.qr }, { key: phone.key })
    await server.cli('ticket', 'undo', '--tenant', hall.slug, first.id)
    const text = await today()
    const [sold = 0, inside = 0] = before
    expect(tilesOf(text, 'The Hall live')).toEqual([sold + 6, inside + 1])
    // The scan that was undone is one, and is nobody inside. Seen red with those inside in both places.
    expect(scanned(text)).toBe(scannedBefore + 2)
    expect(text).toContain('1 undone')
    const device = text.slice(text.indexOf(`>${name}</td>`)).split('</tr>')[0] ?? ''
    const cells = [...device.matchAll(/<td[^>]*>([^<]*)<\/td>/g)].map(([, cell]) => cell)
    expect(cells).toEqual([
      'East',
      '1',
      '2',
      expect.stringMatching(/Scanned before 1.*Not paid 1|Not paid 1.*Scanned before 1/),
    ])
    expect(text).toMatch(/<th[^>]*>Let in<\/th><th[^>]*>Turned away<\/th>/)
    expect(rowOf(text, 'Scanned before')).toBe('1')
    expect(rowOf(text, 'Not paid')).toBe('1')
    expect(text).toMatch(/<svg[^>]*aria-label="Entries by five minutes"/)
    expect(await today(staff, 'fr')).toContain('Refusés, et pourquoi (2)')
  })

  // Seen red with what is held left out: 68 of 400 sold stood beside 311 left.
  it('says what is sold, held and left of the capacity, as the list of events does', async () => {
    const event = await insertEvent(client, hall.tenantId, { name: 'Adds up' })
    await client.query('update event set capacity = 400 where id = $1', [event])
    await insertTickets(client, { ...hall, eventId: event }, { count: 3 })
    await client.query('insert into event_counter (tenant_id, event_id, held) values ($1, $2, 5)', [
      hall.tenantId,
      event,
    ])
    const text = (await today()).split('>Adds up</a></h2>')[1]?.split('</section>')[0] ?? ''
    const tiles = [...text.matchAll(/<li class="tile">([^<]+)<b>(\d+)<\/b>/g)].map(([, tile, value]) => [tile, value])
    expect(tiles).toEqual([
      ['Sold', '3'],
      ['Held', '2'],
      ['Left', '395'],
      ['Scanned', '0'],
      ['Inside', '0'],
    ])
    expect(text).toContain('5 booked with those sold')
  })

  // Seen red with what was turned away at every event under the one that was chosen.
  it('is of one event when one is chosen, and of all when it is none of tonight', async () => {
    const phone = await pairPhone(server, hall.slug)
    const matinee = await insertEvent(client, hall.tenantId, { name: 'Matinee' })
    const { qr } = await ticket({ eventId: matinee })
    for (const _ of ['in', 'again']) await scan({ qrcode_data: qr }, { key: phone.key })
    const text = (await staff.show(`/admin/?event=${matinee}`)).text
    expect(text).toContain('>Matinee</a></h2>')
    expect(text).not.toContain('>The Hall live</a></h2>')
    expect(text).toContain('Turned away, and why (1)')
    expect(text).toContain(`href="/admin/?event=${hall.eventId}"`)
    for (const wanted of [other.eventId, 'nonsense'])
      expect((await staff.show(`/admin/?event=${wanted}`)).text).toContain('>The Hall live</a></h2>')
  })

  it('is each organisation’s own', async () => {
    const theirs = await ticket({}, other)
    await server.send(other.slug, 'POST', '/scan/ticket/', { key: otherPhone.key, body: { qrcode_data: theirs.qr } })
    expect(await today()).not.toContain('The Other live')
    expect(tilesOf(await today(stranger), 'The Other live')).toEqual([1, 1])
    expect(await today(stranger)).toContain('Nobody has been turned away.')
  })

  it('is of the current day, and says so where there is none', async () => {
    const days = 86_400_000
    await insertEvent(client, hall.tenantId, { name: 'Last week', startsAt: new Date(Date.now() - 7 * days) })
    await insertEvent(client, hall.tenantId, { name: 'Next week', startsAt: new Date(Date.now() + 7 * days) })
    const [text = ''] = (await today()).split('data-live-note')
    expect(text).not.toContain('Last week')
    expect(text).not.toContain('Next week')
    await server.cli('tenant', 'create', '--organisation', 'Quiet', '--category', 'S', '--email', 'q@quiet.test')
    const quiet = await staffOf(server, { slug: 'quiet' }, 'q@quiet.test')
    expect(await today(quiet)).toContain('No events today.')
    expect(await today(quiet)).toContain('Nothing to do.')
  })
})

describe('sales', () => {
  // Seen red without the event in the sum, and with the price of every booking in place of what was paid.
  it('are tickets booked and money received by day, beside as many days before, of one event or of all', async () => {
    const event = await insertEvent(client, hall.tenantId, { name: 'Sold out soon' })
    const book = (daysAgo: number, tickets: number, minor: number, paid: readonly Payment[]) =>
      insertBooking(event, new Date(Date.now() - daysAgo * 86_400_000), { tickets, minor, paid })
    await book(1, 3, 4500, [cash])
    await book(2, 1, 1000, [{ ...cash, method: 'card' }])
    await book(20, 2, 2500, [cash])
    // Given away; not paid; paid for nothing; in other money.
    await book(1, 1, 700, [{ ...cash, method: 'free' }])
    await book(1, 1, 800, [])
    await book(1, 1, 900, [{ ...cash, method: 'online', status: 'rejected' }])
    await book(1, 1, 1100, [{ ...cash, currency: 'USD' }])
    const { text } = await staff.show(`/admin/?sales=${event}`)
    expect(text).toMatch(/In the last 14 days: 8 tickets booked, €55.00 received/)
    expect(text).toMatch(/In the 14 days before: 2 tickets booked, €25.00 received/)
    const elsewhere = await insertEvent(client, hall.tenantId, { name: 'Sold nothing' })
    expect((await staff.show(`/admin/?sales=${elsewhere}`)).text).toMatch(
      /In the last 14 days: 0 tickets booked, €0.00 received/,
    )
    expect(await today()).toMatch(/In the last 14 days: \d+ tickets booked, €55.00 received/)
    expect(await today(stranger)).toMatch(/In the 14 days before: 0 tickets/)
  })

  // Seen red with days that begin at midnight in UTC, and with a window that ends a day early.
  it('are of the day that the clocks of the organisation show, to the second, from the first day of the chart on', async () => {
    const event = await insertEvent(client, hall.tenantId, { name: 'About midnight' })
    const midnight = async (daysAgo: number, seconds: number) => {
      const { rows } = await client.query(
        `select to_char(day, 'DD/MM') as label, day at time zone 'Europe/Paris' + $2 * interval '1 second' as at
         from (select date_trunc('day', now() at time zone 'Europe/Paris') - $1 * interval '1 day' as day) first`,
        [daysAgo, seconds],
      )
      return rows[0]
    }
    const sell = async (at: Date, tickets: number) =>
      insertBooking(event, at, { tickets, minor: tickets * 100, paid: [cash] })
    await sell((await midnight(3, -1)).at, 2)
    await sell((await midnight(3, 1)).at, 3)
    await sell((await midnight(0, -1)).at, 4)
    await sell((await midnight(0, 0)).at, 5)
    await sell((await midnight(27, 0)).at, 6)
    await sell((await midnight(27, -1)).at, 7)
    const { text } = await staff.show(`/admin/?sales=${event}`)
    const cells = async (daysAgo: number) => {
      const { label } = await midnight(daysAgo, 0)
      const row = new RegExp(`<td[^>]*>${label}</td>(.*?)</tr>`).exec(text)?.[1] ?? ''
      return [...row.matchAll(/<td[^>]*>([^<]*)<\/td>/g)].map(([, cell]) => cell)
    }
    expect(await cells(4)).toEqual(['2', '0', '€2.00', '€0.00'])
    expect(await cells(3)).toEqual(['3', '0', '€3.00', '€0.00'])
    expect(await cells(1)).toEqual(['4', '0', '€4.00', '€0.00'])
    expect(await cells(0)).toEqual(['5', '0', '€5.00', '€0.00'])
    expect(await cells(13)).toEqual(['0', '6', '€0.00', '€6.00'])
    expect(text).toMatch(/In the last 14 days: 14 tickets booked, €14.00 received/)
    expect(text).toMatch(/In the 14 days before: 6 tickets booked, €6.00 received/)
  })

  // Seen red with the amounts for everybody.
  it.each([
    ['owner', true],
    ['manager', true],
    ['accountant', true],
    ['box_office', false],
    ['steward', false],
  ] as const)('say to each role, %s say, how many tickets, and money to who may see it', async (role, sees) => {
    const email = `${role}@sales.test`
    await server.cli('team', 'set', '--tenant', hall.slug, '--email', email, '--role', role)
    const text = await today(await staffOf(server, hall, email))
    const sales = text.slice(text.indexOf('id="sales"'))
    expect(sales).toMatch(/In the last 14 days: \d+ tickets/)
    expect(sales.includes('€')).toBe(sees)
    expect(sales.includes('>Received<')).toBe(sees)
  })
})

describe('what waits to be done', () => {
  it('is told to those who may do it, and to no others', async () => {
    await client.query(
      `insert into mail (tenant_id, id, kind, recipient, language, subject, letter, status, created_at)
       values ($1, gen_random_uuid(), 'tickets', 'x@example.org', 'en', 'x', '{}', 'failed', now())`,
      [hall.tenantId],
    )
    const soon = new Date(Date.now() + 3_600_000)
    const event = await insertEvent(client, hall.tenantId, { name: 'Nearly gone', startsAt: soon })
    await client.query('update event set capacity = 20 where id = $1', [event])
    await client.query('insert into event_counter (tenant_id, event_id, held) values ($1, $2, 19)', [
      hall.tenantId,
      event,
    ])
    const text = await today()
    expect(text).toContain('1 e-\u2060mail did not get through')
    expect(text).toMatch(/Nearly gone<\/a><span class="figure">1 place left/)
    await client.query('update event set capacity = null where id = $1', [event])
    await server.cli('team', 'set', '--tenant', hall.slug, '--email', 'door@hall.test', '--role', 'steward')
    const steward = await today(await staffOf(server, hall, 'door@hall.test'))
    expect(steward).toContain('The Hall live')
    expect(steward).not.toContain('did not get through')
    expect(await today(stranger)).not.toContain('did not get through')
  })

  // Seen red with the capacity of the event alone.
  it('has prices of which little is left, those of an event with it', async () => {
    const soon = new Date(Date.now() + 7_200_000)
    const event = await insertEvent(client, hall.tenantId, { name: 'Few stools', startsAt: soon })
    const few = async (kind: string, product: string, price: string, counted: string) => {
      const { rows } = await client.query(
        `insert into product (tenant_id, id, name, kind, created_at, updated_at)
           values ($1, gen_random_uuid(), $2, $3, now(), now()) returning id`,
        [hall.tenantId, product, kind],
      )
      const sold = await client.query(
        `insert into price (tenant_id, id, product_id, name, amount_minor, stock, max_per_user, created_at, updated_at)
           values ($1, gen_random_uuid(), $2, $3, 500, 30, 10, now(), now()) returning id`,
        [hall.tenantId, rows[0].id, price],
      )
      await client.query('insert into price_counter (tenant_id, price_id, event_id, held) values ($1, $2, $3, 28)', [
        hall.tenantId,
        sold.rows[0].id,
        counted,
      ])
      return { product: String(rows[0].id), price: String(sold.rows[0].id) }
    }
    const stool = await few('ticket', 'Stool', 'Reduced', event)
    await client.query('insert into event_product (tenant_id, event_id, product_id, position) values ($1, $2, $3, 0)', [
      hall.tenantId,
      event,
      stool.product,
    ])
    const shirt = await few('clothing', 'Shirt', 'XL', '00000000-0000-0000-0000-000000000000')
    const text = await today()
    expect(text).toMatch(
      new RegExp(`/admin/events/${event}/">Few stools</a><span[^>]*>Stool, Reduced</span><span[^>]*>2 left<`),
    )
    expect(text).toMatch(new RegExp(`/admin/prices/${shirt.price}/">Shirt, XL</a><span[^>]*>2 left<`))
    expect(await today(stranger)).not.toContain('2 left')
  })
})
