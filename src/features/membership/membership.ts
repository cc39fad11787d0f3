import { addLocalDays, addLocalMonths, firstOfMonth, monthOf } from '../../lib/time.ts'
import { AppError } from '../../errors.ts'
import type { MembershipPeriod } from '../catalog/product.ts'
import { earliestReminderMs, isRenewable } from './reminder.ts'
import type { RenewalState } from './renewal.queries.ts'

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
 * Whether a membership that has not ended counts towards the personal maximum of its price. Once it can be renewed it does not
 * (ADR 0053).
 */
export function countsTowardsMaximum(
  { validFrom, validUntil }: { readonly validFrom: Date; readonly validUntil: Date | null },
  now: Date,
): boolean {
  return validUntil === null || !isRenewable({ validFrom, validUntil }, now)
}

/** Whether a membership is paid again by itself, and goes on so: its person takes no other of the product meanwhile (ADR 0280). */
export function isRenewed({ renewalState }: { readonly renewalState: RenewalState | null }): boolean {
  return renewalState === 'running'
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

/** Refuses what the state of a membership does not allow. @param to the state that was wanted; undefined: it would have stayed */
export function refusedMembershipMove(held: Held, now: Date, to?: ListedState): AppError {
  const state = membershipState(held, now)
  // That it ends soon is no state of its own to programs.
  const from: ListedState = state === 'ending' ? 'valid' : state
  return new AppError('invalid_transition', { move: { of: 'membership', from, ...(to && { to }) } })
}

const hourMs = 3_600_000

/** The moment at which a term is over that begins at `from`. */
function addPeriod(from: Date, period: MembershipPeriod, timeZone: string): Date {
  switch (period) {
    case 'hour':
      return new Date(from.getTime() + hourMs)
    case 'day':
      return addLocalDays(from, 1, timeZone)
    case 'week':
      return addLocalDays(from, 7, timeZone)
    case 'month':
      return addLocalMonths(from, 1, timeZone)
    case 'year':
      return addLocalMonths(from, 12, timeZone)
    case 'calendar_month':
      return firstOfMonth(from, monthOf(from, timeZone) + 1, timeZone)
    case 'civil_year':
      return endOfYear(from, 12, timeZone)
    case 'school_year':
      return endOfYear(from, 8, timeZone)
  }
}

/**
 * The end of the year whose last month that is, 1 to 12. What begins in the last month is for the year that follows, the rest of
 * that month with it (ADR 0279).
 */
function endOfYear(from: Date, lastMonth: number, timeZone: string): Date {
  const isFollowing = monthOf(from, timeZone) >= lastMonth - 1
  return firstOfMonth(from, isFollowing ? lastMonth + 12 : lastMonth, timeZone)
}
