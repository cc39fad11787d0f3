import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { insertEvent, insertTickets, pairPhone } from '../harness/door.ts'
import { doorQueue } from '../harness/door-queue.ts'
import { makeKey } from '../harness/shop.ts'
import { staffOf } from '../harness/staff.ts'
import { twoDoors } from '../harness/two-tenants.ts'

/**
 * A device without network lets people in to the events it had then, and to no other (ADR 0228). Seen red without mayScan in
 * judgeAsQueue, without the row that changeDevice notes, with the present events alone, with the past ones alone, and without the
 * minutes around a change.
 */
const { server, client, hall, other, phone, otherPhone } = await twoDoors()
const { codeOf, row, send, logOf, statusOf, insideOf } = doorQueue(server, client, hall, phone)
const staff = await staffOf(server, hall)
const stranger = await staffOf(server, other)
const apiKey = await makeKey(server, hall.slug, ['ticket:read', 'ticket:write'])

const hour = 3_600_000
const at = (hours: number) => new Date(Date.now() + hours * hour).toISOString()
const today = async (by = staff, language = 'en') => (await by.show('/admin/', language)).text

async function keepTo(device: string, events: readonly string[] | null): Promise<void> {
  const answer = await server.send(hall.slug, 'PATCH', `/api/devices/${device}/`, { key: apiKey, body: { events } })
  expect(answer.status).toBe(200)
}

/** All changes of its events so far were so many hours earlier. */
const earlier = (device: string, hours: number) =>
  client.query("update device_past_events set until = until - $2 * interval '1 hour' where device_id = $1", [
    device,
    hours,
  ])

/** A device that had the first event from the beginning, and has had the second alone for two hours. */
async function movedPhone(name: string) {
  const [first, second] = [
    await insertEvent(client, hall.tenantId, { name: `${name}, first` }),
    await insertEvent(client, hall.tenantId, { name: `${name}, second` }),
  ]
  const moved = await pairPhone(server, hall.slug, name)
  await keepTo(moved.id, [first])
  await earlier(moved.id, 9)
  await keepTo(moved.id, [second])
  await earlier(moved.id, 2)
  return { first, second, moved }
}

const notCounted = {
  acknowledged: true,
  success: true,
  code: 'wrong_event',
  message: 'Scan recorded, and not counted: at an event that this device had not then',
}
const counted = { acknowledged: true, success: true, message: 'Scan recorded' }

it('voids no ticket of an event that a device never had, whatever time and door its key tells of', async () => {
  const [own, foreign] = [
    await insertEvent(client, hall.tenantId, { name: 'Small room' }),
    await insertEvent(client, hall.tenantId, { name: 'Large room' }),
  ]
  const small = await pairPhone(server, hall.slug, 'Small door')
  await keepTo(small.id, [own])
  await earlier(small.id, 9)
  const tickets = await insertTickets(client, hall, { eventId: foreign, count: 5 })
  const doors = [foreign, null, foreign, null, hall.eventId]
  const scans = []
  for (const [index, id] of tickets.entries())
    scans.push(await row(id, { event_uuid: doors[index], scanned_at: at(index - 4) }))
  const { json } = await send(scans, small.key)
  for (const answer of json.scans) expect(answer).toMatchObject(notCounted)
  for (const id of tickets) {
    expect(await statusOf(id)).toBe('not_scanned')
    expect(await logOf(id)).toMatchObject([{ result: 'admitted', conflict: 'not_its_event', event_id: foreign }])
  }
  expect([await insideOf(foreign), await insideOf(hall.eventId), await insideOf(own)]).toEqual([0, 0, 0])
  // The same again notes nothing more.
  expect((await send(scans, small.key)).json.scans).toEqual(json.scans)
  // They are good at their own door, and at this one its own are.
  const scan = { key: phone.key, body: { qrcode_data: await codeOf(tickets[0] ?? '') } }
  expect((await server.send(hall.slug, 'POST', '/scan/ticket/', scan)).json.success).toBe(true)
  const [mine = ''] = await insertTickets(client, hall, { eventId: own })
  expect((await send([await row(mine, { event_uuid: own })], small.key)).json.scans).toMatchObject([counted])
  expect(await statusOf(mine)).toBe('scanned')
})

