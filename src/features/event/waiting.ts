/** What people on the waiting list of an event want of one price, and what is free of it. */
export type Waiting = {
  readonly eventId: string
  readonly priceId: string
  readonly places: number
  /** Free places by the price's stock alone; null is unlimited. */
  readonly free: number | null
}

/** Free places of the price that are theirs before anybody else's (ADR 0083), as far as the capacity goes. */
export function claimOf({ places, free }: Waiting): number {
  return free === null ? places : Math.min(places, free)
}
