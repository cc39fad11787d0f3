import { type Selectable, sql } from 'kysely'
import { folded } from '../../db/folded.ts'
import { countFound, inOrder, inOrderOfMaking, type Order, type Page, type Sorted } from '../../db/in-order.ts'
import type { TenantTx } from '../../db/database.ts'
import {
  changedSince,
  countRows,
  deleteRows,
  insertMissing,
  isDone,
  isWithin,
  selectRows,
  type Span,
  updateRow,
  updateRows,
} from '../../db/rows.ts'
import type { Import as ImportRow } from '../../db/tables.ts'
import { orNotFound } from '../../errors.ts'
import type { ImportLine } from './import-file.ts'
import { type ImportProblem, type ImportState, type LineOutcome, linesOfPart, type Mapping } from './import-kind.ts'

/** A file that is brought, and how far it is. */
export type Import = Omit<Selectable<ImportRow>, 'mapping'> & { readonly mapping: Mapping }

/** How many lines the last run left out. */
export function refusedCount({ doneCount, takenCount, knownCount }: Import): number {
  return doneCount - takenCount - knownCount
}

export type NewImport = Pick<Import, 'id' | 'kind' | 'fileName' | 'columnNames' | 'mapping'> & {
  readonly lines: readonly ImportLine[]
  readonly now: Date
}

/** Pairs: the names of fields are no keys of JSON, which the database's client would spell as ours. */
const kept = (mapping: Mapping) => JSON.stringify(Object.entries(mapping))

function typed(row: Selectable<ImportRow>): Import {
  const pairs = Array.isArray(row.mapping) ? row.mapping : []
  const mapping = Object.fromEntries(pairs.map((pair) => pair as [string, number]))
  return { ...row, mapping }
}

/** Keeps a file and its lines. @returns false: there is one of that id */
export async function insertImport(tx: TenantTx, { lines, now, mapping, columnNames, ...file }: NewImport) {
  const { tenantId } = tx
  const row = { ...file, tenantId, state: 'draft' as const, lineCount: lines.length, createdAt: now }
  const isNew = await insertMissing(tx, 'import', {
    ...row,
    columnNames: [...columnNames],
    mapping: kept(mapping),
  }).$call(isDone)
  if (!isNew) return false
  for (let first = 0; first < lines.length; first += linesOfPart) {
    const part = JSON.stringify(lines.slice(first, first + linesOfPart))
    await tx
      .insertInto('importPart')
      .values({ tenantId, importId: file.id, position: first / linesOfPart, lines: part })
      .execute()
  }
  return true
}

function selectImports(tx: TenantTx) {
  return selectRows(tx, 'import').selectAll()
}

export async function findImport(tx: TenantTx, id: string): Promise<Import | null> {
  const row = await selectImports(tx).where('id', '=', id).executeTakeFirst()
  return row ? typed(row) : null
}

/** @throws AppError not_found */
export async function getImport(tx: TenantTx, id: string): Promise<Import> {
  return orNotFound(await findImport(tx, id))
}

/** @throws AppError not_found */
export async function getImportLocked(tx: TenantTx, id: string): Promise<Import> {
  return typed(orNotFound((await selectImports(tx).where('id', '=', id).forUpdate().executeTakeFirst()) ?? null))
}

