import { describe, expect, it } from 'vitest'
import { one, visitor } from '../harness/booking.ts'
import { hoursAhead, untilTrue } from '../harness/box-office.ts'
import { pairPhone } from '../harness/door.ts'
import { doorQueue } from '../harness/door-queue.ts'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** An event that is cancelled or postponed when people are in already (ADR 0089). */
const { server, client, hall, other } = await twoOffices()
const staff = await staffOf(server, hall)
const phone = await pairPhone(server, hall.slug)
const queue = doorQueue(server, client, { slug: hall.slug, eventId: '' }, phone)

/** Two people for one event at the door, and how they come in. */
async function evening(house = hall, at = phone) {
  const { price, product } = await house.price('B', { prix: 10 })
  const event = await house.event([product], { datetime: hoursAhead(1), end_datetime: hoursAhead(4) })
  const book = async () => {
    const { uuid } = (await house.book({ event, email: visitor(), prices: one(price, 2) })).json
    await house.post(`/api/reservations/${uuid}/payments/`, { method: 'cash' })
    const { tickets } = (await house.get(`/api/reservations/${uuid}/`)).json
    return { uuid: uuid as string, tickets: tickets as string[] }
  }
  const { codeOf } = doorQueue(server, client, { slug: house.slug, eventId: event }, at)
  const scan = async (ticket: string, fields: object = {}) => {
    const body = { qrcode_data: await codeOf(ticket), ...fields }
    const { json } = await server.send(house.slug, 'POST', '/scan/ticket/', { key: at.key, body })
    return json.code ?? json.success
  }
  return { event, book, scan }
}

const postpone = (event: string, hours: number) =>
  hall.post(`/api/events/${event}/postponement/`, { datetime: hoursAhead(hours), reason: 'A storm' })

const ended = (event: string) =>
  untilTrue(
    async () =>
      (await client.query('select from event_notice where event_id = $1 and ended_at is null', [event])).rowCount === 0,
  )

const mailsOf = async (uuid: string) =>
  (
    await client.query(
      "select kind, letter::text from mail where reservation_id = $1 and kind like 'event%' order by id",
      [uuid],
    )
  ).rows

const refundOf = async (uuid: string) =>
  (
    await client.query('select coalesce(sum(amount_minor), 0)::int as minor from refund where reservation_id = $1', [
      uuid,
    ])
  ).rows[0].minor

