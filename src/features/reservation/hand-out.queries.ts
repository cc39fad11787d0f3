import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { newId } from '../../lib/ids.ts'
import { listActorNames } from '../account/actor.queries.ts'
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
      tenantId: tx.tenantId,
      id: newId(),
      reservationLineId: thing.id,
      quantity: change,
      handedOut,
      actorId,
      requestKey: request?.key ?? null,
      requestHash: request?.hash ?? null,
      createdAt: now,
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

/** The key of the request that undoes a hand-out: no client's, since theirs hold no space. */
export function undoKey(handOutId: string): string {
  return `back ${handOutId}`
}

/** Finds an entry in the hand-out log of a reservation. */
export async function findHandOut(
  tx: TenantTx,
  reservationId: string,
  id: string,
): Promise<{ readonly thingId: string; readonly quantity: number } | null> {
  const row = await selectHandOuts(tx, reservationId).where('handOut.id', '=', id).executeTakeFirst()
  return row ?? null
}

/** What went over the desk, or came back. */
export type NotedHandOut = {
  readonly id: string
  readonly thingId: string
  /** Below zero: they came back. */
  readonly quantity: number
  /** How many were out after it. */
  readonly handedOut: number
  /** As listActorNames tells; null: erased, or nobody in particular. */
  readonly by: string | null
  readonly at: Date
  /** It was wrong, and is undone. */
  readonly isUndone: boolean
}

/** The tale of a reservation's things, the latest first. */
export async function listHandOuts(tx: TenantTx, reservationId: string): Promise<readonly NotedHandOut[]> {
  const rows = await selectHandOuts(tx, reservationId)
    .select(['handOut.id', 'handOut.handedOut', 'handOut.actorId', 'handOut.requestKey'])
    .select('handOut.createdAt as at')
    .orderBy('handOut.id', 'desc')
    .execute()
  const names = await listActorNames(
    tx,
    rows.map(({ actorId }) => actorId),
  )
  const keys = new Set(rows.map(({ requestKey }) => requestKey))
  return rows.map(({ id, thingId, quantity, handedOut, actorId, at }) => ({
    id,
    thingId,
    quantity,
    handedOut,
    at,
    by: (actorId && names.get(actorId)) ?? null,
    isUndone: keys.has(undoKey(id)),
  }))
}

function selectHandOuts(tx: TenantTx, reservationId: string) {
  return tx
    .selectFrom('handOut')
    .innerJoin('reservationLine as line', (join) =>
      join.onRef('line.tenantId', '=', 'handOut.tenantId').onRef('line.id', '=', 'handOut.reservationLineId'),
    )
    .select(['line.id as thingId', 'handOut.quantity'])
    .where('handOut.tenantId', '=', tx.tenantId)
    .where('line.reservationId', '=', reservationId)
}

/** Of one event, its bookings that are paid or confirmed: how many things wait for whoever bought them, and how many are out. */
export type EventThings = {
  readonly eventId: string
  readonly eventName: string
  readonly startsAt: Date
  readonly left: number
  readonly handedOut: number
}

/** Events that sold things, the nearest first, those to come and of the last day before those that are over. */
export async function countThings(tx: TenantTx, now: Date): Promise<readonly EventThings[]> {
  return tx
    .selectFrom('reservationLine as line')
    .innerJoin('reservation', (join) =>
      join.onRef('reservation.tenantId', '=', 'line.tenantId').onRef('reservation.id', '=', 'line.reservationId'),
    )
    .innerJoin('product', (join) =>
      join.onRef('product.tenantId', '=', 'line.tenantId').onRef('product.id', '=', 'line.productId'),
    )
    .innerJoin('event', (join) =>
      join.onRef('event.tenantId', '=', 'line.tenantId').onRef('event.id', '=', 'reservation.eventId'),
    )
    .select(['event.id as eventId', 'event.name as eventName', 'event.startsAt'])
    .select([
      sql<number>`sum(line.quantity - line.handed_out)::int`.as('left'),
      sql<number>`sum(line.handed_out)::int`.as('handedOut'),
    ])
    .where('line.tenantId', '=', tx.tenantId)
    .where('line.makesTickets', '=', false)
    .where('product.kind', 'in', handedOutKinds)
    .where('reservation.status', 'not in', emptyHanded)
    .groupBy(['event.tenantId', 'event.id'])
    .orderBy(sql`event.starts_at < ${now}::timestamptz - interval '1 day'`)
    .orderBy(sql`abs(extract(epoch from event.starts_at - ${now}::timestamptz))`)
    .orderBy('event.id')
    .execute()
}
