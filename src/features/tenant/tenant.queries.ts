import { type ExpressionBuilder, sql, type Updateable } from 'kysely'
import { type ServerTx, serverSide, type TenantTx } from '../../db/database.ts'
import { countFound, inOrder, inOrderOfMaking, type Page } from '../../db/in-order.ts'
import { atChange, isThere, selectRows } from '../../db/rows.ts'
import type { DB, Tenant as TenantRow } from '../../db/tables.ts'
import { orNotFound } from '../../errors.ts'
import { firstSpoken, isSpoken } from '../../lib/spoken.ts'
import { selectMembers } from './federation.queries.ts'
import type { Tenant, TenantCategory } from './tenant.ts'

type DomainTarget = { readonly tenant: Tenant; readonly kind: 'label' | 'own' | 'retired' }

/** The organisation's language, beside a row that has one: an earlier version may have offered the row's language (`firstSpoken`). */
export const languageHere = (tx: TenantTx) =>
  sql<string>`(select language from tenant where id = ${tx.tenantId})`.as('languageHere')

function selectTenants(tx: ServerTx) {
  return tx
    .selectFrom('tenant')
    .leftJoin('domain', (join) => join.onRef('domain.tenantId', '=', 'tenant.id').on('domain.kind', '=', 'label'))
    .selectAll('tenant')
    .select((of) => ['domain.name as label', of.fn.coalesce('tenant.mainDomain', 'domain.name').as('host')])
    .select(
      sql<string[]>`array(select name from domain where tenant_id = tenant.id and kind = 'own' order by name)`.as(
        'domains',
      ),
    )
}

type SelectedTenant = Awaited<ReturnType<ReturnType<typeof selectTenants>['executeTakeFirstOrThrow']>>

/** A language may be offered no longer. */
function typed(row: SelectedTenant): Tenant {
  return { ...row, language: firstSpoken(row.language), languages: row.languages?.filter(isSpoken) ?? null }
}

export async function findTenantBySlug(tx: ServerTx, slug: string): Promise<Tenant | null> {
  const row = await selectTenants(tx).where('tenant.slug', '=', slug).executeTakeFirst()
  return row ? typed(row) : null
}

export async function findTenantById(tx: ServerTx, id: string): Promise<Tenant | null> {
  const row = await selectTenants(tx).where('tenant.id', '=', id).executeTakeFirst()
  return row ? typed(row) : null
}

export async function getTenant(tx: ServerTx, id: string): Promise<Tenant> {
  return orNotFound(await findTenantById(tx, id))
}

/**
 * Reads the tenant's category and locks it until the transaction ends: what it allows is decided and written as one. Taken before any
 * other lock, in the order of `changeCategory`. Not the row is locked: where the database is distributed every node has a copy of it, and
 * two who lock them in another order wait for each other.
 */
export async function holdCategory(tx: TenantTx): Promise<TenantCategory> {
  const [, { category }] = await Promise.all([
    sql`select pg_advisory_xact_lock_shared(${categoryLock(tx)})`.execute(tx),
    serverSide(tx).selectFrom('tenant').select('category').where('id', '=', tx.tenantId).executeTakeFirstOrThrow(),
  ])
  return category
}

