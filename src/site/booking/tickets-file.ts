import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { makeTicketDocument } from '../../features/ticket/make-ticket-document.ts'
import { addressOf, countRequest } from '../../http/plugins/rate-limit.ts'
import { page } from '../../pages/page.ts'
import { sendDocument } from '../../http/send-document.ts'
import { readBooking } from './booked.tsx'
import { ProvenParams } from '../../http/wire/params.ts'

/** The tickets of a booking to print or keep, as they were mailed; there are none before it is paid or confirmed. */
export function registerTicketsFile(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url: '/bookings/:uuid/:proof/tickets.pdf',
    params: ProvenParams,
    handler: async ({ tenant, language, params, request, reply }) => {
      const booking = await readBooking(context, tenant.id, params)
      await countRequest(context, reply, 'document', addressOf(request))
      return sendDocument(reply, await makeTicketDocument(context, tenant.id, booking.id, language))
    },
  })
}
