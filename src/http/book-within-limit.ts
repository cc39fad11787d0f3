import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import { may } from '../features/account/actor.ts'
import type { SignInCode } from '../features/account/sign-in-code.ts'
import {
  type Admission,
  type BookingAnswer,
  bookReservation,
  type RepeatableBooking,
} from '../features/reservation/book-reservation.ts'
import type { AskedBooking } from '../features/reservation/booking.ts'
import { takeBookingCode } from '../features/reservation/booking-code.ts'
import { bookingChallenge, takeSolution } from '../features/reservation/proof-of-work.ts'
import { canExpire } from '../features/reservation/reservation.ts'
import { offerPlaces } from '../features/waiting-list/offer-places.ts'
import { networkOf } from './network-of.ts'
import { addressOf, type CountedRequest, countRequest } from './plugins/rate-limit.ts'
import { type TriedCode, tryCode } from './try-code.ts'
import { readAltcha } from './wire/altcha.ts'
import type { Asked } from './route.ts'

/** What a stranger shows where many book at once (ADR 0246): a solved challenge, or the code of a mail to their address. */
export type ShownProof =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'solution'; readonly altcha: string }
  | { readonly kind: 'code'; readonly code: SignInCode }

/**
 * Books for the caller. What then holds places without having paid counts against the limit of its address; staff,
 * repeats, refusals and what is settled at once do not (ADR 0028). So does a code that there is none of, against a limit of its own.
 *
 * @throws AppError too_many_requests; as takeBookingCode; as bookReservation, proof_of_work_needed with a challenge
 */
export async function bookWithinLimit(
  context: Context,
  { request, reply }: Asked,
  asked: AskedBooking,
  repeatable: RepeatableBooking | null,
  proof: ShownProof,
): Promise<BookingAnswer> {
  const { tenant, actor } = request
  const booking = { ...asked, network: networkOf(context, request), solved: false }
  let counted: CountedRequest | null = null
  let tried: TriedCode | null = null
  const count = async () => {
    tried = await tryCode(context, { request, reply }, booking.promotionalCode)
    const subject = `${tenant.id} ${addressOf(request)} ${booking.eventId}`
    counted = await countRequest(context, reply, 'unpaid_hold', subject)
    return admission(context, { request, reply }, booking, proof)
  }
  const undo = async () => {
    await counted?.undo()
  }
  const endTry = async (error?: unknown) => {
    await tried?.end(error)
  }
  const isStaff = may(actor, 'reservation:write')
  try {
    const answer = await bookReservation(context, tenant, booking, repeatable, isStaff ? null : count)
    await endTry()
    if (answer.kind === 'booked' && !canExpire(answer.reservation.status)) await undo()
    return answer
  } catch (error) {
    await endTry(error)
    await undo()
    // A stopped worker never makes an event look sold out: what nobody was offered yet is offered now.
    if (error instanceof AppError && error.details.awaited) await offerPlaces(context, tenant, booking.eventId, null)
    if (error instanceof AppError && error.code === 'proof_of_work_needed') {
      const event = { tenantId: tenant.id, eventId: booking.eventId }
      throw new AppError(error.code, { challenge: await bookingChallenge(context, event) })
    }
    throw error
  }
}

/** Checks the proof that is shown, unless none is needed. @throws AppError too_many_requests (wrong codes); as takeBookingCode */
async function admission(
  context: Context,
  { request, reply }: Asked,
  { eventId, email, trusted }: AskedBooking,
  proof: ShownProof,
): Promise<Admission> {
  const { tenant, actor, ownDomain } = request
  // Programs that have a key came by it through somebody who works here; those written before are never asked.
  if (actor.kind === 'api_key') return { solved: true, byKey: true }
  if (trusted || proof.kind === 'nothing') return {}
  if (proof.kind === 'solution') {
    const solved = readAltcha(proof.altcha)
    if (solved === null) return {}
    return { solved: await takeSolution(context, { tenantId: tenant.id, eventId }, solved) }
  }
  const tried = await countRequest(context, reply, 'wrong_code', `${tenant.id} ${addressOf(request)}`)
  await takeBookingCode(context, tenant.id, { eventId, email, ownDomain }, proof.code)
  await tried.undo()
  return { trusted: true }
}
