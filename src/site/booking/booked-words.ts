import type { ProductKind } from '../../features/catalog/product.ts'
import type { BookingSummary } from '../../features/reservation/booking-page.queries.ts'
import { canExpire, type ReservationStatus } from '../../features/reservation/reservation.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import type { Language } from '../../lib/language.ts'
import { at, visitorPaths } from '../../lib/paths.ts'
import { bookedTexts } from '../../messages/site/booked.ts'
import type { Reader } from '../../pages/reader.ts'

type PayStep = 'unpaid_online' | 'unpaid_back'

/** Whether it is a top-up that was ordered alone. */
export function isTopUp({ startsAt, lines }: BookingSummary): boolean {
  return startsAt === null && lines[0]?.productKind === ('cashless_top_up' satisfies ProductKind)
}

/** What words depend on besides: whether mails leave from here, and from a sandbox none ever did (ADR 0306). */
type Told = Pick<Reader, 'language' | 'reachesVisitors'> & Pick<Tenant, 'sandbox'>

/** Says in which state it is, and what to do next. */
export function wordsOf(summary: BookingSummary, { language, ...told }: Told, step: PayStep | null) {
  const state = stateOf(summary, step)
  const said = saidOf(summary, isUnsent(state, told) ? 'paid_email_unsent' : state, language)
  if (state !== 'email_unverified' && state !== 'unpaid_unconfirmed') return said
  const sent = bookedTexts[language].codeSent({ mailed: told.reachesVisitors })
  return { ...said, text: `${sent} ${said.text}` }
}

/** Whether tickets of that state are not mailed, though its words say so. */
function isUnsent(state: State, { reachesVisitors, sandbox }: Omit<Told, 'language'>): boolean {
  return state === 'valid' ? sandbox : !reachesVisitors && (state === 'paid' || state === 'email_verified')
}

type State = ReservationStatus | PayStep | 'unpaid_unconfirmed'

function stateOf({ isToConfirm, status }: BookingSummary, step: PayStep | null): State {
  return isToConfirm ? 'unpaid_unconfirmed' : (step ?? status)
}

/** Chooses the words: an order without an event, and one without tickets, have their own where those of a booking speak of places. */
function saidOf(summary: BookingSummary, state: State, language: Language) {
  const { ordered, orderedThings, ...booked } = bookedTexts[language]
  if (summary.startsAt !== null && hasTickets(summary)) return booked[state]
  const words = summary.startsAt === null ? (isTopUp(summary) ? topUpWords(summary, language) : ordered) : orderedThings
  // An order without a ticket says nothing about the delivery of tickets.
  const { done, ...open } = words
  const settled = { email_verified: done, paid: done, paid_email_invalid: done, paid_email_unsent: done }
  return { ...open, ...settled, valid: done }[state]
}

/** The words of a top-up, which is never free: it waits for its confirmation only to be paid afterwards. */
function topUpWords({ isGivenAway }: BookingSummary, language: Language) {
  const { given, done, ...words } = bookedTexts[language].orderedTopUp
  return { ...words, email_unverified: words.unpaid_unconfirmed, done: isGivenAway ? given : done }
}

/** Whether there are tickets. When every ticket of a booking was cancelled, what is left of it is what was bought besides. */
export function hasTickets({ status, ticketCount, cancelledTickets }: BookingSummary): boolean {
  return ticketCount > (status === 'cancelled' ? 0 : cancelledTickets)
}

/** Whether its hold is over, even if no job has ended it yet. An event that has begun, or is cancelled, is not booked again. */
export function hasRunOut(summary: BookingSummary, now: Date): boolean {
  const { status, cancelledBecause, eventCancelledAt, startsAt } = summary
  if (status !== 'cancelled') return (holdOf(summary, now) ?? 1) <= 0
  const isAhead = eventCancelledAt === null && (startsAt === null || startsAt > now)
  return cancelledBecause === 'expiry' && isAhead
}

/** The seconds that its places are still held; null: they are its own for good, or are held no longer. */
export function holdOf({ status, expiresAt }: BookingSummary, now: Date): number | null {
  if (expiresAt === null || !canExpire(status)) return null
  return Math.ceil((expiresAt.getTime() - now.getTime()) / 1000)
}

/** The title of the document, which is the same as its heading. */
export function titleOf(summary: BookingSummary, language: Language, now: Date): string {
  if (!hasRunOut(summary, now)) return saidOf(summary, stateOf(summary, null), language).title
  const { letGo, letGoOrder } = bookedTexts[language]
  return (summary.ticketCount === 0 ? letGoOrder : letGo).title
}

/** The words for places that were let go, and the page to begin again on. */
export function overOf(summary: BookingSummary, wasOffered: boolean, reader: Omit<Told, 'sandbox'>) {
  const { text, ...over } = startOver(summary, wasOffered, reader.language)
  return { ...over, text: `${text} ${bookedTexts[reader.language].ifPaid({ mailed: reader.reachesVisitors })}` }
}

function startOver(summary: BookingSummary, wasOffered: boolean, language: Language) {
  const { ticketCount, eventSlug } = summary
  const { letGo, letGoOrder, letGoOffer, topUpAgain } = bookedTexts[language]
  if (wasOffered && eventSlug !== null)
    return { ...letGoOffer, href: at(visitorPaths.eventWaitingList, { slug: eventSlug }) }
  if (isTopUp(summary)) return { ...letGoOrder, again: topUpAgain, href: visitorPaths.topUp }
  if (eventSlug === null) return { ...letGoOrder, href: visitorPaths.membership }
  const said = ticketCount === 0 ? letGoOrder : letGo
  return { ...said, again: letGo.again, href: at(visitorPaths.event, { slug: eventSlug }) }
}

/** The words for an offer from the waiting list. */
export function offerOf(places: number, toPay: boolean, language: Language) {
  const { title, text } = bookedTexts[language].offered
  return { title: title({ places }), text: text({ places, toPay }) }
}
