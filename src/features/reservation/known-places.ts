import { counterKey } from './places.ts'

/**
 * How many of a price persons have, without what strangers hold in their name and nobody confirmed or paid, by `counterKey(priceId,
 * eventId, email)`. For a person who books for themselves it counts towards the maximum (ADR 0233).
 */
export type KnownPlaces = Map<string, number>

/** A price of one person. */
export type PersonPrice = {
  readonly priceId: string
  /** The counted event, as countedEvent gives it. */
  readonly eventId: string
  readonly email: string
}

export function countKnown(known: KnownPlaces, { priceId, eventId, email }: PersonPrice): number {
  return known.get(counterKey(priceId, eventId, email)) ?? 0
}

/** Notes what somebody has from now on, for the later bookings of a batch. */
export function noteKnown(known: KnownPlaces, of: PersonPrice, more: number): void {
  known.set(counterKey(of.priceId, of.eventId, of.email), countKnown(known, of) + more)
}
