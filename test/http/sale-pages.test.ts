import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { visitor } from '../harness/booking.ts'
import { hoursAhead, untilQuiet } from '../harness/box-office.ts'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** The desk: somebody stands there, pays, and has tickets that are good at once; a form sent twice sells once. */
const { server, client, hall, other } = await twoOffices()

const manager = await staffOf(server, hall)
const stranger = await staffOf(server, other)
await server.cli('team', 'set', '--tenant', hall.slug, '--email', 'box@desk.test', '--role', 'box_office')
const seller = await staffOf(server, hall, 'box@desk.test')

const full = await hall.price('B', { name: 'Full price', prix: 12, max_per_user: 3 })
const entry = await hall.price('F', { name: 'Entry', prix: 0 })
const shirt = await hall.price('T', { name: 'T-shirt', prix: 20 })
const gift = await hall.price('B', { name: 'Give what you like', prix: 2, free_price: true })
const products = [full, entry, shirt, gift].map(({ product }) => product)
const option = await hall.create('optionticket', { name: 'Vegetarian' })
const far = await hall.event(products, { name: 'In a week', datetime: hoursAhead(150) })
const event = await hall.event(products, { name: 'Night of the owls', options: [option] })

type Wanted = {
  readonly at?: string
  readonly key?: string
  /** Empty: the button that only shows the total. */
  readonly method?: string
  /** The sum the seller saw, in cents; what it comes to when absent. */
  readonly seen?: string
  readonly email?: string
  readonly full?: string
  readonly entries?: string
  readonly shirts?: string
  readonly gift?: readonly [quantity: string, amount: string]
  readonly more?: readonly (readonly [string, string])[]
}

function sale({ at = event, key = randomUUID(), method = 'cash', email = '', ...wanted }: Wanted) {
  const { full: fulls = '0', entries = '0', shirts = '0', gift: [gifts, amount] = ['0', ''], more = [] } = wanted
  const sum = 1200 * Number(fulls) + 2000 * Number(shirts) + 100 * Number(gifts) * Number(amount.replace(',', '.'))
  const of = (price: string, quantity: string, chosen = ''): [string, string][] => [
    ['price', price],
    ['qty', quantity],
    ['amount', chosen],
  ]
  return [
    ['key', key],
    ['event', at],
    ...of(full.price, fulls),
    ...of(entry.price, entries),
    ...of(shirt.price, shirts),
    ...of(gift.price, gifts, amount),
    ['email', email],
    ['seen', wanted.seen ?? (Number.isNaN(sum) ? '' : String(sum))],
    ...(method === '' ? [] : [['method', method] as const]),
    ...more,
  ] as const
}
const sell = (wanted: Wanted, by = seller) => by.press('/admin/sale/', sale(wanted))
const soldAt = ({ headers }: { readonly headers: { readonly [name: string]: unknown } }) =>
  new URLSearchParams(String(headers['location']).split('?')[1]).get('sold') ?? ''
const read = async (id: string) => (await hall.get(`/api/reservations/${id}/`)).json
const paymentsOf = async (id: string) =>
  (await client.query('select method, received_minor::int as received from payment where reservation_id = $1', [id]))
    .rows
const counted = async () =>
  (await client.query('select count(*)::int as count from reservation')).rows[0].count as number

