import { createHash } from 'node:crypto'
import ICAL from 'ical.js'
import { pointWithin } from '../../lib/coordinates.ts'
import { type CalendarClock, calendarClock, type Written } from './calendar-clock.ts'
import { calendarParts } from './calendar-parts.ts'
import { lineOf, linesOf, webPageOf } from './calendar-text.ts'

/** An event of a calendar elsewhere. */
export type ReadEvent = {
  readonly uid: string
  /** When it was to take place, of an event that repeats; '': it is alone under its id. */
  readonly recurrence: string
  readonly name: string
  readonly description: string | null
  readonly startsAt: Date
  readonly endsAt: Date | null
  readonly allDay: boolean
  readonly timeZone: string
  readonly place: string | null
  readonly latitude: number | null
  readonly longitude: number | null
  readonly url: string | null
  readonly categories: readonly string[]
  readonly isCancelled: boolean
}

export type ReadCalendar = {
  /** In the order they start. */
  readonly events: readonly ReadEvent[]
  /** Entries that say no event. */
  readonly unread: number
  /** There are more than are taken: those that start before are all there. Null: all are. */
  readonly completeUntil: Date | null
  /** Ids of those whose times are not all there: the steps were used up before. */
  readonly unfollowed: readonly string[]
}

export type CalendarReading = {
  readonly bytes: Buffer
  /** Of whoever reads it: days and times without a zone are by its clocks. */
  readonly timeZone: string
  /** Only what is not over then, and starts before. */
  readonly from: Date
  readonly until: Date
}

const mostEvents = 2_000
/** Steps of all rules together: a daily one since 1970 takes twenty thousand. So many take two seconds, with what is made of them. */
const mostSteps = 50_000
const dayMs = 86_400_000

/**
 * Reads an iCalendar file (RFC 5545), event by event: what is broken is counted and passed over. Rules that repeat are followed within
 * the span alone, and none that repeats within a day. Some rules hold `ical.js` for ever: it runs in a process that is ended then.
 *
 * @returns null: it is no calendar
 */
export function readCalendar({ bytes, timeZone, from, until }: CalendarReading): ReadCalendar | null {
  const parts = calendarParts(bytes.toString('utf8').toWellFormed().replaceAll('\0', ''))
  if (!parts) return null
  const clock = calendarClock(parts, timeZone)
  let { unread } = parts
  const entries = parts.events.flatMap((lines) => {
    try {
      return [entryOf(lines, clock)]
    } catch {
      unread++
      return []
    }
  })
  const walk: Walk = { clock, from, until, stepsLeft: mostSteps, unfollowed: new Set() }
  const events: ReadEvent[] = []
  for (const entriesOfOne of grouped(entries)) {
    try {
      events.push(...eventsOf(entriesOfOne, walk))
    } catch {
      unread++
    }
  }
  const wanted = events.filter(({ startsAt, endsAt }) => (endsAt ?? startsAt) > from && startsAt < until)
  wanted.sort((one, other) => one.startsAt.getTime() - other.startsAt.getTime())
  const once = new Map(wanted.map((event) => [`${event.uid} ${event.recurrence}`, event]))
  const kept = [...once.values()]
  const taken = kept.slice(0, mostEvents)
  const lastTaken = kept.length > mostEvents ? (taken.at(-1)?.startsAt ?? from) : null
  return { events: taken, unread, completeUntil: lastTaken, unfollowed: [...walk.unfollowed] }
}

type Entry = Omit<ReadEvent, 'recurrence'> & {
  readonly component: ICAL.Component
  readonly start: Written
  /** Which of a series it stands for; null: the series, or it is alone. */
  readonly replaces: Written | null
}

type Walk = {
  readonly clock: CalendarClock
  readonly from: Date
  readonly until: Date
  readonly unfollowed: Set<string>
  stepsLeft: number
}

