import { parseDateTime } from '../../lib/time.ts'
import { daysAfter } from './coming-days.ts'

/** A month such as `2026-12`, with those beside it and all of its days such as `2026-12-31`. */
export type Month = {
  readonly name: string
  readonly before: string
  readonly after: string
  readonly days: readonly string[]
}

/** Reads the name of a month; null: it is none. */
export function monthNamed(name: string): Month | null {
  const first = `${name}-01`
  if (!/^\d{4}-\d{2}$/.test(name) || parseDateTime(`${first}T00:00`, 'UTC') === null) return null
  const after = daysAfter(first, 31).slice(0, 7)
  const days = Array.from({ length: 31 }, (_, index) => daysAfter(first, index)).filter((day) => day.startsWith(name))
  return { name, before: daysAfter(first, -1).slice(0, 7), after, days }
}

/** The days of a month in weeks that begin on Monday; null stands for days of the months beside it. */
export function weeksOf({ days }: Month): readonly (readonly (string | null)[])[] {
  const blank = (count: number): null[] => Array.from({ length: count }, () => null)
  const lead = (new Date(days[0] ?? '').getUTCDay() + 6) % 7
  const cells = [...blank(lead), ...days, ...blank((7 - ((lead + days.length) % 7)) % 7)]
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7))
}
