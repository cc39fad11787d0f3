import { offsetAt, parseDateTime } from '../../lib/time.ts'
import type { MembershipPeriod } from '../catalog/product.ts'
import { earliestReminderMs, remindersDue } from './reminder.ts'

/** From when until when a membership holds; `until` null is without end. */
export type MembershipTerm = { readonly from: Date; readonly until: Date | null }

type TermInput = {
  readonly period: MembershipPeriod | null
  readonly now: Date
  /** The latest end of that person's live memberships of the product; null when there is none, or one without end. */
  readonly liveUntil: Date | null
  readonly timeZone: string
}

/**
 * The term of a membership taken at `now`. One that is still live is prolonged from its end, so that renewing early
 * costs no days.
 */
export function membershipTerm({ period, now, liveUntil, timeZone }: TermInput): MembershipTerm {
  const from = liveUntil !== null && liveUntil > now ? liveUntil : now
  return { from, until: period === null ? null : addPeriod(from, period, timeZone) }
}

/**
 * Whether a membership that has not ended counts towards the personal maximum of its price. From its first reminder on it does
 * not, so that it can be renewed (ADR 0053).
 */
export function countsTowardsMaximum(
  { validFrom, validUntil }: { readonly validFrom: Date; readonly validUntil: Date | null },
  now: Date,
): boolean {
  return validUntil === null || remindersDue({ validFrom, validUntil }, now) === 0
}

/** The states of a membership; `ending` when its member is, or was, reminded of it. */
export const membershipStates = ['valid', 'ending', 'to_come', 'ended', 'cancelled'] as const
export type MembershipState = (typeof membershipStates)[number]

/** The states by which memberships are listed: one that is ending is valid. */
export const listedStates = ['valid', 'to_come', 'ended', 'cancelled'] as const satisfies readonly MembershipState[]
export type ListedState = (typeof listedStates)[number]

type Held = {
  readonly validFrom: Date
  /** The end; null when there is none. */
  readonly validUntil: Date | null
  readonly cancelledAt: Date | null
}

/** The latest end that is called soon at `now`. */
export function soonUntil(now: Date): Date {
  return new Date(now.getTime() + earliestReminderMs)
}

export function membershipState({ validFrom, validUntil, cancelledAt }: Held, now: Date): MembershipState {
  if (cancelledAt !== null) return 'cancelled'
  if (validUntil !== null && validUntil <= now) return 'ended'
  if (validFrom > now) return 'to_come'
  return validUntil !== null && validUntil <= soonUntil(now) ? 'ending' : 'valid'
}

/** Whether the membership is valid at `now`, or will be. */
export function isLive(held: Held, now: Date): boolean {
  return !['ended', 'cancelled'].includes(membershipState(held, now))
}

/** The same clock time one year or month later in `timeZone`; a day that month lacks becomes its last (31 January → 28 February). */
function addPeriod(from: Date, period: MembershipPeriod, timeZone: string): Date {
  const local = new Date(from.getTime() + offsetAt(from.getTime(), timeZone))
  const [year, month] = [local.getUTCFullYear(), local.getUTCMonth() + (period === 'year' ? 12 : 1)]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  local.setUTCFullYear(year, month, Math.min(local.getUTCDate(), lastDay))
  const until = parseDateTime(local.toISOString().slice(0, -1), timeZone)
  if (!until) throw new Error('a membership would end outside of time')
  return until
}
