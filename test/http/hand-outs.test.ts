import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { visitor } from '../harness/booking.ts'
import { sellingRows, untilTrue } from '../harness/box-office.ts'
import type { SendOptions } from '../harness/client.ts'
import { type PairedPhone, pairPhone, qrCodesOf } from '../harness/door.ts'
import { confirmByMail } from '../harness/mailed-link.ts'
import { originOf, signIn } from '../harness/sign-in.ts'
import { twoOffices } from '../harness/two-tenants.ts'
import { visitorAt } from '../harness/visitor.ts'

/** Clothing, merchandise and packs go over the desk, each once (ADR 0110). */
const { server, client, hall, other } = await twoOffices()
const guest = visitorAt(server, hall)
const [phone, otherPhone] = [await pairPhone(server, hall.slug), await pairPhone(server, other.slug)]

const shirt = await hall.price('T', { name: 'L', prix: 20, stock: 100 })
await hall.patch(`/api/products/${shirt.product}/`, { name: 'T-shirt' })

type Booked = {
  readonly id: string
  readonly path: string
  readonly event: string
  readonly tickets: readonly string[]
  /** The line of the T-shirts. */
  readonly thing: string
}

/** Tickets and T-shirts on the page of an event, to be paid at the door. */
async function order(tickets = 2, shirts = 3): Promise<Omit<Booked, 'thing'>> {
  const { price, product } = await hall.price('B', { prix: 10 })
  const event = await hall.event([product, shirt.product])
  const fields = { price: [price, shirt.price], qty: [String(tickets), String(shirts)], email: visitor() }
  const path = await guest.book(event, price, fields)
  const id = path.split('/')[2] ?? ''
  return { id, path, event, tickets: (await read(id)).tickets }
}

async function paid(tickets = 2, shirts = 3): Promise<Booked> {
  const made = await order(tickets, shirts)
  await hall.post(`/api/reservations/${made.id}/payments/`, { method: 'cash' })
  await untilTrue(async () => (await read(made.id)).status === 'PN')
  return { ...made, thing: (await read(made.id)).things[0].uuid }
}

const read = async (id: string) => (await hall.get(`/api/reservations/${id}/`)).json
const handOut = (id: string, body: object, options: SendOptions = {}) =>
  server.send(hall.slug, 'POST', `/api/reservations/${id}/hand-outs/`, { key: hall.key, body, ...options })
const countsOf = async (id: string) => {
  const [thing] = (await read(id)).things
  return [thing.quantity, thing.handed_out, thing.left]
}
const logOf = async (thing: string) =>
  (
    await client.query('select quantity, handed_out from hand_out where reservation_line_id = $1 order by id', [thing])
  ).rows.map(({ quantity, handed_out }) => [quantity, handed_out])

async function refused(work: () => ReturnType<typeof handOut>, status: number, code: string) {
  const before = await sellingRows(client)
  const answer = await work()
  expect([answer.status, answer.json.code]).toEqual([status, code])
  expect(await sellingRows(client)).toEqual(before)
  return answer
}

