import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { visitor } from '../harness/booking.ts'
import { createKey, sellingRows, untilQuiet } from '../harness/box-office.ts'
import { newCards } from '../harness/cards.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** Members and their cards by a program: the use cases of the pages (ADR 0159, 0160, 0190). */
const { server, client, hall, other } = await twoOffices()

const year = await hall.price('A', { name: 'Friend', prix: 20, subscription_type: 'Y' })
const [desk, reader] = [
  await createKey(server, hall.slug, ['--permission', 'membership:write']),
  await createKey(server, hall.slug, ['--permission', 'membership:read']),
]
await hall.create('promotional-codes', { code: 'FRIENDS', discount_rate: 50, products: [year.product] })

type Fields = Record<string, unknown>
const send = (method: string, path: string, body: Fields = {}, key = desk, repeat = '') =>
  server.send(hall.slug, method, `/api/memberships/${path}`, {
    key,
    body,
    ...(repeat === '' ? {} : { headers: { 'idempotency-key': repeat } }),
  })
const wanted = (email = visitor()) => ({ email, price: year.price })
const sell = (fields: Fields, repeat = '') => send('POST', 'sales/', { method: 'cash', ...fields }, desk, repeat)
const grant = async (fields: Fields = {}) => (await hall.post('/api/memberships/', { ...wanted(), ...fields })).json
const refusalOf = ({ status, json }: { status: number; json: { code: string } }) => [status, json.code]
const of = async (email: string) => (await hall.get(`/api/memberships/?email=${email}`)).json
const mailsTo = async (email: string) =>
  (await client.query('select id from mail where recipient = $1', [email])).rows.length

describe('a membership at the desk', () => {
  /** Seen red with a key of its own for each call, and with the method among what is compared. */
  it('is sold and paid by one call, once however often it is sent', async () => {
    const [email, repeat] = [visitor(), randomUUID()]
    const asked = { ...wanted(email), first_name: 'Ada', last_name: 'Lovelace', amount: 20 }
    const sold = await sell(asked, repeat)
    expect([sold.status, sold.json]).toMatchObject([
      201,
      { email, first_name: 'Ada', amount: 20, product: year.product, cancelled_at: null },
    ])
    const payments = async () => (await hall.get(`/api/reservations/${sold.json.reservation}/payments/`)).json
    expect(await payments()).toMatchObject([{ method: 'cash', received: 20, receipt: expect.any(Number) }])
    const again = await sell({ ...asked, method: 'card', amount: 99 }, repeat)
    expect([again.status, again.json]).toEqual([201, sold.json])
    expect([(await of(email)).length, (await payments()).length]).toEqual([1, 1])
    const differs = await sell({ ...asked, first_name: 'Grace' }, repeat)
    expect(refusalOf(differs)).toEqual([422, 'idempotency_mismatch'])
    // Another one prolongs what there is.
    const more = await sell(asked)
    expect(more.json.valid_from).toBe(sold.json.valid_until)
  })

  /** Seen red without `requireUncancelled` in sellOrder and in sellMembership: it was answered with 500. */
  it('is not sold again by a repeat once it was cancelled', async () => {
    const [email, repeat] = [visitor(), randomUUID()]
    const sold = await sell(wanted(email), repeat)
    expect((await hall.post(`/api/reservations/${sold.json.reservation}/cancellation/`)).status).toBe(200)
    const again = await sell(wanted(email), repeat)
    expect(refusalOf(again)).toEqual([409, 'invalid_transition'])
    expect(again.json).toMatchObject({ from: 'C', to: 'P' })
    expect(await of(email)).toMatchObject([{ uuid: sold.json.uuid, cancelled_at: expect.any(String) }])
  })

  it('comes to what was said before, or nobody is a member by it', async () => {
    const email = visitor()
    const code = { ...wanted(email), promotional_code: 'friends' }
    const before = await sellingRows(client)
    const quote = await send('POST', 'sales/quote/', { ...code, method: 'card', amount: 20 })
    expect([quote.status, quote.json]).toEqual([200, { amount: 10, discount: 10, currency: 'EUR' }])
    expect(refusalOf(await sell({ ...code, amount: 20 }))).toEqual([409, 'amount_mismatch'])
    expect(refusalOf(await sell({ ...code, method: 'free', amount: 10 }))).toEqual([409, 'amount_mismatch'])
    expect((await sell({ ...code, method: 'shells' })).status).toBe(400)
    expect((await send('POST', 'sales/', { ...code, method: 'cash' }, reader)).status).toBe(403)
    const theirs = await other.post('/api/memberships/sales/', { ...code, method: 'cash' })
    expect([theirs.status, Object.keys(theirs.json.errors)]).toEqual([400, ['price']])
    expect(await sellingRows(client)).toEqual(before)
    expect((await sell({ ...code, amount: 10 })).json).toMatchObject({ amount: 10, discount: 10 })
    expect(await of(email)).toHaveLength(1)
  })
})

