import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { insertEvent, insertTickets, pairPhone } from '../harness/door.ts'
import { doorQueue } from '../harness/door-queue.ts'
import { staffOf } from '../harness/staff.ts'
import { twoDoors } from '../harness/two-tenants.ts'

/**
 * What is done about people whom a device let in without network (ADR 0182). Seen red with conflicts that stay when they are undone,
 * without the quarter of an hour, and with the reservation of a conflict asked for.
 */
const { server, client, hall, other, phone, otherPhone } = await twoDoors()
const { row, send, logOf, statusOf, insideOf } = doorQueue(server, client, hall, phone)
const second = await pairPhone(server, hall.slug, 'Door 2')
const supervisor = await pairPhone(server, hall.slug, 'Head of the door')
await client.query("update device set role = 'supervisor' where id = $1", [supervisor.id])
const staff = await staffOf(server, hall)

const undo = (ticket: string, scan: string | null, key = supervisor.key, reason = 'Nobody came in') =>
  server.send(hall.slug, 'POST', '/scan/undo/', { key, body: { ticket_uuid: ticket, scan_uuid: scan, reason } })

/** Two devices let the same ticket in: the second scan is the conflict. */
async function letInTwice(name: string) {
  const eventId = await insertEvent(client, hall.tenantId, { name })
  const [ticket = ''] = await insertTickets(client, hall, { eventId })
  const scan = () => row(ticket, { event_uuid: eventId })
  const first = (await send([await scan()])).json.scans[0]
  const conflict = (await send([await scan()], second.key)).json.scans[0]
  expect(conflict).toMatchObject({ code: 'already_scanned', scan_uuid: expect.any(String) })
  return { eventId, ticket, first: String(first.scan_uuid), conflict: String(conflict.scan_uuid) }
}

it('undoes one at the door, by its name: one fewer is inside, and the ticket stays used', async () => {
  const { eventId, ticket, first, conflict } = await letInTwice('Two doors')
  expect(await insideOf(eventId)).toBe(2)
  const found = { key: supervisor.key, body: { event_uuid: eventId } }
  const listed = (await server.send(hall.slug, 'POST', '/scan/list_tickets/', found)).json.tickets
  expect(listed[0].conflicts).toEqual([
    { scan_uuid: conflict, code: 'already_scanned', scanned_by: second.id, scanned_at: expect.any(String) },
  ])
  const today = async () => (await staff.show('/admin/')).text
  const number = ticket.replaceAll('-', '').slice(-10).toUpperCase()
  const shown = `${number.slice(0, 5)}-${number.slice(5)}`
  expect(await today()).toContain(shown)
  expect(await today()).toContain('<a class="go" href="#conflicts">1 entry without network to look into</a>')
  // A steward, a ticket that is not its own, another organisation, and nothing that there is.
  expect((await undo(ticket, conflict, phone.key)).status).toBe(403)
  const [stranger = ''] = await insertTickets(client, hall)
  expect((await undo(stranger, conflict)).status).toBe(404)
  expect((await undo(ticket, randomUUID())).status).toBe(404)
  expect((await undo(ticket, conflict, otherPhone.key)).status).toBe(401)
  expect(await insideOf(eventId)).toBe(2)
  expect((await undo(ticket, conflict)).json).toEqual({ success: true, message: 'Scan undone' })
  expect([await insideOf(eventId), await statusOf(ticket)]).toEqual([1, 'scanned'])
  expect((await logOf(ticket)).at(-1)).toMatchObject({
    result: 'undone',
    device_id: supervisor.id,
    undone_scan_id: conflict,
    prior_device_id: second.id,
  })
  expect(await today()).not.toContain(shown)
  expect(await today()).not.toContain('href="#conflicts"')
  expect((await undo(ticket, conflict)).json.code).toBe('invalid_transition')
  expect(await insideOf(eventId)).toBe(1)
  // By name also the scan that the ticket stands for, once.
  expect((await undo(ticket, first)).status).toBe(200)
  expect((await undo(ticket, first)).json.code).toBe('invalid_transition')
  expect([await insideOf(eventId), await statusOf(ticket)]).toEqual([0, 'not_scanned'])
})