describe('a thing', () => {
  it('is handed out and returned, some or all of it, and counted each time', async () => {
    const { id, thing } = await paid()
    expect((await read(id)).things).toEqual([
      { uuid: thing, product: 'T-shirt', price: 'L', quantity: 3, handed_out: 0, left: 3 },
    ])
    const since = new Date().toISOString()
    const first = await handOut(id, { thing, quantity: 1 })
    expect([first.status, first.json.things[0].left]).toEqual([201, 2])
    expect((await handOut(id, { thing, quantity: '1' })).json.things[0].handed_out).toBe(2)
    expect((await handOut(id, { thing, quantity: 1, take_back: true })).json.things[0].handed_out).toBe(1)
    expect((await handOut(id, { thing, quantity: 2 })).json.things[0].left).toBe(0)
    expect((await handOut(id, { thing, quantity: 3, take_back: true })).json.things[0].left).toBe(3)
    expect(await logOf(thing)).toEqual([
      [1, 1],
      [1, 2],
      [-1, 1],
      [2, 3],
      [-3, 0],
    ])
    const changed = (await hall.get(`/api/reservations/?updated_since=${since}`)).json
    expect(changed.map(({ uuid }: { uuid: string }) => uuid)).toEqual([id])
  })

  it('is not handed out when fewer are left, nor returned when fewer are out', async () => {
    const { id, thing } = await paid()
    await refused(() => handOut(id, { thing, quantity: 4 }), 409, 'already_handed_out')
    const none = await refused(() => handOut(id, { thing, quantity: 1, take_back: true }), 409, 'invalid_transition')
    expect(none.json).toMatchObject({ from: 'none', to: 'returned' })
    await handOut(id, { thing, quantity: 2 })
    await refused(() => handOut(id, { thing, quantity: 2 }), 409, 'already_handed_out')
    const few = await refused(() => handOut(id, { thing, quantity: 3, take_back: true }), 409, 'invalid_transition')
    expect(few.json).toMatchObject({ from: 'handed_out', to: 'returned' })
    await handOut(id, { thing, quantity: 1 })
    const said = await refused(() => handOut(id, { thing, quantity: 1 }), 409, 'already_handed_out')
    expect(said.json.title).toBe('Already handed out')
    for (const quantity of [undefined, null, 0, -1, 1.5, 'two', 1001])
      await refused(() => handOut(id, { thing, quantity }), 400, 'validation_failed')
  })

  /** Seen red without the look at findHandOutRequest in noteHandOut. */
  it('is handed out once however often the request comes', async () => {
    const { id, thing } = await paid()
    const key = randomUUID()
    const repeat = { headers: { 'idempotency-key': key } }
    for (const _ of [1, 2, 3])
      expect((await handOut(id, { thing, quantity: 1 }, repeat)).json.things[0].handed_out).toBe(1)
    await refused(() => handOut(id, { thing, quantity: 2 }, repeat), 422, 'idempotency_mismatch')
    expect(await logOf(thing)).toEqual([[1, 1]])
  })

  /** Seen red without handsOut in noteHandOut. */
  it('is not handed out before it is paid, nor after it was cancelled', async () => {
    const held = await order()
    const [{ uuid: thing, left }] = (await read(held.id)).things
    expect(left).toBe(0)
    await refused(() => handOut(held.id, { thing, quantity: 1 }), 409, 'invalid_transition')
    expect((await guest.show(held.path)).text).not.toContain('To collect at the box office')
    const gone = await paid()
    await hall.post(`/api/reservations/${gone.id}/cancellation/`)
    expect(await countsOf(gone.id)).toEqual([3, 0, 0])
    await refused(() => handOut(gone.id, { thing: gone.thing, quantity: 1 }), 409, 'invalid_transition')
    expect((await guest.show(gone.path)).text).not.toContain('To collect at the box office')
  })

  it('is unknown by another booking, as a line of tickets, and at another organisation', async () => {
    const [one, two] = [await paid(), await paid()]
    const { rows } = await client.query('select id from reservation_line where reservation_id = $1 and makes_tickets', [
      one.id,
    ])
    await refused(() => handOut(one.id, { thing: two.thing, quantity: 1 }), 404, 'not_found')
    await refused(() => handOut(one.id, { thing: rows[0].id, quantity: 1 }), 404, 'not_found')
    await refused(
      () =>
        server.send(other.slug, 'POST', `/api/reservations/${one.id}/hand-outs/`, {
          key: other.key,
          body: { thing: one.thing, quantity: 1 },
        }),
      404,
      'not_found',
    )
    const shouted = { thing: one.thing.toUpperCase(), quantity: 1 }
    expect((await handOut(one.id.toUpperCase(), shouted)).json.things[0].handed_out).toBe(1)
  })
})

