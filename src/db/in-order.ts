import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { ServerTx, TenantTx } from './database.ts'

/**
 * The columns a list is ordered by, the last of them a key, so that no two rows are equal. A text is compared by its code points,
 * whatever the language of the database: so has it its index.
 */
export type Order = readonly { readonly column: string | RawBuilder<unknown>; readonly type: OrderType }[]

export type OrderType = 'uuid' | 'timestamptz' | 'int' | 'bigint' | 'text'

/** The values of a row in the columns of an order, as text: where a list goes on after it. */
export type Place = readonly string[]

/** A page of a list; without `sort` in its usual order. */
export type Page<Sort extends string = 'created'> = {
  readonly sort?: Sort
  readonly isDescending?: boolean
  readonly after?: Place
  readonly limit?: number
  /** How many are left out first: for people, who turn pages by their number. */
  readonly offset?: number
}

/** What a list is ordered by, by its name, and from which end. */
export type Sorted<Sort extends string> = { readonly sort: Sort; readonly isDescending: boolean }

/** The order of making, of rows whose ids order by it. */
export const inOrderOfMaking = (id: string): Order => [{ column: id, type: 'uuid' }]

/** Orders a query, and narrows it to a page: what lies before it is not read where the order has an index. */
export function inOrder<D, T extends keyof D, O>(
  query: SelectQueryBuilder<D, T, O>,
  order: Order,
  { isDescending = false, after, limit, offset }: Omit<Page, 'sort'>,
): SelectQueryBuilder<D, T, O> {
  const columns = order.map(({ column, type }) => {
    const named = typeof column === 'string' ? sql.ref(column) : column
    return type === 'text' ? sql`${named} collate "C"` : named
  })
  let ordered = query
  if (after !== undefined) {
    const values = order.map(({ type }, index) => sql`${after[index]}::${sql.raw(type)}`)
    const beyond = sql.raw(isDescending ? '<' : '>')
    ordered = ordered.where(sql<boolean>`(${sql.join(columns)}) ${beyond} (${sql.join(values)})`)
  }
  for (const column of columns) ordered = ordered.orderBy(column, isDescending ? 'desc' : 'asc')
  if (limit !== undefined) ordered = ordered.limit(limit)
  return offset === undefined ? ordered : ordered.offset(offset)
}

/** As many rows as are counted: a list that is longer counts so many. */
const mostCounted = 1_000_000

/** How many rows a query finds, a million at most, whatever it selects. */
export async function countFound<D, T extends keyof D, O>(
  tx: TenantTx | ServerTx,
  query: SelectQueryBuilder<D, T, O>,
): Promise<number> {
  const found = query.clearSelect().select(sql<number>`1`.as('one')).limit(mostCounted)
  const { rows } = await sql<{ readonly count: number }>`select count(*)::int as count from (${found}) found`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}
