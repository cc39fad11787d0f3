/** ISO 8601 with six decimals and a numeric offset, always UTC: `2026-05-01T20:30:00.000000+00:00` (ADR 0023). */
export function formatDateTime(date: Date): string {
  return `${date.toISOString().slice(0, -1)}000+00:00`
}

const extendedForm =
  /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}(?::?\d{2})?)?$/i
const basicForm = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(?:(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}(?:\d{2})?)?$/i

/**
 * Any ISO 8601 date-time, with its hyphens and colons or without; without an offset it is local to `timeZone`. Null when it is not one, or names a day or hour
 * that does not exist. Years 1970 to 2999: outside them a date is a typing error.
 */
export function parseDateTime(text: string, timeZone: string): Date | null {
  const trimmed = text.trim()
  const match = extendedForm.exec(trimmed) ?? basicForm.exec(trimmed)
  if (!match) return null
  const [year, month, day, hour, minute, second] = [1, 2, 3, 4, 5, 6].map((index) => Number(match[index] ?? 0))
  if (year === undefined || month === undefined || day === undefined) return null
  if (hour === undefined || minute === undefined || second === undefined) return null
  if (year < 1970 || year > 2999 || hour > 23 || minute > 59 || second > 59) return null
  const milliseconds = Number((match[7] ?? '').padEnd(3, '0').slice(0, 3))
  const asUtc = Date.UTC(year, month - 1, day, hour, minute, second, milliseconds)
  const check = new Date(asUtc)
  if (check.getUTCMonth() !== month - 1 || check.getUTCDate() !== day) return null
  const offset = match[8]
  if (offset === undefined) return new Date(asUtc - offsetAtLocal(asUtc, timeZone))
  if (offset.toUpperCase() === 'Z') return check
  const digits = offset.replace(/\D/g, '').padEnd(4, '0')
  const [offsetHours, offsetMinutes] = [Number(digits.slice(0, 2)), Number(digits.slice(2))]
  if (offsetHours > 14 || offsetMinutes > 59) return null
  const offsetMs = (offsetHours * 60 + offsetMinutes) * 60_000
  return new Date(asUtc - (offset.startsWith('-') ? -offsetMs : offsetMs))
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Making a format takes forty times as long as using it, and a server knows few time zones. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known) return known
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  clocks.set(timeZone, clock)
  return clock
}

/** How far `timeZone` is ahead of UTC at an instant, in milliseconds. */
export function offsetAt(instantMs: number, timeZone: string): number {
  const parts = clockOf(timeZone).formatToParts(new Date(instantMs))
  const value = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  const local = Date.UTC(
    value('year'),
    value('month') - 1,
    value('day'),
    value('hour'),
    value('minute'),
    value('second'),
  )
  return local - Math.floor(instantMs / 1000) * 1000
}

/** The offset that holds when clocks in `timeZone` show the time that `localMs` would be in UTC. In a repeated hour the first one counts. */
function offsetAtLocal(localMs: number, timeZone: string): number {
  const before = offsetAt(localMs - 86_400_000, timeZone)
  const guess = offsetAt(localMs - before, timeZone)
  return guess === before ? before : offsetAt(localMs - guess, timeZone)
}

/** ISO 8601 to the second, as clocks in `timeZone` show it: `2026-05-01T22:30:00+02:00`. */
export function formatLocal(instant: Date, timeZone: string): string {
  const offset = offsetAt(instant.getTime(), timeZone)
  const pad = (value: number) => String(value).padStart(2, '0')
  const minutes = Math.abs(offset) / 60_000
  const local = new Date(instant.getTime() + offset).toISOString().slice(0, 19)
  return `${local}${offset < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}:${pad(Math.floor(minutes % 60))}`
}

/** So many days later at the same time by the clocks of `timeZone`. */
export function addLocalDays(instant: Date, days: number, timeZone: string): Date {
  return addLocal(instant, days * 86_400_000, timeZone)
}

/**
 * The same clock time of `timeZone` so many months later; a day that the month lacks becomes its last (31 January → 28 February).
 *
 * @throws Error outside of the years that there are here
 */
