import { currentDay } from '../../lib/time.ts'
import type { Deps } from '../deps.ts'
import { countThings } from '../reservation/hand-out.queries.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { listConflicts } from '../ticket/inside.queries.ts'
import { listCurrentEventIds } from '../ticket/ticket.queries.ts'
import { listChores } from './chores.queries.ts'
import { mostConflicts } from './overview.ts'
import { listTonight, listTurnedAway } from './overview.queries.ts'

/** A text that is another one once somebody was let in or turned away, or a ticket of tonight was sold. It says nothing else. */
export async function readPulse(
  deps: Pick<Deps, 'database' | 'now'>,
  tenant: Pick<Tenant, 'id' | 'timeZone'>,
): Promise<string> {
  const now = deps.now()
  const day = currentDay(now, tenant.timeZone)
  return deps.database.asTenant(tenant.id, async (tx) =>
    JSON.stringify([
      await listTonight(tx, await listCurrentEventIds(tx, { ...day, now })),
      await listTurnedAway(tx, day.from),
    ]),
  )
}

/**
 * The same of what waits to be done: conflicts, things to hand out, and chores. It is asked more seldom, since it reads more than the
 * evening.
 */
export async function readWaitingPulse(
  deps: Pick<Deps, 'database' | 'now'>,
  tenant: Pick<Tenant, 'id' | 'timeZone'>,
): Promise<string> {
  const now = deps.now()
  const day = currentDay(now, tenant.timeZone)
  return deps.database.asTenant(tenant.id, async (tx) =>
    JSON.stringify([
      await listConflicts(tx, await listCurrentEventIds(tx, { ...day, now }), mostConflicts),
      await countThings(tx, now),
      await listChores(tx, now),
    ]),
  )
}
