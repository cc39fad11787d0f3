import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { insertEvent, insertTickets, type PairedPhone, pairPhone, qrCodesOf } from '../harness/door.ts'
import { staffOf } from '../harness/staff.ts'
import { twoDoors } from '../harness/two-tenants.ts'

/**
 * What a phone asks beyond single scans: searching, listing, undoing, the group, the state of the door (ADR 0182). Seen red without
 * the role, without the quarter of an hour, and with tickets that were given away in the group.
 */
const { server, client, hall, other, phone: steward, otherPhone } = await twoDoors()
const supervisor = await pairPhone(server, hall.slug, 'Head of the door')
await client.query("update device set role = 'supervisor', gate = 'North' where id = $1", [supervisor.id])

const ask = (path: string, body: object, phone: PairedPhone = supervisor, language = 'en') =>
  server.send(hall.slug, 'POST', path, { key: phone.key, body, headers: { 'accept-language': language } })

const read = (path: string, phone: PairedPhone = supervisor, slug = hall.slug) =>
  server.send(slug, 'GET', path, { key: phone.key })

const codeOf = async (id: string) => (await qrCodesOf(server, hall.slug, [id])).get(id) ?? ''

async function scan(ticket: string, phone: PairedPhone = steward) {
  return (await ask('/scan/ticket/', { qrcode_data: await codeOf(ticket) }, phone)).json
}

async function named(first: string, last: string, seed = {}, door = hall): Promise<string> {
  const [id = ''] = await insertTickets(client, door, seed)
  await client.query('update ticket set first_name = $2, last_name = $3 where id = $1', [id, first, last])
  const words = `${first} ${last}`.toLowerCase().split(' ')
  for (const word of words)
    await client.query('insert into ticket_name_word (tenant_id, ticket_id, word) values ($1, $2, $3)', [
      door.tenantId,
      id,
      word,
    ])
  return id
}

const numberOf = (id: string) => id.replaceAll('-', '').slice(-10).toUpperCase()

it('finds by the beginnings of a name, or of a number, and tells neither address nor code', async () => {
  const zora = await named('Zora', 'Hurston')
  const zelda = await named('Zelda', 'Fitzgerald')
  await named('Zora', 'Elsewhere', {}, other)
  const search = async (query: string, more = {}) => {
    const { status, json, text } = await ask('/scan/search_ticket/', { query, ...more })
    expect(status).toBe(200)
    expect(text).not.toMatch(/@|qrcode|example\.org/)
    return json.tickets.map(({ uuid }: { uuid: string }) => uuid)
  }
  expect(await search('hurs zor')).toEqual([zora])
  const { json } = await ask('/scan/search_ticket/', { search: 'hurs zor' })
  expect(json.tickets.map(({ uuid }: { uuid: string }) => uuid)).toEqual([zora])
  expect(await search('zor')).toEqual([zora])
  expect(await search(numberOf(zelda).slice(0, 8))).toEqual([zelda])
  expect(await search('nobody')).toEqual([])
  // Nobody at the door looks through the years, but where the event is named.
  const past = new Date(Date.now() - 40 * 86_400_000)
  const last = await insertEvent(client, hall.tenantId, { name: 'Last month', startsAt: past })
  const quentin = await named('Quentin', 'Past', { eventId: last })
  expect(await search('quentin')).toEqual([])
  expect(await search('quentin', { event_uuid: last })).toEqual([quentin])
  expect(await search('zor', { event_uuid: hall.eventId })).toEqual([zora])
  const another = await insertEvent(client, hall.tenantId, { name: 'Another' })
  expect(await search('zor', { event_uuid: another })).toEqual([])
  const [found] = (await ask('/scan/search_ticket/', { query: 'zora' })).json.tickets
  expect(found).toMatchObject({
    uuid: zora,
    first_name: 'Zora',
    last_name: 'Hurston',
    price: 'Full price',
    product: 'Friday night',
    state: 'not_scanned',
    event_uuid: hall.eventId,
    scanned_at: null,
    scanned_by: null,
  })
  for (const query of ['zo', 'a-b', '--- x']) {
    const { status, json } = await ask('/scan/search_ticket/', { query }, supervisor, 'fr')
    expect([status, json.code, json.errors]).toEqual([
      400,
      'validation_failed',
      { query: ['Indiquez au moins trois lettres ou chiffres.'] },
    ])
  }
})

