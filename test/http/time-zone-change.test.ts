import { describe, expect, it } from 'vitest'
import { one, visitor } from '../harness/booking.ts'
import { hoursAhead, openBoxOffice } from '../harness/box-office.ts'
import { untilWaitingForLock } from '../harness/database.ts'
import { listed } from '../harness/forms.ts'
import { confirmByMail } from '../harness/mailed-link.ts'
import { whileLocked } from '../harness/rendezvous.ts'
import { type Staff, staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'
import { waitingRoomAt } from '../harness/waiting-list.ts'

/** A new time zone of an organisation with events to come (ADR 0202): what stays is asked, and done. */
const { server, client, hall, other } = await twoOffices()
const url = '/admin/settings/'

const zoned = async (name: string) => {
  const office = await openBoxOffice(server, name)
  await server.cli('tenant', 'set', '--tenant', office.slug, '--time-zone', 'Europe/Paris')
  return { office, owner: await staffOf(server, office) }
}

const seenIn = (text: string) => /name="seen" value="([\w-]+)"/.exec(text)?.[1] ?? ''
const said = { organisation: 'The House', email: 'hello@house.test', language: 'en' }

async function ask(owner: Staff, zone: string, more: Record<string, string> = {}) {
  const seen = seenIn((await owner.show(url)).text)
  return owner.press(url, listed({ ...said, time_zone: zone, city: 'Tokyo', seen, ...more }))
}

const startOf = async (office: typeof hall, id: string) =>
  (await office.get(`/api/events/${id}/`)).json.datetime as string
const heldUntil = async (reservation: string) =>
  (await client.query('select expires_at from reservation where id = $1', [reservation])).rows[0].expires_at as Date
const toTokyo = (times: 'hours' | 'moments') => ({ times, times_of: 'Europe/Paris Asia/Tokyo' })

describe('a new time zone', () => {
  it('is saved without a question where nothing is to come', async () => {
    const { owner, office } = await zoned('Nothing Yet')
    expect((await ask(owner, 'Asia/Tokyo')).status).toBe(303)
    expect((await owner.show(url)).text).toMatch(/value="Asia\/Tokyo"[^>]*selected|selected[^>]*value="Asia\/Tokyo"/)
    expect(office.slug).toBe('nothing-yet')
  })

  /** Seen red before there was a question: the zone was saved, and 20:00 stood at 03:00. */
  it('asks what stays, with both times, and saves nothing before', async () => {
    const { owner, office } = await zoned('Many Nights')
    for (let index = 1; index <= 12; index++)
      await office.event([], { name: `Night ${index}`, datetime: `2900-01-${String(index).padStart(2, '0')}T20:00` })
    const seat = await office.price('B')
    const event = await office.event([seat.product], { datetime: '2900-02-01T20:00' })
    const booked = await office.book({ event, email: visitor(), prices: one(seat.price, 2) })
    await office.post(`/api/reservations/${booked.json.uuid}/payments/`, { method: 'cash' })
    const asked = await ask(owner, 'Asia/Tokyo')
    expect(asked.status).toBe(409)
    expect(asked.text).toContain('13 events are to come')
    expect(asked.text).toContain('2 tickets have already been issued with the current time')
    expect(asked.text).toContain('and 3 more')
    expect(asked.text).toMatch(/\b1 January 2900[^<]*20:00/)
    expect(asked.text).toMatch(/\b2 January 2900[^<]*04:00/)
    expect(asked.text).toMatch(/value="Tokyo"/)
    expect(await startOf(office, event)).toBe('2900-02-01T19:00:00.000000+00:00')
    const rows = await client.query('select time_zone, city from tenant where slug = $1', [office.slug])
    expect(rows.rows).toEqual([{ time_zone: 'Europe/Paris', city: null }])

    // What was said of one change says nothing of another.
    const hours = { times: 'hours', times_of: 'Europe/Paris Asia/Tokyo' }
    expect((await ask(owner, 'America/Lima', hours)).status).toBe(409)
    expect((await ask(owner, 'Asia/Tokyo', { times_of: hours.times_of })).status).toBe(409)
  })

  it('keeps the hours as written, where that is said, of all that is planned', async () => {
    const { owner, office } = await zoned('Same Hour')
    const elsewhere = await other.event([], { datetime: '2900-01-10T19:00:00Z' })
    const { product, price } = await office.price('B', { sales_end: '2900-01-10T12:00' })
    const artist = await office.create('artists', { name: 'Ada' })
    const event = await office.event([product], {
      datetime: '2900-01-10T20:00',
      end_datetime: '2900-01-10T23:00',
      doors_open: '2900-01-10T19:00',
      doors_close: '2900-01-10T22:00',
      artists: [{ uuid: artist, datetime: '2900-01-10T21:00' }],
    })
    const gone = await office.event([], { datetime: '2900-01-09T20:00' })
    await client.query("update event set starts_at = '2020-01-01T19:00Z' where id = $1", [gone])
    const hours = { times: 'hours', times_of: 'Europe/Paris Asia/Tokyo' }
    expect((await ask(owner, 'Asia/Tokyo', hours)).status).toBe(303)
    const { json } = await office.get(`/api/events/${event}/`)
    expect(json).toMatchObject({
      datetime: '2900-01-10T11:00:00.000000+00:00',
      end_datetime: '2900-01-10T14:00:00.000000+00:00',
      doors_open: '2900-01-10T10:00:00.000000+00:00',
      doors_close: '2900-01-10T13:00:00.000000+00:00',
    })
    expect(JSON.stringify(json.artists)).toContain('2900-01-10T12:00:00')
    const sold = (await office.get(`/api/prices/`)).json.find(({ uuid }: { uuid: string }) => uuid === price)
    expect(sold.sales_end).toBe('2900-01-10T03:00:00.000000+00:00')
    expect(await startOf(office, gone)).toBe('2020-01-01T19:00:00.000000+00:00')
    expect(await startOf(other, elsewhere)).toBe('2900-01-10T19:00:00.000000+00:00')
    const entry = await client.query('select starts_at from calendar_entry where event_id = $1', [event])
    expect(entry.rows[0].starts_at.toISOString()).toBe('2900-01-10T11:00:00.000Z')
    expect((await owner.show(`/admin/audit/?of=${event}`)).text).toContain('Changed an event')
  })

  it('keeps the moments, where that is said', async () => {
    const { owner, office } = await zoned('Same Moment')
    const event = await office.event([], { datetime: '2900-01-10T20:00' })
    const moments = { times: 'moments', times_of: 'Europe/Paris Asia/Tokyo' }
    expect((await ask(owner, 'Asia/Tokyo', moments)).status).toBe(303)
    expect(await startOf(office, event)).toBe('2900-01-10T19:00:00.000000+00:00')
  })

  it('keeps by a program what the program says, and the moments else', async () => {
    const { office } = await zoned('By Program')
    const key = String(
      (
        await server.cli(
          'api-key',
          'create',
          '--tenant',
          office.slug,
          '--user',
          'bot@example.org',
          '--name',
          'bot',
          '--permission',
          'place:write',
          '--permission',
          'place:read',
        )
      )['api_key'],
    )
    const change = (body: object) => server.send(office.slug, 'PATCH', '/api/settings/', { key, body })
    const event = await office.event([], { datetime: '2900-01-10T20:00' })
    expect((await change({ time_zone: 'Asia/Tokyo' })).status).toBe(200)
    expect(await startOf(office, event)).toBe('2900-01-10T19:00:00.000000+00:00')
    expect((await change({ time_zone: 'Europe/Paris', keep_hours: true })).json.time_zone).toBe('Europe/Paris')
    expect(await startOf(office, event)).toBe('2900-01-11T03:00:00.000000+00:00')
    expect((await change({ keep_hours: true })).status).toBe(200)
    expect(await startOf(office, event)).toBe('2900-01-11T03:00:00.000000+00:00')
  })
})

describe('what is held at coming events', () => {
  /** Seen red without moveHolds, each of them: the places of those who pay at the door were sold again before its end. */
  it.each([
    ['hours kept', '2900-01-10T14:00:00.000Z', '2900-01-10T19:00:00.000Z'],
    ['moments kept', '2900-01-10T22:00:00.000Z', '2900-01-11T19:00:00.000Z'],
    ['by the command line', '2900-01-10T22:00:00.000Z', '2900-01-11T19:00:00.000Z'],
  ])('is held until their end, %s', async (how, atEnd, atFour) => {
    const { owner, office } = await zoned(`Door ${how}`)
    const { product, price } = await office.price('B')
    const datetime = '2900-01-10T20:00'
    const ending = await office.event([product], { datetime, end_datetime: '2900-01-10T23:00' })
    const open = await office.event([product], { datetime })
    const book = async (event: string) =>
      (await office.book({ event, email: visitor(), prices: one(price) })).json.uuid as string
    const [atDoor, untilFour, online] = [await book(ending), await book(open), await book(ending)]
    for (const booked of [atDoor, untilFour]) await confirmByMail(server, office.slug, booked)
    const soon = new Date(hoursAhead(1))
    await client.query('update reservation set expires_at = $2 where id = $1', [online, soon])
    expect((await heldUntil(untilFour)).toISOString()).toBe('2900-01-11T03:00:00.000Z')
    const kept = (['hours', 'moments'] as const).find((times) => how === `${times} kept`)
    if (kept) expect((await ask(owner, 'Asia/Tokyo', toTokyo(kept))).status).toBe(303)
    else await server.cli('tenant', 'set', '--tenant', office.slug, '--time-zone', 'Asia/Tokyo')
    expect((await heldUntil(atDoor)).toISOString()).toBe(atEnd)
    expect((await heldUntil(untilFour)).toISOString()).toBe(atFour)
    expect(await heldUntil(online)).toEqual(soon)

    // And follows them on, even where the request still has the time zone that was.
    const put = { datetime: '2900-02-10T20:00+09:00' }
    expect((await office.post(`/api/events/${open}/postponement/`, put)).status).toBe(200)
    expect((await heldUntil(untilFour)).toISOString()).toBe('2900-02-10T19:00:00.000Z')
  })

  /** Seen red without shortenHolds in moveHolds: held for hours after it began. */
  it('is held for who waited until their start at most', async () => {
    const { owner, office } = await zoned('Offered')
    const room = waitingRoomAt(server, client, office)
    const night = await room.soldOut({ datetime: hoursAhead(10) })
    const email = visitor()
    await room.join(night, email)
    await room.cancel(night.bookings[0])
    const offer = await room.offerOf(night, email)
    expect((await ask(owner, 'Asia/Tokyo', toTokyo('hours'))).status).toBe(303)
    expect(await heldUntil(offer.id)).toEqual(new Date(await startOf(office, night.event)))
  })

  /**
   * A booking that has its counter stands before its code. Seen red without the lock of the counters (only the booking waits),
   * and with the stronger lock of the organisation for a currency that stays, as the form sends it (each would wait for the other).
   */
  it('waits for a booking under way, which it does not hold up', async () => {
    const { owner, office } = await zoned('Under Way')
    const { product, price } = await office.price('B')
    const event = await office.event([product], { datetime: '2900-01-10T20:00' })
    const code = await office.create('promotional-codes', { code: 'EARLY', discount_rate: 10, products: [product] })
    // By staff, so that it is held until the end from the first.
    const book = () =>
      office.post('/api/reservations/', { event, email: visitor(), prices: one(price), promotional_code: 'EARLY' })
    // The first makes the counters, and lets go of what it locked.
    expect((await book()).status).toBe(201)
    const lock = `select from promotional_code where id = '${code}' for update`
    const [booked, changed] = await whileLocked(server, lock, async (release) => {
      const booking = book()
      await untilWaitingForLock(client, 1)
      const change = ask(owner, 'Asia/Tokyo', toTokyo('hours'))
      await untilWaitingForLock(client, 2)
      // As the foreign keys of whatever that booking writes.
      const { rowCount } = await client.query('select from tenant where id = $1 for key share nowait', [
        office.tenantId,
      ])
      expect(rowCount).toBe(1)
      await release()
      return Promise.all([booking, change])
    })
    expect([booked.status, changed.status]).toEqual([201, 303])
    expect((await heldUntil(booked.json.uuid)).toISOString()).toBe('2900-01-10T19:00:00.000Z')
  })
})

/** Seen red with only what is later than now moved: its end came before its beginning, and nothing was saved. */
it('keeps the hours of what is being sold, both where the end would come first', async () => {
  const { owner, office } = await zoned('On Sale')
  const { product, price } = await office.price('B', { sales_start: hoursAhead(-1), sales_end: hoursAhead(2) })
  const { price: long } = await office.price('B', { sales_start: hoursAhead(-20), sales_end: hoursAhead(2) })
  await office.event([product], { datetime: '2900-01-10T20:00' })
  const code = await office.create('promotional-codes', {
    code: 'NOW',
    discount_rate: 10,
    products: [product],
    start_datetime: hoursAhead(-1),
    end_datetime: hoursAhead(2),
  })
  const times = async (zone: string) => {
    const { rows } = await client.query(
      `select (starts at time zone $2)::text as starts, (ends at time zone $2)::text as ends, starts as moment from (
         select id, sale_starts_at as starts, sale_ends_at as ends from price
         union all select id, starts_at, ends_at from promotional_code) sold where id = any($1) order by id`,
      [[price, long, code], zone],
    )
    return rows.map(({ starts, ends, moment }) => ({ starts, ends, moment: (moment as Date).toISOString() }))
  }
  const [short, whole, named] = await times('Europe/Paris')
  const entries = async () =>
    (
      await client.query(
        `select action, subject_id, before, after from audit_entry
         where tenant_id = $1 and action in ('price.changed', 'promotional_code.changed') order by id`,
        [office.tenantId],
      )
    ).rows
  expect(await entries()).toEqual([])
  expect((await ask(owner, 'Asia/Tokyo', toTokyo('hours'))).status).toBe(303)
  const after = await times('Asia/Tokyo')
  expect(after).toMatchObject([
    { starts: short?.starts, ends: short?.ends },
    { moment: whole?.moment, ends: whole?.ends },
    { starts: named?.starts, ends: named?.ends },
  ])
  const text = expect.any(String)
  expect(await entries()).toEqual([
    ...[price, long].map((id) => ({
      action: 'price.changed',
      subject_id: id,
      ...(id === price
        ? { before: { saleStartsAt: text, saleEndsAt: text }, after: { saleStartsAt: text, saleEndsAt: text } }
        : { before: { saleEndsAt: text }, after: { saleEndsAt: text } }),
    })),
    {
      action: 'promotional_code.changed',
      subject_id: code,
      before: { startsAt: text, endsAt: text },
      after: { startsAt: text, endsAt: text },
    },
  ])
})

/** Seen red without keepDeviceEnds: telephones that were to scan until 02:00 ended when the doors opened. */
it('keeps until when devices scan, with the evening that they are for', async () => {
  const { owner, office } = await zoned('Late Doors')
  await office.event([], { datetime: '2900-01-10T20:00' })
  for (const at of [office, other]) await server.cli('device', 'create', '--tenant', at.slug, '--name', 'Night')
  await client.query("update device set ends_at = '2900-01-11T01:00Z' where name = 'Night'")
  expect((await ask(owner, 'Asia/Tokyo', toTokyo('hours'))).status).toBe(303)
  const { rows } = await client.query(
    "select tenant_id, ends_at from device where name = 'Night' and tenant_id = any($1)",
    [[office.tenantId, other.tenantId]],
  )
  const endOf = (id: string) => rows.find(({ tenant_id }) => tenant_id === id).ends_at.toISOString()
  expect([endOf(office.tenantId), endOf(other.tenantId)]).toEqual([
    '2900-01-10T17:00:00.000Z',
    '2900-01-11T01:00:00.000Z',
  ])
  expect((await owner.show('/admin/audit/')).text).toContain('Changed a scanning device')
})
