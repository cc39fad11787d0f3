import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import { may } from '../features/account/actor.ts'
import {
  type BookingAnswer,
  bookReservation,
  type RepeatableBooking,
} from '../features/reservation/book-reservation.ts'
import { type AskedBooking, uncountedNetwork } from '../features/reservation/booking.ts'
import { canExpire } from '../features/reservation/reservation.ts'
import { offerPlaces } from '../features/waiting-list/offer-places.ts'
import { addressOf, type CountedRequest, countRequest } from './plugins/rate-limit.ts'
import { type TriedCode, tryCode } from './try-code.ts'

/**
 * Books for whoever asks. What then holds places without having paid counts against the limit of its address; staff,
 * repeats, refusals and what is settled at once do not (decisions, section 1, "Rate limits"). So does a code that there is none of, against a limit of its own.
 *
 * @throws AppError too_many_requests; as bookReservation
 */
export async function bookWithinLimit(
  context: Context,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  asked: AskedBooking,
  repeatable: RepeatableBooking | null,
): Promise<BookingAnswer> {
  const { tenant, actor } = request
  const booking = { ...asked, network: networkOf(context, request) }
  let counted: CountedRequest | null = null
  let tried: TriedCode | null = null
  const count = async () => {
    tried = await tryCode(context, { request, reply }, booking.promotionalCode)
    const subject = `${tenant.id} ${addressOf(request)} ${booking.eventId}`
    counted = await countRequest(context, reply, 'unpaid_hold', subject)
  }
  const takeBack = async () => {
    await counted?.takeBack()
  }
  const endTry = async (error?: unknown) => {
    await tried?.end(error)
  }
  const isStaff = may(actor, 'reservation:write')
  try {
    const answer = await bookReservation(context, tenant, booking, repeatable, isStaff ? null : count)
    await endTry()
    if (answer.kind === 'booked' && !canExpire(answer.reservation.status)) await takeBack()
    return answer
  } catch (error) {
    await endTry(error)
    await takeBack()
    // A stopped worker never makes an event look sold out: what nobody was offered yet is offered now.
    if (error instanceof AppError && error.details.awaited)
      await offerPlaces(context, tenant, booking.eventId, null)
    throw error
  }
}

/** A digest, which tells networks of one organisation apart and nothing else. */
function networkOf({ config, secrets }: Context, request: FastifyRequest): Buffer {
  if (!config.rateLimit) return uncountedNetwork
  return secrets.mac('network of a booking', `${request.tenant.id} ${addressOf(request)}`)
}
