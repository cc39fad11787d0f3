import { type TenantTx, violatedForeignKey } from '../../db/database.ts'
import { AppError, fieldError } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'
import type { Deps } from '../deps.ts'
import { relocateCalendarEntries, renameInCalendar } from './calendar.queries.ts'
import { allowsCount } from './category-rules.ts'
import {
  countEntriesLocked,
  deleteEntryRow,
  findEntry,
  insertEntry,
  lockLocation,
  updateEntryValues,
} from './programme.queries.ts'
import { type ProgrammeEntry, type ProgrammeNoun, type ProgrammeValues, programmeRule } from './programme.ts'
import type { Tenant } from './tenant.ts'

type EntryDeps = Pick<Deps, 'database' | 'now'>

/** @throws AppError category_rule (one more than the category has), validation_failed (unknown location of a stage) */
export async function createEntry<Noun extends ProgrammeNoun>(
  deps: EntryDeps,
  tenant: Tenant,
  noun: Noun,
  values: ProgrammeValues[Noun],
): Promise<ProgrammeEntry<Noun>> {
  return refusingBrokenReferences(() =>
    deps.database.asTenant(tenant.id, async (tx) => {
      await requireCount(tx, tenant, noun, +1)
      const entry = { ...values, id: newId(), createdAt: deps.now() }
      await insertEntry(tx, noun, entry)
      return entry
    }),
  )
}

/**
 * Changes what `values` names and leaves the rest.
 *
 * @throws AppError not_found, validation_failed, category_rule (a venue's location moves away from its organisation),
 *   in_use (a stage moves away from under events that name its location)
 */
export async function updateEntry<Noun extends ProgrammeNoun>(
  deps: EntryDeps,
  tenant: Tenant,
  noun: Noun,
  id: string,
  values: Partial<ProgrammeValues[Noun]>,
): Promise<ProgrammeEntry<Noun>> {
  return refusingBrokenReferences(() =>
    deps.database.asTenant(tenant.id, async (tx) => {
      if (noun === 'location' && tenant.category === 'venue') await requireAddressOfPlace(tx, id, values)
      if (!(await updateEntryValues(tx, noun, id, values))) throw new AppError('not_found')
      const entry = await findEntry(tx, noun, id)
      if (!entry) throw new Error('the entry just changed is missing')
      if (noun === 'location') await relocateCalendarEntries(tx, id)
      if (noun === 'artist') await renameInCalendar(tx, id)
      return entry
    }),
  )
}

/**
 * A venue is its one location, and the organisation says where it is (updateTenant). A form that sends the address as it
 * is changes nothing; under the lock it stays so until the form is written.
 */
async function requireAddressOfPlace(
  tx: TenantTx,
  id: string,
  values: Partial<ProgrammeValues['location']>,
): Promise<void> {
  const known = await lockLocation(tx, id)
  if (!known) throw new AppError('not_found')
  const moved = (['address', 'postalCode', 'city'] as const).filter(
    (part) => values[part] !== undefined && values[part] !== known[part],
  )
  if (moved.length > 0)
    throw new AppError('category_rule', {
      fields: Object.fromEntries(moved.map((part) => [part, ['address_of_place']])),
    })
}

/** @throws AppError not_found, category_rule (fewer than the category has), in_use (an event, a stage or a booking names it) */
export async function deleteEntry(
  deps: EntryDeps,
  tenant: Tenant,
  noun: ProgrammeNoun,
  id: string,
): Promise<void> {
  try {
    await deps.database.asTenant(tenant.id, async (tx) => {
      if (!(await findEntry(tx, noun, id))) throw new AppError('not_found')
      await requireCount(tx, tenant, noun, -1)
      // Another who deleted it while this one waited for the lock.
      if (!(await deleteEntryRow(tx, noun, id))) throw new AppError('not_found')
    })
  } catch (error) {
    if (violatedForeignKey(error) !== null) throw new AppError('in_use')
    throw error
  }
}

async function requireCount(
  tx: TenantTx,
  tenant: Tenant,
  noun: ProgrammeNoun,
  difference: 1 | -1,
): Promise<void> {
  const rule = programmeRule(noun, tenant.category)
  // Where any number will do, nobody has to wait for anybody.
  if (rule === 'any') return
  if (!allowsCount(rule, (await countEntriesLocked(tx, noun)) + difference))
    throw new AppError('category_rule')
}

/** The foreign keys decide, so that nothing can be deleted between a look and a write. */
async function refusingBrokenReferences<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const foreignKey = violatedForeignKey(error)
    if (foreignKey === 'stage_location') throw fieldError('location', 'unknown_location')
    if (foreignKey === 'event_stage_at_location') throw new AppError('in_use')
    throw error
  }
}
