import { Type } from 'typebox'
import { paymentStatuses } from '../features/payment/payment.ts'
import {
  listPaymentsWithRefunds,
  type PaymentWithRefunds,
} from '../features/payment/reservation-with-payments.queries.ts'
import { getReservation } from '../features/reservation/reservation.queries.ts'
import { needs } from '../http/route.ts'
import { section } from '../http/section.ts'
import { chooseWhole } from './answer-list.ts'
import { byId, byOwnName, listOffer } from './list-offer.ts'
import { payment } from './payment-wire.ts'

const payments = section({
  tag: 'Reservations',
  url: '/api/reservations/:uuid/payments/',
  access: needs('reservation:read', 'reservations'),
})

/** The payments that `paiements` of a reservation names, with their refunds; closed ones too. Not in the interface. */
export const registerPayments = payments.register

const offer = listOffer({ dates: 'was opened', statuses: byOwnName(paymentStatuses), sorts: { created: byId } })

payments.get('', {
  operationId: 'listPayments',
  summary: 'List the payments of a reservation',
  description:
    'With their refunds, and what somebody disputes with a bank: what came, less every refund and every dispute that is `withdrawn`, is what is kept. `open` waits for money, `closed` waits no longer, `rejected` brought money that is refunded. Receipts and credit notes are named by their numbers.',
  query: offer.query,
  response: { 200: Type.Array(payment.out) },
  handler: (call) =>
    call.inTenant(async (tx) => {
      const { id } = call
      await getReservation(tx, id)
      const told = await listPaymentsWithRefunds(tx, [id])
      const at = ({ createdAt }: PaymentWithRefunds) => createdAt
      const status = ({ status: it }: PaymentWithRefunds) => it
      return chooseWhole(call, offer, told, { changes: momentsOf, at, status }).map(payment.present)
    }),
})

const momentsOf = ({ refunds, disputes, ...payment }: PaymentWithRefunds) =>
  [payment, ...refunds, ...disputes].map(({ updatedAt }) => updatedAt)
