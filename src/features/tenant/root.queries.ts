import { sql } from 'kysely'
import type { ServerTx } from '../../db/database.ts'
import { folded, isPartOf } from '../../db/folded.ts'
import { countFound, inOrder, inOrderOfMaking, type Order, type Sorted } from '../../db/in-order.ts'

export type DirectoryRow = Awaited<ReturnType<typeof searchDirectory>>[number]

const byId = inOrderOfMaking('tenant.id')
export const directoryOrders = {
  since: byId,
  name: [{ column: folded(sql.ref('tenant.organisation')), type: 'text' }, ...byId],
  town: [{ column: folded(sql`coalesce(tenant.city, '')`), type: 'text' }, ...byId],
} as const satisfies Readonly<Record<string, Order>>
export type DirectoryOrder = keyof typeof directoryOrders

type DirectorySearch = Sorted<DirectoryOrder> & {
  readonly wanted: string
  readonly offset: number
  readonly limit: number
}

/**
 * Searches all organisations of the server, archived ones too: those with `wanted` in a name, a town or one of their addresses, retired
 * ones included. From the latest on those that wait for approval come first. Root has no `host` to be reached at.
 */
export async function searchDirectory(tx: ServerTx, { wanted, sort, ...page }: DirectorySearch) {
  const found = selectDirectory(tx, wanted)
    .select(['tenant.id', 'tenant.organisation', 'tenant.category', 'tenant.city'])
    .select(['tenant.createdAt', 'tenant.archivedAt', 'tenant.approval', 'tenant.sandbox', 'domain.name as host'])
    .$if(sort === 'since' && page.isDescending, (query) =>
      query.orderBy(sql`tenant.approval = 'waiting' and tenant.archived_at is null`, 'desc'),
    )
  return inOrder(found, directoryOrders[sort], page).execute()
}

/** Counts all that `searchDirectory` finds. */
export function countDirectory(tx: ServerTx, wanted: string): Promise<number> {
  return countFound(tx, selectDirectory(tx, wanted))
}

function selectDirectory(tx: ServerTx, wanted: string) {
  const pattern = `%${wanted.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  return tx
    .selectFrom('tenant')
    .leftJoin('domain', (join) => join.onRef('domain.tenantId', '=', 'tenant.id').on('domain.kind', '=', 'label'))
    .$if(wanted !== '', (query) =>
      query.where((where) =>
        where.or([
          isPartOf(wanted, sql.ref('tenant.organisation')),
          isPartOf(wanted, sql.ref('tenant.city')),
          where('tenant.slug', 'like', pattern),
          where.exists(
            where
              .selectFrom('domain as any_domain')
              .select('any_domain.name')
              .whereRef('any_domain.tenantId', '=', 'tenant.id')
              .where('any_domain.name', 'like', pattern),
          ),
        ]),
      ),
    )
}

/** Counts organisations: `all` of the server, and of those that are not archived the open ones, those of the last 30 days among them, those that wait for approval, and sandboxes. */
export async function countOrganisations(tx: ServerTx, now: Date) {
  const since = new Date(now.getTime() - 30 * 86_400_000)
  const isLive = sql`archived_at is null and category not in ('root', 'meta')`
  const isOpen = sql`${isLive} and not sandbox and approval = 'approved'`
  const count = (which: ReturnType<typeof sql>) => sql<number>`count(*) filter (where ${which})::int`
  return tx
    .selectFrom('tenant')
    .select([
      count(sql`true`).as('all'),
      count(isOpen).as('open'),
      count(sql`${isOpen} and created_at > ${since}`).as('fresh'),
      count(sql`${isLive} and approval = 'waiting'`).as('waiting'),
      count(sql`${isLive} and sandbox`).as('sandboxes'),
    ])
    .executeTakeFirstOrThrow()
}

/** Lists every address of an organisation, including those that redirect. */
export async function listDomains(tx: ServerTx, tenantId: string) {
  return tx
    .selectFrom('domain')
    .select(['name', 'kind'])
    .where('tenantId', '=', tenantId)
    .orderBy('createdAt')
    .execute()
}

/** Finds who has an address, retired ones and those of archived organisations included; null: nobody. */
export async function findDomainHolder(tx: ServerTx, name: string) {
  const row = await tx
    .selectFrom('domain')
    .innerJoin('tenant', 'tenant.id', 'domain.tenantId')
    .select(['tenant.organisation', 'tenant.archivedAt'])
    .where('domain.name', '=', name)
    .executeTakeFirst()
  return row ?? null
}

export type DomainClaim = Awaited<ReturnType<typeof listOpenClaims>>[number]

/** Lists domains that an organisation has claimed and not proved yet. */
export async function listOpenClaims(tx: ServerTx, tenantId: string) {
  return tx
    .selectFrom('domainClaim')
    .select(['name', 'token'])
    .where('tenantId', '=', tenantId)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('domain')
            .select('domain.name')
            .whereRef('domain.name', '=', 'domainClaim.name')
            .whereRef('domain.tenantId', '=', 'domainClaim.tenantId'),
        ),
      ),
    )
    .orderBy('createdAt')
    .execute()
}

/** Lists which calendars show which organisations; that the first Meta shows everybody is no row. */
export async function listFederations(tx: ServerTx) {
  return tx
    .selectFrom('federationMember')
    .select(['metaTenantId as metaId', 'memberTenantId as memberId'])
    .where('state', '=', 'member')
    .execute()
}

/** Lists the names of organisations, by their ids. */
export async function listTenantNames(tx: ServerTx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.selectFrom('tenant').select(['id', 'organisation']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, organisation }) => [id, organisation]))
}
