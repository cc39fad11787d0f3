import { AppError } from '../../errors.ts'
import { nilUuid } from '../../lib/ids.ts'
import { countedEvent, counterKey } from './places.ts'

/** Of bookings at one event at a time, and of orders at none. */
const mostOf = { address: 5, network: 20 } as const

/** Of both over the whole organisation: what four events allow, and more than a school or an office makes in half an hour (ADR 0233). */
const mostInAll = { address: 20, network: 80 } as const

/** A family books the smallest workshop without asking. */
const leastPlaces = 4

/**
 * From so many places that were booked and not confirmed within that time strangers prove more than an address (ADR 0246): an
 * eighth of what there is, a quarter of what they may hold at most. No fewer than two families take, and no more than are booked
 * at once after a newsletter, however large the hall. `ms`: how long ago a booking still counts as one of it, a third of the time for
 * which an invented address holds its places.
 */
export const rush = { share: 8, least: 8, most: 100, ms: 10 * 60_000 } as const

/** Whoever asks for places: who they are, as far as anybody can tell. */
export type Asker = {
  /** The person of that e-mail is signed in, or a key acts for them: the address counts as verified, and memberships count. */
  readonly trusted: boolean
  /** Staff knows of what is not published; to everybody else it is as unknown as what was never made. */
  readonly staff: boolean
  /** Of whoever asks, as networkOf seals it; empty: networks are not counted. */
  readonly network: Buffer
  /** A key asks, whatever it may: what it is to pay online is not counted. */
  readonly byKey?: true
}

/** Of what is not counted by network. */
export const uncountedNetwork: Buffer = Buffer.alloc(0)

export type UnconfirmedCount = {
  readonly of:
    | ('event' | 'price' | 'code' | 'address' | 'network' | 'rush')
    | ('network_event' | 'network_price' | 'network_code')
    | ('address_in_all' | 'network_in_all')
  /** The nil uuid: of orders at no event, of prices that count as a whole, of promotional codes, and over the whole organisation. */
  readonly eventId: string
  /**
   * Of the price, the promotional code, the address, or the network in hexadecimal, with a space before the price or the code for what
   * it holds of one; '' of the event, and of what was booked there in the time of a rush, as far as one is told by it.
   */
  readonly key: string
  /** Bookings of an address, a network or a code, places of everything else. */
  readonly count: number
}

/**
 * What is held and neither confirmed nor paid, as read under the locks that it is decided under; the bookings of a batch are noted in it.
 * Of the event, a price and a code what is to be paid online is left out: all of a sale may be in the hands of those who pay.
 */
export type Unconfirmed = Map<string, number>

export type UnconfirmedBooking = {
  /** The nil uuid: at no event. */
  readonly eventId: string
  readonly email: string
  readonly network: Buffer
  readonly tickets: number
  /** Null is unlimited. */
  readonly capacity: number | null
  /** It waits for its payment, and has no address to confirm. */
  readonly paysOnline: boolean
  /** A key asks: whoever sells for an organisation sells at all its events. */
  readonly byKey: boolean
  /** Of which it makes one use; null: of none. */
  readonly code: { readonly id: string; readonly mostUses: number | null } | null
  /** Each price once. */
  readonly lines: readonly {
    readonly priceId: string
    readonly makesTickets: boolean
    readonly quantity: number
    readonly stock: number | null
  }[]
}

/** Whether its booker is who they say: for staff, staff answers. */
export function isKnown({ trusted, staff }: Omit<Asker, 'network'>): boolean {
  return trusted || staff
}

/** Whether what is not confirmed is to be known before it is decided. */
export function isCounted(asker: Asker): boolean {
  return !isKnown(asker) && asker.network.length > 0
}

/** Whether what its network holds counts: always where nothing is paid online, and there for all but keys. */
export function isCountedWhere(asker: Asker, paysOnline: boolean): boolean {
  return isCounted(asker) && !(paysOnline && asker.byKey)
}

/**
 * Whence it came, as its row tells: `unconfirmed` while its address is to be confirmed, `unpaid` while what a stranger
 * is to pay online waits for it. Empty: its network is not counted.
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
 * Refuses what would leave too little to others: half of the places, of a stock and of a code's uses are never held by bookings that
 * nobody confirmed, nor by those of one network that nobody confirmed or paid, and of these no more than a few by one address or one
 * network.
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
