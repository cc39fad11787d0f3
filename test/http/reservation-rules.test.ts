import { describe, expect, it } from 'vitest'
import { nightsAt, one, refusing, visitor } from '../harness/booking.ts'
import { createKey, openBoxOffice, untilTrue } from '../harness/box-office.ts'
import { originOf, signIn } from '../harness/sign-in.ts'
import { twoOffices } from '../harness/two-tenants.ts'

const { server, client, hall, other } = await twoOffices()
const night = nightsAt(hall)
const refusedAndNothingWritten = refusing(client)

const ticketRows = async (reservation: string) =>
  (
    await client.query(
      'select status, seat, first_name, last_name, cancelled_at from ticket where reservation_id = $1 order by id',
      [reservation],
    )
  ).rows

describe('limits', () => {
  it('sells the stock of a ticket price once per event', async () => {
    const { price, product, book } = await night({ stock: 2 })
    const second = await hall.event([product])
    expect((await book({ prices: one(price, 2) })).status).toBe(201)
    await refusedAndNothingWritten(() => book(), 409, 'sold_out')
    const elsewhere = await hall.book({ event: second, email: visitor(), prices: one(price, 2) })
    expect(elsewhere.status).toBe(201)
    await refusedAndNothingWritten(
      () => hall.book({ event: second, email: visitor(), prices: one(price) }),
      409,
      'sold_out',
    )
  })

  it('takes all lines, or none', async () => {
    const { price, product, book } = await night()
    const scarce = await hall.create('prices', { product, name: 'Scarce', prix: 1, stock: 1 })
    await refusedAndNothingWritten(() => book({ prices: [...one(price), ...one(scarce, 2)] }), 409, 'sold_out')
  })

  it('sells the stock of other things once for all events', async () => {
    const { event } = await night()
    const { event: second } = await night()
    const shirt = await hall.price('T', { prix: 20, stock: 3 })
    const book = (at: string, qty: number) => hall.book({ event: at, email: visitor(), prices: one(shirt.price, qty) })
    expect((await book(event, 2)).status).toBe(201)
    await refusedAndNothingWritten(() => book(second, 2), 409, 'sold_out')
    expect((await book(second, 1)).status).toBe(201)
  })

  it('keeps to the capacity of the event, whatever the prices', async () => {
    const { price, product, event, book } = await night({}, { capacity: 3 })
    const free = await hall.create('prices', { product, name: 'Free', prix: 0 })
    const shirt = await hall.price('T')
    expect((await book({ prices: [...one(price), ...one(free)] })).status).toBe(201)
    await refusedAndNothingWritten(() => book({ prices: one(free, 2) }), 409, 'sold_out')
    expect((await book()).status).toBe(201)
    expect((await hall.book({ event, email: visitor(), prices: one(shirt.price) })).status).toBe(201)
  })

  it('keeps to the personal maximum, over all live reservations of a person at the event', async () => {
    const { price, product, book } = await night({ max_per_user: 2 })
    const second = await hall.event([product])
    const email = visitor()
    await refusedAndNothingWritten(
      () => book({ email, prices: [...one(price, 2), ...one(price)] }),
      409,
      'max_per_user',
    )
    expect((await book({ email })).status).toBe(201)
    const { uuid } = (await book({ email: email.toUpperCase() })).json
    await refusedAndNothingWritten(() => book({ email }), 409, 'max_per_user')
    expect((await book()).status).toBe(201)
    expect((await hall.book({ event: second, email, prices: one(price, 2) })).status).toBe(201)
    expect((await hall.post(`/api/reservations/${uuid}/cancellation/`)).status).toBe(200)
    expect((await book({ email })).status).toBe(201)
  })

  it('does not count desk sales without an address', async () => {
    const { price, book } = await night({ max_per_user: 1 })
    const atDesk = () => book({ email: undefined, prices: one(price, 5) }, { key: hall.key })
    expect((await atDesk()).json).toMatchObject({ user_mail: '', status: 'U' })
    expect((await atDesk()).status).toBe(201)
    const readsOnly = await createKey(server, hall.slug, ['--permission', 'reservation:read'])
    await refusedAndNothingWritten(() => book({ email: undefined }, { key: readsOnly }), 400, 'validation_failed')
  })

  // Seen red with the seat taken as it came (`customer.seat ?? freeSeating`), with normalizeSeat keeping its case (sold
  // twice), and with isEmail taking what nobody sees.
  it('knows a seat and a person in every spelling that looks the same', async () => {
    const { price, book } = await night({ max_per_user: 1 })
    const seated = (seat: string) => [{ uuid: price, customers: [{ seat }] }]
    expect((await book({ prices: seated('É 1') })).status).toBe(201)
    for (const seat of ['E\u0301 1', ' É\u00a01', 'É  1', 'É 1\u200b', 'é 1', ' e\u0301  1 '])
      await refusedAndNothingWritten(() => book({ prices: seated(seat) }), 409, 'seat_taken')
    expect((await book({ email: 'renée@example.org' })).status).toBe(201)
    for (const email of ['rene\u0301e@example.org', ' RENÉE@Example.org'])
      await refusedAndNothingWritten(() => book({ email }), 409, 'max_per_user')
    for (const email of ['ren\u200bée@example.org', 'renée@exam\u00adple.org'])
      await refusedAndNothingWritten(() => book({ email }), 400, 'validation_failed')
  })

  it('gives a numbered seat once per event', async () => {
    const { price, product, book } = await night()
    const second = await hall.event([product])
    const seated = (...seats: string[]) => [
      { uuid: price, customers: seats.map((seat) => ({ first_name: 'A', last_name: 'B', seat })) },
    ]
    const { uuid } = (await book({ prices: seated('A1', 'A2') })).json
    await refusedAndNothingWritten(() => book({ prices: seated('A3', 'A2') }), 409, 'seat_taken')
    await refusedAndNothingWritten(() => book({ prices: seated('A4', 'A4') }), 409, 'seat_taken')
    await refusedAndNothingWritten(() => book({ prices: seated('A4', 'a4 ') }), 409, 'seat_taken')
    expect((await book({ prices: seated('L', 'l', 'L') })).status).toBe(201)
    expect((await hall.book({ event: second, email: visitor(), prices: seated('A1') })).status).toBe(201)
    await hall.post(`/api/reservations/${uuid}/cancellation/`)
    expect((await book({ prices: seated('A2') })).status).toBe(201)
  })
})