describe('what was handed out', () => {
  const cancel = (id: string, body = {}) => hall.post(`/api/reservations/${id}/cancellation/`, body)
  const heldOfShirts = async () =>
    (await client.query('select held from price_counter where price_id = $1', [shirt.price])).rows[0].held
  const refunds = async (id: string) =>
    (await client.query('select amount_minor::int as amount from refund where reservation_id = $1', [id])).rows.map(
      ({ amount }) => amount,
    )

  /** Seen red without the condition on handedOut in cancelReservation. */
  it('keeps a booking from being cancelled, until it is returned', async () => {
    const { id, thing } = await paid()
    await handOut(id, { thing, quantity: 1 })
    await refused(() => cancel(id), 409, 'already_handed_out')
    await refused(() => cancel(id, { insist: true }), 409, 'already_handed_out')
    await handOut(id, { thing, quantity: 1, take_back: true })
    const before = await heldOfShirts()
    expect((await cancel(id)).json.status).toBe('C')
    expect(await refunds(id)).toEqual([8000])
    expect((await heldOfShirts()) - before).toBe(-3)
    expect((await hall.get(`/api/reservations/${id}/`)).json.things[0].left).toBe(0)
    await refused(() => cancel(id), 409, 'invalid_transition')
  })

  /** Seen red with line.quantity alone in refundReservation. */
  it('stays sold when an administrator insists: neither refunded nor back on sale', async () => {
    const { id, thing } = await paid()
    await handOut(id, { thing, quantity: 1 })
    const before = await heldOfShirts()
    const cookie = await signIn(server, hall.slug, hall.slug, 'admin@example.org')
    const answer = await server.send(hall.slug, 'POST', `/api/reservations/${id}/cancellation/`, {
      cookie,
      headers: { origin: originOf(server, hall.slug) },
      body: { insist: true },
    })
    expect(answer.json.status).toBe('C')
    expect(await refunds(id)).toEqual([6000])
    expect((await heldOfShirts()) - before).toBe(-2)
    expect(await countsOf(id)).toEqual([3, 1, 0])
    await refused(() => handOut(id, { thing, quantity: 1, take_back: true }), 409, 'invalid_transition')
  })

  it('leaves single tickets to be cancelled', async () => {
    const { id, thing, tickets } = await paid()
    await handOut(id, { thing, quantity: 3 })
    const cancelled = await cancel(id, { tickets })
    expect([cancelled.json.status, await refunds(id)]).toEqual(['PN', [2000]])
    expect(await countsOf(id)).toEqual([3, 3, 0])
  })

  it('leaves whoever booked their tickets to cancel, and says why not all of it', async () => {
    const { price, product } = await hall.price('B', { prix: 0 })
    const pin = await hall.price('M', { name: 'Pin', prix: 0 })
    const event = await hall.event([product, pin.product])
    const path = await guest.book(event, price, { price: [price, pin.price], qty: ['2', '1'], email: visitor() })
    const id = path.split('/')[2] ?? ''
    const mail = await client.query(
      "select substring(letter::text from '/confirm/[A-Za-z0-9_.-]+') as path from mail where reservation_id = $1",
      [id],
    )
    await guest.submit(`${mail.rows[0].path}/`)
    await untilTrue(async () => (await read(id)).status === 'PN')
    expect((await guest.show(`${path}cancellation/`)).text).toContain('Cancel the whole booking')
    await handOut(id, { thing: (await read(id)).things[0].uuid, quantity: 1 })
    const page = (await guest.show(`${path}cancellation/`)).text
    expect(page).not.toContain('Cancel the whole booking')
    expect(page).toContain('Return what you have collected to the box office first.')
    expect(page).toContain('Or just these tickets')
    expect((await guest.submit(`${path}cancellation/`, { whole: '1' })).status).toBe(409)
    expect((await read(id)).status).toBe('PN')
    const [ticket] = (await read(id)).tickets
    expect((await guest.submit(`${path}cancellation/`, { ticket })).status).toBe(303)
  })
})

describe('on the page of the booking', () => {
  it('stands what waits at the desk, and what was collected, in both languages', async () => {
    const { id, path, thing } = await paid()
    const [page, french] = [(await guest.show(path)).text, (await guest.show(path, 'fr')).text]
    expect(page).toMatch(/To collect at the box office.*3 × T-shirt, L.*Show a ticket at the box office/s)
    expect(french).toMatch(/À retirer au guichet.*3 × T-shirt, L.*Présentez un billet au guichet/s)
    await handOut(id, { thing, quantity: 2 })
    expect((await guest.show(path)).text).toContain('2 of 3 collected')
    expect((await guest.show(path, 'fr')).text).toContain('2 retirés sur 3')
    await handOut(id, { thing, quantity: 1 })
    const after = (await guest.show(path)).text
    expect(after).toMatch(/Collected at the box office.*3 × T-shirt, L.*Collected/s)
    expect(after).not.toContain('To collect at the box office')
    expect(after).not.toContain('Show a ticket at the box office')
  })

  it('without a ticket there is a number to give, by which the desk finds the booking', async () => {
    const event = await hall.event([shirt.product])
    const path = await guest.book(event, shirt.price, { qty: '2', email: visitor() })
    const id = path.split('/')[2] ?? ''
    await confirmByMail(server, hall.slug, id)
    const held = (await guest.show(path)).text
    expect(held).toContain('Your order is held')
    expect(held).not.toMatch(/your tickets/i)
    await hall.post(`/api/reservations/${id}/payments/`, { method: 'cash' })
    const text = (await guest.show(path)).text
    expect(text).toContain('Your order is confirmed')
    const [, reference = ''] =
      /Give this booking number at the box office:.*?<strong>(\w{5}-\w{5})<\/strong>/s.exec(text) ?? []
    for (const said of [reference, reference.toLowerCase().replace('-', '')])
      expect((await hall.get(`/api/reservations/?reference=${said}`)).json).toMatchObject([{ uuid: id }])
    expect((await other.get(`/api/reservations/?reference=${reference}`)).json).toEqual([])
    expect((await hall.get('/api/reservations/?reference=00000-00000')).json).toEqual([])
    expect((await hall.get('/api/reservations/?reference=%25')).status).toBe(400)
  })
})

