import type { Context } from '../../context.ts'
import { orNotFound } from '../../errors.ts'
import { listDomains, listFederations, listOpenClaims } from '../../features/tenant/root.queries.ts'
import { findTenantById, listActiveTenants } from '../../features/tenant/tenant.queries.ts'
import { paths } from '../../lib/paths.ts'

/** The path of an organisation, or of one thing about it: its form is sent to `category`, for instance. */
export function organisationPath(id: string, part: string | null = null): string {
  return `${paths.organisation.replace(':uuid', id)}${part === null ? '' : `${part}/`}`
}

export type Shown = Awaited<ReturnType<typeof readOrganisation>>

/** @throws AppError not_found */
export async function readOrganisation(context: Pick<Context, 'database'>, id: string) {
  return context.database.asServer(async (tx) => {
    const tenant = orNotFound(await findTenantById(tx, id))
    const federations = await listFederations(tx)
    const others = await listActiveTenants(tx)
    const named = (ids: readonly string[]) => others.filter((other) => ids.includes(other.id))
    return {
      tenant,
      domains: await listDomains(tx, tenant.id),
      claims: await listOpenClaims(tx, tenant.id),
      calendars: named(federations.filter((of) => of.memberId === tenant.id).map((of) => of.metaId)),
      members: named(federations.filter((of) => of.metaId === tenant.id).map((of) => of.memberId)),
      metas: others.filter(({ category, firstMeta }) => category === 'meta' && !firstMeta),
    }
  })
}
