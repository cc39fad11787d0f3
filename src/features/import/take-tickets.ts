import type { TenantTx } from '../../db/database.ts'
import { normalizeSeat } from '../../lib/text.ts'
import { lockCounters } from '../reservation/counters.queries.ts'
import {
  addImportedPlaces,
  insertImportedBookings,
  type KnownBooking,
  listKnownBookings,
} from '../reservation/import-bookings.queries.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { freeSeating, type TicketStatus } from '../ticket/ticket.ts'
import { insertImportedTickets, listKnownTickets, listTakenSeats } from '../ticket/import-tickets.queries.ts'
import type { LineOutcome, LineProblem } from './import-kind.ts'
import { importedId, importedTail } from './imported-id.ts'
import type { ImportTargets, TargetEvent, TargetPrice } from './import-targets.ts'
import { readBookingStatus, readTicketStatus } from './import-words.ts'
import type { LineValues, ReadLine } from './read-import-line.ts'

type Taking = {
  readonly tenant: Tenant
  readonly targets: ImportTargets
  readonly now: Date
  /** The price of tickets whose lines name none, for what they cost. */
  usualPrice(amountMinor: number): Promise<TargetPrice>
}

type Values = LineValues<'tickets'>

type Asked = {
  readonly at: number
  readonly values: Values
  readonly event: TargetEvent
  readonly price: TargetPrice
  readonly status: TicketStatus
  readonly isCancelled: boolean
  readonly seat: string
}

/** What a ticket's line is one booking with; tickets of several events are several bookings here. */
export function bookingOf({ reservation, id, event }: Pick<Values, 'reservation' | 'id' | 'event'>): string {
  return `${reservation ?? id} ${event}`
}

/**
 * Takes tickets over, with the bookings that they are of. Each keeps its id, by which its code knows it, and comes once: what is here stays
 * as it is here. What was not paid is not taken; what was cancelled is, and opens nothing. Places are counted as held, also
 * beyond the capacity.
 *
 * @param lines those of a booking together
 */
export async function takeTickets(
  tx: TenantTx,
  lines: readonly ReadLine<'tickets'>[],
  { tenant, targets, now, usualPrice }: Taking,
): Promise<readonly LineOutcome[]> {
  const outcomes = new Map<number, LineOutcome>()
  const asked: Asked[] = []
  for (const [at, { values }] of lines.entries()) {
    const read = await readTicket(values, targets, usualPrice)
    if ('problem' in read) outcomes.set(at, read)
    else asked.push({ at, values, ...read })
  }
  const eventIds = [...new Set(asked.map(({ event }) => event.id))].toSorted()
  if (eventIds.length > 0) await lockCounters(tx, eventIds, [])
  const known = await listKnownTickets(
    tx,
    asked.map(({ values }) => values.id),
  )
  const seats = new Set((await listTakenSeats(tx, eventIds)).map(({ eventId, seat }) => `${eventId} ${seat}`))
  const bookings = await placeInBookings(tx, asked, { tenantId: tenant.id, known, now })
  const seen = new Set<string>()
  const taken = asked.filter((ticket) => {
    const outcome = judge(ticket, { known, seen, seats }) ?? bookings.judge(ticket)
    outcomes.set(ticket.at, outcome)
    seen.add(ticket.values.id)
    if (outcome === 'taken' && !ticket.isCancelled) seats.add(`${ticket.event.id} ${ticket.seat}`)
    return outcome === 'taken'
  })
  await write(tx, taken, { tenant, now, bookings })
  return lines.map((_, at) => outcomes.get(at) ?? 'known')
}

async function readTicket(
  values: Values,
  targets: ImportTargets,
  usualPrice: (amountMinor: number) => Promise<TargetPrice>,
): Promise<LineProblem | Omit<Asked, 'at' | 'values'>> {
  const booking = values.reservationStatus === null ? 'good' : readBookingStatus(values.reservationStatus)
  if (booking === null) return { field: 'reservation_status', problem: 'status' }
  const status = values.status === null ? 'not_scanned' : readTicketStatus(values.status)
  if (status === null) return { field: 'status', problem: 'status' }
  const isCancelled = booking === 'cancelled' || status === 'cancelled'
  if (!isCancelled && booking === 'open') return { field: 'reservation_status', problem: 'not_paid' }
  if (!isCancelled && status === 'inactive') return { field: 'status', problem: 'not_paid' }
  const event = targets.event(values.event)
  if ('problem' in event) return event
  const price = targets.price('ticket', values.product, values.price) ?? (await usualPrice(values.amountMinor ?? 0))
  if ('problem' in price) return price
  const seat = values.seat === null ? freeSeating : normalizeSeat(values.seat)
  return { event, price, isCancelled, seat, status: isCancelled ? 'not_active' : ofOpen(status) }
}

const ofOpen = (status: string): TicketStatus => (status === 'scanned' ? 'scanned' : 'not_scanned')

type Known = Awaited<ReturnType<typeof listKnownTickets>>

type Bookings = {
  /** The id of a ticket's booking here. */
  readonly idOf: (ticket: Asked) => string
  /** The booking that is there; undefined: it is new. */
  readonly find: (id: string) => KnownBooking | undefined
  /** Whether a ticket can come to its booking. */
  readonly judge: (ticket: Asked) => LineOutcome
}

