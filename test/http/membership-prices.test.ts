import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { refusing, visitor } from '../harness/booking.ts'
import { endHold, hoursAhead, runExpiry } from '../harness/box-office.ts'
import { originOf, signIn } from '../harness/sign-in.ts'
import { twoOffices } from '../harness/two-tenants.ts'
import { visitorAt } from '../harness/visitor.ts'

/** What a membership taken alone costs: open amounts and promotional codes, by the rules of bookings (ADR 0120, 0121). */
const { server, client, hall, other } = await twoOffices()
const refused = refusing(client)
const guest = visitorAt(server, hall)

type Fields = Record<string, unknown>

const yearly = (fields: Fields = {}, office = hall) =>
  office.price('A', { prix: 20, subscription_type: 'Y', ...fields })
/** As anybody. */
const order = (price: string, fields: Fields = {}) =>
  server.send(hall.slug, 'POST', '/api/memberships/', { body: { email: visitor(), price, ...fields } })
/** As staff. */
const grant = (price: string, fields: Fields = {}) =>
  hall.post('/api/memberships/', { email: visitor(), price, ...fields })

let codes = 0
async function makeCode(fields: Fields, office = hall) {
  const code = `JOIN-${++codes}`
  const uuid = await office.create('promotional-codes', { code, discount_rate: 25, ...fields })
  const uses = async () => (await office.get(`/api/promotional-codes/${uuid}/`)).json.usage_count as number
  return { code, uuid, uses }
}

const cost = ({ amount, promotional_code, discount }: Fields) => ({ amount, promotional_code, discount })
const plain = (amount: number) => ({ amount, promotional_code: null, discount: 0 })

async function pay(reservation: string): Promise<void> {
  const paid = await hall.post(`/api/reservations/${reservation}/payments/`, { method: 'cash' })
  expect(paid.status).toBe(201)
}

describe('an open amount', () => {
  it('is what is due, or the least; of a free price nothing is due until somebody gives', async () => {
    const { price } = await yearly({ prix: 5, free_price: true })
    for (const [given, due] of [
      [{}, 5],
      [{ custom_amount: 5 }, 5],
      [{ custom_amount: '12.50' }, 12.5],
    ] as const) {
      const ordered = await order(price, given)
      // Seen red with the amount of the price in writeOrder.
      expect([ordered.status, cost(ordered.json)]).toEqual([202, plain(due)])
      const { reservation } = ordered.json
      await pay(reservation)
      expect((await hall.get(`/api/reservations/${reservation}/payments/`)).json[0].amount).toBe(due)
    }
    const { price: gift } = await yearly({ prix: 0, free_price: true })
    expect((await order(gift)).json.status).toBe('F')
    expect((await order(gift, { custom_amount: 3 })).json.status).toBe('U')
  })

  it('is refused below the least, with more decimals than money has, and at a fixed price', async () => {
    const { price } = await yearly({ prix: 5, free_price: true })
    const { price: fixed } = await yearly()
    const { price: foreign } = await yearly({ prix: 5, free_price: true }, other)
    for (const [asked, given] of [
      [price, 4.99],
      [price, 5.001],
      [price, -6],
      [fixed, 19],
      [fixed, 21],
      [foreign, 9],
    ] as const) {
      const answer = await refused(() => order(asked, { custom_amount: given }), 400, 'validation_failed')
      expect(answer.json.errors).toHaveProperty(asked === foreign ? 'price' : 'custom_amount')
    }
    expect((await order(fixed, { custom_amount: 20 })).status).toBe(202)
  })

  it('that staff records is what the membership cost', async () => {
    const { price } = await yearly({ prix: 5, free_price: true })
    const granted = await grant(price, { custom_amount: 33 })
    expect([granted.status, cost(granted.json)]).toEqual([201, plain(33)])
  })

  it('that somebody signed in gives is to be paid; nothing is granted at once', async () => {
    const { price } = await yearly({ prix: 0, free_price: true })
    const email = visitor()
    const cookie = await signIn(server, hall.slug, hall.slug, email)
    const take = (fields: Fields) =>
      server.send(hall.slug, 'POST', '/api/memberships/', {
        body: { email, price, ...fields },
        cookie,
        headers: { origin: originOf(server, hall.slug) },
      })
    // Seen red with isFreeForSelf asked of the price.
    expect((await take({ custom_amount: 3 })).status).toBe(202)
    expect((await take({})).status).toBe(201)
  })
})

