import { dayText, withinSentence } from '../../lib/format.ts'
import { currentDay, localDate, parseDateTime } from '../../lib/time.ts'
import type { DemoDay } from './organisation.ts'

const dayMs = 86_400_000

/** The first were quick: this long before now they bought their tickets. */
export const salesOpenMs = 9 * dayMs

/** When an event was made whose tickets are sold by now: its settlement begins there. */
export const beforeSales = (now: Date): Date => new Date(now.getTime() - salesOpenMs - dayMs)

/** How far ahead the programme is out. */
export const daysAhead = 21

/** The days of the programme: today (until four in the morning it is still yesterday) and those to come. */
export function programmeDays(now: Date, timeZone: string): readonly DemoDay[] {
  const today = Date.parse(`${localDate(currentDay(now, timeZone).from, timeZone)}T00:00:00Z`)
  return Array.from({ length: daysAhead + 1 }, (_, index) => dayAt(today + index * dayMs))
}

/** `utcMidnight` of the day that the calendar on the wall shows. */
function dayAt(utcMidnight: number): DemoDay {
  const at = new Date(utcMidnight)
  return {
    date: at.toISOString().slice(0, 10),
    number: utcMidnight / dayMs,
    inWords: (language) => withinSentence(dayText({ at, timeZone: 'UTC', language, now: at }), language),
  }
}

/** `20:30` on that day; with `after`, the next day when the clock had not yet shown it then. */
export function timeOn(day: DemoDay, clock: string, timeZone: string, after = ''): Date {
  const date = clock < after ? dayAt((day.number + 1) * dayMs).date : day.date
  const time = parseDateTime(`${date}T${clock}`, timeZone)
  if (!time) throw new Error(`${date} ${clock} is no time`)
  return time
}
