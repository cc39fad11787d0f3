import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../context.ts'
import { receiveProviderEvent } from '../features/payment/receive-provider-event.ts'
import { open, route } from '../http/route.ts'

/** An event with its session has about 5 kB. */
const mostBytes = 256 * 1024

/**
 * The webhook for Stripe's payments, at each organisation's own address. The signature is over the bytes as they came, so
 * this route has a parser of its own, which leaves them alone.
 */
export function registerWebhook(app: FastifyInstance, context: Context): void {
  void app.register(async (scope) => {
    scope.removeContentTypeParser('application/json')
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes, done) =>
      done(null, { bytes }),
    )
    route(scope, {
      method: 'POST',
      url: '/payments/stripe/webhook/',
      access: open,
      mostBytes,
      beforeApproval: true,
      tag: 'Payments',
      summary: 'Receive an event from Stripe',
      response: { 204: Type.Null() },
      handler: async ({ tenant, request, reply }) => {
        const { bytes = Buffer.alloc(0) } = (request.body ?? {}) as { bytes?: Buffer }
        const signature = String(request.headers['stripe-signature'] ?? '')
        await receiveProviderEvent(context, tenant, { body: bytes, signature })
        return reply.code(204).send()
      },
    })
  })
}
