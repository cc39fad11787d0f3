import type { TenantTx } from '../../db/database.ts'
import type { ProviderRefund } from '../../integrations/payment/payment-provider.ts'
import type { EnqueueDeps } from '../deps.ts'
import { lockReservation } from '../reservation/reservation.queries.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { issueCreditNote } from './issue-receipts.ts'
import { lockPayment, type Payment, promiseBack } from './payment.queries.ts'
import { endRefund, insertRefund, listRefunds, type Refund, takeOff } from './refund.queries.ts'
import { refundCheckMs } from './request-refund.ts'

/**
 * Books refunds that staff made on the provider's own pages, each once (ADR 0087). What we owe and have not sent is paid off by
 * it first, where it is the same amount, or where no more came; the rest is a refund of its own.
 *
 * @param told all refunds that the provider has of a payment, ours too
 */
export async function bookProviderRefunds(
  deps: EnqueueDeps,
  tenant: Tenant,
  { id, reservationId }: Pick<Payment, 'id' | 'reservationId'>,
  told: readonly ProviderRefund[],
): Promise<void> {
  await deps.database.asTenant(tenant.id, async (tx) => {
    // Against a cancellation, which counts what was refunded.
    await lockReservation(tx, reservationId)
    const booked = await listRefundsOf(tx, { id, reservationId })
    const sent = told.filter(({ kind }) => kind !== 'failed').map(({ refundId }) => refundId)
    for (const one of told) {
      if (booked.some((refund) => refund.id === one.refundId)) continue
      const known = booked.filter((refund) => refund.providerRefundId === one.id)
      if (known.length > 0) for (const refund of known) await follow(deps, tx, refund, one)
      else if (one.kind !== 'failed') await bookOne(deps, tx, tenant, { id, reservationId }, one, sent)
    }
  })
}

async function listRefundsOf(
  tx: TenantTx,
  { id, reservationId }: Pick<Payment, 'id' | 'reservationId'>,
): Promise<readonly Refund[]> {
  return (await listRefunds(tx, [reservationId])).filter((refund) => refund.paymentId === id)
}

/** Notes the present state of a refund that is booked: banks take their time, and send money back. */
async function follow(deps: EnqueueDeps, tx: TenantTx, refund: Refund, { kind, failure }: ProviderRefund) {
  const now = deps.now()
  if (kind === 'succeeded' && refund.status === 'requested')
    await endRefund(tx, refund.id, { status: 'succeeded', failure: null }, now)
  if (kind === 'failed' && refund.status !== 'failed')
    await endRefund(tx, refund.id, { status: 'failed', failure }, now)
}

async function bookOne(
  deps: EnqueueDeps,
  tx: TenantTx,
  tenant: Tenant,
  { id, reservationId }: Pick<Payment, 'id' | 'reservationId'>,
  told: ProviderRefund,
  sent: readonly (string | null)[],
): Promise<void> {
  const payment = await lockPayment(tx, id)
  if (!payment || payment.receivedMinor === null) return
  const now = deps.now()
  // A refund that once failed at the provider is no longer there; one that it holds in waiting is not ours to send.
  const unsent = (await listRefundsOf(tx, { id, reservationId })).filter(
    ({ id: refundId, status, providerRefundId }) =>
      !sent.includes(refundId) && (status === 'failed' || (status === 'requested' && providerRefundId === null)),
  )
  const room = payment.receivedMinor - payment.refundedMinor
  let rest = told.amountMinor
  const same = unsent.find((refund) => refund.amountMinor === rest)
  for (const refund of same ? [same] : unsent) {
    if (!same && rest <= room) break
    if (refund.amountMinor <= rest) {
      rest -= refund.amountMinor
      await endRefund(tx, refund.id, { status: 'succeeded', providerRefundId: told.id, failure: null }, now)
    } else {
      // Part of what we owe: what is left of it can still be sent.
      const part = rest - room
      await takeOff(tx, refund, part)
      await insertRefund(tx, { ...partOf(refund), ...stateOf(told, now), amountMinor: part, now })
      rest -= part
    }
  }
  if (rest === 0) return
  if (!(await promiseBack(tx, id, rest))) throw new Error('the provider refunded more than came')
  const refundId = await insertRefund(tx, {
    paymentId: id,
    reservationId,
    amountMinor: rest,
    currency: told.currency,
    because: 'at_provider',
    lines: [],
    ...stateOf(told, now),
    now,
  })
  if (payment.status === 'settled')
    await issueCreditNote(tx, tenant, { payment, refundId, amountMinor: rest, lines: [], now })
  await deps.enqueue(tx, { name: 'mail_refund', tenantId: tx.tenantId, refundId })
}

function partOf({ id, splitFrom, paymentId, reservationId, currency, because }: Refund) {
  return { splitFrom: splitFrom ?? id, paymentId, reservationId, currency, because, lines: [] }
}

function stateOf({ id, kind }: ProviderRefund, now: Date) {
  const isDone = kind === 'succeeded'
  return {
    status: isDone ? ('succeeded' as const) : ('requested' as const),
    providerRefundId: id,
    checkAt: isDone ? null : new Date(now.getTime() + refundCheckMs),
  }
}
