import { describe, expect, it } from 'vitest'
import { visitor } from '../harness/booking.ts'
import { endHold, runExpiry, untilQuiet } from '../harness/box-office.ts'
import { refundsAtStripe, twoPaidOffices } from '../harness/payments.ts'
import { visitorAt } from '../harness/visitor.ts'
import { waitingRoomAt } from '../harness/waiting-list.ts'

/** Who is offered places of the waiting list may use a promotional code on them, before they pay (ADR 0121). */
const { stripe, server, client, hall: house, other } = await twoPaidOffices()
const { office: hall } = house
const [guest, stranger] = [visitorAt(server, hall), visitorAt(server, other.office)]
const { soldOut, join, cancel, statuses, offerOf } = waitingRoomAt(server, client, hall)

let codes = 0
async function makeCode(fields: object = {}) {
  const code = `WAITED-${++codes}`
  const uuid = await hall.create('promotional-codes', { code, discount_rate: 20, ...fields })
  return { code, uses: async () => (await hall.get(`/api/promotional-codes/${uuid}/`)).json.usage_count }
}

/** A place at 10.00 is offered to somebody. */
async function offered() {
  const night = await soldOut({ prix: 10 })
  const email = visitor()
  await join(night, email)
  await cancel(night.bookings[0])
  const offer = await offerOf(night, email)
  const use = (promotional_code: string) => guest.submit(offer.path, { promotional_code })
  return { ...offer, night, use }
}

const costOf = async (id: string) => {
  const { amount, promotional_code, discount } = (await hall.get(`/api/reservations/${id}/`)).json
  return { amount, promotional_code, discount }
}

describe('a code on an offer', () => {
  it('takes off what it does at booking, once, and is told where the amount is', async () => {
    const { code, uses } = await makeCode()
    const second = await makeCode()
    const { id, path, use, night } = await offered()
    expect((await guest.show(path, 'fr')).text).toContain('Appliquer')
    expect((await stranger.submit(path, { promotional_code: code })).status).toBe(404)
    expect((await use(` ${code.toLowerCase()}`)).status).toBe(303)
    const told = { amount: 8, promotional_code: code, discount: 2 }
    expect(await costOf(id)).toEqual(told)
    const page = (await guest.show(path)).text
    expect(page).toContain('Pay €8.00')
    expect(page).not.toContain('Apply')
    // Neither again nor another one.
    for (const again of [code, second.code]) expect((await use(again)).status).toBe(303)
    expect([await costOf(id), await uses(), await second.uses()]).toEqual([told, 1, 0])
    const opened = await house.open({ path: `${path}pay/` })
    expect(opened.amount_total).toBe(800)
    stripe.pay(opened.id)
    await house.comeBack({ path: `${path}pay/` })
    await house.untilPaid(id)
    // Seen red without markOfferPaid in checkPayment: `offered`.
    expect(await statuses(night)).toEqual(['taken'])
  })

  it('is refused beside the field, and nothing changes', async () => {
    const { code } = await makeCode({ active: false })
    const shirt = await hall.price('T')
    const elsewhere = await makeCode({ products: [shirt.product] })
    const last = await makeCode({ usage_limit: 1 })
    const [one, two] = [await offered(), await offered()]
    await one.use(last.code)
    for (const [typed, status] of [
      ['nobody', 400],
      ['', 400],
      [code, 400],
      [elsewhere.code, 400],
      [last.code, 409],
    ] as const) {
      const refused = await two.use(typed)
      expect([refused.status, refused.text.includes('id="promotional_code-problem"')]).toEqual([status, true])
      // Its links are those of the page.
      expect(refused.text).toContain('href="pay/"')
    }
    expect((await costOf(two.id)).promotional_code).toBeNull()
    expect(await last.uses()).toBe(1)
  })

  it('of everything leaves nothing to pay: the places are taken by the button', async () => {
    const { code } = await makeCode({ discount_rate: 100 })
    const { id, path, night, use } = await offered()
    await use(code)
    expect((await guest.show(path)).text).toContain('action="acceptance/"')
    // Seen red with settleFree to email_verified alone: 409.
    expect((await guest.submit(`${path}acceptance/`)).status).toBe(303)
    expect((await statuses(night)).at(-1)).toBe('taken')
    await house.untilPaid(id)
    expect(await house.payments(id)).toEqual([])
  })

  it('gets its use back when the offer lapses, and is too late then', async () => {
    const { code, uses } = await makeCode()
    const { id, use } = await offered()
    await use(code)
    expect(await uses()).toBe(1)
    await endHold(client, id)
    // Seen red without isHeld.
    expect((await (await offeredAndEnded()).use(code)).status).toBe(409)
    await runExpiry(client)
    expect(await uses()).toBe(0)
  })

  async function offeredAndEnded() {
    const offer = await offered()
    await endHold(client, offer.id)
    return offer
  }

  it('withdraws the page to pay at: what comes by it is not what is due, and is refunded', async () => {
    const { code } = await makeCode()
    const { id, path, use } = await offered()
    const before = await house.open({ path: `${path}pay/` })
    expect(before.amount_total).toBe(1000)
    // Paid there before anybody heard of it.
    stripe.pay(before.id)
    await use(code)
    await untilQuiet(client)
    // Seen red without the comparison in settle of check-payment.ts: it was settled, at more than is due.
    expect(await house.status(id)).toBe('U')
    const back = refundsAtStripe(stripe, before)
    expect(back.map(({ amount }) => amount)).toEqual([1000])
    const after = await house.open({ path: `${path}pay/` })
    expect(after.amount_total).toBe(800)
    stripe.pay(after.id)
    await house.comeBack({ path: `${path}pay/` })
    await house.untilPaid(id)
    const received = (await house.payments(id)).filter(({ status }: { status: string }) => status === 'settled')
    expect(received).toMatchObject([{ received: 8, refunds: [] }])
  })
})
