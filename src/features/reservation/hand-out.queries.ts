import { sql } from 'kysely'
import type { TenantTx } from '../../db/database.ts'
import { insertRows, isDone, sameTenant, selectRows, updateRow } from '../../db/rows.ts'
import { newId } from '../../lib/ids.ts'
import { listActorNames } from '../account/actor.queries.ts'
import { handedOutKinds } from '../catalog/product.ts'
import { emptyHanded, type Thing } from '../ticket/thing.ts'

export type NewHandOut = {
  /** How many went out; below zero: they came back. */
  readonly change: number
  readonly actorId: string | null
  readonly request: { readonly key: string; readonly hash: Buffer } | null
  readonly now: Date
}

/** Notes a hand-out of a locked reservation, on the condition of how many were out before all the same. */
export async function insertHandOut(
  tx: TenantTx,
  thing: Thing,
  { change, actorId, request, now }: NewHandOut,
): Promise<void> {
  const handedOut = thing.handedOut + change
  const isNoted = await updateRow(tx, 'reservationLine', thing.id, { handedOut })
    .where('handedOut', '=', thing.handedOut)
    .$call(isDone)
  if (!isNoted) throw new Error('a thing of a locked reservation was handed out')
  await insertRows(tx, 'handOut', {
    id: newId(),
    reservationLineId: thing.id,
    quantity: change,
    handedOut,
    actorId,
    requestKey: request?.key ?? null,
    requestHash: request?.hash ?? null,
    createdAt: now,
  }).execute()
}

/** Finds the hash of what was asked with an Idempotency-Key, however long ago; null: the key is new. */
export async function findHandOutRequest(tx: TenantTx, key: string): Promise<Buffer | null> {
  const row = await selectRows(tx, 'handOut').select('requestHash').where('requestKey', '=', key).executeTakeFirst()
  return row?.requestHash ?? null
}

/** The key of the request that undoes a hand-out; no client's key equals it, since theirs hold no space. */
export function undoKey(handOutId: string): string {
  return `back ${handOutId}`
}

/** Finds an entry in the hand-out log of a reservation. */
export async function findHandOut(tx: TenantTx, reservationId: string, id: string) {
  const row = await selectHandOuts(tx, reservationId).where('handOut.id', '=', id).executeTakeFirst()
  return row ?? null
}

/** A hand-out as the list shows it: what went over the desk, or came back. */
export type NotedHandOut = Awaited<ReturnType<typeof listHandOuts>>[number]

/**
 * Lists what went over the desk for a reservation, or came back (a quantity below zero), the latest first; with how many were out
 * afterwards, and when it was undone because it was wrong; null: it was not.
 */
export async function listHandOuts(tx: TenantTx, reservationId: string) {
  const rows = await selectHandOuts(tx, reservationId)
    .select(['handOut.id', 'handOut.handedOut', 'handOut.actorId', 'handOut.requestKey'])
    .select('handOut.createdAt as at')
    .orderBy('handOut.id', 'desc')
    .execute()
  const actorIds = rows.map(({ actorId }) => actorId)
  const names = await listActorNames(tx, actorIds)
  const timesOfKeys = new Map(rows.map(({ requestKey, at }) => [requestKey, at]))
  return rows.map(({ actorId, requestKey: _, ...row }) => ({
    ...row,
    by: (actorId && names.get(actorId)) ?? null,
    undoneAt: timesOfKeys.get(undoKey(row.id)) ?? null,
  }))
}

function selectHandOuts(tx: TenantTx, reservationId: string) {
  return selectRows(tx, 'handOut')
    .innerJoin('reservationLine as line', sameTenant('line.id', 'handOut.reservationLineId'))
    .select(['line.id as thingId', 'handOut.quantity'])
    .where('line.reservationId', '=', reservationId)
}

/** How many things of an event's paid or confirmed bookings wait for their buyers, and how many are out. */
export type EventThings = Awaited<ReturnType<typeof countThings>>[number]

/** Counts things by event, the nearest first; events to come and of the last day before those that are over. */
export async function countThings(tx: TenantTx, now: Date) {
  return selectRows(tx, 'reservationLine as line')
    .innerJoin('reservation', sameTenant('reservation.id', 'line.reservationId'))
    .innerJoin('product', sameTenant('product.id', 'line.productId'))
    .innerJoin('event', sameTenant('event.id', 'reservation.eventId'))
    .select(['event.id as eventId', 'event.name as eventName', 'event.startsAt'])
    .select([
      sql<number>`sum(line.quantity - line.handed_out)::int`.as('left'),
      sql<number>`sum(line.handed_out)::int`.as('handedOut'),
    ])
    .where('line.makesTickets', '=', false)
    .where('product.kind', 'in', handedOutKinds)
    .where('reservation.status', 'not in', emptyHanded)
    .groupBy(['event.tenantId', 'event.id'])
    .orderBy(sql`event.starts_at < ${now}::timestamptz - interval '1 day'`)
    .orderBy(sql`abs(extract(epoch from event.starts_at - ${now}::timestamptz))`)
    .orderBy('event.id')
    .execute()
}
