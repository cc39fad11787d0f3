import type { TenantTx } from '../../db/database.ts'
import { AppError, isRefusal } from '../../errors.ts'
import type { CheckoutState } from '../../integrations/payment/payment-provider.ts'
import type { BasicDeps } from '../deps.ts'
import { cancelReservation } from '../reservation/cancel-reservation.ts'
import { lacksPlaces } from '../reservation/places.ts'
import { findReservation, type Reservation } from '../reservation/reservation.queries.ts'
import { awaitsPayment } from '../reservation/reservation.ts'
import { requireNotOver, settleAndRead } from '../reservation/settle-reservation.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { markOfferPaid } from '../waiting-list/waiting-list.queries.ts'
import { issueReceiptOf } from './issue-receipts.ts'
import {
  closePayment,
  findPayment,
  listPayments,
  markNextCheck,
  markReceived,
  type Payment,
} from './payment.queries.ts'
import type { RefundCause } from './payment.ts'
import { beginRenewal, refuseRenewal } from './begin-renewal.ts'
import { findProviderAccount } from './provider-account.ts'
import { requestRefund } from './request-refund.ts'
import { withdrawPayment } from './withdraw-payment.ts'

type CheckDeps = BasicDeps<'secrets' | 'urls' | 'enqueue' | 'payments'>
type Money = Extract<CheckoutState, { kind: 'paid' }>

/** How long the provider is not asked while money is on its way, which can take days, or while a long hold lasts. */
const leftAloneMs = 3_600_000
const soonMs = 60_000
const longestMs = 24 * 3_600_000

/**
 * Asks the provider what became of a payment, and does what follows: settles the reservation, or promises a refund,
 * or ends the session that nobody is to pay any more. The one way in for the webhook, the return page, the clock and the
 * desk, in any order and as often as they like: only what the provider says now counts (ADR 0086).
 *
 * @throws PaymentProviderError
 */
export async function checkPayment(deps: CheckDeps, tenant: Tenant, paymentId: string): Promise<void> {
  const now = deps.now()
  const found = await deps.database.asTenant(tenant.id, async (tx) => {
    const payment = await findPayment(tx, paymentId)
    const reservation = payment && (await findReservation(tx, payment.reservationId))
    const account = await findProviderAccount(deps, tx)
    return reservation && { payment, reservation, account }
  })
  if (!found || found.payment.receivedMinor !== null) return
  const { payment, reservation, account } = found
  const isAwaited = tenant.archivedAt === null && payment.status === 'open' && awaitsPayment(reservation, now)
  if (payment.sessionId === null)
    return isAwaited ? checkAgain(deps, tenant, payment, reservation.expiresAt) : close(deps, tenant, payment)
  if (!account) return checkAgain(deps, tenant, payment, new Date(now.getTime() + leftAloneMs))
  let state = await account.findCheckout(payment.sessionId)
  if ((state.kind === 'open' && !isAwaited) || state.kind === 'failed')
    state = await account.endCheckout(payment.sessionId)
  switch (state.kind) {
    case 'paid':
      return receive(deps, tenant, payment, state)
    case 'ended':
      return close(deps, tenant, payment)
    case 'unknown':
      // The right keys may be put back while it can still be paid.
      if (canStillBePaid(payment, now)) return checkAgain(deps, tenant, payment, new Date(now.getTime() + leftAloneMs))
      return close(deps, tenant, payment)
    case 'processing':
    case 'failed':
      return checkAgain(deps, tenant, payment, new Date(now.getTime() + leftAloneMs))
    case 'open':
      return checkAgain(deps, tenant, payment, isAwaited ? nextLook(now, reservation.expiresAt) : soon(now))
  }
}

/** Checks every payment of a reservation that still has a check to come. @throws PaymentProviderError */
export async function checkPaymentsOf(deps: CheckDeps, tenant: Tenant, reservationId: string): Promise<void> {
  const payments = await deps.database.asTenant(tenant.id, (tx) => listPayments(tx, [reservationId]))
  for (const { id, sessionId, checkAt } of payments)
    if (sessionId !== null && checkAt !== null) await checkPayment(deps, tenant, id)
}

/** Whether a session can still be paid: none lives longer than a day, and the end of a session may not be known. */
function canStillBePaid({ sessionEndsAt, createdAt }: Payment, now: Date): boolean {
  return (sessionEndsAt?.getTime() ?? createdAt.getTime() + longestMs) > now.getTime()
}

/** When to look next: at the end of the hold, or earlier when that is far away. */
function nextLook(now: Date, holdEnd: Date | null): Date {
  return new Date(Math.min(holdEnd?.getTime() ?? Number.POSITIVE_INFINITY, now.getTime() + leftAloneMs))
}

function soon(now: Date): Date {
  return new Date(now.getTime() + soonMs)
}

