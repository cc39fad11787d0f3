import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { visitor } from '../harness/booking.ts'
import { untilQuiet, untilTrue } from '../harness/box-office.ts'
import { createTill } from '../harness/cards.ts'
import { qrCodesOf } from '../harness/door.ts'
import { signIn } from '../harness/sign-in.ts'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** The box office: a reservation is found, its story told, and whatever is done about it done once and noted. */
const { server, client, hall, other } = await twoOffices()

const manager = await staffOf(server, hall)
const stranger = await staffOf(server, other)
const boxOffice = 'box@office.test'
await server.cli('team', 'set', '--tenant', hall.slug, '--email', boxOffice, '--role', 'box_office')
const seller = await staffOf(server, hall, boxOffice)

const full = await hall.price('B', { name: 'Full price', prix: 12 })
const shirt = await hall.price('T', { name: 'L', prix: 20 })
const entry = await hall.price('F', { name: 'Entry', prix: 0 })
const products = [full.product, shirt.product, entry.product]
const event = await hall.event(products, { name: 'Night of the owls' })

type Order = {
  readonly email?: string
  readonly names?: readonly (readonly [first: string, last: string])[]
  readonly at?: string
  readonly isPaid?: boolean
  readonly shirts?: number
}

async function order({ email = visitor(), names = [['Ada', 'Lovelace']], at = event, ...rest }: Order = {}) {
  const { isPaid = true, shirts = 0 } = rest
  const customers = names.map(([first_name, last_name]) => ({ first_name, last_name }))
  const prices = [{ uuid: full.price, customers }, ...(shirts === 0 ? [] : [{ uuid: shirt.price, qty: shirts }])]
  const id: string = (await hall.book({ event: at, email, prices })).json.uuid
  if (isPaid) await hall.post(`/api/reservations/${id}/payments/`, { method: 'cash' })
  const { tickets } = (await hall.get(`/api/reservations/${id}/`)).json
  return { id, email, tickets: tickets as string[] }
}

const pageOf = (id: string) => `/admin/reservations/${id}/`
const find = (fields: Record<string, string>, who = manager) =>
  who.show(`/admin/reservations/?${new URLSearchParams(fields)}`)
const statusOf = async (id: string) => (await hall.get(`/api/reservations/${id}/`)).json.status
const reference = (id: string) => {
  const digits = id.replaceAll('-', '').slice(-10).toUpperCase()
  return `${digits.slice(0, 5)}-${digits.slice(5)}`
}
const logOf = async (action: string, subject: string) =>
  (
    await client.query(
      `select entry.before, entry.after, account.email, personal.field, personal.before as was, personal.after as is
        from audit_entry entry left join account on account.id = entry.actor_id
        left join audit_personal personal on personal.entry_id = entry.id
        where entry.action = $1 and entry.subject_id = $2`,
      [action, subject],
    )
  ).rows
const refundOf = async (id: string): Promise<string> =>
  (await client.query('select id from refund where reservation_id = $1', [id])).rows[0].id
const seenIn = (text: string, ticket: string) => {
  const form = text.slice(text.indexOf(`/tickets/${ticket}/"`))
  return /name="seen" value="([^"]+)"/.exec(form)?.[1] ?? ''
}

