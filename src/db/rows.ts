import { DeleteResult, type InsertResult, type JoinBuilder, type SelectQueryBuilder, sql, UpdateResult } from 'kysely'
import type { TenantTx } from './database.ts'
import type { DB } from './tables.ts'

/** The tables whose rows are each of a tenant. */
type TenantTable = { [T in keyof DB]: 'tenantId' extends keyof DB[T] ? T : never }[keyof DB]
/** A column of some table, by the name that the query has for the table. */
type QualifiedColumn = `${string}.${{ [T in keyof DB]: keyof DB[T] & string }[keyof DB]}`

/** As `tx.selectFrom`, for the tenant's rows: every statement names the tenant itself, although row-level security does so too. */
export function selectRows<T extends TenantTable | `${TenantTable} as ${string}`>(tx: TenantTx, table: T) {
  return ofTenant(tx.selectFrom(table), tx, table)
}

/** As `tx.updateTable`, for the tenant's rows. */
export function updateRows<T extends TenantTable>(tx: TenantTx, table: T) {
  return ofTenant(tx.updateTable(table), tx, table)
}

/** As `tx.deleteFrom`, for the tenant's rows. */
export function deleteRows<T extends TenantTable>(tx: TenantTx, table: T) {
  return ofTenant(tx.deleteFrom(table), tx, table)
}

type Filterable = { where(column: string, operator: '=', value: string): unknown }

/** Kysely knows the columns of a table that is named by a type parameter no more than its alias. */
function ofTenant<Query>(query: Query, { tenantId }: TenantTx, table: string): Query {
  const name = table.split(' as ').at(-1)
  return (query as unknown as Filterable).where(`${name}.tenantId`, '=', tenantId) as Query
}

/** Joins rows of one tenant: `innerJoin('event', sameTenant('event.id', 'ticket.eventId'))`. */
export function sameTenant(one: QualifiedColumn, other: QualifiedColumn) {
  const tenantOf = (column: string) => sql.ref(`${column.split('.')[0]}.tenantId`)
  const on = sql<boolean>`${tenantOf(one)} = ${tenantOf(other)} and ${sql.ref(one)} = ${sql.ref(other)}`
  return <D, T extends keyof D>(join: JoinBuilder<D, T>) => join.on(on)
}

type Change = { executeTakeFirstOrThrow(): Promise<DeleteResult | InsertResult | UpdateResult> }

/** Carries out a statement. How many rows it changed, made or deleted. */
export async function countDone(change: Change): Promise<number> {
  const result = await change.executeTakeFirstOrThrow()
  if (result instanceof DeleteResult) return Number(result.numDeletedRows)
  if (result instanceof UpdateResult) return Number(result.numUpdatedRows)
  return Number(result.numInsertedOrUpdatedRows)
}

/** Carries out a statement. Whether it changed anything: of two that would at once, one does. */
export async function isDone(change: Change): Promise<boolean> {
  return (await countDone(change)) > 0
}

/** Tells whether there is any such row. */
export async function isThere<D, T extends keyof D>(query: SelectQueryBuilder<D, T, object>): Promise<boolean> {
  return (await query.select(sql<number>`1`.as('one')).limit(1).executeTakeFirst()) !== undefined
}

/** How many such rows there are. */
export async function countRows<D, T extends keyof D>(query: SelectQueryBuilder<D, T, object>): Promise<number> {
  const counted = query.select(sql<number>`count(*)::int`.as('count')).$castTo<{ readonly count: number }>()
  return (await counted.executeTakeFirstOrThrow()).count
}
