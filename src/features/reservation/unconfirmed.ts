import { AppError } from '../../errors.ts'
import { counterKey } from './places.ts'

/** Of bookings at one event at a time. */
const mostOf = { address: 5, network: 20 } as const

/** A family books the smallest workshop without asking. */
const leastPlaces = 4

export type UnconfirmedCount = {
  readonly of: 'event' | 'price' | 'address' | 'network'
  readonly eventId: string
  /** Of the price, the address, or the network in hexadecimal; '' of the event. */
  readonly key: string
  /** Places of an event or a price, bookings of an address or a network. */
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
    ...lines.map(({ priceId, quantity, stock }) => counted('price', priceId, quantity, shareOf(stock))),
  ]
}

function shareOf(places: number | null): number {
  return places === null ? Number.POSITIVE_INFINITY : Math.max(leastPlaces, Math.ceil(places / 2))
}
