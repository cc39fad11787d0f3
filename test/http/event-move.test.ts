import { describe, expect, it } from 'vitest'
import { one, visitor } from '../harness/booking.ts'
import { boxOffice, createKey, untilTrue } from '../harness/box-office.ts'
import { type Fields, idIn, listed, shownForm } from '../harness/forms.ts'
import { staffOf } from '../harness/staff.ts'
import { twoOffices } from '../harness/two-tenants.ts'

/** An event that people have booked is not moved by its form without a question: are they told? */
const { server, client, hall, other } = await twoOffices()
await server.cli('tenant', 'set', '--tenant', hall.slug, '--time-zone', 'Europe/Paris')
const staff = await staffOf(server, hall)
const stranger = await staffOf(server, other)

const press = (path: string, fields: Fields) => staff.press(path, listed(fields))
const read = async (id: string) => (await hall.get(`/api/events/${id}/`)).json
const kinds = async (email: string) => {
  const { rows } = await client.query('select kind from mail where recipient = $1 order by kind', [email])
  return rows.map(({ kind }) => kind).filter((kind) => kind.startsWith('event_'))
}

/** An event with as many bookings of two tickets, and its form with another start. */
async function night(bookings: number, fields: object = {}, at = hall, who = staff) {
  const { price, product } = await at.price('B', { prix: 0 })
  const times = { datetime: '2900-03-01T20:00', end_datetime: '2900-03-01T23:00', doors_open: '2900-03-01T19:00' }
  const event = await at.event([product], { ...times, ...fields })
  const emails = Array.from({ length: bookings }, () => visitor())
  for (const email of emails) await at.book({ event, email, prices: one(price, 2) })
  const path = `/admin/events/${event}/schedule/`
  const shown = await shownForm(who, path, path)
  return { event, emails, path, shown, moved: { ...shown, starts: '2900-03-02T21:00' } }
}

/** What the page says that it asked about. */
const askedIn = (text: string) => /name="moved" value="([^"]*)"/.exec(text)?.[1] ?? ''

