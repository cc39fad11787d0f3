import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Answer } from '../harness/client.ts'
import { insertEvent } from '../harness/door.ts'
import { scanningAt } from '../harness/scanning.ts'
import { makeKey } from '../harness/shop.ts'
import { staffOf } from '../harness/staff.ts'
import { twoDoors } from '../harness/two-tenants.ts'

/** The phones at the door, as a script sets them up (ADR 0190): the use cases of the pages, by a key. */
const doors = await twoDoors()
const { server, client, hall, other, phone, otherPhone } = doors
const { ticket } = scanningAt(doors)

const list = '/api/devices/'
const keys = {
  both: await makeKey(server, hall.slug, ['ticket:read', 'ticket:write']),
  write: await makeKey(server, hall.slug, ['ticket:write']),
  stranger: await makeKey(server, other.slug, ['ticket:read', 'ticket:write']),
}

type Sent = { readonly key?: string; readonly again?: string }

const ask = (method: string, path: string, body?: unknown, { key = keys.both, again }: Sent = {}) =>
  server.send(hall.slug, method, path, {
    key,
    ...(body === undefined ? {} : { body }),
    ...(again === undefined ? {} : { headers: { 'idempotency-key': again } }),
  })

const pair = ({ pairing_url }: Answer['json']) => server.send(hall.slug, 'GET', new URL(pairing_url).pathname)
const test = async (key: string) => (await server.send(hall.slug, 'GET', '/scan/test_api/', { key })).status

async function paired(body: object): Promise<{ readonly uuid: string; readonly key: string }> {
  const { json } = await ask('POST', list, body)
  return { uuid: json.uuid, key: (await pair(json)).json.api_key }
}

const rowsNamed = async (name: string) => (await client.query('select id from device where name = $1', [name])).rows

