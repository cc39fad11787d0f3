import type { FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'
import { checkPaymentsOf } from '../../features/payment/check-payment.ts'
import { openCheckout } from '../../features/payment/open-checkout.ts'
import { bookingPath } from '../../features/reservation/booking-proof.ts'
import { PaymentProviderError } from '../../integrations/payment/payment-provider.ts'
import { visitorPaths } from '../../lib/paths.ts'
import { isAhead } from '../../http/is-ahead.ts'
import { countRequest } from '../../http/plugins/rate-limit.ts'
import { pageSection } from '../../pages/page-section.ts'
import { readBooking } from './booked.tsx'
import { ProvenParams } from '../../http/wire/params.ts'

const pages = pageSection({ params: ProvenParams })

/** The redirect to the provider's page, and the return from it. */
export const registerPay = pages.register

pages.get(visitorPaths.bookingPayment, {
  handler: async ({ context, tenant, params, request, reply }) => {
    const { id } = await readBooking(context, tenant.id, params)
    reply.header('cache-control', 'no-store')
    // Nothing is lost when a program follows this link ahead of the visitor; it is only not worth a payment session.
    if (isAhead(request)) return reply.code(204).send()
    try {
      const url = await openCheckout(context, tenant, id)
      return reply.redirect(url ?? bookingPath(context, tenant.id, id), 303)
    } catch (error) {
      noteFailure(request, error)
      throw new AppError('payment_unavailable', { retryAfterSeconds: 5 })
    }
  },
})

pages.get(visitorPaths.bookingReturn, {
  handler: async ({ context, tenant, params, request, reply }) => {
    const { id } = await readBooking(context, tenant.id, params)
    reply.header('cache-control', 'no-store')
    await countRequest(context, reply, 'payment_check', `${tenant.id} ${id}`)
    // If the provider does not answer, the webhook or the scheduled job will find out.
    await checkPaymentsOf(context, tenant, id).catch((error: unknown) => noteFailure(request, error))
    return reply.redirect(`${bookingPath(context, tenant.id, id)}?step=paid`, 303)
  },
})

/** Logs which of the provider's reasons it is, for the people who run the server; a fault of ours is thrown on. */
function noteFailure(request: FastifyRequest, error: unknown): void {
  if (!(error instanceof PaymentProviderError)) throw error
  const { failure, code } = error
  request.log.warn({ failure, code, tenant: request.tenant.slug }, 'the payment provider did not do it')
}