export function addLocalMonths(instant: Date, months: number, timeZone: string): Date {
  const local = localClock(instant, timeZone)
  const [year, month] = [local.getUTCFullYear(), local.getUTCMonth() + months]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  local.setUTCFullYear(year, month, Math.min(local.getUTCDate(), lastDay))
  return instantOf(local, timeZone)
}

/** The month that clocks in `timeZone` show, from 0. */
export function monthOf(instant: Date, timeZone: string): number {
  return localClock(instant, timeZone).getUTCMonth()
}

/**
 * The moment at which a month of the year of `instant` begins in `timeZone`: counted from 0, and 12 is January of the next year.
 *
 * @throws Error as addLocalMonths
 */
export function firstOfMonth(instant: Date, month: number, timeZone: string): Date {
  return instantOf(new Date(Date.UTC(localClock(instant, timeZone).getUTCFullYear(), month, 1)), timeZone)
}

/** What clocks in `timeZone` show, as if it were UTC. */
function localClock(instant: Date, timeZone: string): Date {
  return new Date(instant.getTime() + offsetAt(instant.getTime(), timeZone))
}

function instantOf(local: Date, timeZone: string): Date {
  const instant = parseDateTime(local.toISOString().slice(0, -1), timeZone)
  if (!instant) throw new Error('a time outside of the years that there are here')
  return instant
}

function addLocal(instant: Date, milliseconds: number, timeZone: string): Date {
  const local = instant.getTime() + offsetAt(instant.getTime(), timeZone) + milliseconds
  return new Date(local - offsetAtLocal(local, timeZone))
}

/** Moves other times along when one moves, by the clocks of `timeZone`: an hour later stays an hour later. */
export function movingAlong(from: Date, to: Date, timeZone: string): (instant: Date) => Date {
  const local = (at: Date) => at.getTime() + offsetAt(at.getTime(), timeZone)
  return (instant) => addLocal(instant, local(to) - local(from), timeZone)
}

/** Writes a moment as a date and time field takes it: `2026-05-01T22:30`, by the clocks of `timeZone`. */
export function localMinute(instant: Date, timeZone: string): string {
  return formatLocal(instant, timeZone).slice(0, 16)
}

/** The moment at which a day such as `2026-12-31` is over in that zone; null when the text is no day. */
export function endOfDay(text: string, timeZone: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null
  const day = parseDateTime(`${text}T00:00Z`, timeZone)
  if (day === null) return null
  const next = new Date(day.getTime() + 86_400_000).toISOString().slice(0, 10)
  return parseDateTime(`${next}T00:00`, timeZone)
}

/** As `endOfDay`, of a house day: 04:00 of the next one (ADR 0064). */
export function endOfHouseDay(text: string, timeZone: string): Date | null {
  const end = endOfDay(text, timeZone)
  return end && currentDay(end, timeZone).to
}

/** The calendar day that clocks in `timeZone` show at an instant: `2026-05-01`. */
export function localDate(instant: Date, timeZone: string): string {
  const local = instant.getTime() + offsetAt(instant.getTime(), timeZone)
  return new Date(local).toISOString().slice(0, 10)
}

/** The house day that `now` belongs to: 04:00 to 04:00 in `timeZone` (ADR 0064). */
export function currentDay(now: Date, timeZone: string): { readonly from: Date; readonly to: Date } {
  const local = new Date(now.getTime() + offsetAt(now.getTime(), timeZone) - 4 * 3_600_000)
  const midnight = Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate())
  const boundary = (days: number) => {
    const localFour = midnight + days * 86_400_000 + 4 * 3_600_000
    return new Date(localFour - offsetAtLocal(localFour, timeZone))
  }
  return { from: boundary(0), to: boundary(1) }
}

/** The date of the house day that an instant belongs to: what begins after midnight is of the night before. */
export function houseDate(instant: Date, timeZone: string): string {
  return localDate(currentDay(instant, timeZone).from, timeZone)
}

/** As the IANA database spells a time zone, of which `isTimeZone` is true: `europe/paris` is `Europe/Paris`. */
export function canonicalTimeZone(name: string): string {
  return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
