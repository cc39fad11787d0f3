import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { isAmong } from '../../db/is-among.ts'
import type { Refund as RefundRow } from '../../db/tables.ts'
import { countFound, inOrder, inOrderOfMaking, type Page } from '../../db/in-order.ts'
import {
  changedSince,
  insertRows,
  isDone,
  isWithin,
  sameTenant,
  selectRows,
  type Span,
  updateQuietly,
  updateRows,
} from '../../db/rows.ts'
import { orNotFound } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'
import { noteDue } from '../tenant/due-work.queries.ts'
import { announce } from '../webhook/announce.ts'
import { noteRefundMoney } from './money-back.queries.ts'
import {
  comesFrom,
  type PaymentMethod,
  type RefundCause,
  type RefundState,
  type RefundStatus,
  refundTransitions,
} from './payment.ts'

export type Refund = Selectable<RefundRow> & {
  /** How the refunded payment came. */
  readonly method: PaymentMethod
}

/** As `refundStateOf`, in SQL, for a row of `refund` joined with its `payment`. */
export function refundState(): RawBuilder<RefundState> {
  return sql<RefundState>`case when refund.status = 'failed' then 'failed' when refund.status = 'succeeded' then 'done'
    when payment.method = 'online' then 'under_way' else 'owed' end`
}

function selectRefunds(tx: TenantTx) {
  return selectRows(tx, 'refund')
    .innerJoin('payment', sameTenant('payment.id', 'refund.paymentId'))
    .selectAll('refund')
    .select('payment.method')
}

export async function findRefund(tx: TenantTx, id: string): Promise<Refund | null> {
  return (await selectRefunds(tx).where('refund.id', '=', id).executeTakeFirst()) ?? null
}

export async function getRefund(tx: TenantTx, id: string): Promise<Refund> {
  return orNotFound(await findRefund(tx, id))
}

