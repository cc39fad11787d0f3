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

describe('tonight', () => {
  it('counts who came in, through which device, and who was turned away and why', async () => {
    const phone = await pairPhone(server, hall.slug)
    const name = 'Balcony'
    await client.query('update device set name = $1 where id = $2', [name, phone.id])
    const before = tilesOf(await today(), 'The Hall live')
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
    expect(rowOf(text, name)).toBe('1')
    expect(rowOf(text, 'Scanned before')).toBe('1')
    expect(rowOf(text, 'Not paid')).toBe('1')
    expect(text).toMatch(/<svg[^>]*aria-label="Entries by five minutes"/)
    expect(await today(staff, 'fr')).toContain('Refusés, et pourquoi (2)')
  })

  it('is each organisation’s own', async () => {
    const theirs = await ticket({}, other)
    await server.send(other.slug, 'POST', '/scan/ticket/', {
      key: otherPhone.key,
      body: { qrcode_data: theirs.qr },
    })
    expect(await today()).not.toContain('The Other live')
    expect(tilesOf(await today(stranger), 'The Other live')).toEqual([1, 1])
    expect(await today(stranger)).toContain('Nobody was turned away.')
  })

  it('is of the current day, and says so where there is none', async () => {
    const days = 86_400_000
    await insertEvent(client, hall.tenantId, { name: 'Last week', startsAt: new Date(Date.now() - 7 * days) })
    await insertEvent(client, hall.tenantId, { name: 'Next week', startsAt: new Date(Date.now() + 7 * days) })
    const text = await today()
    expect(text).not.toContain('Last week')
    expect(text).not.toContain('Next week')
    await server.cli(
      'tenant',
      'create',
      '--organisation',
      'Quiet',
      '--category',
      'S',
      '--email',
      'q@quiet.test',
    )
    const quiet = await staffOf(server, { slug: 'quiet' }, 'q@quiet.test')
    expect(await today(quiet)).toContain('No event today.')
    expect(await today(quiet)).toContain('Nothing waits for you.')
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
    expect(text).toContain('1 mail did not get through')
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
      await client.query(
        'insert into price_counter (tenant_id, price_id, event_id, held) values ($1, $2, $3, 28)',
        [hall.tenantId, sold.rows[0].id, counted],
      )
      return { product: String(rows[0].id), price: String(sold.rows[0].id) }
    }
    const stool = await few('ticket', 'Stool', 'Reduced', event)
    await client.query(
      'insert into event_product (tenant_id, event_id, product_id, position) values ($1, $2, $3, 0)',
      [hall.tenantId, event, stool.product],
    )
    const shirt = await few('clothing', 'Shirt', 'XL', '00000000-0000-0000-0000-000000000000')
    const text = await today()
    expect(text).toMatch(
      new RegExp(`/admin/events/${event}/">Few stools</a><span[^>]*>Stool, Reduced</span><span[^>]*>2 left<`),
    )
    expect(text).toMatch(new RegExp(`/admin/prices/${shirt.price}/">Shirt, XL</a><span[^>]*>2 left<`))
    expect(await today(stranger)).not.toContain('2 left')
  })
})
