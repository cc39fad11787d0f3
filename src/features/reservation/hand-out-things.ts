import { type TenantTx, violates } from '../../db/database.ts'
import { AppError, isRefusal } from '../../errors.ts'
import type { BasicDeps } from '../deps.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { type AskedHandOut, changeOf, handsOut } from '../ticket/thing.ts'
import { listThingsOf } from '../ticket/things.queries.ts'
import { findHandOutRequest, insertHandOut } from './hand-out.queries.ts'
import { lockReservation, markChanged } from './reservation.queries.ts'
import { refusedMove } from './reservation.ts'

export type HandOut = AskedHandOut & {
  readonly reservationId: string
  /** The id of the thing's order line. */
  readonly thingId: string
  /** Who notes it: an API key, an account or a device. */
  readonly actorId: string | null
  /** The key that a repeat is known by, and the hash of what was asked with it. */
  readonly repeatable: { readonly key: string; readonly hash: Buffer } | null
}

/**
 * Notes that things of a reservation went over the desk, or came back, all or none. A repeat with the same key changes nothing; the
 * hand-out itself records it, so that this holds for ever.
 *
 * @throws AppError not_found, idempotency_mismatch, invalid_transition (not paid or confirmed, cancelled, or fewer are out
 *   than come back), already_handed_out (fewer are left)
 */
export async function handOutThings(
  deps: BasicDeps,
  tenant: Tenant,
  reservationId: string,
  asked: readonly Omit<HandOut, 'reservationId'>[],
): Promise<void> {
  await refusingReuse('idempotency_mismatch', () =>
    deps.database.asTenant(tenant.id, async (tx) => {
      for (const handOut of asked) await noteHandOut(tx, { ...handOut, reservationId }, deps.now())
    }),
  )
}

/** Refuses a key that was used for another reservation at the same time: the two rows differ, so neither waited for the other. */
export async function refusingReuse<T>(
  code: 'idempotency_mismatch' | 'nonce_reused',
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isReused = isRefusal(error, 'idempotency_mismatch')
    if (isReused || violates(error, 'hand_out_one_request')) throw new AppError(code)
    throw error
  }
}

/** As `handOutThings`, in the caller's transaction. Decided under the lock of the reservation, as its cancellation is. */
export async function noteHandOut(tx: TenantTx, asked: HandOut, now: Date): Promise<void> {
  const reservation = await lockReservation(tx, asked.reservationId)
  const thing = (await listThingsOf(tx, asked.reservationId)).find(({ id }) => id === asked.thingId)
  if (!reservation || !thing) throw new AppError('not_found')
  const known = asked.repeatable && (await findHandOutRequest(tx, asked.repeatable.key))
  if (known && asked.repeatable?.hash.equals(known)) return
  if (known) throw new AppError('idempotency_mismatch')
  if (!handsOut(reservation.status)) throw refusedMove(reservation)
  const { actorId, repeatable: request } = asked
  await insertHandOut(tx, thing, { change: changeOf(thing, asked), actorId, request, now })
  await markChanged(tx, reservation.id)
}