describe('a device', () => {
  it('is made, pairs one phone, and its code is shown once', async () => {
    const eventId = await insertEvent(client, hall.tenantId, { name: 'Friday' })
    const { status, json } = await ask('POST', list, {
      name: 'North',
      gate: 'Yard',
      ends_at: '2900-01-10T20:00:00+00:00',
      events: [eventId],
    })
    expect(status).toBe(201)
    const settings = {
      name: 'North',
      gate: 'Yard',
      role: 'steward',
      events: [eventId],
      archived: false,
      ends_at: '2900-01-10T20:00:00.000000+00:00',
    }
    expect(json).toMatchObject({ ...settings, state: 'waiting', claimed: false, last_seen_at: null })
    const { api_key } = (await pair(json)).json
    expect((await pair(json)).json.code).toBe('token_used')
    expect(await test(api_key)).toBe(200)

    const read = await ask('GET', `${list}${json.uuid}/`)
    expect(read.json).toMatchObject({ ...settings, state: 'paired', claimed: true })
    expect(read.json.paired_at).toMatch(/^20/)
    const all = await ask('GET', list)
    expect(all.json).toContainEqual({ ...read.json, last_seen_at: expect.any(String) })
    for (const { text } of [read, all]) {
      expect(text).not.toContain('pairing')
      expect(text).not.toContain(api_key)
      expect(text).not.toContain(otherPhone.id)
    }
    const log = await (await staffOf(server, hall)).show(`/admin/audit/?of=${json.uuid}`)
    expect(log.text).toContain('robot')
  })

  it('is one of many, all of them or none', async () => {
    const { status, json } = await ask('POST', `${list}batch/`, { names: ['Left', ' Right '], gate: 'Yard' })
    expect(status).toBe(201)
    expect(json.map(({ name, gate }: Answer['json']) => [name, gate])).toEqual([
      ['Left', 'Yard'],
      ['Right', 'Yard'],
    ])
    for (const made of json) expect((await pair(made)).json.device_name).toBe(made.name)
    const refused = await ask('POST', `${list}batch/`, {
      names: ['Fine', 'Lost'],
      events: [hall.eventId, other.eventId],
    })
    expect([refused.status, Object.keys(refused.json.errors)]).toEqual([400, ['events']])
    expect(await rowsNamed('Fine')).toEqual([])
    for (const names of [[], Array.from({ length: 51 }, () => 'x'), [' ']]) {
      const { status, json: said } = await ask('POST', `${list}batch/`, { names })
      expect([status, Object.keys(said.errors)[0]]).toEqual([400, expect.stringMatching(/^names/)])
    }
  })

  // Seen red with a new key for each request.
  it('is made once, however often its request comes, also at once', async () => {
    const again = randomUUID()
    const send = (names: string[], sent: Sent = { again }) => ask('POST', `${list}batch/`, { names }, sent)
    const answers = await Promise.all([send(['Once', 'Only']), send(['Once', 'Only'])])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 201])
    const repeat = await send(['Only', 'Once'])
    expect(repeat.status).toBe(200)
    expect(repeat.json).toMatchObject([
      { name: 'Once', pairing_url: null, pairing_expires_at: null },
      { name: 'Only', pairing_url: null },
    ])
    for (const name of ['Once', 'Only']) expect(await rowsNamed(name)).toHaveLength(1)
    expect((await send(['Once'])).json.code).toBe('idempotency_mismatch')
    expect((await ask('POST', list, { name: 'Else' }, { again })).json.code).toBe('idempotency_mismatch')
    // The same key elsewhere is another one.
    const elsewhere = await server.send(other.slug, 'POST', list, {
      key: keys.stranger,
      body: { name: 'Once' },
      headers: { 'idempotency-key': again },
    })
    expect(elsewhere.status).toBe(201)
    expect(await rowsNamed('Once')).toHaveLength(2)
  })

  /** Seen red with the names alone compared: the first devices, with their role, for whatever was asked. */
  it('is refused under the same key with anything else, and known after it was renamed', async () => {
    const again = randomUUID()
    const ends_at = '2900-01-01T20:00:00Z'
    const body = { names: ['Kept', 'Alike'], gate: 'Yard', role: 'steward', events: [hall.eventId], ends_at }
    const made = await ask('POST', `${list}batch/`, body, { again })
    expect(made.status).toBe(201)
    for (const changed of [
      { role: 'supervisor' },
      { events: null },
      { gate: 'Street' },
      { ends_at: null },
      { names: ['Kept'] },
      { names: ['Kept', 'Other'] },
    ]) {
      const { status, json } = await ask('POST', `${list}batch/`, { ...body, ...changed }, { again })
      expect([status, json.code], JSON.stringify(changed)).toEqual([422, 'idempotency_mismatch'])
    }
    await ask('PATCH', `${list}${made.json[0].uuid}/`, { name: 'Renamed', role: 'supervisor' })
    const repeat = await ask('POST', `${list}batch/`, { ...body, names: ['Alike', 'Kept'] }, { again })
    expect([repeat.status, repeat.json.length]).toEqual([200, 2])
    expect(await rowsNamed('Other')).toEqual([])
  })

  it('is changed from its next call on, by the fields that are sent', async () => {
    const { uuid, key } = await paired({ name: 'Changed', gate: 'Yard', events: [hall.eventId] })
    const change = (body: object) => ask('PATCH', `${list}${uuid}/`, body)
    expect((await change({ role: 'supervisor', events: null })).json).toMatchObject({
      name: 'Changed',
      gate: 'Yard',
      role: 'supervisor',
      events: null,
      ends_at: null,
    })
    expect((await change({ gate: null, name: 'Other' })).json).toMatchObject({ name: 'Other', gate: '' })
    expect((await change({ ends_at: '2020-01-01T00:00:00Z' })).json.errors).toHaveProperty('ends_at')
    expect((await change({ name: '' })).json.errors).toHaveProperty('name')
    const at = { authorization: `Api-Key ${key}` }
    const events = await server.send(hall.slug, 'GET', '/scan/events/', { headers: at })
    expect(events.json.device).toMatchObject({ name: 'Other', role: 'supervisor' })
  })

  it('that ends goes on with its key when it is given a later end', async () => {
    const { uuid, key } = await paired({ name: 'Ending' })
    await client.query(`update device set ends_at = now() - interval '1 hour' where id = $1`, [uuid])
    const over = await ask('GET', `${list}${uuid}/`)
    expect(over.json.state).toBe('ended')
    expect((await ask('POST', `${list}${uuid}/pairing-code/`)).json.code).toBe('device_archived')
    expect((await ask('PATCH', `${list}${uuid}/`, { ends_at: null })).json.state).toBe('paired')
    expect(await test(key)).toBe(200)
  })

  it('is given another code, which ends the key of its former phone', async () => {
    const { uuid, key } = await paired({ name: 'Lost phone' })
    const issued = await ask('POST', `${list}${uuid}/pairing-code/`)
    expect([issued.status, issued.json.device, issued.json.name]).toEqual([201, uuid, 'Lost phone'])
    expect(await test(key)).toBe(401)
    expect(await test((await pair(issued.json)).json.api_key)).toBe(200)
  })

  it('is archived for good: its next call is refused', async () => {
    const { uuid, key } = await paired({ name: 'Gone' })
    const archive = () => ask('POST', `${list}${uuid}/archive/`)
    for (const { status, json } of [await archive(), await archive()])
      expect([status, json.state, json.archived]).toEqual([200, 'archived', true])
    // Seen red while every repeat was noted as an archive of its own.
    const noted = `select from audit_entry where subject_id = $1 and action = 'device.archived'`
    expect((await client.query(noted, [uuid])).rows).toHaveLength(1)
    expect(await test(key)).toBe(403)
    expect((await ask('PATCH', `${list}${uuid}/`, { name: 'Back' })).status).toBe(404)
    expect((await ask('POST', `${list}${uuid}/pairing-code/`)).status).toBe(404)
  })
})

