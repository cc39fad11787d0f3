import { violates } from '../../db/database.ts'
import { AppError, fieldError } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'
import { type Actor, requirePermission } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { BasicDeps, EnqueueDeps } from '../deps.ts'
import { requireSelling } from '../tenant/category-rules.ts'
import type { Tenant } from '../tenant/tenant.ts'
import {
  countOpen,
  deleteImport,
  findImport,
  getImport,
  getImportLocked,
  type Import,
  insertImport,
  markRunning,
  markStirred,
} from './import.queries.ts'
import { fieldNames, guessMapping, isRequired } from './import-columns.ts'
import { type FileProblem, readImportFile } from './import-file.ts'
import { type ImportKind, importPermissions, type Mapping } from './import-kind.ts'

/** Why a file cannot be taken, beside what is wrong with its fields. */
export class FileRefusedError extends Error {
  readonly problem: FileProblem

  constructor(problem: FileProblem) {
    super(problem)
    this.name = 'FileRefusedError'
    this.problem = problem
  }
}

export type BroughtFile = {
  readonly id?: string
  readonly kind: ImportKind
  readonly fileName: string
  readonly bytes: Uint8Array
}

/**
 * Keeps a file that somebody brings, with what its columns seem to mean; nothing is imported yet.
 *
 * @throws FileRefusedError when it is no such file
 * @throws AppError category_rule, permission_denied
 */
export async function bringFile(
  { database, now }: BasicDeps,
  tenant: Tenant,
  actor: Actor,
  { id = newId(), kind, fileName, bytes }: BroughtFile,
): Promise<Import> {
  requireSelling(tenant)
  requirePermission(actor, importPermissions[kind])
  const file = readImportFile(bytes)
  if (typeof file === 'string') throw new FileRefusedError(file)
  return database.asTenant(tenant.id, async (tx) => {
    const mapping = guessMapping(kind, file.columns)
    if ((await findImport(tx, id)) === null && (await countOpen(tx)) >= mostOpen)
      throw new FileRefusedError('too_many_files')
    const row = { id, kind, fileName, columnNames: [...file.columns], mapping, lines: file.lines, now: now() }
    if (await insertImport(tx, row)) {
      const after = { kind, lines: file.lines.length }
      await recordChange(tx, actor, now(), 'import.brought', id, { after })
    }
    return getImport(tx, id)
  })
}

/** The most files of an organisation that wait to be imported: each is as large as one may be. */
const mostOpen = 10

/** What a run is to do: find what would not be taken, or take it. */
export type RunKind = 'check' | 'import'

/** A run whose process died is taken up after so long without a word of it. */
const silentMs = 5 * 60_000

/** Whether nothing goes on with a file that is being run. */
export function isSilent({ updatedAt }: Pick<Import, 'updatedAt'>, now: Date): boolean {
  return now.getTime() - updatedAt.getTime() > silentMs
}

/**
 * Has a file checked, or imported, by what its columns mean now. One runs at a time in an organisation. What was imported is at its end: it
 * is brought again to be imported once more.
 *
 * @param columns what is not named is read from none. Undefined: as it is
 * @throws AppError not_found, invalid_transition (it runs, or was imported), in_use (another one runs), validation_failed, permission_denied
 */
export async function runFile(
  { database, now, enqueue }: EnqueueDeps,
  tenant: Tenant,
  actor: Actor,
  { id, run, columns }: { readonly id: string; readonly run: RunKind; readonly columns?: ColumnsSaid | undefined },
): Promise<Import> {
  requireSelling(tenant)
  try {
    return await database.asTenant(tenant.id, async (tx) => {
      const file = await getImportLocked(tx, id)
      requirePermission(actor, importPermissions[file.kind])
      const state = run === 'check' ? 'checking' : 'importing'
      if (file.state === state && isSilent(file, now())) await markStirred(tx, id)
      else {
        if (file.state !== 'draft' && file.state !== 'checked')
          throw new AppError('invalid_transition', { move: { of: 'import', from: file.state, to: state } })
        const mapping = columns === undefined ? file.mapping : readColumns(file, columns)
        requireColumns(file.kind, mapping)
        // A key of tickets opens doors, whoever adds it.
        if (mapping['public_key'] !== undefined) requirePermission(actor, 'ticket:secret')
        await markRunning(tx, id, { state, mapping })
        if (run === 'import') await recordChange(tx, actor, now(), 'import.begun', id, { after: { kind: file.kind } })
      }
      await enqueue(tx, { name: 'run_import', tenantId: tenant.id, importId: id })
      return getImport(tx, id)
    })
  } catch (error) {
    if (violates(error, 'import_one_running')) throw new AppError('in_use', { usedBy: 'import', detail: 'import_runs' })
    throw error
  }
}

/** The columns that fields are read from, by their names; '': none. */
export type ColumnsSaid = readonly { readonly field: string; readonly column: string }[]

function readColumns({ kind, columnNames }: Import, columns: ColumnsSaid): Mapping {
  const names: readonly string[] = fieldNames(kind)
  const mapping: Record<string, number> = {}
  for (const [index, { field, column }] of columns.entries()) {
    if (column === '') continue
    const at = columnNames.indexOf(column)
    if (!names.includes(field)) throw fieldError(`columns.${index}.field`, 'unknown_field')
    if (at < 0) throw fieldError(`columns.${index}.column`, 'unknown_column')
    mapping[field] = at
  }
  return mapping
}

function requireColumns(kind: ImportKind, mapping: Mapping): void {
  const missing = fieldNames(kind).filter((name) => isRequired(kind, name) && mapping[name] === undefined)
  if (missing.length === 0) return
  const fields = Object.fromEntries(missing.map((name) => [`columns.${name}`, ['column_needed' as const]]))
  throw new AppError('validation_failed', { fields })
}

/**
 * Forgets a file, with what became of its lines; what was imported stays.
 *
 * @throws AppError not_found, invalid_transition (it runs)
 */
export async function removeFile(
  { database, now }: BasicDeps,
  tenant: Tenant,
  actor: Actor,
  id: string,
): Promise<void> {
  await database.asTenant(tenant.id, async (tx) => {
    const file = await getImportLocked(tx, id)
    const { kind, state } = file
    if ((state === 'checking' || state === 'importing') && !isSilent(file, now()))
      throw new AppError('invalid_transition', { move: { of: 'import', from: state } })
    await deleteImport(tx, id)
    await recordChange(tx, actor, now(), 'import.removed', id, { after: { kind } })
  })
}
