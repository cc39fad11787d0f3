import type { TenantTx } from '../../db/database.ts'
import { amountText, momentText } from '../../lib/format.ts'
import { randomToken, sha256 } from '../../lib/hash.ts'
import { newId, nilUuid } from '../../lib/ids.ts'
import { at, visitorPaths } from '../../lib/paths.ts'
import type { Actor } from '../account/actor.ts'
import type { Deps } from '../deps.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { confirmationCode } from './confirmation-code.ts'
import { membershipConfirmationLetter, topUpConfirmationLetter } from './mail-texts.ts'
import { insertReservation } from './order.queries.ts'
import { paysOnline } from './pays-online.ts'
import { holdUntil, type ReservationStatus } from './reservation.ts'
import { askerOf, type NewOrder, placeOf, type PricedOrder } from './decide-order.ts'
import { heldFrom, isCountedWhere, requireFewUnconfirmed, type UnconfirmedBooking } from './unconfirmed.ts'
import { readUnconfirmed } from './unconfirmed.statements.ts'

/**
 * Writes an order whose place was taken, under the lock of its price: a reservation at no event, of one line. It is
 * paid, confirmed, cancelled and expires as any other, and what a stranger may order is limited as what they book.
 *
 * @throws AppError too_many_unconfirmed
 */
export async function writeOrder(
  deps: Pick<Deps, 'now' | 'enqueue' | 'urls' | 'secrets' | 'openPayments'>,
  tx: TenantTx,
  tenant: Tenant,
  actor: Actor,
  input: NewOrder,
  priced: PricedOrder,
): Promise<{ readonly id: string; readonly status: ReservationStatus; readonly paysOnline: boolean }> {
  const { price, product, promotionalCode, unitAmountMinor } = priced
  const now = deps.now()
  const isDue = unitAmountMinor > 0
  const isOnline = !input.atDesk && paysOnline(tenant, [{ quantity: 1, unitAmountMinor }])
  const status = isDue ? 'unpaid' : 'email_unverified'
  const asker = { ...askerOf(actor, input.kind), network: input.network }
  if (isCountedWhere(asker, isOnline)) await requireFewOrders(tx, now, input, { price, promotionalCode, isOnline })
  const from = heldFrom(asker, isOnline)
  const isToConfirm = !isDue || from.unconfirmed !== null
  const { emailHoldSeconds, onlineHoldSeconds } = tenant
  const hold = { emailHoldSeconds, onlineHoldSeconds: isOnline ? onlineHoldSeconds : null, eventEnd: null }
  const expiresAt = holdUntil(status, { ...hold, awaitsConfirmation: from.unconfirmed !== null }, now)
  const token = randomToken()
  const id = newId()
  await insertReservation(tx, {
    id,
    eventId: null,
    bookerEmail: input.email,
    status,
    ticketCount: 0,
    expiresAt,
    now,
    language: input.language,
    confirmationHash: isToConfirm ? sha256(token) : null,
    unconfirmedFrom: from.unconfirmed,
    unpaidFrom: from.unpaid,
    unasked: input.atDesk,
    promotionalCodeId: promotionalCode?.id ?? null,
    returnUrl: input.returnUrl ?? null,
    line: lineOf(input, priced),
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
    await mailConfirmation(deps, tx, tenant, input, {
      ...{ id, token, expiresAt, now },
      name: product.name,
      dueMinor: unitAmountMinor,
    })
  return { id, status, paysOnline: isOnline }
}

function lineOf({ firstName, lastName }: NewOrder, priced: PricedOrder) {
  const { price, product, unitAmountMinor, unitDiscountMinor, cardId } = priced
  const vatRateHundredths = price.vatRateHundredths
  const counted = { ...placeOf(price.id), productId: product.id, countedEventId: nilUuid }
  return { ...counted, unitAmountMinor, unitDiscountMinor, vatRateHundredths, firstName, lastName, cardId }
}

type ToConfirm = {
  readonly id: string
  readonly token: string
  /** The name of what is ordered. */
  readonly name: string
  readonly dueMinor: number
  readonly expiresAt: Date | null
  readonly now: Date
}

async function mailConfirmation(
  deps: Pick<Deps, 'now' | 'enqueue' | 'urls' | 'secrets'>,
  tx: TenantTx,
  { id: tenantId, organisation, timeZone, currency, host }: Tenant,
  { kind, email, language }: NewOrder,
  { id, token, name, dueMinor, expiresAt, now }: ToConfirm,
): Promise<void> {
  const said = {
    organisation,
    until: expiresAt && momentText({ at: expiresAt, timeZone, language, now }),
    code: confirmationCode(deps, tenantId, id),
    url: deps.urls.base(host) + at(visitorPaths.mailedConfirmation, { token }),
  }
  const letter =
    kind === 'membership'
      ? membershipConfirmationLetter(language, { ...said, membership: name, paysAtDesk: dueMinor > 0 })
      : topUpConfirmationLetter(language, { ...said, topUp: name, amount: amountText(dueMinor, currency, language) })
  await queueMail(deps, tx, { ...letter, recipient: email, reservationId: id })
}

async function requireFewOrders(
  tx: TenantTx,
  now: Date,
  { email, network }: NewOrder,
  { price, promotionalCode, isOnline }: Pick<PricedOrder, 'price' | 'promotionalCode'> & { readonly isOnline: boolean },
): Promise<void> {
  const order: UnconfirmedBooking = {
    eventId: nilUuid,
    email,
    network,
    tickets: 0,
    capacity: null,
    paysOnline: isOnline,
    byKey: false,
    code: promotionalCode,
    lines: [{ ...placeOf(price.id), stock: price.stock }],
  }
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
