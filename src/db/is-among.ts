import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** Is this column, as a query names it, one of the ids? For lists that grow: `in (…)` has a parameter for each, and a statement 65,535 at most. */
export function isAmong(column: string, ids: readonly string[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(column)} = any(${ids}::uuid[])`
}
