import { createPublicKey, randomUUID } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { createKey } from '../harness/box-office.ts'
import { untilOlderTransactionsEnd } from '../harness/database.ts'
import { insertEvent, insertTickets, pairPhone, qrCodesOf } from '../harness/door.ts'
import { makeFormerKey } from '../harness/former-key.ts'
import { holderName, lookupOf, openHolder } from '../harness/holder.ts'
import { twoDoors } from '../harness/two-tenants.ts'

/**
 * What a device keeps to scan without network (ADR 0182). Seen red with one key for all holders, without changes of the booking or of its
 * other tickets, with the prices of the page alone, with the cursor in the ETag, and with the newest transaction in place of the oldest
 * that was under way.
 */
const { server, client, hall, other, phone, otherPhone } = await twoDoors()

type Row = { lookup: string; ticket_hash?: string; state: string; price: number; holder: string; scanned_by?: string }

async function snapshot(event: string, cursor?: string, key = phone.key, headers = {}) {
  const query = new URLSearchParams({ event, ...(cursor === undefined ? {} : { cursor }) })
  return server.send(hall.slug, 'GET', `/scan/snapshot/?${query}`, { key, headers })
}

/** Everything, page by page. */
async function readAll(event: string, from?: string) {
  const rows: Row[] = []
  for (let cursor = from; ; ) {
    const { status, json } = await snapshot(event, cursor)
    expect(status).toBe(200)
    rows.push(...json.tickets)
    cursor = json.cursor
    if (!json.more) return { rows, cursor: String(cursor), last: json }
  }
}

/** Everything, with a cursor that nothing else under way holds back: what the next reading tells came after it. */
async function readSettled(event: string, from?: string) {
  await untilOlderTransactionsEnd(client)
  return readAll(event, from)
}

const codeOf = async (id: string) => (await qrCodesOf(server, hall.slug, [id])).get(id) ?? ''

it('says how each ticket of the event stands, and nobody’s name without the ticket', async () => {
  const eventId = await insertEvent(client, hall.tenantId, { name: 'Snapshot night' })
  const [one = '', two = ''] = await insertTickets(client, hall, { eventId, count: 2 })
  const [gone = ''] = await insertTickets(client, hall, { eventId, cancelled: true, status: 'not_active' })
  const [unpaid = ''] = await insertTickets(client, hall, { eventId, reservationStatus: 'unpaid' })
  const [inside = ''] = await insertTickets(client, hall, { eventId, status: 'scanned', scannedBy: phone.id })
  const elsewhere = await insertTickets(client, hall)
  const answer = await snapshot(eventId)
  expect(answer.status).toBe(200)
  expect(answer.json).toMatchObject({
    success: true,
    more: false,
    total: 5,
    event: { uuid: eventId, name: 'Snapshot night', offline_policy: 'ask', canceled: false },
    prices: [{ uuid: hall.priceId, price: 'Full price', product: 'Friday night', scan_note: null }],
    devices: [{ uuid: phone.id, name: 'Door 1' }],
  })
  const rows = new Map((answer.json.tickets as Row[]).map((row) => [row.lookup, row]))
  const stateOf = async (id: string) => rows.get(lookupOf(await codeOf(id)))?.state
  expect([await stateOf(one), await stateOf(two)]).toEqual(['not_scanned', 'not_scanned'])
  expect([await stateOf(gone), await stateOf(unpaid)]).toEqual(['canceled', 'unpaid'])
  expect(await stateOf(inside)).toBe('scanned')
  expect(rows.get(lookupOf(await codeOf(inside)))?.scanned_by).toBe(phone.id)
  expect(await stateOf(elsewhere[0] ?? '')).toBeUndefined()
  for (const secret of ['Lovelace', 'example.org', one, two, (await codeOf(one)).split(':')[1]])
    expect(answer.text).not.toContain(secret)
  expect(answer.text).not.toMatch(holderName)
  const holder = String(rows.get(lookupOf(await codeOf(one)))?.holder)
  const companion = lookupOf(await codeOf(two)).slice(0, 12)
  expect(openHolder(await codeOf(one), holder)).toEqual({ f: 'Ada', l: 'Lovelace', g: [companion] })
  // Neither the ticket of the companion opens it, nor one that is not genuine.
  expect(openHolder(await codeOf(two), holder)).toBeNull()
  expect(openHolder(`${(await codeOf(one)).split(':')[0]}:${'A'.repeat(86)}`, holder)).toBeNull()
})

