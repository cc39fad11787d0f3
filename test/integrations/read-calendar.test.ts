import { describe, expect, it } from 'vitest'
import { readCalendar } from '../../src/integrations/calendars/read-calendar.ts'

const from = new Date('2026-11-27T00:00:00Z')
const until = new Date('2028-05-28T00:00:00Z')

const fileOf = (lines: readonly string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x//x//EN', ...lines, 'END:VCALENDAR'].join('\r\n')
const event = (...lines: readonly string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']

function read(...lines: readonly string[]) {
  const answer = readCalendar({ bytes: Buffer.from(fileOf(lines)), timeZone: 'Europe/Paris', from, until })
  if (answer === null) throw new Error('no calendar')
  return answer
}

const one = (...lines: readonly string[]) => read(...event(...lines)).events[0]
const starts = (...lines: readonly string[]) => read(...lines).events.map(({ startsAt }) => startsAt.toISOString())
const jazz = ['UID:jazz', 'SUMMARY:Jazz']

describe('what an event says', () => {
  it('is read, folded and escaped as it is', () => {
    expect(
      one(
        'UID:1@rex',
        'DTSTART;TZID=Europe/Paris:20261212T203000',
        'DTEND;TZID=Europe/Paris:20261212T230000',
        'SUMMARY:Nina\\, Simone',
        'DESCRIPTION:One\\nTwo and a ver',
        ' y long line',
        'LOCATION:Le Rex\\, Toulouse',
        'GEO:43.607;1.45',
        'URL:https://lerex.example/nina',
        'CATEGORIES:Music,Party',
        'BEGIN:VALARM',
        'DESCRIPTION:Soon',
        'END:VALARM',
      ),
    ).toEqual({
      uid: '1@rex',
      recurrence: '',
      name: 'Nina, Simone',
      description: 'One\nTwo and a very long line',
      startsAt: new Date('2026-12-12T19:30:00Z'),
      endsAt: new Date('2026-12-12T22:00:00Z'),
      allDay: false,
      timeZone: 'Europe/Paris',
      place: 'Le Rex, Toulouse',
      latitude: 43.607,
      longitude: 1.45,
      url: 'https://lerex.example/nina',
      categories: ['Music', 'Party'],
      isCancelled: false,
    })
  })

  it('is text, also where it was written as HTML', () => {
    const read = one(
      ...jazz,
      'DTSTART:20261212T190000Z',
      'DESCRIPTION:<p>Ada &amp\\; Grace</p><script>alert(1)</script><b>3 < 4</b>',
    )
    expect(read?.description).toBe('Ada & Grace\nalert(1)3 < 4')
  })

  it.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://x.example/', 'https://ada:secret@x.example/', 'nowhere'])(
    'has no page at %s',
    (url) => expect(one(...jazz, 'DTSTART:20261212T190000Z', `URL:${url}`)?.url).toBeNull(),
  )

  it('has an id though the source gives none, the same each time', () => {
    const named = () => one('SUMMARY:Jazz', 'DTSTART:20261212T190000Z')?.uid
    expect(named()).toMatch(/^unnamed-/)
    expect(named()).toBe(named())
    expect(named()).not.toBe(one('SUMMARY:Jazz', 'DTSTART:20261213T190000Z')?.uid)
  })

  it('is cancelled by its status', () => {
    expect(one(...jazz, 'DTSTART:20261212T190000Z', 'STATUS:CANCELLED')?.isCancelled).toBe(true)
  })
})

describe('when it is', () => {
  const zone = (id: string, ...lines: readonly string[]) => [
    'BEGIN:VTIMEZONE',
    `TZID:${id}`,
    ...lines,
    'BEGIN:STANDARD',
    'DTSTART:19700101T000000',
    'TZOFFSETFROM:+0500',
    'TZOFFSETTO:+0500',
    'END:STANDARD',
    'END:VTIMEZONE',
  ]

  it.each([
    ['by universal time', [], 'DTSTART:20261212T190000Z', '2026-12-12T19:00:00.000Z'],
    ['by the clocks of the reader', [], 'DTSTART:20261212T200000', '2026-12-12T19:00:00.000Z'],
    ['by those of the calendar', ['X-WR-TIMEZONE:Asia/Tokyo'], 'DTSTART:20261212T200000', '2026-12-12T11:00:00.000Z'],
    ['in a zone by its name', [], 'DTSTART;TZID=America/New_York:20261212T200000', '2026-12-13T01:00:00.000Z'],
    [
      'in one within a longer name',
      [],
      'DTSTART;TZID=/mozilla.org/20070129_1/America/New_York:20261212T200000',
      '2026-12-13T01:00:00.000Z',
    ],
    ['in one of Windows', [], 'DTSTART;TZID=Tokyo Standard Time:20261212T200000', '2026-12-12T11:00:00.000Z'],
    ['in one of the file', zone('Our zone'), 'DTSTART;TZID=Our zone:20261212T200000', '2026-12-12T15:00:00.000Z'],
    [
      'in one that the file names',
      zone('Ours', 'X-LIC-LOCATION:Asia/Tokyo'),
      'DTSTART;TZID=Ours:20261212T200000',
      '2026-12-12T11:00:00.000Z',
    ],
    ['in one that nobody knows', [], 'DTSTART;TZID=Nowhere:20261212T200000', '2026-12-12T19:00:00.000Z'],
    ['all day', [], 'DTSTART;VALUE=DATE:20261212', '2026-12-11T23:00:00.000Z'],
  ])('%s', (_, head, start, expected) => {
    expect(starts(...head, ...event(...jazz, start))).toEqual([expected])
  })

  it('ends with the day where it has no hours', () => {
    const [day] = read(...event(...jazz, 'DTSTART;VALUE=DATE:20261212')).events
    expect(day).toMatchObject({ allDay: true, endsAt: new Date('2026-12-12T23:00:00Z') })
  })

  it('ends after its duration', () => {
    expect(one(...jazz, 'DTSTART:20261212T190000Z', 'DURATION:PT2H30M')?.endsAt).toEqual(
      new Date('2026-12-12T21:30:00Z'),
    )
  })

  it('is in the span, or left out', () => {
    const at = (day: string) => event(`UID:${day}`, `SUMMARY:${day}`, `DTSTART:${day}T190000Z`)
    const days = ['20261126', '20261127', '20280527', '20280529']
    expect(read(...days.flatMap(at)).events.map(({ name }) => name)).toEqual(['20261127', '20280527'])
  })
})

describe('what repeats', () => {
  it('is an event for each time, by the clocks of its zone', () => {
    expect(starts(...event(...jazz, 'DTSTART;TZID=Europe/Paris:20270320T200000', 'RRULE:FREQ=WEEKLY;COUNT=3'))).toEqual(
      ['2027-03-20T19:00:00.000Z', '2027-03-27T19:00:00.000Z', '2027-04-03T18:00:00.000Z'],
    )
  })

  it('goes on from years ago, within the span', () => {
    const times = starts(...event(...jazz, 'DTSTART:19800101T190000Z', 'RRULE:FREQ=DAILY'))
    expect(times[0]).toBe('2026-11-27T19:00:00.000Z')
    expect(times).toHaveLength(548)
  })

  it('leaves out what is excepted, by hour or by day', () => {
    expect(
      starts(
        ...event(
          ...jazz,
          'DTSTART;TZID=Europe/Paris:20261201T200000',
          'RRULE:FREQ=DAILY;COUNT=4',
          'EXDATE:20261202T190000Z',
          'EXDATE;VALUE=DATE:20261203',
        ),
      ),
    ).toEqual(['2026-12-01T19:00:00.000Z', '2026-12-04T19:00:00.000Z'])
  })

  it('is known until the last that was taken', () => {
    const days = Array.from(
      { length: 500 },
      (_, index) => `2027${String(1 + (index % 12)).padStart(2, '0')}01T1900${String(index % 60).padStart(2, '0')}Z`,
    )
    const many = days.flatMap((day, index) =>
      event(`UID:${index}`, 'SUMMARY:Many', `DTSTART:${day}`, 'RRULE:FREQ=DAILY;COUNT=5'),
    )
    const { events, completeUntil } = read(...many)
    expect(events).toHaveLength(2_000)
    expect(completeUntil).toEqual(events.at(-1)?.startsAt)
  })

  it('has further dates', () => {
    expect(starts(...event(...jazz, 'DTSTART:20261201T190000Z', 'RDATE:20261205T190000Z,20261209T200000Z'))).toEqual([
      '2026-12-01T19:00:00.000Z',
      '2026-12-05T19:00:00.000Z',
      '2026-12-09T20:00:00.000Z',
    ])
  })

  it('has a time of its own that was moved, renamed or cancelled, under the id of when it was to be', () => {
    const { events } = read(
      ...event(...jazz, 'DTSTART;TZID=Europe/Paris:20261201T200000', 'RRULE:FREQ=DAILY;COUNT=3'),
      ...event('UID:jazz', 'RECURRENCE-ID:20261202T190000Z', 'SUMMARY:Late jazz', 'DTSTART:20261202T210000Z'),
      ...event(
        'UID:jazz',
        'RECURRENCE-ID;TZID=Europe/Paris:20261203T200000',
        'SUMMARY:Jazz',
        'DTSTART:20261203T190000Z',
        'STATUS:CANCELLED',
      ),
    )
    expect(events.map(({ recurrence, name, isCancelled }) => [recurrence, name, isCancelled])).toEqual([
      ['2026-12-01T19:00:00.000Z', 'Jazz', false],
      ['2026-12-02T19:00:00.000Z', 'Late jazz', false],
      ['2026-12-03T19:00:00.000Z', 'Jazz', true],
    ])
  })

  it('lasts whole days where it has no hours, also when a clock is put forward', () => {
    const { events } = read(...event(...jazz, 'DTSTART;VALUE=DATE:20270327', 'RRULE:FREQ=DAILY;COUNT=2'))
    expect(events.map(({ endsAt }) => endsAt?.toISOString())).toEqual([
      '2027-03-27T23:00:00.000Z',
      '2027-03-28T22:00:00.000Z',
    ])
  })

  it.each(['SECONDLY', 'MINUTELY', 'HOURLY'])('is read once where it repeats %s', (often) => {
    expect(starts(...event(...jazz, 'DTSTART:20261201T190000Z', `RRULE:FREQ=${often}`))).toHaveLength(1)
  })

  it('is bounded however many rules there are, and the rest is said to be cut', () => {
    const daily = (index: number) =>
      event(`UID:${index}`, 'SUMMARY:Daily', 'DTSTART:20261201T190000Z', 'RRULE:FREQ=DAILY')
    const { events, unfollowed } = read(
      ...event('UID:alone', 'SUMMARY:Alone', 'DTSTART:20261201T190000Z'),
      ...Array.from({ length: 1_000 }, (_, index) => daily(index)).flat(),
    )
    expect(events).toHaveLength(2_000)
    // Of these it is not known when else they are.
    expect(unfollowed).toContain('999')
    expect(unfollowed).not.toContain('0')
    expect(unfollowed).not.toContain('alone')
  })

  it('is bounded however many dates are written out, and those outside the span are none', () => {
    const stamp = (day: number) =>
      `${new Date(Date.UTC(2015, 0, 1 + day)).toISOString().slice(0, 10).replaceAll('-', '')}T190000Z`
    const dates = Array.from({ length: 5_000 }, (_, day) => stamp(day)).join(',')
    const many = Array.from({ length: 11 }, (_, index) =>
      event(`UID:${index}`, 'SUMMARY:Dated', 'DTSTART:20150101T190000Z', `RDATE:${dates}`),
    )
    const { events, unfollowed } = read(...many.flat())
    expect(events).toHaveLength(2_000)
    expect(unfollowed).toEqual(['10'])
  })
})

describe('what is broken', () => {
  it('is counted and takes nothing with it', () => {
    const { events, unread } = read(
      ...event(...jazz, 'DTSTART:20261212T190000Z', 'no line at all', 'GEO:north;south'),
      ...event('UID:no-start', 'SUMMARY:Never'),
      ...event('UID:no-name', 'DTSTART:20261212T190000Z'),
      ...event('UID:bad-rule', 'SUMMARY:Bad', 'DTSTART:20261212T190000Z', 'RRULE:FREQ=SOMETIMES'),
      ...event('UID:bad-date', 'SUMMARY:Bad', 'DTSTART:tomorrow'),
      ...event('UID:other', 'SUMMARY:Other', 'DTSTART:20261213T190000Z'),
    )
    expect(events.map(({ name }) => name)).toEqual(['Jazz', 'Other'])
    expect(unread).toBe(4)
  })

  it('are different events under one id: each is known by when it starts', () => {
    const { events } = read(
      ...event('UID:same', 'SUMMARY:A', 'DTSTART:20261212T190000Z'),
      ...event('UID:same', 'SUMMARY:B', 'DTSTART:20261213T190000Z'),
    )
    expect(events.map(({ name, recurrence }) => [name, recurrence])).toEqual([
      ['A', '2026-12-12T19:00:00.000Z'],
      ['B', '2026-12-13T19:00:00.000Z'],
    ])
  })

  it.each(['', '<!doctype html><p>BEGIN:VCALENDAR', 'BEGIN:VCARD\r\nEND:VCARD'])('is no calendar: %j', (text) => {
    expect(readCalendar({ bytes: Buffer.from(text), timeZone: 'Europe/Paris', from, until })).toBeNull()
  })
})
