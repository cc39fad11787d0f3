import { describe, expect, it } from 'vitest'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** What is archived offers the way back at once, and what may be deleted asks first (ADR 0283). */
const { server, hall, other } = await twoOffices()
const staff = await staffOf(server, hall)
const stranger = await staffOf(server, other)
const priced = await hall.price('B', { name: 'Full price', prix: 12 })
const made = async (path: string, body: Record<string, unknown>) => (await hall.post(path, body)).json.uuid as string
const undo = (action: string, archived: string) =>
  new RegExp(
    `<div class="notice actions" role="status"><p>[^<]*</p><form method="post" action="${action}"><input type="hidden" name="archived" value="${archived}"/>[^]*?Undo</button>`,
  )

describe.each([
  ['an event', 'events', () => hall.event([])],
  ['a product', 'products', async () => (await hall.price('B', { prix: 5 })).product],
  ['a price', 'prices', async () => priced.price],
  ['a code', 'promotional-codes', () => made('/api/promotional-codes/', { code: 'OWLS', discount_rate: 10 })],
  ['an artist', 'artists', () => made('/api/artists/', { name: 'The Owls' })],
  ['an option', 'options', () => made('/api/optionticket/', { name: 'Step-free' })],
] as const)('%s', (_, room, make) => {
  /** Seen red with ArchiveDone shown of what is not so any more, and with nothing said of what was done. */
  it('is archived and restored in two presses, and nobody is offered what is done already', async () => {
    const page = `/admin/${room}/${await make()}/`
    const action = `${page}archive/`
    const press = async (archived: string) =>
      String((await staff.press(action, [['archived', archived]])).headers['location'])
    const archived = await press('true')
    expect(archived).toBe(`${page}?done=archived`)
    expect((await staff.show(archived)).text).toMatch(undo(action, 'false'))
    expect((await stranger.press(action, [['archived', 'false']])).status).toBe(404)
    const restored = await press('false')
    expect(restored).toBe(`${page}?done=restored`)
    expect((await staff.show(restored)).text).toMatch(undo(action, 'true'))
    expect((await staff.show(archived)).text).not.toContain('>Undo</button>')
  })
})

describe('deleting', () => {
  const formOf = (page: string) => `<form method="post" action="${page}deletion/">`

  /** Seen red with isNamed false, and with what is not archived deleted as well. */
  it.each([
    ['artist', 'artists', '/api/artists/', 'artists'],
    ['option', 'options', '/api/optionticket/', 'options'],
  ])('of an %s is offered once it is archived, while no event names it', async (_, room, list, field) => {
    const [id, used] = [await made(list, { name: 'Barn' }), await made(list, { name: 'Field' })]
    await hall.event([], { [field]: [field === 'artists' ? { uuid: used } : used] })
    for (const one of [id, used]) {
      const page = `/admin/${room}/${one}/`
      expect((await staff.show(page)).text).not.toContain(formOf(page))
      await staff.press(`${page}archive/`, [['archived', 'true']])
      expect((await staff.show(page)).text.includes(formOf(page))).toBe(one === id)
    }
    const page = `/admin/${room}/${id}/`
    const asked = (await staff.show(page)).text
    expect(asked).toMatch(/<summary>Delete this \w+<\/summary>.*Delete for good<\/button>/s)
    expect((await staff.press(`${page}deletion/`, [])).status).toBe(303)
    expect((await staff.show(page)).status).toBe(404)
  })

  /** Seen red with isInUse false. */
  it('of an event is offered once it is archived, while nobody ever booked it', async () => {
    const [empty, booked] = [await hall.event([priced.product]), await hall.event([priced.product])]
    const body = { event: booked, email: 'ada@visitor.test', prices: [{ uuid: priced.price, customers: [{}] }] }
    const { uuid } = (await hall.book(body)).json
    await hall.post(`/api/reservations/${uuid}/cancellation/`)
    for (const event of [empty, booked]) {
      const more = `/admin/events/${event}/more/`
      const form = formOf(`/admin/events/${event}/`)
      expect((await staff.show(more)).text).not.toContain(form)
      await staff.press(`/admin/events/${event}/archive/`, [['archived', 'true']])
      expect((await staff.show(more)).text.includes(form)).toBe(event === empty)
    }
  })
})
