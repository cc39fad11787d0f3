import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Context } from '../../context.ts'
import { orNotFound } from '../../errors.ts'
import { makeApplePass, makeGoogleLink, type PassChoice } from '../../features/wallet/make-pass.ts'
import { UuidIn } from '../../http/wire/schemas.ts'
import { addressOf, countRequest } from '../../http/plugins/rate-limit.ts'
import { page } from '../../pages/page.ts'
import { readBooking } from './booked.tsx'
import { ProvenParams } from '../../http/wire/params.ts'

const TicketParams = Type.Object({ ...ProvenParams.properties, ticket: UuidIn })

/** One ticket for the wallet of a phone, to whoever has the address of its booking, as its PDF. */
export function registerWalletFiles(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url: '/bookings/:uuid/:proof/tickets/:ticket/apple.pkpass',
    params: TicketParams,
    handler: async ({ params, request, reply }) => {
      return sendApplePass(context, reply, await choose(context, request, reply, params))
    },
  })

  page(app, {
    method: 'GET',
    url: '/bookings/:uuid/:proof/tickets/:ticket/google-wallet/',
    description: 'Leads to the address at Google that holds the ticket; nothing is sent there beforehand.',
    params: TicketParams,
    handler: async ({ params, request, reply }) => {
      return sendGoogleLink(context, reply, await choose(context, request, reply, params))
    },
  })
}

/** @throws AppError not_found when there is no pass */
export async function sendApplePass(context: Context, reply: FastifyReply, choice: PassChoice): Promise<Buffer> {
  const pass = orNotFound(await makeApplePass(context, choice))
  reply.headers({
    'content-type': pass.contentType,
    'content-disposition': `attachment; filename="${pass.filename}"`,
    'cache-control': 'no-store',
  })
  return pass.content
}

/** @throws AppError not_found when there is no pass */
export async function sendGoogleLink(context: Context, reply: FastifyReply, choice: PassChoice): Promise<FastifyReply> {
  const link = orNotFound(await makeGoogleLink(context, choice))
  reply.header('cache-control', 'no-store')
  return reply.redirect(link, 303)
}

/** @throws AppError not_found, too_many_requests */
async function choose(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  params: Static<typeof TicketParams>,
): Promise<PassChoice> {
  const { tenant, language } = request
  const booking = await readBooking(context, tenant.id, params)
  await countRequest(context, reply, 'document', addressOf(request))
  return { tenantId: tenant.id, reservationId: booking.id, ticketId: params.ticket, language }
}
