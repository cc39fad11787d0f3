import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { TenantTx } from '../db/database.ts'
import type { Context } from '../context.ts'
import { addressVersion, correctAddress } from '../features/reservation/correct-address.ts'
import { countTicketsMails, resendTickets } from '../features/reservation/resend-tickets.ts'
import { getReservation, getReservationView } from '../features/reservation/reservation.queries.ts'
import { normalizeEmail } from '../lib/text.ts'
import { needs, route } from '../http/route.ts'
import { EmailIn, IntegerIn, IntegerOut, largestInteger, Maybe, withExample } from '../http/wire/schemas.ts'
import { UuidParams } from '../http/wire/params.ts'
import { presentReservation, ReservationOut } from './reservation-wire.ts'

const TicketsMailsOut = Type.Object({ seen: withExample(IntegerOut, 2) }, { title: 'TicketsMails' })

/** What staff does about a reservation whose mail did not arrive (ADR 0170 and 0190). Not in the interface. */
export function registerReservationChanges(app: FastifyInstance, context: Context): void {
  const tag = 'Reservations'

  route(app, {
    method: 'GET',
    url: '/api/reservations/:uuid/mails/',
    access: needs('reservation:read', 'reservations'),
    tag,
    summary: 'Read how often the tickets were mailed',
    description: '`seen` grows with every mail of the tickets, and with every try to deliver one.',
    params: UuidParams,
    response: { 200: TicketsMailsOut },
    handler: ({ tenant, params }) =>
      context.database.asTenant(tenant.id, async (tx) => ({ seen: await countMails(tx, params.uuid) })),
  })

  route(app, {
    method: 'POST',
    url: '/api/reservations/:uuid/mails/',
    access: needs('reservation:write', 'reservations'),
    tag,
    summary: 'Mail the tickets again',
    description:
      'Of a reservation that is paid or confirmed and has an address; otherwise `invalid_transition`. While a mail is on its way nothing more is sent. With `seen` as it was read before, a repeat sends nothing either. Answers with how often they were mailed by now.',
    params: UuidParams,
    body: Type.Object({ seen: Maybe(IntegerIn({ min: 0, max: largestInteger, example: 1 })) }),
    response: { 200: TicketsMailsOut },
    handler: async ({ tenant, actor, params, body }) => {
      const count = () => context.database.asTenant(tenant.id, (tx) => countMails(tx, params.uuid))
      const seen = body.seen ?? (await count())
      await resendTickets(context, tenant, actor, { reservationId: params.uuid, seen })
      return { seen: await count() }
    },
  })

  route(app, {
    method: 'POST',
    url: '/api/reservations/:uuid/address/',
    access: needs('reservation:write', 'reservations'),
    tag,
    summary: 'Put the address of whoever booked right',
    description:
      'While nobody has got the tickets, at PE or PN, and not where the address became a member by it or has money on a card; otherwise `invalid_transition`. They are mailed to the new one. With `former`, refused with `changed_meanwhile` where it is another by now. A repeat changes nothing.',
    params: UuidParams,
    body: Type.Object({ email: EmailIn, former: Maybe(EmailIn) }),
    response: { 200: ReservationOut },
    handler: async ({ tenant, actor, params, body }) => {
      const reservationId = params.uuid
      const found = await context.database.asTenant(tenant.id, (tx) => getReservation(tx, reservationId))
      const former = body.former == null ? found.bookerEmail : normalizeEmail(body.former)
      const correction = { reservationId, seen: addressVersion({ bookerEmail: former }) }
      await correctAddress(context, tenant, actor, { ...correction, email: normalizeEmail(body.email) })
      const corrected = await context.database.asTenant(tenant.id, (tx) => getReservationView(tx, reservationId))
      return presentReservation(corrected, tenant.currency)
    },
  })
}

/** @throws AppError not_found */
async function countMails(tx: TenantTx, reservationId: string): Promise<number> {
  await getReservation(tx, reservationId)
  return countTicketsMails(tx, reservationId)
}
