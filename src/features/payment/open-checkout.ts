import type { TenantTx } from '../../db/database.ts'
import {
  type CheckoutRequest,
  type CheckoutSession,
  PaymentProviderError,
  type ProviderAccount,
} from '../../integrations/payment/payment-provider.ts'
import { chargedLines, isChargeable } from '../../integrations/payment/stripe-amounts.ts'
import type { BasicDeps } from '../deps.ts'
import { bookingPath } from '../reservation/booking-proof.ts'
import { lockReservation, type Reservation } from '../reservation/reservation.queries.ts'
import { awaitsPayment } from '../reservation/reservation.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { below, visitorPaths } from '../../lib/paths.ts'
import { receiptLine } from './issue-receipts.ts'
import {
  closePayment,
  countSessionAttempt,
  findOpenPayment,
  findPayment,
  noteSession,
  openPayments,
  type Payment,
} from './payment.queries.ts'
import { findAskedRenewal } from './begin-renewal.ts'
import { findProviderAccount } from './provider-account.ts'
import { listSoldLines } from './receipt.queries.ts'

type CheckoutDeps = BasicDeps<'secrets' | 'urls' | 'payments'>

/** A session must have half an hour to live when it is made, which may be at the last moment of the hold. */
const afterHoldMs = 31 * 60_000
/** A session lives a day at most. */
const longestMs = 23 * 3_600_000
const checkBeforeMs = 2 * 60_000
const firstCheckMs = 15 * 60_000
/** The age from which a payment without a session can get none that ends when its request says. */
const latestMs = 22 * 3_600_000

/**
 * Finds the page where a reservation is paid online: that of its one session at the provider, made when it is first asked for.
 * Asking again, or several at once, gives the same page, so that following the link without meaning to does no harm.
 *
 * @returns null when nothing is to be paid online: paid, cancelled, its hold has ended, the provider takes no
 *   payment of it, or the tenant has no keys
 * @throws PaymentProviderError
 */
export async function openCheckout(deps: CheckoutDeps, tenant: Tenant, reservationId: string): Promise<string | null> {
  const prepared = await deps.database.asTenant(tenant.id, (tx) => prepareCheckout(deps, tx, tenant, reservationId))
  if (prepared === null || prepared.url !== null) return prepared?.url ?? null
  const { account, request, reservation } = prepared
  const session = await requestSession(deps, tenant, account, request)
  if (session === null) return openCheckout(deps, tenant, reservationId)
  const checkAt = firstCheck(deps.now(), reservation.expiresAt, session.endsAt)
  const isNoted = await deps.database.asTenant(tenant.id, (tx) => noteSession(tx, request.paymentId, session, checkAt))
  // Meanwhile it was paid at the desk or withdrawn, or another request made its session first: nobody was shown this one.
  return isNoted ? session.url : openCheckout(deps, tenant, reservationId)
}

/** Asks for the session; null when it was asked for before in other words, since a name has changed: it has to be asked for again. */
async function requestSession(
  deps: CheckoutDeps,
  tenant: Tenant,
  account: ProviderAccount,
  request: CheckoutRequest,
): Promise<CheckoutSession | null> {
  try {
    return await account.openCheckout(request)
  } catch (error) {
    if (!(error instanceof PaymentProviderError) || error.failure === 'unreachable') throw error
    await deps.database.asTenant(tenant.id, (tx) => countSessionAttempt(tx, request.paymentId, request.attempt))
    if (error.failure === 'repeated') return null
    throw error
  }
}

/** While the hold still keeps the places of somebody whose payment nobody told of, and soon where it is a long one. */
function firstCheck(now: Date, holdEnd: Date | null, sessionEnd: Date): Date {
  const beforeEnd = (holdEnd?.getTime() ?? Number.POSITIVE_INFINITY) - checkBeforeMs
  return new Date(Math.min(beforeEnd, sessionEnd.getTime(), now.getTime() + firstCheckMs))
}

type Prepared =
  | { readonly url: string }
  | {
      readonly url: null
      readonly account: ProviderAccount
      readonly request: CheckoutRequest
      readonly reservation: Reservation
    }

async function prepareCheckout(
  deps: CheckoutDeps,
  tx: TenantTx,
  tenant: Tenant,
  reservationId: string,
): Promise<Prepared | null> {
  const now = deps.now()
  const reservation = await lockReservation(tx, reservationId)
  const account = await findProviderAccount(deps, tx)
  if (!reservation || !account || !awaitsPayment(reservation, now)) return null
  const lines = await listSoldLines(tx, reservationId)
  if (!isChargeable(lines, tenant.currency)) return null
  const payment = await usablePayment(tx, tenant, reservation, now)
  if (payment.sessionUrl !== null) return { url: payment.sessionUrl }
  const holdEnd = reservation.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY
  const page = deps.urls.base(tenant.host) + bookingPath(deps, tenant.id, reservationId)
  const request: CheckoutRequest = {
    paymentId: payment.id,
    attempt: payment.sessionAttempt,
    currency: payment.currency,
    lines: chargedLines(lines).map((line) => {
      const { description, quantity, unitAmountMinor } = receiptLine(line, line.quantity)
      return { name: description, quantity, unitAmountMinor }
    }),
    email: reservation.bookerEmail,
    language: reservation.language,
    // By what is known since the payment was opened: a repeat has to ask for the same.
    endsAt: new Date(Math.min(holdEnd + afterHoldMs, payment.createdAt.getTime() + longestMs)),
    successUrl: page + below(visitorPaths.booking, visitorPaths.bookingReturn, {}),
    cancelUrl: page,
    renews: await findAskedRenewal(tx, reservationId),
  }
  return { url: null, account, request, reservation }
}

/** Finds the open payment, or opens another when there is none or the session of the last one has ended. */
async function usablePayment(tx: TenantTx, tenant: Tenant, reservation: Reservation, now: Date): Promise<Payment> {
  const open = await findOpenPayment(tx, reservation.id)
  if (open && !hasEnded(open, now)) return open
  if (open) await closePayment(tx, open.id, open.sessionId === null ? null : now)
  const id = await openPayments.insert(tx, {
    reservationId: reservation.id,
    amountMinor: reservation.totalMinor,
    currency: tenant.currency,
    checkAt: reservation.expiresAt,
    createdAt: now,
  })
  const payment = await findPayment(tx, id)
  if (!payment) throw new Error('the payment just opened is missing')
  return payment
}

function hasEnded({ sessionId, sessionEndsAt, createdAt }: Payment, now: Date): boolean {
  return sessionId === null
    ? createdAt.getTime() + latestMs <= now.getTime()
    : sessionEndsAt === null || sessionEndsAt <= now
}
