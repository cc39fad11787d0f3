import { describe, expect, it } from 'vitest'
import { visitor } from '../harness/booking.ts'
import { untilQuiet } from '../harness/box-office.ts'
import { type Figures, readFigures } from '../harness/figures.ts'
import { type PaidOffice, refundsAtStripe, twoPaidOffices } from '../harness/payments.ts'
import { lookAtPdf } from '../harness/pdf.ts'
import { signIn } from '../harness/sign-in.ts'
import { type Staff, staffOf } from '../harness/staff.ts'

/**
 * The books of a day as staff sees and exports them. That they equal the payments to the cent, whatever happens, is
 * in test/property/money.test.ts.
 */
const { stripe, server, client, hall, other } = await twoPaidOffices()

await client.query("update tenant set address = '4 rue du Port', legal_documents = 'SIRET 123 456' where id = $1", [
  hall.office.tenantId,
])
// Which also tells the server that the organisation has changed.
await server.cli('tenant', 'set', '--tenant', hall.office.slug, '--accent-color', '#1a6b3c')

const cookieOf = ({ office: { slug } }: PaidOffice) => signIn(server, slug, slug, 'admin@example.org')
const cookies = new Map([
  [hall, await cookieOf(hall)],
  [other, await cookieOf(other)],
])
const staff = await staffOf(server, hall.office)
const stranger = await staffOf(server, other.office)

const localDay = async (days = 0): Promise<string> => {
  const { rows } = await client.query<{ day: string }>(
    "select to_char(now() at time zone 'Europe/Paris' + $1 * interval '1 day', 'YYYY-MM-DD') as day",
    [days],
  )
  return rows[0]?.day ?? ''
}

async function figuresOf(house: PaidOffice, from: string): Promise<readonly Figures[]> {
  return readFigures(server, { slug: house.office.slug, cookie: cookies.get(house) ?? '', from })
}

const named = (figures: readonly Figures[], of: string, name = '') =>
  figures.find((row) => row.of === of && (name === '' || row.name === name || row.rate === name))

/** Everything of a house that happened until now happened a day earlier. */
async function aDayPasses({ office: { tenantId } }: PaidOffice): Promise<void> {
  for (const [table, column] of [
    ['payment', 'settled_at'],
    ['receipt', 'created_at'],
    ['money_back', 'created_at'],
  ])
    await client.query(`update ${table} set ${column} = ${column} - interval '1 day' where tenant_id = $1`, [tenantId])
}

