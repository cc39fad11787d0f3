import { expect, it } from 'vitest'
import { hoursAhead, untilTrue } from '../harness/box-office.ts'
import { uidsByTheRules } from '../harness/calendar-rules.ts'
import { listed, shownForm } from '../harness/forms.ts'
import { bookTwo, giveTicket } from '../harness/given-ticket.ts'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'
import { visitorAt } from '../harness/visitor.ts'

/** What a person's own calendar is told when an event that is in it changes (RFC 5545, 3.8.7). */
const { server, client, hall, other } = await twoOffices()
const staff = await staffOf(server, hall)

async function entry(path: string, office = hall) {
  const { status, text } = await visitorAt(server, office).show(path)
  expect([status, path]).toEqual([200, path])
  expect(uidsByTheRules(text)).toHaveLength(1)
  const lines = text.replace(/\r\n /g, '').split('\r\n')
  const value = (name: string) => lines.find((line) => line.startsWith(`${name}:`))?.slice(name.length + 1)
  return {
    uid: value('UID'),
    sequence: Number(value('SEQUENCE')),
    status: value('STATUS'),
    start: value('DTSTART'),
    changed: value('LAST-MODIFIED') ?? '',
    stamp: value('DTSTAMP') ?? '',
  }
}

const compact = (iso: string) => new Date(iso).toISOString().replace(/[-:]|\.\d+/g, '')
/** Whole minutes from the one in which this file began: asked again it is the same one. */
const began = `${hoursAhead(0).slice(0, 16)}:00Z`
const nextMinute = (hours: number) => new Date(Date.parse(began) + hours * 3_600_000).toISOString()

/** Seen red with no `sequence`: 0 whatever changed, and a calendar kept the old date. */
it('is a later number with each change of the times, however it is made', async () => {
  const booked = await bookTwo(server, hall, { datetime: nextMinute(48) })
  const { event } = booked
  const { links } = await giveTicket({ server, client, office: hall }, booked, booked.tickets[1])
  const given = new URL(links.find(({ url }) => url.endsWith('.ics'))?.url ?? '').pathname
  const theirs = await bookTwo(server, other, { datetime: nextMinute(48) })
  const read = async () => {
    const [own, other] = [await entry(`${booked.path}event.ics`), await entry(given)]
    expect({ ...other, uid: own.uid, stamp: own.stamp }).toEqual(own)
    return own
  }
  const patch = (fields: object) => hall.patch(`/api/events/${event}/`, { ...fields })
  const first = await read()
  expect([first.sequence, first.status]).toEqual([0, undefined])

  await patch({ name: 'Another name', datetime: nextMinute(48), capacity: 300 })
  const renamed = await read()
  expect([renamed.sequence, renamed.uid]).toEqual([0, first.uid])
  expect(renamed.changed >= first.changed).toBe(true)

  await patch({ datetime: nextMinute(50) })
  expect(await read()).toMatchObject({ sequence: 1, start: compact(nextMinute(50)) })
  await patch({ end_datetime: nextMinute(53) })
  expect((await read()).sequence).toBe(2)
  await patch({ end_datetime: nextMinute(53) })
  expect((await read()).sequence).toBe(2)

  const path = `/admin/events/${event}/schedule/`
  const form = await shownForm(staff, path, path)
  // Another minute than that in which it starts already.
  const minute = form['starts']?.endsWith('07') ? '08' : '07'
  const local = `${form['starts']?.slice(0, 14)}${minute}`
  const asked = (await staff.press(path, listed({ ...form, starts: local }))).text
  const moved = /name="moved" value="([^"]*)"/.exec(asked)?.[1] ?? ''
  const corrected = { ...form, starts: local, anyhow: local, moved, move: 'correct' }
  expect((await staff.press(path, listed(corrected))).status).toBe(303)
  expect(await read()).toMatchObject({ sequence: 3, start: expect.stringMatching(new RegExp(`T\\d\\d${minute}00Z$`)) })

  const answer = await hall.post(`/api/events/${event}/postponement/`, { datetime: nextMinute(240) })
  expect(answer.status).toBeLessThan(300)
  const postponed = await read()
  expect(postponed).toMatchObject({ sequence: 4, start: compact(nextMinute(240)), uid: first.uid })
  expect(postponed.stamp >= first.stamp).toBe(true)
  expect((await entry(`${theirs.path}event.ics`, other)).sequence).toBe(0)
})

/** Seen red with the address of the booking in what is told, with local times, and without CalendarLinks on the page of a given ticket. */
it('leads on to a calendar on the web, which learns of the event alone', async () => {
  const datetime = nextMinute(72)
  const fields = { name: 'Bal & bistrot #1', datetime, end_datetime: nextMinute(75) }
  const booked = await bookTwo(server, hall, fields)
  const { links } = await giveTicket({ server, client, office: hall }, booked, booked.tickets[1])
  const given = new URL(links.find(({ url }) => url.endsWith('.ics'))?.url ?? '').pathname
  const { slug } = (await hall.get(`/api/events/${booked.event}/`)).json
  const page = (await visitorAt(server, hall).show(booked.path)).text
  const shown = (await visitorAt(server, hall).show(given.replace(/[^/]+$/, ''))).text
  for (const query of ['', '?to=google', '?to=outlook'])
    for (const text of [page, shown]) expect(text).toContain(`href="event.ics${query}"`)
  for (const file of [`${booked.path}event.ics`, given]) {
    const leads = async (to: string) => {
      const { status, headers } = await visitorAt(server, hall).show(`${file}?to=${to}`)
      expect([status, headers['cache-control']]).toEqual([303, 'no-store'])
      const url = new URL(String(headers['location']))
      expect(url.href).not.toContain(file.split('/')[3])
      return [url.origin + url.pathname, Object.fromEntries(url.searchParams)]
    }
    const about = expect.stringMatching(new RegExp(`/events/${slug}/$`))
    expect(await leads('google')).toEqual([
      'https://calendar.google.com/calendar/render',
      {
        action: 'TEMPLATE',
        text: 'Bal & bistrot #1 – The Hall',
        dates: `${compact(datetime)}/${compact(fields.end_datetime)}`,
        location: expect.any(String),
        details: about,
      },
    ])
    expect(await leads('outlook')).toEqual([
      'https://outlook.live.com/calendar/0/action/compose',
      {
        rru: 'addevent',
        subject: 'Bal & bistrot #1 – The Hall',
        startdt: new Date(datetime).toISOString(),
        enddt: new Date(fields.end_datetime).toISOString(),
        location: expect.any(String),
        body: about,
      },
    ])
    expect((await visitorAt(server, hall).show(`${file}?to=elsewhere`)).status).toBe(400)
    expect((await visitorAt(server, other).show(`${file}?to=google`)).status).toBe(404)
  }
})

/** Seen red without `calendarSequence` in markEventCancelled, and without the status. */
it('says that an event is cancelled, by a later number too', async () => {
  const booked = await bookTwo(server, hall)
  await hall.post(`/api/events/${booked.event}/cancellation/`)
  await hall.post(`/api/events/${booked.event}/cancellation/`)
  await untilTrue(async () => (await hall.get(`/api/reservations/${booked.id}/`)).json.status === 'C')
  for (const asked of ['', '?to=google'])
    expect(await entry(`${booked.path}event.ics${asked}`)).toMatchObject({ sequence: 1, status: 'CANCELLED' })
})
