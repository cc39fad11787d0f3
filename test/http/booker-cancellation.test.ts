import { afterAll, describe, expect, it } from 'vitest'
import { one, visitor } from '../harness/booking.ts'
import { createKey, hoursAhead, sellingRows, untilTrue } from '../harness/box-office.ts'
import { untilScanWaits, untilWaitingForLock } from '../harness/database.ts'
import { pairPhone, qrCodesOf, raceForRows } from '../harness/door.ts'
import { confirmByMail } from '../harness/mailed-link.ts'
import { staffOf } from '../harness/staff.ts'
import { payOnline, startStripe, tell } from '../harness/stripe-server.ts'
import { twoOffices } from '../harness/two-tenants.ts'
import { visitorAt } from '../harness/visitor.ts'

/** What whoever booked may cancel without asking: on the page of the booking, within the rules of the organisation. */
const stripe = await startStripe()
afterAll(() => stripe.stop())
const { server, client, hall, other } = await twoOffices({ environment: { STRIPE_API_URL: stripe.url } })
const keys = await payOnline(server, hall.slug)
const [guest, stranger] = [visitorAt(server, hall), visitorAt(server, other)]

const setHours = (hours: number | 'none') =>
  server.cli('tenant', 'set', '--tenant', hall.slug, '--cancellation-hours', String(hours))

async function night(prix: number, eventFields = {}, qty = '2') {
  const { price, product } = await hall.price('B', { prix, stock: 10 })
  const event = await hall.event([product], { capacity: 10, ...eventFields })
  const email = visitor()
  const path = await guest.book(event, price, { qty, email })
  const id = path.split('/')[2] ?? ''
  return { event, price, email, path, id }
}

const read = async (id: string) => (await hall.get(`/api/reservations/${id}/`)).json

/** On Stripe's page, and told by Stripe. */
async function pay({ path, id }: { readonly path: string; readonly id: string }): Promise<void> {
  const { headers } = await guest.show(`${path}pay/`)
  const session = stripe.pay(String(headers['location']).split('/').at(-1) ?? '')
  await tell(server, hall.slug, keys, 'checkout.session.completed', session)
  await untilTrue(async () => (await read(id)).status === 'PN')
}

const ticketsOf = async (id: string) =>
  (await client.query('select id, cancelled_at from ticket where reservation_id = $1 order by id', [id])).rows

async function held(event: string, email: string): Promise<readonly number[]> {
  const { rows } = await client.query(
    `select (select held from event_counter where event_id = $1) as event,
      (select sum(held)::int from price_counter where event_id = $1) as price,
      (select sum(held)::int from person_counter where event_id = $1 and email = $2) as person`,
    [event, email],
  )
  return [rows[0].event, rows[0].price, rows[0].person]
}

const refundsOf = async (id: string) =>
  (await client.query('select amount_minor::int as amount, status from refund where reservation_id = $1', [id])).rows

const subjectsTo = async (email: string) =>
  (
    await client.query("select subject from mail where recipient = $1 and kind = 'cancellation' order by id", [email])
  ).rows.map(({ subject }) => subject)

