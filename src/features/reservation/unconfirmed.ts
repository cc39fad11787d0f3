import { AppError } from '../../errors.ts'
import { nilUuid } from '../../lib/ids.ts'
import { countedEvent, counterKey } from './places.ts'

/** The most unconfirmed bookings at one event at a time, and orders at none, by one address or one network. */
const mostOf = { address: 5, network: 20 } as const

/**
 * The most of both in the whole organisation: what four events allow, and more than a school or an office makes in half an hour (ADR
 * 0233).
 */
const mostInAll = { address: 20, network: 80 } as const

/** Places that are always allowed: a family books the smallest workshop without proving more. */
const leastPlaces = 4

/**
 * When so many places were booked and not confirmed within that time, strangers prove more than an address (ADR 0246): an eighth of
 * the capacity, a quarter of what they may hold at most. No fewer than two families take, and no more than are booked at once after a
 * newsletter, however large the hall. `ms`: how long a booking counts for the rush, a third of the time for which an invented address
 * holds its places.
 */
export const rush = { share: 8, least: 8, most: 100, ms: 10 * 60_000 } as const

/** The person or program that asks for places, as far as anybody can tell who they are. */
export type Asker = {
  /** The person of that e-mail is signed in, or a key acts for them: the address counts as verified, and memberships count. */
  readonly trusted: boolean
  /** Staff sees what is not published; for everybody else it does not exist. */
  readonly staff: boolean
  /** The caller's network, as networkOf seals it; empty: networks are not counted. */
  readonly network: Buffer
  /** Set when a key asks, whatever it may do: what is to be paid online is not counted for it. */
  readonly byKey?: true
}

/** The network of bookings that are not counted by network. */
export const uncountedNetwork: Buffer = Buffer.alloc(0)

export type UnconfirmedCount = {
  readonly of:
    | ('event' | 'price' | 'code' | 'address' | 'network' | 'rush')
    | ('network_event' | 'network_price' | 'network_code')
    | ('address_in_all' | 'network_in_all')
  /** The event's id; the nil uuid for orders at no event, prices that count as a whole, promotional codes, and the whole organisation. */
  readonly eventId: string
  /**
   * The id of the price or promotional code, the address, or the network in hexadecimal, with a space before the price or the code
   * for what a network holds of it; '' for the event, and for what was booked there in the time of a rush, up to the number that
   * makes one.
   */
  readonly key: string
  /** Bookings for an address, a network or a code, places for everything else. */
  readonly count: number
}

/**
 * What is held and neither confirmed nor paid, read under the locks of the decision; the bookings of a batch are noted in it. For the
 * event, a price and a code it leaves out what is to be paid online: all of a sale may be in the hands of those who pay.
 */
export type Unconfirmed = Map<string, number>

export type UnconfirmedBooking = {
  /** The event's id; the nil uuid: at no event. */
  readonly eventId: string
  readonly email: string
  readonly network: Buffer
  readonly tickets: number
  /** Places of the event; null: unlimited. */
  readonly capacity: number | null
  /** True when it waits for its payment, and has no address to confirm. */
  readonly paysOnline: boolean
  /** True when a key asks: a seller for an organisation sells at all its events. */
  readonly byKey: boolean
  /** The code that it uses once; null: none. */
  readonly code: { readonly id: string; readonly mostUses: number | null } | null
  /** The lines, each price in one. */
  readonly lines: readonly {
    readonly priceId: string
    readonly makesTickets: boolean
    readonly quantity: number
    readonly stock: number | null
  }[]
}

/** Whether the booker is known to be the person they say; staff answers for the bookings of staff. */
export function isKnown({ trusted, staff }: Omit<Asker, 'network'>): boolean {
  return trusted || staff
}

/** Whether unconfirmed bookings have to be counted before it is decided. */
export function isCounted(asker: Asker): boolean {
  return !isKnown(asker) && asker.network.length > 0
}

/** Whether what its network holds counts: always where nothing is paid online, and otherwise for all but keys. */
export function isCountedWhere(asker: Asker, paysOnline: boolean): boolean {
  return isCounted(asker) && !(paysOnline && asker.byKey)
}

/**
 * The network as the row of a booking keeps it: `unconfirmed` while its address is to be confirmed, `unpaid` while it waits for a
 * stranger's online payment. Empty: its network is not counted.
 */
export function heldFrom(
  asker: Asker,
  paysOnline: boolean,
): { readonly unconfirmed: Buffer | null; readonly unpaid: Buffer | null } {
  return {
    unconfirmed: isKnown(asker) || paysOnline ? null : asker.network,
    unpaid: paysOnline && !isKnown(asker) && !asker.byKey ? asker.network : null,
  }
}

export function unconfirmedOf(counts: readonly UnconfirmedCount[]): Unconfirmed {
  return new Map(counts.map(({ of, eventId, key, count }) => [counterKey(of, eventId, key), count]))
}

/**
 * Refuses a booking that would leave too little to others: half of the places, of a stock and of a code's uses are never held by
 * bookings that nobody confirmed, nor by those of one network that nobody confirmed or paid, and of these no more than a few by one
 * address or one network.
 *
 * @throws AppError too_many_unconfirmed
 */
export function requireFewUnconfirmed(unconfirmed: Unconfirmed, booking: UnconfirmedBooking): void {
  for (const { key, adds, most } of countedOf(booking))
    if (adds > 0 && (unconfirmed.get(key) ?? 0) + adds > most) throw new AppError('too_many_unconfirmed')
}

/**
 * Refuses places to strangers who prove nothing while many are booked by addresses that nobody confirmed. The places they ask for do
 * not count: a large party in a quiet hour is not noticed.
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

function countedOf({ eventId, email, tickets, capacity, lines, code, ...booking }: UnconfirmedBooking) {
  const network = booking.network.toString('hex')
  const counted = (of: UnconfirmedCount['of'], key: string, adds: number, most: number, at = eventId) => ({
    key: counterKey(of, at, key),
    adds,
    most,
  })
  const ofPrices = (of: UnconfirmedCount['of'], before: string) =>
    lines.map(({ priceId, quantity, stock, ...line }) =>
      counted(of, before + priceId, quantity, shareOf(stock), countedEvent(line, eventId)),
    )
  const ofCode = (of: UnconfirmedCount['of'], before: string) =>
    code === null ? [] : [counted(of, before + code.id, 1, shareOf(code.mostUses), nilUuid)]
  return [
    counted('address', email, 1, mostOf.address),
    counted('network', network, 1, mostOf.network),
    ...(booking.byKey
      ? []
      : [
          counted('address_in_all', email, 1, mostInAll.address, nilUuid),
          counted('network_in_all', network, 1, mostInAll.network, nilUuid),
        ]),
    counted('network_event', network, tickets, shareOf(capacity)),
    counted('rush', '', tickets, Number.POSITIVE_INFINITY),
    ...ofPrices('network_price', `${network} `),
    ...ofCode('network_code', `${network} `),
    ...(booking.paysOnline
      ? []
      : [counted('event', '', tickets, shareOf(capacity)), ...ofPrices('price', ''), ...ofCode('code', '')]),
  ]
}

function shareOf(places: number | null): number {
  return Math.max(leastPlaces, Math.ceil(orUnlimited(places) / 2))
}

function orUnlimited(places: number | null): number {
  return places ?? Number.POSITIVE_INFINITY
}
