import { createHash, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { insertEvent, insertTickets, openDoor, pairPhone } from '../harness/door.ts'
import { doorQueue } from '../harness/door-queue.ts'
import { staffOf } from '../harness/staff.ts'
import { patienceMs } from '../harness/patience.ts'
import { twoDoors } from '../harness/two-tenants.ts'

/**
 * Answers that a device did not get, and what it tells when the network is back (ADR 0182). Seen red with nonces of a group that no
 * device knows, a group led by a cancelled ticket, lookups of events that are on and of keys that are good now alone, a fault that fails
 * the whole queue, what is unknown acknowledged at once, and a device that ended refused altogether.
 */
const { server, client, hall, other, phone, otherPhone } = await twoDoors()
const { codeOf, lookupOf, row, send, logOf, statusOf, insideOf } = doorQueue(server, client, hall, phone)

/** As docs/interface/scanning.md has it. */
function groupNonce(nonce: string, lookup: string): string {
  const bytes = createHash('sha256').update(`${nonce} ${lookup}`).digest().subarray(0, 16)
  bytes[6] = (Number(bytes[6]) & 0x0f) | 0x80
  bytes[8] = (Number(bytes[8]) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const group = async (shown: string, fields: object = {}) =>
  server.send(hall.slug, 'POST', '/scan/group/', {
    key: phone.key,
    body: { qrcode_data: await codeOf(shown), nonce: randomUUID(), ...fields },
  })

it('knows the people of a group again that come in a batch, since the answer of the group was lost', async () => {
  expect(groupNonce('0197a3c2-6c1e-7d4b-9a51-3f0d5c8e2b11', '3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA')).toBe(
    'fc69a0db-0c4c-8d42-96d1-8889228f19b3',
  )
  const eventId = await insertEvent(client, hall.tenantId, { name: 'School class' })
  const [shown = '', ...others] = await insertTickets(client, hall, { eventId, count: 4 })
  const nonce = randomUUID()
  const lost = await group(shown, { nonce, event_uuid: eventId })
  expect(lost.json).toMatchObject({ success: true, scans: [{}, {}, {}] })
  const scans = [await row(shown, { event_uuid: eventId })]
  for (const id of others)
    scans.push(await row(id, { event_uuid: eventId, nonce: groupNonce(nonce, await lookupOf(id)) }))
  for (const _ of ['once', 'again']) {
    const { json } = await send(scans)
    expect(json.scans).toEqual(
      scans.map((scan) => expect.objectContaining({ nonce: scan['nonce'], message: 'Scan recorded' })),
    )
    expect(await insideOf(eventId)).toBe(4)
  }
  for (const id of others) expect(await logOf(id)).toMatchObject([{ result: 'admitted', conflict: null }])
  // The other way round: the batch was first, and the group comes once more.
  expect((await group(shown, { nonce, event_uuid: eventId })).json).toEqual(lost.json)
  expect(await insideOf(eventId)).toBe(4)
})

it.each([
  ['canceled', { cancelled: true, status: 'not_active' }],
  ['not_active', { status: 'not_active' }],
] as const)('lets nobody in with a ticket that is %s itself', async (code, seed) => {
  const eventId = await insertEvent(client, hall.tenantId, { name: `Led by ${code}` })
  const [shown = '', friend = ''] = await insertTickets(client, hall, { eventId, count: 2 })
  await client.query('update ticket set status = $2, cancelled_at = $3 where id = $1', [
    shown,
    seed.status,
    'cancelled' in seed ? new Date() : null,
  ])
  const nonce = randomUUID()
  for (const _ of ['once', 'again']) {
    const { json } = await group(shown, { nonce })
    expect(json).toMatchObject({ success: false, scans: [{ success: false, code, ticket: { uuid: shown } }] })
  }
  expect([await statusOf(friend), await insideOf(eventId)]).toEqual(['not_scanned', 0])
  expect((await logOf(shown)).map(({ result }) => result)).toEqual([code])
  // Whoever is in already may bring the others.
  const [leader = '', companion = ''] = await insertTickets(client, hall, { eventId, count: 2 })
  const scan = { key: phone.key, body: { qrcode_data: await codeOf(leader) } }
  await server.send(hall.slug, 'POST', '/scan/ticket/', scan)
  expect((await group(leader)).json).toMatchObject({ success: true, scans: [{ success: true }] })
  expect(await statusOf(companion)).toBe('scanned')
  const theirs = { key: otherPhone.key, body: { qrcode_data: await codeOf(leader), nonce: randomUUID() } }
  expect((await server.send(other.slug, 'POST', '/scan/group/', theirs)).status).toBe(400)
})

const days = (count: number) => new Date(Date.now() - count * 86_400_000)

it.each([
  ['cancelled', 'cancelled_at = now()'],
  ['archived', 'archived = true, published = false'],
  ['over since three days', "starts_at = now() - interval '3 days'"],
])('notes what was scanned at an event that is %s by now, and that no snapshot had', async (name, change) => {
  const eventId = await insertEvent(client, hall.tenantId, { name: `Event ${name}` })
  await client.query(`update event set ${change} where id = $1`, [eventId])
  const [named = '', unnamed = ''] = await insertTickets(client, hall, { eventId, count: 2 })
  const rows = [await row(unnamed, { event_uuid: null }), await row(named, { event_uuid: eventId })]
  for (const scan of rows)
    expect((await send([scan])).json.scans[0]).toMatchObject({ acknowledged: true, success: true })
  expect([(await logOf(named)).length, (await logOf(unnamed)).length]).toEqual([1, 1])
})

it('notes what was scanned long ago, where the row names the event', async () => {
  const eventId = await insertEvent(client, hall.tenantId, { name: 'Last month', startsAt: days(30) })
  const [ticket = ''] = await insertTickets(client, hall, { eventId })
  const scan = await row(ticket, { event_uuid: eventId, scanned_at: days(30).toISOString() })
  expect((await send([scan])).json.scans[0]).toMatchObject({ acknowledged: true, success: true })
  expect(await statusOf(ticket)).toBe('scanned')
})

it('notes codes that a retired key signed, and tickets that were sold since it looked', async () => {
  const old = await openDoor(server, client, 'The Old Key', { startsAt: days(2) })
  const stand = doorQueue(server, client, old, await pairPhone(server, old.slug))
  const [first = '', second = ''] = await insertTickets(client, old, { count: 2 })
  const [before, unasked] = [await stand.row(first), await stand.row(second)]
  await server.cli('signing-key', 'rotate', '--tenant', old.slug)
  expect((await stand.row(first))['lookup']).not.toBe(before['lookup'])
  for (const scan of [before, unasked])
    expect((await stand.send([scan])).json.scans[0]).toMatchObject({ success: true })
  const [later = ''] = await insertTickets(client, old)
  expect((await stand.send([await stand.row(later)])).json.scans[0]).toMatchObject({ success: true })
  expect(await stand.insideOf(old.eventId)).toBe(3)
})

it('leaves a ticket that may become known with the device, for a week', async () => {
  const [any = ''] = await insertTickets(client, hall)
  const lookup = 'A'.repeat(43)
  const answerOf = async (fields: object) => (await send([await row(any, { lookup, ...fields })])).json.scans[0]
  const notFound = { success: false, code: 'ticket_not_found' }
  for (const event_uuid of [null, other.eventId, randomUUID()])
    expect(await answerOf({ event_uuid })).toMatchObject({ ...notFound, acknowledged: false })
  // Every ticket of that event is known, and so is every one that there was a week ago.
  expect(await answerOf({})).toMatchObject({ ...notFound, acknowledged: true })
  expect(await answerOf({ event_uuid: null, scanned_at: days(8).toISOString() })).toMatchObject({
    ...notFound,
    acknowledged: true,
  })
})

it('answers the others of a queue when one meets a fault, and says to send that one again', async () => {
  const [bad = '', good = ''] = await insertTickets(client, hall, { count: 2 })
  const rows = [await row(bad), await row(good)]
  const nonce = String(rows[0]?.['nonce'])
  await client.query(`alter table scan_log add constraint fault check (nonce <> '${nonce}') not valid`)
  const { status, json, headers } = await send(rows)
  await client.query('alter table scan_log drop constraint fault')
  expect(status).toBe(200)
  expect(json.scans).toEqual([
    { nonce, acknowledged: false, success: false, message: 'Not recorded, to be sent again' },
    expect.objectContaining({ acknowledged: true, success: true }),
  ])
  expect([await statusOf(bad), await statusOf(good)]).toEqual(['not_scanned', 'scanned'])
  const line = server
    .output()
    .split('\n')
    .find((text) => text.includes('a scan of a queue failed'))
  expect(JSON.parse(line ?? '{}')).toMatchObject({ level: 50, reqId: headers['x-request-id'] })
  expect((await send(rows)).json.scans.map(({ success }: { success: boolean }) => success)).toEqual([true, true])
})

it.each([
  ['that the process knows', true],
  ['that the process has never seen', false],
])(
  'takes all that a device %s scanned, flags what came after its end, and takes nothing of an archived one',
  async (_, isKnown) => {
    const ended = await pairPhone(server, hall.slug, 'Until midnight')
    const eventId = await insertEvent(client, hall.tenantId, { name: `Past midnight ${isKnown}` })
    const [before = '', after = '', never = '', twice = ''] = await insertTickets(client, hall, { eventId, count: 4 })
    const end = new Date(Date.now() - 120_000)
    const late = new Date(end.getTime() + 60_000).toISOString()
    const scans = [
      await row(before, { event_uuid: eventId, scanned_at: end.toISOString() }),
      await row(after, { event_uuid: eventId, scanned_at: late }),
      await row(twice, { event_uuid: eventId, scanned_at: late, result: 'already_scanned' }),
    ]
    const events = async () => (await server.send(hall.slug, 'GET', '/scan/events/', { key: ended.key })).status
    if (isKnown) expect(await events()).toBe(200)
    await client.query('update device set ends_at = $2 where id = $1', [ended.id, end])
    if (isKnown) expect(await events()).toBe(403)
    const { status, json } = await send(scans, ended.key)
    expect(status).toBe(200)
    expect(json.scans).toMatchObject([
      { acknowledged: true, success: true, message: 'Scan recorded' },
      { acknowledged: true, success: true, message: 'Scan recorded, with a conflict', code: 'wrong_event' },
      { acknowledged: true, success: true, message: 'Scan recorded' },
    ])
    expect((await send(scans, ended.key)).json.scans).toEqual(json.scans)
    expect([await statusOf(before), await statusOf(after), await statusOf(twice), await insideOf(eventId)]).toEqual([
      'scanned',
      'scanned',
      'not_scanned',
      2,
    ])
    expect(await logOf(after)).toMatchObject([
      { result: 'admitted', conflict: 'device_ended', event_id: eventId, device_id: ended.id },
    ])
    expect(await logOf(twice)).toMatchObject([{ result: 'already_scanned', conflict: null }])
    // Nobody comes in with it again, and staff sees it.
    const again = { key: phone.key, body: { qrcode_data: await codeOf(after) } }
    expect((await server.send(hall.slug, 'POST', '/scan/ticket/', again)).json.code).toBe('already_scanned')
    const staff = await staffOf(server, hall)
    expect((await staff.show('/admin/')).text).toContain('after the device expired')
    expect(await events()).toBe(403)
    await server.cli('device', 'archive', '--tenant', hall.slug, ended.id)
    const rest = await send([await row(never, { scanned_at: end.toISOString() })], ended.key)
    expect([rest.status, rest.json.code, await statusOf(never)]).toEqual([403, 'device_archived', 'not_scanned'])
  },
)

/** Seen red without either field. */
it('tells a device until when it may scan, and the time by which that is', async () => {
  const until = await pairPhone(server, hall.slug, 'Until tomorrow')
  const events = async (key: string) => (await server.send(hall.slug, 'GET', '/scan/events/', { key })).json
  expect((await events(until.key)).device.ends_at).toBeNull()
  const end = new Date(Date.now() + 86_400_000)
  await client.query('update device set ends_at = $2 where id = $1', [until.id, end])
  const { device, timestamp } = await events(until.key)
  expect(new Date(device.ends_at)).toEqual(end)
  expect(Math.abs(Date.parse(timestamp) - Date.now())).toBeLessThan(patienceMs)
  expect((await events(otherPhone.key)).code).toBe('key_invalid')
})

/**
 * Seen red with the scan left standing, undone although somebody else is inside with the ticket or it was used anew, with the second
 * thoughts of a device not noted, and with a refusal of its list unknown to the question.
 */
describe('whom the service admitted too late, and the device turned away', () => {
  /** The service noted the question, and nobody heard its answer. */
  async function admittedUnheard(name: string) {
    const eventId = await insertEvent(client, hall.tenantId, { name })
    const [ticket = ''] = await insertTickets(client, hall, { eventId })
    const nonce = randomUUID()
    const scan = async (key = phone.key, asked: string | null = null) =>
      server.send(hall.slug, 'POST', '/scan/ticket/', {
        key,
        body: { qrcode_data: await codeOf(ticket), event_uuid: eventId, nonce: asked },
      })
    expect((await scan(phone.key, nonce)).json.success).toBe(true)
    const decided = async (result: string) =>
      (await send([await row(ticket, { event_uuid: eventId, nonce, result })])).json.scans[0]
    return { eventId, ticket, nonce, scan, decided }
  }
  const resultsOf = async (ticket: string) => (await logOf(ticket)).map(({ result }) => result)
  const noted = { acknowledged: true, success: true, message: 'Scan recorded' }

  it.each(['ticket_not_found', 'canceled', 'already_scanned'])(
    'is not inside, and may come in later: %s',
    async (result) => {
      const { eventId, ticket, scan, decided } = await admittedUnheard(`Turned away: ${result}`)
      expect(await insideOf(eventId)).toBe(1)
      for (const _ of ['once', 'again']) {
        expect(await decided(result)).toMatchObject(noted)
        expect([await insideOf(eventId), await statusOf(ticket)]).toEqual([0, 'not_scanned'])
        expect((await resultsOf(ticket)).toSorted()).toEqual(['admitted', result, 'undone'].toSorted())
      }
      const log = await logOf(ticket)
      const admission = log.find((one) => one.result === 'admitted')
      expect(log.find((one) => one.result === 'undone')).toMatchObject({
        undone_scan_id: admission.id,
        device_id: phone.id,
        prior_device_id: phone.id,
      })
      expect((await scan()).json.success).toBe(true)
      expect(await decided(result)).toMatchObject(noted)
      expect([await insideOf(eventId), await statusOf(ticket)]).toEqual([1, 'scanned'])
    },
  )

  it('is inside when the device lets them in after all', async () => {
    const { eventId, ticket, decided } = await admittedUnheard('Second thoughts')
    await decided('ticket_not_found')
    for (const _ of ['once', 'again']) {
      expect(await decided('admitted')).toMatchObject(noted)
      expect([await insideOf(eventId), await statusOf(ticket)]).toEqual([1, 'scanned'])
    }
    expect(await decided('ticket_not_found')).toMatchObject(noted)
    expect([await insideOf(eventId), (await resultsOf(ticket)).length]).toEqual([1, 4])
  })

  it('leaves the ticket used where somebody else came in with it', async () => {
    const second = await pairPhone(server, hall.slug, 'The other door')
    const shared = await admittedUnheard('Two with one ticket')
    const conflict = await row(shared.ticket, { event_uuid: shared.eventId })
    expect((await send([conflict], second.key)).json.scans[0].code).toBe('already_scanned')
    expect(await shared.decided('unpaid')).toMatchObject(noted)
    expect(await statusOf(shared.ticket)).toBe('scanned')
    expect((await shared.scan()).json.code).toBe('already_scanned')
    // Undone at the office, and in again by another device: that scan is not this one's.
    const again = await admittedUnheard('In again')
    const staff = await staffOf(server, hall)
    const { rows } = await client.query('select reservation_id from ticket where id = $1', [again.ticket])
    const at = `/admin/reservations/${rows[0].reservation_id}/tickets/${again.ticket}/mistakes/`
    const { id } = (await logOf(again.ticket))[0]
    expect(
      (
        await staff.press(at, [
          ['scan', id],
          ['reason', 'By mistake'],
        ])
      ).status,
    ).toBe(303)
    expect((await again.scan(second.key)).json.success).toBe(true)
    expect(await again.decided('canceled')).toMatchObject(noted)
    expect([await insideOf(again.eventId), await statusOf(again.ticket)]).toEqual([1, 'scanned'])
  })

  it('is told of its refusal when the question comes after it', async () => {
    const { ticket, scan, eventId } = await admittedUnheard('Slower than the queue')
    const [late = ''] = await insertTickets(client, hall, { eventId })
    const nonce = randomUUID()
    const told = await row(late, { event_uuid: eventId, nonce, result: 'ticket_not_found' })
    expect((await send([told])).json.scans[0]).toMatchObject(noted)
    const body = { qrcode_data: await codeOf(late), event_uuid: eventId, nonce }
    const answer = await server.send(hall.slug, 'POST', '/scan/ticket/', { key: phone.key, body })
    expect([answer.status, answer.json.code]).toEqual([404, 'ticket_not_found'])
    expect([await insideOf(eventId), await statusOf(late)]).toEqual([1, 'not_scanned'])
    expect((await scan()).json.ticket.uuid).toBe(ticket)
  })
})