describe('postponed past its end', () => {
  /** Seen red without takeEarlierScansBack: already_scanned, and 409 for whoever wants their money. */
  it('lets everybody in again, once, and everybody may cancel', async () => {
    const [{ event, book, scan }, theirs] = [await evening(), await evening(other, await pairPhone(server, other.slug))]
    const [stays, cancels, foreign] = [await book(), await book(), await theirs.book()]
    for (const ticket of [...stays.tickets, ...cancels.tickets]) expect(await scan(ticket)).toBe(true)
    for (const ticket of foreign.tickets) expect(await theirs.scan(ticket)).toBe(true)
    // Somebody was let in beside them, by a device without network.
    const again = await queue.row(stays.tickets[0] ?? '', { event_uuid: event })
    expect((await queue.send([again])).json.scans).toMatchObject([{ code: 'already_scanned' }])
    expect(await queue.insideOf(event)).toBe(5)
    const page = await staff.show(`/admin/events/${event}/postponement/`)
    expect(page.text).toMatch(/4 tickets were scanned\. If the new date is after .+, they can be scanned again/)
    const french = await staff.show(`/admin/events/${event}/postponement/`, 'fr')
    expect(french.text).toMatch(/4 billets ont été scannés\. Si la nouvelle date vient après le /)
    expect((await postpone(event, 72)).status).toBe(200)
    expect(await queue.insideOf(event)).toBe(0)
    await ended(event)
    const cancelled = await hall.post(`/api/reservations/${cancels.uuid}/cancellation/`)
    expect([cancelled.status, await refundOf(cancels.uuid)]).toEqual([200, 2000])
    const [first = ''] = stays.tickets
    expect([await scan(first), await scan(first)]).toEqual([true, 'already_scanned'])
    expect(await queue.insideOf(event)).toBe(1)
    const log = (await queue.logOf(first)).map(({ result }) => result)
    expect(log).toEqual(['admitted', 'admitted', 'undone', 'undone', 'admitted', 'already_scanned'])
    for (const ticket of foreign.tickets) expect(await queue.statusOf(ticket)).toBe('scanned')
  })

  /** Seen red without the moment in judge: the ticket was used, and its owner refused on the new date. */
  it('is told later whom a device let in before, and notes it without using their tickets', async () => {
    const { event, book, scan } = await evening()
    const [offline = '', comes = ''] = (await book()).tickets
    const before = new Date(Date.now() - 60_000).toISOString()
    expect((await postpone(event, 72)).status).toBe(200)
    await ended(event)
    expect(await scan(comes)).toBe(true)
    const rows = await Promise.all(
      [offline, comes].map((ticket) => queue.row(ticket, { event_uuid: event, scanned_at: before })),
    )
    for (const _ of ['once', 'again']) {
      const { json } = await queue.send(rows)
      expect(json.scans).toMatchObject(rows.map(() => ({ acknowledged: true, message: 'Scan recorded' })))
    }
    expect(await queue.insideOf(event)).toBe(1)
    expect((await queue.logOf(offline)).map(({ result }) => result)).toEqual(['admitted', 'undone'])
    expect(await scan(offline, { scanned_at: before })).toBe('outside_window')
    expect(await scan(offline)).toBe(true)
    expect(await scan(comes)).toBe('already_scanned')
    expect(await queue.insideOf(event)).toBe(2)
    // Whom the service would not have let in on any date stays flagged in the log, and is inside no more.
    const gone = await book()
    await hall.post(`/api/reservations/${gone.uuid}/cancellation/`)
    const cancelled = await queue.row(gone.tickets[0] ?? '', { event_uuid: event, scanned_at: before })
    expect((await queue.send([cancelled])).json.scans).toMatchObject([{ code: 'canceled' }])
    expect(await queue.insideOf(event)).toBe(2)
  })

  /** Seen red without takeLateScansBack. */
  it('undoes what was under way while it was postponed, however late that is seen', async () => {
    const { event, book, scan } = await evening()
    const { tickets } = await book()
    const notice = (await postpone(event, 72)).json.uuid
    await ended(event)
    // As it is when the job comes before that scan is through, and stops then.
    await client.query('update event_notice set ended_at = null where id = $1', [notice])
    await client.query(
      "update ticket set status = 'scanned', scanned_at = now() - interval '1 minute', scanned_by_device_id = $2 where id = $1",
      [tickets[0], phone.id],
    )
    expect(await scan(tickets[0] ?? '')).toBe('already_scanned')
    expect((await hall.post(`/api/notices/${notice}/attempts/`)).status).toBe(200)
    await ended(event)
    expect(await scan(tickets[0] ?? '')).toBe(true)
    // So it is with one that was let in while the transaction went on, until somebody is told of the new date.
    await client.query('update event_notice set ended_at = null, told_until = null where id = $1', [notice])
    await client.query(
      `update ticket set scanned_at = (select scans_count_since from event where id = $2) + interval '5 seconds'
        where id = $1`,
      [tickets[0], event],
    )
    expect((await hall.post(`/api/notices/${notice}/attempts/`)).status).toBe(200)
    await ended(event)
    expect(await scan(tickets[0] ?? '')).toBe(true)
    // Who has come on the new date stays in, should the job run once more.
    await client.query('update event_notice set ended_at = null where id = $1', [notice])
    expect((await hall.post(`/api/notices/${notice}/attempts/`)).status).toBe(200)
    await ended(event)
    expect(await scan(tickets[0] ?? '')).toBe('already_scanned')
  })
})

/** Seen red with the date of the ticket's own event: somebody was inside whom nobody counted. */
it('postponed, it leaves inside whom a device let in at the door of another event', async () => {
  const [own, elsewhere] = [await evening(), await evening()]
  const [ticket = ''] = (await own.book()).tickets
  const scan = await queue.row(ticket, { event_uuid: elsewhere.event })
  expect((await postpone(own.event, 72)).status).toBe(200)
  await ended(own.event)
  expect((await queue.send([scan])).json.scans).toMatchObject([{ code: 'wrong_event' }])
  expect([await queue.insideOf(elsewhere.event), await queue.insideOf(own.event)]).toEqual([1, 0])
  expect(await own.scan(ticket)).toBe(true)
})

/** Seen red with every postponement undoing scans: a ticket handed out through the door lets in a second person. */
it('postponed within its hours leaves inside who is inside', async () => {
  const { event, book, scan } = await evening()
  const [ticket = ''] = (await book()).tickets
  expect(await scan(ticket)).toBe(true)
  expect((await postpone(event, 2)).status).toBe(200)
  await ended(event)
  expect([await scan(ticket), await queue.insideOf(event)]).toEqual(['already_scanned', 1])
})

