import type { TenantTx } from '../../db/database.ts'
import { selectRows } from '../../db/rows.ts'
import { nilUuid } from '../../lib/ids.ts'
import { announce, type Occurrence } from '../webhook/announce.ts'
import { isSettled } from './booking.ts'
import type { AcceptedBooking } from './booking-writes.statements.ts'
import { countedEvent, counterKey, type Ledger, type PlacesWanted, ticketCount } from './places.ts'

/** What programs are told of reservations that were booked together. @param ledger with their places taken */
export function occurrencesOf(bookings: readonly AcceptedBooking[], ledger: Ledger): readonly Occurrence[] {
  return [...bookings.flatMap(ofBooking), ...ofStock(bookings, ledger)]
}

function ofBooking({ id, request, ticketIds, membershipIds, decision }: AcceptedBooking): readonly Occurrence[] {
  const of = { reservation: id, event: request.eventId }
  const booked: Occurrence = { kind: 'reservation.booked', data: of }
  if (!isSettled(decision)) return [booked]
  const issued = ticketIds.map((ticket): Occurrence => ({ kind: 'ticket.issued', data: { ticket, ...of } }))
  const granted = membershipIds.map((membership): Occurrence => ({ kind: 'membership.granted', data: { membership } }))
  return [booked, ...issued, ...granted]
}

/** The events and prices of which these bookings took the last places, or the first of the last tenth. */
function ofStock(bookings: readonly AcceptedBooking[], ledger: Ledger): readonly Occurrence[] {
  const taken = new Map<string, Taken>()
  const take = (key: string, count: number, rest: Omit<Taken, 'count'>) =>
    taken.set(key, { ...rest, count: (taken.get(key)?.count ?? 0) + count })
  for (const { decision } of bookings) {
    const { id: event, capacity } = decision.event
    take(event, decision.ticketCount, {
      of: { event, price: null },
      most: capacity,
      held: ledger.events.get(event) ?? 0,
    })
    for (const line of decision.lines) {
      const { id: price, stock } = line.price
      const counted = countedEvent(line, event)
      const key = counterKey(price, counted)
      const of = { event: counted === nilUuid ? null : counted, price }
      take(key, line.quantity, { of, most: stock, held: ledger.prices.get(key) ?? 0 })
    }
  }
  return [...taken.values()].flatMap(stockNews)
}

type TakenAgain = Pick<PlacesWanted, 'eventId' | 'capacity' | 'lines'>

/** As `occurrencesOf`, of places that a reservation took again. @param ledger with them taken */
export async function tellOfStock(
  tx: TenantTx,
  ledger: Ledger,
  { eventId, capacity, lines }: TakenAgain,
  now: Date,
): Promise<void> {
  const ofEvent: Taken = {
    of: { event: eventId, price: null },
    most: capacity,
    held: ledger.events.get(eventId) ?? 0,
    count: ticketCount(lines),
  }
  const ofPrices = lines.map((line): Taken => {
    const counted = countedEvent(line, eventId)
    const held = ledger.prices.get(counterKey(line.priceId, counted)) ?? 0
    const of = { event: counted === nilUuid ? null : counted, price: line.priceId }
    return { of, most: line.stock, held, count: line.quantity }
  })
  await announce(tx, now, [ofEvent, ...ofPrices].flatMap(stockNews))
}

type Taken = {
  readonly of: { readonly event: string | null; readonly price: string | null }
  /** Null: there are as many as anybody wants. */
  readonly most: number | null
  /** How many are held now, and how many of them since just now. */
  readonly held: number
  readonly count: number
}

/** Tells webhooks when an order at no event took the last of a price, or the first of the last tenth; its counter is locked. */
export async function tellOfOrder(
  tx: TenantTx,
  { id: price, stock: most }: { readonly id: string; readonly stock: number | null },
  now: Date,
): Promise<void> {
  if (most === null) return
  const { held } = await selectRows(tx, 'priceCounter')
    .select('held')
    .where('priceId', '=', price)
    .where('eventId', '=', nilUuid)
    .executeTakeFirstOrThrow()
  await announce(tx, now, stockNews({ of: { event: null, price }, most, held, count: 1 }))
}

function stockNews({ of, most, held, count }: Taken): readonly Occurrence[] {
  if (most === null) return []
  const [left, before] = [most - held, most - held + count]
  if (left <= 0) return before > 0 ? [{ kind: 'stock.sold_out', data: of }] : []
  const few = Math.ceil(most / 10)
  return left <= few && before > few ? [{ kind: 'stock.low', data: { ...of, left } }] : []
}
