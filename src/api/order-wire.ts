import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { bookingPath } from '../features/reservation/booking-proof.ts'
import type { AskedOrder } from '../features/reservation/decide-order.ts'
import type { TakenOrder } from '../features/reservation/take-order.ts'
import { sha256 } from '../lib/hash.ts'
import { below, visitorPaths } from '../lib/paths.ts'
import { orderWithinLimit } from '../http/order-within-limit.ts'
import type { Asked } from '../http/route.ts'
import { letterOfReservation } from '../http/wire/status-letters.ts'
import { type AtTenant, fieldsOf } from '../http/wire/answer-fields.ts'
import { readOwnKey } from '../http/repeat-wire.ts'
import { statusCodes } from './reservation-wire.ts'

/** An order that is to be paid or confirmed. */
type Order = Extract<TakenOrder, { readonly kind: 'ordered' }> &
  Pick<AskedOrder, 'email' | 'priceId' | 'cardNumber'> & {
    readonly checkoutUrl: string | null
    readonly returnUrl: string | null
  }

export const ofOrder = fieldsOf<Order, AtTenant>()

/** What is said of any order. */
export const orderFields = {
  reservation: ofOrder.uuid('id'),
  status: ofOrder.choice(statusCodes, ({ status }) => letterOfReservation[status], 'U'),
  email: ofOrder.text('email', 'ada@example.org'),
  price: ofOrder.uuid('priceId'),
}

/** Where it is paid, and where its page leads back to. */
export const addressFields = {
  checkout_url: ofOrder.textOrNull('checkoutUrl', null),
  return_url: ofOrder.textOrNull('returnUrl', null),
}

type Presented = { readonly statusCode: number; readonly body: unknown }

/**
 * Takes an order for the caller, and answers with what was taken, or with what a repeat gets.
 *
 * @param sent the body of the request
 * @throws AppError as orderWithinLimit
 */
export async function answerOrder(
  context: Context,
  { request, reply }: Asked,
  {
    input,
    sent,
    present,
  }: { readonly input: AskedOrder; readonly sent: object; present(taken: TakenOrder): Presented },
): Promise<unknown> {
  const key = readOwnKey(request, input.email)
  const render = (taken: TakenOrder) => {
    const { statusCode, body } = present(taken)
    return { statusCode, response: JSON.stringify(body) }
  }
  const repeatable = key === null ? null : { key, bodyHash: sha256(JSON.stringify(sent)), render }
  const answer = await orderWithinLimit(context, { request, reply }, input, repeatable)
  if (answer.kind === 'repeated') {
    reply.code(answer.statusCode)
    return JSON.parse(answer.response) as unknown
  }
  const { statusCode, body } = present(answer.taken)
  reply.code(statusCode)
  return body
}

/** The order, with our own address to pay at, which makes the session when it is opened. */
export function orderOf(
  context: Context,
  { tenant, base }: FastifyRequest,
  taken: Extract<TakenOrder, { readonly kind: 'ordered' }>,
  { email, priceId, cardNumber, returnUrl = null }: AskedOrder,
): Order {
  const checkoutUrl = taken.paysOnline
    ? base + bookingPath(context, tenant.id, taken.id) + below(visitorPaths.booking, visitorPaths.bookingPayment, {})
    : null
  return { ...taken, email, priceId, cardNumber, returnUrl, checkoutUrl }
}
