import { fieldError } from '../../errors.ts'
import { endOfDay, localDate, parseDateTime } from '../../lib/time.ts'

/** Days of an organisation's calendar, such as `2026-05-01`; both belong to it. Days of the books begin at midnight. */
export type Period = { readonly from: string; readonly to: string }

/** A business year that was made longer, at most. */
const mostDays = 550

const dayMs = 86_400_000

/** The instants between which a period lies; the second no longer belongs to it. */
export function boundsOf({ from, to }: Period, timeZone: string): { readonly from: Date; readonly until: Date } {
  const [start, until] = [parseDateTime(`${from}T00:00`, timeZone), endOfDay(to, timeZone)]
  if (start === null || until === null) throw new Error('a period is made of days')
  return { from: start, until }
}

/**
 * Reads the period that somebody asks for: this month when they gave nothing, one day when they gave no end.
 *
 * @throws AppError validation_failed (`from`, `to`)
 */
export function readPeriod(
  asked: { readonly from?: string | undefined; readonly to?: string | undefined },
  now: Date,
  timeZone: string,
): Period {
  const { from = '', to = '' } = asked
  if (from === '' && to === '') return namedPeriod('this_month', now, timeZone)
  if (!isDay(from)) throw fieldError('from', 'day')
  const period = { from, to: to === '' ? from : to }
  if (!isDay(period.to)) throw fieldError('to', 'day')
  if (lengthOf(period) < 1) throw fieldError('to', 'period_ends_before_start')
  if (lengthOf(period) > mostDays) throw fieldError('to', 'period_too_long')
  return period
}

/**
 * As `readPeriod`, for lists, which may begin with the first and end with the last there is.
 *
 * @throws AppError validation_failed (`from`, `to`)
 */
export function readOpenPeriod(
  { from, to }: Period,
  timeZone: string,
): { readonly from: Date | null; readonly until: Date | null } {
  if (from !== '' && !isDay(from)) throw fieldError('from', 'day')
  if (to !== '' && !isDay(to)) throw fieldError('to', 'day')
  if (from !== '' && to !== '' && lengthOf({ from, to }) < 1) throw fieldError('to', 'period_ends_before_start')
  return {
    from: from === '' ? null : parseDateTime(`${from}T00:00`, timeZone),
    until: to === '' ? null : endOfDay(to, timeZone),
  }
}

function isDay(text: string): boolean {
  return endOfDay(text, 'UTC') !== null
}

/** How many days it has; none or fewer when its end lies before its beginning. */
function lengthOf({ from, to }: Period): number {
  return (utc(to).getTime() - utc(from).getTime()) / dayMs + 1
}

export const periodNames = ['today', 'yesterday', 'this_month', 'last_month', 'this_year'] as const
export type PeriodName = (typeof periodNames)[number]

/** What people ask for most. */
export function namedPeriod(name: PeriodName, now: Date, timeZone: string): Period {
  const today = localDate(now, timeZone)
  switch (name) {
    case 'today':
      return { from: today, to: today }
    case 'yesterday':
      return dayAfter(today, -1)
    case 'this_month':
      return monthOf(today)
    case 'last_month':
      return monthOf(dayText(addDays(utc(monthOf(today).from), -1)))
    case 'this_year':
      return { from: `${today.slice(0, 4)}-01-01`, to: `${today.slice(0, 4)}-12-31` }
  }
}

/** The day or the month before and after it; null: it is neither. */
export function neighboursOf(period: Period): { readonly before: Period; readonly after: Period } | null {
  if (period.from === period.to) return { before: dayAfter(period.from, -1), after: dayAfter(period.from, 1) }
  if (!isMonth(period)) return null
  return {
    before: monthOf(dayText(addDays(utc(period.from), -1))),
    after: monthOf(dayText(addDays(utc(period.to), 1))),
  }
}

export function isMonth(period: Period): boolean {
  const month = monthOf(period.from)
  return month.from === period.from && month.to === period.to
}

/** The days of a period, in order. */
export function daysOf(period: Period): readonly string[] {
  return Array.from({ length: lengthOf(period) }, (_, index) => dayText(addDays(utc(period.from), index)))
}

/** The instant at which each day of it begins, in order. */
export function startsOf(period: Period, timeZone: string): readonly Date[] {
  return daysOf(period).map((day) => boundsOf({ from: day, to: day }, timeZone).from)
}

function dayAfter(day: string, days: number): Period {
  const other = dayText(addDays(utc(day), days))
  return { from: other, to: other }
}

function monthOf(day: string): Period {
  const first = utc(`${day.slice(0, 7)}-01`)
  const next = new Date(first)
  next.setUTCMonth(first.getUTCMonth() + 1)
  return { from: dayText(first), to: dayText(addDays(next, -1)) }
}

const utc = (day: string) => new Date(`${day}T00:00:00Z`)
const addDays = (date: Date, days: number) => new Date(date.getTime() + days * dayMs)
const dayText = (date: Date) => date.toISOString().slice(0, 10)
