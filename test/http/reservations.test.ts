import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { nightsAt, one, refusing, visitor } from '../harness/booking.ts'
import { createKey, hoursAhead } from '../harness/box-office.ts'
import { confirmByMail } from '../harness/mailed-link.ts'
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

describe('booking', () => {
  it('answers with the whole reservation, held at U until the event ends once it is confirmed', async () => {
    const ends = hoursAhead(30)
    const { price, event } = await night({ prix: '12.50', vat: '5.5' }, { end_datetime: ends })
    const email = visitor()
    const answer = await hall.book({
      event,
      email: ` ${email.toUpperCase()} `,
      extra: 'ignored',
      prices: [
        {
          uuid: price,
          customers: [
            { first_name: 'Ada', last_name: 'Lovelace', seat: 'B12' },
            { first_name: 'Ben', last_name: 'Bitdiddle' },
          ],
        },
      ],
    })
    expect(answer.status).toBe(201)
    const { uuid, tickets } = answer.json
    const { product } = (await hall.get(`/api/prices/${price}/`)).json
    const line = {
      uuid: expect.any(String),
      ...{
        price,
        product,
        categorie_article: 'B',
        qty: 2,
        prix: 12.5,
        amount: 25,
        discount: 0,
        vat: '5.50',
        card: null,
      },
    }
    expect(answer.json).toEqual({
      uuid,
      datetime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/),
      user_mail: email,
      event,
      status: 'U',
      options: [],
      tickets,
      paiements: [],
      amount: 25,
      promotional_code: null,
      discount: 0,
      lines: [line],
      checkout_url: null,
      return_url: null,
      ignored: ['extra'],
    })
    expect(tickets).toHaveLength(2)
    const { checkout_url, ignored, ...resource } = answer.json
    const led = { memberships: [], payments: [], url: expect.stringContaining(`${uuid}/`), things: [] }
    expect((await hall.get(`/api/reservations/${uuid}`)).json).toEqual({ ...resource, ...led })
    expect(await ticketRows(uuid)).toEqual([
      { status: 'not_active', seat: 'B12', first_name: 'Ada', last_name: 'Lovelace', cancelled_at: null },
      { status: 'not_active', seat: 'L', first_name: 'Ben', last_name: 'Bitdiddle', cancelled_at: null },
    ])
    await confirmByMail(server, hall.slug, uuid)
    const { rows } = await client.query('select expires_at from reservation where id = $1', [uuid])
    expect(rows[0].expires_at).toEqual(new Date(ends))
    expect(checkout_url).toBeNull()
  })

  it('without an end of the event holds until four in the morning', async () => {
    const { book } = await night({}, { datetime: '2031-05-01T20:00:00+02:00' })
    const { uuid } = (await book()).json
    await confirmByMail(server, hall.slug, uuid)
    const { rows } = await client.query('select expires_at from reservation where id = $1', [uuid])
    expect(rows[0].expires_at).toEqual(new Date('2031-05-02T04:00:00+02:00'))
  })

  it('sums the lines of one price, and takes digits for numbers', async () => {
    const { price, book } = await night()
    const answer = await book({ prices: [...one(price, 2), { uuid: price.toUpperCase(), qty: '1' }] })
    expect(answer.json.tickets).toHaveLength(3)
    const { rows } = await client.query('select quantity from reservation_line where reservation_id = $1', [
      answer.json.uuid,
    ])
    expect(rows).toEqual([{ quantity: 3 }])
  })

  it('makes order lines of what is no ticket, at any event', async () => {
    const { event } = await night()
    const shirt = await hall.price('T', { prix: 20 })
    const answer = await hall.book({ event, email: visitor(), prices: one(shirt.price, 2) })
    expect([answer.status, answer.json.status, answer.json.tickets]).toEqual([201, 'U', []])
  })

  it('keeps the options of the event', async () => {
    const option = await hall.create('optionticket', { name: 'Vegetarian' })
    const { book } = await night({}, { options: [option] })
    expect((await book({ options: [option, option] })).json.options).toEqual([option])
    const { book: bookElsewhere } = await night()
    const answer = await refusedAndNothingWritten(() => bookElsewhere({ options: [option] }), 400, 'validation_failed')
    expect(Object.keys(answer.json.errors)).toEqual(['options.0'])
  })

  it('says which price it refuses, which permission lacks and what the amount would be', async () => {
    const [scarce, plain, closed] = [
      await hall.price('B', { stock: 1 }),
      await hall.price('B', { prix: 10, max_per_user: 2 }),
      await hall.price('B', { sales_start: hoursAhead(2) }),
    ]
    const member = await hall.price('A')
    const members = await hall.price('B', { adhesion_obligatoire: member.product })
    const all = [scarce, plain, closed, members]
    const event = await hall.event(all.map(({ product }) => product))
    const refusedFor = async (...lines: readonly object[]) => {
      const { json } = await hall.book({ event, email: visitor(), prices: lines })
      return [json.code, json.line]
    }
    const [fine] = one(plain.price)
    const at = (index: number, { price }: { readonly price: string }) => ({ index, price })
    expect(await refusedFor(fine ?? {}, ...one(scarce.price, 2))).toEqual(['sold_out', at(1, scarce)])
    expect(await refusedFor(...one(plain.price, 3))).toEqual(['max_per_user', at(0, plain)])
    expect(await refusedFor(fine ?? {}, ...one(closed.price))).toEqual(['not_on_sale', at(1, closed)])
    expect(await refusedFor(fine ?? {}, ...one(members.price))).toEqual(['membership_required', at(1, members)])
    // Seen red with the first line named.
    const small = await hall.event([plain.product, scarce.product], { capacity: 2 })
    const summed = { event: small, email: visitor(), prices: [...one(plain.price, 2), ...one(scarce.price)] }
    const full = (await hall.book(summed)).json
    expect([full.code, full.line, full.detail]).toEqual([
      'sold_out',
      at(1, scarce),
      'There are not enough places left at this event, across all prices.',
    ])
    const sale = { event, prices: one(plain.price, 2), method: 'cash', amount: 19 }
    expect((await hall.post('/api/sales/', sale)).json).toMatchObject({ code: 'amount_mismatch', amount: 20 })
    const reader = await createKey(server, hall.slug, ['--permission', 'event:read'])
    const denied = await server.send(hall.slug, 'GET', '/api/reservations/', { key: reader })
    expect(denied.json).toMatchObject({ code: 'permission_denied', permission: 'reservation:read' })
  })

  // Seen red without the look at the second one.
  it('takes one at most of the options of which there is one, and any of the others', async () => {
    const option = async (name: string) => hall.create('optionticket', { name })
    const [tent, meat, fish] = [await option('Tent'), await option('Meat'), await option('Fish')]
    const { book, event } = await night({}, { options_checkbox: [tent, fish], options_radio: [meat, fish] })
    const said = (await hall.get(`/api/events/${event}/`)).json
    expect([said.options, said.options_radio]).toEqual([[tent], [meat, fish]])
    expect((await book({ options: [tent, fish] })).json.options.toSorted()).toEqual([tent, fish].toSorted())
    const both = await refusedAndNothingWritten(() => book({ options: [meat, tent, fish] }), 400, 'validation_failed')
    expect(both.json.errors).toEqual({ 'options.2': ['Choose one of these options at most.'] })
    // What one list takes over the other one loses; and each can be emptied.
    const moved = await hall.patch(`/api/events/${event}/`, { options: [tent, meat] })
    expect([moved.json.options, moved.json.options_radio]).toEqual([[tent, meat], [fish]])
    expect((await hall.patch(`/api/events/${event}/`, { options_radio: [] })).json.options_radio).toEqual([])
  })

  it('refuses what is unknown here, on its field, with nothing written', async () => {
    const { price, event } = await night()
    const foreign = await other.price('B')
    const foreignEvent = await other.event([foreign.product])
    const cases: [object, string][] = [
      [{ event: randomUUID(), prices: one(price) }, 'event'],
      [{ event: foreignEvent, prices: one(price) }, 'event'],
      [{ event, prices: one(randomUUID()) }, 'prices.0.uuid'],
      [{ event, prices: [...one(price), ...one(foreign.price)] }, 'prices.1.uuid'],
      [{ event, prices: one(price, 0) }, 'prices.0.qty'],
      [{ event, prices: one(price, -1) }, 'prices.0.qty'],
      [{ event, prices: one(price, 1.5) }, 'prices.0.qty'],
      [{ event, prices: [{ uuid: price }] }, 'prices.0.qty'],
      [{ event, prices: [{ uuid: price, qty: 2, customers: [{ first_name: 'A', last_name: 'B' }] }] }, 'prices.0.qty'],
      [{ event, prices: [] }, 'prices'],
      [{ event, prices: one(price), email: 'nobody' }, 'email'],
      [{ event, prices: one(price), email: undefined }, 'email'],
    ]
    for (const [body, field] of cases) {
      const answer = await refusedAndNothingWritten(
        () => hall.book({ email: visitor(), ...body }),
        400,
        'validation_failed',
      )
      expect(Object.keys(answer.json.errors)).toEqual([field])
    }
  })

  it('refuses what is not on sale', async () => {
    const over = await night({}, { datetime: hoursAhead(-48), end_datetime: hoursAhead(-47) })
    const offered = await night()
    const notOffered = await hall.price('B')
    for (const request of [
      () => over.book(),
      () => offered.book({ prices: one(notOffered.price) }),
      () => offered.book({ prices: [...one(offered.price), ...one(notOffered.price)] }),
    ])
      await refusedAndNothingWritten(request, 409, 'not_on_sale')
  })

  // Red without the looks at `published` in decideBooking and knownLine: 409 not_on_sale tells that they are there.
  it('answers what is unpublished as what was never made, except to staff', async () => {
    const secret = await night({}, { published: false })
    const { price, book } = await night()
    const hidden = await night()
    await hall.patch(`/api/products/${hidden.product}/`, { publish: false })
    const cookie = await signIn(server, hall.slug, hall.slug, 'visitor@example.org')
    const signedIn = { cookie, headers: { origin: originOf(server, hall.slug) } }
    const answers = async (body: object, options = {}) => {
      const refuse = () => book(body, options)
      const { request_id, ...problem } = (await refusedAndNothingWritten(refuse, 400, 'validation_failed')).json
      expect(request_id).toEqual(expect.any(String))
      return problem
    }
    for (const options of [{}, signedIn]) {
      const email = options === signedIn ? 'visitor@example.org' : visitor()
      expect(await answers({ email, event: secret.event }, options)).toEqual(
        await answers({ email, event: randomUUID() }, options),
      )
      const two = (uuid: string) => ({ email, prices: [...one(price), ...one(uuid)] })
      expect(await answers(two(hidden.price), options)).toEqual(await answers(two(randomUUID()), options))
    }
    const staff = { key: hall.key }
    for (const body of [{ event: secret.event }, { prices: one(hidden.price) }])
      await refusedAndNothingWritten(() => book(body, staff), 409, 'not_on_sale')
  })

  it('is not for Root and Meta', async () => {
    const body = { event: randomUUID(), email: visitor(), prices: one(randomUUID()) }
    const answer = await server.send('meta', 'POST', '/api/reservations/', { body })
    expect([answer.status, answer.json.code]).toEqual([400, 'category_rule'])
  })

  it('does not reach into another tenant', async () => {
    const { event, price } = await night()
    await refusedAndNothingWritten(
      () => other.book({ event, email: visitor(), prices: one(price) }),
      400,
      'validation_failed',
    )
  })
})