describe('the books of a day', () => {
  it('say what was sold, credited, received and refunded, and nothing of another house', async () => {
    const today = await localDay()
    const online = await hall.bookAndPay({ name: 'Full' })
    const desk = await hall.book({ name: 'Half', prix: '4.05', vat: '5.5' })
    await hall.office.post(`/api/reservations/${desk.uuid}/payments/`, { method: 'cash' })
    await hall.cancel(desk.uuid, { handed_over: true })
    const gift = await hall.book()
    await hall.office.post(`/api/reservations/${gift.uuid}/payments/`, { method: 'free' })
    const wrong = await hall.book()
    const session = stripe.pay((await hall.open(wrong)).id, { amount: 100 })
    await hall.comeBack(wrong)
    await untilQuiet(client)
    await other.bookAndPay()
    const figures = await figuresOf(hall, today)
    // Seen red with the rejected payment left out of sumReceived.
    expect(named(figures, 'Total')).toMatchObject({
      count: 3,
      sold: 3310,
      credited: 810,
      net: 2083,
      vat: 417,
      received: 3410,
      refunded: 910,
      withdrawn: 0,
      currency: 'EUR',
    })
    expect(named(figures, 'VAT rate', '20.00')).toMatchObject({ sold: 2500, net: 2083, vat: 417 })
    expect(named(figures, 'VAT rate', '5.50')).toMatchObject({ sold: 810, credited: 810, net: 0, vat: 0 })
    // Seen red with what was credited taken off the number beside what was sold.
    expect(figures.find((row) => row.price === 'Half')).toMatchObject({
      count: 2,
      sold: 810,
      creditedCount: 2,
      credited: 810,
    })
    expect(named(figures, 'Payment method', 'Online (Stripe)')).toMatchObject({ received: 2600, refunded: 100 })
    expect(named(figures, 'Payment method', 'Cash')).toMatchObject({ received: 810, refunded: 810 })
    expect(named(figures, 'Given away')).toMatchObject({ count: 1 })
    expect(refundsAtStripe(stripe, session)).toHaveLength(1)
    const page = (await staff.show('/admin/accounting/')).text
    for (const said of ['€33.10', '€8.10', '€20.83', '€4.17', '€34.10', 'No. 1 to 3']) expect(page).toContain(said)
    expect(page).toContain('worth €25.00')
    // Seen red with whole euros: the days did not add up to the total.
    const days = (await staff.show(`/admin/accounting/?from=${await localDay(-6)}&to=${today}`)).text
    for (const part of [/<svg[\s\S]*?<\/svg>/, /<table class="table">[\s\S]*?<\/table>/])
      expect(part.exec(days)?.[0]).toContain('€33.10')
    const french = (await staff.show('/admin/accounting/', 'fr')).text
    expect(french).toMatch(/33,10\s€/)
    // Seen red with the tenant left out of sumVat and its policy taken away.
    expect(named(await figuresOf(other, today), 'Total')).toMatchObject({ sold: 2500, received: 2500 })
    expect((await stranger.show('/admin/accounting/')).text).not.toContain('€33.10')
    expect(online.uuid).not.toBe('')
  })

  /** Seen red with documents that name the same, or say the same of VAT, counted once. */
  it('count each of several documents that say the same', async () => {
    const { product, price } = await other.office.price('B', { name: 'Sold thrice', prix: 7, vat: '5.5' })
    const event = await other.office.event([product])
    for (let sale = 0; sale < 3; sale++) {
      const { json } = await other.office.book({ event, email: visitor(), prices: [{ uuid: price, qty: 2 }] })
      await other.office.post(`/api/reservations/${json.uuid}/payments/`, { method: 'cash' })
    }
    const figures = await figuresOf(other, await localDay())
    expect(figures.find((row) => row.price === 'Sold thrice')).toMatchObject({ count: 6, sold: 4200 })
    expect(named(figures, 'VAT rate', '5.50')).toMatchObject({ sold: 4200, net: 3981, vat: 219 })
  })

  /**
   * Seen red with documents grouped by the length of what they say; without the backslashes doubled in the migration none of these
   * could be sold.
   */
  it('tell apart what differs by one character, whatever it is called', async () => {
    const names = [String.raw`A \\101 "é"`, String.raw`A \101 "é"`, String.raw`A \102 "é"`, 'A \u2028102 "é"']
    for (const [index, name] of names.entries()) {
      const { product, price } = await other.office.price('B', { name: `Odd ${index}`, prix: 7 })
      await client.query('update product set name = $2 where id = $1', [product, name])
      const event = await other.office.event([product])
      const { json } = await other.office.book({ event, email: visitor(), prices: [{ uuid: price, qty: index + 1 }] })
      await other.office.post(`/api/reservations/${json.uuid}/payments/`, { method: 'cash' })
    }
    await untilQuiet(client)
    const figures = await figuresOf(other, await localDay())
    const odd = names.map((_, index) => figures.find(({ price }) => price === `Odd ${index}`))
    expect(odd.map((row) => [row?.count, row?.sold])).toEqual([
      [1, 700],
      [2, 1400],
      [3, 2100],
      [4, 2800],
    ])
    const inTable = (name: string) => `"${name.replaceAll('"', '""')}"`
    expect(odd.map((row) => row?.name)).toEqual(names.map(inTable))
  })

  it('lead to the receipts they are made from, of this house alone', async () => {
    const list = (await staff.show('/admin/accounting/receipts/')).text
    const [, path = ''] = /href="(\/admin\/accounting\/receipts\/[\w-]+\/document\.pdf)"/.exec(list) ?? []
    const paper = await staff.show(path)
    expect([paper.status, paper.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(list).toContain('Credit note')
    expect((await stranger.show(path)).status).toBe(404)
    expect((await stranger.show('/admin/accounting/receipts/')).text).not.toContain(path)
  })

  /** Seen red with the amounts of credit notes as they are written. */
  it('lead to receipts that are counted, and put in order by number and by amount, within their days', async () => {
    const read = async (query: string, who = staff) => {
      const { status, text } = await who.show(`/admin/accounting/receipts/?${query}`)
      const lines = [
        ...text.matchAll(/document\.pdf">(?:Receipt|Credit note) (\d+)<.*?<td[^>]*>(-?)€([\d,.]+)<\/td><\/tr>/gs),
      ]
      const [, count] = /<dl class="sums">.*?<dd>(\d+)<\/dd>/s.exec(text) ?? []
      return {
        status,
        count: Number(count ?? 0),
        numbers: lines.map(([, number]) => Number(number)),
        amounts: lines.map(([, , sign, amount = '']) => Number(`${sign}${amount.replace(',', '')}`)),
      }
    }
    const up = (one: number, two: number) => one - two
    const [byNumber, last, byAmount, most] = [
      await read(''),
      await read('sort=-number'),
      await read('sort=amount'),
      await read('sort=-amount'),
    ]
    expect(byNumber.count).toBeGreaterThan(2)
    expect(byNumber.numbers).toEqual(byNumber.numbers.toSorted(up))
    expect(last.numbers).toEqual(byNumber.numbers.toReversed())
    expect(byAmount.amounts).toEqual(byNumber.amounts.toSorted(up))
    expect(byAmount.amounts[0]).toBeLessThan(0)
    expect(most.amounts).toEqual(byAmount.amounts.toReversed())
    expect(new Set([byNumber, last, byAmount, most].map(({ count }) => count)).size).toBe(1)
    expect((await read('from=2020-01-01&to=2020-01-02')).count).toBe(0)
    const { rows } = await client.query('select count(*)::int as count from receipt where tenant_id = $1', [
      hall.office.tenantId,
    ])
    expect(byNumber.count).toBe(rows[0].count)
    expect((await read('sort=method')).status).toBe(400)
    // The days stay.
    const { text } = await staff.show('/admin/accounting/receipts/')
    expect(text).toMatch(/href="\?from=[\d-]{10}&amp;to=[\d-]{10}&amp;sort=amount"/)
    expect(text).toContain('</a><small> lowest first</small>')
  })

  it('are the same for ever once the day is over, whatever banks do later', async () => {
    const booking = await hall.bookAndPay()
    await hall.cancel(booking.uuid)
    await untilQuiet(client)
    await aDayPasses(hall)
    const yesterday = await localDay(-1)
    const before = await figuresOf(hall, yesterday)
    const [refund] = refundsAtStripe(stripe, booking.session)
    if (!refund) throw new Error('nothing was refunded')
    Object.assign(refund, { status: 'failed', failure_reason: 'lost_or_stolen_card' })
    await hall.tell('refund.failed', refund)
    stripe.dispute(booking.session, { amount: 100, asks: false })
    const [dispute] = [...stripe.disputes.values()].slice(-1)
    await hall.tell('charge.dispute.created', dispute ?? {})
    await untilQuiet(client)
    expect(await figuresOf(hall, yesterday)).toEqual(before)
    const total = named(await figuresOf(hall, await localDay()), 'Total')
    expect(total).toMatchObject({ refunded: -2500, withdrawn: 100, sold: 0, received: 0 })
  })
})

describe('the days that are asked for', () => {
  it.each([
    ['from=2026-02-30', 'Enter a day'],
    ['from=2026-03-02&to=2026-03-01', 'must not lie before'],
    ['from=2020-01-01&to=2026-03-01', '550 at most'],
    ['to=2026-03-01', 'Enter a day'],
  ])('%s are refused beside the field', async (query, said) => {
    const answer = await staff.show(`/admin/accounting/?${query}`)
    expect(answer.status).toBe(400)
    expect(answer.text).toContain(said)
    expect((await staff.show(`/admin/accounting/figures.csv?${query}`)).status).toBe(400)
  })

  it('begin at midnight in the time zone of the house', async () => {
    const { uuid } = await other.bookAndPay()
    const move = async (at: string) => {
      await client.query('update receipt set created_at = $2 where reservation_id = $1', [uuid, at])
      await client.query('update payment set settled_at = $2 where reservation_id = $1', [uuid, at])
    }
    // Summer time in Paris: two hours ahead.
    await move('2026-06-30T22:00:00Z')
    expect(named(await figuresOf(other, '2026-07-01'), 'Total')).toMatchObject({ sold: 2500, received: 2500 })
    expect(named(await figuresOf(other, '2026-06-30'), 'Total')).toMatchObject({ sold: 0, received: 0 })
    await move('2026-06-30T21:59:59.999Z')
    expect(named(await figuresOf(other, '2026-07-01'), 'Total')).toMatchObject({ sold: 0, received: 0 })
    expect(named(await figuresOf(other, '2026-06-30'), 'Day')).toMatchObject({ day: '2026-06-30', sold: 2500 })
  })
})

/** Pages of the closing report of some days, as they are read. */
async function closingOf(house: Staff, days: string, language = 'en'): Promise<string> {
  const { status, headers, bytes } = await house.show(`/admin/accounting/closing.pdf?${days}`, language)
  expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
  return (await lookAtPdf(new Uint8Array(bytes))).map(({ text }) => text).join(' ')
}

describe('the closing report', () => {
  it('has legal mentions, numbers of receipts, and the sums of every cut, of this house alone', async () => {
    const day = `from=${await localDay(-1)}`
    const paper = await closingOf(staff, day)
    for (const said of [
      'Closing report',
      'The Hall',
      '4 rue du Port',
      'SIRET 123 456',
      'No. 1 to 5',
      '3 receipts, 2 credit',
      'Sold (receipts) €58.10',
      'Credited (credit notes) -€33.10',
      'Received €59.10',
      'Refunded -€34.10',
      'Received for nothing, refunded €1.00',
      'Given away: 1 booking €25.00',
      '20% €50.00 €25.00 €20.83 €4.17',
      'Cash 1 €8.10 €8.10 €0.00 €0.00',
      'Sold since the first receipt €58.10',
    ])
      expect(paper).toContain(said)
    const french = await closingOf(staff, day, 'fr')
    expect(french).toMatch(/Rapport de clôture.*N° 1 à 5.*5,5.% 8,10.€/)
    expect(await closingOf(stranger, day)).not.toContain('€58.10')
  })

  /** Seen red with one name for both in English and in French. */
  it.each([
    ['en', 'Sold Cancelled Credited'],
    ['fr', 'Vendu Annulés Avoirs'],
    ['de', 'Verkauft Zurück Gutschrift'],
    ['es', 'Vendido Anulado N. de crédito'],
  ])('tells how many were credited from how much: %s', async (language, columns) => {
    expect(await closingOf(staff, `from=${await localDay(-1)}`, language)).toContain(columns)
  })

  it('is the same paper whenever it is made, once its days are over', async () => {
    const path = `/admin/accounting/closing.pdf?from=${await localDay(-1)}`
    const [first, second] = [(await staff.show(path)).bytes, (await staff.show(path)).bytes]
    expect(first.equals(second)).toBe(true)
    expect(await closingOf(staff, `from=${await localDay()}`)).toContain('was not over')
    expect(await closingOf(staff, `from=${await localDay(-1)}`)).not.toContain('was not over')
  })

  it('goes over as many pages as it has rows, and repeats the head of a table', async () => {
    const { rows } = await client.query<{ line: object }>(
      "select lines->0 as line from receipt where tenant_id = $1 and kind = 'receipt' limit 1",
      [other.office.tenantId],
    )
    const lines = Array.from({ length: 90 }, (_, number) => {
      const item = { productId: `p${number}`, product: `Thing ${number}`, priceId: `q${number}`, price: 'One' }
      return { ...rows[0]?.line, item }
    })
    await client.query('update receipt set lines = $2 where tenant_id = $1', [
      other.office.tenantId,
      JSON.stringify(lines),
    ])
    const answer = await stranger.show(`/admin/accounting/closing.pdf?from=2026-06-30`)
    const pages = await lookAtPdf(new Uint8Array(answer.bytes))
    expect(pages.length).toBeGreaterThan(2)
    expect(pages.slice(1).every(({ text }) => /Page \d/.test(text))).toBe(true)
    const [, second] = pages
    expect(second?.text).toContain('Product Price Rate')
    const all = pages.map(({ text }) => text).join(' ')
    for (const { item } of lines) expect(all).toContain(`${item.product} `)
  })
})

describe('a product of several prices', () => {
  it('is summed as a whole, on the page, in the report and in the file', async () => {
    const { product, price } = await hall.office.price('B', { name: 'Evening', prix: 12 })
    const half = await hall.office.create('prices', { product, name: 'Half', prix: 6, vat: '5.5' })
    const event = await hall.office.event([product])
    const prices = [
      { uuid: price, qty: 2 },
      { uuid: half, qty: 1 },
    ]
    const { json } = await hall.office.book({ event, email: visitor(), prices })
    await hall.office.post(`/api/reservations/${json.uuid}/payments/`, { method: 'card' })
    await untilQuiet(client)
    const figures = await figuresOf(hall, await localDay())
    const { name = '' } = figures.find((row) => row.price === 'Evening') ?? {}
    expect(named(figures, 'Product', name)).toMatchObject({ count: 3, sold: 3000, credited: 0 })
    const sums = figures.filter((row) => row.of === 'Product')
    const total = named(figures, 'Total')
    expect(sums.reduce((sum, row) => sum + (row.sold ?? 0), 0)).toBe(total?.sold)
    expect(sums.reduce((sum, row) => sum + (row.credited ?? 0), 0)).toBe(total?.credited)
    const page = (await staff.show('/admin/accounting/', 'fr')).text
    expect(page).toMatch(new RegExp(`${name}.{0,200}Tous les tarifs.{0,200}30,00\\s€`))
    expect(page.match(/Tous les tarifs/g)).toHaveLength(1)
    expect(await closingOf(staff, `from=${await localDay()}`)).toMatch(/All prices\s+3\s+€30.00/)
  })
})

describe('as a table', () => {
  it('opens in a spreadsheet of either language', async () => {
    const path = `/admin/accounting/figures.csv?from=${await localDay(-1)}`
    const french = (await staff.show(path, 'fr')).text
    expect(french).toMatch(/^\uFEFFSomme par;Jour;Nom;/)
    expect(french).toMatch(/\r\nTotal;;;;;\d+;\d+,\d\d;/)
    const english = (await staff.show(path, 'en')).text
    expect(english).toMatch(/\r\nTotal,,,,,\d+,\d+\.\d\d,/)
  })
})
