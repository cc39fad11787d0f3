import { type ReservationTexts, reservationTexts } from '../../messages/mail/reservation.ts'
import type { Terms } from '../catalog/sold-product.ts'
import { defineLetter, type Told } from '../mail/letter.ts'
import { type Wallet, walletNames } from '../wallet/wallet.ts'

/** What every mail about a booking says about its event, in the words and time zone of its reader. */
export type BookedEvent = {
  readonly name: string
  /** "Friday 12 June, 20:30"; null: an order at no event. */
  readonly when: string | null
  /** Where it takes place; null: not known yet, or not in a place. */
  readonly place: string | null
  /** How to get in with a wheelchair; null: nothing is said. */
  readonly access: string | null
}

export function whenAndWhere(
  event: BookedEvent,
  said: { readonly when: string; readonly where: string },
): readonly (readonly [label: string, value: string | null])[] {
  return [
    [said.when, event.when],
    [said.where, event.place],
  ]
}

type BookingCode = {
  readonly event: string
  readonly digits: string
  /** The address of the link that signs in. */
  readonly url: string
}

/** The mail to somebody about to book while many do. It does not say what they want: the address may be somebody else's. */
export const bookingCodeLetter = defineLetter(
  'booking_code',
  reservationTexts,
  ({ code: said }, asked: BookingCode) => ({
    subject: said.subject(asked),
    title: said.title,
    paragraphs: [said.text(asked)],
    code: asked.digits,
    action: { label: said.action, url: asked.url },
    notes: [said.once, said.stranger],
  }),
)

type Confirmation = {
  readonly event: BookedEvent
  /** What was booked, "2 × Full price (Concert), 1 × M (T-shirt)". */
  readonly booked: string
  /** The total with its currency; null when nothing is due. */
  readonly total: string | null
  /** Until when the places are held; null: for good. */
  readonly until: string | null
  readonly paysAtDoor: boolean
  /** The code to type on the page of the booking, where it does what the link does. */
  readonly code: string
  readonly url: string
}

/**
 * To a person whose address has to be confirmed before their free tickets count, or before their places are kept until they pay. It
 * says nothing that the booker could have made up: the address may be somebody else's.
 */
export const confirmationLetter = defineLetter(
  'confirm_reservation',
  reservationTexts,
  ({ confirmation: said, ...texts }, { event, booked, total, until, paysAtDoor, code, url }: Confirmation) => {
    const named = { event: event.name }
    return {
      subject: said.subject(named),
      title: said.title,
      paragraphs: [paysAtDoor ? said.paysAtDoor(named) : said.held(named), until === null ? null : said.ends, said.how],
      facts: [
        ...whenAndWhere(event, texts.facts),
        [said.booked, booked],
        [texts.tickets.total, total],
        [texts.confirmBefore, until],
      ],
      code,
      action: { label: said.action, url },
      notes: [said.stranger],
    }
  },
)

type MembershipConfirmation = {
  /** The name of the membership product. */
  readonly membership: string
  readonly organisation: string
  /** Until when it is held; null: for good. */
  readonly until: string | null
  /** True when something is due that is not paid online. */
  readonly paysAtDesk: boolean
  readonly code: string
  readonly url: string
}

/**
 * The mail to a person whose address has to be confirmed before they are a member at no cost, or before their order is kept until they
 * pay.
 */
export const membershipConfirmationLetter = defineLetter(
  'confirm_reservation',
  reservationTexts,
  ({ membershipConfirmation: said, confirmBefore }, order: MembershipConfirmation) => ({
    subject: said.subject(order),
    title: said.title,
    paragraphs: [
      order.paysAtDesk ? said.paysAtDesk(order) : said.soon(order),
      order.until === null ? null : said.ends,
      said.how,
    ],
    facts: [
      [said.membership, order.membership],
      [confirmBefore, order.until],
    ],
    code: order.code,
    action: { label: said.action, url: order.url },
    notes: [said.stranger],
  }),
)

type TopUpConfirmation = {
  readonly organisation: string
  /** The name of the top-up. */
  readonly topUp: string
  /** The amount, with its currency. */
  readonly amount: string
  readonly until: string | null
  readonly code: string
  readonly url: string
}

/** The mail to a person whose address has to be confirmed before their top-up is kept until they pay it at the desk. */
export const topUpConfirmationLetter = defineLetter(
  'confirm_reservation',
  reservationTexts,
  ({ topUpConfirmation: said, membershipConfirmation: { how }, confirmBefore }, order: TopUpConfirmation) => ({
    subject: said.subject(order),
    title: said.title,
    paragraphs: [said.text(order), how],
    facts: [
      [order.topUp, order.amount],
      [confirmBefore, order.until],
    ],
    code: order.code,
    action: { label: said.action, url: order.url },
    notes: [said.stranger],
  }),
)