describe('cancelled', () => {
  it('refunds those who were let in as well, where the organisation says so', async () => {
    const { event, book, scan } = await evening()
    const [all, half] = [await book(), await book()]
    for (const ticket of [...all.tickets, half.tickets[0] ?? '']) expect(await scan(ticket)).toBe(true)
    const path = `/admin/events/${event}/cancellation/`
    const page = (await staff.show(path)).text
    for (const said of [
      'The one ticket that was not scanned will be cancelled.',
      '3 tickets were scanned: you say below what becomes of them.',
    ])
      expect(page).toContain(said)
    // It has not begun: everybody is refunded unless somebody decides otherwise.
    expect(page).toMatch(/name="let_in" value="true" checked/)
    expect(
      (
        await staff.press(path, [
          ['let_in', 'true'],
          ['reason', 'A storm'],
        ])
      ).status,
    ).toBe(303)
    await ended(event)
    for (const { uuid, tickets } of [all, half]) {
      expect([await refundOf(uuid), (await hall.get(`/api/reservations/${uuid}/`)).json.status]).toEqual([2000, 'C'])
      const mails = await mailsOf(uuid)
      expect(mails.map(({ kind }) => kind)).toEqual(['event_cancelled'])
      expect(mails[0].letter).toContain('no longer valid')
      for (const ticket of tickets) expect(await scan(ticket)).toBe('canceled')
    }
    expect(await queue.insideOf(event)).toBe(0)
  })

  /** Seen red where the page asked for nothing because nobody was in yet. */
  it('refunds who came in between the page and its button, before it has begun', async () => {
    const { event, book, scan } = await evening()
    const { uuid, tickets } = await book()
    const path = `/admin/events/${event}/cancellation/`
    const form = (await staff.show(path)).text
    for (const ticket of tickets) expect(await scan(ticket)).toBe(true)
    const hidden = /<input type="hidden" name="(let_in)" value="(true)"/.exec(form)
    const fields = hidden === null ? [] : ([[hidden[1] ?? '', hidden[2] ?? '']] as const)
    expect((await staff.press(path, [...fields, ['reason', 'A storm']])).status).toBe(303)
    await ended(event)
    expect(await refundOf(uuid)).toBe(2000)
  })

  /** Seen red without tellLetIn: no mail to whoever has entered with every ticket. */
  it('leaves them their tickets otherwise, and tells them so', async () => {
    const { event, book, scan } = await evening()
    const [all, half] = [await book(), await book()]
    for (const ticket of [...all.tickets, half.tickets[0] ?? '']) expect(await scan(ticket)).toBe(true)
    await client.query("update event set starts_at = now() - interval '1 hour' where id = $1", [event])
    const path = `/admin/events/${event}/cancellation/`
    expect((await staff.show(path)).text).toMatch(/name="let_in" value="true"\s*\/?>/)
    expect((await staff.press(path, [['reason', 'A storm']])).status).toBe(303)
    await ended(event)
    expect([await refundOf(all.uuid), await refundOf(half.uuid)]).toEqual([0, 1000])
    const [told, partly] = [await mailsOf(all.uuid), await mailsOf(half.uuid)]
    expect([told.length, partly.length]).toEqual([1, 1])
    expect(told[0].letter).toContain('will not be refunded')
    expect(partly[0].letter).toContain('no longer valid')
    expect((await hall.get(`/api/reservations/${all.uuid}/`)).json.status).not.toBe('C')
    expect(await queue.insideOf(event)).toBe(3)
    const { reservations, done } = (await hall.get(`/api/events/${event}/notices/`)).json[0]
    expect([reservations, done]).toEqual([2, 2])
  })

  it('by a program and by the command line says so, too', async () => {
    const byProgram = await evening()
    const byCommand = await evening()
    const [first, second] = [await byProgram.book(), await byCommand.book()]
    expect([await byProgram.scan(first.tickets[0] ?? ''), await byCommand.scan(second.tickets[0] ?? '')]).toEqual([
      true,
      true,
    ])
    const cancel = (fields: Record<string, unknown>, house = hall) =>
      house.post(`/api/events/${byProgram.event}/cancellation/`, fields)
    expect((await cancel({ pay_back_let_in: 'perhaps' })).status).toBe(400)
    expect((await cancel({ pay_back_let_in: true }, other)).status).toBe(404)
    expect((await cancel({ pay_back_let_in: true })).status).toBe(200)
    await server.cli('event', 'cancel', '--tenant', hall.slug, '--pay-back-let-in', byCommand.event)
    await ended(byProgram.event)
    await ended(byCommand.event)
    expect([await refundOf(first.uuid), await refundOf(second.uuid)]).toEqual([2000, 2000])
  })
})
