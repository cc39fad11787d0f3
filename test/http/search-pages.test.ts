import { describe, expect, it } from 'vitest'
import { visitor } from '../harness/booking.ts'
import { type Staff, staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** The search of the whole administration: everything that somebody may see, and nothing else (ADR 0287). */
const { server, hall, other } = await twoOffices()

const owner = await staffOf(server, hall)
const stranger = await staffOf(server, other)
const join = async (role: string) => {
  const email = `${role}@search.test`
  await server.cli('team', 'set', '--tenant', hall.slug, '--email', email, '--role', role)
  return staffOf(server, hall, email)
}
const [seller, steward, accountant] = [await join('box_office'), await join('steward'), await join('accountant')]

/** One of everything that is called so. */
async function furnish(office: typeof hall, name: string) {
  const seat = await office.price('B', { name: 'Full', prix: 12 })
  await office.patch(`/api/products/${seat.product}/`, { name: `Seat for ${name}` })
  const friend = await office.price('A', { name: 'Friend', prix: 0 })
  const event = await office.event([seat.product], { name: `An evening of ${name}` })
  const past = await office.event([seat.product], { name: `Unpublished ${name}`, published: false })
  const code = await office.create('promotional-codes', { code: `${name.toUpperCase()}10`, discount_rate: 10 })
  const email = visitor()
  const customers = [
    { first_name: 'Grace', last_name: 'Hopper' },
    { first_name: 'Ada', last_name: name },
  ]
  const prices = [{ uuid: seat.price, customers }]
  const booking = (await office.book({ event, email, prices })).json
  const member = visitor()
  const grant = { email: member, price: friend.price, first_name: 'Zoé', last_name: name }
  const membership = (await office.post('/api/memberships/', grant)).json.uuid
  return { ...seat, event, past, code, email, booking, member, membership }
}
const [own, foreign] = [await furnish(hall, 'Quillfeather'), await furnish(other, 'Quillfeather')]

const path = '/admin/search/'
const find = (q: string, who: Staff = owner, language = 'en') =>
  who.show(`${path}?${new URLSearchParams({ q })}`, language)
const reference = (id: string) => id.replaceAll('-', '').slice(-10).toUpperCase()
/** The links of what was found, by the heading above them. */
function linksIn(text: string): Record<string, string[]> {
  const groups = [...text.matchAll(/<h2 id="[^"]*">([^<]*)<\/h2>(.*?)<\/section>/gs)]
  return Object.fromEntries(
    groups.map(([, title, lines]) => [title, [...(lines ?? '').matchAll(/href="([^"]*)"/g)].map(([, href]) => href)]),
  )
}
const foreignIds = [
  foreign.event,
  foreign.past,
  foreign.code,
  foreign.product,
  foreign.booking.uuid,
  foreign.membership,
]

describe('a word', () => {
  it('finds everything of this organisation that it names, of each kind', async () => {
    const { status, text, headers } = await find('quillfeather')
    expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
    const [ticket] = own.booking.tickets.slice(1)
    expect(linksIn(text)).toEqual({
      Events: [
        `/admin/events/${own.event}/`,
        `/admin/reservations/?event=${own.event}`,
        `/admin/events/${own.past}/`,
        `/admin/reservations/?event=${own.past}`,
      ],
      Bookings: [`/admin/reservations/${own.booking.uuid}/`],
      Tickets: [`/admin/reservations/${own.booking.uuid}/?q=${shortOf(ticket)}`],
      Members: [`/admin/members/${own.membership}/`],
      'Products and prices': [`/admin/products/${own.product}/`],
      'Promotional codes': [`/admin/promotional-codes/${own.code}/`],
    })
    expect(text).toContain(own.email)
    for (const id of foreignIds) expect(text).not.toContain(id)
    expect((await find('quillfeather', stranger)).text).not.toContain(own.booking.uuid)
  })

  /** Seen red without `mayEnter` in findEverywhere. */
  it('finds for each role what its pages show, and no more', async () => {
    const [desk, door, books] = await Promise.all([seller, steward, accountant].map((who) => find('quillfeather', who)))
    expect(Object.keys(linksIn(desk?.text ?? ''))).toEqual(['Events', 'Bookings', 'Tickets', 'Members'])
    for (const answer of [door, books]) {
      expect(linksIn(answer?.text ?? '')).toEqual({
        Events: [`/admin/events/${own.event}/`, `/admin/events/${own.past}/`],
      })
      for (const hidden of [own.email, own.member, 'Hopper', 'Zoé', own.booking.uuid])
        expect(answer?.text).not.toContain(hidden)
    }
  })

  it('leads to the page of that name, for those who may enter it', async () => {
    const pages = async (q: string, who?: Staff, language?: string) => {
      const { status, headers, text } = await find(q, who, language)
      return status === 303 ? headers['location'] : linksIn(text)
    }
    expect(await pages('webh')).toBe('/admin/webhooks/')
    expect(await pages('payment')).toBe('/admin/settings/payment/')
    expect(await pages('adherents', owner, 'fr')).toBe('/admin/members/')
    expect(await pages('webh', seller)).toEqual({})
    expect(await pages('payment', seller)).toEqual({})
    expect(await pages('mails', steward)).toEqual({})
  })
})

const shortOf = (id: string) => `${reference(id).slice(0, 5)}-${reference(id).slice(5)}`

describe('a number', () => {
  /** Seen red with a number that is compared as it was typed. */
  it('of a booking or a ticket leads straight there, as it is written or its id', async () => {
    const [first, second] = own.booking.tickets
    const booking = `/admin/reservations/${own.booking.uuid}/`
    const leads = async (q: string, who?: Staff) => (await find(q, who)).headers['location']
    for (const typed of [reference(own.booking.uuid), shortOf(own.booking.uuid).toLowerCase(), ` ${own.booking.uuid} `])
      expect(await leads(typed), typed).toBe(booking)
    for (const id of [first, second]) expect(await leads(shortOf(id), seller)).toBe(`${booking}?q=${shortOf(id)}`)
    expect(await leads(reference(foreign.booking.uuid))).toBeUndefined()
    expect(await leads(reference(own.booking.uuid), steward)).toBeUndefined()
  })

  it('finds by its beginning, and an address leads to what it alone found', async () => {
    const { headers } = await find(own.email)
    expect(headers['location']).toBe(`/admin/reservations/${own.booking.uuid}/`)
    expect((await find(own.member)).headers['location']).toBe(`/admin/members/${own.membership}/`)
    expect((await find(own.member, steward)).status).toBe(200)
  })
})

describe('the page', () => {
  it('leads to the whole list, narrowed down by the same word, where there is more', async () => {
    for (let number = 0; number < 6; number++) {
      const customers = [{ first_name: 'Many', last_name: 'Oftenfound' }]
      await hall.book({ event: own.event, email: visitor(), prices: [{ uuid: own.price, customers }] })
      await hall.event([own.product], { name: `Oftenfound ${number}` })
    }
    const found = linksIn((await find('oftenfound')).text)
    expect(found['Bookings']).toHaveLength(6)
    expect(found['Bookings']?.at(-1)).toBe('/admin/reservations/?q=oftenfound')
    expect(found['Events']?.at(-1)).toBe('/admin/events/?q=oftenfound&amp;list=upcoming')
    // They are all in the name of their booking.
    expect(found['Tickets']).toBeUndefined()
    expect(linksIn((await find('oftenfound', steward)).text)['Events']).toHaveLength(5)
  })

  it('says what to type, that it was too little, or that there is nothing', async () => {
    expect((await owner.show(path)).text).toContain('by the beginning of a word')
    expect((await find('+')).text).toContain('three letters or digits')
    expect((await find('<b>nobody')).text).toContain('“&lt;b>nobody”')
  })

  it('is for staff', async () => {
    const nobody = await server.send(hall.slug, 'GET', `${path}?q=quillfeather`, { headers: { accept: 'text/html' } })
    expect([nobody.status === 200, nobody.text.includes(own.event)]).toEqual([false, false])
  })

  it('has its field on every page of the administration but itself, and not at Root', async () => {
    const action = `action="${path}"`
    expect((await steward.show('/admin/door-lists/')).text.split(action)).toHaveLength(3)
    expect((await owner.show('/admin/settings/rules/')).text.split(action)).toHaveLength(3)
    expect((await owner.show(path)).text.split(action)).toHaveLength(2)
  })
})
