import { Type } from 'typebox'
import type { ReservationView, ReservationWithThings } from '../features/reservation/reservation.queries.ts'
import { type ReservationStatus, reservationStatuses } from '../features/reservation/reservation.ts'
import { UuidOut, withExample } from '../http/wire/schemas.ts'
import { costFields } from './amount-wire.ts'
import { type AtTenant, fieldsOf, tenantCurrency } from './answer-fields.ts'
import { presentThing, ThingOut } from '../http/wire/thing.ts'
import { byCode } from './by-code.ts'

/** The code of each status (docs/interface/reservations.md, "Statuses"). */
export const codeOfStatus = {
  cancelled: 'C',
  created: 'R',
  unpaid: 'U',
  email_unverified: 'F',
  email_verified: 'FA',
  paid: 'P',
  paid_email_invalid: 'PE',
  paid_email_unsent: 'PN',
  valid: 'V',
} as const satisfies Record<ReservationStatus, string>

export type StatusCode = (typeof codeOfStatus)[ReservationStatus]

export const statusCodes: readonly StatusCode[] = reservationStatuses.map((status) => codeOfStatus[status])

export const statusOfCode = byCode(codeOfStatus)

const ofView = fieldsOf<ReservationView, AtTenant>(tenantCurrency)
const viewFields = {
  uuid: ofView.uuid('id'),
  datetime: ofView.moment('createdAt'),
  user_mail: ofView.text('bookerEmail', 'ada@example.org'),
  event: ofView.uuid('eventId'),
  status: ofView.choice(statusCodes, ({ status }) => codeOfStatus[status], 'V'),
  options: ofView.value(Type.Array(UuidOut), ({ optionIds }) => [...optionIds]),
  tickets: ofView.value(Type.Array(UuidOut), ({ ticketIds }) => [...ticketIds]),
  paiements: ofView.value(Type.Array(UuidOut), ({ paymentIds }) => [...paymentIds]),
  ...costFields,
  amount: ofView.amount('totalMinor', 19.2),
}

const ofReservation = fieldsOf<ReservationWithThings, AtTenant>()
export const reservation = ofReservation.object('Reservation', {
  ...viewFields,
  things: ofReservation.value(Type.Array(ThingOut), ({ things }) => things.map(presentThing)),
})

/** `checkoutUrl`: where to pay online; null when nothing is due, or it is paid at the door. */
const ofBooked = fieldsOf<ReservationView & { readonly checkoutUrl: string | null }, AtTenant>()
export const booked = ofBooked.object('BookedReservation', {
  ...viewFields,
  status: ofBooked.choice(statusCodes, ({ status }) => codeOfStatus[status], 'U'),
  paiements: ofBooked.value(withExample(Type.Array(UuidOut), []), ({ paymentIds }) => [...paymentIds]),
  checkout_url: ofBooked.textOrNull('checkoutUrl', null),
})