describe('the list', () => {
  /** Seen red with the state left out of listAtOffice. */
  it('is narrowed down by event and by state, and holds nothing of another organisation', async () => {
    const at = await hall.event(products, { name: 'A small night' })
    const [paid, unpaid, elsewhere] = [
      await order({ at, email: 'paid@list.test' }),
      await order({ at, email: 'unpaid@list.test', isPaid: false }),
      await order({ email: 'elsewhere@list.test' }),
    ]
    const shownBy = async (fields: Record<string, string>) => {
      const { text } = await find(fields)
      return [paid, unpaid, elsewhere].map(({ id }) => text.includes(pageOf(id)))
    }
    expect(await shownBy({})).toEqual([true, true, true])
    expect(await shownBy({ event: at })).toEqual([true, true, false])
    expect(await shownBy({ event: at, state: 'to_pay' })).toEqual([false, true, false])
    expect(await shownBy({ event: at, state: 'settled' })).toEqual([true, false, false])
    expect(await shownBy({ event: at, state: 'cancelled' })).toEqual([false, false, false])
    expect(await shownBy({ q: 'list.test', event: '', state: 'none' })).toEqual([false, false, false])
    const abroad = await stranger.show('/admin/reservations/')
    expect(abroad.text).not.toContain('list.test')
    expect((await stranger.show(`/admin/reservations/?event=${at}`)).status).toBe(404)
  })

  const sumsIn = (text: string) =>
    Object.fromEntries(
      [...(/<dl class="sums">(.*?)<\/dl>/s.exec(text)?.[1] ?? '').matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/gs)].map(
        ([, name = '', value = '']) => [name, value],
      ),
    )

  /** Seen red with what is found, the state of a refund or `cancelled_at` passed over in sumFound, and with the money shown to all. */
  it('sums up what is found, all pages together, and money for who may see it', async () => {
    const at = await hall.event(products, { name: 'A night in figures' })
    const paid = [
      await order({ at }),
      await order({
        at,
        names: [
          ['Ada', 'Lovelace'],
          ['Bo', 'Diddley'],
        ],
      }),
    ]
    await order({ at, isPaid: false, email: 'summed1@visitor.test' })
    const card = await order({ at, isPaid: false, email: 'summed2@visitor.test' })
    await hall.post(`/api/reservations/${card.id}/payments/`, { method: 'card' })
    await hall.post(`/api/reservations/${paid[0]?.id}/cancellation/`)
    const shown = async (fields: Record<string, string>, who = manager) => sumsIn((await find(fields, who)).text)
    const all = {
      Bookings: '4',
      Tickets: '4',
      'To be paid': '€12.00',
      'Paid in cash': '€36.00',
      'Paid by card': '€12.00',
    }
    expect(await shown({ event: at })).toEqual({ ...all, 'To refund': '€12.00' })
    await manager.press(`${pageOf(paid[0]?.id ?? '')}refunds/${await refundOf(paid[0]?.id ?? '')}/handover/`, [])
    expect(await shown({ event: at })).toEqual({ ...all, Refunded: '€12.00' })
    expect(await shown({ event: at, state: 'settled' })).toEqual({
      Bookings: '2',
      Tickets: '3',
      'Paid in cash': '€24.00',
      'Paid by card': '€12.00',
    })
    expect(await shown({ event: at }, seller)).toEqual({ Bookings: '4', Tickets: '4' })
    expect(await shown({ q: 'summed' })).toEqual({
      Bookings: '2',
      Tickets: '2',
      'To be paid': '€12.00',
      'Paid by card': '€12.00',
    })
    expect(await shown({ event: at, q: 'diddley', state: 'to_pay' })).toEqual({})
    expect(await shown({}, stranger)).toEqual({})
    const theirs = await other.price('B', { prix: 12 })
    const night = await other.event([theirs.product])
    for (const isCancelled of [false, true]) {
      const prices = [{ uuid: theirs.price, customers: [{}] }]
      const { uuid } = (await other.book({ event: night, email: visitor(), prices })).json
      await other.post(`/api/reservations/${uuid}/payments/`, { method: 'cash' })
      if (isCancelled) await other.post(`/api/reservations/${uuid}/cancellation/`)
    }
    const allOfTheirs = { Bookings: '2', Tickets: '1', 'Paid in cash': '€24.00', 'To refund': '€12.00' }
    for (const fields of [{}, { event: night }]) expect(await shown(fields, stranger)).toEqual(allOfTheirs)
  })

  /** Seen red with the order passed over in listAtOffice, and with accents left in asRead. */
  it('is put into an order by the head of the table, which the other pages keep', async () => {
    const [late, early] = [
      await hall.event(products, { name: 'Order, later', datetime: '2031-05-02T20:00:00Z' }),
      await hall.event(products, { name: 'Order, first', datetime: '2031-05-01T20:00:00Z' }),
    ]
    const booked = [
      await order({ at: late, names: [['Émile', 'Zola']], email: 'sorted1@visitor.test' }),
      await order({ at: early, names: [['bertha', 'b']], shirts: 1, email: 'sorted2@visitor.test' }),
      await order({ at: late, names: [['Zoé', 'Z']], email: 'sorted3@visitor.test' }),
    ]
    const listed = async (sort: string) => {
      const { text } = await find({ q: 'sorted', ...(sort === '' ? {} : { sort }) })
      return booked
        .map(({ id }, number) => ({ number, at: text.indexOf(pageOf(id)) }))
        .toSorted((one, other) => one.at - other.at)
        .map(({ number }) => number)
    }
    expect(await listed('')).toEqual([2, 1, 0])
    expect(await listed('created')).toEqual([0, 1, 2])
    expect(await listed('who')).toEqual([1, 0, 2])
    expect(await listed('-who')).toEqual([2, 0, 1])
    expect(await listed('event')).toEqual([1, 0, 2])
    expect(await listed('-event')).toEqual([2, 0, 1])
    expect(await listed('amount')).toEqual([0, 2, 1])
    const { text } = await find({ q: 'sorted', sort: '-amount' })
    expect(text).toMatch(/<th [^>]*aria-sort="descending"[^>]*><a href="\?q=sorted&amp;sort=amount">Amount/)
    expect(text).toContain('<input type="hidden" name="sort" value="-amount"')
    expect(text).toMatch(/<a href="\?q=sorted&amp;sort=created">Booked/)
    // Said in words, which everybody reads alike. Seen red with the words of names for every order.
    for (const [sort, name, words] of [
      ['', 'Booked', 'newest first'],
      ['created', 'Booked', 'oldest first'],
      ['who', 'Who', 'A to Z'],
      ['event', 'Event', 'earliest first'],
      ['-amount', 'Amount', 'highest first'],
    ] as const)
      expect((await find({ q: 'sorted', ...(sort === '' ? {} : { sort }) })).text).toMatch(
        new RegExp(`>${name}</a><small> ${words}</small>`),
      )
    expect((await find({ sort: 'booker_email' })).status).toBe(400)
  })

  it('leads to the one that a name, an e-mail or a number names', async () => {
    const { id, email } = await order({ names: [['Zoé', 'Unique-Brœck']], email: 'zz.single@visitor.test' })
    for (const q of ['unique broeck', email, reference(id), id]) {
      const answer = await find({ q })
      expect([answer.status, answer.headers['location']], q).toEqual([303, pageOf(id)])
      expect((await find({ q }, stranger)).text, q).toContain('No bookings match.')
    }
    expect((await find({ q: 'ab' })).text).toContain('Enter at least three letters')
  })

  /** Seen red without `foundBy`, and with what was found by an address left out of it. */
  it('says by which ticket a booking was found that is listed under another name', async () => {
    const names = [
      ['Quentin', 'Boker'],
      ['Xanthippe', 'Holder'],
    ] as const
    const [one, two] = [await order({ names }), await order({ names: [['Quentin', 'Boker']] })]
    const address = 'xa.given@visitor.test'
    await client.query('update ticket set holder_email = $1 where id = any($2)', [
      address,
      [one.tickets[1], two.tickets[0]],
    ])
    const third = await order({ names, isPaid: false })
    const lineOf = (text: string, id: string) =>
      new RegExp(`<tr>(?:(?!</tr>).)*${id}.*?</tr>`, 's').exec(text)?.[0] ?? ''
    const byName = (await find({ q: 'xanthippe' })).text
    expect(lineOf(byName, one.id)).toContain(`Ticket: Xanthippe Holder, ${address}`)
    expect(lineOf(byName, third.id)).toContain('Ticket: Xanthippe Holder<')
    const byAddress = (await find({ q: 'xa.given' }, seller)).text
    expect(lineOf(byAddress, one.id)).toContain(`Ticket: Xanthippe Holder, ${address}`)
    expect(lineOf(byAddress, two.id)).toContain(`Ticket: Quentin Boker, ${address}`)
    const byBooker = (await find({ q: 'quentin' })).text
    expect([lineOf(byBooker, two.id).includes('Quentin Boker'), byBooker.includes('Ticket:')]).toEqual([true, false])
    const everywhere = (await manager.show('/admin/search/?q=xa.given')).text
    expect(everywhere.split(` · ${address}`)).toHaveLength(3)
    for (const text of [byName, byAddress, everywhere]) expect(text).not.toContain('Ada Lovelace')
    expect((await find({ q: 'xa.given' }, stranger)).text).toContain('No bookings match.')
  })

  /** Seen red with findCardHolder finding nobody. */
  it('leads to whose card it is, by its tag or its number, where the card was used', async () => {
    const email = 'card.holder@visitor.test'
    const { id } = await order({ email })
    const tag = 'A1B2C3D4'
    await signIn(server, hall.slug, hall.slug, email)
    const insert = `insert into nfc_card (id, tag_id, number, account_id, created_at)
      select $1, $2, 'N-1234', account.id, now() from account where email = $3`
    await client.query(insert, [randomUUID(), tag, email])
    const purse = `insert into purse (tenant_id, id, email, created_at) values ($1, $2, $3, now())`
    await client.query(purse, [hall.tenantId, randomUUID(), email])
    expect((await find({ q: tag })).text).toContain('No bookings match.')
    const till = createTill(hall.slug, hall.key)
    await till.open(server, { tag, number: 'N-1234' })
    expect((await till.move(server, tag, { kind: 'credit', amount: 5 })).status).toBe(201)
    for (const q of [tag, tag.toLowerCase(), 'N-1234'])
      expect((await find({ q })).headers['location'], q).toBe(pageOf(id))
    for (const q of [tag, 'N-1234']) expect((await find({ q }, stranger)).text).toContain('No bookings match.')
  })
})

