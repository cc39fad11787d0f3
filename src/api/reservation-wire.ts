import { Type } from 'typebox'
import type { ReservationView, ReservationWithThings } from '../features/reservation/reservation.queries.ts'
import { type ReservationStatus, reservationStatuses } from '../features/reservation/reservation.ts'
import { formatDateTime } from '../lib/time.ts'
import { DateTimeOut, EnumOut, NullableTextOut, TextOut, UuidOut, withExample } from '../http/wire/schemas.ts'
import { CostFields, presentCost } from './amount-wire.ts'
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

const ReservationFields = {
  uuid: UuidOut,
  datetime: DateTimeOut,
  user_mail: withExample(TextOut, 'ada@example.org'),
  event: UuidOut,
  status: withExample(EnumOut(statusCodes), 'V'),
  options: Type.Array(UuidOut),
  tickets: Type.Array(UuidOut),
  paiements: Type.Array(UuidOut),
  ...CostFields,
}

export const ReservationOut = Type.Object(
  { ...ReservationFields, things: Type.Array(ThingOut) },
  { title: 'Reservation' },
)

export const BookedOut = Type.Object(
  {
    ...ReservationFields,
    status: withExample(EnumOut(statusCodes), 'U'),
    paiements: withExample(Type.Array(UuidOut), []),
    checkout_url: withExample(NullableTextOut, null),
  },
  { title: 'BookedReservation' },
)

export function presentReservation(
  reservation: ReservationWithThings,
  currency: string,
): Type.Static<typeof ReservationOut> {
  return { ...presentFields(reservation, currency), things: reservation.things.map(presentThing) }
}

function presentFields(reservation: ReservationView, currency: string) {
  return {
    uuid: reservation.id,
    datetime: formatDateTime(reservation.createdAt),
    user_mail: reservation.bookerEmail,
    event: reservation.eventId,
    status: codeOfStatus[reservation.status],
    options: [...reservation.optionIds],
    tickets: [...reservation.ticketIds],
    paiements: [...reservation.paymentIds],
    ...presentCost({ ...reservation, amountMinor: reservation.totalMinor }, currency),
  }
}

/** `checkoutUrl`: where to pay online; null when nothing is due, or it is paid at the door. */
export function presentBooked(
  reservation: ReservationView,
  currency: string,
  checkoutUrl: string | null,
): Type.Static<typeof BookedOut> {
  return { ...presentFields(reservation, currency), checkout_url: checkoutUrl }
}
