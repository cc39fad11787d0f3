import type { BookingSummary } from '../../features/reservation/booking-page.queries.ts'
import { canExpire } from '../../features/reservation/reservation.ts'
import type { Language } from '../../lib/language.ts'
import { bookedTexts } from '../../messages/site/booked.ts'

type PayStep = 'unpaid_online' | 'unpaid_back'

/** An order at no event, and one without tickets, have words of their own where those of a booking speak of places. */
export function wordsOf(summary: BookingSummary, language: Language, step: PayStep | null = null) {
  const { ordered, orderedThings, ...booked } = bookedTexts[language]
  const state = summary.isToConfirm ? 'unpaid_unconfirmed' : (step ?? summary.status)
  if (summary.startsAt !== null && hasTickets(summary)) return booked[state]
  const words = summary.startsAt === null ? ordered : orderedThings
  // Without a ticket nothing is said of its delivery.
  const { done, ...open } = words
  const settled = { email_verified: done, paid: done, paid_email_invalid: done, paid_email_unsent: done }
  return { ...open, ...settled, valid: done }[state]
}

/** When every ticket of it was cancelled, what is left of a booking is what was bought besides. */
export function hasTickets({ status, ticketCount, cancelledTickets }: BookingSummary): boolean {
  return ticketCount > (status === 'cancelled' ? 0 : cancelledTickets)
}

/** Its hold is over, whether or not a job has ended it yet. Of what has begun, or is cancelled, nothing is booked again. */
export function hasRunOut(summary: BookingSummary, now: Date): boolean {
  const { status, cancelledBecause, eventCancelledAt, startsAt } = summary
  if (status !== 'cancelled') return (holdOf(summary, now) ?? 1) <= 0
  const isAhead = eventCancelledAt === null && (startsAt === null || startsAt > now)
  return cancelledBecause === 'expiry' && isAhead
}

/** The seconds that its places are still held; null: for good, or no longer. */
export function holdOf({ status, expiresAt }: BookingSummary, now: Date): number | null {
  if (expiresAt === null || !canExpire(status)) return null
  return Math.ceil((expiresAt.getTime() - now.getTime()) / 1000)
}

/** The title of the document: what its heading says. */
export function titleOf(summary: BookingSummary, language: Language, now: Date): string {
  if (!hasRunOut(summary, now)) return wordsOf(summary, language).title
  const { letGo, letGoOrder } = bookedTexts[language]
  return (summary.ticketCount === 0 ? letGoOrder : letGo).title
}

/** What is said when they were let go, and where it begins again. */
export function overOf({ ticketCount, eventSlug }: BookingSummary, wasOffered: boolean, language: Language) {
  const { letGo, letGoOrder, letGoOffer } = bookedTexts[language]
  if (wasOffered && eventSlug !== null) return { ...letGoOffer, href: `/events/${eventSlug}/waiting-list/` }
  if (eventSlug === null) return { ...letGoOrder, href: '/membership/' }
  const said = ticketCount === 0 ? letGoOrder : letGo
  return { ...said, again: letGo.again, href: `/events/${eventSlug}/` }
}

/** From the waiting list. */
export function offerOf(places: number, toPay: boolean, language: Language) {
  const { title, text } = bookedTexts[language].offered
  return { title: title({ places }), text: text({ places, toPay }) }
}
