import type { TenantTx } from '../../db/database.ts'
import { countDone, countRows, deleteRows, insertRows, selectRows } from '../../db/rows.ts'

/** Whose a filter is; null: everybody's in the organisation. */
export type Whose = { readonly accountId: string | null }

type OfList = Whose & { readonly list: string }

/** A filter of a list that somebody kept under a name. */
export type ListFilter = Awaited<ReturnType<typeof listFilters>>[number]

/** Lists the filters of a list that are kept for one or for everybody, in the order of making. */
export async function listFilters(tx: TenantTx, of: OfList) {
  return selectKept(tx, of).select(['id', 'name', 'query']).orderBy('createdAt').orderBy('id').execute()
}

export async function countFilters(tx: TenantTx, of: OfList): Promise<number> {
  return countRows(selectKept(tx, of))
}

function selectKept(tx: TenantTx, { accountId, list }: OfList) {
  return selectRows(tx, 'listFilter').where('accountId', 'is not distinct from', accountId).where('list', '=', list)
}

type NewFilter = OfList & {
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

/** Deletes a filter that is kept for one of those. @returns which it was; null: there is no such filter */
export async function deleteFilter(tx: TenantTx, whose: readonly Whose['accountId'][], id: string) {
  const query = deleteRows(tx, 'listFilter')
    .where((where) => where.or(whose.map((accountId) => where('accountId', 'is not distinct from', accountId))))
    .where('id', '=', id)
  return (await query.returning(['list', 'query']).executeTakeFirst()) ?? null
}

/** Erases the filters of the person with that address. @returns how many there were */
export async function eraseFilters(tx: TenantTx, email: string): Promise<number> {
  return deleteRows(tx, 'listFilter')
    .where('accountId', 'in', (where) => where.selectFrom('account').select('id').where('email', '=', email))
    .$call(countDone)
}