describe('reading', () => {
  it('lists with filters and pages, one tenant only', async () => {
    const { event, book } = await night()
    const email = visitor()
    const booked: string[] = []
    for (const address of [email, visitor(), email]) booked.push((await book({ email: address })).json.uuid)
    const uuids = async (query: string) =>
      (await hall.get(`/api/reservations/?${query}`)).json.map((entry: { uuid: string }) => entry.uuid)
    expect(await uuids(`event=${event}`)).toEqual(booked)
    expect(await uuids(`event=${event}&email=${email.toUpperCase()}`)).toEqual([booked[0], booked[2]])
    await hall.post(`/api/reservations/${booked[1]}/cancellation/`)
    expect(await uuids(`event=${event}&status=C`)).toEqual([booked[1]])
    expect(await uuids(`event=${event}&status=U`)).toEqual([booked[0], booked[2]])
    const { rows } = await client.query('select updated_at from reservation where id = $1', [booked[1]])
    // An offset whose plus sign was not escaped arrives with a space.
    expect(await uuids(`event=${event}&updated_since=2020-01-01T00:00:00+02:00`)).not.toEqual([])
    expect(await uuids(`event=${event}&updated_since=${rows[0].updated_at.toISOString()}`)).toEqual([booked[1]])
    const page = await hall.get(`/api/reservations/?event=${event}&limit=2`)
    expect(page.json.map((entry: { uuid: string }) => entry.uuid)).toEqual(booked.slice(0, 2))
    const next = /^<(.+)>; rel="next"$/.exec(String(page.headers['link']))?.[1] ?? ''
    expect((await hall.get(next)).json.map((entry: { uuid: string }) => entry.uuid)).toEqual(booked.slice(2))
    expect((await other.get(`/api/reservations/?event=${event}`)).json).toEqual([])
    expect((await other.get(`/api/reservations/${booked[0]}`)).status).toBe(404)
    expect((await hall.get('/api/reservations/?status=Q')).status).toBe(400)
  })

  it('is for those who may', async () => {
    const { book } = await night()
    const { uuid } = (await book()).json
    const writesOnly = await createKey(server, hall.slug, ['--permission', 'reservation:write'])
    for (const path of ['/api/reservations/', `/api/reservations/${uuid}/`]) {
      expect((await server.send(hall.slug, 'GET', path)).status).toBe(401)
      expect((await server.send(hall.slug, 'GET', path, { key: writesOnly })).status).toBe(403)
      expect((await server.send(hall.slug, 'GET', path, { key: other.key })).status).toBe(401)
    }
  })
})