describe('a key', () => {
  // Seen red without requireOverRole: the phone of such a supervisor lists every ticket and its holder.
  it('that may not read tickets makes no supervisor, and takes none over', async () => {
    const write = { key: keys.write }
    const made = await ask('POST', list, { name: 'Steward' }, write)
    expect(made.status).toBe(201)
    for (const [path, body] of [
      [list, { name: 'Spy', role: 'supervisor' }],
      [`${list}batch/`, { names: ['Spy'], role: 'supervisor' }],
    ] as const)
      expect((await ask('POST', path, body, write)).json.code).toBe('permission_denied')
    const own = `${list}${made.json.uuid}/`
    expect((await ask('PATCH', own, { role: 'supervisor' }, write)).json.code).toBe('permission_denied')
    const supervisor = await paired({ name: 'Supervisor', role: 'supervisor' })
    const code = await ask('POST', `${list}${supervisor.uuid}/pairing-code/`, undefined, write)
    expect(code.json.code).toBe('permission_denied')
    expect(await test(supervisor.key)).toBe(200)
    expect(await rowsNamed('Spy')).toEqual([])
  })

  it('of another organisation sees, changes and ends nothing here', async () => {
    const before = await client.query('select * from device where id = $1', [phone.id])
    const theirs = (method: string, path: string, body?: object) =>
      server.send(other.slug, method, path, { key: keys.stranger, ...(body === undefined ? {} : { body }) })
    expect((await theirs('GET', list)).text).not.toContain(phone.id)
    for (const [method, end, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { name: 'Taken' }],
      ['POST', 'pairing-code/', undefined],
      ['POST', 'archive/', undefined],
    ] as const)
      expect((await theirs(method, `${list}${phone.id}/${end}`, body)).status, end).toBe(404)
    const { rows } = await client.query('select * from device where id = $1', [phone.id])
    expect(rows).toEqual(before.rows)
    expect((await ticket()).id).toBeTruthy()
  })
})
