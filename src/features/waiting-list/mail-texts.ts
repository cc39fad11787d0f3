import { withinSentence } from '../../lib/format.ts'
import { waitingListTexts } from '../../messages/mail/waiting-list.ts'
import { defineLetter } from '../mail/letter.ts'

export type Awaited = { readonly event: { readonly name: string; readonly when: string }; readonly places: number }

type ToConfirm = Awaited & {
  /** The address of the entry's page, where it is confirmed, and left later on. */
  readonly url: string
  /** Until when it can be confirmed: "Friday 12 June, 20:30". */
  readonly until: string
}

/**
 * To an address that has to be confirmed before it is in line. It says nothing that the person who joined could have made up: the
 * address may be somebody else's.
 */
export const confirmWaitingLetter = defineLetter(
  'waiting_list_confirm',
  waitingListTexts,
  ({ confirm: said, facts, nothingYet }, { event, places, url, until }: ToConfirm) => ({
    subject: said.subject({ event: event.name }),
    title: said.title,
    paragraphs: [said.text({ event: event.name }), nothingYet],
    facts: [
      [facts.when, event.when],
      [facts.places, String(places)],
      [said.until, until],
    ],
    action: { label: said.action, url },
    notes: [said.keep, said.stranger],
  }),
)

type Joined = Awaited & {
  /** The address of the page where one leaves the list. */
  readonly leaveUrl: string
}

/** The mail to a person who has joined a waiting list and need not confirm. */
export const joinedLetter = defineLetter(
  'waiting_list_joined',
  waitingListTexts,
  ({ joined: said, facts, nothingYet, leave }, { event, places, leaveUrl }: Joined) => ({
    subject: said.subject({ event: event.name }),
    title: said.title,
    paragraphs: [said.text({ event: event.name }), nothingYet],
    facts: [
      [facts.when, event.when],
      [facts.places, String(places)],
    ],
    links: [{ label: leave, url: leaveUrl }],
    notes: [said.stranger],
  }),
)

type Offer = Awaited & {
  /** Until when the places are held: "Friday 12 June, 20:30". */
  readonly until: string
  /** The address of the booking's page, where the offer is accepted. */
  readonly url: string
}

/** The mail to the first in line, when places are held for them. */
export const offerLetter = defineLetter(
  'waiting_list_offer',
  waitingListTexts,
  ({ offer: said, facts }, { event, places, until, url }: Offer, language) => ({
    subject: said.subject({ places, event: event.name }),
    title: said.title({ places }),
    paragraphs: [said.text({ places, event: event.name, until: withinSentence(until, language) })],
    facts: [
      [facts.when, event.when],
      [facts.places, String(places)],
      [said.until, until],
    ],
    action: { label: said.action({ places }), url },
    notes: [said.note({ places })],
  }),
)

type Removed = {
  readonly event: Awaited['event']
  /** True when places were held for them, which are released now. */
  readonly hadOffer: boolean
}

/** The mail to a person whom the organisation took off a waiting list. */
export const removedLetter = defineLetter(
  'waiting_list_ended',
  waitingListTexts,
  ({ removed: said, over, facts }, { event, hadOffer }: Removed) => ({
    subject: over.subject({ event: event.name }),
    title: over.title,
    paragraphs: [said.text({ event: event.name }), hadOffer ? said.offerGone : null],
    facts: [[facts.when, event.when]],
    notes: [said.note],
  }),
)

type Cancelled = Removed & {
  /** The reason in the organisation's own words; null: none is given. */
  readonly reason: string | null
}

/** The mail to everybody who waits for a cancelled event. */
export const awaitedCancelledLetter = defineLetter(
  'waiting_list_ended',
  waitingListTexts,
  ({ cancelled: said, facts }, { event, hadOffer, reason }: Cancelled) => ({
    subject: said.subject({ event: event.name }),
    title: said.title({ event: event.name }),
    paragraphs: [said.text, reason, hadOffer ? said.closedWithOffer : said.closed],
    facts: [[facts.when, event.when]],
  }),
)

type Postponed = {
  /** The event; `when` is the new date. */
  readonly event: Awaited['event']
  /** The reason in the organisation's own words; null: none is given. */
  readonly reason: string | null
  /** Until when places are held for them; null: they wait. */
  readonly heldUntil: string | null
  /** The address where one leaves the list, or accepts the offer or declines it. */
  readonly url: string
}

/** The mail to everybody who waits for a postponed event. */
export const awaitedPostponedLetter = defineLetter(
  'waiting_list_postponed',
  waitingListTexts,
  ({ postponed: said, facts, leave }, { event, reason, heldUntil, url }: Postponed, language) => ({
    subject: said.subject({ event: event.name }),
    title: said.title({ event: event.name }),
    paragraphs: [
      said.text({ when: withinSentence(event.when, language) }),
      reason,
      heldUntil === null ? said.stays : said.held({ until: withinSentence(heldUntil, language) }),
    ],
    facts: [[facts.when, event.when]],
    action: { label: heldUntil === null ? leave : said.seeOffer, url },
    notes: [heldUntil === null ? said.orLeave : said.orCancel],
  }),
)
