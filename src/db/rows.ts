import {
  DeleteResult,
  type InsertObject,
  type InsertResult,
  type JoinBuilder,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
  type UpdateObject,
  UpdateResult,
} from 'kysely'
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

/** A row that is new, as `insertRows` takes it. */
export type NewRow<T extends TenantTable> = Omit<InsertObject<DB, T>, 'tenantId'>

/** As `tx.insertInto` with these values, of which there are some: rows of the tenant. */
export function insertRows<T extends TenantTable>(tx: TenantTx, table: T, rows: NewRow<T> | readonly NewRow<T>[]) {
  const ofTenant = ([rows].flat() as readonly object[]).map((row) => ({ tenantId: tx.tenantId, ...row }))
  return tx.insertInto(table).values(ofTenant as readonly object[] as readonly InsertObject<DB, T>[])
}

/** As `insertRows`, where what is there already stays as it is. */
export function insertMissing<T extends TenantTable>(tx: TenantTx, table: T, rows: NewRow<T> | readonly NewRow<T>[]) {
  return insertRows(tx, table, rows).onConflict((conflict) => conflict.doNothing())
}

/** Tables that have the moment of the last change; of these three it says something else, which their statements write. */
type DatedTable = Exclude<
  { [T in TenantTable]: 'updatedAt' extends keyof DB[T] ? T : never }[TenantTable],
  'exportChoice' | 'paymentKeys' | 'walletKeys'
>

/** Whose lists tell what changed since some moment (ADR 0264). */
const dated: Readonly<Record<DatedTable, true>> = {
  artist: true,
  calendarEntry: true,
  device: true,
  dispute: true,
  event: true,
  eventNotice: true,
  import: true,
  location: true,
  membership: true,
  payment: true,
  price: true,
  product: true,
  project: true,
  promotionalCode: true,
  refund: true,
  remoteAgenda: true,
  remoteEvent: true,
  reservation: true,
  stage: true,
  ticket: true,
  ticketOption: true,
  waitingEntry: true,
  webhook: true,
  webhookDelivery: true,
}

/** The moment of a change, by the one clock that all processes share. */
export const atChange = sql<Date>`now()`

/**
 * As `atChange`, for what `on conflict` updates where no value was given for the column: the moment that the row would have been made. A
 * distributed database takes no `now()` there.
 */
export const atMaking = sql<Date>`excluded.updated_at`

/** As `tx.updateTable`, for the tenant's rows, which say from then on that they changed at that moment. */
export function updateRows<T extends TenantTable>(tx: TenantTx, table: T) {
  const query = updateQuietly(tx, table)
  return table in dated ? changedNow(query) : query
}

type TableWithId = { [T in TenantTable]: 'id' extends keyof DB[T] ? T : never }[TenantTable]

/** As `updateRows`, of the row with this id. */
export function updateRow<T extends TableWithId>(tx: TenantTx, table: T, id: string, values: UpdateObject<DB, T>) {
  const query = updateRows(tx, table)
  return ofAnyTable(ofAnyTable(query).set(values)).where('id', '=', id) as typeof query
}

/** As `updateRows`, where nothing changes that a list shows: when something is to be looked at again, or was tried. */
export function updateQuietly<T extends TenantTable>(tx: TenantTx, table: T) {
  return ofTenant(tx.updateTable(table), tx, table)
}

/** As `tx.deleteFrom`, for the tenant's rows. */
export function deleteRows<T extends TenantTable>(tx: TenantTx, table: T) {
  return ofTenant(tx.deleteFrom(table), tx, table)
}

function changedNow<Query>(query: Query): Query {
  return ofAnyTable(query).set({ updatedAt: atChange }) as Query
}

function ofTenant<Query>(query: Query, { tenantId }: TenantTx, table: string): Query {
  const name = table.split(' as ').at(-1)
  return ofAnyTable(query).where(`${name}.tenantId`, '=', tenantId) as Query
}

type OfAnyTable = { where(column: string, operator: '=', value: string): unknown; set(values: object): unknown }

/** Kysely knows the columns of a table that is named by a type parameter no more than its alias. */
function ofAnyTable(query: unknown): OfAnyTable {
  return query as OfAnyTable
}

/** Joins rows of one tenant: `innerJoin('event', sameTenant('event.id', 'ticket.eventId'))`. */
export function sameTenant(one: QualifiedColumn, other: QualifiedColumn) {
  const tenantOf = (column: string) => sql.ref(`${column.split('.')[0]}.tenantId`)
  const on = sql<boolean>`${tenantOf(one)} = ${tenantOf(other)} and ${sql.ref(one)} = ${sql.ref(other)}`
  return <D, T extends keyof D>(join: JoinBuilder<D, T>) => join.on(on)
}

/**
 * Tells whether any of these columns says that something changed at `since` or later; undefined: true of every row.
 * A row is as young as the youngest thing that its answer shows.
 */
export function changedSince(
  since: Date | undefined,
  ...columns: readonly [QualifiedColumn, ...QualifiedColumn[]]
): RawBuilder<boolean> {
  if (since === undefined) return sql<boolean>`true`
  const each = columns.map((column) => sql`${sql.ref(column)} >= ${since}::timestamptz`)
  return sql<boolean>`(${sql.join(each, sql` or `)})`
}

/** Two moments; one that is absent bounds nothing. */
export type Span = { readonly from?: Date | undefined; readonly until?: Date | undefined }

/** Tells whether this column is at `from` or later, and before `until`. */
export function isWithin({ from, until }: Span, column: QualifiedColumn): RawBuilder<boolean> {
  const after = from === undefined ? sql`true` : sql`${sql.ref(column)} >= ${from}::timestamptz`
  const before = until === undefined ? sql`true` : sql`${sql.ref(column)} < ${until}::timestamptz`
  return sql<boolean>`(${after} and ${before})`
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
