import type { TenantTx } from '../../db/database.ts'
import { currentDay } from '../../lib/time.ts'
import { readTakings } from '../accounting/read-accounting.ts'
import type { BasicDeps } from '../deps.ts'
import { countThings } from '../reservation/hand-out.queries.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { listConflicts } from '../ticket/inside.queries.ts'
import { listCurrentEventIds } from '../ticket/ticket.queries.ts'
import { listOpenTasks } from './open-tasks.queries.ts'
import { mostConflicts } from './overview.ts'
import { listTonight, listTurnedAway } from './overview.queries.ts'

type House = Pick<Tenant, 'id' | 'timeZone' | 'currency'>

/** A text that is another one once somebody was let in or turned away, or a ticket of tonight was sold. It says nothing else. */
export function readPulse(deps: BasicDeps, tenant: House): Promise<string> {
  return readNow(deps, tenant, async (tx, { eventIds, from }) => [
    await listTonight(tx, eventIds),
    await listTurnedAway(tx, { from, eventId: null }),
  ])
}

/**
 * As `readPulse`, for what waits to be done (conflicts, things to hand out, open tasks), and for what came in. It is asked for less often, since it reads
 * more than the evening.
 */
export function readWaitingPulse(deps: BasicDeps, tenant: House): Promise<string> {
  return readNow(deps, tenant, async (tx, { eventIds, now, from, to }) => [
    await listConflicts(tx, eventIds, mostConflicts),
    await countThings(tx, now),
    await listOpenTasks(tx, now),
    await readTakings(tx, tenant, { from, until: to }),
  ])
}

/** The bounds of the current day, and the events that are on. */
type Tonight = { readonly now: Date; readonly from: Date; readonly to: Date; readonly eventIds: readonly string[] }

async function readNow(
  deps: BasicDeps,
  { id, timeZone }: House,
  read: (tx: TenantTx, tonight: Tonight) => Promise<readonly unknown[]>,
): Promise<string> {
  const now = deps.now()
  const day = currentDay(now, timeZone)
  return deps.database.asTenant(id, async (tx) => {
    const eventIds = await listCurrentEventIds(tx, { ...day, now })
    return JSON.stringify(await read(tx, { now, ...day, eventIds }))
  })
}
