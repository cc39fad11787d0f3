import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { newId } from '../../lib/ids.ts'
import { handedOutKinds } from '../catalog/product.ts'
import { emptyHanded, type Thing } from '../ticket/thing.ts'

export type NewHandOut = {
  /** Below zero: they came back. */
  readonly change: number
  readonly actorId: string | null
  readonly request: { readonly key: string; readonly hash: Buffer } | null
  readonly now: Date
}

/** Notes what went over the desk, of a reservation that is locked; how many were out before is the condition all the same. */
export async function insertHandOut(
  tx: TenantTx,
  thing: Thing,
  { change, actorId, request, now }: NewHandOut,
): Promise<void> {
  const handedOut = thing.handedOut + change
  const row = await tx
    .updateTable('reservationLine')
    .set({ handedOut })
    .where('tenantId', '=', tx.tenantId)
    .where('id', '=', thing.id)
    .where('handedOut', '=', thing.handedOut)
    .returning('id')
    .executeTakeFirst()
  if (!row) throw new Error('a thing of a locked reservation was handed out')
  await tx
    .insertInto('handOut')
    .values({
      ...{ tenantId: tx.tenantId, id: newId(), reservationLineId: thing.id, quantity: change, handedOut },
      ...{ actorId, requestKey: request?.key ?? null, requestHash: request?.hash ?? null, createdAt: now },
    })
    .execute()
}

/** What was asked under an Idempotency-Key, however long ago, as its hash; null: it is new. */
export async function findHandOutRequest(tx: TenantTx, key: string): Promise<Buffer | null> {
  const row = await tx
    .selectFrom('handOut')
    .select('requestHash')
    .where('tenantId', '=', tx.tenantId)
    .where('requestKey', '=', key)
    .executeTakeFirst()
  return row?.requestHash ?? null
}

/** Of all bookings that are paid or confirmed: how many things wait for whoever bought them, and how many are out. */
export async function countThings(
  tx: TenantTx,
): Promise<{ readonly left: number; readonly handedOut: number }> {
  const { quantity, handedOut } = await tx
    .selectFrom('reservationLine as line')
    .innerJoin('reservation', (join) =>
      join
        .onRef('reservation.tenantId', '=', 'line.tenantId')
        .onRef('reservation.id', '=', 'line.reservationId'),
    )
    .innerJoin('product', (join) =>
      join.onRef('product.tenantId', '=', 'line.tenantId').onRef('product.id', '=', 'line.productId'),
    )
    .select([
      sql<number>`coalesce(sum(line.quantity), 0)::int`.as('quantity'),
      sql<number>`coalesce(sum(line.handed_out), 0)::int`.as('handedOut'),
    ])
    .where('line.tenantId', '=', tx.tenantId)
    .where('line.makesTickets', '=', false)
    .where('product.kind', 'in', handedOutKinds)
    .where('reservation.status', 'not in', emptyHanded)
    .executeTakeFirstOrThrow()
  return { left: quantity - handedOut, handedOut }
}
