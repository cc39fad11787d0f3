import type pg from 'pg'
import type { SentStatement } from './database-proxy.ts'

type Node = {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly Plans?: readonly Node[]
}

export type PlanMode = 'force_generic_plan' | 'force_custom_plan'

/** Explains how a statement would be run now, for this tenant, on the given connection of the running role. */
export async function readPlan(
  client: pg.Client,
  tenantId: string,
  { text, values }: SentStatement,
  mode: PlanMode,
): Promise<Node> {
  await client.query('begin')
  try {
    await client.query(`set local app.tenant_id = '${tenantId}'`)
    await client.query(`set local plan_cache_mode = ${mode}`)
    await client.query(`prepare explained as ${text}`)
    const literals = values.map((value) => (value === null ? 'null' : client.escapeLiteral(value)))
    const call = literals.length === 0 ? 'explained' : `explained (${literals.join(', ')})`
    const { rows } = await client.query(`explain (format json, costs off) execute ${call}`)
    return rows[0]['QUERY PLAN'][0].Plan
  } finally {
    await client.query('rollback')
    await client.query('deallocate all')
  }
}

/** An index: its columns, in their order, and whether it covers only some rows. */
type Index = { readonly columns: readonly string[]; readonly isPartial: boolean }
export type Indexes = ReadonlyMap<string, Index>

export async function listIndexes(client: pg.Client): Promise<Indexes> {
  const { rows } = await client.query<Index & { name: string }>(
    `select index.relname as name, array_agg(attname::text order by attnum) as columns, bool_or(indpred is not null) as "isPartial"
     from pg_class index join pg_attribute on attrelid = index.oid and attnum > 0
     join pg_index on indexrelid = index.oid
     where index.relkind = 'i' and index.relnamespace = 'public'::regnamespace group by 1`,
  )
  return new Map(rows.map(({ name, ...index }) => [name, index]))
}

/**
 * Lists the tables that are read, each with the leading columns of the index used; `all` when none narrows it, `(one)` when all do.
 * A partial index that is not narrowed by all its columns is named in place of its table.
 */
export function readsOf(plan: Node, indexes: Indexes): readonly string[] {
  const own = readOf(plan, indexes)
  return [...(own === null ? [] : [own]), ...(plan.Plans ?? []).flatMap((child) => readsOf(child, indexes))]
}

function readOf(node: Node, indexes: Indexes): string | null {
  const { 'Node Type': type, 'Relation Name': table, 'Index Name': index } = node
  // Reads a row at a position known from an earlier read.
  if (type === 'Tid Scan') return `${table} ctid`
  if (type === 'Seq Scan') return `${table} all`
  if (index === undefined) return null
  const { columns: known, isPartial } = indexes.get(index) ?? { columns: [], isPartial: false }
  const isBound = (column: string) => new RegExp(`\\(${column} = |= ${column}\\)`).test(node['Index Cond'] ?? '')
  const free = known.findIndex((column) => !isBound(column))
  const leading = free < 0 ? known : known.slice(0, free)
  if (free < 0) return `${table ?? index} ${known.join(', ')} (one)`
  // A bitmap scan names only its index, which is called after its table.
  const name = isPartial ? index : (table ?? index)
  return `${name} ${leading.length === 0 ? 'all' : leading.join(', ')}`
}
