import type { TenantTx } from '../../db/database.ts'
import { insertRows, selectRows } from '../../db/rows.ts'
import { orNotFound } from '../../errors.ts'
import { idsOf, newId } from '../../lib/ids.ts'
import { listActorNames } from '../account/actor.queries.ts'
import { getRefund, type Refund } from './refund.queries.ts'

/** The handover of a refund, or the undo of one. */
export type Handover = {
  readonly isUndo: boolean
  /** The name of the actor (`listActorNames`); null when erased, or nobody in particular. */
  readonly by: string | null
  readonly at: Date
}

export type NewHandover = {
  readonly refundId: string
  readonly isUndo: boolean
  readonly actorId: string | null
  /** The provider's reason, for a refund that it had refused. */
  readonly failure: string | null
  readonly now: Date
}

export async function insertHandover(tx: TenantTx, { now, isUndo, ...handover }: NewHandover): Promise<void> {
  await insertRows(tx, 'refundHandover', { id: newId(), ...handover, isTakenBack: isUndo, createdAt: now }).execute()
}

/** Why the provider had refused what was handed over last; null: it was taken at the desk. */
export async function findFormerFailure(tx: TenantTx, refundId: string): Promise<string | null> {
  const row = await selectRows(tx, 'refundHandover')
    .select('failure')
    .where('refundId', '=', refundId)
    .where('isTakenBack', '=', false)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row?.failure ?? null
}

/** The handovers of each of some refunds, in order, with those that were undone. */
export async function listHandovers(
  tx: TenantTx,
  refundIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Handover[]>> {
  if (refundIds.length === 0) return new Map()
  const rows = await selectRows(tx, 'refundHandover')
    .select(['refundId', 'isTakenBack as isUndo', 'actorId', 'createdAt as at'])
    .where('refundId', 'in', refundIds)
    .orderBy('id')
    .execute()
  const actorIds = rows.map(({ actorId }) => actorId)
  const names = await listActorNames(tx, actorIds)
  const told = rows.map(({ refundId, actorId, ...row }) => ({
    refundId,
    handover: { ...row, by: (actorId && names.get(actorId)) ?? null },
  }))
  const byRefund = Map.groupBy(told, ({ refundId }) => refundId)
  return new Map([...byRefund].map(([id, some]) => [id, some.map(({ handover }) => handover)]))
}

/** A refund with its handovers. */
export type RefundWithHandovers = Refund & { readonly handovers: readonly Handover[] }

export async function withHandovers(tx: TenantTx, refunds: readonly Refund[]): Promise<readonly RefundWithHandovers[]> {
  const handovers = await listHandovers(tx, idsOf(refunds))
  return refunds.map((refund) => ({ ...refund, handovers: handovers.get(refund.id) ?? [] }))
}

export async function getRefundWithHandovers(tx: TenantTx, refundId: string): Promise<RefundWithHandovers> {
  const [told] = await withHandovers(tx, [await getRefund(tx, refundId)])
  return orNotFound(told)
}
