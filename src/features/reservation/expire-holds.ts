import { idsOf } from '../../lib/ids.ts'
import type { BasicDeps } from '../deps.ts'
import { forEachDue } from '../tenant/for-each-due.ts'
import { lockTickets } from '../ticket/reservation-tickets.queries.ts'
import { closeReservations, lockCountersOf } from './close-reservations.ts'
import { deleteOldKeys } from '../request/idempotency.queries.ts'
import { keyLifeMs } from '../request/idempotency.ts'
import { lacksPlaces } from './places.ts'
import { listDueHolds, lockDueHolds } from './reservation.queries.ts'
import { deleteOldSolutions } from './used-solution.queries.ts'

const mostAtOnce = 200

/**
 * Cancels all holds of a tenant that have run out, however many gathered.
 *
 * @returns whether there were any: those that another process cancelled meanwhile count too, since their places are free as well
 */
export async function expireDueHolds(deps: BasicDeps, tenantId: string): Promise<boolean> {
  const due = await expireSome(deps, tenantId)
  if (due === mostAtOnce) await expireDueHolds(deps, tenantId)
  return due > 0
}

/** Cancels up to `mostAtOnce` expired holds in one transaction; returns how many were due before it waited for their locks. */
async function expireSome(deps: BasicDeps, tenantId: string): Promise<number> {
  return deps.database.asTenant(tenantId, async (tx) => {
    const now = deps.now()
    const due = await listDueHolds(tx, now, mostAtOnce)
    if (due.length === 0) return 0
    const lines = await lockCountersOf(tx, due)
    const still = await lockDueHolds(tx, idsOf(due), now)
    if (still.length > 0) {
      await lockTickets(tx, idsOf(still))
      await closeReservations(tx, still, lines, 'expiry', now)
    }
    return due.length
  })
}

/**
 * Cancels expired holds of every tenant that has one due, and deletes old idempotency keys and used solutions as well. @throws
 * TenantsFailedError
 */
export async function expireHoldsEverywhere(deps: BasicDeps): Promise<void> {
  await forEachDue(deps, 'holds', async (tenantId) => {
    await expireDueHolds(deps, tenantId)
    const now = deps.now()
    await deps.database.asTenant(tenantId, async (tx) => {
      await deleteOldKeys(tx, new Date(now.getTime() - keyLifeMs))
      await deleteOldSolutions(tx, now)
    })
    return false
  })
}

/** Runs `act`, and once more if places lacked that expired holds still occupied: these are released when somebody needs them. */
export async function onceHoldsExpired<T>(deps: BasicDeps, tenantId: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (!lacksPlaces(error) || !(await expireDueHolds(deps, tenantId))) throw error
    return act()
  }
}
