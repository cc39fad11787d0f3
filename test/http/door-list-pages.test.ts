import { describe, expect, it } from 'vitest'
import { visitor } from '../harness/booking.ts'
import { endHold, untilQuiet } from '../harness/box-office.ts'
import { lookAtPdf } from '../harness/pdf.ts'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** The list for the door, as a PDF that is opened and read: everybody who may come in, and nobody else. */
const { server, client, hall, other } = await twoOffices()

const team = ['team', 'set', '--tenant', hall.slug]
await server.cli(...team, '--email', 'door@lists.test', '--role', 'steward')
const steward = await staffOf(server, hall, 'door@lists.test')
const manager = await staffOf(server, hall)
const stranger = await staffOf(server, other)

const full = await hall.price('B', { name: 'Full price', prix: 12, scan_note: 'Blue wristband', max_per_user: 200 })
const entry = await hall.price('F', { name: 'Entry', prix: 0 })
const option = await hall.create('optionticket', { name: 'Vegetarian' })
const products = [full.product, entry.product]

type Order = {
  readonly names?: readonly (readonly [first: string, last: string])[]
  readonly email?: string
  readonly isPaid?: boolean
  readonly options?: readonly string[]
}

async function order(event: string, { names = [['Ada', 'Lovelace']], isPaid = true, ...rest }: Order = {}) {
  const { email = visitor(), options = [] } = rest
  const customers = names.map(([first_name, last_name]) => ({ first_name, last_name }))
  const booked = await hall.book({ event, email, options, prices: [{ uuid: full.price, customers }] })
  const id: string = booked.json.uuid
  if (isPaid) await hall.post(`/api/reservations/${id}/payments/`, { method: 'cash' })
  return id
}

const fileOf = (event: string) => `/admin/door-lists/${event}/door-list.pdf`
async function listOf(event: string, language = 'en', by = steward) {
  const answer = await by.show(fileOf(event), language)
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(answer.headers['cache-control']).toBe('no-store')
  return (await lookAtPdf(answer.bytes)).map(({ text }) => text)
}

describe('the door list', () => {
  it('has everybody by last name, with who is in, who pays, and what to give', async () => {
    const event = await hall.event(products, { name: 'Night of the owls', options: [option] })
    await order(event, {
      names: [
        ['Zoé', 'Émile'],
        ['Bob', 'Álvarez'],
      ],
      options: [option],
    })
    await order(event, { names: [['Cleo', 'Zorn']], isPaid: false })
    const inside = await order(event, { names: [['Dan', 'Brown']] })
    await client.query("update ticket set status = 'scanned', scanned_at = now() where reservation_id = $1", [inside])
    await order(event, { names: [['', '']], email: 'nameless@lists.test' })
    const [text = ''] = await listOf(event)
    expect(text).toMatch(/Night of the owls.*5 tickets · 1 in already · 1 to be paid/)
    expect(text).toMatch(
      /Álvarez, Bob.*Brown, Dan.*In since.*Émile, Zoé.*Vegetarian.*Zorn, Cleo.*To pay: €12\.00.*na…@lists\.test/,
    )
    expect(text).toContain('Blue wristband')
    expect(text).not.toContain('nameless@lists.test')
    const [french = ''] = await listOf(event, 'fr')
    expect(french).toMatch(/Liste d’entrée · .*5 billets · 1 déjà entré · 1 à payer.*À payer : 12,00 €/)
  })

  /** Seen red with the end of holds left out, and with what waits for its confirmation let in. */
  it('has nobody who was cancelled, whose hold is over, or who has not confirmed', async () => {
    const event = await hall.event(products, { name: 'Empty night' })
    const cancelled = await order(event, { names: [['Gone', 'Cancelled']] })
    await hall.post(`/api/reservations/${cancelled}/cancellation/`)
    const over = await order(event, { names: [['Gone', 'Expired']], isPaid: false })
    await endHold(client, over)
    const prices = [{ uuid: entry.price, customers: [{ first_name: 'Not', last_name: 'Confirmed' }] }]
    await hall.book({ event, email: visitor(), prices })
    const [text = ''] = await listOf(event)
    expect(text).toContain('Nobody has a ticket yet')
    expect(text).not.toMatch(/Gone|Confirmed/)
  })

  it('goes over as many pages as it takes, each with its number, nobody twice', async () => {
    const event = await hall.event(products, { name: 'Long night' })
    const names = Array.from({ length: 100 }, (_, index) => ['Guest', `Nr${String(index).padStart(3, '0')}`] as const)
    await order(event, { names })
    const pages = await listOf(event)
    expect(pages.length).toBeGreaterThan(2)
    for (const [index, text] of pages.entries()) expect(text).toContain(`Page ${index + 1} of ${pages.length}`)
    const found = pages.join(' ').match(/Nr\d{3}/g) ?? []
    expect(found).toEqual(names.map(([, last]) => last))
  })

  it('is listed for the steward, whose printing is noted, and no business of another organisation', async () => {
    const event = await hall.event(products, { name: 'Listed night' })
    await untilQuiet(client)
    const room = await steward.show('/admin/door-lists/')
    expect(room.text).toContain(fileOf(event))
    await listOf(event)
    const made = 'Printed the door list of an event'
    expect((await manager.show(`/admin/audit/?of=${event}`)).text).toContain(made)
    expect((await stranger.show(fileOf(event))).status).toBe(404)
    expect((await stranger.show('/admin/door-lists/')).text).not.toContain('Listed night')
    expect((await stranger.show('/admin/audit/')).text).not.toContain(made)
  })
})
