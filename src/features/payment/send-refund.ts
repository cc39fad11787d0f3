import { serverSide } from '../../db/database.ts'
import {
  PaymentProviderError,
  type ProviderRefund,
  type RefundState,
} from '../../integrations/payment/payment-provider.ts'
import type { BasicDeps } from '../deps.ts'
import { findTenantById } from '../tenant/tenant.queries.ts'
import { bookProviderRefunds } from './book-provider-refunds.ts'
import { findPayment } from './payment.queries.ts'
import { findProviderAccount } from './provider-account.ts'
import { countRefundAttempt, endRefund, findRefund, noteRefundSent, type Refund } from './refund.queries.ts'
import { refundCheckMs } from './request-refund.ts'

type SendDeps = BasicDeps<'secrets' | 'payments' | 'enqueue'>

/**
 * Sends a refund that was promised, once, however often it is called: the provider is first asked whether it has it, since
 * the answer to an earlier request may have been lost, or staff has refunded it there. One that is done is only
 * looked at: banks send money back.
 *
 * @throws PaymentProviderError when it should be tried again
 */
export async function sendRefund(deps: SendDeps, tenantId: string, refundId: string): Promise<void> {
  const found = await deps.database.asTenant(tenantId, async (tx) => {
    const refund = await findRefund(tx, refundId)
    const payment = refund && (await findPayment(tx, refund.paymentId))
    if (!refund || !payment?.providerPaymentId) return null
    const { providerPaymentId } = payment
    const tenant = await findTenantById(serverSide(tx), tenantId)
    return tenant && { refund, payment, providerPaymentId, tenant, account: await findProviderAccount(deps, tx) }
  })
  if (!found || found.refund.status === 'failed' || found.refund.handedOverAt !== null) return
  const { payment, providerPaymentId, tenant, account } = found
  let { refund } = found
  if (!account) {
    if (refund.status === 'requested') await fail(deps, tenantId, refund, 'no_keys')
    return
  }
  let told: readonly ProviderRefund[]
  try {
    told = await account.listRefunds(providerPaymentId)
  } catch (error) {
    // For a refund that is done, a refused look says nothing.
    if (!isRefused(error) || refund.status !== 'requested') throw error
    return fail(deps, tenantId, refund, error.code)
  }
  await bookProviderRefunds(deps, tenant, payment, told)
  refund = (await deps.database.asTenant(tenantId, (tx) => findRefund(tx, refundId))) ?? refund
  const known = told.findLast((one) => one.refundId === refundId || one.id === refund.providerRefundId)
  // A refund that failed before is the reason for this attempt.
  const isOld = known?.kind === 'failed' && known.id === refund.providerRefundId && refund.status === 'requested'
  if (known && !isOld) return note(deps, tenantId, refund, known)
  if (refund.status !== 'requested') return
  const { attempt, amountMinor, currency } = refund
  try {
    const request = { refundId, attempt, providerPaymentId, amountMinor, currency }
    await note(deps, tenantId, refund, await account.refund(request))
  } catch (error) {
    if (!(error instanceof PaymentProviderError) || error.failure === 'unreachable') throw error
    await deps.database.asTenant(tenantId, (tx) => countRefundAttempt(tx, refundId, attempt))
    if (error.failure !== 'refused') throw error
    // Somebody has refunded the whole payment on the provider's own pages.
    if (error.code === 'charge_already_refunded')
      return note(deps, tenantId, refund, { id: refundId, kind: 'succeeded', failure: null })
    // Or some of it, since we looked: what is left is sent at the next attempt.
    if ((await account.listRefunds(providerPaymentId)).length > told.length) throw error
    await fail(deps, tenantId, refund, error.code)
  }
}

function isRefused(error: unknown): error is PaymentProviderError {
  return error instanceof PaymentProviderError && error.failure === 'refused'
}

async function note(deps: SendDeps, tenantId: string, refund: Refund, state: RefundState): Promise<void> {
  if (state.kind === 'failed') return fail(deps, tenantId, refund, state.failure ?? 'failed', state.id)
  const now = deps.now()
  await deps.database.asTenant(tenantId, async (tx) => {
    if (state.kind === 'pending') await noteRefundSent(tx, refund.id, state.id, new Date(now.getTime() + refundCheckMs))
    else await endRefund(tx, refund.id, { status: 'succeeded', providerRefundId: state.id, failure: null }, now)
  })
}

/** Notes the failure of a refund, which stays promised: staff sees at the reservation that it failed, and may have it sent again. */
async function fail(
  deps: SendDeps,
  tenantId: string,
  refund: Refund,
  failure: string,
  providerRefundId?: string,
): Promise<void> {
  const sent = providerRefundId === undefined ? {} : { providerRefundId }
  await deps.database.asTenant(tenantId, (tx) =>
    endRefund(tx, refund.id, { status: 'failed', failure, ...sent }, deps.now()),
  )
}
