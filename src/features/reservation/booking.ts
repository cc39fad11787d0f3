import { AppError, fieldError } from '../../errors.ts'
import type { Language } from '../../lib/language.ts'
import { type SaleWindow, saleState } from '../catalog/price.ts'
import { makesTickets } from '../catalog/product.ts'
import type { PromotionalCode } from '../catalog/promotional-code.ts'
import { freeSeating } from '../ticket/ticket.ts'
import { amountOf } from './amount.ts'
import { type AwaitedMemberships, countAwaited, isSelf, noteAwaited } from './awaited-memberships.ts'
import { requireUsable, withDiscount } from './discount.ts'
import { countKnown, type KnownPlaces, noteKnown } from './known-places.ts'
import {
  type GrantedMembership,
  grantMemberships,
  type MembershipPrice,
  type MembershipSale,
  membershipsHeld,
  requireMembership,
} from './personal-memberships.ts'
import {
  countAt,
  countedEvent,
  type Ledger,
  type PlacesWanted,
  requirePlaces,
  takePlaces,
  ticketCount,
} from './places.ts'
import { holdUntil, type ReservationStatus } from './reservation.ts'
import {
  type Asker,
  heldFrom,
  isCountedWhere,
  isKnown,
  noteUnconfirmed,
  requireFewUnconfirmed,
  requireQuiet,
  type Unconfirmed,
  type UnconfirmedBooking,
} from './unconfirmed.ts'

export type TicketHolder = { readonly firstName: string; readonly lastName: string; readonly seat: string }

/** How many of one price are wanted, each price in one line. */
export type BookingLine = {
  readonly priceId: string
  readonly quantity: number
  /** The amount the booker wants to pay for each, where it is open; null: the least. */
  readonly chosenMinor: number | null
  /** The holders of the first tickets, in this order; never more than `quantity`. */
  readonly holders: readonly TicketHolder[]
  /** The field of the request that it was read from, `prices.0`, for a refusal that names it. */
  readonly field: string
}

export type BookingRequest = Asker & {
  readonly eventId: string
  /** The booker's normalised address; '' at a desk sale without one. */
  readonly email: string
  /** False: the tickets are not mailed. */
  readonly toMail: boolean
  readonly optionIds: readonly string[]
  readonly lines: readonly BookingLine[]
  /** The promotional code, as normalizeCode gives it; null: none. */
  readonly promotionalCode: string | null
  /** True when the caller is not the owner of the address: staff, or a program of the organisation (ADR 0238). */
  readonly unasked: boolean
  /** True when a challenge was solved for it; where none is needed this changes nothing. */
  readonly solved: boolean
  /** True when the customer is with staff and pays there and then: no payment is opened with the provider. */
  readonly atDesk: boolean
  /** The house gives its tickets away: nothing is due, whatever they cost. */
  readonly isGift?: true
  /** The total that the person who takes the money was shown: at another one nothing is booked. */
  readonly expectedMinor?: number
  /** To which page of one of the organisation's sites its own page leads back; programs alone say one. */
  readonly returnUrl?: string | null
  readonly language: Language
}

export type SaleEvent = {
  readonly id: string
  readonly name: string
  readonly published: boolean
  readonly cancelled: boolean
  readonly startsAt: Date
  readonly endsAt: Date
  /** Places of the event; null: unlimited. */
  readonly capacity: number | null
  /** How many tickets one person may have, of all prices together; null: as many as its prices allow. */
  readonly maxPerUser: number | null
}

export type SalePrice = MembershipPrice & {
  readonly name: string
  readonly productName: string
  /** Whether its product is published and the price itself not archived. */
  readonly published: boolean
  readonly amountMinor: number
  /** The booker chooses the amount, and amountMinor is the least. */
  readonly openAmount: boolean
  readonly vatRateHundredths: number | null
  /** How many there are of the price; null: unlimited. */
  readonly stock: number | null
  readonly maxPerUser: number
} & SaleWindow

/** A booking as a door reads it, without networks and challenges. */
export type AskedBooking = Omit<BookingRequest, 'network' | 'solved'>