describe('at the door', () => {
  const ask = (path: string, body: object, { key }: PairedPhone = phone, slug = hall.slug) =>
    server.send(slug, 'POST', path, { key, body })
  const codeOf = async (ticket: string) => (await qrCodesOf(server, hall.slug, [ticket])).get(ticket) ?? ''
  const check = async (qrcode_data: string) => (await ask('/scan/check_ticket/', { qrcode_data })).json.things

  it('a ticket shows what its booking collects, and a device hands it out', async () => {
    const { id, thing, tickets } = await paid()
    const [one = '', two = ''] = [await codeOf(tickets[0] ?? ''), await codeOf(tickets[1] ?? '')]
    expect(await check(one)).toEqual((await read(id)).things)
    const nonce = randomUUID()
    const body = { qrcode_data: one, thing, quantity: 1, nonce }
    for (const _ of [1, 2]) {
      const answer = await ask('/scan/hand_out/', body)
      expect([answer.status, answer.json.success, answer.json.message]).toEqual([200, true, 'Things handed out'])
      expect(answer.json.things).toEqual((await read(id)).things)
    }
    expect(await logOf(thing)).toEqual([[1, 1]])
    expect((await ask('/scan/hand_out/', { ...body, quantity: 2 })).json.code).toBe('nonce_reused')
    // After it was scanned, and with any ticket of the booking.
    await ask('/scan/ticket/', { qrcode_data: two })
    expect((await ask('/scan/hand_out/', { qrcode_data: two, thing, quantity: 2 })).json.things[0].left).toBe(0)
    const again = await ask('/scan/hand_out/', { qrcode_data: one, thing, quantity: 1 })
    expect([again.status, again.json.success, again.json.code]).toEqual([409, false, 'already_handed_out'])
    const { rows } = await client.query('select distinct actor_id from hand_out where reservation_line_id = $1', [
      thing,
    ])
    expect(rows).toEqual([{ actor_id: phone.id }])
  })

  it('a ticket collects nothing of another booking, nor of another organisation', async () => {
    const [one, two] = [await paid(), await paid()]
    const qrcode_data = await codeOf(one.tickets[0] ?? '')
    await refused(() => ask('/scan/hand_out/', { qrcode_data, thing: two.thing, quantity: 1 }), 404, 'not_found')
    await refused(
      () => ask('/scan/hand_out/', { qrcode_data, thing: one.thing, quantity: 1 }, otherPhone, other.slug),
      400,
      'invalid_signature',
    )
    await refused(
      () => ask('/scan/hand_out/', { qrcode_data: 'nothing', thing: one.thing, quantity: 1 }),
      400,
      'invalid_qrcode',
    )
  })

  /** Seen red without the given tickets in listThingsFor: the new holder collects the shirts of whoever booked. */
  it('a ticket that was given away collects nothing, and one that was cancelled neither', async () => {
    const { id, path, thing, tickets } = await paid()
    const [given = '', kept = ''] = tickets
    await guest.submit(`${path}tickets/${given}/holder/`, { first_name: 'Ben', last_name: 'Bova' })
    const next = (await read(id)).tickets.find((ticket: string) => ticket !== kept)
    for (const ticket of [given, next]) {
      const qrcode_data = await codeOf(ticket)
      expect(await check(qrcode_data)).toEqual([])
      await refused(() => ask('/scan/hand_out/', { qrcode_data, thing, quantity: 1 }), 404, 'not_found')
    }
    const qrcode_data = await codeOf(kept)
    expect((await ask('/scan/hand_out/', { qrcode_data, thing, quantity: 1 })).status).toBe(200)
    await hall.post(`/api/reservations/${id}/cancellation/`, { tickets: [kept] })
    expect(await check(qrcode_data)).toEqual([])
    await refused(() => ask('/scan/hand_out/', { qrcode_data, thing, quantity: 1 }), 404, 'not_found')
  })

  it('an archived device hands out nothing', async () => {
    const { thing, tickets } = await paid()
    const gone = await pairPhone(server, hall.slug, 'Gone')
    await server.cli('device', 'archive', '--tenant', hall.slug, gone.id)
    const body = { qrcode_data: await codeOf(tickets[0] ?? ''), thing, quantity: 1 }
    await refused(() => ask('/scan/hand_out/', body, gone), 403, 'device_archived')
  })
})
