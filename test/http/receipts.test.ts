import { afterAll, describe, expect, it } from 'vitest'
import { openBoxOffice, untilQuiet, untilTrue } from '../harness/box-office.ts'
import { type ReceivedMail, startMailServer } from '../harness/mail-server.ts'
import { twoPaidOffices } from '../harness/payments.ts'
import { lookAtPdf } from '../harness/pdf.ts'
import { someAtOnce } from '../harness/some-at-once.ts'

const mails = await startMailServer()
afterAll(() => mails.stop())
const { stripe, server, client, hall: house } = await twoPaidOffices({ SMTP_URL: mails.url })
const hall = await openBoxOffice(server, 'The Concert Hall')

let visitors = 0
const visitor = () => `visitor-${++visitors}@example.org`

async function mailTo(email: string, subject: RegExp): Promise<ReceivedMail> {
  const found = () => mails.mails.find((mail) => mail.recipient === email && subject.test(mail.subject ?? ''))
  await untilTrue(async () => found() !== undefined)
  return found() as ReceivedMail
}

/** The first page of the one document of a mail, and its name. */
async function documentOf({ attachments }: ReceivedMail) {
  const [attachment] = attachments
  if (!attachment || typeof attachment.content === 'string') throw new Error('no document')
  const [page] = await lookAtPdf(new Uint8Array(attachment.content))
  return { name: attachment.filename, text: page?.text ?? '' }
}

describe('receipts', () => {
  it('are numbered without a gap, by organisation, whatever is refused in between', async () => {
    const house = await openBoxOffice(server, 'The Ledger')
    const { price, product } = await house.price('B', { prix: 10, vat: '5.5' })
    const event = await house.event([product])
    const pay = async (fields: object) => {
      const { uuid } = (await house.book({ event, email: visitor(), prices: [{ uuid: price, qty: 1 }] })).json
      const answer = await house.post(`/api/reservations/${uuid}/payments/`, { method: 'cash', ...fields })
      return { uuid, status: answer.status }
    }
    expect((await pay({})).status).toBe(201)
    expect((await pay({ amount: 3 })).status).toBe(409)
    expect((await pay({ method: 'free' })).status).toBe(201)
    const last = await pay({})
    await house.post(`/api/reservations/${last.uuid}/cancellation/`)
    expect((await pay({})).status).toBe(201)
    const { rows } = await client.query(
      'select number, kind, amount_minor::int as amount from receipt where tenant_id = $1 order by number',
      [house.tenantId],
    )
    expect(rows).toEqual([
      { number: 1, kind: 'receipt', amount: 1000 },
      { number: 2, kind: 'receipt', amount: 1000 },
      { number: 3, kind: 'credit_note', amount: 1000 },
      { number: 4, kind: 'receipt', amount: 1000 },
    ])
  })

  it('say seller, lines and VAT by rate, which add up to the cent', async () => {
    const full = await hall.price('B', { prix: '9.99', vat: '20' })
    const shirt = await hall.price('T', { prix: '4.05', vat: '5.5' })
    const pin = await hall.price('M', { prix: '0.55' })
    const event = await hall.event([full.product])
    const prices = [full, shirt, pin].map(({ price }) => ({ uuid: price, qty: 3 }))
    const { uuid } = (await hall.book({ event, email: visitor(), prices })).json
    await hall.post(`/api/reservations/${uuid}/payments/`, { method: 'card' })
    const { rows } = await client.query(
      'select amount_minor::int as amount, currency, seller, vat, lines from receipt where reservation_id = $1',
      [uuid],
    )
    expect(rows).toMatchObject([
      {
        amount: 4377,
        currency: 'EUR',
        seller: { organisation: 'The Concert Hall', email: 'admin@example.org' },
        // 29.97 with 20 %, 12.15 with 5.5 %, 1.65 without.
        vat: [
          { rateHundredths: 2000, grossMinor: 2997, netMinor: 2497, vatMinor: 500 },
          { rateHundredths: 550, grossMinor: 1215, netMinor: 1152, vatMinor: 63 },
          { rateHundredths: null, grossMinor: 165, netMinor: 165, vatMinor: 0 },
        ],
        lines: [{ quantity: 3, unitAmountMinor: 999 }, { quantity: 3 }, { quantity: 3 }],
      },
    ])
  })
})

