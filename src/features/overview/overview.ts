import { offsetAt } from '../../lib/time.ts'

/** Entries are counted by these. */
export const slotMs = 5 * 60_000

/** How many came in within five minutes from `at` on. */
export type Slot = { readonly at: Date; readonly count: number }

/**
 * One after the other from the first entry to the last, those without anybody too, so that a lull is seen as one.
 *
 * @param counted those with somebody, in order; @param most the latest that are kept
 */
export function fillSlots(counted: readonly Slot[], most: number): readonly Slot[] {
  const [first, last] = [counted.at(0), counted.at(-1)]
  if (!first || !last) return []
  const counts = new Map(counted.map(({ at, count }) => [at.getTime(), count]))
  const from = Math.max(first.at.getTime(), last.at.getTime() - (most - 1) * slotMs)
  const length = (last.at.getTime() - from) / slotMs + 1
  return Array.from({ length }, (_, index) => {
    const at = from + index * slotMs
    return { at: new Date(at), count: counts.get(at) ?? 0 }
  })
}

/** How many tickets were booked on a day of the organisation's calendar, as `2026-05-01`. */
export type DaySales = { readonly day: string; readonly tickets: number }

/** The last days up to today, also those on which nobody booked. */
export function fillDays(
  counted: readonly DaySales[],
  until: { readonly now: Date; readonly timeZone: string; readonly days: number },
): readonly DaySales[] {
  const tickets = new Map(counted.map((sales) => [sales.day, sales.tickets]))
  const today = until.now.getTime() + offsetAt(until.now.getTime(), until.timeZone)
  return Array.from({ length: until.days }, (_, index) => {
    const day = new Date(today - (until.days - 1 - index) * 86_400_000).toISOString().slice(0, 10)
    return { day, tickets: tickets.get(day) ?? 0 }
  })
}
