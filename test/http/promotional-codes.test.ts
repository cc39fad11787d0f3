import { describe, expect, it } from 'vitest'
import { one, refusing, visitor } from '../harness/booking.ts'
import { endHold, hoursAhead, runExpiry } from '../harness/box-office.ts'
import { twoOffices } from '../harness/two-tenants.ts'
import { visitorAt } from '../harness/visitor.ts'

/** A code takes something off a booking, and its uses are a stock (ADR 0121). */
const { server, client, hall, other } = await twoOffices()
const refused = refusing(client)
const guest = visitorAt(server, hall)

let codes = 0
const path = '/api/promotional-codes/'

async function makeCode(fields: object = {}) {
  const code = `CODE-${++codes}`
  const uuid = await hall.create('promotional-codes', { code, discount_rate: 20, ...fields })
  return { code, uuid, uses: async () => (await hall.get(`${path}${uuid}/`)).json.usage_count }
}

async function night(fields: object = {}, letter = 'B') {
  const { price, product } = await hall.price(letter, { prix: 10.05, ...fields })
  const event = await hall.event([product])
  const book = (code: string, qty = 2) =>
    hall.book({ event, email: visitor(), prices: one(price, qty), promotional_code: code })
  return { price, product, event, book }
}

async function bookingWithout() {
  const { price, product } = await hall.price('B')
  return { event: await hall.event([product]), email: visitor(), prices: one(price) }
}

const totalOf = async (uuid: string) =>
  (await client.query('select total_minor::int as total from reservation where id = $1', [uuid])).rows[0].total

describe('a code', () => {
  it.each([
    ['a share, half a cent for the seller', { discount_rate: 50 }, 2 * 503],
    ['an amount of each', { discount_rate: null, discount_amount: 2.05 }, 2 * 800],
    ['no more than there is', { discount_rate: null, discount_amount: 99 }, 0],
    ['everything', { discount_rate: 100 }, 0],
  ])('takes off %s', async (_, fields, total) => {
    const { book } = await night()
    const { code, uses } = await makeCode(fields)
    const booked = await book(` ${code.toLowerCase()} `)
    expect([booked.status, await totalOf(booked.json.uuid), await uses()]).toEqual([201, total, 1])
    expect(booked.json.status).toBe(total === 0 ? 'F' : 'U')
  })

  it('is told by the reservation, one and in the list, with what it took off all of it', async () => {
    const { book } = await night()
    const { code } = await makeCode({ discount_rate: 50 })
    const told = { amount: 10.06, promotional_code: code, discount: 10.04 }
    const booked = (await book(code)).json
    // Seen red without unit_discount_minor in lineRows.
    expect(booked).toMatchObject(told)
    expect((await hall.get(`/api/reservations/${booked.uuid}/`)).json).toMatchObject(told)
    const listed = (await hall.get(`/api/reservations/?email=${booked.user_mail}`)).json
    expect(listed).toMatchObject([told])
    // What it was booked with stays said, whatever becomes of the code.
    await hall.post(`/api/reservations/${booked.uuid}/cancellation/`)
    expect((await hall.get(`/api/reservations/${booked.uuid}/`)).json).toMatchObject(told)
    const plain = (await hall.book(await bookingWithout())).json
    expect(plain).toMatchObject({ amount: 10, promotional_code: null, discount: 0 })
  })

  it('is refused alike when nobody made it, when it is off, and outside its time', async () => {
    const { book } = await night()
    const off = await makeCode({ active: false })
    const early = await makeCode({ start_datetime: hoursAhead(1) })
    const late = await makeCode({ end_datetime: hoursAhead(-1) })
    const texts = []
    // Seen red without isUsable: 201.
    for (const code of ['NOBODY', off.code, early.code, late.code])
      texts.push((await refused(() => book(code), 400, 'validation_failed')).json.errors)
    expect(new Set(texts.map((errors) => JSON.stringify(errors))).size).toBe(1)
    expect(Object.keys(texts[0])).toEqual(['promotional_code'])
  })

  it('of another organisation is nobody’s here', async () => {
    const { book } = await night()
    await other.create('promotional-codes', { code: 'NEIGHBOUR', discount_rate: 50 })
    await refused(() => book('NEIGHBOUR'), 400, 'validation_failed')
    expect((await other.get(path)).json).toHaveLength(1)
    // Each may have the same.
    await hall.create('promotional-codes', { code: 'NEIGHBOUR', discount_rate: 100 })
    expect((await hall.post(path, { code: 'neighbour', discount_rate: 5 })).json.code).toBe('promotional_code_exists')
  })

  it('is for what it names, for no top-up, and for no amount that is chosen', async () => {
    const [shirt, ticket] = [await night({}, 'T'), await night()]
    const { code } = await makeCode({ products: [shirt.product] })
    expect(await totalOf((await shirt.book(code)).json.uuid)).toBe(2 * 804)
    await refused(() => ticket.book(code), 400, 'validation_failed')
    const everything = await makeCode()
    for (const [letter, fields] of [
      ['R', {}],
      ['A', { subscription_type: 'Y' }],
      ['B', { free_price: true }],
    ] as const) {
      const { book } = await night(fields, letter)
      // Seen red without the first line of isDiscounted, and with memberships let in: 201.
      await refused(() => book(everything.code, 1), 400, 'validation_failed')
    }
    const topUp = await night({}, 'R')
    expect((await hall.post(path, { code: 'TOPUP', discount_rate: 5, products: [topUp.product] })).status).toBe(400)
  })

  it('is used once by a booking, and gets its use back when that is cancelled whole or expires', async () => {
    const { book } = await night()
    const { code, uses } = await makeCode({ usage_limit: 2 })
    const [first, second] = [(await book(code)).json.uuid, (await book(code)).json.uuid]
    expect(await uses()).toBe(2)
    await refused(() => book(code), 409, 'promotional_code_used_up')
    await hall.post(`/api/reservations/${first}/cancellation/`)
    // Seen red without changeUses in closeReservations: 2.
    expect(await uses()).toBe(1)
    await endHold(client, second)
    await runExpiry(client)
    expect(await uses()).toBe(0)
    expect((await book(code)).status).toBe(201)
  })

  it('keeps its use when some tickets are cancelled, and is taken again with the places', async () => {
    const { book } = await night()
    const { code, uses } = await makeCode({ usage_limit: 1 })
    const { uuid, tickets } = (await book(code)).json
    await endHold(client, uuid)
    await runExpiry(client)
    expect(await uses()).toBe(0)
    await hall.post(`/api/reservations/${uuid}/payments/`, { method: 'cash' })
    // Seen red without changeUses in takePlacesAgain: 0.
    expect(await uses()).toBe(1)
    await hall.post(`/api/reservations/${uuid}/cancellation/`, { tickets: [tickets[0]] })
    expect(await uses()).toBe(1)
  })

  it('that was used up meanwhile brings no expired booking back', async () => {
    const { book } = await night()
    const { code, uses } = await makeCode({ usage_limit: 1 })
    const { uuid } = (await book(code)).json
    await endHold(client, uuid)
    await runExpiry(client)
    await book(code)
    const pay = () => hall.post(`/api/reservations/${uuid}/payments/`, { method: 'cash' })
    await refused(pay, 409, 'promotional_code_used_up')
    expect(await uses()).toBe(1)
  })

  it('has one discount, and a change of it takes the place of the other', async () => {
    const wrong = async (fields: object) => (await hall.post(path, { code: 'WRONG', ...fields })).json.errors
    expect(await wrong({})).toHaveProperty('discount_rate')
    expect(await wrong({ discount_rate: 5, discount_amount: 5 })).toHaveProperty('discount_rate')
    expect(await wrong({ discount_rate: 101 })).toHaveProperty('discount_rate')
    expect(await wrong({ discount_amount: 0 })).toHaveProperty('discount_amount')
    const { uuid } = await makeCode()
    const changed = (await hall.patch(`${path}${uuid}/`, { discount_amount: 3 })).json
    expect([changed.discount_rate, changed.discount_amount]).toEqual([null, 3])
  })
})

