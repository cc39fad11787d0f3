import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../context.ts'
import { actorId } from '../features/account/actor.ts'
import { handOverRefund, undoHandover } from '../features/payment/hand-over-refund.ts'
import { type RefundWithHandovers, withHandovers } from '../features/payment/handover.queries.ts'
import { refundStatuses } from '../features/payment/payment.ts'
import { listTenantRefunds } from '../features/payment/refund.queries.ts'
import { retryRefund } from '../features/payment/retry-refund.ts'
import { sumTakings } from '../features/payment/takings.queries.ts'
import { amountFromMinor } from '../lib/money.ts'
import { needs, route } from '../http/route.ts'
import { defined } from '../http/wire/defined.ts'
import { EnumIn, NumberOut, PageQuery, TextOut, UuidIn, withExample } from '../http/wire/schemas.ts'
import { answerList, byId } from './answer-list.ts'
import { UuidParams } from '../http/wire/params.ts'
import { presentRefund, RefundOut } from './refund-wire.ts'

const TakingsOut = Type.Object(
  {
    currency: withExample(TextOut, 'EUR'),
    received: withExample(NumberOut, 1200),
    kept: withExample(NumberOut, 1100),
    refunded: withExample(NumberOut, 80),
    owed: withExample(NumberOut, 20),
  },
  { title: 'Takings' },
)

/** Refunds, and what is owed. Not in the interface. */
export function registerRefunds(app: FastifyInstance, context: Context): void {
  const tag = 'Reservations'

  route(app, {
    method: 'GET',
    url: '/api/refunds/',
    access: needs('reservation:read', 'money'),
    tag,
    summary: 'List refunds',
    description:
      '`requested` is on its way where it was paid `online`, and otherwise owed until it is handed over at the desk. `failed` is owed too. `handovers` tells who handed it over, and who undid that.',
    query: Type.Object({ ...PageQuery, status: Type.Optional(EnumIn(refundStatuses)), event: Type.Optional(UuidIn) }),
    response: { 200: Type.Array(RefundOut) },
    handler: ({ tenant, query, request, reply }) => {
      const filter = defined({ status: query.status, eventId: query.event })
      return answerList<RefundWithHandovers, typeof RefundOut, string>(
        { query, request, reply },
        {
          item: RefundOut,
          present: presentRefund,
          keys: byId,
          next: (after, limit) =>
            context.database.asTenant(tenant.id, async (tx) =>
              withHandovers(tx, await listTenantRefunds(tx, { ...filter, limit, ...defined({ after }) })),
            ),
        },
      )
    },
  })

  route(app, {
    method: 'POST',
    url: '/api/refunds/:uuid/handover/',
    access: needs('reservation:write', 'reservations', 'money'),
    tag,
    summary: 'Say that a refund was handed over',
    description:
      'Of what was taken at the desk, or what the payment service would not send. Until then it is owed. A second time is refused.',
    params: UuidParams,
    response: { 200: RefundOut },
    handler: async ({ tenant, actor, params }) => {
      const asked = { refundId: params.uuid, actorId: actorId(actor) }
      return presentRefund(await handOverRefund(context, tenant, asked))
    },
  })

  route(app, {
    method: 'DELETE',
    url: '/api/refunds/:uuid/handover/',
    access: needs('reservation:write', 'money'),
    tag,
    summary: 'Say that a refund was not handed over after all',
    description:
      'Undoes the handover: the money is owed as before, and what the payment service would not send has failed again. `handovers` keeps both.',
    params: UuidParams,
    response: { 200: RefundOut },
    handler: async ({ tenant, actor, params }) => {
      const asked = { refundId: params.uuid, actorId: actorId(actor) }
      return presentRefund(await undoHandover(context, tenant, asked))
    },
  })

  route(app, {
    method: 'POST',
    url: '/api/refunds/:uuid/attempts/',
    access: needs('reservation:write', 'money'),
    tag,
    summary: 'Send a refund that failed once more',
    params: UuidParams,
    response: { 200: RefundOut },
    handler: async ({ tenant, params }) => presentRefund(await retryRefund(context, tenant, params.uuid)),
  })

  route(app, {
    method: 'GET',
    url: '/api/takings/',
    access: needs('reservation:read', 'money'),
    tag,
    summary: 'Sum up payments and refunds',
    description:
      'By currency. `received` is what is `kept`, what was `refunded` and what is `owed`: promised back, and not gone yet.',
    response: { 200: Type.Array(TakingsOut) },
    handler: async ({ tenant }) => {
      const sums = await context.database.asTenant(tenant.id, sumTakings)
      return sums.map(({ currency, ...takings }) => ({
        currency,
        received: amountFromMinor(takings.receivedMinor, currency),
        kept: amountFromMinor(takings.keptMinor, currency),
        refunded: amountFromMinor(takings.refundedMinor, currency),
        owed: amountFromMinor(takings.owedMinor, currency),
      }))
    },
  })
}