it('lists page by page, those that are in or those that are not', async () => {
  const eventId = await insertEvent(client, hall.tenantId, { name: 'Listed night' })
  const tickets = [...(await insertTickets(client, hall, { eventId, count: 5 }))].toSorted()
  const seen: string[] = []
  for (let cursor: string | null = null; ; ) {
    const answer = await ask('/scan/list_tickets/', { event_uuid: eventId, limit: 2, cursor })
    expect(answer.json.tickets.length).toBeLessThanOrEqual(2)
    seen.push(...answer.json.tickets.map(({ uuid }: { uuid: string }) => uuid))
    cursor = answer.json.cursor
    if (cursor === null) break
  }
  expect(seen).toEqual(tickets)
  await scan(tickets[3] ?? '')
  const listed = async (isScanned: boolean) =>
    (await ask('/scan/list_tickets/', { event_uuid: eventId, is_scanned: isScanned })).json.tickets
  expect(await listed(true)).toMatchObject([{ uuid: tickets[3], state: 'scanned', scanned_by: steward.id }])
  expect(await listed(false)).toHaveLength(4)
  // As clients of the field ask: by the number of the page.
  const pageOf = async (page: number) =>
    (await ask('/scan/list_tickets/', { event_uuid: eventId, page, page_size: 2 })).json.tickets.map(
      ({ uuid }: { uuid: string }) => uuid,
    )
  expect([await pageOf(1), await pageOf(3), await pageOf(4)]).toEqual([tickets.slice(0, 2), tickets.slice(4), []])
  for (const wrong of [{ page: 0 }, { page: 2, cursor: 'MDE5N2EzYzI' }])
    expect((await ask('/scan/list_tickets/', wrong)).json.errors).toHaveProperty('page')
  expect((await ask('/scan/list_tickets/', { cursor: 'bm9uZQ' })).json.errors).toHaveProperty('cursor')
  expect((await ask('/scan/list_tickets/', { limit: 101 })).status).toBe(400)
})

it('takes a scan of the last minutes back, with a reason, and says which device did it', async () => {
  const [ticket = '', old = ''] = await insertTickets(client, hall, { count: 2 })
  expect(await scan(ticket)).toMatchObject({ success: true })
  const undo = (uuid: string, reason = 'Went out again', phone = supervisor, language = 'en') =>
    ask('/scan/undo/', { ticket_uuid: uuid, reason }, phone, language)
  expect((await undo(ticket, '')).json.errors).toHaveProperty('reason')
  // Seen red without holdsQrCode: the log kept what opens the door.
  const code = await codeOf(ticket)
  for (const reason of [code, `Went out ${code.replaceAll('-', '+').replaceAll('_', '/')}`])
    expect((await undo(ticket, reason)).json.errors).toHaveProperty('reason')
  expect((await undo(ticket)).json).toEqual({ success: true, message: 'Scan undone' })
  const { rows } = await client.query('select result, device_id from scan_log where ticket_id = $1 order by id', [
    ticket,
  ])
  expect(rows).toEqual([
    { result: 'admitted', device_id: steward.id },
    { result: 'undone', device_id: supervisor.id },
  ])
  const log = (await (await staffOf(server, hall)).show('/admin/audit/')).text
  expect(log).toContain('Head of the door')
  // Seen red without the move in the envelope.
  expect((await undo(ticket)).json).toMatchObject({ code: 'invalid_transition', from: 'K', to: 'K' })
  expect(await scan(ticket)).toMatchObject({ success: true })
  expect(await scan(old)).toMatchObject({ success: true })
  await client.query("update ticket set scanned_at = now() - interval '16 minutes' where id = $1", [old])
  const late = await undo(old, 'Too late', supervisor, 'fr')
  expect(late.status).toBe(409)
  expect(late.json).toMatchObject({ code: 'invalid_transition', from: 'too_old', to: 'undone' })
  expect(late.json.detail).toMatch(/^Un scan peut être annulé à l’entrée pendant 15.minutes/)
  const [elsewhere = ''] = await insertTickets(client, other)
  expect((await undo(elsewhere)).status).toBe(404)
  const limited = await pairPhone(server, hall.slug, 'Another door')
  const another = await insertEvent(client, hall.tenantId, { name: 'Not theirs' })
  await client.query("update device set role = 'supervisor', event_ids = $2 where id = $1", [limited.id, [another]])
  expect((await undo(ticket, 'Not mine', limited)).status).toBe(404)
  expect((await client.query('select status from ticket where id = $1', [ticket])).rows[0].status).toBe('scanned')
})