describe('the whole booking', () => {
  it('that was not paid yet is given up until the start, once, and its booker is told', async () => {
    await setHours('none')
    const { event, email, path, id } = await night(10)
    const ask = await guest.show(`${path}cancellation/`)
    expect(ask.text).toContain('The places will be released.')
    expect(ask.text).not.toContain('Or just these tickets')
    expect((await guest.show(`${path}cancellation/`, 'fr')).text).toContain('Annuler toute la réservation')
    const answers = [
      await guest.submit(`${path}cancellation/`, { whole: '1' }),
      await guest.submit(`${path}cancellation/`, { whole: '1' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    expect((await read(id)).status).toBe('C')
    expect(await held(event, email)).toEqual([0, 0, 0])
    expect(await subjectsTo(email)).toHaveLength(1)
    const page = await guest.show(path)
    expect(page.text).toContain('This booking is cancelled')
    expect(page.text).not.toContain('cancellation/')
  })

  it('that was paid online is refunded, as long before the start as the organisation says', async () => {
    await setHours(48)
    const late = await night(10, { datetime: hoursAhead(47) })
    const early = await night(10, { datetime: hoursAhead(49) })
    await pay(late)
    await pay(early)
    expect((await guest.show(late.path)).text).not.toContain('cancellation/')
    expect((await guest.show(`${late.path}cancellation/`)).status).toBe(409)
    // Seen red without admit in cancelAsBooker, as the two tests below: the form is not stopped by the page that is not shown.
    expect((await guest.submit(`${late.path}cancellation/`, { whole: '1' })).status).toBe(409)
    expect((await read(late.id)).status).not.toBe('C')
    expect((await guest.show(early.path)).text).toContain('cancellation/')
    expect((await guest.submit(`${early.path}cancellation/`, { whole: '1' })).status).toBe(303)
    await untilTrue(async () => (await refundsOf(early.id)).every(({ status }) => status === 'succeeded'))
    expect(await refundsOf(early.id)).toEqual([{ amount: 2000, status: 'succeeded' }])
    expect((await guest.show(early.path)).text).toContain('€20.00')
    await setHours('none')
    const never = await night(10, { datetime: hoursAhead(500) })
    await pay(never)
    expect((await guest.submit(`${never.path}cancellation/`, { whole: '1' })).status).toBe(409)
    expect(await refundsOf(never.id)).toEqual([])
  })

  it('that was paid at the desk is cancelled there, where the money is', async () => {
    await setHours(0)
    const { path, id } = await night(10)
    await hall.post(`/api/reservations/${id}/payments/`, { method: 'cash' })
    expect((await guest.submit(`${path}cancellation/`, { whole: '1' })).status).toBe(409)
    expect((await read(id)).status).not.toBe('C')
  })

  /** Seen red before: nothing of it on the page, nor in the mail. */
  it('takes the membership and the money on the card that were in it along, as the page says before', async () => {
    await setHours(0)
    const [seat, friends, topUp] = [
      await hall.price('B', { prix: 10 }),
      await hall.price('A', { prix: 5 }),
      await hall.price('R', { prix: 20 }),
    ]
    const { name } = (await hall.get(`/api/products/${friends.product}/`)).json
    const event = await hall.event([seat.product, friends.product, topUp.product])
    const email = visitor()
    const prices = { price: [seat.price, friends.price, topUp.price], qty: ['1', '1', '1'] }
    const path = await guest.book(event, seat.price, { ...prices, email })
    const id = path.split('/')[2] ?? ''
    const ask = async (language = 'en') => (await guest.show(`${path}cancellation/`, language)).text
    const said = {
      en: [`also cancelled: ${name}.`, 'The money it added to your cashless card is taken off again.'],
      fr: ['sera également annulée', 'Le montant qu’elle a crédité sur votre carte cashless en sera retiré.'],
    }
    const held = await ask()
    expect(said.en.map((text) => held.includes(text))).toEqual([true, false])
    await pay({ path, id })
    for (const text of said.en) expect(await ask()).toContain(text)
    for (const text of said.fr) expect(await ask('fr')).toContain(text)
    const alone = await night(10)
    const other = (await guest.show(`${alone.path}cancellation/`)).text
    for (const text of said.en) expect(other).not.toContain(text)

    expect((await guest.submit(`${path}cancellation/`, { whole: '1' })).status).toBe(303)
    expect((await hall.get(`/api/memberships/?email=${email}`)).json).toMatchObject([
      { cancelled_at: expect.any(String) },
    ])
    const { rows } = await client.query(
      "select letter->'paragraphs' as said from mail where recipient = $1 and kind = 'cancellation'",
      [email],
    )
    expect(rows[0].said.slice(1, 4)).toEqual([
      `The membership it included is also cancelled: ${name}.`,
      'A membership you took out earlier is not affected.',
      'The money it added to your cashless card is taken off again, unless already spent.',
    ])
  })

  it('that holds no ticket is an order, in the mail too', async () => {
    const { price, product } = await hall.price('T', { prix: 10 })
    const event = await hall.event([product], { name: 'Fair' })
    const email = visitor()
    const path = await guest.book(event, price, { email })
    await pay({ path, id: path.split('/')[2] ?? '' })
    expect((await guest.show(path)).text).toContain('Cancel this order')
    const ask = (await guest.show(`${path}cancellation/`)).text
    expect(ask).toContain('What you paid online is refunded to the same card or account.')
    expect(ask).not.toContain('Your tickets')
    expect((await guest.submit(`${path}cancellation/`, { whole: '1' })).status).toBe(303)
    expect(await subjectsTo(email)).toEqual(['Cancelled: your order for Fair'])
  })

  /** Seen red with the number of all that were ever booked: "your booking … Its tickets no longer open the door". */
  it('whose tickets were cancelled before is an order, too', async () => {
    const [ticket, shirt] = [await hall.price('B', { prix: 10 }), await hall.price('T', { prix: 10 })]
    const event = await hall.event([ticket.product, shirt.product], { name: 'Market' })
    const email = visitor()
    const prices = [...one(ticket.price), ...one(shirt.price)]
    const { uuid, tickets } = (await hall.book({ event, email, prices })).json
    await hall.post(`/api/reservations/${uuid}/payments/`, { method: 'cash' })
    for (const body of [{ tickets }, {}]) await hall.post(`/api/reservations/${uuid}/cancellation/`, body)
    expect(await subjectsTo(email)).toEqual(['Cancelled: a ticket for Market', 'Cancelled: your order for Market'])
  })

  it('is not given up once the evening has begun', async () => {
    const { event, path, id } = await night(0)
    await client.query("update event set starts_at = now() - interval '1 minute' where id = $1", [event])
    expect((await guest.submit(`${path}cancellation/`, { whole: '1' })).status).toBe(409)
    expect((await read(id)).status).toBe('F')
  })
})

describe('what the pages say', () => {
  const contact = 'href="mailto:desk@hall.test"'
  const pageOf = async ({ path }: { readonly path: string }, language = 'en') => (await guest.show(path, language)).text
  const says = async (evening: { readonly path: string }, why: string) => {
    // Without a way to the page that cancels, on the page of the booking; and on that page, which may have been kept open.
    const [page, ask] = [await pageOf(evening), await guest.show(`${evening.path}cancellation/`)]
    expect(page).not.toContain('href="cancellation/"')
    for (const text of [page, ask.text]) for (const said of [why, contact]) expect(text).toContain(said)
    expect([ask.status, ask.text.includes('Cancel the whole booking')]).toEqual([409, false])
  }

  /** Seen red without `NotCancellable` on the page of the booking, and for each reason with another in its place. */
  it('is why it cannot be cancelled, and how to reach the organisation', async () => {
    const body = { email: 'desk@hall.test' }
    const key = await createKey(server, 'meta', ['--permission', 'place:write'])
    expect((await server.send('meta', 'PATCH', `/api/place/${hall.tenantId}/`, { key, body })).status).toBe(200)
    await setHours('none')
    const never = await night(10)
    await pay(never)
    await says(never, 'A booking that was paid online cannot be cancelled here.')
    expect(await pageOf(never, 'fr')).toContain('Une réservation payée en ligne ne peut pas être annulée ici.')
    await setHours(48)
    await says(never, 'This booking could be cancelled here until')
    await setHours(0)
    expect(await pageOf(never)).toContain('href="cancellation/"')
    expect(await pageOf(never)).not.toContain(contact)
    const desk = await night(10)
    await hall.post(`/api/reservations/${desk.id}/payments/`, { method: 'cash' })
    await says(desk, 'where you can also have it cancelled and refunded')
    const begun = await night(0)
    await client.query("update event set starts_at = now() - interval '1 minute' where id = $1", [begun.event])
    await says(begun, 'The event has begun')
  })

  /** Seen red with `kept` always null: the page of the cancellation had nothing on it. */
  it('is that used tickets leave nothing to cancel', async () => {
    await setHours(0)
    const evening = await night(10)
    await pay(evening)
    const phone = await pairPhone(server, hall.slug, 'Gate')
    const codes = await qrCodesOf(
      server,
      hall.slug,
      (await ticketsOf(evening.id)).map(({ id }) => id),
    )
    for (const code of codes.values())
      await server.send(hall.slug, 'POST', '/scan/ticket/', { key: phone.key, body: { qrcode_data: code } })
    await says(evening, 'there is nothing left to cancel')
  })

  /** Seen red with `isPaid` always true, as it was: a free booking was to be refunded. */
  it('is nothing of money where none was paid, before and after', async () => {
    const { path, id } = await night(0)
    await confirmByMail(server, hall.slug, id)
    const money = /refund|paid|card or account|€/
    const main = async (at: string) => /<main.*<\/main>/s.exec((await guest.show(at)).text)?.[0] ?? ''
    const ask = await main(`${path}cancellation/`)
    for (const said of ['Your tickets will no longer be valid.', 'The places will be released.'])
      expect(ask).toContain(said)
    expect(ask).not.toMatch(money)
    expect((await guest.submit(`${path}cancellation/`, { whole: '1' })).status).toBe(303)
    const page = await main(path)
    expect(page).toContain('This booking is cancelled')
    expect(page).not.toMatch(/refund|card or account/)
  })

  /** Seen red without the sentences, and with a ticket counted that was given on: two. */
  it('is that whoever was given a ticket loses it, to the booker and to staff', async () => {
    const { path, id } = await night(0)
    await confirmByMail(server, hall.slug, id)
    const [first, second] = await ticketsOf(id)
    const manager = await staffOf(server, hall)
    const asked = async (language = 'en') => [
      (await guest.show(`${path}cancellation/`, language)).text,
      (await manager.show(`/admin/reservations/${id}/`, language)).text,
    ]
    for (const text of await asked()) expect(text).not.toMatch(/loses it|no longer be valid either|given to/)
    const give = (ticket: string, fields: Record<string, string>) =>
      guest.submit(`${path}tickets/${ticket}/holder/`, fields)
    await give(first.id, { first_name: 'Ben' })
    const next = (await read(id)).tickets.find((ticket: string) => ticket !== second.id)
    const email = visitor()
    await give(next, { first_name: 'Cleo', email })
    const [page = '', office = ''] = await asked()
    expect(page).toContain('One of them you gave to somebody else: their ticket will no longer be valid either.')
    expect(page.split('given to somebody else, who loses it')).toHaveLength(2)
    expect(page).toMatch(/Cleo, Price \(Product \d+\)<span class="tight muted small">given to/)
    expect(office).toContain('One ticket was given to somebody else, who loses it if it is cancelled.')
    expect(office).toMatch(new RegExp(`Cleo<span class="tight muted small">given to ${email}`))
    const [french = '', bureau = ''] = await asked('fr')
    expect(french).toContain('Vous en avez cédé un à quelqu’un d’autre')
    expect(bureau).toContain('qui le perd s’il est annulé.')
    expect((await stranger.show(`${path}cancellation/`)).status).toBe(404)
  })

  /** Seen red with `done` for all that is done. */
  it('is what goes back, how and when, whether the provider has said so yet or not', async () => {
    await setHours(0)
    const evening = await night(10)
    await pay(evening)
    expect((await guest.show(`${evening.path}cancellation/`)).text).toContain('It arrives within a few days.')
    expect((await guest.submit(`${evening.path}cancellation/`, { whole: '1' })).status).toBe(303)
    const said = /€20\.00\. It arrives on the card or account you paid with within a few days\./
    expect(await pageOf(evening)).toMatch(said)
    await untilTrue(async () => (await refundsOf(evening.id)).every(({ status }) => status === 'succeeded'))
    expect(await pageOf(evening)).toMatch(said)
    expect(await pageOf(evening)).toContain('You have been refunded')
  })
})

describe('some tickets', () => {
  it('go by themselves, with what was paid for them, and the rest stays', async () => {
    await setHours(0)
    const evening = await night(10, {}, '3')
    await pay(evening)
    const { event, email, path, id } = evening
    const [first, second, third] = await ticketsOf(id)
    const ask = await guest.show(`${path}cancellation/`)
    expect(ask.text).toContain('Ada Lovelace, Price')
    const none = await guest.submit(`${path}cancellation/`)
    expect([none.status, none.text.includes('Choose at least one ticket.')]).toEqual([400, true])
    const form = { ticket: [first.id, second.id] }
    expect((await guest.submit(`${path}cancellation/`, form)).status).toBe(303)
    expect((await guest.submit(`${path}cancellation/`, form)).status).toBe(303)
    expect((await ticketsOf(id)).map(({ cancelled_at }) => cancelled_at === null)).toEqual([false, false, true])
    expect(await held(event, email)).toEqual([1, 1, 1])
    expect((await refundsOf(id)).map(({ amount }) => amount)).toEqual([2000])
    expect(await subjectsTo(email)).toEqual([expect.stringContaining('2 tickets')])
    const page = await guest.show(path)
    expect(page.text).toContain('2 tickets of this booking are cancelled.')
    expect((await read(id)).status).toBe('PN')
    // The last one takes the booking with it.
    expect((await guest.submit(`${path}cancellation/`, { ticket: third.id })).status).toBe(303)
    expect((await read(id)).status).toBe('C')
    expect(await held(event, email)).toEqual([0, 0, 0])
    expect((await refundsOf(id)).map(({ amount }) => amount)).toEqual([2000, 1000])
  })

  /** Seen red before: 303 as after a success, and the ticket stayed. */
  it('of which some were cancelled on another page are asked about once more, and none of them goes', async () => {
    await setHours(0)
    const evening = await night(10, {}, '3')
    await pay(evening)
    const path = `${evening.path}cancellation/`
    const [first, second, third] = await ticketsOf(evening.id)
    expect((await guest.submit(path, { ticket: first.id })).status).toBe(303)
    const both = { ticket: [first.id, second.id] }
    const answer = await guest.submit(path, both)
    expect(answer.status).toBe(409)
    expect(answer.text).toContain('have since been cancelled')
    expect((await guest.submit(path, both, { language: 'fr' })).text).toContain('annulés entre-temps')
    const offered = [first, second, third].map(({ id }) => new RegExp(`value="${id}"( checked)?`).exec(answer.text))
    expect(offered.map((box) => box && box[1] !== undefined)).toEqual([null, true, false])
    expect((await ticketsOf(evening.id)).map((ticket) => ticket.cancelled_at === null)).toEqual([false, true, true])
    expect(await refundsOf(evening.id)).toHaveLength(1)
    expect((await guest.submit(path, { ticket: second.id })).status).toBe(303)
    // All of them are cancelled by now: it is done.
    expect((await guest.submit(path, both)).status).toBe(303)
    expect(await refundsOf(evening.id)).toHaveLength(2)
  })

  it('are those of this booking, and its page is the only way to them', async () => {
    await setHours(0)
    const [mine, theirs] = [await night(10), await night(10)]
    await pay(mine)
    await pay(theirs)
    const [ticket] = await ticketsOf(theirs.id)
    const before = await sellingRows(client)
    const path = `${mine.path}cancellation/`
    expect((await guest.submit(path, { ticket: ticket.id })).status).toBe(404)
    expect((await stranger.submit(path, { whole: '1' })).status).toBe(404)
    expect((await guest.submit(path.replace(mine.id, theirs.id), { whole: '1' })).status).toBe(404)
    expect((await guest.submit(path, { whole: '1' }, { origin: 'http://elsewhere.test' })).status).toBe(403)
    expect(await sellingRows(client)).toEqual(before)
  })
})

/** They meet at the row of the ticket. Seen red without the lock in lockTickets: it is scanned, and cancelled all the same. */
it.each(['scan', 'cancellation'] as const)(
  'of a scan and the cancellation of that ticket, the %s that comes first wins',
  async (winner) => {
    await setHours(0)
    const evening = await night(10)
    await pay(evening)
    const [ticket] = await ticketsOf(evening.id)
    const phone = await pairPhone(server, hall.slug, 'Door')
    const code = (await qrCodesOf(server, hall.slug, [ticket.id])).get(ticket.id)
    const scan = () => server.send(hall.slug, 'POST', '/scan/ticket/', { key: phone.key, body: { qrcode_data: code } })
    const cancel = () => guest.submit(`${evening.path}cancellation/`, { ticket: ticket.id })
    const inOrder = winner === 'scan' ? [scan, cancel] : [cancel, scan]
    const watcher = await server.database.connect()
    const lock = { text: 'select from ticket where id = $1 for update', values: [ticket.id] }
    const [one, two] = await Promise.all(
      await raceForRows(server, lock, 2, () => [
        inOrder[0]?.(),
        (winner === 'scan' ? untilScanWaits(watcher) : untilWaitingForLock(watcher, 1)).then(() => inOrder[1]?.()),
      ]),
    )
    await watcher.end()
    const [scanned, cancelled] = winner === 'scan' ? [one, two] : [two, one]
    expect([scanned?.json.success, cancelled?.status]).toEqual(winner === 'scan' ? [true, 409] : [false, 303])
    const [left] = await ticketsOf(evening.id)
    expect(left.cancelled_at === null).toBe(winner === 'scan')
    expect(await refundsOf(evening.id)).toHaveLength(winner === 'scan' ? 0 : 1)
  },
)

it('the rule is set by the command line and on Meta, and said there', async () => {
  expect(await setHours(72)).toMatchObject({ slug: hall.slug, cancellation_hours: 72 })
  const place = `/api/place/${hall.tenantId}/`
  expect((await server.send('meta', 'GET', place)).json.cancellation_hours).toBe(72)
  const { api_key: key } = await server.cli(
    'api-key',
    'create',
    '--tenant',
    'meta',
    '--user',
    'robot@example.org',
    '--name',
    'robot',
    '--permission',
    'place:write',
  )
  const patch = (body: object) => server.send('meta', 'PATCH', place, { key: String(key), body })
  expect((await patch({ cancellation_hours: 8761 })).status).toBe(400)
  expect((await patch({ cancellation_hours: null })).json.cancellation_hours).toBeNull()
  expect(await server.cli('tenant', 'set', '--tenant', hall.slug)).toMatchObject({ cancellation_hours: null })
  expect((await server.send('meta', 'GET', `/api/place/${other.tenantId}/`)).json.cancellation_hours).toBeNull()
})
