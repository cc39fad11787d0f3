import type { TenantTx } from '../../db/database.ts'
import type { Language } from '../../lib/language.ts'
import type { Price } from '../catalog/catalog.queries.ts'
import { insertHeldTickets } from '../ticket/reservation-tickets.queries.ts'
import { changeCounters, createTicketCounters } from './counters.queries.ts'
import { insertReservation } from './order.queries.ts'

export type PlacesHeld = {
  /** The reservation's id. */
  readonly id: string
  readonly eventId: string
  /** The booker's normalised address, never ''. */
  readonly email: string
  readonly language: Language
  /** The price of the tickets. */
  readonly price: Pick<Price, 'id' | 'productId' | 'amountMinor' | 'vatRateHundredths'>
  readonly places: number
  readonly until: Date
  readonly now: Date
}

/**
 * Books places of one price for somebody who did not ask just now, in a transaction that holds the lock of the event's counter and
 * has decided that they are free. They are held, unpaid or unconfirmed, until `until`.
 */
export async function holdPlaces(tx: TenantTx, held: PlacesHeld): Promise<void> {
  const { id, eventId, email, price, places, now } = held
  const status = price.amountMinor === 0 ? 'email_unverified' : 'unpaid'
  const line = {
    productId: price.productId,
    priceId: price.id,
    countedEventId: eventId,
    makesTickets: true,
    quantity: places,
    unitAmountMinor: price.amountMinor,
    vatRateHundredths: price.vatRateHundredths,
  }
  await createTicketCounters(tx, { eventId, email, priceId: price.id })
  await changeCounters(tx, [{ ...line, eventId, email, delta: places }])
  await insertReservation(tx, {
    id,
    eventId,
    status,
    bookerEmail: email,
    ticketCount: places,
    language: held.language,
    expiresAt: held.until,
    line,
    now,
  })
  await insertHeldTickets(tx, { reservationId: id, eventId, priceId: price.id, createdAt: now }, places)
}
