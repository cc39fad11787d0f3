import { referringTable, type TenantTx, violatedForeignKey, violates } from '../../db/database.ts'
import { AppError, fieldError, orNotFound } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'
import { versionOf } from '../../lib/version.ts'
import type { Actor } from '../account/actor.ts'
import type { AuditAction } from '../audit/action.ts'
import { recordChange } from '../audit/record-change.ts'
import type { BasicDeps } from '../deps.ts'
import { relocateCalendarEntries, renameInCalendar } from './calendar.queries.ts'
import { allowsCount } from './category-rules.ts'
import { requireBothCoordinates } from './coordinates.ts'
import {
  countEntriesLocked,
  deleteEntryRow,
  findEntry,
  getEntry,
  getEntryLocked,
  insertEntry,
  lockLocation,
  markEntryArchived,
  updateEntryValues,
} from './programme.queries.ts'
import { entryValues, type ProgrammeEntry, programmeRule } from './programme.ts'
import type { ProgrammeNoun, ProgrammeValues } from './programme-fields.ts'
import { holdCategory } from './tenant.queries.ts'
import type { Tenant, TenantCategory } from './tenant.ts'

/** The names that the log has for changes of each noun. */
const actions = {
  location: { created: 'location.created', changed: 'location.changed', deleted: 'location.deleted' },
  stage: { created: 'stage.created', changed: 'stage.changed', deleted: 'stage.deleted' },
  project: { created: 'project.created', changed: 'project.changed', deleted: 'project.deleted' },
  artist: { created: 'artist.created', changed: 'artist.changed', deleted: 'artist.deleted' },
  ticketOption: { created: 'option.created', changed: 'option.changed', deleted: 'option.deleted' },
} as const satisfies Record<ProgrammeNoun, Record<'created' | 'changed' | 'deleted', AuditAction>>

/**
 * @param id by which a form that is sent twice is known (lib/ids.ts, `repeatableId`): the entry is then the one there is
 * @throws AppError category_rule (one more than the category has), validation_failed (unknown location of a stage)
 */
export async function createEntry<Noun extends ProgrammeNoun>(
  deps: BasicDeps,
  tenant: Tenant,
  actor: Actor,
  noun: Noun,
  values: ProgrammeValues[Noun],
  id: string = newId(),
): Promise<ProgrammeEntry<Noun>> {
  const make = () =>
    refusingBrokenReferences(() =>
      deps.database.asTenant(tenant.id, (tx) => makeEntry(deps, tx, actor, noun, values, id)),
    )
  try {
    return await make()
  } catch (error) {
    // The same form was sent by two presses at once, and the other was quicker: its entry is found.
    if (primaryKeys.some((name) => violates(error, name))) return make()
    throw error
  }
}

export type EntryChange<Noun extends ProgrammeNoun> = {
  readonly values?: Partial<ProgrammeValues[Noun]>
  readonly archived?: boolean | undefined
  /** What the person who changes it saw (`versionOf` its entryValues); absent: not compared. */
  readonly seen?: string
}

const primaryKeys = ['location_pkey', 'stage_pkey', 'project_pkey', 'artist_pkey', 'ticket_option_pkey']

/** As `createEntry`, in a transaction that may make several. */
export async function makeEntry<Noun extends ProgrammeNoun>(
  deps: BasicDeps,
  tx: TenantTx,
  actor: Actor,
  noun: Noun,
  values: ProgrammeValues[Noun],
  id: string,
): Promise<ProgrammeEntry<Noun>> {
  const category = await holdCategory(tx)
  const made = await findEntry(tx, noun, id)
  if (made) return made
  requireSound(values)
  await requireCount(tx, category, noun, +1)
  const entry = { ...values, id, createdAt: deps.now(), archived: false }
  await insertEntry(tx, noun, entry)
  await recordChange(tx, actor, deps.now(), actions[noun].created, id, { after: values })
  return entry
}

