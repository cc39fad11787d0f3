import { orNotFound } from '../../errors.ts'
import { sha256 } from '../../lib/hash.ts'
import type { BasicDeps } from '../deps.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { refusedHandOut } from '../ticket/thing.ts'
import { findHandOut, undoKey } from './hand-out.queries.ts'
import { noteHandOut } from './hand-out-things.ts'

/**
 * Undoes a hand-out, once, whoever noted it. The log keeps both. A repeat, by a colleague as well, changes nothing.
 *
 * @throws AppError not_found, invalid_transition (it is a return; fewer are out by now; or its reservation is cancelled)
 */
export async function undoHandOut(
  deps: BasicDeps,
  tenant: Tenant,
  asked: { readonly reservationId: string; readonly handOutId: string; readonly actorId: string | null },
): Promise<void> {
  const { reservationId, handOutId, actorId } = asked
  await deps.database.asTenant(tenant.id, async (tx) => {
    const handOut = orNotFound(await findHandOut(tx, reservationId, handOutId))
    const { thingId, quantity } = handOut
    if (quantity < 0) throw refusedHandOut('returned', 'undone')
    const repeatable = { key: undoKey(handOutId), hash: sha256(handOutId) }
    const back = { reservationId, thingId, quantity, isUndo: true, actorId, repeatable }
    await noteHandOut(tx, back, deps.now())
  })
}