describe('the form of an event', () => {
  it('has a field for a code, and says beside it what is wrong', async () => {
    const { event, price } = await night()
    const { code } = await makeCode({ usage_limit: 1 })
    const { slug } = (await hall.get(`/api/events/${event}/`)).json
    expect((await guest.show(`/events/${slug}/`, 'fr')).text).toContain('J’ai un code promotionnel')
    const form = () => ({ key: crypto.randomUUID(), price, qty: '1', email: visitor() })
    const wrong = await guest.submit(`/events/${slug}/booking/`, { ...form(), promotional_code: 'nope' })
    expect([wrong.status, wrong.text.includes('id="promotional_code-problem"')]).toEqual([400, true])
    expect(wrong.text).toContain('value="nope"')
    const booked = await guest.book(event, price, { email: visitor(), promotional_code: code })
    const shown = (await guest.show(booked)).text
    for (const said of ['€10.05', `<code>${code}</code>`, '-€2.01', '€8.04']) expect(shown).toContain(said)
    const late = await guest.submit(`/events/${slug}/booking/`, { ...form(), promotional_code: code })
    expect([late.status, late.text.includes('as often as it may be')]).toEqual([409, true])
  })

  it('has no such field where there are no codes', async () => {
    const { product } = await other.price('B')
    await client.query('update promotional_code set active = false where tenant_id = $1', [other.tenantId])
    const event = await other.event([product])
    const { slug } = (await other.get(`/api/events/${event}/`)).json
    const page = await visitorAt(server, other).show(`/events/${slug}/`)
    expect([page.status, page.text.includes('promotional_code')]).toEqual([200, false])
  })
})