/**
 * Changes the named fields and leaves the others.
 *
 * @throws AppError not_found, changed_meanwhile, validation_failed, category_rule (a venue's location moves away from its
 *   organisation; fewer, or more, than the category has), in_use (a stage moves away from the location that its events name)
 */
export async function updateEntry<Noun extends ProgrammeNoun>(
  deps: BasicDeps,
  tenant: Tenant,
  actor: Actor,
  noun: Noun,
  id: string,
  { values, archived, seen }: EntryChange<Noun>,
): Promise<ProgrammeEntry<Noun>> {
  return refusingBrokenReferences(() =>
    deps.database.asTenant(tenant.id, async (tx) => {
      const category = await holdCategory(tx)
      const former = await getEntryLocked(tx, noun, id)
      const before = entryValues(noun, former)
      if (seen !== undefined && seen !== versionOf(before)) throw new AppError('changed_meanwhile')
      requireSound({ ...before, ...values })
      if (values && noun === 'location' && category === 'venue') await requireAddressOfPlace(tx, id, values)
      if (archived !== undefined && archived !== former.archived) {
        await requireCount(tx, category, noun, archived ? -1 : +1)
        await markEntryArchived(tx, noun, id, archived)
      }
      if (values) await updateEntryValues(tx, noun, id, values)
      const entry = await getEntry(tx, noun, id)
      if (noun === 'location') await relocateCalendarEntries(tx, id)
      if (noun === 'artist') await renameInCalendar(tx, id)
      await recordChange(tx, actor, deps.now(), actions[noun].changed, id, {
        before: { ...before },
        after: { ...entryValues(noun, entry) },
      })
      return entry
    }),
  )
}

/** @throws AppError validation_failed */
function requireSound(values: ProgrammeValues[ProgrammeNoun]): void {
  if ('latitude' in values) requireBothCoordinates(values)
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
  const known = orNotFound(await lockLocation(tx, id))
  const moved = (['address', 'postalCode', 'city', 'latitude', 'longitude'] as const).filter(
    (part) => values[part] !== undefined && values[part] !== known[part],
  )
  if (moved.length > 0)
    throw new AppError('category_rule', {
      rule: 'address_of_place',
      fields: Object.fromEntries(moved.map((part) => [part, ['address_of_place']])),
    })
}

/** @throws AppError not_found, category_rule (fewer than the category has), in_use (an event, a stage or a booking names it) */
export async function deleteEntry(
  deps: BasicDeps,
  tenant: Tenant,
  actor: Actor,
  noun: ProgrammeNoun,
  id: string,
): Promise<void> {
  try {
    await deps.database.asTenant(tenant.id, async (tx) => {
      const category = await holdCategory(tx)
      const entry = await getEntryLocked(tx, noun, id)
      if (!entry.archived) await requireCount(tx, category, noun, -1)
      // Somebody else deleted it while this one waited for the lock.
      if (!(await deleteEntryRow(tx, noun, id))) throw new AppError('not_found')
      await recordChange(tx, actor, deps.now(), actions[noun].deleted, id, { before: entryValues(noun, entry) })
    })
  } catch (error) {
    const usedBy = referringTable(error)
    throw usedBy === null ? error : new AppError('in_use', { usedBy })
  }
}

async function requireCount(
  tx: TenantTx,
  category: TenantCategory,
  noun: ProgrammeNoun,
  difference: 1 | -1,
): Promise<void> {
  const rule = programmeRule(noun, category)
  // Where any number is allowed, nobody has to wait.
  if (rule === 'any') return
  if (!allowsCount(rule, (await countEntriesLocked(tx, noun)) + difference))
    throw new AppError('category_rule', { rule: `${noun}_${rule}` })
}

/** Turns broken references into a refusal: the foreign keys decide, so that nothing can change between a look and a write. */
async function refusingBrokenReferences<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const foreignKey = violatedForeignKey(error)
    if (foreignKey === 'stage_location') throw fieldError('location', 'unknown_location')
    if (foreignKey === 'event_stage_at_location') throw new AppError('in_use', { usedBy: 'event' })
    throw error
  }
}