describe('a promotional code', () => {
  it('takes off what it names, is told by the order, and stays with the membership', async () => {
    const { price, product } = await yearly()
    const { code, uses } = await makeCode({ products: [product] })
    const ordered = await order(price, { promotional_code: ` ${code.toLowerCase()} ` })
    const said = { amount: 15, promotional_code: code, discount: 5 }
    // Seen red without withDiscount in priced.
    expect([ordered.status, cost(ordered.json), await uses()]).toEqual([202, said, 1])
    const { reservation, email } = ordered.json
    expect((await hall.get(`/api/reservations/${reservation}/`)).json).toMatchObject(said)
    await pay(reservation)
    const [member] = (await hall.get(`/api/memberships/?email=${email}`)).json
    expect(cost(member)).toEqual(said)
    // A second one without it costs what the price says.
    expect(cost((await order(price)).json)).toEqual(plain(20))
  })

  it('is refused alike whoever asks: unknown, off, early, late, a neighbour’s, and for other things', async () => {
    const { price, product } = await yearly()
    const shirt = await hall.price('T')
    const theirs = await yearly({}, other)
    const wrong = [
      'NOBODY',
      (await makeCode({ products: [product], active: false })).code,
      (await makeCode({ products: [product], start_datetime: hoursAhead(1) })).code,
      (await makeCode({ products: [product], end_datetime: hoursAhead(-1) })).code,
      (await makeCode({ products: [theirs.product] }, other)).code,
      (await makeCode({ products: [shirt.product] })).code,
      // Whatever it is takes nothing off memberships.
      (await makeCode({})).code,
    ]
    const texts = []
    for (const promotional_code of wrong)
      for (const ask of [order, grant]) {
        const answer = await refused(() => ask(price, { promotional_code }), 400, 'validation_failed')
        texts.push(JSON.stringify(answer.json.errors.promotional_code))
      }
    // Seen red without requireUsable in priced: 202.
    expect(new Set(texts.slice(0, 10)).size).toBe(1)
    expect(new Set(texts.slice(10)).size).toBe(1)
  })

  it('takes nothing off an amount that is chosen', async () => {
    const { price, product } = await yearly({ free_price: true })
    const { code } = await makeCode({ products: [product] })
    await refused(() => order(price, { promotional_code: code }), 400, 'validation_failed')
  })

  it('of everything makes it free: confirmed by mail, or granted at once to whoever is signed in', async () => {
    const { price, product } = await yearly()
    const { code, uses } = await makeCode({ products: [product], discount_rate: 100 })
    expect((await order(price, { promotional_code: code })).json).toMatchObject({
      status: 'F',
      amount: 0,
      discount: 20,
      checkout_url: null,
    })
    const email = visitor()
    const cookie = await signIn(server, hall.slug, hall.slug, email)
    const taken = await server.send(hall.slug, 'POST', '/api/memberships/', {
      body: { email, price, promotional_code: code },
      cookie,
      headers: { origin: originOf(server, hall.slug) },
    })
    expect([taken.status, cost(taken.json), await uses()]).toEqual([
      201,
      { amount: 0, promotional_code: code, discount: 20 },
      2,
    ])
  })

  it('is used once by an order, gets its use back with it, and is taken again by money that comes late', async () => {
    const { price, product } = await yearly()
    const { code, uses } = await makeCode({ products: [product], usage_limit: 1 })
    const ask = () => order(price, { promotional_code: code })
    const first = (await ask()).json.reservation
    // Seen red without changeUses in takeOnce: 202.
    await refused(ask, 409, 'promotional_code_used_up')
    await hall.post(`/api/reservations/${first}/cancellation/`)
    expect(await uses()).toBe(0)
    const second = (await ask()).json.reservation
    await endHold(client, second)
    await runExpiry(client)
    expect(await uses()).toBe(0)
    await pay(second)
    expect(await uses()).toBe(1)
    await refused(ask, 409, 'promotional_code_used_up')
  })

  it('that an expired order still holds is released when somebody needs it', async () => {
    const { price, product } = await yearly()
    const { code, uses } = await makeCode({ products: [product], usage_limit: 1 })
    const ask = () => order(price, { promotional_code: code })
    await endHold(client, (await ask()).json.reservation)
    expect([(await ask()).status, await uses()]).toEqual([202, 1])
  })

  it('is no use where the membership is refused', async () => {
    const { price, product } = await yearly({ stock: 0 })
    const { code, uses } = await makeCode({ products: [product] })
    await refused(() => order(price, { promotional_code: code }), 409, 'sold_out')
    expect(await uses()).toBe(0)
  })
})