/** Finds the bookings of tickets: that of another ticket of theirs that is here, else the one that is known by what is said of it. */
async function placeInBookings(
  tx: TenantTx,
  asked: readonly Asked[],
  { tenantId, known, now }: { readonly tenantId: string; readonly known: Known; readonly now: Date },
): Promise<Bookings> {
  const keyOf = ({ values, event }: Asked) => bookingOf({ ...values, event: event.id })
  const ids = new Map<string, string>()
  for (const ticket of asked) {
    const present = known.get(ticket.values.id)
    if (present?.eventId === ticket.event.id) ids.set(keyOf(ticket), present.reservationId)
  }
  const tails = new Map(asked.map((ticket) => [keyOf(ticket), importedTail(tenantId, keyOf(ticket))]))
  const there = await listKnownBookings(tx, { ids: [...ids.values()], tails: [...tails.values()] })
  const byTail = new Map(there.map((booking) => [booking.tail, booking.id]))
  for (const ticket of asked) {
    const key = keyOf(ticket)
    if (ids.has(key)) continue
    ids.set(key, byTail.get(tails.get(key) ?? '') ?? importedId(tenantId, bookedAt(ticket, now), key))
  }
  const byId = new Map(there.map((booking) => [booking.id, booking]))
  const amounts = new Map(
    there.flatMap(({ id, amounts: of }) => of.map(([price, amount]) => [`${id} ${price}`, amount])),
  )
  const idOf = (ticket: Asked) => ids.get(keyOf(ticket)) ?? ''
  return {
    idOf,
    find: (id) => byId.get(id),
    judge(ticket) {
      const id = idOf(ticket)
      const booking = byId.get(id)
      if (booking?.isBrought === false) return { field: 'reservation', problem: 'made_here' }
      if (booking?.status === 'cancelled' && !ticket.isCancelled)
        return { field: 'reservation', problem: 'reservation_cancelled' }
      // What is refunded and freed is counted by the price (ADR 0120).
      const place = `${id} ${ticket.price.id}`
      if ((amounts.get(place) ?? amountOf(ticket)) !== amountOf(ticket))
        return { field: 'amount', problem: 'other_amount' }
      amounts.set(place, amountOf(ticket))
      return 'taken'
    },
  }
}

/** When it was booked; where nothing says it, when its event began, or now. */
function bookedAt({ values, event }: Asked, now: Date): Date {
  return values.bookedAt ?? (event.startsAt < now ? event.startsAt : now)
}

type Judging = { readonly known: Known; readonly seen: ReadonlySet<string>; readonly seats: ReadonlySet<string> }

/** What is to be said of a ticket by itself; null: nothing. */
function judge(
  { values: { id }, event, seat, isCancelled }: Asked,
  { known, seen, seats }: Judging,
): LineOutcome | null {
  const present = known.get(id)
  if (present !== undefined && present.eventId !== event.id) return { field: 'uuid', problem: 'id_of_another' }
  if (present !== undefined || seen.has(id)) return 'known'
  const isTaken = seat !== freeSeating && !isCancelled && seats.has(`${event.id} ${seat}`)
  return isTaken ? { field: 'seat', problem: 'seat_taken' } : null
}

type Writing = { readonly tenant: Tenant; readonly now: Date; readonly bookings: Bookings }

async function write(tx: TenantTx, taken: readonly Asked[], { tenant, now, bookings }: Writing): Promise<void> {
  const groups = Map.groupBy(taken, bookings.idOf)
  const made = [...groups].filter(([id]) => bookings.find(id) === undefined)
  await insertImportedBookings(
    tx,
    made.map(([id, tickets]) => {
      const [first] = tickets
      const isCancelled = tickets.every((ticket) => ticket.isCancelled)
      const bookerEmail = emailOf(tickets)
      return {
        id,
        eventId: first?.event.id ?? null,
        bookerEmail,
        language: tenant.language,
        status: isCancelled ? 'cancelled' : 'valid',
        cancelledAt: isCancelled ? now : null,
        createdAt: first ? bookedAt(first, now) : now,
      }
    }),
  )
  const held = taken
    .filter(({ isCancelled }) => !isCancelled)
    .map((ticket) => ({
      eventId: ticket.event.id,
      priceId: ticket.price.id,
      email: bookings.find(bookings.idOf(ticket))?.bookerEmail ?? emailOf(groups.get(bookings.idOf(ticket)) ?? []),
      delta: 1,
    }))
  await addImportedPlaces(tx, placesOf(groups), held)
  await insertImportedTickets(
    tx,
    taken.map((ticket) => ({
      id: ticket.values.id,
      reservationId: bookings.idOf(ticket),
      eventId: ticket.event.id,
      priceId: ticket.price.id,
      firstName: ticket.values.firstName ?? '',
      lastName: ticket.values.lastName ?? '',
      seat: ticket.seat,
      status: ticket.status,
      cancelledAt: ticket.isCancelled ? now : null,
      scannedAt: ticket.status === 'scanned' ? (ticket.values.scannedAt ?? bookedAt(ticket, now)) : null,
      createdAt: bookedAt(ticket, now),
    })),
  )
}

/** The lines of the bookings: the tickets of each at one price. */
function placesOf(groups: ReadonlyMap<string, readonly Asked[]>) {
  return [...groups].flatMap(([reservationId, tickets]) =>
    [...Map.groupBy(tickets, ({ price }) => price.id).values()].flatMap((some) => {
      const [first] = some
      if (!first) return []
      const { price, event } = first
      return {
        reservationId,
        eventId: event.id,
        productId: price.productId,
        priceId: price.id,
        quantity: some.length,
        unitAmountMinor: amountOf(first),
        vatRateHundredths: price.vatRateHundredths,
      }
    }),
  )
}

const emailOf = (tickets: readonly Asked[]) => tickets.find(({ values }) => values.email !== null)?.values.email ?? ''

const amountOf = ({ values, price }: Asked) => values.amountMinor ?? price.amountMinor
