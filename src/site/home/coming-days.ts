import { houseDate } from '../../lib/time.ts'

/** Days such as `2026-12-31`, of which the last is included. */
type DaySpan = { readonly from: string; readonly to: string }

/**
 * The days that people ask for first: tonight, and this weekend, from its Friday on also once that is over, for what is over is listed
 * nowhere. So no two of them are the same days, which on a Sunday would be chosen together.
 */
export function comingDays(now: Date, timeZone: string): { readonly tonight: DaySpan; readonly weekend: DaySpan } {
  const today = houseDate(now, timeZone)
  const sunday = daysAfter(today, (7 - new Date(today).getUTCDay()) % 7)
  return { tonight: { from: today, to: today }, weekend: { from: daysAfter(sunday, -2), to: sunday } }
}

/** @param day such as `2026-12-31`, which one day later is `2027-01-01` */
export function daysAfter(day: string, days: number): string {
  return new Date(new Date(day).getTime() + days * 86_400_000).toISOString().slice(0, 10)
}