/** Seen red with the earlier date asked for first. */
it('is told of no earlier date of an event that it never had', async () => {
  const [own, foreign] = [
    await insertEvent(client, hall.tenantId, { name: 'Attic' }),
    await insertEvent(client, hall.tenantId, { name: 'Garden' }),
  ]
  const attic = await pairPhone(server, hall.slug, 'Attic door')
  await keepTo(attic.id, [own])
  await earlier(attic.id, 9)
  // As when it was postponed once it had begun.
  await client.query('update event set scans_count_since = now() where id = $1', [foreign])
  const [there = '', nowhere = ''] = await insertTickets(client, hall, { eventId: foreign, count: 2 })
  const scans = [
    await row(there, { event_uuid: foreign, scanned_at: at(-2) }),
    await row(nowhere, { event_uuid: null, scanned_at: at(-3) }),
  ]
  for (const answer of (await send(scans, attic.key)).json.scans) expect(answer).toMatchObject(notCounted)
  for (const id of [there, nowhere]) expect(await logOf(id)).toMatchObject([{ conflict: 'not_its_event' }])
})

it('is for a person to decide: Today, the list of conflicts and the story of the booking say it', async () => {
  const [own, foreign] = [
    await insertEvent(client, hall.tenantId, { name: 'Cellar' }),
    await insertEvent(client, hall.tenantId, { name: 'Roof' }),
  ]
  const cellar = await pairPhone(server, hall.slug, 'Cellar door')
  await keepTo(cellar.id, [own])
  await earlier(cellar.id, 9)
  const [ticket = ''] = await insertTickets(client, hall, { eventId: foreign })
  await send([await row(ticket, { event_uuid: foreign })], cellar.key)
  const number = ticket.replaceAll('-', '').slice(-10).toUpperCase()
  for (const [language, alarm, why] of [
    [
      'en',
      'Cellar door told of 1 entry that cannot have been',
      'at an event that the device had not then: not counted',
    ],
    ['fr', 'Cellar door a annoncé 1 entrée', 'à un évènement que l’appareil n’avait pas alors'],
  ] as const) {
    const shown = await today(staff, language)
    expect(shown).toContain(alarm)
    expect(shown).toContain(`${number.slice(0, 5)}-${number.slice(5)}`)
    expect(shown).toContain(why)
  }
  expect(await today(stranger)).not.toContain('Cellar door')
  const { rows } = await client.query('select reservation_id from ticket where id = $1', [ticket])
  expect((await staff.show(`/admin/reservations/${rows[0].reservation_id}/`)).text).toContain(
    'let in without network: at an event that the device had not then: not counted',
  )
  // Nobody is inside by it, so that there is nothing to undo.
  const undone = { key: cellar.key, body: { ticket_uuid: ticket, reason: 'Nobody came in' } }
  await client.query("update device set role = 'supervisor' where id = $1", [cellar.id])
  expect((await server.send(hall.slug, 'POST', '/scan/undo/', undone)).json.success).toBe(false)
})

it('counts who came in by a device that has other events since, once, and lets nobody in again', async () => {
  const { first, second, moved } = await movedPhone('Moved')
  const [ticket = '', open = ''] = await insertTickets(client, hall, { eventId: first, count: 2 })
  const then = { event_uuid: first, scanned_at: at(-3) }
  const scans = [await row(ticket, then), await row(open, { ...then, event_uuid: null })]
  expect((await send(scans, moved.key)).json.scans).toMatchObject([counted, counted])
  expect([await statusOf(ticket), await statusOf(open), await insideOf(first)]).toEqual(['scanned', 'scanned', 2])
  expect(await logOf(ticket)).toMatchObject([{ conflict: null, event_id: first }])
  const scan = { key: phone.key, body: { qrcode_data: await codeOf(ticket) } }
  expect((await server.send(hall.slug, 'POST', '/scan/ticket/', scan)).json.code).toBe('already_scanned')
  // With a used ticket somebody more came in.
  const again = (await send([await row(ticket, then)], moved.key)).json.scans[0]
  expect([again.code, await insideOf(first)]).toEqual(['already_scanned', 3])
  // And at the door it had then, with a ticket of another one.
  const [mine = ''] = await insertTickets(client, hall, { eventId: second })
  const wrong = (await send([await row(mine, then)], moved.key)).json.scans[0]
  expect([wrong.code, wrong.message]).toEqual(['wrong_event', 'Scan recorded, with a conflict'])
  expect([await insideOf(first), await insideOf(second), await statusOf(mine)]).toEqual([4, 0, 'not_scanned'])
})