/** @throws Error where it says no event */
function entryOf(lines: readonly string[], clock: CalendarClock): Entry {
  const component = new ICAL.Component(ICAL.parse(lines.join('\r\n')))
  const start = writtenOf(component, 'dtstart')
  const startsAt = start && clock.at(start)
  const name = lineOf(component.getFirstPropertyValue('summary'), 200)
  if (!start || !startsAt || name === null) throw new Error('no event')
  const status = component.getFirstPropertyValue('status')
  return {
    component,
    start,
    replaces: writtenOf(component, 'recurrence-id'),
    uid: idOf(component, `${name} ${startsAt.toISOString()}`),
    name,
    description: linesOf(component.getFirstPropertyValue('description'), 2_000),
    startsAt,
    endsAt: endOf(component, { start, startsAt, clock }),
    allDay: start.time.isDate,
    timeZone: clock.zoneOf(start),
    place: lineOf(component.getFirstPropertyValue('location'), 250),
    ...pointIn(component),
    url: webPageOf(component.getFirstPropertyValue('url')),
    categories: categoriesOf(component),
    isCancelled: typeof status === 'string' && status.toUpperCase() === 'CANCELLED',
  }
}

function writtenOf(component: ICAL.Component, name: string): Written | null {
  const [first] = timesOf(component, name)
  return first ?? null
}

function timesOf(component: ICAL.Component, name: string): readonly Written[] {
  return component.getAllProperties(name).flatMap((property) => {
    const zone = property.getFirstParameter('tzid')
    return property.getValues().flatMap((value) => {
      // An additional date may be written as a span.
      const time: unknown = value instanceof ICAL.Period ? value.start : value
      return time instanceof ICAL.Time ? [{ time, zone: zone || undefined }] : []
    })
  })
}

/** An id of the source, or one made of what it says. One that is longer than is kept is told by its hash. */
function idOf(component: ICAL.Component, said: string): string {
  const uid = lineOf(component.getFirstPropertyValue('uid'), 1_000)
  const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32)
  if (uid === null) return `unnamed-${hash(said)}`
  return uid.length > 200 ? `long-${hash(uid)}` : uid
}

type Starting = { readonly start: Written; readonly startsAt: Date; readonly clock: CalendarClock }

/** Null: not said. A day ends when the next begins. */
function endOf(component: ICAL.Component, { start, startsAt, clock }: Starting): Date | null {
  const written = writtenOf(component, 'dtend')
  const duration: unknown = component.getFirstPropertyValue('duration')
  let end = written && clock.at(written)
  if (end === null && duration instanceof ICAL.Duration) {
    const time = start.time.clone()
    time.addDuration(duration)
    end = clock.at({ ...start, time })
  }
  if (end !== null && end > startsAt) return end
  return start.time.isDate ? clock.at({ ...start, time: dayAfter(start.time) }) : null
}

function dayAfter(day: ICAL.Time): ICAL.Time {
  const next = day.clone()
  next.adjust(1, 0, 0, 0)
  return next
}

function pointIn(component: ICAL.Component) {
  const value: unknown = component.getFirstPropertyValue('geo')
  const [latitude, longitude] = Array.isArray(value) ? value.map(Number) : []
  return pointWithin(latitude, longitude)
}

function categoriesOf(component: ICAL.Component): readonly string[] {
  const values = component.getAllProperties('categories').flatMap((property) => property.getValues())
  return [...new Set(values.flatMap((value) => lineOf(value, 60) ?? []))].slice(0, 10)
}

function grouped(entries: readonly Entry[]): Iterable<readonly Entry[]> {
  return Map.groupBy(entries, ({ uid }) => uid).values()
}

/** The events of one id: one alone, or one for each time of a series. */
function eventsOf(entries: readonly Entry[], walk: Walk): readonly ReadEvent[] {
  const replaced = new Map<string, Entry>()
  const masters: Entry[] = []
  for (const entry of entries) {
    const key = entry.replaces && keyOf(entry.replaces, walk.clock)
    if (key === null) masters.push(entry)
    else replaced.set(key, entry)
  }
  const [master, ...others] = masters
  const isSeries = master !== undefined && repeats(master)
  if (master && !isSeries && others.length === 0 && replaced.size === 0) return [eventOf(master, '')]
  const events = new Map<string, ReadEvent>()
  for (const one of masters) {
    // Some give different events one id: each is known by when it starts.
    if (!repeats(one)) events.set(keyOf(one.start, walk.clock) ?? '', eventOf(one, keyOf(one.start, walk.clock) ?? ''))
    else for (const event of seriesOf(one, walk)) events.set(event.recurrence, event)
  }
  const isCancelled = master?.isCancelled ?? false
  for (const [key, entry] of replaced)
    events.set(key, { ...eventOf(entry, key), isCancelled: isCancelled || entry.isCancelled })
  return [...events.values()]
}