/** What the mails about a booking say of what was booked. */
export type Booked = {
  readonly event: BookedEvent
  readonly ticketCount: number
  /** What waits at the desk, "2 × T-shirt, L"; null: nothing does. */
  readonly things: string | null
  /** Who plays, "The Owls (Six voices), Ida"; null: nobody is named. */
  readonly artists: string | null
  /** The chosen options, "Blanket, Wheelchair place (step-free)"; null: none. */
  readonly options: string | null
  /** What was bought, "2 × Concert, Full price", and what is said of it; null: nothing. */
  readonly about: readonly (Pick<Told, 'picture'> & { readonly name: string; readonly text: string | null })[]
  readonly terms: readonly Terms[]
  /** The total with its currency; null when nothing was due. */
  readonly total: string | null
  /** The code it was booked with, and its discount: "-€4.00"; null: no code. */
  readonly discount: { readonly code: string; readonly amount: string } | null
  /** The booking number, short, as people say it on the phone. */
  readonly reference: string
  /** The address of the page of the booking. */
  readonly url: string
}

type Tickets = Booked & {
  /** The wallets that its tickets can be added to. */
  readonly wallets: readonly Wallet[]
  /** Links to add a single ticket to them; with several tickets each has its own on the page of the booking. */
  readonly walletLinks: readonly { readonly wallet: Wallet; readonly url: string }[]
}

function linksTo(walletLinks: Tickets['walletLinks'], addTo: (given: { readonly wallet: string }) => string) {
  return walletLinks.map(({ wallet, url }) => ({ label: addTo({ wallet: walletNames[wallet] }), url }))
}

function linksToTerms(said: ReservationTexts['tickets'], { terms }: Booked) {
  return terms.map(({ url, products }) => ({ label: said.terms({ products }), url }))
}

function saidOfBooked({ tickets: said, ...texts }: Omit<ReservationTexts, 'order'>, booked: Booked) {
  const { event, ticketCount: count, discount } = booked
  return {
    facts: [
      ...whenAndWhere(event, texts.facts),
      [texts.facts.access, event.access],
      [said.tickets, count === 0 ? null : String(count)],
      [said.toCollect, booked.things],
      [said.artists, booked.artists],
      [said.options, booked.options],
      [said.promotionalCode, discount && said.discount(discount)],
      [said.total, booked.total],
      [texts.facts.reference, booked.reference],
    ] as const,
    action: { label: texts.seeBooking, url: booked.url },
    told: booked.about.map(({ name, text, ...shown }) => ({
      text: text === null ? name : said.about({ name, text }),
      ...shown,
    })),
  }
}

/** The mail to a person who confirmed their address: what is kept for them until they pay at the desk. */
export const bookingKeptLetter = defineLetter('booking_kept', reservationTexts, (texts, booked: Booked) => {
  const { kept } = texts
  const isOrder = booked.event.when === null
  return {
    subject: kept.subject({ event: booked.event.name }),
    title: booked.event.name,
    paragraphs: [isOrder ? kept.order : kept.booking, kept.reference],
    ...saidOfBooked(texts, booked),
    links: linksToTerms(texts.tickets, booked),
  }
})

/** The mail to a person whose booking is paid or confirmed; its tickets are attached, unless it has none. */
export const ticketsLetter = defineLetter(
  'tickets',
  reservationTexts,
  ({ tickets: said, order, ...texts }, booked: Tickets) => {
    const { event, ticketCount: count, things } = booked
    const [first, second = null] = booked.wallets.map((wallet) => walletNames[wallet])
    const isOrder = count === 0
    return {
      subject: (isOrder ? order : said).subject({ event: event.name }),
      title: event.name,
      paragraphs: [
        ...(isOrder ? [order.complete] : [said.attached({ count }), texts.show]),
        things === null ? null : (isOrder ? order : said).collect,
      ],
      ...saidOfBooked({ tickets: said, ...texts }, booked),
      links: [...linksTo(booked.walletLinks, texts.addTo), ...linksToTerms(said, booked)],
      notes: [
        ...(isOrder
          ? []
          : [
              first === undefined || booked.walletLinks.length > 0 ? null : said.wallets({ first, second }),
              said.whoHasIt,
            ]),
      ],
    }
  },
)

type GivenTicket = Pick<Tickets, 'event' | 'walletLinks'> & {
  /** Who gave it; null: not to be said. */
  readonly giver: string | null
  /** The page of the ticket. */
  readonly ticketUrl: string
  /** The address of a calendar file; the page of the booking, which leads to one, is not theirs. */
  readonly calendarUrl: string
}

/** The mail to somebody who was given a ticket; it is attached. */
export const ticketGivenLetter = defineLetter(
  'ticket_given',
  reservationTexts,
  ({ given: said, ...texts }, { event, giver, ticketUrl, calendarUrl, walletLinks }: GivenTicket) => ({
    subject: said.subject({ giver, event: event.name }),
    title: event.name,
    paragraphs: [said.text({ giver, event: event.name }), texts.show],
    facts: [...whenAndWhere(event, texts.facts), [texts.facts.access, event.access]],
    action: { label: said.open, url: ticketUrl },
    links: [{ label: said.calendar, url: calendarUrl }, ...linksTo(walletLinks, texts.addTo)],
    notes: [said.whoHasIt],
  }),
)