/** Everything the bookings of one batch are decided on. */
export type Sale = MembershipSale & {
  readonly emailHoldSeconds: number
  /** How long places are held for an online payment; null: nothing is paid online here. */
  readonly onlineHoldSeconds: number | null
  /** Whether the provider takes a payment of that amount. */
  readonly isChargeable: (lines: readonly Pick<DecidedLine, 'quantity' | 'unitAmountMinor'>[]) => boolean
  readonly events: ReadonlyMap<string, SaleEvent>
  readonly prices: ReadonlyMap<string, SalePrice>
  /** The products and options that the events offer, by `pairKey(eventId, productId)` and `pairKey(eventId, optionId)`. */
  readonly offered: ReadonlyMap<string, { readonly exclusive: boolean }>
  /** Memberships that are held for people who book for themselves. */
  readonly awaited: AwaitedMemberships
  /** What those people have of everything that is no membership. */
  readonly known: KnownPlaces
  /** Promotional codes by their text, with the uses that the bookings before in the batch left. */
  readonly codes: Map<string, PromotionalCode>
  readonly ledger: Ledger
  readonly unconfirmed: Unconfirmed
}

export type DecidedLine = {
  readonly price: SalePrice
  readonly makesTickets: boolean
  readonly quantity: number
  readonly unitAmountMinor: number
  readonly unitDiscountMinor: number
  readonly holders: readonly TicketHolder[]
}

export type Decision = {
  readonly event: SaleEvent
  readonly status: Extract<ReservationStatus, 'unpaid' | 'email_unverified' | 'email_verified' | 'paid'>
  readonly lines: readonly DecidedLine[]
  readonly totalMinor: number
  readonly ticketCount: number
  readonly expiresAt: Date | null
  /** True when its address has to be confirmed before its places are held for longer. */
  readonly awaitsConfirmation: boolean
  /** True: a payment is opened for it; otherwise what is due is paid at the door. */
  readonly paysOnline: boolean
  /** The memberships that are granted at once; what is still to be paid or confirmed grants them then. */
  readonly memberships: readonly GrantedMembership[]
  /** The code that it uses once; null: none. */
  readonly promotionalCode: PromotionalCode | null
}

export function pairKey(eventId: string, otherId: string): string {
  return `${eventId} ${otherId}`
}

/** Sums the lines of one price into the first. @throws AppError validation_failed (two amounts for one price) */
export function sumLines(lines: readonly BookingLine[]): readonly BookingLine[] {
  const byPrice = new Map<string, BookingLine>()
  for (const line of lines) {
    const known = byPrice.get(line.priceId)
    if (known && known.chosenMinor !== line.chosenMinor)
      throw fieldError(`${line.field}.custom_amount`, 'amounts_differ')
    const sum = known && {
      ...known,
      quantity: known.quantity + line.quantity,
      holders: [...known.holders, ...line.holders],
    }
    byPrice.set(line.priceId, sum ?? line)
  }
  return [...byPrice.values()]
}

/**
 * Decides one booking, and when it is accepted notes its places and memberships in `sale` for the bookings after it
 * (ADR 0058).
 *
 * @throws AppError validation_failed (unknown event, price or option; a membership or a top-up for nobody), not_on_sale,
 *   (nor is what a gift cannot be), membership_required, promotional_code_used_up, amount_mismatch (it comes to another total than
 *   expected), too_many_unconfirmed, proof_of_work_needed, max_per_user, sold_out, seat_taken; nothing is noted then
 */
