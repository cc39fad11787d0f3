import type pg from 'pg'

export type BackedUpTable = {
  readonly name: string
  /** Row-level security shows the rows of one tenant at a time. */
  readonly isOfTenant: boolean
  /** The columns that are written; those that the database computes are left out. */
  readonly columns: readonly string[]
  /** The columns of the primary key. */
  readonly key: readonly string[]
  /** Columns that refer to rows which are put in after these, and are null until then. */
  readonly late: readonly string[]
}

/**
 * What is left out: migrations are made by migrating; and people who were signed in, or about to be, sign in again, since one
 * who signed out after the backup would be in again. What webhooks were told is not told once more, by a copy least of all.
 */
const leftOut = ['schema_migration', 'session', 'sign_in_link', 'rate_counter', 'webhook_delivery']

type Reference = { readonly to: string; readonly column: string; readonly mayBeNull: boolean }
type KnownTable = Omit<BackedUpTable, 'late'> & { readonly refersTo: readonly Reference[] }

/**
 * Every table with rows worth keeping, each after those that it refers to. Where two refer to each other (an organisation
 * to its main domain, the domain to its organisation), a column that may be null comes late.
 *
 * @throws Error when tables refer in a circle without such a column
 */
export async function listTables(client: pg.ClientBase): Promise<readonly BackedUpTable[]> {
  const { rows } = await client.query<KnownTable>(
    `select c.relname as name, c.relrowsecurity as "isOfTenant",
       (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
       array(select a.attname::text from pg_constraint k join pg_attribute a on a.attrelid = c.oid and a.attnum = any (k.conkey)
         where k.conrelid = c.oid and k.contype = 'p') as key,
       coalesce((select json_agg(json_build_object('to', f.relname, 'column', a.attname, 'mayBeNull', not a.attnotnull))
         from pg_constraint k join pg_class f on f.oid = k.confrelid
           join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[cardinality(k.conkey)]
         where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid), '[]') as "refersTo"
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all ($1)
     order by c.relname`,
    [leftOut],
  )
  const ordered = inOrder(rows)
  // A tenant's rows are written tenant by tenant, after the server's own.
  return [...ordered.filter((table) => !table.isOfTenant), ...ordered.filter((table) => table.isOfTenant)]
}

function inOrder(tables: readonly KnownTable[]): readonly BackedUpTable[] {
  const ordered: BackedUpTable[] = []
  let left = tables
  while (left.length > 0) {
    const names = new Set(left.map(({ name }) => name))
    const blocking = ({ refersTo }: KnownTable) => refersTo.filter(({ to }) => names.has(to))
    const free = left.filter((table) => blocking(table).length === 0)
    const next = free[0] ?? left.find((table) => blocking(table).every(({ mayBeNull }) => mayBeNull))
    if (!next) throw new Error(`these tables refer to each other: ${[...names].join(', ')}`)
    const { name, isOfTenant, columns, key } = next
    ordered.push({ name, isOfTenant, columns, key, late: blocking(next).map(({ column }) => column) })
    left = left.filter((table) => table !== next)
  }
  return ordered
}
