import { serverSide, type TenantTx } from '../../db/database.ts'
import { isThere, selectRows } from '../../db/rows.ts'
import { AppError } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'
import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { BasicDeps } from '../deps.ts'
import { relocateCalendarEntries } from './calendar.queries.ts'
import { allowsCount, alwaysHasOne } from './category-rules.ts'
import { countEntriesLocked, findFirstEntry, insertEntry, updateEntryValues } from './programme.queries.ts'
import { programmeRule } from './programme.ts'
import { getTenant, lockCategory, lockTenant, putTenant } from './tenant.queries.ts'
import { categoryRules, type Tenant, type TenantCategory } from './tenant.ts'

/** Obstacles to a category: more of these than it may have, or events that it cannot have. */
export const categoryObstacles = ['location', 'stage', 'project', 'events_without_project'] as const
export type CategoryObstacle = (typeof categoryObstacles)[number]

/**
 * Makes an organisation one of another kind that sells, and makes what that kind always has: a place, a stage, a project (ADR 0073).
 * A venue's one place is where the organisation is from then on.
 *
 * @returns the obstacles, and nothing has changed; empty: it is of that kind now
 * @throws AppError not_found, category_rule (from or to Root or a Meta: what sells and what does not never turn into each other,
 *   since their rows differ)
 */
export async function changeCategory(
  deps: BasicDeps<'notifyChange'>,
  actor: Actor,
  id: string,
  category: TenantCategory,
): Promise<readonly CategoryObstacle[]> {
  return deps.database.asTenant(id, async (tx) => {
    await lockCategory(tx)
    // Somebody who changes its address at this moment is waited for.
    await lockTenant(serverSide(tx), id)
    const tenant = await getTenant(serverSide(tx), id)
    if (!categoryRules[tenant.category].sells || !categoryRules[category].sells) throw new AppError('category_rule')
    if (category === tenant.category) return []
    const obstacles = await findObstacles(tx, category)
    if (obstacles.length > 0) return obstacles
    const now = deps.now()
    await putTenant(serverSide(tx), id, { category })
    await makeMissing(tx, { ...tenant, category }, now)
    await recordChange(tx, actor, now, 'organisation.category_changed', null, {
      before: { category: tenant.category },
      after: { category },
    })
    await deps.notifyChange(tx, 'directory', null)
    await deps.notifyChange(tx, 'catalogue', id)
    return []
  })
}

const counted = ['location', 'stage', 'project'] as const

async function findObstacles(tx: TenantTx, category: TenantCategory): Promise<readonly CategoryObstacle[]> {
  const obstacles: CategoryObstacle[] = []
  for (const noun of counted) {
    const [rule, count] = [programmeRule(noun, category), await countEntriesLocked(tx, noun)]
    // Where there is none yet, the first is made.
    const isMade = count === 0 && alwaysHasOne(rule)
    if (!allowsCount(rule, count) && !isMade) obstacles.push(noun)
  }
  if (alwaysHasOne(programmeRule('project', category)) && (await hasEventWithoutProject(tx)))
    obstacles.push('events_without_project')
  return obstacles
}

/** Whether an event has no project: one of a producer needs one, and only they can say which. */
async function hasEventWithoutProject(tx: TenantTx): Promise<boolean> {
  return selectRows(tx, 'event').where('projectId', 'is', null).$call(isThere)
}

async function makeMissing(tx: TenantTx, tenant: Tenant, now: Date): Promise<void> {
  const { address, postalCode, city, latitude, longitude, category } = tenant
  const place = { address, postalCode, city, latitude, longitude }
  const unsaid = { shortDescription: null, longDescription: null }
  const base = { name: tenant.organisation, createdAt: now, archived: false }
  if (alwaysHasOne(programmeRule('location', category))) {
    const known = await findFirstEntry(tx, 'location')
    const locationId = known?.id ?? newId()
    if (!known) await insertEntry(tx, 'location', { ...base, ...place, id: locationId })
    else if (category === 'venue') {
      await updateEntryValues(tx, 'location', locationId, place)
      await relocateCalendarEntries(tx, locationId)
    }
    if (!(await findFirstEntry(tx, 'stage'))) await insertEntry(tx, 'stage', { ...base, id: newId(), locationId })
  }
  if (alwaysHasOne(programmeRule('project', category)) && !(await findFirstEntry(tx, 'project')))
    await insertEntry(tx, 'project', { ...base, ...unsaid, id: newId() })
}