/**
 * A code of another server has another signature each time: the ticket is named by what is signed of it in ours, and its holder opens by that.
 * Seen red with the signing keys alone.
 */
it('has a row more for each ticket, and the keys, where the event has keys of another server', async () => {
  const eventId = await insertEvent(client, hall.tenantId, { name: 'Moved night' })
  const [one = '', two = ''] = await insertTickets(client, hall, { eventId, count: 2 })
  const before = await readSettled(eventId)
  expect(before.last).toMatchObject({ total: 2, former_keys: [] })
  const { publicKey, codeOf: formerCode } = makeFormerKey()
  const key = await createKey(server, hall.slug, ['--permission', 'ticket:secret'])
  const path = `/api/events/${eventId}/former-ticket-keys/`
  const { json: added } = await server.send(hall.slug, 'POST', path, { key, body: { public_key: publicKey } })
  const { n, e } = createPublicKey(publicKey).export({ format: 'jwk' })
  // What changed is nothing; that there are more rows makes a device begin anew.
  const changed = await readSettled(eventId, before.cursor)
  expect(changed.last).toMatchObject({ tickets: [], total: 4, former_keys: [{ kid: added.uuid, n, e }] })
  const { rows } = await readSettled(eventId)
  const ownLookup = lookupOf(await codeOf(one))
  const signed = (id: string) => Buffer.from(JSON.stringify({ uuid: id })).toString('base64url')
  const row = rows.find(({ lookup }) => lookup === lookupOf(signed(one)))
  expect(rows).toHaveLength(4)
  const own = rows.find(({ lookup }) => lookup === ownLookup)
  expect([row?.ticket_hash, own?.ticket_hash]).toEqual([lookupOf(signed(one)), lookupOf(signed(one))])
  expect(before.rows.map(({ ticket_hash }) => ticket_hash)).toEqual([undefined, undefined])
  expect(openHolder(`:${signed(one)}`, row?.holder ?? '')).toEqual({
    f: 'Ada',
    l: 'Lovelace',
    g: [lookupOf(signed(two)).slice(0, 12)],
  })
  expect(openHolder(formerCode(one), row?.holder ?? '')).toBeNull()
  expect(changed.last).toMatchObject({ former_keys_elsewhere: [] })
  const elsewhere = (await snapshot(hall.eventId)).json
  expect(elsewhere).toMatchObject({
    former_keys: [],
    former_keys_elsewhere: [{ kid: added.uuid, n, e, event: eventId }],
  })
  const theirs = await server.send(other.slug, 'GET', `/scan/snapshot/?event=${other.eventId}`, { key: otherPhone.key })
  expect([theirs.status, theirs.json.former_keys_elsewhere]).toEqual([200, []])
  // A queue names it so, also where no snapshot was made of it.
  const [late = ''] = await insertTickets(client, hall, { eventId })
  const scan = { lookup: lookupOf(signed(late)), event_uuid: eventId, nonce: randomUUID(), result: 'admitted' }
  const body = { scans: [{ ...scan, scanned_at: new Date().toISOString() }] }
  const told = await server.send(hall.slug, 'POST', '/scan/batch/', { key: phone.key, body })
  expect(told.json.scans).toMatchObject([{ acknowledged: true, success: true }])
  const { rows: tickets } = await client.query('select status from ticket where id = $1', [late])
  expect(tickets).toEqual([{ status: 'scanned' }])
})

