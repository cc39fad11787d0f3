import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type BoxOffice, untilQuiet } from '../harness/box-office.ts'
import { meetAtLock } from '../harness/rendezvous.ts'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** "It was a card, not cash": the books move it on the day it is said, and nothing that is written is changed. */
const { server, client, hall, other } = await twoOffices()

const manager = await staffOf(server, hall)
const stranger = await staffOf(server, other)
await server.cli('team', 'set', '--tenant', hall.slug, '--email', 'desk@desk.test', '--role', 'box_office')
const seller = await staffOf(server, hall, 'desk@desk.test')

const full = await hall.price('B', { name: 'Full price', prix: 22 })
const event = await hall.event([full.product], { name: 'Night of the owls' })

const today = async (days = 0): Promise<string> =>
  (
    await client.query(
      "select to_char(now() at time zone 'Europe/Paris' + $1 * interval '1 day', 'YYYY-MM-DD') as day",
      [days],
    )
  ).rows[0].day

/** What came by each method in a day, less what went back, by the books of the office. */
async function booksOf(office: BoxOffice, day: string, more = '') {
  const { json } = await office.get(`/api/accounting/?from=${day}&to=${day}${more}`)
  const [account] = json.accounts
  type Method = { method: string; received: number; refunded: number }
  return Object.fromEntries(
    account.methods.map(({ method, received, refunded }: Method) => [method, [Number(received), Number(refunded)]]),
  )
}

async function sell(method: string, office = hall): Promise<string> {
  const [at, price] = office === hall ? [event, full.price] : [theirs.event, theirs.price]
  const { json } = await office.post('/api/reservations/', {
    event: at,
    email: `${randomUUID()}@visitors.test`,
    prices: [{ uuid: price, qty: 2 }],
  })
  await office.post(`/api/reservations/${json.uuid}/payments/`, { method })
  return json.uuid
}
const theirs = await (async () => {
  const price = await other.price('B', { name: 'Full price', prix: 22 })
  return { price: price.price, event: await other.event([price.product], { name: 'Theirs' }) }
})()

const correct = (id: string, method: string, who = seller) =>
  who.press(`/admin/reservations/${id}/payments/correction/`, [['method', method]])
const correctByProgram = (id: string, method: string) =>
  hall.post(`/api/reservations/${id}/payment-correction/`, { method })
const entriesOf = async (id: string) =>
  (
    await client.query(
      `select entry.method, entry.amount_minor::int as minor from payment_correction entry
        join payment on payment.id = payment_id where reservation_id = $1 order by entry.id`,
      [id],
    )
  ).rows.map(({ method, minor }) => [method, minor])
const words = (text: string) => text.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

/** Everything of the office that happened until now happened a day earlier. */
async function aDayPasses(): Promise<void> {
  for (const [table, column] of [
    ['payment', 'settled_at'],
    ['receipt', 'created_at'],
    ['money_back', 'created_at'],
    ['payment_correction', 'created_at'],
  ])
    await client.query(`update ${table} set ${column} = ${column} - interval '1 day' where tenant_id = $1`, [
      hall.tenantId,
    ])
}

