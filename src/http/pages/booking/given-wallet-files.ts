import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { findGivenTicket } from '../../../features/wallet/given-pass.ts'
import type { PassChoice } from '../../../features/wallet/make-pass.ts'
import { addressOf, countRequest } from '../../plugins/rate-limit.ts'
import { page } from '../page.ts'
import { sendApplePass, sendGoogleLink } from './wallet-files.ts'

const GivenParams = Type.Object({
  uuid: Type.String({ maxLength: 36 }),
  proof: Type.String({ maxLength: 100 }),
})

/** One ticket for the wallet of a telephone, to whoever was given it: the address was mailed to them with the ticket. */
export function registerGivenWalletFiles(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url: '/tickets/:uuid/:proof/apple.pkpass',
    summary: 'A ticket that was given away, for Apple Wallet',
    params: GivenParams,
    handler: async ({ params, request, reply }) =>
      sendApplePass(context, reply, await choose(context, request, reply, params)),
  })

  page(app, {
    method: 'GET',
    url: '/tickets/:uuid/:proof/google-wallet/',
    summary: 'Save a ticket that was given away to Google Wallet',
    params: GivenParams,
    handler: async ({ params, request, reply }) =>
      sendGoogleLink(context, reply, await choose(context, request, reply, params)),
  })
}

/** @throws AppError not_found, too_many_requests */
async function choose(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { uuid, proof }: Static<typeof GivenParams>,
): Promise<PassChoice> {
  const { tenant, language } = request
  const given = await findGivenTicket(context, tenant.id, { ticketId: uuid.toLowerCase(), proof })
  if (given === null) throw new AppError('not_found')
  await countRequest(context, reply, 'document', addressOf(request))
  return { ...given, tenantId: tenant.id, language }
}
