import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { insertEvent, insertTickets, pairPhone, raceForRows } from '../harness/door.ts'
import { doorQueue } from '../harness/door-queue.ts'
import { staffOf } from '../harness/staff.ts'
import { twoDoors } from '../harness/two-tenants.ts'

/**
 * What devices decided without network, told afterwards (ADR 0182). Seen red with every admitted scan using its ticket, without the
 * lock of the ticket, with the answer that came too late taken for the fact, and without conflicts among those who are inside.
 */
const { server, client, hall, other, phone, otherPhone } = await twoDoors()
const second = await pairPhone(server, hall.slug, 'Door 2')

const { codeOf, row, send, logOf, statusOf, insideOf } = doorQueue(server, client, hall, phone)

it('notes each scan as it happened, once, whatever the others are', async () => {
  const [one = '', two = ''] = await insertTickets(client, hall, { count: 2 })
  const refused = await row(two, { result: 'unpaid' })
  const scanned = await row(one)
  const scans = [scanned, { nonsense: true }, { ...(await row(one)), lookup: 'A'.repeat(43) }, refused, 'none']
  const { status, json } = await send(scans)
  expect(status).toBe(200)
  expect(json).toMatchObject({ success: true, received: 5 })
  const recorded = { acknowledged: true, success: true, message: 'Scan recorded', scan_uuid: expect.any(String) }
  expect(json.scans).toEqual([
    { nonce: scanned['nonce'], ...recorded },
    { nonce: null, acknowledged: true, success: false, message: 'Not a scan', code: 'validation_failed' },
    expect.objectContaining({ acknowledged: true, success: false, code: 'ticket_not_found' }),
    { nonce: refused['nonce'], ...recorded },
    expect.objectContaining({ acknowledged: true, nonce: null, code: 'validation_failed' }),
  ])
  const [log, ...more] = await logOf(one)
  expect(more).toEqual([])
  expect(log).toMatchObject({
    result: 'admitted',
    offline: true,
    conflict: null,
    device_id: phone.id,
    event_id: hall.eventId,
    scanned_at: new Date(String(scanned['scanned_at'])),
  })
  expect([await statusOf(one), await statusOf(two)]).toEqual(['scanned', 'not_scanned'])
  expect((await logOf(two)).map(({ result, offline }) => [result, offline])).toEqual([['unpaid', true]])
  // The answer was lost: the same again.
  expect((await send(scans)).json.scans).toEqual(json.scans)
  expect([(await logOf(one)).length, (await logOf(two)).length]).toEqual([1, 1])
})

it('keeps both facts when two devices admitted one ticket, and counts two people', async () => {
  const eventId = await insertEvent(client, hall.tenantId, { name: 'Twice in' })
  const [ticket = ''] = await insertTickets(client, hall, { eventId })
  const [first, later] = [await row(ticket, { event_uuid: eventId }), await row(ticket, { event_uuid: eventId })]
  expect((await send([first])).json.scans[0]).toMatchObject({ success: true })
  expect((await send([later], second.key)).json.scans[0]).toMatchObject({
    acknowledged: true,
    success: true,
    code: 'already_scanned',
  })
  expect((await logOf(ticket)).map((log) => [log.result, log.conflict, log.device_id, log.prior_device_id])).toEqual([
    ['admitted', null, phone.id, null],
    ['admitted', 'already_scanned', second.id, phone.id],
  ])
  expect(await insideOf(eventId)).toBe(2)
})

it.each([
  ['canceled', { cancelled: true, status: 'not_active' }],
  ['canceled', { reservationStatus: 'cancelled' }],
  ['unpaid', { reservationStatus: 'unpaid' }],
  ['not_active', { status: 'not_active' }],
] as const)('leaves a ticket that is %s as it stands, flags it, and counts the person', async (conflict, seed) => {
  const eventId = await insertEvent(client, hall.tenantId, { name: `Against ${conflict}` })
  const [ticket = ''] = await insertTickets(client, hall, { ...seed, eventId })
  const before = await statusOf(ticket)
  const answer = (await send([await row(ticket, { event_uuid: eventId })])).json.scans[0]
  expect(answer).toMatchObject({ acknowledged: true, success: true, code: conflict })
  expect(await logOf(ticket)).toMatchObject([{ result: 'admitted', conflict }])
  expect(await statusOf(ticket)).toBe(before)
  expect(await insideOf(eventId)).toBe(1)
})

