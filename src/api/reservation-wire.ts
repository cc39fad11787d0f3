import { type Static, Type } from 'typebox'
import { may } from '../features/account/actor.ts'
import {
  getReservationWithPayments,
  type ReservationWithPayments,
} from '../features/payment/reservation-with-payments.queries.ts'
import { bookingPath } from '../features/reservation/booking-proof.ts'
import type { BookedLine, ReservationView } from '../features/reservation/reservation.queries.ts'
import { type ReservationStatus, reservationStatuses } from '../features/reservation/reservation.ts'
import { UuidOut, withExample } from '../http/wire/schemas.ts'
import { costFields } from './amount-wire.ts'
import { type AtTenant, fieldsOf, tenantCurrency } from '../http/wire/answer-fields.ts'
import { thing } from '../http/wire/thing.ts'
import { letterOfReservation } from '../http/wire/status-letters.ts'
import { letterOfKind } from './catalogue-wire.ts'
import { byCode } from './by-code.ts'
import type { Caller } from './collection.ts'
import { payment } from './payment-wire.ts'
import { presentVat, VatOut } from './vat-wire.ts'

export type StatusCode = (typeof letterOfReservation)[ReservationStatus]

export const statusCodes: readonly StatusCode[] = reservationStatuses.map((status) => letterOfReservation[status])

export const statusOfCode = byCode(letterOfReservation)

const ofLine = fieldsOf<BookedLine, AtTenant>(tenantCurrency)
const line = ofLine.object('ReservationLine', {
  uuid: ofLine.uuid('id'),
  price: ofLine.uuid('priceId'),
  product: ofLine.uuid('productId'),
  categorie_article: ofLine.choice(Object.values(letterOfKind), ({ kind }) => letterOfKind[kind], letterOfKind.ticket),
  qty: ofLine.integer('quantity', 2),
  prix: ofLine.amount('unitAmountMinor', 9.6),
  amount: ofLine.amount(({ quantity, unitAmountMinor }) => quantity * unitAmountMinor, 19.2),
  discount: ofLine.amount(({ quantity, unitDiscountMinor }) => quantity * unitDiscountMinor, 4.8),
  vat: ofLine.value(VatOut, ({ vatRateHundredths }) => presentVat(vatRateHundredths)),
  card: ofLine.textOrNull('cardNumber', null),
})

const ofView = fieldsOf<ReservationView, AtTenant>(tenantCurrency)
const viewFields = {
  uuid: ofView.uuid('id'),
  datetime: ofView.moment('createdAt'),
  user_mail: ofView.text('bookerEmail', 'ada@example.org'),
  event: ofView.uuid('eventId'),
  status: ofView.choice(statusCodes, ({ status }) => letterOfReservation[status], 'V'),
  options: ofView.value(Type.Array(UuidOut), ({ optionIds }) => [...optionIds]),
  tickets: ofView.value(Type.Array(UuidOut), ({ ticketIds }) => [...ticketIds]),
  paiements: ofView.value(Type.Array(UuidOut), ({ paymentIds }) => [...paymentIds]),
  ...costFields,
  amount: ofView.amount('totalMinor', 19.2),
  return_url: ofView.textOrNull('returnUrl', null),
  lines: ofView.each(line, 'lines'),
}

const ofReservation = fieldsOf<ReservationWithPayments, Caller>()
export const reservation = ofReservation.object('Reservation', {
  ...viewFields,
  memberships: ofReservation.value(Type.Array(UuidOut), ({ membershipIds }) => [...membershipIds]),
  payments: ofReservation.each(payment, 'payments'),
  // Whoever has the address acts as the booker: it goes to those who may change the reservation as well.
  url: ofReservation.textOrNull(
    ({ id }, { context, tenant, actor }) =>
      may(actor, 'reservation:write') ? context.urls.base(tenant.host) + bookingPath(context, tenant.id, id) : null,
    null,
  ),
  things: ofReservation.each(thing, 'things'),
})

/** `checkoutUrl`: where to pay online; null when nothing is due, or it is paid at the door. */
const ofBooked = fieldsOf<ReservationView & { readonly checkoutUrl: string | null }, AtTenant>()
export const booked = ofBooked.object('BookedReservation', {
  ...viewFields,
  status: ofBooked.choice(statusCodes, ({ status }) => letterOfReservation[status], 'U'),
  paiements: ofBooked.value(withExample(Type.Array(UuidOut), []), ({ paymentIds }) => [...paymentIds]),
  checkout_url: ofBooked.textOrNull('checkoutUrl', null),
})

/** A reservation as it is by now. @throws AppError not_found */
export function readReservation(id: string, { inTenant }: Caller): Promise<ReservationWithPayments> {
  return inTenant((tx) => getReservationWithPayments(tx, id))
}

export async function answerReservation(id: string, caller: Caller): Promise<Static<typeof reservation.out>> {
  return reservation.present(await readReservation(id, caller), caller)
}