/** Locks the refunds of a payment: none is handed over meanwhile, nor is that undone. */
export async function lockRefundsOf(tx: TenantTx, paymentId: string): Promise<void> {
  await selectRows(tx, 'refund')
    .select('id')
    .where('paymentId', '=', paymentId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** All refunds of some reservations, in the order they were promised. */
export async function listRefunds(tx: TenantTx, reservationIds: readonly string[]): Promise<readonly Refund[]> {
  return selectRefunds(tx).where(isAmong('refund.reservationId', reservationIds)).orderBy('refund.id').execute()
}

export type RefundFilter = {
  /** One of these; absent: any. */
  readonly statuses?: readonly RefundStatus[]
  readonly eventId?: string
  readonly updatedSince?: Date
} & Span

function selectChosen(tx: TenantTx, filter: RefundFilter) {
  const { statuses, eventId, updatedSince } = filter
  let query = selectRefunds(tx)
    .where(changedSince(updatedSince, 'refund.updatedAt'))
    .where(isWithin(filter, 'refund.createdAt'))
  if (statuses !== undefined) query = query.where('refund.status', 'in', statuses)
  if (eventId !== undefined)
    query = query
      .innerJoin('reservation', sameTenant('reservation.id', 'refund.reservationId'))
      .where('reservation.eventId', '=', eventId)
  return query
}

/** Refunds of the tenant, in the order they were promised. */
export async function listTenantRefunds(tx: TenantTx, filter: RefundFilter & Page): Promise<readonly Refund[]> {
  return inOrder(selectChosen(tx, filter), inOrderOfMaking('refund.id'), filter).execute()
}

export function countTenantRefunds(tx: TenantTx, filter: RefundFilter): Promise<number> {
  return countFound(tx, selectChosen(tx, filter))
}

export type NewRefund = {
  readonly paymentId: string
  readonly reservationId: string
  readonly amountMinor: number
  readonly currency: string
  readonly because: RefundCause
  readonly status: 'requested' | 'succeeded'
  readonly handedOverAt?: Date | null
  readonly providerRefundId?: string
  /** The one whose amount this was part of, and whose credit note speaks of both. */
  readonly splitFrom?: string
  /** The quantities by line of the reservation; empty for money that paid for nothing. */
  readonly lines: readonly { readonly reservationLineId: string; readonly quantity: number }[]
  readonly checkAt: Date | null
  readonly now: Date
}

export async function insertRefund(tx: TenantTx, refund: NewRefund): Promise<string> {
  const { lines, now, ...fields } = refund
  const id = newId()
  const endedAt = refund.status === 'succeeded' ? now : null
  await insertRows(tx, 'refund', { id, ...fields, createdAt: now, endedAt }).execute()
  if (lines.length > 0)
    await insertRows(
      tx,
      'refundLine',
      lines.map((line) => ({ refundId: id, ...line })),
    ).execute()
  await noteDue(tx, 'payments', refund.checkAt)
  await noteRefundMoney(tx, id, now)
  if (refund.status === 'succeeded') await tellOfRefund(tx, id, now)
  return id
}

/** Tells webhooks that money of a reservation is with its payer again. */
async function tellOfRefund(tx: TenantTx, id: string, now: Date): Promise<void> {
  const { reservation, event } = await selectRows(tx, 'refund')
    .innerJoin('reservation', sameTenant('reservation.id', 'refund.reservationId'))
    .select(['reservation.id as reservation', 'reservation.eventId as event'])
    .where('refund.id', '=', id)
    .executeTakeFirstOrThrow()
  await announce(tx, now, [{ kind: 'reservation.refunded', data: { reservation, event, refund: id } }])
}

/** Sums how many of each line of a reservation were refunded, in the order of the refunds. */
export async function listRefundedLines(tx: TenantTx, reservationId: string) {
  return selectRows(tx, 'refundLine as line')
    .innerJoin('refund', sameTenant('refund.id', 'line.refundId'))
    .select(['line.reservationLineId', sql<number>`sum(line.quantity)::int`.as('quantity')])
    .where('refund.reservationId', '=', reservationId)
    .groupBy('line.reservationLineId')
    .execute()
}

/** Counts the cancelled tickets of a reservation by price. */
export async function countCancelledTickets(tx: TenantTx, reservationId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await selectRows(tx, 'ticket')
    .select(['priceId', sql<number>`count(*)::int`.as('count')])
    .where('reservationId', '=', reservationId)
    .where('cancelledAt', 'is not', null)
    .where('supersededBy', 'is', null)
    .groupBy('priceId')
    .execute()
  return new Map(rows.map((row) => [row.priceId, row.count]))
}

function updateRefund(tx: TenantTx, id: string) {
  return updateRows(tx, 'refund').where('id', '=', id)
}

type RefundChange = {
  readonly status: RefundStatus
  readonly providerRefundId?: string
  readonly failure: string | null
  readonly checkAt: Date | null
  readonly endedAt: Date | null
  readonly now: Date
}

/** Moves a refund along the table of its statuses. False: it had moved before, or staff has handed the money over. */
export async function markRefund(tx: TenantTx, id: string, { now, ...change }: RefundChange): Promise<boolean> {
  const isChanged = await updateRefund(tx, id)
    .set(change)
    .where('status', 'in', comesFrom(refundTransitions, change.status))
    .where('handedOverAt', 'is', null)
    .$call(isDone)
  if (!isChanged) return false
  await noteDue(tx, 'payments', change.checkAt)
  await noteRefundMoney(tx, id, now)
  if (change.status === 'succeeded') await tellOfRefund(tx, id, now)
  return true
}

type RefundEnd = Pick<RefundChange, 'providerRefundId' | 'failure'> & { readonly status: 'succeeded' | 'failed' }

/** Marks that a refund is done or has failed, as markRefund does. */
export function endRefund(tx: TenantTx, id: string, end: RefundEnd, now: Date): Promise<boolean> {
  return markRefund(tx, id, { ...end, checkAt: null, endedAt: now, now })
}

/** Refunds that staff may hand over: those due at the desk, and what the provider refused. */
function statusDue({ method }: Pick<Refund, 'method'>): 'failed' | 'requested' {
  return method === 'online' ? 'failed' : 'requested'
}

/** Marks that staff has handed a refund over. False when it is not due like that any more. */
export async function markHandedOver(tx: TenantTx, refund: Refund, now: Date): Promise<boolean> {
  const isChanged = await updateRefund(tx, refund.id)
    .set({ status: 'succeeded', failure: null, checkAt: null, endedAt: now, handedOverAt: now })
    .where('status', '=', statusDue(refund))
    .$call(isDone)
  if (!isChanged) return false
  await noteRefundMoney(tx, refund.id, now)
  await tellOfRefund(tx, refund.id, now)
  return true
}

/**
 * Undoes the mark of a handover: the refund is due as before, with the reason why the provider had refused it. Not in the table of
 * statuses, by which no refund that the provider sent comes back. False when it is not handed over.
 */
export async function markNotHandedOver(
  tx: TenantTx,
  refund: Refund,
  { failure, now }: { readonly failure: string | null; readonly now: Date },
): Promise<boolean> {
  const status = statusDue(refund)
  const isChanged = await updateRefund(tx, refund.id)
    .set({ status, failure, handedOverAt: null, ...(status === 'requested' ? { endedAt: null } : {}) })
    .where('handedOverAt', 'is not', null)
    .$call(isDone)
  if (isChanged) await noteRefundMoney(tx, refund.id, now)
  return isChanged
}

/** Marks that a refund is with the provider, but not yet with the bank. */
export async function noteRefundSent(tx: TenantTx, id: string, providerRefundId: string, checkAt: Date): Promise<void> {
  await updateQuietly(tx, 'refund')
    .set({ providerRefundId, checkAt })
    .where('id', '=', id)
    .where('status', '=', 'requested')
    .execute()
  await noteDue(tx, 'payments', checkAt)
}

/** Makes an unsent refund smaller, since part of it has gone another way. What is asked next is another request. */
export async function takeOff(
  tx: TenantTx,
  { id, attempt }: Pick<Refund, 'id' | 'attempt'>,
  partMinor: number,
): Promise<void> {
  await updateRefund(tx, id)
    .set((refund) => ({ amountMinor: refund('amountMinor', '-', partMinor), attempt: attempt + 1 }))
    .execute()
}

/** As `countSessionAttempt` (payment.queries.ts), for a refund. */
export async function countRefundAttempt(tx: TenantTx, id: string, attempt: number): Promise<void> {
  await updateQuietly(tx, 'refund')
    .set({ attempt: attempt + 1 })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .execute()
}
