import type { TenantTx } from '../../db/database.ts'
import { momentText } from '../../lib/format.ts'
import { randomToken, sha256 } from '../../lib/hash.ts'
import { newId, nilUuid } from '../../lib/ids.ts'
import type { Actor } from '../account/actor.ts'
import type { Deps } from '../deps.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { confirmationCode } from './confirmation-code.ts'
import { membershipConfirmationLetter } from './mail-texts.ts'
import { insertOrder } from './order.queries.ts'
import { paysOnline } from './pays-online.ts'
import { holdUntil, type ReservationStatus } from './reservation.ts'
import { askerOf, type NewMembership, placeOf, type PricedMembership } from './decide-membership.ts'
import { heldFrom, isCountedWhere, requireFewUnconfirmed, type UnconfirmedBooking } from './unconfirmed.ts'
import { readUnconfirmed } from './unconfirmed.statements.ts'

/**
 * Writes the order of a membership whose place was taken, under the lock of its price: a reservation at no event, of one
 * line. It is paid, confirmed, cancelled and expires as any other, and what a stranger may order is bounded as what they book.
 *
 * @throws AppError too_many_unconfirmed
 */
export async function orderMembership(
  deps: Pick<Deps, 'now' | 'enqueue' | 'urls' | 'secrets' | 'openPayments'>,
  tx: TenantTx,
  tenant: Tenant,
  actor: Actor,
  input: NewMembership,
  { price, product, promotionalCode, unitAmountMinor, unitDiscountMinor }: PricedMembership,
): Promise<{ readonly id: string; readonly status: ReservationStatus; readonly paysOnline: boolean }> {
  const now = deps.now()
  const isDue = unitAmountMinor > 0
  const isOnline = !input.atDesk && paysOnline(tenant, [{ quantity: 1, unitAmountMinor }])
  const status = isDue ? 'unpaid' : 'email_unverified'
  const asker = { ...askerOf(actor), network: input.network }
  if (isCountedWhere(asker, isOnline))
    await requireFewOrders(tx, now, {
      eventId: nilUuid,
      email: input.email,
      network: input.network,
      tickets: 0,
      capacity: null,
      paysOnline: isOnline,
      byKey: false,
      code: promotionalCode,
      lines: [{ ...placeOf(price.id), stock: price.stock }],
    })
  const from = heldFrom(asker, isOnline)
  const isToConfirm = !isDue || from.unconfirmed !== null
  const hold = {
    eventEnd: null,
    emailHoldSeconds: tenant.emailHoldSeconds,
    onlineHoldSeconds: isOnline ? tenant.onlineHoldSeconds : null,
    awaitsConfirmation: from.unconfirmed !== null,
  }
  const expiresAt = holdUntil(status, hold, now)
  const token = randomToken()
  const id = newId()
  await insertOrder(tx, {
    id,
    email: input.email,
    status,
    expiresAt,
    now,
    language: input.language,
    confirmationHash: isToConfirm ? sha256(token) : null,
    unconfirmedFrom: from.unconfirmed,
    unpaidFrom: from.unpaid,
    unasked: input.atDesk,
    promotionalCodeId: promotionalCode?.id ?? null,
    line: {
      productId: product.id,
      priceId: price.id,
      countedEventId: nilUuid,
      unitAmountMinor,
      unitDiscountMinor,
      vatRateHundredths: price.vatRateHundredths,
      firstName: input.firstName,
      lastName: input.lastName,
    },
  })
  if (isOnline)
    await deps.openPayments.insert(tx, {
      reservationId: id,
      amountMinor: unitAmountMinor,
      currency: tenant.currency,
      checkAt: expiresAt,
      createdAt: now,
    })
  if (isToConfirm)
    await queueMail(deps, tx, {
      ...membershipConfirmationLetter(input.language, {
        membership: product.name,
        organisation: tenant.organisation,
        paysAtDesk: isDue,
        until: expiresAt && momentText({ at: expiresAt, timeZone: tenant.timeZone, language: input.language, now }),
        code: confirmationCode(deps, tenant.id, id),
        url: `${deps.urls.base(tenant.host)}/confirm/${token}`,
      }),
      recipient: input.email,
      reservationId: id,
    })
  return { id, status, paysOnline: isOnline }
}

async function requireFewOrders(tx: TenantTx, now: Date, order: UnconfirmedBooking): Promise<void> {
  const unconfirmed = await readUnconfirmed(
    tx,
    {
      events: new Map(),
      emails: [order.email],
      networks: [order.network],
      priceIds: order.lines.map(({ priceId }) => priceId),
      codeIds: order.code === null ? [] : [order.code.id],
    },
    now,
  )
  requireFewUnconfirmed(unconfirmed, order)
}