describe('the desk', () => {
  it('opens at the event that is nearest, and at any other', async () => {
    const nearest = await seller.show('/admin/sale/')
    expect(nearest.status).toBe(200)
    expect(nearest.text).toMatch(new RegExp(`<option[^>]*value="${event}"[^>]*selected|selected[^>]*value="${event}"`))
    expect(nearest.text).toContain('Vegetarian')
    const another = await seller.show(`/admin/sale/?event=${far}`, 'fr')
    expect(another.text).toContain('Espèces')
    expect(another.text).not.toContain('Vegetarian')
    expect((await stranger.show('/admin/sale/')).text).toContain('Nothing can be sold now')
    expect((await stranger.show(`/admin/sale/?event=${event}`)).status).toBe(404)
  })

  /** Seen red without payOnce, and without recordChange, in sellAtDesk. */
  it('takes cash without asking who it is: tickets are good at once, and it is noted who sold them', async () => {
    const answer = await sell({ full: '2', shirts: '1', more: [['options', option]] })
    expect(answer.status).toBe(303)
    const id = soldAt(answer)
    await untilQuiet(client)
    const reservation = await read(id)
    expect([reservation.user_mail, reservation.tickets.length]).toEqual(['', 2])
    const { rows } = await client.query('select status from ticket where reservation_id = $1', [id])
    expect(rows).toEqual([{ status: 'not_scanned' }, { status: 'not_scanned' }])
    expect(await paymentsOf(id)).toEqual([{ method: 'cash', received: 4400 }])
    const after = await seller.show(String(answer.headers['location']))
    expect(after.text).toMatch(
      /Sold: .*2 × Full price \(Product \d+\), 1 × T-shirt \(Product \d+\).*€44\.00<\/strong> · Paid in cash · /s,
    )
    expect(after.text).toContain(`/admin/reservations/${id}/tickets.pdf`)
    const story = await manager.show(`/admin/reservations/${id}/`)
    expect(story.text).toContain('box@desk.test')
    expect((await manager.show('/admin/audit/')).text).toContain('Sold at the desk')
    expect((await stranger.show(`/admin/sale/?sold=${id}`)).status).toBe(404)
  })

  /** Seen red with `trusted: false` in sellAtDesk: what costs nothing then waits for an e-mail to be confirmed. */
  it('mails the tickets to an address nobody has to confirm, also of what is free', async () => {
    const email = visitor()
    const id = soldAt(await sell({ entries: '1', email: email.toUpperCase(), more: [['first_name', 'Ada']] }))
    await untilQuiet(client)
    const reservation = await read(id)
    expect(reservation.user_mail).toBe(email)
    const mails = await client.query('select kind, recipient from mail where reservation_id = $1', [id])
    expect(mails.rows).toEqual([{ kind: 'tickets', recipient: email }])
    const { rows } = await client.query('select status, first_name from ticket where reservation_id = $1', [id])
    expect(rows).toEqual([{ status: 'not_scanned', first_name: 'Ada' }])
  })

  it.each([
    ['card', 1200],
    ['transfer', 1200],
    ['free', 0],
  ])('takes it as %s', async (method, received) => {
    const id = soldAt(await sell({ full: '1', method }))
    expect(await paymentsOf(id)).toEqual([{ method, received: received }])
  })

  it('takes the amount somebody wants to give', async () => {
    const id = soldAt(await sell({ gift: ['1', '7,50'] }))
    expect(await paymentsOf(id)).toEqual([{ method: 'cash', received: 750 }])
  })

  /** Seen red with the method in the hash of the body, and without the key. */
  it('sells once, however often and in whatever way the same form is sent', async () => {
    const key = randomUUID()
    const before = await counted()
    const answers = await Promise.all(
      ['cash', 'cash', 'card', 'cash'].map((method) => sell({ key, method, full: '1' })),
    )
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303])
    expect(new Set(answers.map(soldAt)).size).toBe(1)
    expect(await counted()).toBe(before + 1)
    const payments = await paymentsOf(soldAt(answers[0] ?? { headers: {} }))
    expect(payments).toHaveLength(1)
  })

  /** The database refuses the payment for a while. Seen red with what was begun taken as made. */
  it('finishes what was booked and not paid when the form is sent again', async () => {
    const key = randomUUID()
    await client.query(`create function refuse() returns trigger language plpgsql
      as $$ begin raise exception 'no payments now'; end $$`)
    await client.query('create trigger refuse before insert on payment execute function refuse()')
    expect((await sell({ key, full: '1' })).status).toBe(500)
    await client.query('drop function refuse cascade')
    const before = await counted()
    const id = soldAt(await sell({ key, full: '1' }))
    expect(await counted()).toBe(before)
    expect(await paymentsOf(id)).toEqual([{ method: 'cash', received: 1200 }])
  })
})

