import type pg from 'pg'

/** The table of tenants that is distributed first; all others lie as it does. */
const firstTable = 'event'

type ForeignKey = { readonly table: string; readonly name: string; readonly definition: string; readonly to: string }

type KnownTable = { readonly name: string; readonly isOfTenant: boolean; readonly isDistributed: boolean }

/** Lists the tables in order of their names, which are quoted where they have to be. */
async function listTables(client: pg.ClientBase): Promise<readonly KnownTable[]> {
  const { rows } = await client.query<KnownTable>(
    `select c.oid::regclass::text as name, obj_description(c.oid) like 'tenant%' as "isOfTenant",
       exists (select from pg_dist_partition p where p.logicalrelid = c.oid and (p.partmethod = 'h' or p.repmodel = 't'))
         as "isDistributed"
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and obj_description(c.oid) ~ '^(tenant|server)'
     order by c.relname`,
  )
  return rows
}

/**
 * Distributes the tables of a migrated database (Citus, ADR 0008), empty or filled: those of tenants by `tenant_id`, all alike, so that a
 * tenant's rows lie together; those of the server that they refer to as copies on every node. The others stay on the coordinator. In one
 * transaction, by the owner of the tables: all of it or nothing. Repeated, it distributes what is not yet.
 *
 * @param client of a database in which the coordinator knows its workers
 */
export async function distribute(client: pg.ClientBase): Promise<void> {
  await client.query('begin')
  // Many tables in one transaction: what they need of the nodes is done one after another.
  await client.query("set local citus.multi_shard_modify_mode = 'sequential'")
  const each = async <T>(list: readonly T[], statement: (one: T) => string) => {
    for (const one of list) await client.query(statement(one))
  }
  const tables = await listTables(client)
  const waiting = tables.filter(({ isDistributed }) => !isDistributed).map(({ name }) => name)
  const { rows: keys } = await client.query<ForeignKey>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition,
       confrelid::regclass::text as to
     from pg_constraint where contype = 'f' and conrelid = any ($1::text[]::regclass[]) order by 1, 2`,
    [waiting],
  )
  const ofTenants = namesOf(tables, (table) => table.isOfTenant && !table.isDistributed).toSorted(
    (one, other) => Number(other === firstTable) - Number(one === firstTable),
  )
  const copied = referredTo(
    namesOf(tables, ({ isOfTenant }) => isOfTenant),
    keys,
  )
  await each(keys, ({ table, name }) => `alter table ${table} drop constraint ${name}`)
  await each(
    waiting.filter((name) => copied.has(name)),
    (name) => `select create_reference_table('${name}')`,
  )
  await each(ofTenants, (name) => `alter table ${name} no force row level security`)
  await each(ofTenants, (name) => {
    const beside = name === firstTable ? 'none' : firstTable
    return `select create_distributed_table('${name}', 'tenant_id', colocate_with := '${beside}')`
  })
  await each(keys, ({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`)
  await each(ofTenants, (name) => `alter table ${name} force row level security`)
  await client.query('commit')
}

const namesOf = (tables: readonly KnownTable[], which: (table: KnownTable) => boolean) =>
  tables.filter(which).map(({ name }) => name)

/**
 * The tables of the server that those of tenants refer to, and what these refer to. No others are copied: whoever writes to a copied
 * table waits for everybody who does, until their transactions end.
 */
function referredTo(ofTenants: readonly string[], keys: readonly ForeignKey[]): ReadonlySet<string> {
  const found = new Set(ofTenants)
  for (const name of found) for (const { to } of keys.filter(({ table }) => table === name)) found.add(to)
  return new Set([...found].filter((name) => !ofTenants.includes(name)))
}
