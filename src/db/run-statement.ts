import { CompiledQuery } from 'kysely'
import type { TenantTx } from './database.ts'
import type { Statement } from './pipeline.ts'

/** A statement of a pipeline in a transaction of another kind: one rule has one text. It is not prepared. */
export async function runStatement<Row>(
  tx: TenantTx,
  { text, values }: Omit<Statement, 'name'>,
): Promise<readonly Row[]> {
  return (await tx.executeQuery(CompiledQuery.raw(text, [...values]) as CompiledQuery<Row>)).rows
}
