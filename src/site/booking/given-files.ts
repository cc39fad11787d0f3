import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { type FoundGivenTicket, findGivenTicket } from '../../features/ticket/find-given-ticket.ts'
import { makeTicketDocument } from '../../features/ticket/make-ticket-document.ts'
import type { PassChoice } from '../../features/wallet/make-pass.ts'
import { addressOf, countRequest } from '../../http/plugins/rate-limit.ts'
import { ProvenParams } from '../../http/wire/params.ts'
import { page } from '../../pages/page.ts'
import { sendCalendar } from './calendar.ts'
import { sendDocument } from '../../http/send-document.ts'
import { sendApplePass, sendGoogleLink } from './wallet-files.ts'

/** One ticket to keep, to whoever was given it: the addresses were mailed to them, and stand in their account. */
export function registerGivenFiles(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url: '/tickets/:uuid/:proof/ticket.pdf',
    params: ProvenParams,
    handler: async ({ tenant, language, params, request, reply }) => {
      const { reservationId, ticketId } = await readGiven(context, request, reply, params)
      return sendDocument(reply, await makeTicketDocument(context, tenant.id, reservationId, language, ticketId))
    },
  })

  page(app, {
    method: 'GET',
    url: '/tickets/:uuid/:proof/event.ics',
    params: ProvenParams,
    handler: async ({ tenant, params, request, reply }) => {
      const { event } = await readGiven(context, request, reply, params)
      // Of the event, not of the ticket: whoever was given two comes once. The page of the booking is not theirs.
      return sendCalendar(reply, {
        id: event.id,
        event,
        organisation: tenant.organisation,
        url: `${request.base}/events/${event.slug}/`,
        now: context.now(),
      })
    },
  })

  page(app, {
    method: 'GET',
    url: '/tickets/:uuid/:proof/apple.pkpass',
    params: ProvenParams,
    handler: async ({ params, request, reply }) =>
      sendApplePass(context, reply, passOf(request, await readGiven(context, request, reply, params))),
  })

  page(app, {
    method: 'GET',
    url: '/tickets/:uuid/:proof/google-wallet/',
    params: ProvenParams,
    handler: async ({ params, request, reply }) =>
      sendGoogleLink(context, reply, passOf(request, await readGiven(context, request, reply, params))),
  })
}

/** @throws AppError not_found, too_many_requests */
async function readGiven(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { uuid, proof }: Static<typeof ProvenParams>,
): Promise<FoundGivenTicket> {
  const given = await findGivenTicket(context, request.tenant.id, { id: uuid, proof })
  if (given === null) throw new AppError('not_found')
  await countRequest(context, reply, 'document', addressOf(request))
  return given
}

function passOf({ tenant, language }: FastifyRequest, { reservationId, ticketId }: FoundGivenTicket): PassChoice {
  return { tenantId: tenant.id, reservationId, ticketId, language }
}
