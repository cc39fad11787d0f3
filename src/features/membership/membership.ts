import type { MembershipPeriod } from '../catalog/product.ts'

/** From when until when a membership holds; `until` null is without end. */
export type MembershipTerm = { readonly from: Date; readonly until: Date | null }

/**
 * The term of a membership taken at `now`. One that is still live is prolonged from its end, so that renewing early costs
 * no days; without end it needs no renewal and the new one holds from now.
 *
 * @param liveUntil the latest end of that person's live memberships of the product; null when there is none
 */
export function membershipTerm(
  period: MembershipPeriod | null,
  now: Date,
  liveUntil: Date | null,
): MembershipTerm {
  const from = liveUntil !== null && liveUntil > now ? liveUntil : now
  return { from, until: period === null ? null : addPeriod(from, period) }
}

/** One calendar year or month later; a day that does not exist there becomes the month's last (31 January → 28 February). */
function addPeriod(from: Date, period: MembershipPeriod): Date {
  const months = from.getUTCMonth() + (period === 'year' ? 12 : 1)
  const until = new Date(from)
  until.setUTCFullYear(from.getUTCFullYear(), months, 1)
  const lastDay = new Date(Date.UTC(until.getUTCFullYear(), until.getUTCMonth() + 1, 0)).getUTCDate()
  until.setUTCDate(Math.min(from.getUTCDate(), lastDay))
  return until
}