describe('who books', () => {
  it('an anonymous free booking waits at F for its address, known or not', async () => {
    const { book } = await night({ prix: 0 })
    for (const email of [visitor(), 'admin@example.org']) {
      const answer = await book({ email })
      expect([answer.status, answer.json.status]).toEqual([201, 'F'])
      expect((await ticketRows(answer.json.uuid)).map((ticket) => ticket.status)).toEqual(['not_active'])
      await untilTrue(async () => {
        const mail = await client.query(
          "select from mail where reservation_id = $1 and kind = 'confirm_reservation' and status = 'in_outbox'",
          [answer.json.uuid],
        )
        return mail.rowCount === 1
      })
    }
  })

  it('a free booking by a key starts at FA, and its tickets are mailed', async () => {
    const { book } = await night({ prix: 0 })
    const answer = await book({}, { key: hall.key })
    expect([answer.status, answer.json.status]).toEqual([201, 'FA'])
    expect((await ticketRows(answer.json.uuid)).map((ticket) => ticket.status)).toEqual(['not_scanned'])
    // There is no mail server in this test: the mail lies in the outbox, which is "not e-mailed".
    await untilStatus(answer.json.uuid, 'PN')
    expect(await mailsOf(answer.json.uuid)).toEqual(['tickets in_outbox'])
  })

  it('to_mail false writes no mail', async () => {
    const { book } = await night({ prix: 0 })
    const { uuid } = (await book({ to_mail: 'false' }, { key: hall.key })).json
    await untilStatus(uuid, 'PN')
    expect(await mailsOf(uuid)).toEqual([])
  })

  it('the person of the address, signed in, needs no confirmation; another does', async () => {
    const { book } = await night({ prix: 0 })
    const email = visitor()
    const cookie = await signIn(server, hall.slug, hall.slug, email)
    const signedIn = { cookie, headers: { origin: originOf(server, hall.slug) } }
    expect((await book({ email }, signedIn)).json.status).toBe('FA')
    expect((await book({ email: undefined }, signedIn)).json).toMatchObject({ status: 'FA', user_mail: email })
    expect((await book({ email: visitor() }, signedIn)).json.status).toBe('F')
  })

  // Seen red with `trusted: isStaff` for them in readBooking: FA, and 201 at the price for members.
  it('an administrator signed in speaks for nobody’s address but their own', async () => {
    const { price, book } = await night({ prix: 0 })
    const friends = await hall.price('A', { prix: 0 })
    const { book: asMember } = await night({ adhesion_obligatoire: friends.product })
    const member = visitor()
    await hall.create('memberships', { email: member, price: friends.price })
    const cookie = await signIn(server, hall.slug, hall.slug, 'admin@example.org')
    const signedIn = { cookie, headers: { origin: originOf(server, hall.slug) } }
    expect((await book({ email: member }, signedIn)).json.status).toBe('F')
    expect((await book({ email: 'Admin@example.org' }, signedIn)).json.status).toBe('FA')
    await refusedAndNothingWritten(() => asMember({ email: member }, signedIn), 409, 'membership_required')
    // A sale at the desk without an address has none to confirm.
    const atDesk = await book({ email: undefined, prices: one(price, 2) }, signedIn)
    expect(atDesk.json).toMatchObject({ status: 'FA', user_mail: '' })
    // The session of one tenant says nothing to the other.
    const elsewhere = await nightsAt(other)({ prix: 0 })
    const abroad = { cookie, headers: { origin: originOf(server, other.slug) } }
    expect((await elsewhere.book({ email: 'admin@example.org' }, abroad)).json.status).toBe('F')
  })

  it('a price for members takes a live membership of that product', async () => {
    const friends = await hall.price('A', { prix: 30, subscription_type: 'Y' })
    const patrons = await hall.price('A', { prix: 300 })
    const { book } = await night({ adhesion_obligatoire: friends.product })
    const [member, patron] = [visitor(), visitor()]
    await hall.create('memberships', { email: member, price: friends.price })
    await hall.create('memberships', { email: patron, price: patrons.price })
    await refusedAndNothingWritten(() => book({ email: member }), 409, 'membership_required')
    await refusedAndNothingWritten(() => book({ email: patron }, { key: hall.key }), 409, 'membership_required')
    await refusedAndNothingWritten(() => book({ email: undefined }, { key: hall.key }), 409, 'membership_required')
    expect((await book({ email: member }, { key: hall.key })).status).toBe(201)
    const cookie = await signIn(server, hall.slug, hall.slug, member)
    const signedIn = { cookie, headers: { origin: originOf(server, hall.slug) } }
    expect((await book({ email: member }, signedIn)).status).toBe(201)
    await refusedAndNothingWritten(() => book({ email: visitor() }, signedIn), 409, 'membership_required')
    await client.query("update membership set valid_until = now() - interval '1 ms' where email = $1", [member])
    await refusedAndNothingWritten(() => book({ email: member }, { key: hall.key }), 409, 'membership_required')
  })

  it('a tenant of members sells to members, and memberships to everybody', async () => {
    const club = await openBoxOffice(server, `Club ${visitor()}`.replace(/\W+/g, ' '))
    const { price, product } = await club.price('B')
    const event = await club.event([product])
    const friends = await club.price('A', { prix: 0, subscription_type: 'Y' })
    await client.query('update tenant set membership_required = true where id = $1', [club.tenantId])
    await client.query("select pg_notify('guichet_change', 'directory')")
    const email = visitor()
    const book = (uuid: string, of = email) => club.book({ event, email: of, prices: one(uuid) }, { key: club.key })
    // Somebody else each time: what is booked before the process has heard of it counts for nobody who comes later.
    await untilTrue(async () => (await book(price, visitor())).json.code === 'membership_required')
    // The same words as of a price for members. Red when they name the price.
    expect((await book(price)).json.detail).toBe('This is for members. Sign in with a valid membership.')
    expect((await book(friends.price)).json.status).toBe('FA')
    expect((await book(price)).status).toBe(201)
  })
})

async function untilStatus(uuid: string, status: string): Promise<void> {
  await untilTrue(async () => (await hall.get(`/api/reservations/${uuid}`)).json.status === status)
}

async function mailsOf(reservation: string): Promise<readonly string[]> {
  const { rows } = await client.query(
    "select kind || ' ' || status as mail from mail where reservation_id = $1 order by id",
    [reservation],
  )
  return rows.map(({ mail }) => mail)
}
