import { afterAll, expect, it } from 'vitest'
import { hoursAhead, untilQuiet, untilTrue } from '../harness/box-office.ts'
import { type ReceivedMail, startMailServer } from '../harness/mail-server.ts'
import { openPaidOffice, pathOf } from '../harness/payments.ts'
import { lookAtPdf } from '../harness/pdf.ts'
import { startStripe } from '../harness/stripe-server.ts'
import { serve } from '../harness/two-tenants.ts'

/** One booking of all seven kinds, paid online, handed out and cancelled, while another organisation has its twin. */
const [stripe, mails] = [await startStripe(), await startMailServer()]
afterAll(async () => {
  await stripe.stop()
  await mails.stop()
})
const environment = { STRIPE_API_URL: stripe.url, SMTP_URL: mails.url }
const { client, house, other } = await serve({ environment }, async (served) => ({
  ...served,
  house: await openPaidOffice(served.server, stripe, 'The House'),
  other: await openPaidOffice(served.server, stripe, 'The Other'),
}))

/** By letter: what it is called, how many, and for how much each. */
const basket = {
  B: { product: 'Concert', price: 'Full', qty: 2, prix: 12.5 },
  F: { product: 'Exhibition', price: 'Free', qty: 1, prix: 0 },
  T: { product: 'T-shirt', price: 'L', qty: 2, prix: 20 },
  M: { product: 'Poster', price: 'Poster', qty: 1, prix: 5 },
  P: { product: 'Picnic', price: 'For two', qty: 1, prix: 26 },
  A: { product: 'Friends', price: 'Year', qty: 1, prix: 15 },
  R: { product: 'Card', price: 'Ten', qty: 1, prix: 10 },
} as const
const total = 25 + 40 + 5 + 26 + 15 + 10

async function bookAll({ office }: typeof house, email: string) {
  const made = []
  for (const [categorie_article, { product: name, price, qty, prix }] of Object.entries(basket)) {
    const product = await office.create('products', { name, categorie_article })
    const membership = categorie_article === 'A' ? { subscription_type: 'Y' } : {}
    const uuid = await office.create('prices', { product, name: price, prix, stock: 10, ...membership })
    made.push({ product, line: { uuid, qty } })
  }
  const fields = { name: 'Jazz night', datetime: hoursAhead(240) }
  const event = await office.event(
    made.map(({ product }) => product),
    fields,
  )
  const answer = await office.book({ event, email, prices: made.map(({ line }) => line) })
  expect(answer.status, answer.text).toBe(201)
  return { id: String(answer.json.uuid), path: pathOf(answer.json.checkout_url), booked: answer.json }
}

const email = 'ada@example.org'
const read = async (id: string, { office } = house) => (await office.get(`/api/reservations/${id}/`)).json

/** What is kept of a booking: purse, membership, places and refunds. */
async function kept(id: string, { office } = house) {
  const { rows } = await client.query(
    `select (select balance_minor::int from purse where tenant_id = $1 and email = $3) as purse,
      (select count(*)::int from purse_movement where tenant_id = $1 and reservation_id = $2) as movements,
      (select count(*)::int from membership where tenant_id = $1 and reservation_id = $2 and cancelled_at is null)
        as memberships,
      (select sum(held)::int from price_counter where tenant_id = $1) as held,
      (select sum(amount_minor)::int from refund where tenant_id = $1 and reservation_id = $2) as refunded`,
    [office.tenantId, id, email],
  )
  return rows[0]
}

async function mailTo(subject: RegExp): Promise<ReceivedMail> {
  const found = () => mails.mails.find((mail) => mail.recipient === email && subject.test(mail.subject ?? ''))
  await untilTrue(async () => found() !== undefined)
  return found() as ReceivedMail
}

async function pagesOf({ attachments }: ReceivedMail): Promise<readonly string[]> {
  const [attachment] = attachments
  if (!attachment || typeof attachment.content === 'string') throw new Error('no document')
  return (await lookAtPdf(new Uint8Array(attachment.content))).map(({ text }) => text)
}

it('makes what each kind makes, lists it, hands it out, and refunds all of it once', async () => {
  const twin = await bookAll(other, email)
  const { id, path, booked } = await bookAll(house, email)
  expect([booked.status, booked.tickets.length]).toEqual(['U', 3])
  expect(await kept(id)).toEqual({ purse: null, movements: 0, memberships: 0, held: 9, refunded: null })
  expect((await read(id)).things.map(({ left }: { left: number }) => left)).toEqual([0, 0, 0])

  const session = stripe.pay((await house.open({ path })).id)
  expect(session.amount_total).toBe(total * 100)
  for (const _ of [1, 2]) await house.tell('checkout.session.completed', session)
  await untilTrue(async () => (await read(id)).status === 'V')
  expect(await kept(id)).toEqual({ purse: 1000, movements: 1, memberships: 1, held: 9, refunded: null })
  const tickets = (await read(id)).tickets
  for (const ticket of tickets) expect((await house.office.get(`/api/ticket/${ticket}/`)).json.status).toBe('K')
  expect(
    (await read(id)).things.map(({ product, price, left }: Record<string, unknown>) => [product, price, left]),
  ).toEqual([
    ['T-shirt', 'L', 2],
    ['Poster', 'Poster', 1],
    ['Picnic', 'For two', 1],
  ])
  // The other organisation's booking is none of this: unpaid, nothing granted.
  expect((await read(twin.id, other)).status).toBe('U')
  expect(await kept(twin.id, other)).toMatchObject({ purse: null, memberships: 0 })

  const mail = await mailTo(/^Your tickets for Jazz night$/)
  expect(mail.text).toMatch(/To collect at the box office:?\s+2 × T-shirt, L · 1 × Poster · 1 × Picnic, For two/)
  const pages = await pagesOf(mail)
  // Seen red without the look at the first ticket in thingsOn: it stood on every page.
  expect(pages.map((page) => page.includes('To collect at the box office'))).toEqual([true, false, false])
  expect(pages[0]).toContain('2 × T-shirt, L · 1 × Poster · 1 × Picnic, For two')
  const [receipt = ''] = await pagesOf(await mailTo(/^Your receipt for Jazz night$/))
  for (const { product, price, qty, prix } of Object.values(basket))
    if (prix > 0) expect(receipt).toContain(`${product}${product === price ? '' : ` – ${price}`} ${qty} `)
  expect(receipt).toContain('Total, VAT included €121.00')

  const [shirts] = (await read(id)).things
  const move = (body: object) =>
    house.office.post(`/api/reservations/${id}/hand-outs/`, { thing: shirts.uuid, quantity: 2, ...body })
  expect((await move({})).json.things.map(({ left }: { left: number }) => left)).toEqual([0, 1, 1])
  expect((await house.cancel(id)).json.code).toBe('already_handed_out')
  expect((await kept(id)).purse).toBe(1000)
  await move({ take_back: true })
  for (const status of [200, 409]) expect((await house.cancel(id)).status).toBe(status)
  await untilQuiet(client)
  expect((await read(id)).status).toBe('C')
  expect(await kept(id)).toEqual({ purse: 0, movements: 2, memberships: 0, held: 0, refunded: total * 100 })
  expect([...stripe.refunds.values()].map(({ amount }) => amount)).toEqual([total * 100])
  for (const ticket of tickets) expect((await house.office.get(`/api/ticket/${ticket}/`)).json.status).toBe('N')
  expect((await read(id)).things.map(({ left }: { left: number }) => left)).toEqual([0, 0, 0])
  expect((await kept(twin.id, other)).held).toBe(9)
})