async function checkAgain(deps: CheckDeps, tenant: Tenant, payment: Payment, checkAt: Date | null): Promise<void> {
  await deps.database.asTenant(tenant.id, (tx) => markNextCheck(tx, payment.id, checkAt))
}

async function close(deps: CheckDeps, tenant: Tenant, payment: Payment): Promise<void> {
  await deps.database.asTenant(tenant.id, async (tx) => {
    if (!(await closePayment(tx, payment.id, null))) await markNextCheck(tx, payment.id, null)
  })
}

/**
 * Receives money. It settles the reservation, also late when the places can be taken again. Otherwise, and for an archived
 * tenant, the money is noted all the same and refunded.
 */
async function receive(deps: CheckDeps, tenant: Tenant, payment: Payment, money: Money): Promise<void> {
  const isDue = money.amountMinor === payment.amountMinor && money.currency === payment.currency
  if (!isDue) return reject(deps, tenant, payment, money, 'amount')
  if (tenant.archivedAt !== null) return reject(deps, tenant, payment, money, 'late')
  try {
    await settle(deps, tenant, payment, money)
  } catch (error) {
    // Either somebody else has noted this money, which makes rejecting it come to nothing, or it was paid another way, or its person was erased.
    if (isRefusal(error, 'invalid_transition')) return reject(deps, tenant, payment, money, 'duplicate')
    if (isRefusal(error, 'amount_mismatch')) return reject(deps, tenant, payment, money, 'amount')
    if (isRefusal(error, 'max_per_user') && (await cancelOverMaximum(deps, tenant, payment, money))) return
    if (isRefusal(error, 'not_on_sale') || lacksPlaces(error)) return reject(deps, tenant, payment, money, 'late')
    throw error
  }
}

/** @throws AppError invalid_transition, amount_mismatch, not_on_sale (late, and the event is over); sold_out, max_per_user, seat_taken */
async function settle(deps: CheckDeps, tenant: Tenant, payment: Payment, money: Money): Promise<void> {
  const { id: paymentId, reservationId, currency } = payment
  const extra = async (tx: TenantTx, reservation: Reservation) => {
    const now = deps.now()
    // A code has reduced it since the page to pay at was opened.
    if (payment.amountMinor !== reservation.totalMinor) throw new AppError('amount_mismatch')
    await requireNotOver(tx, tenant, reservation, now)
    if (!(await markReceived(tx, paymentId, { status: 'settled', ...receivedOf(money), now })))
      throw new AppError('invalid_transition', { move: { of: 'payment', from: payment.status, to: 'settled' } })
    // Another one that was opened since.
    await withdrawPayment(deps, tx, reservationId)
    await markOfferPaid(tx, reservationId)
    await issueReceiptOf(deps, tx, tenant, { reservationId, paymentId, currency, now })
  }
  const read = (tx: TenantTx) => beginRenewal(tx, payment, money, deps.now())
  const { renewal } = money
  await settleAndRead(deps, tenant, reservationId, 'paid', { extra, read, ...(renewal && { period: renewal.period }) })
}

/**
 * Cancels a paid reservation whose booker has reached the personal maximum, which a stranger is not told before (ADR 0053, 0233).
 * Nobody is to pay for it again; the mail of the refund says why.
 *
 * @returns false when it was closed before, because its hold ran out
 */
async function cancelOverMaximum(deps: CheckDeps, tenant: Tenant, payment: Payment, money: Money): Promise<boolean> {
  const all = { insist: false, ticketIds: null }
  try {
    await cancelReservation(deps, tenant, { kind: 'server' }, payment.reservationId, all, {
      tell: async () => undefined,
      async after(tx) {
        await noteRejected(deps, tx, payment, money, 'maximum')
        // Another one that was opened since.
        await withdrawPayment(deps, tx, payment.reservationId)
      },
    })
    return true
  } catch (error) {
    if (isRefusal(error, 'invalid_transition')) return false
    throw error
  }
}

async function reject(
  deps: CheckDeps,
  tenant: Tenant,
  payment: Payment,
  money: Money,
  because: RefundCause,
): Promise<void> {
  await deps.database.asTenant(tenant.id, (tx) => noteRejected(deps, tx, payment, money, because))
}

async function noteRejected(
  deps: CheckDeps,
  tx: TenantTx,
  payment: Payment,
  money: Money,
  because: RefundCause,
): Promise<void> {
  const now = deps.now()
  if (!(await markReceived(tx, payment.id, { status: 'rejected', ...receivedOf(money), now }))) return
  await refuseRenewal(tx, payment, money, now)
  const { amountMinor, currency } = money
  await requestRefund(deps, tx, { payment, amountMinor, currency, because })
}

function receivedOf({ amountMinor, currency, providerPaymentId, renewal }: Money) {
  const providerInvoiceId = renewal?.invoiceId ?? null
  return { receivedMinor: amountMinor, receivedCurrency: currency, providerPaymentId, providerInvoiceId }
}