describe('the form', () => {
  const join = (fields: Record<string, string>) => guest.submit('/membership/', { key: randomUUID(), ...fields })

  it('asks for the amount beside its price, understands a comma, and says what the least is', async () => {
    const { price } = await yearly({ name: 'Solidarity', prix: 5, free_price: true })
    const page = (await guest.show('/membership/')).text
    for (const said of ['From €5.00', 'Your amount, €5.00 at least', `id="amount-${price}"`])
      expect(page).toContain(said)
    expect((await guest.show('/membership/', 'fr')).text).toContain('Votre montant, 5,00')
    const form = (amount: string) => ({ price, amount_price: price, amount, email: visitor() })
    const low = await join(form('4'))
    expect([low.status, low.text.includes('Enter at least €5.00.')]).toEqual([400, true])
    expect(low.text).toContain(`id="amount-${price}-problem"`)
    const odd = await join(form('ten'))
    expect([odd.status, odd.text.includes('such as 12.50'), odd.text.includes('value="ten"')]).toEqual([
      400,
      true,
      true,
    ])
    const joined = await join(form('8,50'))
    expect((await guest.show(String(joined.headers['location']))).text).toContain('€8.50')
    // Beside a price that was not chosen nothing is wrong.
    const { price: fixed } = await yearly()
    const elsewhere = await join({ ...form('ten'), price: fixed })
    expect(elsewhere.status).toBe(303)
  })

  it('has a field for a code, and says beside it what is wrong', async () => {
    const { price, product } = await yearly()
    const { code } = await makeCode({ products: [product], usage_limit: 1 })
    expect((await guest.show('/membership/', 'fr')).text).toContain('J’ai un code promotionnel')
    const form = (promotional_code: string) => ({ price, email: visitor(), promotional_code })
    const wrong = await join(form('nope'))
    expect([wrong.status, wrong.text.includes('id="promotional_code-problem"')]).toEqual([400, true])
    expect(wrong.text).toContain('value="nope"')
    const joined = await join(form(code))
    const page = (await guest.show(String(joined.headers['location']))).text
    for (const said of ['€15.00', code, '-€5.00']) expect(page).toContain(said)
    const late = await join(form(code))
    expect([late.status, late.text.includes('as often as it may be')]).toEqual([409, true])
  })

  it('says that names may stay empty, and has no field for a code that would be for other things', async () => {
    await client.query('update promotional_code set active = false where tenant_id = $1', [other.tenantId])
    await yearly({}, other)
    await makeCode({}, other)
    const page = await visitorAt(server, other).show('/membership/')
    expect(page.text.match(/\(optional\)/g)).toHaveLength(2)
    // Seen red with every code let in.
    expect(page.text).not.toContain('promotional_code')
  })

  it('refuses what is no longer on offer beside the choice', async () => {
    const { price } = await yearly({ sales_end: hoursAhead(1) })
    expect((await guest.show('/membership/')).text).toContain('On sale until')
    await hall.patch(`/api/prices/${price}/`, { sales_end: hoursAhead(-1) })
    const gone = await join({ price, email: visitor() })
    expect([gone.status, gone.text.includes('no longer available')]).toEqual([409, true])
  })
})