describe('by mail', () => {
  it('has the seller, what was bought, the VAT and the legal mentions; the refund has its credit note', async () => {
    await client.query(
      "update tenant set address = '4 rue du Port', legal_documents = 'SIRET 123 456 789 00012' where id = $1",
      [house.office.tenantId],
    )
    const email = visitor()
    const booking = await house.bookAndPay({ name: 'Full' }, { name: 'Jazz night' }, { email })
    const receipt = await mailTo(email, /^Your receipt for Jazz night$/)
    const [payment] = await house.payments(booking.uuid)
    const paper = await documentOf(receipt)
    expect(paper.name).toBe(`receipt-${payment.receipt}.pdf`)
    for (const said of [
      `Receipt no. ${payment.receipt}`,
      'The Hall',
      '4 rue du Port',
      'SIRET 123 456 789 00012',
      email,
      'Jazz night',
      '– Full 2 €12.50 €25.00',
      'Total, VAT included €25.00',
      'VAT 20 % on €20.83 €4.17',
    ])
      expect(paper.text).toContain(said)
    await house.cancel(booking.uuid)
    const refund = await mailTo(email, /^Refund: Jazz night$/)
    expect(refund.text).toContain('What was cancelled is refunded.')
    const note = await documentOf(refund)
    expect(note.text).toContain(`Credit note no. ${payment.receipt + 1}`)
    expect(note.text).toContain(`Corrects Receipt no. ${payment.receipt}`)
    expect(note.text).toContain('Credited, VAT included €25.00')
  })

  it('is in the language of whoever booked, and not sent to who asked for no mail', async () => {
    const { price, product } = await hall.price('B', { vat: '5.5' })
    const event = await hall.event([product], { name: 'Bal' })
    const [asked, silent] = [visitor(), visitor()]
    for (const [email, more] of [
      [asked, {}],
      [silent, { to_mail: false }],
    ] as const) {
      const body = { event, email, prices: [{ uuid: price, qty: 1 }], ...more }
      // With the key there is nothing to confirm.
      const { json } = await hall.book(body, { key: hall.key, headers: { 'accept-language': 'fr' } })
      await hall.post(`/api/reservations/${json.uuid}/payments/`, { method: 'transfer' })
    }
    const paper = await documentOf(await mailTo(asked, /^Votre reçu pour Bal$/))
    expect(paper.text).toMatch(/Total TTC 10,00.€/)
    expect(paper.text).toMatch(/TVA 5,5 % sur 9,48.€ 0,52.€/)
    await untilQuiet(client)
    expect(mails.mails.filter((mail) => mail.recipient === silent)).toEqual([])
  })

  it('says what a promotional code took off, and so does the mail with the tickets', async () => {
    const { price, product } = await hall.price('B', { prix: '12.50', vat: '20' })
    const pin = await hall.price('M', { prix: '3' })
    await hall.create('promotional-codes', { code: 'CHOIR', discount_rate: 20, products: [product] })
    const event = await hall.event([product], { name: 'Choral' })
    const email = visitor()
    const prices = [price, pin.price].map((uuid) => ({ uuid, qty: 2 }))
    const { uuid } = (await hall.book({ event, email, prices, promotional_code: 'choir' })).json
    await hall.post(`/api/reservations/${uuid}/payments/`, { method: 'cash' })
    const paper = await documentOf(await mailTo(email, /^Your receipt for Choral$/))
    // Seen red without discountOf in issue-receipts.ts. Once: the pin costs what it costs.
    expect(paper.text.match(/Discount \(code CHOIR\): €2\.50 each/g)).toHaveLength(1)
    for (const said of ['– Price 2 €10.00 €20.00', '– Price 2 €3.00 €6.00', 'Total, VAT included €26.00'])
      expect(paper.text).toContain(said)
    const tickets = await mailTo(email, /^Your tickets for Choral$/)
    expect(tickets.text).toContain('CHOIR: -€5.00')
    await hall.post(`/api/reservations/${uuid}/cancellation/`, { handed_over: true })
    const note = await documentOf(await mailTo(email, /^Refund: Choral$/))
    expect(note.text).toContain('Credited, VAT included €26.00')
    expect(note.text).not.toContain('CHOIR')
  })

  /** Seen red with figures that are not asked for what the fonts lack, "1200,50 €", and with the colon of English in the mail. */
  it('has its thousands apart in French, as the mail has, which says the code as French does', async () => {
    const { price, product } = await hall.price('B', { prix: '2401' })
    await hall.create('promotional-codes', { code: 'GALA', discount_rate: 50, products: [product] })
    const event = await hall.event([product], { name: 'Gala' })
    const email = visitor()
    const body = { event, email, prices: [{ uuid: price, qty: 2 }], promotional_code: 'gala' }
    const { uuid } = (await hall.book(body, { headers: { 'accept-language': 'fr' } })).json
    await hall.post(`/api/reservations/${uuid}/payments/`, { method: 'cash' })
    const paper = await documentOf(await mailTo(email, /^Votre reçu pour Gala$/))
    expect(paper.text).toMatch(/ 2 1\s200,50.€ 2\s401,00.€/)
    expect(paper.text).toMatch(/Total TTC 2\s401,00.€/)
    const { text } = await mailTo(email, /^Vos billets pour Gala$/)
    expect(text).toMatch(/GALA\u00a0: -2\s401,00.€/)
  })

  it('of money that could not be used says why', async () => {
    const email = visitor()
    const booking = await house.book({}, { name: 'Blues' }, { email })
    stripe.pay((await house.open(booking)).id, { amount: 100 })
    await house.comeBack(booking)
    const refund = await mailTo(email, /^Refund: Blues$/)
    expect(refund.text).toContain('did not match the amount due')
    expect(refund.text).toContain('€1.00')
    expect(refund.attachments).toEqual([])
  })

  it('goes on over as many pages as it takes', async () => {
    const products = await someAtOnce(Array(40).fill('T'), (category) => hall.price(category))
    const night = await hall.price('B')
    const event = await hall.event([night.product], { name: 'Long night' })
    const email = visitor()
    const prices = products.map(({ price }) => ({ uuid: price, qty: 1 }))
    const { json } = await hall.book({ event, email, prices })
    await hall.post(`/api/reservations/${json.uuid}/payments/`, { method: 'card' })
    const { attachments } = await mailTo(email, /^Your receipt for Long night$/)
    const pages = await lookAtPdf(new Uint8Array(attachments[0]?.content as ArrayBuffer))
    expect(pages.length).toBeGreaterThan(1)
    const text = pages.map((page) => page.text).join(' ')
    expect(text.match(/– Price 1 €10\.00 €10\.00/g)).toHaveLength(40)
    expect(text).toContain('Total, VAT included €400.00')
  })
})
