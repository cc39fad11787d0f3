import type { TenantTx } from '../../db/database.ts'
import { randomToken, sha256 } from '../../lib/hash.ts'
import { newId, nilUuid } from '../../lib/ids.ts'
import type { Deps } from '../deps.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { confirmationCode } from './confirmation-code.ts'
import { membershipConfirmationLetter } from './mail-texts.ts'
import { insertOpenPaymentOfOrder, insertOrder } from './order.queries.ts'
import { paysOnline } from './pays-online.ts'
import { holdUntil, type ReservationStatus } from './reservation.ts'
import type { NewMembership, PricedMembership } from './decide-membership.ts'

/** How long an order that is paid at the desk is kept: there is no event whose end would close it (ADR 0100). */
const deskHoldMs = 30 * 86_400_000

/**
 * Writes the order of a membership whose place was taken, under the lock of its price: a reservation at no event, of one
 * line. It is paid, confirmed, cancelled and expires as any other.
 */
export async function orderMembership(
  deps: Pick<Deps, 'now' | 'enqueue' | 'urls' | 'secrets'>,
  tx: TenantTx,
  tenant: Tenant,
  input: NewMembership,
  { price, product, promotionalCode, unitAmountMinor, unitDiscountMinor }: PricedMembership,
): Promise<{ readonly id: string; readonly status: ReservationStatus; readonly paysOnline: boolean }> {
  const now = deps.now()
  const isDue = unitAmountMinor > 0
  const isOnline = !input.atDesk && paysOnline(tenant, [{ quantity: 1, unitAmountMinor }])
  const status = isDue ? 'unpaid' : 'email_unverified'
  const hold = {
    eventEnd: new Date(now.getTime() + deskHoldMs),
    emailHoldSeconds: tenant.emailHoldSeconds,
    onlineHoldSeconds: isOnline ? tenant.onlineHoldSeconds : null,
    // There is no hall to keep from others.
    awaitsConfirmation: false,
  }
  const expiresAt = holdUntil(status, hold, now)
  const token = randomToken()
  const id = newId()
  await insertOrder(tx, {
    ...{ id, email: input.email, status, expiresAt, now },
    language: input.language,
    confirmationHash: isDue ? null : sha256(token),
    unasked: input.atDesk,
    promotionalCodeId: promotionalCode?.id ?? null,
    line: {
      productId: product.id,
      priceId: price.id,
      countedEventId: nilUuid,
      ...{ unitAmountMinor, unitDiscountMinor },
      vatRateHundredths: price.vatRateHundredths,
      firstName: input.firstName,
      lastName: input.lastName,
    },
  })
  if (isOnline)
    await insertOpenPaymentOfOrder(tx, {
      ...{ reservationId: id, amountMinor: unitAmountMinor, currency: tenant.currency },
      ...{ checkAt: expiresAt, createdAt: now },
    })
  if (!isDue)
    await queueMail(deps, tx, {
      ...membershipConfirmationLetter(input.language, {
        membership: product.name,
        organisation: tenant.organisation,
        code: confirmationCode(deps, tenant.id, id),
        url: `${deps.urls.base(tenant.host)}/confirm/${token}`,
      }),
      recipient: input.email,
      reservationId: id,
    })
  return { id, status, paysOnline: isOnline }
}