export function decideBooking(sale: Sale, request: BookingRequest): Decision {
  const event = sale.events.get(request.eventId)
  if (!event || !(event.published || request.staff)) throw fieldError('event', 'unknown_event')
  const { promotionalCode: text } = request
  const promotionalCode = text === null ? null : requireUsable(sale.codes.get(text), sale.now)
  const lines = withDiscount(
    request.lines.map((line) => knownLine(sale, request, line)),
    promotionalCode,
  )
  requireOptions(sale, request)
  requireOnSale(sale, request, event, lines)
  requireMembership(
    sale,
    request,
    lines.map((line) => line.price),
  )
  if (request.email === '' && lines.some(({ price }) => price.kind === 'cashless_top_up'))
    throw fieldError('email', 'top_up_email_needed')
  const totalMinor = lines.reduce((sum, line) => sum + line.unitAmountMinor * line.quantity, 0)
  if (request.expectedMinor !== undefined && request.expectedMinor !== totalMinor)
    throw new AppError('amount_mismatch', { amountMinor: totalMinor })
  const status = statusOf(request, totalMinor)
  // What nobody could be asked to pay online is paid at the desk, and so are amounts that the provider takes no payment of.
  const atDesk = request.atDesk || request.email === '' || !sale.isChargeable(lines)
  const onlineHoldSeconds = atDesk ? null : sale.onlineHoldSeconds
  const paysOnline = status === 'unpaid' && onlineHoldSeconds !== null
  const awaitsConfirmation = !(isKnown(request) || paysOnline)
  const counted = isCountedWhere(request, paysOnline)
    ? unconfirmedBooking(request, event, { lines, paysOnline, promotionalCode })
    : null
  const places = placesOf(sale, request, event, lines)
  // What nobody could have is refused as that. What the address has already is told to nobody who proved nothing.
  if (counted)
    requirePlaces(sale.ledger, { ...places, has: 0, lines: places.lines.map((line) => ({ ...line, has: 0 })) })
  if (counted) requireFewUnconfirmed(sale.unconfirmed, counted)
  if (counted && !request.solved) requireQuiet(sale.unconfirmed, counted)
  takePlaces(sale.ledger, places)
  if (counted) noteUnconfirmed(sale.unconfirmed, counted)
  notePlaces(sale, request, { lines, paysOnline })
  if (status === 'unpaid' && isSelf(request)) noteMemberships(sale, request.email, { lines, paysOnline })
  if (promotionalCode) sale.codes.set(promotionalCode.code, { ...promotionalCode, used: promotionalCode.used + 1 })
  const { emailHoldSeconds } = sale
  const hold = { eventEnd: event.endsAt, emailHoldSeconds, onlineHoldSeconds, awaitsConfirmation }
  return {
    event,
    status,
    lines,
    totalMinor,
    ticketCount: ticketCount(lines),
    expiresAt: holdUntil(status, hold, sale.now),
    awaitsConfirmation,
    paysOnline,
    memberships: isSettled({ status }) ? grantMemberships(sale, request.email, lines, promotionalCode) : [],
    promotionalCode,
  }
}

function placesOf(sale: Sale, request: BookingRequest, event: SaleEvent, lines: readonly DecidedLine[]): PlacesWanted {
  return {
    eventId: event.id,
    capacity: event.capacity,
    maxPerUser: event.maxPerUser,
    has: event.maxPerUser !== null && isSelf(request) ? countAt(sale.known, event.id, request.email) : null,
    email: request.email,
    lines: lines.map(({ price, ...line }) => ({
      ...line,
      priceId: price.id,
      stock: price.stock,
      maxPerUser: price.maxPerUser,
      has: hasOf(sale, request, { price, makesTickets: line.makesTickets }),
    })),
    seats: lines.flatMap((line) => (line.makesTickets ? line.holders.map((holder) => holder.seat) : [])),
  }
}

/** How many the person has, where the ledger does not count it. */
function hasOf(
  sale: Sale,
  request: BookingRequest,
  { price, ...line }: Pick<DecidedLine, 'price' | 'makesTickets'>,
): number | null {
  if (price.kind === 'membership') return membershipsOf(sale, request, price)
  if (!isSelf(request)) return null
  const { eventId, email } = request
  return countKnown(sale.known, { priceId: price.id, eventId: countedEvent(line, eventId), email })
}

/** Notes what the booker has; what a stranger holds in somebody's name is not theirs until it is confirmed or paid. */
function notePlaces(
  { known }: Sale,
  { eventId, email, ...asker }: BookingRequest,
  { lines, paysOnline }: Pick<Decision, 'lines' | 'paysOnline'>,
): void {
  const { unconfirmed, unpaid } = heldFrom(asker, paysOnline)
  if (unconfirmed !== null || unpaid !== null) return
  for (const { price, quantity, ...line } of lines)
    noteKnown(known, { priceId: price.id, eventId: countedEvent(line, eventId), email }, quantity)
}