const byName = (ticket: string, more = {}, phone = supervisor) =>
  ask('/scan/admit_ticket/', { ticket_uuid: ticket, ...more }, phone)

const logOf = async (ticket: string) =>
  (await client.query('select result, device_id, by_name from scan_log where ticket_id = $1 order by id', [ticket]))
    .rows

/** Seen red without `by_name` in the statement that admits: the log did not tell it from a scan. */
it('lets in by name as a scan does, once, and the log says that no code was shown', async () => {
  const [ticket = '', byCode = ''] = await insertTickets(client, hall, { count: 2 })
  const attempt = { event_uuid: hall.eventId, nonce: randomUUID() }
  const { status, json } = await byName(ticket, attempt)
  const { uuid: _, ...shown } = json.ticket
  const { uuid: __, ...scanned } = (await scan(byCode)).ticket
  expect([status, json.success, json.message, shown]).toEqual([200, true, 'Ticket successfully scanned', scanned])
  // The answer that was lost comes again, and whoever asks anew is told who let them in.
  expect((await byName(ticket, attempt)).json).toEqual(json)
  expect((await byName(byCode, attempt)).json.code).toBe('nonce_reused')
  expect((await byName(ticket)).json).toMatchObject({ code: 'already_scanned', ticket: { scanned_by: supervisor.id } })
  expect(await scan(ticket)).toMatchObject({ code: 'already_scanned', ticket: { scanned_by: supervisor.id } })
  expect(await logOf(ticket)).toEqual([
    { result: 'admitted', device_id: supervisor.id, by_name: true },
    { result: 'already_scanned', device_id: supervisor.id, by_name: true },
    { result: 'already_scanned', device_id: steward.id, by_name: false },
  ])
  const { reservation_id: booking } = (await client.query('select reservation_id from ticket where id = $1', [ticket]))
    .rows[0]
  const page = await (await staffOf(server, hall)).show(`/admin/reservations/${booking}/`)
  expect(page.text).toContain(`${numberOf(ticket).replace(/^.{5}/, '$&-')} let in by name, without a code`)
})

/** Seen red with a ticket of another door's event let in. */
it('makes by name the checks of a scan, and only for its own door', async () => {
  const another = await insertEvent(client, hall.tenantId, { name: 'Another evening' })
  const cases = [
    [{ eventId: another }, 'wrong_event'],
    [{ cancelled: true }, 'canceled'],
    [{ reservationStatus: 'cancelled' }, 'canceled'],
    [{ reservationStatus: 'unpaid' }, 'unpaid'],
    [{ status: 'not_active' }, 'not_active'],
  ] as const
  for (const [seed, code] of cases) {
    const [ticket = ''] = await insertTickets(client, hall, seed)
    const { status, json } = await byName(ticket, { event_uuid: hall.eventId })
    expect([status, json.success, json.code]).toEqual([200, false, code])
    expect(await logOf(ticket)).toEqual([{ result: code, device_id: supervisor.id, by_name: true }])
  }
  const [theirs = ''] = await insertTickets(client, other)
  const [elsewhere = ''] = await insertTickets(client, hall, { eventId: another })
  const limited = await pairPhone(server, hall.slug, 'One evening')
  await client.query("update device set role = 'supervisor', event_ids = $2 where id = $1", [
    limited.id,
    [hall.eventId],
  ])
  for (const [ticket, phone] of [
    [theirs, supervisor],
    [elsewhere, limited],
    [randomUUID(), supervisor],
  ] as const) {
    const { status, json } = await byName(ticket, {}, phone)
    expect([status, json.code]).toEqual([404, 'not_found'])
    expect(await logOf(ticket)).toEqual([])
  }
})

it('is refused to a steward, and at once to whoever is no supervisor any more', async () => {
  const [ticket = ''] = await insertTickets(client, hall)
  await scan(ticket)
  const asked = [
    ['/scan/search_ticket/', { query: 'lovelace' }],
    ['/scan/list_tickets/', {}],
    ['/scan/undo/', { ticket_uuid: ticket, reason: 'Because' }],
    ['/scan/admit_ticket/', { ticket_uuid: ticket }],
  ] as const
  for (const [path, body] of asked) {
    const { status, json } = await ask(path, body, steward)
    expect([path, status, json.code]).toEqual([path, 403, 'permission_denied'])
    expect((await ask(path, body, otherPhone)).status).toBe(401)
  }
  const demoted = await pairPhone(server, hall.slug, 'Demoted')
  await client.query("update device set role = 'supervisor' where id = $1", [demoted.id])
  expect((await ask('/scan/list_tickets/', {}, demoted)).status).toBe(200)
  await client.query("update device set role = 'steward' where id = $1", [demoted.id])
  expect((await ask('/scan/list_tickets/', {}, demoted)).status).toBe(403)
})

