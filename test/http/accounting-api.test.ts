import { describe, expect, it } from 'vitest'
import { untilQuiet } from '../harness/box-office.ts'
import { lookAtPdf } from '../harness/pdf.ts'
import { makeKey } from '../harness/shop.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** The books for a program (ADR 0190): the sums of the page, to the cent, and the documents they are made from. */
const { server, client, hall, other } = await twoOffices()

const key = await makeKey(server, hall.slug, ['reservation:read'])
const stranger = await makeKey(server, other.slug, ['reservation:read'])

type Sent = { readonly key?: string; readonly slug?: string }

const read = (path: string, { key: own = key, slug = hall.slug }: Sent = {}) =>
  server.send(slug, 'GET', path, { key: own, headers: { 'accept-language': 'en' } })

async function sell(office: typeof hall, name: string, prix: number, method: string): Promise<string> {
  const { product, price } = await office.price('B', { name, prix, vat: '5.5' })
  const event = await office.event([product])
  const { json } = await office.book({ event, email: 'ada@books.test', prices: [{ uuid: price, qty: 2 }] })
  await office.post(`/api/reservations/${json.uuid}/payments/`, { method })
  return json.uuid
}

const kept = await sell(hall, 'Full', 12.5, 'card')
const gone = await sell(hall, 'Half', 4.05, 'cash')
await hall.post(`/api/reservations/${gone}/cancellation/`, { handed_over: true })
await sell(hall, 'Given', 6, 'free')
await sell(other, 'Elsewhere', 99, 'cash')
await untilQuiet(client)

const today: string = await client
  .query("select to_char(now() at time zone 'Europe/Paris', 'YYYY-MM-DD') as day")
  .then(({ rows }) => rows[0].day)

describe('the books', () => {
  it('are told by rate, product, price, day and method, of this house alone', async () => {
    const { status, json, text } = await read(`/api/accounting/?from=${today}`)
    expect(status).toBe(200)
    expect(json).toMatchObject({ from: today, to: today, running: true, first_number: 1, last_number: 3 })
    expect(json.accounts).toHaveLength(1)
    const [books] = json.accounts
    expect(books).toMatchObject({
      currency: 'EUR',
      receipts: 2,
      credit_notes: 1,
      sold: 33.1,
      credited: 8.1,
      received: 33.1,
      unmatched: 0,
      refunded: 8.1,
      withdrawn: 0,
      given: { count: 1, worth: 12 },
    })
    expect(books.net + books.vat).toBeCloseTo(25, 5)
    expect(books.rates).toMatchObject([{ rate: '5.50', gross: 25 }])
    const half = books.products.find(({ prices }: typeof books) => prices[0].price === 'Half')
    expect(half).toMatchObject({ quantity: 2, sold: 8.1, credited_quantity: 2, credited: 8.1 })
    expect(half.prices).toMatchObject([{ price: 'Half', rate: '5.50', sold: 8.1 }])
    expect(books.days).toMatchObject([{ day: today, receipts: 2, sold: 33.1 }])
    expect(books.methods).toEqual([
      { method: 'card', payments: 1, received: 25, refunded: 0, withdrawn: 0, kept: 25 },
      { method: 'cash', payments: 1, received: 8.1, refunded: 8.1, withdrawn: 0, kept: 0 },
    ])
    expect(text).not.toContain('Elsewhere')
    expect(text).not.toContain('ada@books.test')
    const theirs = await read(`/api/accounting/?from=${today}`, { key: stranger, slug: other.slug })
    expect(theirs.json.accounts[0]).toMatchObject({ sold: 198, received: 198 })
  })

  it('are of the days that are asked for, which are days', async () => {
    const past = (await read('/api/accounting/?from=2020-01-01&to=2020-01-31')).json
    expect(past).toMatchObject({ running: false, first_number: null, last_number: null })
    expect(past.accounts).toMatchObject([{ currency: 'EUR', sold: 0, rates: [], methods: [] }])
    expect((await read('/api/accounting/')).json.from).toBe(`${today.slice(0, 8)}01`)
    for (const [query, field] of [
      ['from=2020-02-30', 'from'],
      ['to=2020-02-01', 'from'],
      ['from=2020-02-02&to=2020-02-01', 'to'],
      ['from=2010-01-01&to=2020-02-01', 'to'],
    ] as const)
      for (const end of ['', 'closing.pdf', 'figures.csv', 'figures.xlsx']) {
        const { status, json } = await read(`/api/accounting/${end}?${query}`)
        expect([status, Object.keys(json.errors)], `${end}?${query}`).toEqual([400, [field]])
      }
  })

  it('are files too', async () => {
    const csv = await read(`/api/accounting/figures.csv?from=${today}&form=comma`)
    expect([csv.status, csv.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(csv.headers['content-disposition']).toContain('attachment')
    expect(csv.text).toMatch(/^\uFEFF.*\r\nTotal,/)
    expect(csv.text).toContain('33.10')
    expect(csv.text).not.toContain('Elsewhere')
    const sheet = await read(`/api/accounting/figures.xlsx?from=${today}`)
    expect([sheet.status, sheet.headers['content-type']]).toEqual([
      200,
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ])
    const report = await read(`/api/accounting/closing.pdf?from=${today}`)
    expect(report.headers['content-type']).toBe('application/pdf')
    const [page] = await lookAtPdf(report.bytes)
    expect(page?.text).toContain('€33.10')
  })
})

describe('receipts', () => {
  it('are listed by their numbers, a page at a time, with their paper', async () => {
    const { json } = await read('/api/receipts/')
    expect(json.map(({ number, kind, amount, method }: typeof json) => [number, kind, amount, method])).toEqual([
      [1, 'receipt', 25, 'card'],
      [2, 'receipt', 8.1, 'cash'],
      [3, 'credit_note', -8.1, 'cash'],
    ])
    expect(json[0].reservation).toBe(kept)
    const first = await read('/api/receipts/?limit=2')
    expect(first.json).toEqual(json.slice(0, 2))
    const [, next = ''] = /<([^>]+)>; rel="next"/.exec(String(first.headers['link'])) ?? []
    const last = await read(next)
    expect([last.json, last.headers['link']]).toEqual([json.slice(2), undefined])
    expect((await read(`/api/receipts/?to=${today}`)).json).toEqual([])
    expect((await read(`/api/receipts/?from=${today}`)).json).toHaveLength(3)
    const paper = await read(`/api/receipts/${json[0].uuid}/document.pdf`)
    expect(paper.headers['content-type']).toBe('application/pdf')
    expect((await lookAtPdf(paper.bytes))[0]?.text).toContain('€25.00')
    const stolen = `/api/receipts/${json[0].uuid}/document.pdf`
    expect((await read(stolen, { key: stranger, slug: other.slug })).status).toBe(404)
  })
})
