import type { TenantTx } from '../../db/database.ts'
import { countDone, deleteRows, insertRows, selectRows } from '../../db/rows.ts'
import type { ExportColumn, ExportForm, ExportList } from './export-list.ts'

/**
 * What somebody exported of a list the last time, as it was kept: it may name what is no longer offered. Its columns are in order.
 * Null: they never took it.
 */
export async function findChoice(tx: TenantTx, accountId: string, list: ExportList) {
  const row = await selectRows(tx, 'exportChoice')
    .select(['columns', 'form'])
    .where('accountId', '=', accountId)
    .where('list', '=', list)
    .executeTakeFirst()
  return row ?? null
}

type Choice = {
  readonly accountId: string
  readonly list: ExportList
  readonly columns: readonly ExportColumn[]
  readonly form: ExportForm
  readonly now: Date
}

export async function keepChoice(tx: TenantTx, { columns, form, now, ...key }: Choice): Promise<void> {
  const chosen = { columns: [...columns], form, updatedAt: now }
  await insertRows(tx, 'exportChoice', { ...key, ...chosen })
    .onConflict((conflict) => conflict.columns(['tenantId', 'accountId', 'list']).doUpdateSet(chosen))
    .execute()
}

/** Erases the choices of the person with that address. @returns how many there were */
export async function eraseChoices(tx: TenantTx, email: string): Promise<number> {
  return deleteRows(tx, 'exportChoice')
    .where('accountId', 'in', (where) => where.selectFrom('account').select('id').where('email', '=', email))
    .$call(countDone)
}