it('flags who came outside the hours, whose ticket is used all the same', async () => {
  const hours = { doorsOpenAt: new Date(Date.now() - 7_200_000), doorsCloseAt: new Date(Date.now() - 3_600_000) }
  const eventId = await insertEvent(client, hall.tenantId, { name: 'Too late', ...hours })
  const [ticket = ''] = await insertTickets(client, hall, { eventId })
  const answer = (await send([await row(ticket, { event_uuid: eventId })])).json.scans[0]
  expect(answer).toMatchObject({ success: true, code: 'outside_window' })
  expect([await statusOf(ticket), await insideOf(eventId)]).toEqual(['scanned', 1])
  // Whoever comes with it once more is somebody else.
  const again = (await send([await row(ticket, { event_uuid: eventId })], second.key)).json.scans[0]
  expect([again.code, await insideOf(eventId)]).toEqual(['already_scanned', 2])
})

it('flags a ticket of another event, which stays good for its own', async () => {
  const eventId = await insertEvent(client, hall.tenantId, { name: 'Another' })
  const [ticket = ''] = await insertTickets(client, hall)
  const answer = (await send([await row(ticket, { event_uuid: eventId })])).json.scans[0]
  expect(answer).toMatchObject({ success: true, code: 'wrong_event' })
  expect([await statusOf(ticket), await insideOf(eventId)]).toEqual(['not_scanned', 1])
})

/** The call took too long, the phone let the person in by itself, and the answer it never saw stands in the log. */
it('knows its own question again, whatever was answered', async () => {
  const [ticket = '', used = ''] = await insertTickets(client, hall, { count: 2 })
  const asked = await row(ticket)
  const scan = async (id: string, nonce: unknown, key = phone.key) =>
    (await server.send(hall.slug, 'POST', '/scan/ticket/', { key, body: { qrcode_data: await codeOf(id), nonce } }))
      .json
  expect(await scan(ticket, asked['nonce'])).toMatchObject({ success: true })
  expect((await send([asked])).json.scans[0]).toMatchObject({ success: true, message: 'Scan recorded' })
  expect(await logOf(ticket)).toHaveLength(1)
  // The other way round: the server said no, the phone had said yes.
  expect(await scan(used, randomUUID(), second.key)).toMatchObject({ success: true })
  const overruled = await row(used)
  expect(await scan(used, overruled['nonce'])).toMatchObject({ code: 'already_scanned' })
  for (const _ of ['once', 'again']) {
    expect((await send([overruled])).json.scans[0]).toMatchObject({ success: true, code: 'already_scanned' })
    expect((await logOf(used)).map(({ result, conflict }) => [result, conflict])).toEqual([
      ['admitted', null],
      ['already_scanned', null],
      ['admitted', 'already_scanned'],
    ])
  }
  // A nonce belongs to one ticket.
  const [third = ''] = await insertTickets(client, hall)
  expect((await send([await row(third, { nonce: asked['nonce'] })])).json.scans[0]).toMatchObject({
    acknowledged: true,
    success: false,
    code: 'nonce_reused',
  })
  expect(await logOf(third)).toEqual([])
})