describe('the start of an event that people have booked', () => {
  /** Seen red without `findMove` in `ask`: saved at the first press. */
  it('is asked about with what was, what would be and how many have booked; a correction tells nobody', async () => {
    const { event, emails, path, moved } = await night(2)
    const typed = { ...moved, doors_open: '2900-03-02T18:30', ends: '2900-03-02T23:30' }
    const asked = await press(path, typed)
    expect(asked.status).toBe(409)
    expect(asked.text).toContain('Begins: Monday 1 March 2900, 20:00 → Tuesday 2 March 2900, 21:00')
    expect(asked.text).toContain('2 bookings with 4 tickets for it')
    // No mail leaves this server: seen red with the promise of one.
    expect(asked.text).toContain('nobody is notified.')
    expect(asked.text).not.toContain('receives an e')
    expect(asked.text).toContain('value="2900-03-02T18:30"')
    for (const choice of ['postpone', 'correct']) expect(asked.text).toContain(`name="move" value="${choice}"`)
    expect((await read(event)).datetime).toContain('2900-03-01')
    // A press that answers nothing, and an answer about another hour, are asked again.
    const answered = { ...typed, anyhow: typed.starts, moved: askedIn(asked.text), move: 'correct' }
    const { move: _, ...unanswered } = answered
    expect((await press(path, unanswered)).status).toBe(409)
    expect((await press(path, { ...answered, starts: '2900-03-02T22:00' })).status).toBe(409)
    expect((await stranger.press(path, listed(answered))).status).toBe(404)
    expect((await read(event)).datetime).toContain('2900-03-01')
    const saved = await press(path, answered)
    expect([saved.status, saved.headers['location']]).toEqual([303, `${path}?done=saved`])
    expect(await read(event)).toMatchObject({ datetime: expect.stringContaining('2900-03-02'), postponed_from: null })
    expect((await hall.get(`/api/events/${event}/notices/`)).json).toEqual([])
    expect((await kinds(emails[0] ?? '')).length).toBe(0)
  })

  /** Seen red with `changeEvent` in place of `postponeOnce`: no notice, and nobody had a mail. */
  it('is postponed: each is told once, however often it is pressed, and doors and end move along', async () => {
    const { event, emails, path, moved } = await night(2)
    const answered = {
      ...moved,
      anyhow: moved.starts,
      moved: askedIn((await press(path, moved)).text),
      move: 'postpone',
      reason: 'The <i>singer</i> is ill.',
    }
    const first = await press(path, answered)
    const second = await press(path, answered)
    expect([first.status, second.status]).toEqual([303, 303])
    expect(first.headers['location']).toMatch(/\/admin\/notices\/[\da-f-]+\//)
    expect(second.headers['location']).toBe(first.headers['location'])
    const notice = (await hall.get(`/api/events/${event}/notices/`)).json
    expect(notice).toMatchObject([{ uuid: idIn(first.headers['location']), kind: 'postponed' }])
    await untilTrue(async () => (await hall.get(`/api/events/${event}/notices/`)).json[0].ended !== null)
    for (const email of emails) expect(await kinds(email)).toEqual(['event_postponed'])
    expect(await read(event)).toMatchObject({
      datetime: '2900-03-02T20:00:00.000000+00:00',
      postponed_from: '2900-03-01T19:00:00.000000+00:00',
      end_datetime: '2900-03-02T23:00:00.000000+00:00',
      doors_open: '2900-03-02T19:00:00.000000+00:00',
    })
    expect((await staff.show(`/admin/audit/?of=${event}`)).text).toContain('Postponed an event')
  })

  /** Seen red with a postponement whenever it is pressed: everybody was mailed the date they had. */
  it('is not postponed where it is put back before the press', async () => {
    const { event, emails, path, shown, moved } = await night(1)
    const asked = askedIn((await press(path, moved)).text)
    const back = { ...shown, anyhow: moved.starts, moved: asked, move: 'postpone' }
    expect((await press(path, back)).status).toBe(303)
    expect((await read(event)).postponed_from).toBeNull()
    expect((await kinds(emails[0] ?? '')).length).toBe(0)
  })

  /** Seen red with a stale page taken for a second press: it led to the notice of before, and the doors were not saved. */
  it('is not taken for postponed before where a page that is out of date puts it back', async () => {
    const { event, path, moved } = await night(1)
    const first = { ...moved, anyhow: moved.starts, moved: askedIn((await press(path, moved)).text), move: 'postpone' }
    expect((await press(path, first)).status).toBe(303)
    const shown = await shownForm(staff, path, path)
    expect((await hall.patch(`/api/events/${event}/`, { doors_close: '2900-03-02T22:00' })).status).toBe(200)
    const next = { ...shown, starts: '2900-03-04T21:00' }
    const asked = askedIn((await press(path, next)).text)
    const back = { ...shown, doors_open: '2900-03-02T18:45', anyhow: next.starts, moved: asked, move: 'postpone' }
    expect((await press(path, back)).status).toBe(409)
  })

  /** Seen red with the times read again from their minutes: it moved by an hour, unasked. */
  it('stays the second of two where clocks go back, while something else is changed', async () => {
    const times = { datetime: '2900-10-31T01:30:00+00:00', end_datetime: null, doors_open: null }
    const { event, path, shown } = await night(1, times)
    expect((await press(path, { ...shown, doors_open: '2900-10-30T20:00' })).status).toBe(303)
    const artist = await hall.create('artists', { name: 'The Second Hour' })
    const artists = [{ uuid: artist, datetime: '2900-10-31T01:30:00.000000+00:00' }]
    expect((await hall.patch(`/api/events/${event}/`, { artists })).status).toBe(200)
    const described = `/admin/events/${event}/description/`
    const form = await shownForm(staff, described, described)
    const said = { ...form, artist, artist_at: '2900-10-31T02:30', short_description: 'Twice two o’clock' }
    expect((await press(described, said)).status).toBe(303)
    expect(await read(event)).toMatchObject({
      short_description: 'Twice two o’clock',
      artists,
      datetime: '2900-10-31T01:30:00.000000+00:00',
      doors_open: '2900-10-30T18:00:00.000000+00:00',
    })
  })

  /** Seen red without `seen` in what `postponeEvent` is given: 303, and the doors of the first were gone. */
  it('is not postponed by somebody who did not see what changed meanwhile', async () => {
    const { event, emails, path, shown, moved } = await night(1)
    expect((await press(path, { ...shown, doors_open: '2900-03-01T18:00' })).status).toBe(303)
    const asked = askedIn((await press(path, moved)).text)
    const answer = await press(path, { ...moved, anyhow: moved.starts, moved: asked, move: 'postpone' })
    expect(answer.status).toBe(409)
    expect(answer.text).toMatch(/It is now: .*18:00/)
    expect((await read(event)).datetime).toContain('2900-03-01')
    expect(await kinds(emails[0] ?? '')).toEqual([])
  })

  it('is moved without a question where nobody has booked, or nobody comes any more', async () => {
    const nobody = await night(0, { end_datetime: null, doors_open: null })
    // What stands there already is another question (event-dates.test.ts).
    expect((await press(nobody.path, { ...nobody.moved, anyhow: nobody.moved.starts })).status).toBe(303)
    const over = await night(1)
    await client.query(
      `update event set starts_at = now() - interval '90 days', ends_at = now() - interval '89 days', doors_open_at = null
       where id = $1`,
      [over.event],
    )
    const shown = await shownForm(staff, over.path, over.path)
    // Eight years, since the day may be the 29th of February.
    const moved = { ...shown, starts: `${Number(shown['starts']?.slice(0, 4)) - 8}${shown['starts']?.slice(4)}` }
    expect((await press(over.path, { ...moved, anyhow: moved.starts })).status).toBe(303)
  })

  /** Seen red with `isPostponed` true: it offered what is refused. */
  it('that would be past is corrected, and not postponed', async () => {
    const { event, path, shown } = await night(1, { end_datetime: null, doors_open: null })
    const asked = await press(path, { ...shown, starts: '2020-03-02T21:00' })
    expect([asked.status, asked.text.includes('value="postpone"')]).toEqual([409, false])
    const past = { ...shown, starts: '2020-03-02T21:00', anyhow: '2020-03-02T21:00', moved: askedIn(asked.text) }
    const refused = await press(path, { ...past, move: 'postpone' })
    expect(refused.status).toBe(400)
    expect((await read(event)).datetime).toContain('2900-03-01')
    expect((await press(path, { ...past, move: 'correct' })).status).toBe(303)
  })
})

describe('the place of an event that people have booked', () => {
  /** Seen red without `place` in what `findMove` finds: saved at the first press; and with an answer taken for that about another place. */
  it('is asked about, and leads to the message to everybody who booked', async () => {
    const words = ['--organisation', 'The Meadow', '--category', 'F', '--email', 'admin@example.org']
    const { slug, uuid } = await server.cli('tenant', 'create', ...words)
    const rights = ['product:write', 'event:write', 'reservation:write'].flatMap((one) => ['--permission', one])
    const key = await createKey(server, String(slug), rights)
    const meadow = boxOffice(server, { slug: String(slug), tenantId: String(uuid), key })
    const away = await staffOf(server, meadow)
    const location = await meadow.create('locations', { name: 'The <b>Barn</b>' })
    const { event, path, shown } = await night(1, {}, meadow, away)
    const moved = { ...shown, place: `${location}/` }
    const asked = await away.press(path, listed(moved))
    expect(asked.status).toBe(409)
    expect(asked.text).toContain('Place: The Meadow · The Meadow → The &lt;b>Barn')
    expect([asked.text.includes('value="postpone"'), asked.text.includes('value="message"')]).toEqual([false, true])
    const cave = await meadow.create('locations', { name: 'The Cave' })
    const elsewhere = { ...moved, place: `${cave}/`, anyhow: shown['starts'] ?? '', moved: askedIn(asked.text) }
    expect((await away.press(path, listed({ ...elsewhere, move: 'correct' }))).status).toBe(409)
    const placeNow = async () => (await meadow.get(`/api/events/${event}/`)).json.location
    expect(await placeNow()).not.toBe(location)
    const saved = await away.press(
      path,
      listed({ ...moved, anyhow: shown['starts'] ?? '', moved: askedIn(asked.text), move: 'message' }),
    )
    expect([saved.status, saved.headers['location']]).toEqual([303, `/admin/events/${event}/message/`])
    expect(await placeNow()).toBe(location)
  })
})
