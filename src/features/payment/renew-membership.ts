import type { TenantTx } from '../../db/database.ts'
import type { PaidInvoice } from '../../integrations/payment/payment-provider.ts'
import { newId, nilUuid } from '../../lib/ids.ts'
import { getPrice } from '../catalog/catalog.queries.ts'
import type { EnqueueDeps } from '../deps.ts'
import { grantMembership } from '../membership/grant-membership.ts'
import { findMembership, lockMembershipsOf, type Membership, writeEnd } from '../membership/membership.queries.ts'
import { findRenewal, lockRenewal, moveRenewal, type Renewal } from '../membership/renewal.queries.ts'
import { changeCounters, createPersonCounter, lockWholePrice } from '../reservation/counters.queries.ts'
import { placeOf } from '../reservation/decide-order.ts'
import { insertReservation } from '../reservation/order.queries.ts'
import { getReservation } from '../reservation/reservation.queries.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { announce } from '../webhook/announce.ts'
import { longerMs } from './begin-renewal.ts'
import { issueReceiptOf } from './issue-receipts.ts'
import { insertInvoicePayment, isInvoiceNoted } from './payment.queries.ts'
import { requestRefund } from './request-refund.ts'

/**
 * Prolongs a membership by the money of one invoice, once however often it is told: an order that is paid, with its payment and receipt, at
 * the amount that was taken. The latest one lasts as long as the provider says, and a little longer. What comes for nobody, since the membership was cancelled or its person erased, is noted and refunded.
 */
export async function renewMembership(
  deps: EnqueueDeps,
  tenant: Tenant,
  { id, renewsAt, isLatest }: Pick<Renewal, 'id' | 'renewsAt'> & { readonly isLatest: boolean },
  invoice: PaidInvoice,
): Promise<void> {
  await deps.database.asTenant(tenant.id, async (tx) => {
    if (await isInvoiceNoted(tx, invoice.invoiceId)) return
    const { renewal, membership } = await lockBoth(tx, id)
    // Under the lock: another process may have been faster.
    if (await isInvoiceNoted(tx, invoice.invoiceId)) return
    const isFor = membership !== null && membership.email !== '' && membership.cancelledAt === null
    if (isFor && tenant.archivedAt === null && invoice.currency === tenant.currency)
      await renew(deps, tx, tenant, { renewal: { ...renewal, renewsAt }, membership, invoice, isLatest })
    else await refuse(deps, tx, renewal, invoice)
  })
}

/** Locks a renewal and the membership that it prolongs, in the order in which they are locked where memberships are cancelled. */
export async function lockBoth(
  tx: TenantTx,
  id: string,
): Promise<{ readonly renewal: Renewal; readonly membership: Membership | null }> {
  const before = await findRenewal(tx, id)
  const found = before?.membershipId ? await findMembership(tx, before.membershipId) : null
  if (found) {
    await lockWholePrice(tx, found.priceId)
    await lockMembershipsOf(tx, found.id)
  }
  const renewal = await lockRenewal(tx, id)
  if (!renewal) throw new Error('a renewal is missing')
  // Another process was faster: of the same person, it goes on from a newer one.
  if (renewal.membershipId !== (found?.id ?? null)) return lockBoth(tx, id)
  return { renewal, membership: found && (await findMembership(tx, found.id)) }
}

type Renewed = {
  readonly renewal: Renewal
  readonly membership: Membership
  readonly invoice: PaidInvoice
  readonly isLatest: boolean
}

async function renew(deps: EnqueueDeps, tx: TenantTx, tenant: Tenant, renewed: Renewed) {
  const { renewal, membership, invoice, isLatest } = renewed
  const now = deps.now()
  const { email, firstName, lastName, productId, priceId } = membership
  const { amountMinor, currency } = invoice
  const price = await getPrice(tx, priceId)
  const { language } = await getReservation(tx, renewal.firstReservationId)
  const reservationId = newId()
  await createPersonCounter(tx, email, priceId)
  await changeCounters(tx, [{ ...placeOf(priceId), eventId: nilUuid, countedEventId: nilUuid, email, delta: 1 }])
  await insertReservation(tx, {
    id: reservationId,
    eventId: null,
    bookerEmail: email,
    status: 'paid',
    ticketCount: 0,
    expiresAt: null,
    now,
    language,
    line: {
      ...placeOf(priceId),
      productId,
      countedEventId: nilUuid,
      unitAmountMinor: amountMinor,
      unitDiscountMinor: 0,
      vatRateHundredths: price.vatRateHundredths,
      firstName,
      lastName,
    },
  })
  const paymentId = await insertMoney(deps, tx, 'settled', reservationId, invoice)
  await announce(tx, now, [{ kind: 'reservation.paid', data: { reservation: reservationId, event: null } }])
  await issueReceiptOf(deps, tx, tenant, { reservationId, paymentId, currency, now })
  const granted = await grantMembership(tx, {
    email,
    firstName,
    lastName,
    productId,
    priceId,
    maxPerUser: price.maxPerUser,
    period: renewal.period,
    amountMinor,
    discountMinor: 0,
    promotionalCodeId: null,
    reservationId,
    timeZone: tenant.timeZone,
    now,
    prolongs: membership.validUntil ?? now,
  })
  if (isLatest) await lastUntilPaid(tx, granted, renewal.renewsAt)
  await moveRenewal(tx, renewal, granted)
  await deps.enqueue(tx, { name: 'deliver_tickets', tenantId: tenant.id, reservationId })
}

/**
 * A month from the 31st ends on the 28th here, and goes on from the 28th; the provider remembers the 31st. More than some days it is another
 * period, which was not paid.
 */
const longestDriftMs = 4 * 86_400_000

async function lastUntilPaid(tx: TenantTx, id: string, renewsAt: Date | null): Promise<void> {
  const validUntil = (await findMembership(tx, id))?.validUntil
  if (!validUntil || renewsAt === null) return
  const drift = renewsAt.getTime() + longerMs - validUntil.getTime()
  if (drift > 0 && drift <= longestDriftMs) await writeEnd(tx, id, new Date(renewsAt.getTime() + longerMs))
}

async function refuse(deps: EnqueueDeps, tx: TenantTx, renewal: Renewal, invoice: PaidInvoice): Promise<void> {
  const { firstReservationId: reservationId } = renewal
  const id = await insertMoney(deps, tx, 'rejected', reservationId, invoice)
  const { amountMinor, currency } = invoice
  const payment = { id, reservationId, method: 'online' } as const
  await requestRefund(deps, tx, { payment, amountMinor, currency, because: 'late' })
}

async function insertMoney(
  deps: Pick<EnqueueDeps, 'now'>,
  tx: TenantTx,
  status: 'settled' | 'rejected',
  reservationId: string,
  { invoiceId, amountMinor, currency, providerPaymentId }: PaidInvoice,
): Promise<string> {
  const id = newId()
  await insertInvoicePayment(tx, {
    id,
    reservationId,
    status,
    receivedMinor: amountMinor,
    receivedCurrency: currency,
    providerPaymentId,
    providerInvoiceId: invoiceId,
    now: deps.now(),
  })
  return id
}