it('meets itself: two queues with one ticket at once let one in, and flag the other', async () => {
  const [ticket = ''] = await insertTickets(client, hall)
  const rows = [await row(ticket), await row(ticket)]
  const answers = await raceForRows(
    server,
    { text: 'select from ticket where id = $1 for update', values: [ticket] },
    2,
    () => Promise.all([send([rows[0] ?? {}]), send([rows[1] ?? {}], second.key)]),
  )
  expect(answers.map(({ json }) => json.scans[0].code ?? null).toSorted()).toEqual(['already_scanned', null])
  // Whichever came first: the time of each was taken before it waited.
  const conflicts = (await logOf(ticket)).map(({ conflict }) => conflict ?? 'none')
  expect(conflicts.toSorted()).toEqual(['already_scanned', 'none'])
  // And one queue that is sent twice at once is noted once.
  const [again = ''] = await insertTickets(client, hall)
  const same = await row(again)
  const both = await raceForRows(
    server,
    { text: 'select from ticket where id = $1 for update', values: [again] },
    2,
    () => Promise.all([send([same]), send([same])]),
  )
  expect(both.map(({ json }) => json.scans[0].success)).toEqual([true, true])
  expect(await logOf(again)).toHaveLength(1)
})

it('takes a queue of 500, no more, and none of another organisation or of a device that is archived', async () => {
  const tickets = await insertTickets(client, hall, { count: 5 })
  const many = [...(await Promise.all(tickets.map((id) => row(id))))]
  const full = [...many, ...Array.from({ length: 495 }, () => ({}))]
  expect((await send(full)).json.received).toBe(500)
  expect((await send([...full, {}])).status).toBe(400)
  expect((await send([])).status).toBe(400)
  const [ours = ''] = await insertTickets(client, hall)
  const there = { key: otherPhone.key, body: { scans: [await row(ours, { event_uuid: other.eventId })] } }
  const answer = await server.send(other.slug, 'POST', '/scan/batch/', there)
  expect(answer.json.scans[0]).toMatchObject({ success: false, code: 'ticket_not_found' })
  expect(await logOf(ours)).toEqual([])
  const gone = await pairPhone(server, hall.slug, 'Gone')
  await client.query('update device set archived_at = now() where id = $1', [gone.id])
  expect((await send([await row(ours)], gone.key)).status).toBe(403)
  expect(await statusOf(ours)).toBe('not_scanned')
})

it('puts a clock right that is ahead, and notes what cannot have been at its event', async () => {
  const [ahead = '', old = ''] = await insertTickets(client, hall, { count: 2 })
  const future = new Date(Date.now() + 3_600_000).toISOString()
  const past = '2026-01-02T03:04:05Z'
  await send([await row(ahead, { scanned_at: future }), await row(old, { scanned_at: past })])
  const [early] = await logOf(ahead)
  expect(early.scanned_at.getTime()).toBeLessThanOrEqual(Date.now())
  expect((await logOf(old))[0]).toMatchObject({ scanned_at: new Date(past), conflict: 'untimely' })
  expect(await statusOf(old)).toBe('not_scanned')
})

it('is shown to the administration, with both facts, and to nobody of another organisation', async () => {
  const [ticket = ''] = await insertTickets(client, hall)
  await send([await row(ticket)])
  await send([await row(ticket)], second.key)
  const shown = (await (await staffOf(server, hall)).show('/admin/', 'fr')).text
  expect(shown).toContain('Entrées hors ligne à vérifier')
  const number = ticket.replaceAll('-', '').slice(-10).toUpperCase()
  const line = new RegExp(`<tr>(?:(?!</tr>).)*${number.slice(0, 5)}-${number.slice(5)}(?:(?!</tr>).)*</tr>`, 's')
  const found = line.exec(shown)?.[0] ?? ''
  expect(found).toContain('déjà scanné')
  for (const device of ['Door 1', 'Door 2']) expect(found).toContain(device)
  // Both people came in, each by their door.
  const byDevice = /<h2>Par appareil<\/h2>.*?<\/table>/s.exec(shown)?.[0] ?? ''
  expect(byDevice).toContain('Door 2')
  const { rows } = await client.query('select reservation_id from ticket where id = $1', [ticket])
  const story = (await (await staffOf(server, hall)).show(`/admin/reservations/${rows[0].reservation_id}/`)).text
  expect(story).toContain('let in without network: scanned before')
  expect((await (await staffOf(server, other)).show('/admin/')).text).not.toContain('without network')
})
