import type { FastifyReply } from 'fastify'
import type { Static } from 'typebox'
import type { Context } from '../../context.ts'
import { digitsOf } from '../../features/account/sign-in-code.ts'
import { bookingPath } from '../../features/reservation/booking-proof.ts'
import { confirmByCode } from '../../features/reservation/confirm-reservation.ts'
import { errorStatus } from '../../errors.ts'
import { addressOf, countRequest } from '../../http/plugins/rate-limit.ts'
import type { ProvenParams } from '../../http/wire/params.ts'
import { confirmTexts } from '../../messages/site/confirm.ts'
import { missingCode } from '../../pages/form/code-form.tsx'
import { readBooking, showBooking } from './booked.tsx'
import type { Asked } from '../../http/route.ts'

/** Confirms by the mailed code, typed on the page of the booking: the mail may well be on another device. */
export async function enterConfirmation(
  context: Context,
  asked: Asked,
  params: Static<typeof ProvenParams>,
  typed: string,
): Promise<FastifyReply | string> {
  const { request, reply } = asked
  const { tenant, language } = request
  const { id } = await readBooking(context, tenant.id, params)
  const missing = missingCode(typed, language)
  if (missing !== null) {
    reply.code(400)
    return showBooking(context, asked, params, { wrongConfirmation: missing })
  }
  const counted = await countRequest(context, reply, 'wrong_code', `${tenant.id} ${addressOf(request)}`)
  const outcome = await confirmByCode(context, tenant, { id, digits: digitsOf(typed) })
  if (outcome === 'confirmed') {
    await counted.undo()
    return reply.redirect(bookingPath(context, tenant.id, id), 303)
  }
  reply.code(errorStatus.link_invalid)
  const wrongConfirmation = confirmTexts[language].codeWrong({ left: outcome.wrongWithTriesLeft })
  return showBooking(context, asked, params, { wrongConfirmation })
}
