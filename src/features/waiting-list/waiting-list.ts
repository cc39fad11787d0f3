export const waitingStatuses = ['unconfirmed', 'waiting', 'offered', 'taken', 'left'] as const
/**
 * `unconfirmed`: nobody has confirmed the address yet; offered nothing, and deleted after a while. `offered`: a reservation holds
 * places for them, and says what became of it. `taken`: they accepted the offer. `left`: by their own wish, because they can have no
 * more, because it is for members and they are no longer one, or because it is no longer sold (ADR 0083).
 */
export type WaitingStatus = (typeof waitingStatuses)[number]

/**
 * What became of a person whose turn it was. `no_member`, `has_most`: they can have nothing (more), and wait no longer. `moved`: they
 * did not wait any more.
 */
export type Offering = 'offered' | 'no_member' | 'has_most' | 'nothing_free' | 'moved'

export function waitsNoLonger(offering: Offering): boolean {
  return offering === 'offered' || offering === 'no_member' || offering === 'has_most'
}

/** The most unconfirmed entries of an address at one organisation, over all events: no stranger can have it mailed more often. */
export const mostUnconfirmed = 10

const shortestMs = 15 * 60_000

/**
 * Until when an offer holds its places (ADR 0083): as long as the organisation sets, a quarter of the time that is left when that is
 * less, and never less than somebody needs to see a mail.
 */
export function offerEnd(event: { readonly startsAt: Date }, mostSeconds: number, now: Date): Date {
  const quarterMs = (event.startsAt.getTime() - now.getTime()) / 4
  return new Date(now.getTime() + Math.max(shortestMs, Math.min(mostSeconds * 1000, quarterMs)))
}

/** How many places somebody who waits may be offered; each limit null when there is none. Nothing is free at 0 or less. */
export function placesToOffer(wanted: number, ...limits: readonly (number | null)[]): number {
  return Math.max(0, Math.min(wanted, ...limits.filter((limit) => limit !== null)))
}