describe('what it comes to', () => {
  const textOf = (text: string) => text.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
  const withCode = ['promotional_code', 'owls20'] as const

  /** Seen red with a first button that has a method, and with a sale where there is none. */
  it('is what the Enter key asks for, and sells nothing', async () => {
    const before = await counted()
    const { text } = await seller.show('/admin/sale/')
    const [first] = /<button[^>]*type="submit"[^>]*>[^<]*/.exec(text.slice(text.indexOf('name="key"'))) ?? []
    expect(first).toMatch(/^<button((?! name=)[^>])*>Check the total$/)
    const priced = await sell({ method: '', full: '2', shirts: '1', seen: '' })
    expect([priced.status, textOf(priced.text)]).toEqual([200, expect.stringContaining('3 items €44.00')])
    expect(priced.text).toMatch(/name="seen"[^>]*value="4400"|value="4400"[^>]*name="seen"/)
    expect(await counted()).toBe(before)
  })

  /** Seen red without what is expected in the booking: it was sold for what the code left of it. */
  it('is said before anything is sold: with a code too, and in the place of another sum that was seen', async () => {
    await hall.create('promotional-codes', { code: 'OWLS20', discount_rate: 20 })
    const before = await counted()
    const shown = await sell({ method: '', full: '2', more: [withCode], seen: '' })
    expect(textOf(shown.text)).toContain('2 places · €4.80 less with the code €19.20')
    for (const [seen, said] of [
      ['', 'Nothing is sold yet. It comes to €19.20'],
      ['2400', 'It comes to €19.20 and no longer to €24.00'],
    ] as const) {
      const refused = await sell({ full: '2', more: [withCode], seen, method: 'card' })
      expect([refused.status, textOf(refused.text)]).toEqual([409, expect.stringContaining(said)])
      expect(refused.text).toMatch(/value="1920"/)
    }
    expect(await counted()).toBe(before)
    const id = soldAt(await sell({ full: '2', more: [withCode], seen: '1920', method: 'card' }))
    expect(await paymentsOf(id)).toEqual([{ method: 'card', received: 1920 }])
    const unknown = await sell({ method: '', full: '1', more: [['promotional_code', 'OWLS99']] })
    expect([unknown.status, unknown.text]).toEqual([400, expect.stringContaining('OWLS99')])
  })

  it('changes with the price, also while the form is open', async () => {
    const before = await counted()
    await client.query('update price set amount_minor = 1300 where id = $1', [full.price])
    const refused = await sell({ full: '1', seen: '1200' })
    await client.query('update price set amount_minor = 1200 where id = $1', [full.price])
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('€13.00 and no longer to €12.00')])
    expect(await counted()).toBe(before)
  })

  it('is not asked of what costs nothing, nor twice of what was sold', async () => {
    expect((await sell({ entries: '2', seen: '' })).status).toBe(303)
    const key = randomUUID()
    const first = await sell({ key, full: '1' })
    expect(soldAt(await sell({ key, full: '1', seen: '' }))).toBe(soldAt(first))
  })

  it('is asked in no way to pay where everything is free, and of nobody’s own address', async () => {
    const free = await hall.event([entry.product], { name: 'Open house' })
    const { text } = await seller.show(`/admin/sale/?event=${free}`)
    expect(text).toContain('Give the tickets')
    for (const method of ['cash', 'card', 'transfer']) expect(text).not.toContain(`value="${method}"`)
    for (const field of ['email', 'first_name', 'last_name'])
      expect(text).toMatch(new RegExp(`<input(?=[^>]* name="${field}")(?=[^>]* autocomplete="off")`))
    const given = await seller.press('/admin/sale/', [
      ...([
        ['key', randomUUID()],
        ['event', free],
        ['price', entry.price],
      ] as const),
      ...([
        ['qty', '1'],
        ['seen', ''],
        ['method', 'nothing'],
      ] as const),
    ])
    expect(given.status).toBe(303)
    expect((await seller.show(String(given.headers['location']))).text).toContain('Sold: ')
  })

  /** Seen red with the button of what is free as the gift it is among the ways to pay. */
  it('is not given away because it was free before something was added', async () => {
    const before = await counted()
    const shown = await sell({ method: '', entries: '1', seen: '' })
    const [, button = ''] = /<button(?=[^>]* name="method")[^>]* value="([^"]*)"/.exec(shown.text) ?? []
    expect([shown.text.split('name="method"').length, shown.text]).toEqual([
      2,
      expect.stringContaining('Give the tickets'),
    ])
    // The script has noted the sum of what was added.
    for (const seen of ['1200', '']) {
      const refused = await sell({ entries: '1', full: '1', method: button, seen })
      expect([refused.status, textOf(refused.text)]).toEqual([
        409,
        expect.stringContaining('Nothing is sold yet. It comes to €12.00'),
      ])
      for (const method of ['cash', 'card', 'transfer', 'free']) expect(refused.text).toContain(`value="${method}"`)
    }
    expect(await counted()).toBe(before)
    expect((await sell({ entries: '1', method: button, seen: '0' })).status).toBe(303)
    expect(await counted()).toBe(before + 1)
  })

  it('is told to nobody who may not sell', async () => {
    expect((await stranger.press('/admin/sale/', sale({ method: '', full: '1' }))).status).toBe(404)
  })
})

