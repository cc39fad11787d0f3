import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { visitor } from '../harness/booking.ts'
import { openPaidOffice, type PaidOffice } from '../harness/payments.ts'
import { startServer, type TestServer } from '../harness/server.ts'
import { type StripeServer, startStripe } from '../harness/stripe-server.ts'
import { visitorAt } from '../harness/visitor.ts'

/** Whoever pays may choose the amount, from a least one on (ADR 0120). */
let stripe: StripeServer
let server: TestServer
let client: pg.Client
let house: PaidOffice
let other: PaidOffice

beforeAll(async () => {
  stripe = await startStripe()
  server = await startServer({ environment: { STRIPE_API_URL: stripe.url } })
  client = await server.database.connect()
  house = await openPaidOffice(server, stripe, 'The House')
  other = await openPaidOffice(server, stripe, 'Another House')
})

afterAll(async () => {
  await client.end()
  await server.stop()
  await stripe.stop()
})

async function openNight(fields: object = {}, letter = 'B') {
  const { office } = house
  const { price, product } = await office.price(letter, { prix: 5, free_price: true, ...fields })
  return { price, product, event: await office.event([product]) }
}

const bookFor = (night: { event: string; price: string }, line: object) =>
  house.office.book({ event: night.event, email: visitor(), prices: [{ uuid: night.price, qty: 2, ...line }] })

describe('an open amount', () => {
  it('is paid and receipted as it was chosen, for each ticket', async () => {
    const night = await openNight()
    const booked = (await bookFor(night, { custom_amount: 7.5 })).json
    const path = new URL(booked.checkout_url).pathname
    // Seen red with the amount of the price in lineRows.
    expect((await house.open({ path })).amount_total).toBe(1500)
    expect((await house.payments(booked.uuid))[0]).toMatchObject({ amount: 15 })
  })

  it('is the least when nothing is chosen, and may be nothing at all', async () => {
    const night = await openNight()
    expect((await bookFor(night, {})).json.status).toBe('U')
    const nothing = await openNight({ prix: 0 })
    expect((await bookFor(nothing, {})).json.status).toBe('F')
    expect((await bookFor(nothing, { custom_amount: 0.5 })).json.status).toBe('U')
  })

  it('is refused below the least, with more decimals than money has, and twice for one price', async () => {
    const night = await openNight()
    const wrong = async (line: object) => {
      const { status, json } = await bookFor(night, line)
      return [status, Object.keys(json.errors)]
    }
    // Seen red without the comparison in amountOf.
    expect(await wrong({ custom_amount: 4.99 })).toEqual([400, ['prices.0.custom_amount']])
    expect(await wrong({ custom_amount: 5.001 })).toEqual([400, ['prices.0.custom_amount']])
    expect(await wrong({ custom_amount: -6 })).toEqual([400, ['prices.0.custom_amount']])
    const twice = [5, 6].map((custom_amount) => ({ uuid: night.price, qty: 1, custom_amount }))
    const answer = await house.office.book({ event: night.event, email: visitor(), prices: twice })
    expect([answer.status, Object.keys(answer.json.errors)]).toEqual([400, ['prices.1.custom_amount']])
  })

  it('is no way to pay less, or more, where the price is fixed', async () => {
    const night = await openNight({ free_price: false })
    for (const custom_amount of [0, 4, 6])
      expect((await bookFor(night, { custom_amount })).json.errors).toHaveProperty(['prices.0.custom_amount'])
    expect((await bookFor(night, { custom_amount: 5 })).status).toBe(201)
  })

  it('of a top-up is what the purse is given', async () => {
    const night = await openNight({}, 'R')
    const email = visitor()
    const prices = [{ uuid: night.price, qty: 1, custom_amount: 33 }]
    const { uuid } = (await house.office.book({ event: night.event, email, prices })).json
    await house.office.post(`/api/reservations/${uuid}/payments/`, { method: 'cash', amount: 33 })
    const { rows } = await client.query(
      'select change_minor::int as amount from purse_movement where tenant_id = $1 and reservation_id = $2',
      [house.office.tenantId, uuid],
    )
    expect(rows).toEqual([{ amount: 3300 }])
  })

  it('of another organisation is nobody’s here', async () => {
    const night = await openNight()
    expect((await other.office.book({ ...night, prices: [{ uuid: night.price, qty: 1 }] })).status).toBe(400)
  })
})

describe('the form of an event', () => {
  it('asks for the amount, understands a comma, and says what the least is', async () => {
    const night = await openNight({ name: 'Solidarity' })
    const guest = visitorAt(server, house.office)
    const { slug } = (await house.office.get(`/api/events/${night.event}/`)).json
    const page = (await guest.show(`/events/${slug}/`)).text
    expect(page).toContain('From €5.00')
    expect(page).toContain('Your amount for each, €5.00 at least')
    expect((await guest.show(`/events/${slug}/`, 'fr')).text).toContain('Dès 5,00')
    const form = { key: crypto.randomUUID(), price: night.price, qty: '1', email: visitor() }
    const low = await guest.submit(`/events/${slug}/booking/`, { ...form, amount: '4' })
    expect([low.status, low.text.includes('Enter at least €5.00.')]).toEqual([400, true])
    const odd = await guest.submit(`/events/${slug}/booking/`, { ...form, amount: 'ten' })
    expect([odd.status, odd.text.includes('such as 12.50')]).toEqual([400, true])
    expect(odd.text).toContain('value="ten"')
    const path = await guest.book(night.event, night.price, { email: visitor(), amount: '8,50' })
    expect((await guest.show(path)).text).toContain('€8.50')
  })
})
