import { Type } from 'typebox'
import { orNotFound } from '../../errors.ts'
import { bookingPath } from '../../features/reservation/booking-proof.ts'
import { makeTicketDocument } from '../../features/ticket/make-ticket-document.ts'
import { findTicketEvent } from '../../features/ticket/ticket-document.queries.ts'
import { visitorPaths } from '../../lib/paths.ts'
import { addressOf, countRequest } from '../../http/plugins/rate-limit.ts'
import { sendDocument } from '../../http/send-document.ts'
import { ProvenParams } from '../../http/wire/params.ts'
import { UuidIn } from '../../http/wire/schemas.ts'
import { pageSection } from '../../pages/page-section.ts'
import { readBooking } from './booked.tsx'
import { CalendarQuery, sendCalendar } from './calendar.ts'
import { addPasses } from './passes.ts'

const files = pageSection({ params: ProvenParams })

/** The files of a booking, for anyone who has its address. */
export const registerBookingFiles = files.register

/** The event, for the person's own calendar; opened again after a change, it replaces the former entry. */
files.get(visitorPaths.bookingCalendar, {
  query: CalendarQuery,
  handler: async ({ context, tenant, params, query, request, reply }) => {
    const { id } = await readBooking(context, tenant.id, params)
    const event = orNotFound(await context.database.asTenant(tenant.id, (tx) => findTicketEvent(tx, id)))
    const { organisation } = tenant
    const bookingUrl = request.base + bookingPath(context, tenant.id, id)
    const entry = { id, event, organisation, base: request.base, bookingUrl, now: context.now() }
    return sendCalendar(reply, query, entry)
  },
})

/** The tickets to print or keep, as they were mailed; there are none before the booking is paid or confirmed. */
files.get(visitorPaths.bookingTicketsPdf, {
  handler: async ({ context, tenant, language, params, request, reply }) => {
    const { id } = await readBooking(context, tenant.id, params)
    await countRequest(context, reply, 'document', addressOf(request))
    return sendDocument(reply, await makeTicketDocument(context, tenant.id, id, language))
  },
})

const TicketParams = Type.Object({ ...ProvenParams.properties, ticket: UuidIn })

const tickets = pageSection({ url: visitorPaths.bookingTicket, params: TicketParams })

/** One ticket for the wallet of a phone, in the way of its PDF. */
export const registerTicketPasses = tickets.register

addPasses<typeof TicketParams>(tickets, async ({ context, tenant, language, params, request, reply }) => {
  const booking = await readBooking(context, tenant.id, params)
  await countRequest(context, reply, 'document', addressOf(request))
  return { tenantId: tenant.id, reservationId: booking.id, ticketId: params.ticket, language }
})