describe('what cannot be sold', () => {
  it('is said beside the field, with what was typed, and changes nothing', async () => {
    const before = await counted()
    const nothing = await sell({})
    expect([nothing.status, nothing.text]).toEqual([400, expect.stringContaining('Choose at least one place')])
    const words = await sell({ full: 'two', email: 'nobody' })
    expect(words.status).toBe(400)
    expect(words.text).toMatch(/Enter a whole number.*such as ada@example/s)
    expect(words.text).toContain('value="nobody"')
    const low = await sell({ gift: ['1', '1'] })
    expect([low.status, low.text]).toEqual([400, expect.stringContaining('at least')])
    expect((await sell({ full: '1', method: 'shells' })).status).toBe(400)
    expect((await sell({ full: '1', at: randomUUID() })).status).toBe(404)
    expect(await counted()).toBe(before)
  })

  it('is more than is left, or than one known person may have', async () => {
    const few = await hall.price('B', { name: 'Few', prix: 5, stock: 2 })
    const small = await hall.event([few.product], { name: 'Small' })
    const of = (quantity: string, seen = String(500 * Number(quantity))) =>
      seller.press('/admin/sale/', [
        ['key', randomUUID()],
        ['event', small],
        ['price', few.price],
        ['qty', quantity],
        ['seen', seen],
        ['method', 'cash'],
      ])
    // Also where it comes to another sum than was seen, which is looked at before. Seen red with what pricing refuses thrown on.
    for (const refused of [await of('3'), await of('3', '1000'), await of('3', '')]) {
      expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('Only 2 places are left')])
      expect(refused.text).toMatch(/<input(?=[^>]* name="qty")(?=[^>]* value="3")/)
    }
    expect((await of('2')).status).toBe(303)
    expect((await of('1')).text).toContain('No price of this event is on sale')
    const email = visitor()
    expect((await sell({ full: '4', email })).status).toBe(409)
    expect((await sell({ full: '4' })).status).toBe(303)
  })

  /** The membership of whoever stands there counts, and nobody is asked to sign in. */
  it('is a price for members to somebody who is none', async () => {
    const membership = await hall.price('A', { name: 'Friends', prix: 30 })
    const members = await hall.price('B', { name: 'Members', prix: 6, adhesion_obligatoire: membership.product })
    const evening = await hall.event([members.product], { name: 'For members' })
    const of = (email: string) =>
      seller.press('/admin/sale/', [
        ['key', randomUUID()],
        ['event', evening],
        ['price', members.price],
        ['qty', '1'],
        ['email', email],
        ['seen', '600'],
        ['method', 'card'],
      ])
    const email = visitor()
    for (const [address, said] of [
      ['', 'type the e-mail address of the member'],
      [email, 'nobody with this e-mail address is one at the moment'],
    ] as const) {
      const refused = await of(address)
      expect([refused.status, refused.text.replaceAll('\u2060', '')]).toEqual([409, expect.stringContaining(said)])
    }
    expect((await hall.post('/api/memberships/', { email, price: membership.price, method: 'cash' })).status).toBe(201)
    expect((await of(email)).status).toBe(303)
  })

  it('is sold by nobody from elsewhere, or without the right to', async () => {
    expect((await stranger.press('/admin/sale/', sale({ full: '1' }))).status).toBe(404)
    expect((await seller.press('/admin/sale/', sale({ full: '1' }), 'http://evil.test')).status).toBe(403)
  })
})
