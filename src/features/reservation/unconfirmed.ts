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
  readonly of: 'event' | 'price' | 'address' | 'network' | 'rush'
  readonly eventId: string
  /** Of the price, the address, or the network in hexadecimal; '' of the event, and of what was booked there within `rushMs`. */
  readonly key: string
  /** Places of an event, a rush or a price, bookings of an address or a network. */
  readonly count: number
}

/** What is held and not confirmed, as read under the lock of the event; the bookings of a batch are noted in it. */
export type Unconfirmed = Map<string, number>

export type UnconfirmedBooking = {
  readonly eventId: string
  readonly email: string
  readonly network: Buffer
  readonly tickets: number
  /** Null is unlimited. */
  readonly capacity: number | null
  /** Of tickets, each price once. */
  readonly lines: readonly {
    readonly priceId: string
    readonly quantity: number
    readonly stock: number | null
  }[]
}

export function unconfirmedOf(counts: readonly UnconfirmedCount[]): Unconfirmed {
  return new Map(counts.map(({ of, eventId, key, count }) => [counterKey(of, eventId, key), count]))
}

/**
 * Refuses what would leave too little to those who say who they are: half of the places are never held by bookings that
 * nobody confirmed, nor more than a few by one address or one network.
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
  const places = Math.min(...[capacity, ...lines.map(({ stock }) => stock)].map(orUnlimited))
  const from = Math.min(rush.most, Math.max(rush.least, Math.ceil(places / rush.share)))
  const booked = unconfirmed.get(counterKey('rush', eventId, '')) ?? 0
  if (tickets > 0 && booked >= from) throw new AppError('proof_of_work_needed')
}

export function noteUnconfirmed(unconfirmed: Unconfirmed, booking: UnconfirmedBooking): void {
  for (const { key, adds } of countedOf(booking)) unconfirmed.set(key, (unconfirmed.get(key) ?? 0) + adds)
}

function countedOf({ eventId, email, network, tickets, capacity, lines }: UnconfirmedBooking) {
  const counted = (of: UnconfirmedCount['of'], key: string, adds: number, most: number) => ({
    ...{ key: counterKey(of, eventId, key), adds, most },
  })
  return [
    counted('address', email, 1, mostOf.address),
    counted('network', network.toString('hex'), 1, mostOf.network),
    counted('event', '', tickets, shareOf(capacity)),
    counted('rush', '', tickets, Number.POSITIVE_INFINITY),
    ...lines.map(({ priceId, quantity, stock }) => counted('price', priceId, quantity, shareOf(stock))),
  ]
}

function shareOf(places: number | null): number {
  return Math.max(leastPlaces, Math.ceil(orUnlimited(places) / 2))
}

function orUnlimited(places: number | null): number {
  return places ?? Number.POSITIVE_INFINITY
}