/** Locks a file that nobody went on with since it was read. @returns false: somebody did, or it is gone */
export async function lockWhereItWas(tx: TenantTx, { id, doneCount, state }: Import): Promise<boolean> {
  const row = await selectRows(tx, 'import')
    .select('id')
    .where('id', '=', id)
    .where('doneCount', '=', doneCount)
    .where('state', '=', state)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export type ImportFilter = Span & { readonly updatedSince?: Date }

function selectChosen(tx: TenantTx, filter: ImportFilter) {
  return selectImports(tx)
    .where(changedSince(filter.updatedSince, 'import.updatedAt'))
    .where(isWithin(filter, 'import.createdAt'))
}

export async function listImports(tx: TenantTx, filter: ImportFilter & Page): Promise<readonly Import[]> {
  return (await inOrder(selectChosen(tx, filter), inOrderOfMaking('import.id'), filter).execute()).map(typed)
}

export function countImports(tx: TenantTx, filter: ImportFilter): Promise<number> {
  return countFound(tx, selectChosen(tx, filter))
}

/** What imports are listed by in the administration: when they were brought, or their file. */
export const importOrders = {
  created: inOrderOfMaking('import.id'),
  file: [{ column: folded(sql.ref('import.fileName')), type: 'text' }, ...inOrderOfMaking('import.id')],
} as const satisfies Readonly<Record<string, Order>>
export type ImportOrder = keyof typeof importOrders

type ImportSearch = Sorted<ImportOrder> & { readonly limit: number; readonly offset: number }

/** A page of them, by their number. */
export async function searchImports(tx: TenantTx, { sort, ...page }: ImportSearch): Promise<readonly Import[]> {
  return (await inOrder(selectImports(tx), importOrders[sort], page).execute()).map(typed)
}

/** Begins a run, with nothing dealt with yet. */
export async function markRunning(
  tx: TenantTx,
  id: string,
  { state, mapping }: { readonly state: ImportState; readonly mapping: Mapping },
): Promise<void> {
  await deleteRows(tx, 'importRefusal').where('importId', '=', id).execute()
  const none = { doneCount: 0, takenCount: 0, knownCount: 0, endedAt: null }
  await updateRow(tx, 'import', id, { ...none, state, mapping: kept(mapping) }).execute()
}

/** Has a run that nothing goes on with go on where it was. */
export async function markStirred(tx: TenantTx, id: string): Promise<void> {
  await updateRow(tx, 'import', id, { endedAt: null }).execute()
}

/** The lines from the `done`th on, of the part that holds it and the next. */
export async function readLines(tx: TenantTx, importId: string, done: number): Promise<readonly ImportLine[]> {
  const position = Math.floor(done / linesOfPart)
  const parts = await selectRows(tx, 'importPart')
    .select(sql<readonly ImportLine[]>`lines`.as('lines'))
    .where('importId', '=', importId)
    .where('position', 'in', [position, position + 1])
    .orderBy('position')
    .execute()
  const lines = parts.flatMap(({ lines: some }) => some)
  return lines.slice(done - position * linesOfPart)
}

/** The first lines of a file that is still there. */
export async function readFirstLines(tx: TenantTx, importId: string, count: number): Promise<readonly ImportLine[]> {
  return (await readLines(tx, importId, 0)).slice(0, count)
}

export type DealtWith = { readonly line: number; readonly outcome: LineOutcome }

/** Notes what became of the lines after those that `file` was read with. @returns false: somebody else went on with it meanwhile */
export async function noteOutcomes(
  tx: TenantTx,
  { id: importId, doneCount, state }: Import,
  dealt: readonly DealtWith[],
): Promise<boolean> {
  const { tenantId } = tx
  const counted = (outcome: LineOutcome) => dealt.filter((one) => one.outcome === outcome).length
  const isNoted = await updateRows(tx, 'import')
    .set((row) => ({
      doneCount: row('doneCount', '+', dealt.length),
      takenCount: row('takenCount', '+', counted('taken')),
      knownCount: row('knownCount', '+', counted('known')),
    }))
    .where('id', '=', importId)
    .where('doneCount', '=', doneCount)
    .where('state', '=', state)
    .$call(isDone)
  if (!isNoted) return false
  const refusals = dealt.flatMap(({ line, outcome }) =>
    typeof outcome === 'string' ? [] : [{ tenantId, importId, line, ...outcome }],
  )
  if (refusals.length === 0) return true
  // Several things in one object of JSON are on one line.
  await insertMissing(tx, 'importRefusal', refusals).execute()
  return true
}

/** Ends a run; after an import the file is deleted. */
export async function markEnded(tx: TenantTx, id: string, state: 'checked' | 'done', now: Date): Promise<void> {
  await updateRow(tx, 'import', id, { state, endedAt: now }).execute()
  if (state === 'done') await deleteRows(tx, 'importPart').where('importId', '=', id).execute()
}

export async function deleteImport(tx: TenantTx, id: string): Promise<void> {
  await deleteRows(tx, 'import').where('id', '=', id).execute()
}

/** How many files of an organisation were brought and not imported. */
export function countOpen(tx: TenantTx): Promise<number> {
  return countRows(selectRows(tx, 'import').where('state', '<>', 'done'))
}

/** Deletes the files that hold an address, which is erased; what was imported of them is erased where it is. @returns how many */
export async function deleteFilesOf(tx: TenantTx, email: string): Promise<number> {
  const result = await sql`delete from import where tenant_id = ${tx.tenantId} and state <> 'done' and exists (
    select from import_part where tenant_id = ${tx.tenantId} and import_id = import.id
      and position(lower(${email}) in lower(lines::text)) > 0)`.execute(tx)
  return Number(result.numAffectedRows ?? 0)
}

/** Deletes files that were not imported before that day. @returns how many rows are gone */
export async function deleteOldDrafts(tx: TenantTx, before: Date, most: number): Promise<number> {
  const result = await sql`delete from import where tenant_id = ${tx.tenantId} and id in (
    select id from import where tenant_id = ${tx.tenantId} and created_at < ${before} and updated_at < ${before}
      and state <> 'done' order by created_at limit ${most})`.execute(tx)
  return Number(result.numAffectedRows ?? 0)
}

export type ImportRefusal = { readonly line: number; readonly field: string | null; readonly problem: ImportProblem }

/** Lists the lines that the last run refused, by their numbers. @param after the number of a line */
export async function listRefusals(
  tx: TenantTx,
  importId: string,
  { limit, offset, after }: { readonly limit: number; readonly offset?: number; readonly after?: number },
): Promise<readonly ImportRefusal[]> {
  const rows = await selectRows(tx, 'importRefusal')
    .select(['line', 'field', 'problem'])
    .where('importId', '=', importId)
    .where('line', '>', after ?? 0)
    .orderBy('line')
    .limit(limit)
    .offset(offset ?? 0)
    .execute()
  return rows.map((row) => ({ ...row, problem: row.problem as ImportProblem }))
}
