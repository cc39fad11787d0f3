import type { TenantTx } from '../../db/database.ts'
import type { ExportColumn, ExportList } from './export-list.ts'

/** The columns somebody took of a list the last time, in their order; null: never. */
export async function findChoice(
  tx: TenantTx,
  accountId: string,
  list: ExportList,
): Promise<readonly string[] | null> {
  const row = await tx
    .selectFrom('exportChoice')
    .select('columns')
    .where('tenantId', '=', tx.tenantId)
    .where('accountId', '=', accountId)
    .where('list', '=', list)
    .executeTakeFirst()
  return row?.columns ?? null
}

type Choice = {
  readonly accountId: string
  readonly list: ExportList
  readonly columns: readonly ExportColumn[]
  readonly now: Date
}

export async function keepChoice(tx: TenantTx, { columns, now, ...key }: Choice): Promise<void> {
  const chosen = { columns: [...columns], updatedAt: now }
  await tx
    .insertInto('exportChoice')
    .values({ tenantId: tx.tenantId, ...key, ...chosen })
    .onConflict((conflict) => conflict.columns(['tenantId', 'accountId', 'list']).doUpdateSet(chosen))
    .execute()
}

/** Of whoever has that address. */
export async function eraseChoices(tx: TenantTx, email: string): Promise<void> {
  await tx
    .deleteFrom('exportChoice')
    .where('tenantId', '=', tx.tenantId)
    .where('accountId', 'in', (where) => where.selectFrom('account').select('id').where('email', '=', email))
    .execute()
}