/** Seen red without the device in the question, with the ticket told to a steward, and with scans that were undone. */
it('is told to the devices that let the two in, and to supervisors with the ticket', async () => {
  const { eventId, ticket, first, conflict } = await letInTwice('Told to phones')
  const stranger = await pairPhone(server, hall.slug, 'Door 3')
  const conflictsFor = async (key: string, slug = hall.slug) =>
    (await server.send(slug, 'GET', `/scan/stats/?event=${eventId}`, { key })).json.conflicts
  const told = {
    ticket_uuid: null,
    scan_uuid: conflict,
    code: 'already_scanned',
    scanned_by: second.id,
    scanned_at: expect.any(String),
    prior_scanned_by: phone.id,
    prior_scanned_at: expect.any(String),
  }
  expect(await conflictsFor(phone.key)).toEqual([told])
  expect(await conflictsFor(second.key)).toEqual([told])
  expect(await conflictsFor(stranger.key)).toEqual([])
  expect(await conflictsFor(supervisor.key)).toEqual([{ ...told, ticket_uuid: ticket }])
  expect(await conflictsFor(otherPhone.key, other.slug)).toBeUndefined()
  expect((await undo(ticket, conflict)).status).toBe(200)
  for (const { key } of [phone, second, supervisor]) expect(await conflictsFor(key)).toEqual([])
  expect((await undo(ticket, first)).status).toBe(200)
})

/** What a page says of a device under one of its columns. */
async function figureOf(path: string, device: string, column: string): Promise<string | undefined> {
  const { text } = await staff.show(path)
  const row = text.split('<tr').find((one) => one.includes(`>${device}<`)) ?? ''
  return new RegExp(`data-label="${column}"[^>]*>([^<]*)<`).exec(row)?.[1]
}

/** Seen red with tickets alone counted on the page of the devices. */
it('counts the same people on the page of the devices and on Today', async () => {
  const counter = await pairPhone(server, hall.slug, 'Counted alike')
  const [once = '', used = ''] = await insertTickets(client, hall, { count: 2 })
  await send([await row(used)])
  const [, apart] = (await send([await row(once), await row(used)], counter.key)).json.scans
  const figures = async () => [
    await figureOf('/admin/devices/', 'Counted alike', 'Let in tonight'),
    await figureOf('/admin/', 'Counted alike', 'Let in'),
  ]
  expect(await figures()).toEqual(['2', '2'])
  const stats = await server.send(hall.slug, 'GET', `/scan/stats/?event=${hall.eventId}`, { key: phone.key })
  expect(stats.json.devices).toContainEqual(expect.objectContaining({ uuid: counter.id, inside: 2 }))
  expect((await undo(used, apart.scan_uuid)).status).toBe(200)
  expect(await figures()).toEqual(['1', '1'])
  expect((await staff.show('/admin/devices/')).text).toContain('counts people, as the page')
})

it('undoes one within 15 minutes of its arrival, whatever became of the reservation', async () => {
  const eventId = await insertEvent(client, hall.tenantId, { name: 'Long ago by now' })
  const [late = '', soon = ''] = await insertTickets(client, hall, {
    eventId,
    count: 2,
    reservationStatus: 'cancelled',
  })
  const scanned_at = new Date(Date.now() - 3_600_000).toISOString()
  const rows = [await row(late, { event_uuid: eventId, scanned_at }), await row(soon, { scanned_at })]
  const [one, two] = (await send(rows)).json.scans
  await client.query("update scan_log set recorded_at = now() - interval '16 minutes' where id = $1", [one.scan_uuid])
  expect((await undo(late, one.scan_uuid)).json.code).toBe('invalid_transition')
  expect((await undo(soon, two.scan_uuid)).status).toBe(200)
  expect(await insideOf(eventId)).toBe(1)
})

it('is undone by staff on the page of the booking, with the reason', async () => {
  const { eventId, ticket, conflict } = await letInTwice('At the office')
  const { rows } = await client.query('select reservation_id from ticket where id = $1', [ticket])
  const at = `/admin/reservations/${rows[0].reservation_id}/`
  const press = (fields: Record<string, string>) =>
    staff.press(`${at}tickets/${ticket}/mistakes/`, Object.entries({ scan: conflict, ...fields }))
  expect((await staff.show(at)).text).toContain(`name="scan" value="${conflict}"`)
  const empty = await press({ reason: '' })
  expect([empty.status, empty.text.includes(`id="reason-${conflict}"`)]).toEqual([400, true])
  const elsewhere = await staffOf(server, other)
  const theirs = Object.entries({ scan: conflict, reason: 'Mine' })
  expect((await elsewhere.press(`${at}tickets/${ticket}/mistakes/`, theirs)).status).toBe(404)
  expect(await insideOf(eventId)).toBe(2)
  for (const _ of ['once', 'twice']) {
    expect((await press({ reason: 'Counted by mistake' })).status).toBe(303)
    expect([await insideOf(eventId), await statusOf(ticket)]).toEqual([1, 'scanned'])
  }
  const shown = (await staff.show(at)).text
  expect(shown).not.toContain(conflict)
  expect(shown).toMatch(/Scan of ticket .* undone/)
  expect((await staff.show('/admin/audit/')).text).toContain('Counted by mistake')
})
