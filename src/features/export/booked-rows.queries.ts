import { type InferResult, sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { sameTenant, selectRows } from '../../db/rows.ts'
import { shortReference } from '../../lib/ids.ts'
import { methodNow } from '../payment/payment.queries.ts'
import { freeSeating } from '../ticket/ticket.ts'
import {
  amountCell,
  type Batch,
  exportSource,
  isAsked,
  isOfEvent,
  momentCell,
  rateCell,
  type Telling,
} from './export-source.ts'

type Booked = InferResult<ReturnType<typeof selectBooked>>[number]

function stateOf({ status, cancelledBecause }: Booked, { words }: Telling): string {
  return words.reservations[status === 'cancelled' && cancelledBecause === 'expiry' ? 'expired' : status]
}

/** What was booked, with its event and its booker as they are known now: a booker who was erased is nobody. */
function selectBooked(tx: TenantTx, batch: Batch) {
  return selectRows(tx, 'reservation')
    .leftJoin('event', sameTenant('event.id', 'reservation.eventId'))
    .select(['reservation.id as reservationId', 'reservation.bookerEmail', 'reservation.cancelledBecause'])
    .select('reservation.status')
    .select(['reservation.createdAt as bookedAt', 'event.name as eventName', 'event.startsAt as eventAt'])
    .select('event.accessNotes')
    .where(isOfEvent(batch))
}

async function listReservations(tx: TenantTx, batch: Batch) {
  return (
    selectBooked(tx, batch)
      // One by one: PostgreSQL would go through all payments before those of each batch.
      .leftJoinLateral(
        (query) =>
          query
            .selectFrom('payment')
            .select(['payment.settledAt', methodNow.as('method')])
            .whereRef('payment.tenantId', '=', 'reservation.tenantId')
            .whereRef('payment.reservationId', '=', 'reservation.id')
            .where('payment.status', '=', 'settled')
            .limit(1)
            .as('paid'),
        (join) => join.onTrue(),
      )
      .leftJoin('promotionalCode', sameTenant('promotionalCode.id', 'reservation.promotionalCodeId'))
      .select(['reservation.id', 'reservation.ticketCount', 'reservation.totalMinor', 'reservation.cancelledAt'])
      .select(['promotionalCode.code', 'paid.settledAt', 'paid.method'])
      .where(isAsked(batch, 'reservation.createdAt', 'reservation.id'))
      .orderBy('reservation.id')
      .limit(batch.limit)
      .execute()
  )
}

/** What every one of these lists tells of the booking. */
const ofBooking = {
  reference: ({ reservationId }: Booked) => shortReference(reservationId),
  booked_at: ({ bookedAt }: Booked) => momentCell(bookedAt),
  event: ({ eventName }: Booked) => eventName,
  event_at: ({ eventAt }: Booked) => momentCell(eventAt),
  email: ({ bookerEmail }: Booked) => bookerEmail,
  currency: (_: Booked, { currency }: Telling) => currency,
}

export const reservationRows = exportSource('reservations', {
  list: listReservations,
  cells: {
    ...ofBooking,
    state: stateOf,
    tickets: ({ ticketCount }) => ticketCount,
    total: ({ totalMinor }, { currency }) => amountCell(totalMinor, currency),
    paid_by: ({ method }, { words }) => method && words.methods[method],
    paid_at: ({ settledAt }) => momentCell(settledAt),
    code: ({ code }) => code,
    cancelled_at: ({ cancelledAt }) => momentCell(cancelledAt),
    id: ({ id }) => id,
  },
})

async function listTickets(tx: TenantTx, batch: Batch) {
  return (
    selectBooked(tx, batch)
      .innerJoin('ticket', sameTenant('ticket.reservationId', 'reservation.id'))
      .innerJoin('price', sameTenant('price.id', 'ticket.priceId'))
      .innerJoin('product', sameTenant('product.id', 'price.productId'))
      .leftJoin('device', sameTenant('device.id', 'ticket.scannedByDeviceId'))
      .select(['ticket.id', 'ticket.firstName', 'ticket.lastName', 'ticket.holderEmail', 'ticket.seat'])
      .select(['ticket.scannedAt', 'ticket.cancelledAt', 'product.name as productName'])
      .select(['price.name as priceName', 'device.name as deviceName'])
      .select('ticket.status as ticketStatus')
      // One amount for each price of a booking, in as many lines as it came in (ADR 0120).
      .select(
        sql<number>`(select max(unit_amount_minor) from reservation_line line where line.tenant_id = ticket.tenant_id
        and line.reservation_id = ticket.reservation_id and line.price_id = ticket.price_id)`.as('amountMinor'),
      )
      .where('ticket.supersededBy', 'is', null)
      .where(isAsked(batch, 'reservation.createdAt', 'ticket.id'))
      .orderBy('ticket.id')
      .limit(batch.limit)
      .execute()
  )
}

/** Never the code of a ticket, which would open the door to anyone who has the file. */
export const ticketRows = exportSource('tickets', {
  list: listTickets,
  cells: {
    ...ofBooking,
    ticket: ({ id }) => shortReference(id),
    product: ({ productName }) => productName,
    price: ({ priceName }) => priceName,
    amount: ({ amountMinor }, { currency }) => amountCell(Number(amountMinor), currency),
    first_name: ({ firstName }) => firstName,
    last_name: ({ lastName }) => lastName,
    email: ({ holderEmail, bookerEmail }) => holderEmail ?? bookerEmail,
    seat: ({ seat }) => (seat === freeSeating ? null : seat),
    state: ({ ticketStatus, cancelledAt }, { words }) =>
      words.tickets[cancelledAt === null ? ticketStatus : 'cancelled'],
    scanned_at: ({ scannedAt }) => momentCell(scannedAt),
    device: ({ deviceName }) => deviceName,
    cancelled_at: ({ cancelledAt }) => momentCell(cancelledAt),
    access_notes: ({ accessNotes }) => accessNotes,
    id: ({ id }) => id,
  },
})

async function listThings(tx: TenantTx, batch: Batch) {
  return selectBooked(tx, batch)
    .innerJoin('reservationLine as line', (join) =>
      sameTenant('line.reservationId', 'reservation.id')(join).on('line.makesTickets', '=', false),
    )
    .innerJoin('price', sameTenant('price.id', 'line.priceId'))
    .innerJoin('product', sameTenant('product.id', 'line.productId'))
    .select(['line.id', 'line.quantity', 'line.handedOut', 'line.unitAmountMinor', 'line.vatRateHundredths'])
    .select(['product.name as productName', 'price.name as priceName'])
    .where(isAsked(batch, 'reservation.createdAt', 'line.id'))
    .orderBy('line.id')
    .limit(batch.limit)
    .execute()
}

export const thingRows = exportSource('things', {
  list: listThings,
  cells: {
    ...ofBooking,
    product: ({ productName }) => productName,
    price: ({ priceName }) => priceName,
    quantity: ({ quantity }) => quantity,
    handed_out: ({ handedOut }) => handedOut,
    amount: ({ unitAmountMinor }, { currency }) => amountCell(unitAmountMinor, currency),
    total: ({ unitAmountMinor, quantity }, { currency }) => amountCell(unitAmountMinor * quantity, currency),
    vat_rate: ({ vatRateHundredths }) => rateCell(vatRateHundredths),
    state: stateOf,
    id: ({ id }) => id,
  },
})
