import { describe, expect, it } from 'vitest'
import { untilQuiet } from '../harness/box-office.ts'
import { lookAtPdf } from '../harness/pdf.ts'
import { makeKey } from '../harness/shop.ts'
import { originOf, signIn } from '../harness/sign-in.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** Lists as files for programs (ADR 0190): what the pages give, by a key, with people only for keys that may read them. */
const { server, client, hall, other } = await twoOffices()

const lists = {
  reservations: 'reservation:read',
  tickets: 'ticket:read',
  things: 'reservation:read',
  members: 'membership:read',
  payments: 'reservation:read',
  refunds: 'reservation:read',
} as const
type List = keyof typeof lists
const names = Object.keys(lists) as List[]

const every = await makeKey(server, hall.slug, ['reservation:read', 'ticket:read', 'membership:read'])
const tickets = await makeKey(server, hall.slug, ['ticket:read'])

async function sell(office: typeof hall, email: string, first_name: string) {
  const { product, price } = await office.price('B', { prix: 12.5, name: 'Full price' })
  const shirt = await office.price('T', { prix: 20 })
  const member = await office.price('A', { prix: 20, subscription_type: 'Y' })
  const event = await office.event([product], { datetime: '2900-07-01T20:30:00+02:00' })
  const prices = [
    { uuid: price, customers: [{ first_name, last_name: 'Lovelace' }, { first_name: 'Ben' }] },
    { uuid: shirt.price, qty: 1 },
  ]
  const { json } = await office.book({ event, email, prices })
  await office.post(`/api/reservations/${json.uuid}/payments/`, { method: 'cash' })
  await office.post('/api/memberships/', { email, price: member.price, first_name })
  await office.post(`/api/reservations/${json.uuid}/cancellation/`, { tickets: [json.tickets[1]] })
  await untilQuiet(client)
  return { event }
}

const sold = await sell(hall, 'ada@visitor.test', '=1+1')
const elsewhere = await sell(other, 'grace@visitor.test', 'Grace')

const take = (list: string, body: object = {}, key = every) =>
  server.send(hall.slug, 'POST', `/api/exports/${list}/`, { key, body: { form: 'comma', ...body } })
const head = (text: string) => text.slice(1, text.indexOf('\r\n')).split(',')

async function logged(action: string): Promise<readonly { actor_kind: string; after: object }[]> {
  const { rows } = await client.query(
    'select actor_kind, after from audit_entry where tenant_id = $1 and action = $2 order by at desc, id desc',
    [hall.tenantId, action],
  )
  return rows
}

describe('an export', () => {
  it.each(names)('of %s has what its key may read, of this house alone, and is in the log', async (list) => {
    const answer = await take(list)
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(answer.headers['content-disposition']).toMatch(
      new RegExp(`^attachment; filename="${list}-\\d{4}-\\d\\d-\\d\\d\\.csv"$`),
    )
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.text).toContain('ada@visitor.test')
    expect(answer.text).not.toContain('grace@visitor.test')
    expect(answer.text).not.toContain('Grace')
    // Nothing in it is a formula.
    expect(answer.text).not.toMatch(/(^|,)"?=/m)
    const [entry] = await logged('list.taken')
    expect(entry).toMatchObject({ actor_kind: 'api_key', after: { list, form: 'comma', complete: true } })
  })

  // Seen red with columnsFor answering every column for a key.
  it('names nobody to a key that may not read who they are', async () => {
    const answer = await take('tickets', {}, tickets)
    expect(answer.status).toBe(200)
    expect(head(answer.text)).toContain('Seat')
    for (const name of ['First name', 'Last name', 'E-mail']) expect(head(answer.text)).not.toContain(name)
    for (const told of ['ada@visitor.test', '1+1', 'Lovelace']) expect(answer.text).not.toContain(told)
    const before = (await logged('list.taken')).length
    expect((await take('tickets', { columns: ['ticket', 'email'] }, tickets)).json.code).toBe('permission_denied')
    expect(await logged('list.taken')).toHaveLength(before)
    expect((await take('reservations', {}, tickets)).status).toBe(403)
  })

  it('has the columns, the days and the event that are asked for', async () => {
    const { text } = await take('tickets', { columns: ['amount', 'first_name', 'amount'], event: sold.event })
    expect(text.split('\r\n').slice(0, 3)).toEqual(['\uFEFFAmount,First name', `12.50,'=1+1`, '12.50,Ben'])
    const lines = async (body: object) => (await take('tickets', body)).text.trimEnd().split('\r\n').length
    expect(await lines({ from: '1970-01-01', to: '1970-12-31' })).toBe(1)
    expect(await lines({ from: '1970-01-01' })).toBe(3)
    const french = await server.send(hall.slug, 'POST', '/api/exports/tickets/', {
      key: every,
      body: { form: 'semicolon', columns: ['amount'] },
      headers: { 'accept-language': 'fr' },
    })
    expect(french.text).toContain('12,50')
    expect((await take('tickets', { form: null })).headers['content-type']).toContain('spreadsheetml')
    for (const [body, field] of [
      [{ from: '2026-02-30' }, 'from'],
      [{ from: '2026-05-02', to: '2026-05-01' }, 'to'],
      [{ event: elsewhere.event }, 'event'],
      [{ columns: [] }, 'columns'],
    ] as const) {
      const { status, json } = await take('tickets', body)
      expect([status, Object.keys(json.errors)], field).toEqual([400, [field]])
    }
    expect((await take('tickets', { columns: ['secret'] })).status).toBe(400)
    expect((await take('keys')).status).toBe(404)
  })

  it('is for a signed-in person with the permission, without people for an accountant', async () => {
    const ask = async (role: string, list: string) => {
      await server.cli('team', 'set', '--tenant', hall.slug, '--email', `${role}@hall.test`, '--role', role)
      return server.send(hall.slug, 'POST', `/api/exports/${list}/`, {
        cookie: await signIn(server, hall.slug, hall.slug, `${role}@hall.test`),
        body: { form: 'comma' },
        headers: { origin: originOf(server, hall.slug) },
      })
    }
    const books = await ask('accountant', 'payments')
    expect(books.status).toBe(200)
    expect(books.text).not.toContain('ada@visitor.test')
    // Seen red with the permission alone, which the box office has and the accountant has not.
    expect((await ask('box_office', 'payments')).status).toBe(403)
    expect((await ask('steward', 'tickets')).status).toBe(403)
  })
})

describe('a door list', () => {
  it('is a PDF of everybody who may come in, and in the log', async () => {
    const path = `/api/events/${sold.event}/door-list.pdf`
    const answer = await server.send(hall.slug, 'GET', path, { key: tickets })
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(answer.headers['cache-control']).toBe('no-store')
    const text = (await lookAtPdf(answer.bytes)).map((page) => page.text).join(' ')
    expect(text).toContain('Lovelace')
    expect(text).not.toContain('Ben')
    expect((await logged('event.door_list_printed')).map((entry) => entry.actor_kind)).toEqual(['api_key'])
    const theirs = `/api/events/${elsewhere.event}/door-list.pdf`
    expect((await server.send(hall.slug, 'GET', theirs, { key: tickets })).status).toBe(404)
    expect((await logged('event.door_list_printed')).length).toBe(1)
  })
})
