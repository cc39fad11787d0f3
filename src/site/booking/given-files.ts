import { orNotFound } from '../../errors.ts'
import { type FoundGivenTicket, findGivenTicket } from '../../features/ticket/find-given-ticket.ts'
import { makeTicketDocument } from '../../features/ticket/make-ticket-document.ts'
import { visitorPaths } from '../../lib/paths.ts'
import { addressOf, countRequest } from '../../http/plugins/rate-limit.ts'
import type { Call } from '../../http/section.ts'
import { ProvenParams } from '../../http/wire/params.ts'
import { pageSection } from '../../pages/page-section.ts'
import { CalendarQuery, sendCalendar } from './calendar.ts'
import { sendDocument } from '../../http/send-document.ts'
import { addPasses } from './passes.ts'

const pages = pageSection({ url: visitorPaths.givenTicket, params: ProvenParams })

/** The files of one ticket, for the person who was given it: the addresses were mailed to them, and are in their account. */
export const registerGivenFiles = pages.register

pages.get(visitorPaths.givenTicketPdf, {
  handler: async (call) => {
    const { context, tenant, language, reply } = call
    const { reservationId, ticketId } = await readGiven(call)
    return sendDocument(reply, await makeTicketDocument(context, tenant.id, reservationId, language, ticketId))
  },
})

pages.get(visitorPaths.givenTicketCalendar, {
  query: CalendarQuery,
  handler: async (call) => {
    const { context, tenant, query, request, reply } = call
    const { event } = await readGiven(call)
    const { organisation } = tenant
    // The entry is for the event, not the ticket: a person who was given two comes once. The page of the booking is not theirs.
    const entry = { id: event.id, event, organisation, base: request.base, bookingUrl: null, now: context.now() }
    return sendCalendar(reply, query, entry)
  },
})

addPasses<typeof ProvenParams>(pages, async (call) => {
  const { reservationId, ticketId } = await readGiven(call)
  return { tenantId: call.tenant.id, reservationId, ticketId, language: call.language }
})

/** @throws AppError not_found, too_many_requests */
async function readGiven(call: Omit<Call<undefined, typeof ProvenParams>, 'query'>): Promise<FoundGivenTicket> {
  const { context, tenant, params, request, reply } = call
  const found = orNotFound(await findGivenTicket(context, tenant.id, { id: params.uuid, proof: params.proof }))
  await countRequest(context, reply, 'document', addressOf(request))
  return found
}
