import { localDate } from '../../lib/time.ts'
import { daysOf, type Period } from '../accounting/period.ts'

/** The most conflicts that are looked into on an evening. */
export const mostConflicts = 50

/** The length of the slots by which entries are counted. */
export const slotMs = 5 * 60_000

/** The number within five minutes from `at` on. */
export type Counted = { readonly at: Date; readonly count: number }

/** Who came in and who was turned away within five minutes from `at` on. */
export type Slot = { readonly at: Date; readonly admitted: number; readonly refused: number }

/**
 * Lists the slots from the first in which something happened to the last, quiet ones too, so that a lull is seen as one.
 *
 * @param most the latest that are kept
 */
export function fillSlots(admitted: readonly Counted[], refused: readonly Counted[], most: number): readonly Slot[] {
  const [entries, refusals] = [sumBySlot(admitted), sumBySlot(refused)]
  const times = [...entries.keys(), ...refusals.keys()]
  if (times.length === 0) return []
  const last = Math.max(...times)
  const from = Math.max(Math.min(...times), last - (most - 1) * slotMs)
  return Array.from({ length: (last - from) / slotMs + 1 }, (_, index) => {
    const at = from + index * slotMs
    return { at: new Date(at), admitted: entries.get(at) ?? 0, refused: refusals.get(at) ?? 0 }
  })
}

function sumBySlot(counted: readonly Counted[]): ReadonlyMap<number, number> {
  const sums = new Map<number, number>()
  for (const { at, count } of counted) sums.set(at.getTime(), (sums.get(at.getTime()) ?? 0) + count)
  return sums
}

/** Sums the counts by key, the most frequent first, equal ones by their key. */
export function sumBy<Row extends { readonly count: number }, Key extends string>(
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
): readonly (readonly [key: Key, count: number])[] {
  return [...Map.groupBy(rows, keyOf)]
    .map(([key, group]) => [key, group.reduce((sum, { count }) => sum + count, 0)] as const)
    .toSorted(([key, one], [otherKey, other]) => other - one || (key < otherKey ? -1 : 1))
}

/** The tickets booked and the amount paid on a day of the organisation's calendar, as `2026-05-01`; in the smallest unit. */
export type DaySales = { readonly day: string; readonly tickets: number; readonly amountMinor: number }

/** The last days up to today. */
export function lastDays(now: Date, timeZone: string, days: number): Period {
  const today = localDate(now, timeZone)
  const first = new Date(Date.parse(today) - (days - 1) * 86_400_000).toISOString().slice(0, 10)
  return { from: first, to: today }
}

/** Every day of a period, also those on which nobody booked; both maps by such days. */
export function fillDays(
  period: Period,
  booked: ReadonlyMap<string, number>,
  paid: ReadonlyMap<string, number>,
): readonly DaySales[] {
  return daysOf(period).map((day) => ({ day, tickets: booked.get(day) ?? 0, amountMinor: paid.get(day) ?? 0 }))
}

/** The sum of some days. */
export function totalOf(days: readonly DaySales[]): Omit<DaySales, 'day'> {
  return {
    tickets: days.reduce((sum, { tickets }) => sum + tickets, 0),
    amountMinor: days.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
  }
}