describe('the page of a reservation', () => {
  it('tells everything that happened, in order, with who did it, in both languages', async () => {
    const { id, tickets } = await order({ isPaid: false, shirts: 1, names: [['Ada', 'Lovelace']] })
    await seller.press(`${pageOf(id)}payments/`, [['method', 'card']])
    await untilQuiet(client)
    const { things } = (await hall.get(`/api/reservations/${id}/`)).json
    await hall.post(`/api/reservations/${id}/hand-outs/`, { thing: things[0].uuid, quantity: 1 })
    const { text } = await seller.show(pageOf(id))
    expect(text).toMatch(
      /Booked.*€32\.00 paid, by card.*by <?.*box@office\.test.*Your tickets for Night of the owls.*Handed out: 1 × .*by robot/s,
    )
    const french = (await seller.show(pageOf(id), 'fr')).text
    expect(french).toMatch(/Ce qui s’est passé.*Réservation faite.*32,00.€ payés, par carte/s)
    expect(text).toContain(reference(tickets[0] ?? ''))
    expect((await stranger.show(pageOf(id))).status).toBe(404)
  })

  it('gives the tickets to print, to nobody else, and none of what is not paid', async () => {
    const [{ id }, unpaid] = [await order(), await order({ isPaid: false })]
    const file = await seller.show(`${pageOf(id)}tickets.pdf`)
    expect([file.status, file.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect((await seller.show(`${pageOf(unpaid.id)}tickets.pdf`)).status).toBe(404)
    expect((await stranger.show(`${pageOf(id)}tickets.pdf`)).status).toBe(404)
  })
})

describe('a payment at the desk', () => {
  /** Seen red without isDone in orSay. */
  it('is taken once, however often it is pressed, and is noted with who took it', async () => {
    const { id } = await order({ isPaid: false })
    for (const method of ['cash', 'cash', 'card']) {
      const answer = await seller.press(`${pageOf(id)}payments/`, [['method', method]])
      expect([answer.status, answer.headers['location']]).toEqual([303, pageOf(id)])
    }
    const payments = `select method, amount_minor::int as amount from payment where reservation_id = $1`
    expect((await client.query(payments, [id])).rows).toEqual([{ method: 'cash', amount: 1200 }])
    expect(await logOf('reservation.paid', id)).toMatchObject([
      { after: { method: 'cash', amount: '1200 EUR' }, email: boxOffice },
    ])
  })

  it('of a cancelled booking is refused, and the page says so', async () => {
    const { id } = await order({ isPaid: false })
    await hall.post(`/api/reservations/${id}/cancellation/`)
    const answer = await seller.press(`${pageOf(id)}payments/`, [['method', 'cash']])
    expect([answer.status, answer.text.includes('The booking has changed meanwhile')]).toEqual([409, true])
    expect(await logOf('reservation.paid', id)).toEqual([])
  })
})

describe('the tickets by mail', () => {
  /** Seen red without the comparison with what was seen in resendTickets: three mails. */
  it('are sent once more, once for each press of a page', async () => {
    const { id, email } = await order()
    await untilQuiet(client)
    const mails = async () =>
      (
        await client.query(`select kind, status from mail where recipient = $1 and kind like 'tickets%' order by id`, [
          email,
        ])
      ).rows
    await untilTrue(async () => (await mails()).length === 1)
    await client.query(`update mail set status = 'sent' where recipient = $1`, [email])
    const seen = /name="seen" value="(\d+)"/.exec((await seller.show(pageOf(id))).text)?.[1] ?? ''
    for (const _ of [1, 2]) {
      expect((await seller.press(`${pageOf(id)}mails/`, [['seen', seen]])).status).toBe(303)
      await untilQuiet(client)
    }
    expect((await mails()).map(({ kind }) => kind)).toEqual(['tickets', 'tickets_again'])
    expect(await logOf('reservation.tickets_sent_again', id)).toMatchObject([{ email: boxOffice }])
  })

  /** Seen red with the number of all that were ever booked. */
  it('are counted without those that were cancelled', async () => {
    const { id, email, tickets } = await order({ names: Array(3).fill(['Ada', 'Lovelace']) })
    await hall.post(`/api/reservations/${id}/cancellation/`, { tickets: tickets.slice(1) })
    await untilQuiet(client)
    await client.query(`update mail set status = 'sent' where recipient = $1`, [email])
    const seen = /name="seen" value="(\d+)"/.exec((await seller.show(pageOf(id))).text)?.[1] ?? ''
    expect((await seller.press(`${pageOf(id)}mails/`, [['seen', seen]])).status).toBe(303)
    const again = `select letter->'facts' as facts from mail where recipient = $1 and kind = 'tickets_again'`
    const { rows } = await client.query(again, [email])
    expect(rows[0].facts).toContainEqual({ label: 'Tickets', value: '1' })
  })

  it('go out again where they had not got through, and move the booking on', async () => {
    const { id, email } = await order()
    await untilQuiet(client)
    await client.query(`update mail set status = 'failed' where recipient = $1 and kind = 'tickets'`, [email])
    const seen = /name="seen" value="(\d+)"/.exec((await seller.show(pageOf(id))).text)?.[1] ?? ''
    await seller.press(`${pageOf(id)}mails/`, [['seen', seen]])
    await untilQuiet(client)
    const { rows } = await client.query(`select kind, status from mail where recipient = $1 and kind like 'tickets%'`, [
      email,
    ])
    expect(rows).toEqual([{ kind: 'tickets', status: 'in_outbox' }])
  })

  it('are not sent of what is not paid', async () => {
    const { id } = await order({ isPaid: false })
    expect((await seller.press(`${pageOf(id)}mails/`, [['seen', '0']])).status).toBe(409)
    expect((await seller.show(pageOf(id))).text).not.toContain('Send the tickets again')
  })
})

describe('a ticket', () => {
  const change = (id: string, ticket: string, fields: Record<string, string>) =>
    seller.press(`${pageOf(id)}tickets/${ticket}/`, Object.entries(fields))

  it('gets another name and seat, keeps its code, and the change is noted', async () => {
    const { id, tickets } = await order()
    const [ticket = ''] = tickets
    const code = (await qrCodesOf(server, hall.slug, [ticket])).get(ticket)
    const seen = seenIn((await seller.show(pageOf(id))).text, ticket)
    const wanted = { seen, first_name: 'Grace', last_name: 'Hopper', seat: ' b 12 ' }
    for (const _ of [1, 2]) expect((await change(id, ticket, wanted)).status).toBe(303)
    expect((await hall.get(`/api/ticket/${ticket}/`)).json).toMatchObject({
      first_name: 'Grace',
      last_name: 'Hopper',
      seat: 'B 12',
    })
    expect((await qrCodesOf(server, hall.slug, [ticket])).get(ticket)).toBe(code)
    expect(await logOf('ticket.changed', ticket)).toEqual([
      {
        before: { seat: 'L' },
        after: { seat: 'B 12' },
        email: boxOffice,
        field: 'name',
        was: 'Ada Lovelace',
        is: 'Grace Hopper',
      },
    ])
    expect((await seller.show(pageOf(id))).text).toMatch(/Changed the name or the seat.*Ada Lovelace → Grace Hopper/s)
    // Not the letter under which nobody's place is kept.
    expect((await seller.show(pageOf(id))).text).toContain('Free seating → B 12')
    const back = { seen: seenIn((await seller.show(pageOf(id))).text, ticket), first_name: 'Grace' }
    await change(id, ticket, back)
    expect((await hall.get(`/api/ticket/${ticket}/`)).json).toMatchObject({ last_name: '', seat: 'L' })
  })

  /** Seen red with words that are not written in writeHolder, and with former ones that stay. */
  it('is found under the name it got, and under the former one no more', async () => {
    const { id, tickets } = await order({ names: [['Formerly', 'Quillfeather']] })
    const [ticket = ''] = tickets
    expect((await find({ q: 'quillfeather' })).headers['location']).toBe(pageOf(id))
    const seen = seenIn((await seller.show(pageOf(id))).text, ticket)
    await change(id, ticket, { seen, first_name: 'Newly', last_name: 'Thistledown' })
    expect((await find({ q: 'thistle new' })).headers['location']).toBe(pageOf(id))
    expect((await find({ q: 'quillfeather' })).text).toContain('No bookings match.')
    expect((await find({ q: 'thistledown' }, stranger)).text).toContain('No bookings match.')
  })

  /** Seen red without the comparison of versions in changeTicket. */
  it('that two people change at once keeps the first change, and the second is told', async () => {
    const { id, tickets } = await order()
    const [ticket = ''] = tickets
    const seen = seenIn((await seller.show(pageOf(id))).text, ticket)
    await change(id, ticket, { seen, first_name: 'Grace', last_name: 'Hopper' })
    const second = await change(id, ticket, { seen, first_name: 'Mary', last_name: 'Somerville' })
    expect(second.status).toBe(409)
    expect(second.text).toMatch(/Somebody else changed this ticket meanwhile; it now says: Grace Hopper/)
    expect(second.text).toContain('value="Somerville"')
    const again = { seen: seenIn(second.text, ticket), first_name: 'Mary', last_name: 'Somerville' }
    expect((await change(id, ticket, again)).status).toBe(303)
    expect((await hall.get(`/api/ticket/${ticket}/`)).json.last_name).toBe('Somerville')
  })

  /** Seen red without violates in changeTicket: a 500. */
  it('gets no seat that is another’s at the same event, nor any once it is cancelled', async () => {
    const [one, two] = [await order(), await order()]
    const [first = '', second = ''] = [one.tickets[0], two.tickets[0]]
    const seenOf = async (id: string, ticket: string) => seenIn((await seller.show(pageOf(id))).text, ticket)
    await change(one.id, first, { seen: await seenOf(one.id, first), seat: 'C3' })
    const refused = await change(two.id, second, { seen: await seenOf(two.id, second), seat: 'c3' })
    expect([refused.status, refused.text.includes('This seat belongs to another ticket.')]).toEqual([409, true])
    expect((await hall.get(`/api/ticket/${second}/`)).json).toMatchObject({ first_name: 'Ada', seat: 'L' })
    const seen = await seenOf(one.id, first)
    await hall.post(`/api/reservations/${one.id}/cancellation/`)
    expect((await change(one.id, first, { seen, seat: 'D4' })).status).toBe(409)
    expect((await change(two.id, first, { seen, seat: 'D4' })).status).toBe(404)
  })

  /** Seen red without the reason in undoScan. */
  it('whose scan is undone is let in again; why is in the log', async () => {
    const { id, tickets } = await order()
    const [ticket = ''] = tickets
    await client.query(`update ticket set status = 'scanned', scanned_at = now() where id = $1`, [ticket])
    const take = (reason: string) => seller.press(`${pageOf(id)}tickets/${ticket}/mistakes/`, [['reason', reason]])
    const unsaid = await take(' ')
    expect([unsaid.status, unsaid.text.includes('Enter a reason')]).toEqual([400, true])
    // A reader that is a keyboard types somebody's code wherever the focus is: it opens the door.
    const code = (await qrCodesOf(server, hall.slug, [ticket])).get(ticket) ?? ''
    const read = await take(`Went out ${code}`)
    expect([read.status, read.text.includes('code of a ticket was read')]).toEqual([400, true])
    expect(read.text).not.toContain(code)
    for (const _ of [1, 2]) expect((await take('The wrong door')).status).toBe(303)
    expect((await hall.get(`/api/ticket/${ticket}/`)).json.status).toBe('K')
    expect(await logOf('ticket.scan_taken_back', ticket)).toMatchObject([
      { email: boxOffice, field: 'reason', is: 'The wrong door' },
    ])
    const { text } = await seller.show(pageOf(id))
    expect(text).toMatch(/Scan of ticket .* undone.*The wrong door/s)
    expect(
      (await seller.press(`${pageOf((await order()).id)}tickets/${ticket}/mistakes/`, [['reason', 'x']])).status,
    ).toBe(404)
  })
})

describe('a cancellation', () => {
  const cancel = (id: string, fields: readonly (readonly [string, string])[], who = seller) =>
    who.press(`${pageOf(id)}cancellation/`, fields)
  const owed = async (id: string) =>
    (await client.query(`select amount_minor::int as amount, status from refund where reservation_id = $1`, [id])).rows

  it('of some tickets or of all refunds what was paid for them, once, and is noted', async () => {
    const { id, tickets } = await order({
      names: [
        ['Ada', 'L'],
        ['Ben', 'L'],
        ['Eve', 'L'],
      ],
    })
    const [ticket = ''] = tickets
    for (const _ of [1, 2]) expect((await cancel(id, [['ticket', ticket]])).status).toBe(303)
    expect(await owed(id)).toEqual([{ amount: 1200, status: 'requested' }])
    expect(await logOf('reservation.tickets_cancelled', id)).toMatchObject([
      { after: { tickets: [ticket] }, email: boxOffice },
    ])
    for (const _ of [1, 2])
      expect(
        (
          await cancel(id, [
            ['all', 'true'],
            ['handed_over', 'true'],
          ])
        ).status,
      ).toBe(303)
    expect(await owed(id)).toEqual([
      { amount: 1200, status: 'requested' },
      { amount: 2400, status: 'succeeded' },
    ])
    expect(await statusOf(id)).toBe('C')
    const { text } = await seller.show(pageOf(id))
    expect(text).toMatch(/1 ticket cancelled.*by .*box@office\.test.*Cancelled.*by .*box@office\.test/s)
    expect(text).not.toContain('Cancel the whole booking')
  })

  it('names at least one ticket', async () => {
    const { id } = await order()
    const answer = await cancel(id, [])
    expect(answer.status).toBe(400)
    expect(await statusOf(id)).not.toBe('C')
    expect(answer.text).toContain('Select the tickets to cancel.')
  })

  /** Seen red with `mayInsist` true for everybody in cancelReservation. */
  it('of what was used takes a manager who insists', async () => {
    const { id, tickets } = await order({
      names: [
        ['Ada', 'L'],
        ['Ben', 'L'],
      ],
    })
    await client.query(`update ticket set status = 'scanned', scanned_at = now() where id = $1`, [tickets[0]])
    const insisting = [
      ['all', 'true'],
      ['insist', 'true'],
    ] as const
    for (const answer of [await cancel(id, insisting), await cancel(id, [['all', 'true']], manager)]) {
      expect(answer.status).toBe(409)
      expect(answer.text).toContain('Somebody has entered with a ticket of it.')
    }
    expect((await seller.show(pageOf(id))).text).not.toContain('name="insist"')
    expect((await manager.show(pageOf(id))).text).toContain('name="insist"')
    expect((await cancel(id, insisting, manager)).status).toBe(303)
    expect(await owed(id)).toEqual([{ amount: 1200, status: 'requested' }])
  })
})
