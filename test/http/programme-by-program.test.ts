import { describe, expect, it } from 'vitest'
import { one, visitor } from '../harness/booking.ts'
import { createKey } from '../harness/box-office.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** The programme and the catalogue as their pages keep them, by programs (ADR 0190, 0192). */
const { server, hall, other } = await twoOffices()

const keyFor = (permission: string) => createKey(server, hall.slug, ['--permission', permission])
const [writer, reader] = [await keyFor('event:write'), await keyFor('event:read')]
const read = async (path: string) => (await hall.get(path)).json

describe('an event that is put away', () => {
  const archive = (id: string, body: Record<string, unknown> = { archived: true }) =>
    hall.patch(`/api/events/${id}/`, body)
  const readAs = (key: string | undefined, id: string) =>
    server.send(hall.slug, 'GET', `/api/events/${id}/`, key === undefined ? {} : { key })

  /** Seen red without `archived` among the fields that are read: it stays published. */
  it('is published no more, comes back unpublished, and is brought back by publishing it', async () => {
    const id = await hall.event([])
    const asked = async (body: Record<string, unknown>) => {
      const { status, json } = await archive(id, body)
      return [status, json.archived, json.published]
    }
    for (const _ of ['once', 'again']) expect(await asked({ archived: true })).toEqual([200, true, false])
    expect((await readAs(undefined, id)).status).toBe(404)
    expect(await read(`/api/events/${id}/`)).toMatchObject({ archived: true, published: false })
    expect(await asked({ archived: false })).toEqual([200, false, false])
    expect(await asked({ archived: true })).toEqual([200, true, false])
    expect(await asked({ published: true })).toEqual([200, false, true])
    expect(await asked({ archived: null })).toEqual([200, false, true])
  })

  /** Seen red with `archived` shown to whoever reads the event. */
  it('says so to those alone who keep the programme', async () => {
    const id = await hall.event([])
    expect((await readAs(reader, id)).json.archived).toBe(false)
    for (const key of [undefined, writer]) expect((await readAs(key, id)).json).not.toHaveProperty('archived')
    const changed = await server.send(hall.slug, 'PATCH', `/api/events/${id}/`, {
      ...{ key: writer, body: { archived: true } },
    })
    expect(changed.status).toBe(200)
    expect(changed.json).not.toHaveProperty('archived')
    expect(await read(`/api/events/${id}/`)).toMatchObject({ archived: true })
  })

  it('is not one that people will come to, and not one of a neighbour', async () => {
    const { product, price } = await hall.price('B', { prix: 0 })
    const event = await hall.event([product])
    const { json } = await hall.book({ event, email: visitor(), prices: one(price) })
    const refused = await archive(event)
    expect([refused.status, refused.json.code]).toEqual([409, 'in_use'])
    expect((await other.patch(`/api/events/${event}/`, { archived: true })).json.code).toBe('not_found')
    expect(await read(`/api/events/${event}/`)).toMatchObject({ archived: false, published: true })
    await hall.post(`/api/reservations/${json.uuid}/cancellation/`)
    expect((await archive(event)).status).toBe(200)
  })
})
