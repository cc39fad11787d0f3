import { type Selectable, sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import type { Statement } from '../../db/pipeline.ts'
import { isAmong } from '../../db/is-among.ts'
import type { Payment as PaymentRow } from '../../db/tables.ts'
import { insertRows, isDone, isThere, selectRows, updateQuietly, updateRows } from '../../db/rows.ts'
import { newId } from '../../lib/ids.ts'
import { isUuid } from '../../lib/text.ts'
import type { OpenPayments } from '../deps.ts'
import { checkRenewalsAt } from '../membership/renewal.queries.ts'
import { noteDue } from '../tenant/due-work.queries.ts'
import {
  comesFrom,
  type DeskMethod,
  type MoneyMethod,
  methodOf,
  moneyMethods,
  type PaymentMethod,
  paymentTransitions,
} from './payment.ts'

export type Payment = Selectable<PaymentRow>

/** As `methodOf`, in SQL. */
export const methodNow = sql<PaymentMethod>`coalesce(payment.corrected_method, payment.method)`

function selectPayments(tx: TenantTx) {
  return selectRows(tx, 'payment').selectAll()
}

export async function findPayment(tx: TenantTx, id: string): Promise<Payment | null> {
  return (await selectPayments(tx).where('id', '=', id).executeTakeFirst()) ?? null
}

/** Locks a payment until the transaction ends, against anyone who would promise a refund of it. */
export async function lockPayment(tx: TenantTx, id: string): Promise<Payment | null> {
  return (await selectPayments(tx).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()) ?? null
}

/** Locks the money that the desk took for a reservation, against a refund and another correction; null: it took none. */
export async function lockDeskPayment(tx: TenantTx, reservationId: string): Promise<Payment | null> {
  const row = await selectPayments(tx)
    .where('reservationId', '=', reservationId)
    .where('status', '=', 'settled')
    .where('method', 'in', moneyMethods)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Finds a payment by the provider's id of it. */
export async function findPaymentOfProvider(tx: TenantTx, providerPaymentId: string): Promise<Payment | null> {
  return (await selectPayments(tx).where('providerPaymentId', '=', providerPaymentId).executeTakeFirst()) ?? null
}

/** Finds the payment of a reservation that waits for money. */
export async function findOpenPayment(tx: TenantTx, reservationId: string): Promise<Payment | null> {
  const row = await selectPayments(tx)
    .where('reservationId', '=', reservationId)
    .where('status', '=', 'open')
    .executeTakeFirst()
  return row ?? null
}

/** Lists all payments of some reservations, in the order they were opened. */
export async function listPayments(tx: TenantTx, reservationIds: readonly string[]): Promise<readonly Payment[]> {
  return selectPayments(tx).where(isAmong('reservationId', reservationIds)).orderBy('id').execute()
}

type DeskPayment = {
  readonly id: string
  readonly reservationId: string
  readonly method: DeskMethod
  readonly amountMinor: number
  readonly currency: string
  readonly now: Date
}

/** Inserts money taken at the desk. */
export async function insertDeskPayment(tx: TenantTx, payment: DeskPayment): Promise<void> {
  const { now, amountMinor, currency, ...fields } = payment
  await insertRows(tx, 'payment', {
    ...fields,
    status: 'settled',
    amountMinor,
    currency,
    receivedMinor: amountMinor,
    receivedCurrency: currency,
    createdAt: now,
    settledAt: now,
  }).execute()
}

/** Inserts the payment of a gift, in the pipelined transaction that books it. */
export function giftStatement(
  tenantId: string,
  { id, reservationId, currency, now }: Omit<DeskPayment, 'method' | 'amountMinor'>,
): Statement {
  return {
    name: 'payment_of_gift',
    text: `insert into payment (tenant_id, id, reservation_id, method, status, amount_minor, currency,
        received_minor, received_currency, created_at, settled_at)
      values ($1, $2, $3, $4, 'settled', 0, $5, 0, $5, $6, $6)`,
    values: [tenantId, id, reservationId, 'free' satisfies DeskMethod, currency, now.toISOString()],
  }
}

/** Bookings open their first themselves (booking-writes.statements.ts). */
export const openPayments: OpenPayments = {
  async insert(tx, payment) {
    const id = newId()
    await insertRows(tx, 'payment', { id, method: 'online', status: 'open', ...payment }).execute()
    await noteDue(tx, 'payments', payment.checkAt)
    return id
  },
  async checkAll(tx, now) {
    await updateQuietly(tx, 'payment').set({ checkAt: now }).where('status', '=', 'open').execute()
    await noteDue(tx, 'payments', now)
    await checkRenewalsAt(tx, now)
  },
}

/** Inserts the money of an invoice; a unique index refuses it a second time. */
export async function insertInvoicePayment(
  tx: TenantTx,
  payment: Receipts & { readonly id: string; readonly reservationId: string },
): Promise<void> {
  const { now, receivedMinor, receivedCurrency, ...fields } = payment
  await insertRows(tx, 'payment', {
    ...fields,
    method: 'online',
    amountMinor: receivedMinor,
    currency: receivedCurrency,
    receivedMinor,
    receivedCurrency,
    createdAt: now,
    settledAt: now,
  }).execute()
}

/** Whether the money of an invoice was noted. */
export function isInvoiceNoted(tx: TenantTx, invoiceId: string): Promise<boolean> {
  return selectRows(tx, 'payment').where('providerInvoiceId', '=', invoiceId).$call(isThere)
}

function updatePayment(tx: TenantTx, id: string) {
  return updateRows(tx, 'payment').where('id', '=', id)
}

/** Closes an open payment; the check that follows ends its session. False when it had moved before. */
export async function closePayment(tx: TenantTx, id: string, checkAt: Date | null): Promise<boolean> {
  const isChanged = await updatePayment(tx, id)
    .set({ status: 'closed', checkAt })
    .where('status', 'in', comesFrom(paymentTransitions, 'closed'))
    .$call(isDone)
  if (isChanged) await noteDue(tx, 'payments', checkAt)
  return isChanged
}

export type Receipts = {
  readonly status: 'settled' | 'rejected'
  readonly receivedMinor: number
  readonly receivedCurrency: string
  readonly providerPaymentId: string
  /** The invoice that it paid, of what is paid again by itself; null: none. */
  readonly providerInvoiceId: string | null
  readonly now: Date
}

/** Notes money that came, once, for the first who reports it. False when it was noted before. */
export async function markReceived(tx: TenantTx, id: string, money: Receipts): Promise<boolean> {
  const { now, ...fields } = money
  return updatePayment(tx, id)
    .set({ ...fields, checkAt: null, settledAt: now })
    .where('status', 'in', comesFrom(paymentTransitions, money.status))
    .$call(isDone)
}

export type Session = { readonly id: string; readonly url: string; readonly endsAt: Date }

/** Keeps the session that was made for an open payment. False when it has another, or is no longer open. */
export async function noteSession(tx: TenantTx, id: string, session: Session, checkAt: Date): Promise<boolean> {
  const isChanged = await updateQuietly(tx, 'payment')
    .set({ sessionId: session.id, sessionUrl: session.url, sessionEndsAt: session.endsAt, checkAt })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .where((where) => where.or([where('sessionId', 'is', null), where('sessionId', '=', session.id)]))
    .$call(isDone)
  if (isChanged) await noteDue(tx, 'payments', checkAt)
  return isChanged
}

/** The request numbered `attempt` was refused for good; what is asked next is another one. */
export async function countSessionAttempt(tx: TenantTx, id: string, attempt: number): Promise<void> {
  await updateQuietly(tx, 'payment')
    .set({ sessionAttempt: attempt + 1 })
    .where('id', '=', id)
    .where('sessionAttempt', '=', attempt)
    .execute()
}

export async function markNextCheck(tx: TenantTx, id: string, checkAt: Date | null): Promise<void> {
  await updateQuietly(tx, 'payment').set({ checkAt }).where('id', '=', id).where('receivedMinor', 'is', null).execute()
  await noteDue(tx, 'payments', checkAt)
}

/**
 * Promises a refund. False when more would be refunded than came: the condition is the guard, and the table's own check is
 * behind it.
 */
export async function promiseBack(tx: TenantTx, id: string, amountMinor: number): Promise<boolean> {
  return updatePayment(tx, id)
    .set((payment) => ({ refundedMinor: payment('refundedMinor', '+', amountMinor) }))
    .where('status', 'in', ['settled', 'rejected'])
    .where((where) => where(where('refundedMinor', '+', amountMinor), '<=', where.ref('receivedMinor')))
    .$call(isDone)
}

type Move = {
  readonly method: MoneyMethod
  readonly amountMinor: number
  readonly currency: string
  readonly now: Date
}

/** Notes that an amount of a locked payment of the desk is another method's: a pair of entries, which are only added to. */
export async function moveToMethod(
  tx: TenantTx,
  payment: Payment,
  { method, amountMinor, currency, now }: Move,
): Promise<void> {
  const entry = (of: MoneyMethod, minor: number) => ({
    id: newId(),
    paymentId: payment.id,
    method: of,
    amountMinor: minor,
    currency,
    createdAt: now,
  })
  await updatePayment(tx, payment.id).set({ correctedMethod: method }).execute()
  await insertRows(tx, 'paymentCorrection', [
    entry(methodOf(payment) as MoneyMethod, -amountMinor),
    entry(method, amountMinor),
  ]).execute()
}

/** The payment an event of the provider is about. One whose session was made, and lost by a crash, gets it now. */
export async function findPaymentOfSession(
  tx: TenantTx,
  session: { readonly sessionId: string; readonly paymentId: string | null },
): Promise<string | null> {
  const { sessionId, paymentId } = session
  if (paymentId !== null && isUuid(paymentId))
    await updateQuietly(tx, 'payment')
      .set({ sessionId })
      .where('id', '=', paymentId)
      .where('sessionId', 'is', null)
      .where('method', '=', 'online')
      .where('receivedMinor', 'is', null)
      .execute()
  const row = await selectRows(tx, 'payment').select('id').where('sessionId', '=', sessionId).executeTakeFirst()
  return row?.id ?? null
}
