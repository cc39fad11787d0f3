import type { Context } from '../context.ts'
import { findFirstMeta, findTenantBySlug } from '../features/tenant/tenant.queries.ts'
import type { Tenant } from '../features/tenant/tenant.ts'
import { CommandRefusedError } from './explain-failure.ts'

/** The tenant of a SLUG on the command line; `meta` is the first Meta whatever its label. @throws CommandRefusedError */
export async function findTenant(context: Pick<Context, 'database'>, slug: string): Promise<Tenant> {
  const tenant = await context.database.asServer(
    async (tx) => (await findTenantBySlug(tx, slug)) ?? (slug === 'meta' ? findFirstMeta(tx) : null),
  )
  if (!tenant) throw new CommandRefusedError(`There is no organisation with the slug "${slug}" on this server.`)
  return tenant
}
