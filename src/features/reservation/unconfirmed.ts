import { AppError } from '../../errors.ts'
import { counterKey } from './places.ts'

/** Of bookings at one event at a time. */
const mostOf = { address: 5, network: 20 } as const

/** A family books the smallest workshop without asking. */
const leastPlaces = 4

/** How long ago a booking still counts as one of a rush: a third of the time for which an invented address holds its places. */
export const rushMs = 10 * 60_000

/**
 * From so many places that were booked and not confirmed within that time strangers prove more than an address (ADR 0246): an
 * eighth of what there is, a quarter of what they may hold at most. No fewer than two families take, and no more than are booked
 * at once after a newsletter, however large the hall.
 */
const rush = { share: 8, least: 8, most: 100 } as const

export type UnconfirmedCount = {
  readonly of: 'event' | 'price' | 'address' | 'network' | 'network_event' | 'network_price' | 'rush'
  readonly eventId: string
  /**
   * Of the price, the address, or the network in hexadecimal, with a space before the price for what it holds of one; '' of the event,
   * and of what was booked there within `rushMs`.
   */
  readonly key: string
  /** Bookings of an address or a network, places of everything else. */
  readonly count: number
}

/**
 * What is held and neither confirmed nor paid, as read under the lock of the event; the bookings of a batch are noted in it. Of the event
 * and of a price what is to be paid online is left out: all of a sale may be in the hands of those who pay.
 */
export type Unconfirmed = Map<string, number>

export type UnconfirmedBooking = {
  readonly eventId: string
  readonly email: string
  readonly network: Buffer
  readonly tickets: number
  /** Null is unlimited. */
  readonly capacity: number | null
  /** It waits for its payment, and has no address to confirm. */
  readonly paysOnline: boolean
  /** Each price once. */
  readonly lines: readonly {
    readonly priceId: string
    readonly makesTickets: boolean
    readonly quantity: number
    readonly stock: number | null
  }[]
}

export function unconfirmedOf(counts: readonly UnconfirmedCount[]): Unconfirmed {
  return new Map(counts.map(({ of, eventId, key, count }) => [counterKey(of, eventId, key), count]))
}

/**
 * Refuses what would leave too little to others: half of the places are never held by bookings that nobody confirmed, nor by those of
 * one network that nobody confirmed or paid, and of these no more than a few by one address or one network.
 *
 * @throws AppError too_many_unconfirmed
 */
export function requireFewUnconfirmed(unconfirmed: Unconfirmed, booking: UnconfirmedBooking): void {
  for (const { key, adds, most } of countedOf(booking))
    if (adds > 0 && (unconfirmed.get(key) ?? 0) + adds > most) throw new AppError('too_many_unconfirmed')
}

/**
 * Refuses places to strangers who prove nothing while many are being booked by addresses that nobody confirmed. What they ask
 * for themselves does not count: a large party in a quiet hour is not noticed.
 *
 * @throws AppError proof_of_work_needed
 */
export function requireQuiet(unconfirmed: Unconfirmed, booking: UnconfirmedBooking): void {
  const { eventId, tickets, capacity, lines } = booking
  const stocks = lines.filter((line) => line.makesTickets).map(({ stock }) => stock)
  const places = Math.min(...[capacity, ...stocks].map(orUnlimited))
  const from = Math.min(rush.most, Math.max(rush.least, Math.ceil(places / rush.share)))
  const booked = unconfirmed.get(counterKey('rush', eventId, '')) ?? 0
  if (tickets > 0 && booked >= from) throw new AppError('proof_of_work_needed')
}

export function noteUnconfirmed(unconfirmed: Unconfirmed, booking: UnconfirmedBooking): void {
  for (const { key, adds } of countedOf(booking)) unconfirmed.set(key, (unconfirmed.get(key) ?? 0) + adds)
}

function countedOf({ eventId, email, tickets, capacity, lines, ...booking }: UnconfirmedBooking) {
  const network = booking.network.toString('hex')
  const counted = (of: UnconfirmedCount['of'], key: string, adds: number, most: number) => ({
    ...{ key: counterKey(of, eventId, key), adds, most },
  })
  const ofPrices = (of: UnconfirmedCount['of'], before: string) =>
    lines.map(({ priceId, quantity, stock }) => counted(of, before + priceId, quantity, shareOf(stock)))
  return [
    counted('address', email, 1, mostOf.address),
    counted('network', network, 1, mostOf.network),
    counted('network_event', network, tickets, shareOf(capacity)),
    counted('rush', '', tickets, Number.POSITIVE_INFINITY),
    ...ofPrices('network_price', `${network} `),
    ...(booking.paysOnline
      ? []
      : [counted('event', '', tickets, shareOf(capacity)), ...ofPrices('price', '')]),
  ]
}

function shareOf(places: number | null): number {
  return Math.max(leastPlaces, Math.ceil(orUnlimited(places) / 2))
}

function orUnlimited(places: number | null): number {
  return places ?? Number.POSITIVE_INFINITY
}
