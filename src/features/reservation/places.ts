import { AppError, type ErrorCode } from '../../errors.ts'
import { nilUuid } from '../../lib/ids.ts'
import { claimOf, type Waiting } from '../event/waiting.ts'
import { freeSeating } from '../ticket/ticket.ts'

/** The most places in one booking; a coach party fits, and nobody fills a transaction alone. */
export const mostPlaces = 1000

/**
 * How many places are held, as read under the locks of the counters, and which seats are taken. What is decided is
 * noted here at once, so that the next booking of a batch is decided on what the one before left.
 */
export type Ledger = {
  /** Tickets held by event id, whatever their price. */
  readonly events: Map<string, number>
  /** Places held, by `counterKey(priceId, eventId)`. */
  readonly prices: Map<string, number>
  /** Places held by one person, by `counterKey(priceId, eventId, email)`. */
  readonly persons: Map<string, number>
  /** Seats taken, by `seatKey(eventId, seat)`. */
  readonly seats: Set<string>
  /** By event id, how many tickets count as held only because they are kept for its waiting list. */
  readonly awaited: Map<string, number>
}

export function emptyLedger(): Ledger {
  return { events: new Map(), prices: new Map(), persons: new Map(), seats: new Set(), awaited: new Map() }
}

/** The places that one reservation wants of one price. */
export type PlaceLine = {
  readonly priceId: string
  readonly makesTickets: boolean
  readonly quantity: number
  /** How many there are of the price; null: unlimited. */
  readonly stock: number | null
  readonly maxPerUser: number
  /** How many the person has, where no counter says it (memberships); null: as many as the ledger counts. */
  readonly has: number | null
}

export type PlacesWanted = {
  readonly eventId: string
  /** Places of the event; null: unlimited. */
  readonly capacity: number | null
  /** How many tickets of the event one person may have, of all prices together; null: as many as its prices allow. */
  readonly maxPerUser: number | null
  /** How many tickets of the event the person has, where the ledger does not say it; null: as many as it counts. */
  readonly has: number | null
  /** The booker's normalised address; '' is a desk sale without one, which no personal maximum counts. */
  readonly email: string
  /** The lines, each price in one. */
  readonly lines: readonly PlaceLine[]
  /** One entry per ticket; free seating as often as there are tickets without a seat. */
  readonly seats: readonly string[]
}

export function counterKey(priceId: string, eventId: string, email = ''): string {
  return `${priceId} ${eventId} ${email}`
}

/** Sums what one person has at an event, of all prices, among counts by `counterKey`. */
export function countAt(counts: ReadonlyMap<string, number>, eventId: string, email: string): number {
  const end = counterKey('', eventId, email)
  return [...counts].reduce((sum, [key, count]) => sum + (key.endsWith(end) ? count : 0), 0)
}

export function seatKey(eventId: string, seat: string): string {
  return `${eventId} ${seat}`
}

/** The event that stock and maximum count for: tickets count per event, everything else for the price as a whole (ADR 0054). */
export function countedEvent(line: { readonly makesTickets: boolean }, eventId: string): string {
  return line.makesTickets ? eventId : nilUuid
}

export function ticketCount(lines: readonly Pick<PlaceLine, 'makesTickets' | 'quantity'>[]): number {
  return lines.reduce((sum, line) => sum + (line.makesTickets ? line.quantity : 0), 0)
}

/**
 * Takes the places that fit, and refuses the others.
 *
 * @throws AppError max_per_user, sold_out, seat_taken; the ledger is then as before
 */
export function takePlaces(ledger: Ledger, wanted: PlacesWanted): void {
  requirePlaces(ledger, wanted)
  const { eventId, email } = wanted
  add(ledger.events, eventId, ticketCount(wanted.lines))
  for (const line of wanted.lines) {
    const counted = countedEvent(line, eventId)
    add(ledger.prices, counterKey(line.priceId, counted), line.quantity)
    if (email !== '') add(ledger.persons, counterKey(line.priceId, counted, email), line.quantity)
  }
  for (const seat of wanted.seats) if (seat !== freeSeating) ledger.seats.add(seatKey(eventId, seat))
}

/** Counts free places that people on a waiting list want as held for everybody else (ADR 0083). */
export function keepForWaiting(ledger: Ledger, waiting: readonly Waiting[]): void {
  for (const one of waiting) {
    add(ledger.events, one.eventId, claimOf(one))
    add(ledger.awaited, one.eventId, claimOf(one))
    add(ledger.prices, counterKey(one.priceId, one.eventId), claimOf(one))
  }
}

const lackingPlaces: readonly ErrorCode[] = ['sold_out', 'max_per_user', 'seat_taken', 'promotional_code_used_up']

/** True for what takePlaces throws, and for a code that is used up: once places are released, the decision may be another. */
export function lacksPlaces(error: unknown): boolean {
  return error instanceof AppError && lackingPlaces.includes(error.code)
}

/** @throws AppError max_per_user, sold_out, seat_taken */
export function requirePlaces(ledger: Ledger, wanted: PlacesWanted): void {
  const { eventId, capacity, maxPerUser, email, lines, seats } = wanted
  const awaited = isAwaited(ledger, eventId, capacity)
  for (const line of lines) {
    const counted = countedEvent(line, eventId)
    const mine = line.has ?? ledger.persons.get(counterKey(line.priceId, counted, email)) ?? 0
    const { priceId } = line
    if (email !== '' && mine + line.quantity > line.maxPerUser) throw new AppError('max_per_user', { priceId })
    const held = ledger.prices.get(counterKey(line.priceId, counted)) ?? 0
    if (line.stock !== null && held + line.quantity > line.stock) throw new AppError('sold_out', { priceId, awaited })
  }
  const tickets = lines.filter(({ makesTickets }) => makesTickets)
  if (email !== '' && maxPerUser !== null) {
    const over = firstOver(tickets, maxPerUser - (wanted.has ?? countAt(ledger.persons, eventId, email)))
    if (over) throw new AppError('max_per_user', { priceId: over.priceId, detail: 'event_maximum' })
  }
  if (capacity !== null) {
    const over = firstOver(tickets, capacity - (ledger.events.get(eventId) ?? 0))
    if (over) throw new AppError('sold_out', { priceId: over.priceId, detail: 'event_full', awaited })
  }
  requireFreeSeats(ledger, eventId, seats)
}

/** The line with which all of them together, in their order, first are more than what is left. */
export function firstOver<L extends { readonly quantity: number }>(lines: readonly L[], left: number): L | undefined {
  let sum = 0
  return lines.find(({ quantity }) => {
    sum += quantity
    return quantity > 0 && sum > left
  })
}

function isAwaited(ledger: Ledger, eventId: string, capacity: number | null): boolean {
  const awaited = ledger.awaited.get(eventId) ?? 0
  const held = (ledger.events.get(eventId) ?? 0) - awaited
  return awaited > 0 && (capacity === null || held < capacity)
}

function requireFreeSeats(ledger: Ledger, eventId: string, seats: readonly string[]): void {
  const numbered = seats.filter((seat) => seat !== freeSeating)
  const taken = numbered.some((seat) => ledger.seats.has(seatKey(eventId, seat)))
  if (taken || new Set(numbered).size < numbered.length) throw new AppError('seat_taken')
}

function add(counts: Map<string, number>, key: string, count: number): void {
  if (count > 0) counts.set(key, (counts.get(key) ?? 0) + count)
}
