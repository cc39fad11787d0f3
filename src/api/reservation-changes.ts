import { Type } from 'typebox'
import type { TenantTx } from '../db/database.ts'
import { addressVersion, correctAddress } from '../features/reservation/correct-address.ts'
import { countTicketsMails, resendTickets } from '../features/reservation/resend-tickets.ts'
import { getReservation } from '../features/reservation/reservation.queries.ts'
import { normalizeEmail } from '../lib/text.ts'
import { needs } from '../http/route.ts'
import { section } from '../http/section.ts'
import { EmailIn, IntegerIn, IntegerOut, largestInteger, Maybe, withExample } from '../http/wire/schemas.ts'
import { answerReservation, reservation } from './reservation-wire.ts'

const TicketsMailsOut = Type.Object({ seen: withExample(IntegerOut, 2) }, { title: 'TicketsMails' })

const reservations = section({
  tag: 'Reservations',
  url: '/api/reservations/:uuid/',
  access: needs('reservation:read', 'reservations'),
  writes: needs('reservation:write', 'reservations'),
})

/** What staff do about a reservation whose mail did not arrive (ADR 0170 and 0190). Not in the interface. */
export const registerReservationChanges = reservations.register

reservations.get('mails/', {
  operationId: 'readTicketsMails',
  summary: 'Read how often the tickets were mailed',
  description: '`seen` grows with every mail of the tickets, and with every try to deliver one.',
  response: { 200: TicketsMailsOut },
  handler: ({ id, inTenant }) => inTenant(async (tx) => ({ seen: await countMails(tx, id) })),
})

reservations.post('mails/', {
  operationId: 'resendTickets',
  refuses: ['invalid_transition'],
  summary: 'Mail the tickets again',
  description:
    'Of a reservation that is paid or confirmed and has an address; otherwise `invalid_transition`. While a mail is on its way nothing more is sent. With `seen` as it was read before, a repeat sends nothing either. Answers with how often they were mailed by now.',
  body: Type.Object(
    { seen: Maybe(IntegerIn({ min: 0, max: largestInteger, example: 1 })) },
    { title: 'TicketsMailing' },
  ),
  response: { 200: TicketsMailsOut },
  handler: async ({ context, id, inTenant, tenant, actor, body }) => {
    const count = () => inTenant((tx) => countMails(tx, id))
    const seen = body.seen ?? (await count())
    await resendTickets(context, tenant, actor, { reservationId: id, seen })
    return { seen: await count() }
  },
})

reservations.post('address/', {
  operationId: 'correctReservationAddress',
  refuses: ['changed_meanwhile', 'invalid_transition'],
  summary: 'Put the address of whoever booked right',
  description:
    'While nobody has got the tickets, at PE or PN, and not where the address became a member by it or has money on a card; otherwise `invalid_transition`. They are mailed to the new one. With `former`, refused with `changed_meanwhile` where it is another by now. A repeat changes nothing.',
  body: Type.Object(
    { email: EmailIn, former: Maybe(withExample(EmailIn, 'ada@exmaple.org')) },
    { title: 'AddressCorrection' },
  ),
  response: { 200: reservation.out },
  handler: async (call) => {
    const { context, id, inTenant, tenant, actor, body } = call
    const found = await inTenant((tx) => getReservation(tx, id))
    const former = body.former == null ? found.bookerEmail : normalizeEmail(body.former)
    const correction = { reservationId: id, seen: addressVersion({ bookerEmail: former }) }
    await correctAddress(context, tenant, actor, { ...correction, email: normalizeEmail(body.email) })
    return answerReservation(id, call)
  },
})

/** @throws AppError not_found */
async function countMails(tx: TenantTx, reservationId: string): Promise<number> {
  await getReservation(tx, reservationId)
  return countTicketsMails(tx, reservationId)
}