/** Waits for everybody who holds the category, and lets nobody hold it until the transaction ends. */
export async function lockCategory(tx: TenantTx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${categoryLock(tx)})`.execute(tx)
}

const categoryLock = ({ tenantId }: TenantTx) => sql`hashtextextended(${`category ${tenantId}`}, 0)`

/** Reads the time zone of a tenant as it is at this moment: a request may bring the one that was (ADR 0202). */
export async function getTimeZone(tx: ServerTx, id: string): Promise<string> {
  const { timeZone } = await tx.selectFrom('tenant').select('timeZone').where('id', '=', id).executeTakeFirstOrThrow()
  return timeZone
}

/** Finds the one Root tenant; null before the installation. */
export async function findRootTenant(tx: ServerTx): Promise<Tenant | null> {
  const row = await selectTenants(tx).where('tenant.category', '=', 'root').executeTakeFirst()
  return row ? typed(row) : null
}

/** Finds the Meta tenant made by the installation; null before it. */
export async function findFirstMeta(tx: ServerTx): Promise<Tenant | null> {
  const row = await selectTenants(tx).where('tenant.firstMeta', '=', true).executeTakeFirst()
  return row ? typed(row) : null
}

/** @throws Error before the installation */
export async function getRootTenant(tx: ServerTx): Promise<Tenant> {
  return installed(await findRootTenant(tx))
}

/** @throws Error before the installation */
export async function getFirstMeta(tx: ServerTx): Promise<Tenant> {
  return installed(await findFirstMeta(tx))
}

function installed(tenant: Tenant | null): Tenant {
  if (!tenant) throw new Error('the server is not installed')
  return tenant
}

/** Finds who answers at a label or own domain. An own domain is here only once it was proved. */
export async function findDomainTarget(tx: ServerTx, name: string): Promise<DomainTarget | null> {
  const domain = await tx.selectFrom('domain').select(['tenantId', 'kind']).where('name', '=', name).executeTakeFirst()
  const tenant = domain && (await findTenantById(tx, domain.tenantId))
  return tenant ? { tenant, kind: domain.kind } : null
}

/** Lists every tenant that is not archived, ordered by id: work over all tenants goes through them one by one. */
export async function listActiveTenants(tx: ServerTx): Promise<readonly Tenant[]> {
  const rows = await selectTenants(tx).where('tenant.archivedAt', 'is', null).orderBy('tenant.id').execute()
  return rows.map(typed)
}

/** Whether a label is in use, including own domains and retired labels: none of them may be given to anybody again. */
export async function isDomainNameTaken(tx: ServerTx, name: string): Promise<boolean> {
  const domain = await tx.selectFrom('domain').select('name').where('name', '=', name).executeTakeFirst()
  const tenant = await tx.selectFrom('tenant').select('id').where('slug', '=', name).executeTakeFirst()
  return domain !== undefined || tenant !== undefined
}

/** Lists every tenant there is, archived ones, Metas and Root included. */
export async function listTenantIds(tx: ServerTx): Promise<readonly string[]> {
  const rows = await tx.selectFrom('tenant').select('id').orderBy('id').execute()
  return rows.map((row) => row.id)
}

/**
 * Lists the tenants of a Meta, ordered by id: for the first Meta every other tenant of the server, as the interface says, so Root too
 * (its `categorie` has the letter R for it) and not the Meta itself; for another Meta the members of its federation. Archived ones
 * are left out; `shown` also leaves out those that nobody has approved yet, and sandboxes. Without a limit, all of them.
 */
export async function listTenantsOf(
  tx: ServerTx,
  meta: Tenant,
  page: ListedFilter & Page = {},
): Promise<readonly Tenant[]> {
  return (await inOrder(selectListed(tx, meta, page), inOrderOfMaking('tenant.id'), page).execute()).map(typed)
}

export function countTenantsOf(tx: ServerTx, meta: Tenant, filter: ListedFilter): Promise<number> {
  return countFound(tx, selectListed(tx, meta, filter))
}

type ListedFilter = { readonly updatedSince?: Date; readonly shown?: boolean }

function selectListed(tx: ServerTx, meta: Tenant, { updatedSince, shown = false }: ListedFilter) {
  let query = selectTenantsOf(tx, meta)
  if (updatedSince !== undefined) query = query.where(isChangedTenant(meta, updatedSince))
  if (shown) query = query.where('tenant.approval', '=', 'approved').where('tenant.sandbox', '=', false)
  return query
}

/** Tells whether a tenant changed since then, or joined the federation of the Meta. */
export function isChangedTenant(meta: Pick<Tenant, 'id'>, since: Date) {
  return (where: ExpressionBuilder<Pick<DB, 'tenant' | 'federationMember'>, 'tenant'>) => {
    const { eb, or } = where
    const joined = selectMembers(where, meta).where('federationMember.createdAt', '>=', since)
    return or([eb('tenant.updatedAt', '>=', since), eb('tenant.id', 'in', joined)])
  }
}

/** Finds one of the tenants that a Meta lists. */
export async function findTenantOf(tx: ServerTx, meta: Tenant, id: string): Promise<Tenant | null> {
  const row = await selectTenantsOf(tx, meta).where('tenant.id', '=', id).executeTakeFirst()
  return row ? typed(row) : null
}

function selectTenantsOf(tx: ServerTx, meta: Tenant) {
  const others = selectTenants(tx).where('tenant.archivedAt', 'is', null).where('tenant.id', '!=', meta.id)
  if (meta.firstMeta) return others
  return others.where('tenant.id', 'in', (where) => selectMembers(where, meta))
}

/** Whether any amount is kept in its currency: a price, a payment, money on a card, what an event costs. */
export async function findAmounts(tx: TenantTx): Promise<'price' | 'payment' | 'card' | 'event' | null> {
  for (const [table, thing] of amounts) if (await selectRows(tx, table).$call(isThere)) return thing
  return null
}

const amounts = [
  ['price', 'price'],
  ['payment', 'payment'],
  ['purseMovement', 'card'],
  ['eventCost', 'event'],
  ['artistDeal', 'event'],
] as const

/**
 * Locks a tenant's row until the transaction ends. Not `for update`: that would also wait for every booking under way, whose foreign keys
 * share the row.
 */
export async function lockTenant(tx: ServerTx, id: string): Promise<void> {
  await tx.selectFrom('tenant').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow()
}

/** As `updateRows` (db/rows.ts), for the row of a tenant itself; by itself for a change of what its answer shows beside it. */
export function updateTenantRow(tx: ServerTx, id: string) {
  return tx.updateTable('tenant').set({ updatedAt: atChange }).where('id', '=', id)
}

/** Writes the new values of a tenant; the caller tells the processes. */
export async function putTenant(tx: ServerTx, id: string, values: Updateable<TenantRow>): Promise<void> {
  await updateTenantRow(tx, id).set(values).execute()
}