function repeats({ component }: Entry): boolean {
  return component.hasProperty('rrule') || component.hasProperty('rdate')
}

function eventOf({ component: _, start: __, replaces: ___, ...event }: Entry, recurrence: string): ReadEvent {
  return { ...event, recurrence }
}

/** One time of a series, the same however it is written. */
function keyOf(written: Written, clock: CalendarClock): string | null {
  const { time } = written
  if (time.isDate) return time.toString()
  return clock.at(written)?.toISOString() ?? null
}

const slowEnough = new Set(['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'])

function* seriesOf(master: Entry, walk: Walk): Generator<ReadEvent> {
  const { component, start, startsAt, endsAt } = master
  const { clock } = walk
  const left = new Set(timesOf(component, 'exdate').flatMap((written) => keyOf(written, clock) ?? []))
  for (const written of [...ruled(master, walk), ...dated(master, walk)]) {
    const at = clock.at(written)
    const key = keyOf(written, clock)
    // Some except days of what has an hour.
    if (at === null || key === null || left.has(key) || left.has(dayOf(written.time))) continue
    const ends = endsAt === null ? null : new Date(at.getTime() + endsAt.getTime() - startsAt.getTime())
    yield { ...eventOf(master, key), startsAt: at, endsAt: start.time.isDate ? localEnd(master, written, clock) : ends }
  }
}

/** Days are not all of 24 hours. */
function localEnd({ startsAt, endsAt }: Entry, written: Written, clock: CalendarClock): Date | null {
  const days = Math.round(((endsAt ?? startsAt).getTime() - startsAt.getTime()) / dayMs)
  const time = written.time.clone()
  time.adjust(Math.max(days, 1), 0, 0, 0)
  return clock.at({ ...written, time })
}

const dayOf = (time: ICAL.Time) => time.toString().slice(0, 10)

/** The times that a rule gives within the span, the first among them; without a rule it is the only one. */
function ruled(master: Entry, walk: Walk): readonly Written[] {
  const { component, start } = master
  const rule: unknown = component.getFirstPropertyValue('rrule')
  if (!(rule instanceof ICAL.Recur) || !slowEnough.has(rule.freq)) return [start]
  const times: Written[] = []
  const iterator = rule.iterator(start.time)
  for (let time = iterator.next(); time; time = iterator.next()) {
    if (!takesStep(master, walk)) break
    const place = placeOf(time, master, walk)
    if (place === 'after') break
    if (place === 'within') times.push({ ...start, time: time.clone() })
  }
  return times
}

/** The further dates that are written out, within the span. */
function dated(master: Entry, walk: Walk): readonly Written[] {
  const times: Written[] = []
  for (const written of timesOf(master.component, 'rdate')) {
    if (!takesStep(master, walk)) break
    if (placeOf(written.time, master, walk) === 'within') times.push(written)
  }
  return times
}

function takesStep({ uid }: Entry, walk: Walk): boolean {
  const isLeft = walk.stepsLeft > 0
  if (isLeft) walk.stepsLeft--
  else walk.unfollowed.add(uid)
  return isLeft
}

/** By any clocks: zones differ by a day at most. */
function placeOf(time: ICAL.Time, { startsAt, endsAt }: Entry, { from, until }: Walk): 'before' | 'within' | 'after' {
  const roughly = Date.UTC(time.year, time.month - 1, time.day)
  const lastsMs = (endsAt ?? startsAt).getTime() - startsAt.getTime()
  if (roughly > until.getTime() + dayMs) return 'after'
  return roughly + lastsMs + 2 * dayMs > from.getTime() ? 'within' : 'before'
}