/** Memberships that the person has, and those that are held for them until they pay. */
function membershipsOf(sale: Sale, request: BookingRequest, price: SalePrice): number {
  const awaited = isSelf(request) ? countAwaited(sale.awaited, { email: request.email, priceId: price.id }) : 0
  return membershipsHeld(sale.memberships, request, price) + awaited
}

function noteMemberships(
  { awaited }: Sale,
  email: string,
  { lines, paysOnline }: Pick<Decision, 'lines' | 'paysOnline'>,
): void {
  for (const { price, quantity } of lines)
    if (price.kind === 'membership')
      noteAwaited(
        awaited,
        { email, priceId: price.id },
        { atDesk: paysOnline ? 0 : quantity, online: paysOnline ? quantity : 0 },
      )
}

function statusOf({ isGift, trusted }: BookingRequest, totalMinor: number): Decision['status'] {
  if (totalMinor > 0) return isGift ? 'paid' : 'unpaid'
  return trusted ? 'email_verified' : 'email_unverified'
}

/** Whether nothing more is asked for: its tickets open the door, and are on their way. */
export function isSettled({ status }: Pick<Decision, 'status'>): boolean {
  return status === 'email_verified' || status === 'paid'
}

function unconfirmedBooking(
  { eventId, email, network, byKey }: BookingRequest,
  { capacity }: SaleEvent,
  { lines, paysOnline, promotionalCode }: Pick<Decision, 'lines' | 'paysOnline' | 'promotionalCode'>,
): UnconfirmedBooking {
  return {
    eventId,
    email,
    network,
    capacity,
    paysOnline,
    code: promotionalCode,
    byKey: byKey === true,
    tickets: ticketCount(lines),
    lines: lines.map(({ price, makesTickets, quantity }) => ({
      priceId: price.id,
      makesTickets,
      quantity,
      stock: price.stock,
    })),
  }
}

/** The holder of each ticket of a line; those nobody was named for have empty names and free seating. */
export function holdersOf(line: DecidedLine): readonly TicketHolder[] {
  const nobody = { firstName: '', lastName: '', seat: freeSeating }
  return Array.from({ length: line.quantity }, (_, index) => line.holders[index] ?? nobody)
}

function knownLine(sale: Sale, { staff }: BookingRequest, line: BookingLine): Omit<DecidedLine, 'unitDiscountMinor'> {
  const price = sale.prices.get(line.priceId)
  if (!price || !(price.published || staff)) throw fieldError(`${line.field}.uuid`, 'unknown_price')
  const { quantity, holders } = line
  return {
    price,
    quantity,
    holders,
    makesTickets: makesTickets(price.kind),
    unitAmountMinor: amountOf(price, { ...line, field: `${line.field}.custom_amount` }),
  }
}

function requireOptions(sale: Sale, request: BookingRequest): void {
  const unknown = request.optionIds.findIndex((id) => !sale.offered.has(pairKey(request.eventId, id)))
  if (unknown >= 0) throw fieldError(`options.${unknown}`, 'unknown_option')
  const isExclusive = (id: string) => sale.offered.get(pairKey(request.eventId, id))?.exclusive === true
  const second = request.optionIds.findLastIndex(isExclusive)
  if (second > request.optionIds.findIndex(isExclusive)) throw fieldError(`options.${second}`, 'one_option')
}

/** Refuses tickets at events that do not offer their product; everything else is sold at any event, and never given away. */
function requireOnSale(sale: Sale, { isGift }: BookingRequest, event: SaleEvent, lines: readonly DecidedLine[]): void {
  if (!event.published || event.cancelled || event.endsAt <= sale.now) throw new AppError('not_on_sale')
  const isSold = ({ price, makesTickets }: (typeof lines)[number]) =>
    price.published &&
    saleState(price, sale.now) === 'open' &&
    (makesTickets ? sale.offered.has(pairKey(event.id, price.productId)) : !isGift)
  const refused = lines.find((line) => !isSold(line))
  if (refused) throw new AppError('not_on_sale', { priceId: refused.price.id })
}