it('tells only what changed since, whatever changed it, and 304 when nothing did', async () => {
  const eventId = await insertEvent(client, hall.tenantId, { name: 'Changing night' })
  const [first = ''] = await insertTickets(client, hall, { eventId })
  const [second = ''] = await insertTickets(client, hall, { eventId })
  const [third = ''] = await insertTickets(client, hall, { eventId })
  const [apart = ''] = await insertTickets(client, hall, { eventId })
  const all = await readSettled(eventId)
  expect(all.rows).toHaveLength(4)
  const same = await snapshot(eventId, all.cursor)
  expect(same.json).toMatchObject({ tickets: [], cursor: all.cursor, total: 4 })
  const tag = String(same.headers['etag'])
  const again = await snapshot(eventId, all.cursor, phone.key, { 'if-none-match': tag })
  expect([again.status, again.text]).toEqual([304, ''])
  // A scan.
  const scan = { key: phone.key, body: { qrcode_data: await codeOf(first) } }
  expect((await server.send(hall.slug, 'POST', '/scan/ticket/', scan)).json.success).toBe(true)
  const scanned = await readSettled(eventId, all.cursor)
  expect(scanned.rows.map(({ lookup, state }) => [lookup, state])).toEqual([[lookupOf(await codeOf(first)), 'scanned']])
  const changed = await snapshot(eventId, all.cursor, phone.key, { 'if-none-match': tag })
  expect(changed.status).toBe(200)
  // It is undone; the booking of another is cancelled, which touches the booking alone here.
  await server.cli('ticket', 'undo', '--tenant', hall.slug, first)
  await client.query(
    "update reservation set status = 'cancelled' where id = (select reservation_id from ticket where id = $1)",
    [apart],
  )
  const both = await readSettled(eventId, scanned.cursor)
  const expected = [
    [lookupOf(await codeOf(first)), 'not_scanned'],
    [lookupOf(await codeOf(apart)), 'canceled'],
  ]
  expect(both.rows.map(({ lookup, state }) => [lookup, state]).toSorted()).toEqual(expected.toSorted())
  // A name is put right: only whoever holds the ticket sees it.
  await client.query("update ticket set first_name = 'Grace' where id = $1", [second])
  const { rows } = await readSettled(eventId, both.cursor)
  expect(rows).toHaveLength(1)
  expect(openHolder(await codeOf(second), rows[0]?.holder ?? '')?.['f']).toBe('Grace')
  expect(third).not.toBe('')
})

it('tells whoever comes along that the group is another, and of every price how it is called now', async () => {
  const eventId = await insertEvent(client, hall.tenantId, { name: 'Class night' })
  const [one = '', two = '', three = ''] = await insertTickets(client, hall, { eventId, count: 3 })
  await insertTickets(client, hall, { eventId })
  const namesOf = async (row: Row | undefined, id: string) => openHolder(await codeOf(id), row?.holder ?? '')?.['g']
  const before = await readSettled(eventId)
  await client.query("update ticket set holder_email = 'grace@example.org' where id = $1", [three])
  const after = await readSettled(eventId, before.cursor)
  const rows = new Map(after.rows.map((row) => [row.lookup, row]))
  expect(rows.size).toBe(3)
  const lookup = lookupOf(await codeOf(one))
  expect(await namesOf(rows.get(lookup), one)).toEqual([lookupOf(await codeOf(two)).slice(0, 12)])
  // Nothing of the tickets is new, and yet the answer is.
  const none = await snapshot(eventId, after.cursor)
  expect(none.json).toMatchObject({ tickets: [], prices: [{ uuid: hall.priceId, scan_note: null }] })
  await client.query("update price set scan_note = 'Give the blue wristband.' where id = $1", [hall.priceId])
  const headers = { 'if-none-match': String(none.headers['etag']) }
  const named = await snapshot(eventId, after.cursor, phone.key, headers)
  expect(named.status).toBe(200)
  expect(named.json).toMatchObject({ tickets: [], prices: [{ scan_note: 'Give the blue wristband.' }] })
  await client.query('update price set scan_note = null where id = $1', [hall.priceId])
  // And of an event that is cancelled.
  await client.query('update event set cancelled_at = now() where id = $1', [eventId])
  expect((await snapshot(eventId, after.cursor)).json).toMatchObject({ tickets: [], event: { canceled: true } })
})