it('lets the rest of a group in at once, and only those who come with the ticket', async () => {
  const eventId = await insertEvent(client, hall.tenantId, { name: 'Group night' })
  const [shown = '', inside = '', third = '', gone = '', given = ''] = await insertTickets(client, hall, {
    eventId,
    count: 5,
  })
  await client.query('update ticket set cancelled_at = now() where id = $1', [gone])
  await client.query("update ticket set holder_email = 'grace@example.org' where id = $1", [given])
  await scan(inside)
  const nonce = randomUUID()
  const group = { qrcode_data: await codeOf(shown), event_uuid: eventId, nonce }
  const answer = (await ask('/scan/group/', group, steward)).json
  expect(answer).toMatchObject({ success: true, message: 'Group scanned' })
  expect(answer.scans.map((one: { ticket: { uuid: string } }) => one.ticket.uuid)).toEqual([third])
  expect((await ask('/scan/group/', group, steward)).json).toEqual(answer)
  const { rows } = await client.query('select id from ticket where event_id = $1 and status = $2', [eventId, 'scanned'])
  expect(rows.map(({ id }) => id).toSorted()).toEqual([inside, third].toSorted())
  // The ticket that was shown is scanned by itself; one for another door keeps its own answer.
  const wrong = { qrcode_data: await codeOf(shown), event_uuid: hall.eventId, nonce: randomUUID() }
  await client.query("update ticket set status = 'not_scanned' where id = $1", [third])
  const refused = (await ask('/scan/group/', wrong, steward)).json
  expect(refused).toMatchObject({
    success: false,
    scans: expect.arrayContaining([expect.objectContaining({ code: 'wrong_event' })]),
  })
  expect((await ask('/scan/group/', { ...group, qrcode_data: 'x' }, steward)).json.code).toBe('invalid_qrcode')
  const theirs = { key: otherPhone.key, body: group }
  expect((await server.send(other.slug, 'POST', '/scan/group/', theirs)).json.code).toBe('invalid_signature')
})

it('names the events of this device, who it is, and how full it is at each gate', async () => {
  const eventId = await insertEvent(client, hall.tenantId, { name: 'Full house' })
  await insertEvent(client, hall.tenantId, { name: 'Long ago', startsAt: new Date(Date.now() - 30 * 3_600_000) })
  const off = await insertEvent(client, hall.tenantId, { name: 'Called off' })
  await client.query('update event set cancelled_at = now() where id = $1', [off])
  const { json } = await read('/scan/events/')
  const names = json.events.map(({ name }: { name: string }) => name)
  expect(names).toContain('Full house')
  for (const absent of ['Long ago', 'Called off', 'The Other live']) expect(names).not.toContain(absent)
  expect(json).toMatchObject({
    tenant: 'The Hall',
    device: { uuid: supervisor.id, name: 'Head of the door', gate: 'North', role: 'supervisor' },
  })
  const limited = await pairPhone(server, hall.slug, 'One event')
  await client.query('update device set event_ids = $2 where id = $1', [limited.id, [eventId]])
  expect((await read('/scan/events/', limited)).json.events).toMatchObject([{ uuid: eventId }])
  const [one = '', two = ''] = await insertTickets(client, hall, { eventId, count: 3 })
  await scan(one, supervisor)
  await scan(two)
  expect((await read(`/scan/stats/?event=${eventId}`)).json).toMatchObject({
    expected: 3,
    inside: 2,
    event: { name: 'Full house' },
    gates: [
      { gate: '', inside: 1 },
      { gate: 'North', inside: 1 },
    ],
    devices: [
      { uuid: steward.id, inside: 1 },
      { uuid: supervisor.id, inside: 1 },
    ],
  })
  expect((await read(`/scan/stats/?event=${hall.eventId}`, limited)).status).toBe(404)
  expect((await read(`/scan/stats/?event=${other.eventId}`)).status).toBe(404)
  expect((await read('/scan/check_api_scan/')).json).toMatchObject({ message: 'API key is valid' })
})