describe('a payment that was recorded under the wrong method', () => {
  // Seen red without the entries in sumReceived, and in sumFound; and with an entry that counts as no payment.
  it('is moved by two presses, in every figure by method, and its receipt stays', async () => {
    const id = await sell('cash')
    const day = await today()
    const theirBooks = await booksOf(other, day).catch(() => null)
    const [receipt] = (await hall.get('/api/receipts/')).json
    const document = (await hall.get(`/api/receipts/${receipt.uuid}/document.pdf`)).bytes
    const page = (await seller.show(`/admin/reservations/${id}/`)).text
    expect(page).toMatch(/<summary>It was paid another way<\/summary>.*value="card"[^>]*>It was a card</s)
    expect(page).not.toContain('It was cash')
    const pressed = await correct(id, 'card')
    expect(pressed.status).toBe(303)
    expect(await entriesOf(id)).toEqual([
      ['cash', -4400],
      ['card', 4400],
    ])
    const corrected = words((await seller.show(String(pressed.headers['location']))).text)
    // Seen red with a page that says nothing of it.
    expect(corrected).toContain('The way of paying is corrected.')
    expect(corrected).toMatch(/Paid by card €44\.00 It was paid another/)
    // Seen red with the seats of tickets alone.
    expect(corrected).toMatch(/Corrected the payment method of a booking in cash → by card/)
    for (const more of ['', `&event=${event}`]) {
      const books = await booksOf(hall, day, more)
      expect(books['card']).toEqual([44, 0])
      expect(books['cash'] ?? [0, 0]).toEqual([0, 0])
    }
    const { methods } = (await hall.get(`/api/accounting/?from=${day}&to=${day}`)).json.accounts[0]
    expect(methods).toContainEqual(expect.objectContaining({ method: 'card', payments: 1 }))
    const list = words((await manager.show(`/admin/reservations/?event=${event}`)).text)
    expect(list).toMatch(/Paid by card €44\.00/)
    expect(list).not.toContain('Paid in cash')
    expect(words((await manager.show('/admin/')).text)).toMatch(/Card[^€]*€44\.00/)
    const file = (
      await hall.post('/api/exports/payments/', { columns: ['paid_by', 'received', 'state'], form: 'comma' })
    ).text
    expect(file.trim().split(/\r?\n/).slice(1)).toEqual([
      'Cash,44.00,Paid',
      'Cash,-44.00,Moved to another method',
      'Card at the desk,44.00,Moved to another method',
    ])
    expect((await hall.get(`/api/receipts/${receipt.uuid}/document.pdf`)).bytes).toEqual(document)
    expect((await hall.get(`/api/reservations/${id}/payments/`)).json).toMatchObject([{ method: 'card', received: 44 }])
    expect(await booksOf(other, day).catch(() => null)).toEqual(theirBooks)
    const log = await client.query(
      "select before, after from audit_entry where action = 'reservation.payment_corrected' and subject_id = $1",
      [id],
    )
    expect(log.rows).toEqual([{ before: { method: 'cash' }, after: { method: 'card' } }])
  })

  it('is moved on the day it is said: the day before says what it said', async () => {
    await aDayPasses()
    const id = await sell('cash')
    await aDayPasses()
    const [yesterday, day] = [await today(-1), await today()]
    const before = await booksOf(hall, yesterday)
    expect((await correctByProgram(id, 'transfer')).status).toBe(200)
    expect(await booksOf(hall, yesterday)).toEqual(before)
    expect(await booksOf(hall, day)).toEqual({ transfer: [44, 0], cash: [-44, 0] })
  })

  /** Seen red with all of it moved, and with the method of the payment for what went back. */
  it('leaves what was refunded where it was given, and what is refunded later is given by the right one', async () => {
    await aDayPasses()
    const id = await sell('cash')
    const [first = '', second = ''] = (await hall.get(`/api/reservations/${id}/`)).json.tickets
    const cancel = (ticket: string) =>
      hall.post(`/api/reservations/${id}/cancellation/`, { tickets: [ticket], handed_over: true })
    await cancel(first)
    await untilQuiet(client)
    expect((await correct(id, 'card')).status).toBe(303)
    expect(await entriesOf(id)).toEqual([
      ['cash', -2200],
      ['card', 2200],
    ])
    await cancel(second)
    await untilQuiet(client)
    expect(await booksOf(hall, await today())).toEqual({ cash: [22, 22], card: [22, 22] })
    // Nothing is left to be moved.
    expect((await correctByProgram(id, 'cash')).json.code).toBe('invalid_transition')
    expect(words((await seller.show(`/admin/reservations/${id}/`)).text)).not.toContain('It was paid another way')
  })

  it('is refused where the desk took nothing, and by whoever is not of this organisation', async () => {
    const { json } = await hall.post('/api/reservations/', {
      event,
      email: 'unpaid@visitors.test',
      prices: [{ uuid: full.price, qty: 1 }],
    })
    expect((await correctByProgram(json.uuid, 'card')).json.code).toBe('invalid_transition')
    const gift = await sell('free')
    expect((await correctByProgram(gift, 'card')).json.code).toBe('invalid_transition')
    const paid = await sell('card')
    expect((await correctByProgram(paid, 'card')).json.code).toBe('invalid_transition')
    for (const method of ['free', 'online', '', null]) {
      const refused = await hall.post(`/api/reservations/${paid}/payment-correction/`, { method })
      expect([method, refused.status]).toEqual([method, 400])
    }
    expect((await correct(paid, 'cash', stranger)).status).toBe(404)
    expect(await entriesOf(paid)).toEqual([])
  })

  /** Seen red without the lock of the payment. */
  it('is moved once, however many press at the same moment', async () => {
    const id = await sell('cash')
    const lock = `select from payment where reservation_id = '${id}' for update`
    const answers = await meetAtLock(server, [lock], 3, () => Promise.all([1, 2, 3].map(() => correct(id, 'card'))))
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303])
    expect(await entriesOf(id)).toEqual([
      ['cash', -4400],
      ['card', 4400],
    ])
  })

  /** Seen red without the lock of its refunds: 22 more out of cash than came in. */
  it('never lets more out of a method than came in, when money is handed over at the same moment', async () => {
    await aDayPasses()
    const id = await sell('cash')
    const [first = ''] = (await hall.get(`/api/reservations/${id}/`)).json.tickets
    await hall.post(`/api/reservations/${id}/cancellation/`, { tickets: [first] })
    await untilQuiet(client)
    const [refund] = (await client.query('select id from refund where reservation_id = $1', [id])).rows
    // Both wait: one for the refund, and one that has moved the payment for the refund as well.
    await meetAtLock(server, [`select from refund where id = '${refund.id}' for update`], 2, () =>
      Promise.all([seller.press(`/admin/reservations/${id}/refunds/${refund.id}/handover/`, []), correct(id, 'card')]),
    )
    const books = await booksOf(hall, await today())
    const [cash, card] = [books['cash'] ?? [0, 0], books['card'] ?? [0, 0]]
    expect([cash, card]).toSatisfy((both: number[][]) => both.every(([came = 0, back = 0]) => back <= came))
    expect((cash[0] ?? 0) + (card[0] ?? 0)).toBe(44)
    expect((cash[1] ?? 0) + (card[1] ?? 0)).toBe(22)
  })
})