it('has each of its events when it had it, and around the change both', async () => {
  const { first, second, moved } = await movedPhone('By the hour')
  const minute = 1 / 60
  const cases = [
    ['first', -3, true],
    ['second', -3, false],
    ['first', -2 - 6 * minute, true],
    ['second', -2 - 6 * minute, false],
    ['first', -2 - 4 * minute, true],
    ['second', -2 - 4 * minute, true],
    ['first', -2 + 4 * minute, true],
    ['second', -2 + 4 * minute, true],
    ['first', -2 + 6 * minute, false],
    ['second', -2 + 6 * minute, true],
    ['first', 0, false],
    ['second', 0, true],
    // Before it was kept to any, it had all.
    ['first', -12, true],
    ['second', -12, true],
  ] as const
  for (const [which, hours, has] of cases) {
    const eventId = which === 'first' ? first : second
    const [ticket = ''] = await insertTickets(client, hall, { eventId })
    const told = await send([await row(ticket, { event_uuid: eventId, scanned_at: at(hours) })], moved.key)
    expect([which, hours, told.json.scans[0].code ?? null]).toEqual([which, hours, has ? null : 'wrong_event'])
    expect([which, hours, await statusOf(ticket)]).toEqual([which, hours, has ? 'scanned' : 'not_scanned'])
  }
})

it('notes what a device had when its events change, and not with anything else', async () => {
  const quiet = await pairPhone(server, hall.slug, 'Quiet')
  const past = async () =>
    (await client.query('select event_ids from device_past_events where device_id = $1 order by until', [quiet.id]))
      .rows
  const another = await insertEvent(client, hall.tenantId, { name: 'Another' })
  await keepTo(quiet.id, null)
  expect(await past()).toEqual([])
  await keepTo(quiet.id, [hall.eventId, another])
  await keepTo(quiet.id, [another, hall.eventId])
  const renamed = { key: apiKey, body: { name: 'Quieter' } }
  expect((await server.send(hall.slug, 'PATCH', `/api/devices/${quiet.id}/`, renamed)).status).toBe(200)
  expect(await past()).toEqual([{ event_ids: null }])
  await keepTo(quiet.id, null)
  expect(await past()).toEqual([{ event_ids: null }, { event_ids: [another, hall.eventId] }])
  // What was changed before there was this table is in the log, and the migration finds it there.
  const known = async () =>
    (await client.query('select * from device_past_events where device_id = $1 order by until', [quiet.id])).rows
  const before = await known()
  await client.query('delete from device_past_events where device_id = $1', [quiet.id])
  const migration = await readFile('migrations/0127_past_device_events.sql', 'utf8')
  await client.query(/^insert into device_past_events.*?;$/ms.exec(migration)?.[0] ?? '')
  expect(await known()).toEqual(expect.arrayContaining(before))
})

it('leaves devices of another organisation, and those that may scan everything, as they were', async () => {
  const [eventId] = [await insertEvent(client, other.tenantId, { name: 'Theirs' })]
  const [ticket = ''] = await insertTickets(client, other, { eventId })
  const queue = doorQueue(server, client, other, otherPhone)
  expect((await queue.send([await queue.row(ticket, { event_uuid: eventId })])).json.scans).toMatchObject([counted])
  expect(await statusOf(ticket)).toBe('scanned')
})