it('is the same from the beginning while nothing changes, whatever else the database does', async () => {
  const eventId = await insertEvent(client, hall.tenantId, { name: 'Quiet night' })
  const [ticket = ''] = await insertTickets(client, hall, { eventId })
  const first = await snapshot(eventId)
  await insertTickets(client, hall)
  const headers = { 'if-none-match': String(first.headers['etag']) }
  expect((await snapshot(eventId, undefined, phone.key, headers)).status).toBe(304)
  // The cursor of the answer that the device has still tells all that comes.
  await client.query("update ticket set first_name = 'Grace' where id = $1", [ticket])
  expect((await snapshot(eventId, undefined, phone.key, headers)).status).toBe(200)
  expect((await readAll(eventId, first.json.cursor)).rows).toHaveLength(1)
})

/** What was not committed when the snapshot was read is in the next one, though its transaction began before. */
it('misses nothing of a transaction that was under way', async () => {
  const eventId = await insertEvent(client, hall.tenantId, { name: 'Slow night' })
  const [slow = ''] = await insertTickets(client, hall, { eventId })
  const [quick = ''] = await insertTickets(client, hall, { eventId })
  const { cursor: before } = await readSettled(eventId)
  const late = await server.database.connect()
  onTestFinished(() => late.end())
  await late.query('begin')
  await late.query("update ticket set first_name = 'Late' where id = $1", [slow])
  await client.query("update ticket set first_name = 'Quick' where id = $1", [quick])
  const during = await readAll(eventId, before)
  expect(during.rows.map(({ lookup }) => lookup)).toEqual([lookupOf(await codeOf(quick))])
  await late.query('commit')
  const after = await readAll(eventId, during.cursor)
  expect(after.rows.map(({ lookup }) => lookup)).toContain(lookupOf(await codeOf(slow)))
})

it('comes in pages', async () => {
  const eventId = await insertEvent(client, hall.tenantId, { name: 'Large night' })
  for (let booking = 0; booking < 21; booking++) await insertTickets(client, hall, { eventId, count: 100 })
  const first = await snapshot(eventId)
  expect([first.json.tickets.length, first.json.more, first.json.total]).toEqual([2000, true, 2100])
  const all = await readSettled(eventId)
  expect(new Set(all.rows.map(({ lookup }) => lookup)).size).toBe(2100)
  expect((await readSettled(eventId, all.cursor)).rows).toEqual([])
})

it('is of the events of this device and of this organisation', async () => {
  const others = await insertEvent(client, other.tenantId, { name: 'Elsewhere' })
  expect((await snapshot(others)).status).toBe(404)
  expect((await snapshot(randomUUID())).status).toBe(404)
  expect((await snapshot(hall.eventId, undefined, otherPhone.key)).status).toBe(401)
  const limited = await pairPhone(server, hall.slug, 'Only tonight')
  await client.query('update device set event_ids = $2 where id = $1', [limited.id, [hall.eventId]])
  const another = await insertEvent(client, hall.tenantId, { name: 'Another night' })
  expect((await snapshot(hall.eventId, undefined, limited.key)).status).toBe(200)
  expect((await snapshot(another, undefined, limited.key)).status).toBe(404)
})

it('refuses a cursor that is none, and begins anew with one of another database', async () => {
  for (const cursor of ['x', 'AAAA', Buffer.from('a b c d').toString('base64url')]) {
    const { status, json } = await snapshot(hall.eventId, cursor)
    expect([status, json.code, Object.keys(json.errors)]).toEqual([400, 'validation_failed', ['cursor']])
  }
  const eventId = await insertEvent(client, hall.tenantId, { name: 'Restored night' })
  await insertTickets(client, hall, { eventId })
  const { cursor } = await readSettled(eventId)
  const [, ...rest] = Buffer.from(cursor, 'base64url').toString().split(' ')
  const foreign = Buffer.from(['1.1', ...rest].join(' ')).toString('base64url')
  expect((await readSettled(eventId, foreign)).rows).toHaveLength(1)
})
