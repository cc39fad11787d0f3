import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { untilQuiet } from '../harness/box-office.ts'
import { type Staff, staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** What the desk took, what it gave away, and what it refunds: by whoever sold it, and said wherever the sale is. */
const { server, client, hall, other } = await twoOffices()

const manager = await staffOf(server, hall)
const stranger = await staffOf(server, other)
const working = async (role: string): Promise<Staff> => {
  const email = `${role}@desk.test`
  await server.cli('team', 'set', '--tenant', hall.slug, '--email', email, '--role', role)
  return staffOf(server, hall, email)
}
const [seller, steward, accountant] = [
  await working('box_office'),
  await working('steward'),
  await working('accountant'),
]

const full = await hall.price('B', { name: 'Full price', prix: 22 })
const event = await hall.event([full.product], { name: 'Night of the owls' })

async function sell(method: string, name = 'Ada', { code = '', seen = '4400' } = {}): Promise<string> {
  const { headers } = await seller.press('/admin/sale/', [
    ...([
      ['promotional_code', code],
      ['key', randomUUID()],
      ['event', event],
      ['price', full.price],
      ['qty', '2'],
    ] as const),
    ...([
      ['first_name', name],
      ['seen', seen],
      ['method', method],
    ] as const),
  ])
  await untilQuiet(client)
  return new URLSearchParams(String(headers['location']).split('?')[1]).get('sold') ?? ''
}
const pageOf = (id: string) => `/admin/reservations/${id}/`
const words = (text: string) => text.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
const said = async (path: string, who = seller, language = 'en') => words((await who.show(path, language)).text)
const ticketsOf = async (id: string): Promise<string[]> => (await hall.get(`/api/reservations/${id}/`)).json.tickets
const cancel = (id: string, ...fields: readonly (readonly [string, string])[]) =>
  seller.press(`${pageOf(id)}cancellation/`, fields)
const refundOf = async (id: string) =>
  (await client.query('select id, status from refund where reservation_id = $1 order by id', [id])).rows
const handOver = (id: string, refund: string, who = seller) => who.press(`${pageOf(id)}refunds/${refund}/handover/`, [])

describe('what is given away', () => {
  /** Seen red with the amount that it is worth in its place. */
  it('says so, and that nothing came, after the sale, on its page and in the list', async () => {
    const id = await sell('free', 'Given')
    const sold = await said(`/admin/sale/?sold=${id}`)
    expect(sold).toContain('Given away: 2 × Full price (Product 1) · €0.00 (worth €44.00)')
    expect(await said(`/admin/sale/?sold=${id}`, seller, 'fr')).toMatch(
      /Offert : 2 × Full price \(Product 1\) · 0,00 € \(valeur 44,00 €\)/,
    )
    const page = await said(pageOf(id))
    expect(page).toMatch(/✓ Given away .*Complimentary -€44\.00 Total €0\.00/)
    expect(page).toContain('It was given away: there is nothing to refund.')
    expect(await said(`/admin/reservations/?event=${event}`)).toMatch(/Given .*€0\.00 worth €44\.00 ✓ Given away/)
    expect((await cancel(id, ['all', 'true'])).status).toBe(303)
    expect(await refundOf(id)).toEqual([])
    expect(await said(pageOf(id))).toMatch(/✕ Cancelled/)
  })
})

/** Seen red with a discount that stops short of all of it. */
describe('what a code leaves nothing of', () => {
  const books = async () =>
    (
      await client.query(
        `select (select count(*) from payment)::int as payments, (select count(*) from receipt)::int as receipts,
          (select count(*) from money_back)::int as back`,
      )
    ).rows[0]
  const used = async () =>
    (await client.query(`select used from promotional_code where code = 'GUESTS' order by tenant_id`)).rows

  // Nobody presses "Cash" where nothing is due, unless the page is an old one.
  it.each(['nothing', 'cash'])('is sold for nothing and is in no book, by the button of: %s', async (method) => {
    if (method === 'nothing')
      for (const office of [hall, other])
        await office.create('promotional-codes', { code: 'GUESTS', discount_rate: 100 })
    const [before, [mine, theirs]] = [await books(), await used()]
    const figures = await said('/admin/accounting/', accountant)
    const id = await sell(method, 'Guest', { code: 'guests', seen: '0' })
    expect(await books()).toEqual(before)
    expect(await said('/admin/accounting/', accountant)).toBe(figures)
    expect(await used()).toEqual([{ used: mine.used + 1 }, theirs])
    expect(await said(`/admin/sale/?sold=${id}`)).toMatch(/Sold: 2 × Full price \(Product \d+\) · Free ·/)
    const page = await said(pageOf(id))
    expect(page).toMatch(/✓ Settled .*GUESTS -€44\.00 Total (Free|€0\.00)/)
    expect(page).not.toMatch(/Paid in cash|Given away|0 to refund/)
    expect(page).toContain('Nothing was paid, so there is nothing to refund.')
    const tickets = await ticketsOf(id)
    expect(tickets).toHaveLength(2)
    for (const ticket of tickets) expect((await hall.get(`/api/ticket/${ticket}/`)).json).toMatchObject({ status: 'K' })
    expect((await seller.show(`/admin/reservations/${id}/tickets.pdf`)).status).toBe(200)
    expect((await stranger.show(pageOf(id))).status).toBe(404)
    await cancel(id, ['all', 'true'])
    expect(await refundOf(id)).toEqual([])
  })
})

/** Seen red with the cancellation noted without the refund. */
it('is in the log with its amounts', async () => {
  const [id, gift] = [await sell('cash', 'Logged'), await sell('free', 'Logged gift')]
  const [one = ''] = await ticketsOf(id)
  await cancel(id, ['ticket', one])
  await cancel(id, ['all', 'true'])
  const log = async (of: string, language = 'en') =>
    said(`/admin/audit/?${new URLSearchParams({ of })}`, manager, language)
  const [english, french, given] = [await log(id), await log(id, 'fr'), await log(gift)]
  for (const line of [
    /Sold at the desk[^€]*Amount: €44\.00/,
    /Cancelled tickets of a booking.*To refund: €22\.00/,
    /Cancelled a booking[^€]*To refund: €22\.00/,
  ])
    expect(english).toMatch(line)
  expect(french).toMatch(/Montant : 44,00\s€.*/)
  expect(french).toMatch(/À rembourser : 22,00\s€/)
  expect(given).toMatch(/Amount: €0\.00/)
  expect(await said(`/admin/audit/?${new URLSearchParams({ of: id })}`, stranger)).not.toContain('€44.00')
})

/** Seen red with every amount in the currency that the organisation has now. */
it('of an event that is cancelled is in the log, what was paid until then, by currency', async () => {
  const night = await hall.event([full.product], { name: 'Called off' })
  const bought = await Promise.all(
    [1, 2].map(() => hall.book({ event: night, email: 'log@desk.test', prices: [{ uuid: full.price, qty: 1 }] })),
  )
  for (const { json } of bought) await hall.post(`/api/reservations/${json.uuid}/payments/`, { method: 'cash' })
  await client.query(`update payment set currency = 'CHF', received_currency = 'CHF' where reservation_id = $1`, [
    bought[0]?.json.uuid,
  ])
  expect((await hall.post(`/api/events/${night}/cancellation/`)).status).toBeLessThan(300)
  const text = await said(`/admin/audit/?${new URLSearchParams({ of: night })}`, manager)
  expect(text).toMatch(/Cancelled an event.*Paid until then: (CHF 22\.00; €22\.00|€22\.00; CHF 22\.00)/)
})

/** Seen red with the currency that was due in its place. */
it('that came in another currency than was due is told in that one', async () => {
  const night = await hall.event([full.product])
  const { json } = await hall.book({ event: night, email: 'yen@desk.test', prices: [{ uuid: full.price, qty: 1 }] })
  const path = `/api/reservations/${json.uuid}/payments/`
  await hall.post(path, { method: 'cash' })
  await client.query(`update payment set received_currency = 'JPY', received_minor = 3600 where reservation_id = $1`, [
    json.uuid,
  ])
  expect((await hall.get(path)).json).toMatchObject([{ amount: 22, received: 3600, currency: 'JPY' }])
  expect((await other.get(path)).status).toBe(404)
})

describe('what is to be refunded', () => {
  it('is told before it is cancelled, and stands at the head until whoever sold it has given it', async () => {
    const id = await sell('cash', 'Owed')
    const before = await said(pageOf(id))
    expect(before).toContain('Paid in cash €44.00')
    expect(before).toContain('€44.00 was paid at the desk: you have to refund what is cancelled')
    expect(before).toContain('The booker is not told by e-\u2060mail: there is no address.')
    // What nobody wanted to have mailed lacks nothing.
    expect(before).toContain('✓ Settled')
    expect(before).not.toContain('not e-\u2060mailed')
    const [one = ''] = await ticketsOf(id)
    expect((await cancel(id, ['ticket', one])).status).toBe(303)
    const after = await said(pageOf(id))
    expect(after).toMatch(/✓ Settled ! €22\.00 to refund/)
    expect(after).toMatch(
      /1 of 2 tickets cancelled Paid in cash €44\.00 .*To refund €22\.00 I have handed €22\.00 over/,
    )
    expect(await said(`/admin/reservations/?event=${event}`)).toMatch(/✓ Settled ! €22\.00 to refund/)
    expect(after).toMatch(/€22\.00 to be handed over at the desk [^·]*· by box_office@desk\.test/)
    const [refund] = await refundOf(id)
    // A second press finds it done.
    for (const _ of [1, 2]) {
      const answer = await handOver(id, refund.id)
      expect([answer.status, answer.headers['location']]).toEqual([303, pageOf(id)])
    }
    expect(await refundOf(id)).toEqual([{ id: refund.id, status: 'succeeded' }])
    const settled = await said(pageOf(id))
    expect(settled).toContain('Refunded €22.00')
    expect(settled).toMatch(/€22\.00 handed over at the desk .*by box_office@desk\.test/)
    expect(settled).not.toContain('to refund €')
  })

  /** Seen red with the amounts added up whatever their currency, and with those of the provider among them. */
  it('is said in each of its currencies, on its page and in the list', async () => {
    const id = await sell('cash', 'Francs')
    for (const ticket of await ticketsOf(id)) await cancel(id, ['ticket', ticket])
    const [first] = await refundOf(id)
    await client.query(`update refund set currency = 'CHF' where id = $1`, [first.id])
    for (const path of [pageOf(id), `/admin/reservations/?event=${event}`]) {
      expect(await said(path)).toContain('! CHF 22.00 and €22.00 to refund')
      expect(await said(path, seller, 'fr')).toMatch(/! 22,00\sCHF et 22,00\s€ à rembourser/)
      expect((await stranger.show(path)).status).toBe(404)
    }
    await handOver(id, first.id)
    for (const path of [pageOf(id), `/admin/reservations/?event=${event}`])
      expect(await said(path)).toMatch(/Cancelled[^!]*! €22\.00 to refund/)
    await client.query(`update payment set method = 'online' where reservation_id = $1`, [id])
    expect(await said(pageOf(id))).not.toContain('to refund')
  })

  /** Seen red without the reservation in handOverRefund, with the way it came, and with the permission of the money at the route. */
  it('is handed over for that booking alone, of what the desk took, by who may', async () => {
    const [id, another] = [await sell('card'), await sell('cash')]
    await cancel(id, ['all', 'true'])
    const [{ id: refund }] = await refundOf(id)
    for (const [who, status] of [
      [stranger, 404],
      [steward, 403],
      [accountant, 403],
    ] as const)
      expect((await handOver(id, refund, who)).status).toBe(status)
    expect((await handOver(another, refund)).status).toBe(404)
    await client.query(`update payment set method = 'online' where reservation_id = $1`, [id])
    expect((await handOver(id, refund)).status).toBe(404)
    await client.query(`update payment set method = 'card' where reservation_id = $1`, [id])
    expect(await refundOf(id)).toEqual([{ id: refund, status: 'requested' }])
    expect((await seller.show('/admin/refunds/')).status).toBe(403)
    expect((await handOver(id, refund)).status).toBe(303)
    expect(await refundOf(id)).toEqual([{ id: refund, status: 'succeeded' }])
  })

  it('leads from the page of refunds to its booking, by name, for who may open it', async () => {
    const id = await sell('transfer', 'Grace')
    await cancel(id, ['all', 'true'])
    const { text } = await manager.show('/admin/refunds/')
    expect(text).toMatch(new RegExp(`<a href="${pageOf(id)}">Grace`))
    expect((await accountant.show('/admin/refunds/')).text).not.toContain(pageOf(id))
    expect((await accountant.show('/admin/refunds/')).text).not.toContain('Grace')
  })

  it('has no tickets to print any more', async () => {
    const id = await sell('cash')
    expect((await seller.show(pageOf(id))).text).toContain('tickets.pdf')
    await cancel(id, ['all', 'true'])
    for (const path of [pageOf(id), `/admin/sale/?sold=${id}`])
      expect((await seller.show(path)).text).not.toContain('tickets.pdf')
  })

  it('of what was used is refused in words for whoever reads them', async () => {
    const id = await sell('cash')
    await client.query(`update ticket set status = 'scanned', scanned_at = now() where reservation_id = $1`, [id])
    expect(await said(pageOf(id))).toContain('only managers can cancel all of it')
    const mine = await said(pageOf(id), manager)
    expect(mine).not.toContain('only managers')
    expect(mine).toContain('What was used stays used and is not refunded.')
  })

  /** A row of an older installation. Seen red, without an end, while "not expired" was asked with `<>`. */
  it('that was cancelled without a reason is refused, and answers', async () => {
    const id = await sell('cash')
    await client.query(
      `update reservation set status = 'cancelled', cancelled_because = null, cancelled_at = now() where id = $1`,
      [id],
    )
    expect((await hall.post(`/api/reservations/${id}/payments/`, { method: 'cash' })).status).toBe(409)
    expect((await hall.get(`/api/reservations/${id}/`)).json.status).toBe('C')
  })
})
