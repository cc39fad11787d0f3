import { expect, it } from 'vitest'
import { insertEvent, insertTickets, pairPhone } from '../harness/door.ts'
import { doorQueue } from '../harness/door-queue.ts'
import { staffOf } from '../harness/staff.ts'
import { twoDoors } from '../harness/two-tenants.ts'

/** What no door can have done is noted, and voids no ticket (ADR 0228). */
const { server, client, hall, other, phone, otherPhone } = await twoDoors()
const { row, send, logOf, statusOf, insideOf } = doorQueue(server, client, hall, phone)
const staff = await staffOf(server, hall)
const stranger = await staffOf(server, other)

const hour = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * hour)
const today = async (by = staff, language = 'en') => (await by.show('/admin/', language)).text

/** Seen red without isTimely in judgeAsQueue: all of them were scanned. */
it('voids no ticket of an event months ahead, whatever door and time a key tells of', async () => {
  const eventId = await insertEvent(client, hall.tenantId, { name: 'Months ahead', startsAt: inHours(24 * 90) })
  const tickets = await insertTickets(client, hall, { eventId, count: 4 })
  const times = [inHours(-1), inHours(24 * 90), inHours(-24 * 90), inHours(0)]
  const scans = []
  for (const [index, id] of tickets.entries())
    scans.push(await row(id, { event_uuid: index % 2 ? eventId : null, scanned_at: times[index]?.toISOString() }))
  const { json } = await send(scans)
  for (const answer of json.scans)
    expect(answer).toMatchObject({
      acknowledged: true,
      code: 'outside_window',
      message: 'Scan recorded, and not counted: days from its event',
    })
  for (const id of tickets) {
    expect(await statusOf(id)).toBe('not_scanned')
    expect(await logOf(id)).toMatchObject([{ result: 'admitted', conflict: 'untimely' }])
  }
  expect(await insideOf(eventId)).toBe(0)
  // The same again notes nothing more.
  expect((await send(scans)).json.scans).toEqual(json.scans)
  expect(await today()).toContain('Door 1 told of 4 entries that cannot have been')
  expect(await today(staff, 'fr')).toContain('Door 1 a annoncé 4 entrées')
  expect(await today(stranger)).not.toContain('cannot have been')
})

it.each([
  ['a day before its doors', { startsAt: inHours(26), doorsOpenAt: inHours(23.9) }, 'scanned'],
  ['earlier than that', { startsAt: inHours(26), doorsOpenAt: inHours(24.1) }, 'not_scanned'],
  ['two days after its end', { startsAt: inHours(-60), endsAt: inHours(-47.9) }, 'scanned'],
  ['later than that', { startsAt: inHours(-60), endsAt: inHours(-48.1) }, 'not_scanned'],
  ['while its doors are open for days', { startsAt: inHours(-80), doorsCloseAt: inHours(-30) }, 'scanned'],
] as const)('takes what was scanned %s as its hours say: %#', async (name, times, status) => {
  const eventId = await insertEvent(client, hall.tenantId, { name, ...times })
  const [ticket = ''] = await insertTickets(client, hall, { eventId })
  expect((await send([await row(ticket, { event_uuid: eventId })])).json.scans[0].success).toBe(true)
  expect(await statusOf(ticket)).toBe(status)
})

/** Seen red without the count in judgeAsQueue. The order of the rows says nothing: the last is the earliest. */
it('counts no more than people can have come in, by each device for itself', async () => {
  const eventId = await insertEvent(client, hall.tenantId, { name: 'A crowd' })
  const [first = '', second = '', third = ''] = await insertTickets(client, hall, { eventId, count: 3 })
  const fast = await pairPhone(server, hall.slug, 'Fast door')
  const [full] = await insertTickets(client, hall, { eventId })
  // All seconds are counted from one moment: what is out of the span of the second row by two of them is not counted.
  const now = Date.now()
  await client.query(
    `insert into scan_log (tenant_id, id, ticket_id, event_id, device_id, result, ticket_status, scanned_at, recorded_at, offline)
     select $1, gen_random_uuid(), $2, $3, $4, 'admitted', 'scanned', $5::timestamptz - n * interval '1 second', now(), true
     from generate_series(1, 299) n`,
    [hall.tenantId, full, eventId, fast.id, new Date(now)],
  )
  const at = (seconds: number) => new Date(now - seconds * 1000).toISOString()
  const scans = [
    await row(first, { event_uuid: eventId, scanned_at: at(150) }),
    await row(second, { event_uuid: eventId, scanned_at: at(151) }),
    await row(third, { event_uuid: eventId, scanned_at: at(1200) }),
  ]
  const { json } = await send(scans, fast.key)
  expect(json.scans.map(({ code }: { code?: string }) => code)).toEqual([undefined, 'too_fast', undefined])
  expect([await statusOf(first), await statusOf(second), await statusOf(third)]).toEqual([
    'scanned',
    'not_scanned',
    'scanned',
  ])
  expect(await today()).toContain('Fast door told of 1 entry that cannot have been')
  // Another door has its own count.
  expect((await send([await row(second, { event_uuid: eventId, scanned_at: at(151) })])).json.scans[0].code).toBe(
    undefined,
  )
  expect(await statusOf(second)).toBe('scanned')
})

/** Seen red with the doors left out of listEarly. */
it('says when an event fills before its doors', async () => {
  const eventId = await insertEvent(client, other.tenantId, {
    name: 'Tomorrow night',
    startsAt: inHours(20),
    doorsOpenAt: inHours(19),
  })
  const queue = doorQueue(server, client, other, otherPhone)
  const tickets = await insertTickets(client, other, { eventId, count: 40 })
  const send10 = async (from: number) =>
    queue.send(await Promise.all(tickets.slice(from, from + 10).map((id) => queue.row(id, { event_uuid: eventId }))))
  expect(await today(stranger)).not.toContain('Tomorrow night: ')
  await send10(0)
  expect(await today(stranger)).toContain('Tomorrow night: 10 tickets are scanned, and its doors are not open yet')
  expect(await today(stranger, 'fr')).toMatch(/Tomorrow night\s: 10 billets sont scannés/)
  await client.query('update event set doors_open_at = now() where id = $1', [eventId])
  expect(await today(stranger)).not.toContain('doors are not open yet')
})
