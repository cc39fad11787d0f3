import type { TenantTx } from '../../db/database.ts'
import { newId } from '../../lib/ids.ts'
import { theServer } from '../account/actor.ts'
import type { BasicDeps } from '../deps.ts'
import { findEntry } from '../tenant/programme.queries.ts'
import type { ProgrammeValues } from '../tenant/programme-fields.ts'
import { makeEntry } from '../tenant/save-programme-entry.ts'
import type { LineOutcome } from './import-kind.ts'
import { listEntryNames } from './import-targets.queries.ts'
import { fold, type ImportedNoun } from './import-targets.ts'

/**
 * Makes what a line says of the programme, where it is not there: by its id, else by its name.
 *
 * @throws AppError category_rule, validation_failed (one coordinate alone)
 */
export async function takeEntry<Noun extends ImportedNoun>(
  deps: BasicDeps,
  tx: TenantTx,
  noun: Noun,
  id: string | null,
  values: ProgrammeValues[Noun],
): Promise<LineOutcome> {
  const isThere =
    id === null
      ? (await listEntryNames(tx, noun)).some(({ name }) => fold(name) === fold(values.name))
      : (await findEntry(tx, noun, id)) !== null
  if (isThere) return 'known'
  await makeEntry(deps, tx, theServer, noun, values, id ?? newId())
  return 'taken'
}