describe('a member', () => {
  it('gets the right name, wherever the wrong one stood, and what is not sent stays', async () => {
    const email = visitor()
    const names = { email, first_name: 'Ada', last_name: 'Lovelcae' }
    const [one, two] = [await grant(names), await grant(names)]
    const renamed = await send('PATCH', `${one.uuid}/`, { last_name: 'Lovelace' })
    expect([renamed.status, renamed.json]).toMatchObject([200, { first_name: 'Ada', last_name: 'Lovelace' }])
    expect((await hall.get(`/api/memberships/${two.uuid}/`)).json.last_name).toBe('Lovelace')
    expect((await send('PATCH', `${one.uuid}/`, { first_name: 'Eve' }, reader)).status).toBe(403)
    expect((await other.patch(`/api/memberships/${one.uuid}/`, { first_name: 'Eve' })).status).toBe(404)
    expect((await hall.get(`/api/memberships/${one.uuid}/`)).json.first_name).toBe('Ada')
  })

  /** Seen red with `seen` read again for each call. */
  it('is mailed once more, and once for what was seen', async () => {
    const email = visitor()
    const { uuid } = await grant({ email })
    await untilQuiet(client)
    const { seen } = (await send('GET', `${uuid}/mails/`, undefined, reader)).json
    const before = await mailsTo(email)
    for (const _ of [1, 2]) expect((await send('POST', `${uuid}/mails/`, { seen })).json.seen).toBe(seen + 1)
    expect(await mailsTo(email)).toBe(before + 1)
    await send('POST', `${uuid}/mails/`)
    expect(await mailsTo(email)).toBe(before + 2)
    expect((await send('POST', `${uuid}/mails/`, {}, reader)).status).toBe(403)
    for (const answer of [
      await other.get(`/api/memberships/${uuid}/mails/`),
      await other.post(`/api/memberships/${uuid}/mails/`),
    ])
      expect(answer.status).toBe(404)
  })

  it('is none any more once it is cancelled for a reason; what was booked ends with its booking', async () => {
    const { uuid } = await grant()
    const cancel = (id: string, body: Fields = { reason: 'Registered twice' }) =>
      send('POST', `${id}/cancellation/`, body)
    expect((await cancel(uuid, {})).status).toBe(400)
    expect((await other.post(`/api/memberships/${uuid}/cancellation/`, { reason: 'Theirs' })).status).toBe(404)
    const cancelled = await cancel(uuid)
    expect([cancelled.status, cancelled.json.cancelled_at]).toEqual([200, expect.any(String)])
    const again = await cancel(uuid)
    expect(again.json).toMatchObject({ code: 'invalid_transition', from: 'cancelled', to: 'cancelled' })
    expect(refusalOf(await send('POST', `${uuid}/mails/`))).toEqual([409, 'invalid_transition'])
    const sold = (await sell(wanted())).json
    const booked = await cancel(sold.uuid)
    expect(booked.json).toMatchObject({ code: 'invalid_transition', from: 'valid', to: 'cancelled' })
    const { rows } = await client.query(
      `select audit_personal.after from audit_personal join audit_entry on audit_entry.id = entry_id where subject_id = $1`,
      [uuid],
    )
    expect(rows).toContainEqual({ after: 'Registered twice' })
  })
})

describe('a card that was lost', () => {
  it('is blocked at every till, by whoever saw it used', async () => {
    const [card, unused] = await newCards(server, 2)
    const till = await createKey(server, hall.slug, ['--permission', 'card:write'])
    const block = (tag = '', key = till) => server.send(hall.slug, 'POST', `/api/cards/${tag}/loss/`, { key, body: {} })
    await hall.post('/api/cards/', { tag_id: card?.tag, number: card?.number })
    const move = () => hall.post(`/api/cards/${card?.tag}/movements/`, { kind: 'credit', amount: 5 })
    expect((await move()).status).toBe(201)
    expect((await other.post(`/api/cards/${card?.tag}/loss/`)).status).toBe(404)
    expect((await block(unused?.tag)).status).toBe(404)
    expect((await block(card?.tag, desk)).status).toBe(403)
    expect((await move()).status).toBe(201)
    for (const _ of [1, 2]) {
      const blocked = await block(card?.tag)
      expect([blocked.status, blocked.json]).toMatchObject([200, { lost: true, balance: 10 }])
    }
    expect(refusalOf(await move())).toEqual([409, 'card_lost'])
    const { rows } = await client.query("select action from audit_entry where action = 'card.lost'")
    expect(rows).toHaveLength(1)
  })
})
