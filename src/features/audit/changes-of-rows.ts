import type { AuditAction } from './action.ts'
import type { AuditValues, Change } from './record-change.ts'

type Row = AuditValues & { readonly id: string }

/** What to note of rows that one statement changed: each as it was, by its id, and as it is. */
export function changesOfRows(action: AuditAction, former: readonly Row[], rows: readonly Row[]): readonly Change[] {
  const before = new Map(former.map(({ id, ...values }) => [id, values]))
  return rows.map(({ id, ...after }) => ({ action, subjectId: id, before: before.get(id) ?? {}, after }))
}
