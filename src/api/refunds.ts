import { Type } from 'typebox'
import { actorId } from '../features/account/actor.ts'
import { handOverRefund, undoHandover } from '../features/payment/hand-over-refund.ts'
import { withHandovers } from '../features/payment/handover.queries.ts'
import { refundStatuses } from '../features/payment/payment.ts'
import { countTenantRefunds, listTenantRefunds } from '../features/payment/refund.queries.ts'
import { retryRefund } from '../features/payment/retry-refund.ts'
import { sumTakings, type Takings } from '../features/payment/takings.queries.ts'
import { needs } from '../http/route.ts'
import { defined } from '../http/wire/defined.ts'
import { UuidIn } from '../http/wire/schemas.ts'
import { fieldsOf, ownCurrency } from '../http/wire/answer-fields.ts'
import { collection } from './collection.ts'
import { byId, byOwnName, listOffer } from './list-offer.ts'
import { refund } from './refund-wire.ts'

const ofTakings = fieldsOf<Takings>(ownCurrency)
const takings = ofTakings.object('Takings', {
  currency: ofTakings.text('currency', 'EUR'),
  received: ofTakings.amount('receivedMinor', 1200),
  kept: ofTakings.amount('keptMinor', 1100),
  refunded: ofTakings.amount('refundedMinor', 80),
  owed: ofTakings.amount('owedMinor', 20),
})

const refunds = collection({
  tag: 'Reservations',
  url: '/api/refunds/',
  access: needs('reservation:read', 'money'),
  writes: needs('reservation:write', 'money'),
  ...refund,
})

/** Refunds, and what is owed. Not in the interface. */
export const registerRefunds = refunds.register

refunds.list({
  summary: 'List refunds',
  description:
    '`requested` is on its way where it was paid `online`, and otherwise owed until it is handed over at the desk. `failed` is owed too. `handovers` tells who handed it over, and who undid that.',
  offer: listOffer({
    filters: { event: Type.Optional(UuidIn) },
    dates: 'was promised',
    statuses: byOwnName(refundStatuses),
    sorts: { created: byId },
  }),
  rows: (page, { inTenant, query: { event: eventId } }) =>
    inTenant(async (tx) => withHandovers(tx, await listTenantRefunds(tx, { ...defined({ eventId }), ...page }))),
  count: (narrowing, { inTenant, query: { event: eventId } }) =>
    inTenant((tx) => countTenantRefunds(tx, { ...defined({ eventId }), ...narrowing })),
})

refunds.act(':uuid/handover/', {
  access: needs('reservation:write', 'reservations', 'money'),
  operationId: 'handOverRefund',
  refuses: ['invalid_transition'],
  summary: 'Say that a refund was handed over',
  description:
    'Of what was taken at the desk, or what the payment service would not send. Until then it is owed. A second time is refused.',
  handler: ({ context, id, tenant, actor }) =>
    handOverRefund(context, tenant, { refundId: id, actorId: actorId(actor) }),
})

refunds.delete(':uuid/handover/', {
  operationId: 'undoRefundHandover',
  refuses: ['invalid_transition'],
  summary: 'Say that a refund was not handed over after all',
  description:
    'Undoes the handover: the money is owed as before, and what the payment service would not send has failed again. `handovers` keeps both.',
  response: { 200: refund.out },
  handler: (call) => {
    const { context, id, tenant, actor } = call
    return refunds.answer(call, () => undoHandover(context, tenant, { refundId: id, actorId: actorId(actor) }))
  },
})

refunds.act(':uuid/attempts/', {
  operationId: 'retryRefund',
  refuses: ['invalid_transition'],
  summary: 'Send a refund that failed once more',
  handler: ({ context, id, tenant }) => retryRefund(context, tenant, id),
})

refunds.get('/api/takings/', {
  operationId: 'readTakings',
  summary: 'Sum up payments and refunds',
  description:
    'All that ever came, by currency. `received` is what is `kept`, what was `refunded` and what is `owed`: promised, and not refunded yet.',
  // It has no filter: one is refused.
  query: Type.Object({}),
  refuses: ['validation_failed'],
  response: { 200: Type.Array(takings.out) },
  handler: async ({ inTenant }) => (await inTenant(sumTakings)).map(takings.present),
})
