import type { TenantTx } from '../../db/database.ts'
import { countDone, countRows, deleteRows, insertRows, selectRows } from '../../db/rows.ts'

type Whose = { readonly accountId: string; readonly list: string }

/** A filter of a list that somebody kept under a name. */
export type ListFilter = Awaited<ReturnType<typeof listFilters>>[number]

/** Lists the filters that somebody keeps of a list, in the order of making. */
export async function listFilters(tx: TenantTx, whose: Whose) {
  return selectOwn(tx, whose).select(['id', 'name', 'query']).orderBy('createdAt').orderBy('id').execute()
}

export async function countFilters(tx: TenantTx, whose: Whose): Promise<number> {
  return countRows(selectOwn(tx, whose))
}

function selectOwn(tx: TenantTx, { accountId, list }: Whose) {
  return selectRows(tx, 'listFilter').where('accountId', '=', accountId).where('list', '=', list)
}

type NewFilter = Whose & {
  readonly id: string
  readonly name: string
  readonly query: string
  readonly createdAt: Date
}

/** Keeps a filter; one of the same name is replaced. */
export async function insertFilter(tx: TenantTx, filter: NewFilter): Promise<void> {
  await insertRows(tx, 'listFilter', filter)
    .onConflict((conflict) =>
      conflict.columns(['tenantId', 'accountId', 'list', 'name']).doUpdateSet({ query: filter.query }),
    )
    .execute()
}

/** Deletes a filter of somebody. @returns which it was; null: they have no such filter */
export async function deleteFilter(tx: TenantTx, accountId: string, id: string) {
  const query = deleteRows(tx, 'listFilter').where('accountId', '=', accountId).where('id', '=', id)
  return (await query.returning(['list', 'query']).executeTakeFirst()) ?? null
}

/** Erases the filters of the person with that address. @returns how many there were */
export async function eraseFilters(tx: TenantTx, email: string): Promise<number> {
  return deleteRows(tx, 'listFilter')
    .where('accountId', 'in', (where) => where.selectFrom('account').select('id').where('email', '=', email))
    .$call(countDone)
}
