import { AppError } from '../../errors.ts'
import { normalizeEmail } from '../../lib/text.ts'
import { at, visitorPaths } from '../../lib/paths.ts'
import { type Account, findAccountByEmail, findRole } from '../account/account.queries.ts'
import { issueSignInLink } from '../account/issue-sign-in-link.ts'
import { signInLinkLifeMs } from '../account/session.ts'
import type { BasicDeps } from '../deps.ts'
import { getFirstMeta, getRootTenant, listActiveTenants } from './tenant.queries.ts'
import type { Tenant } from './tenant.ts'

type LinkDeps = BasicDeps<'urls'>

/**
 * Makes a sign-in link for the administrator of the server to hand over, valid for an hour. Sessions belong to one host: without
 * `tenant` it is the Root host for a super-user, else the first tenant the person administers, else the first Meta.
 *
 * @returns the address to open
 * @throws AppError not_found when nobody is known by this e-mail and no tenant was named
 */
export async function createSignInLink(
  deps: LinkDeps,
  input: { readonly email: string; readonly tenant: Tenant | null },
): Promise<string> {
  const email = normalizeEmail(input.email)
  const tenant = input.tenant ?? (await usualTenant(deps, email))
  const token = await deps.database.asServer((tx) =>
    issueSignInLink(tx, { tenantId: tenant.id, email, now: deps.now(), lifeMs: signInLinkLifeMs }),
  )
  return deps.urls.base(tenant.label) + at(visitorPaths.mailedSignIn, { token })
}

async function usualTenant(deps: LinkDeps, email: string): Promise<Tenant> {
  const account = await deps.database.asServer((tx) => findAccountByEmail(tx, email))
  if (!account) throw new AppError('not_found', { detail: 'unknown_person' })
  if (account.isSuperUser) return deps.database.asServer(getRootTenant)
  return (await firstAdministered(deps, account)) ?? deps.database.asServer(getFirstMeta)
}

/** Finds the first tenant that a person administers. Memberships are tenant rows, so the tenants are asked one by one. */
async function firstAdministered(deps: LinkDeps, account: Account): Promise<Tenant | null> {
  for (const tenant of await deps.database.asServer(listActiveTenants)) {
    if ((await deps.database.asTenant(tenant.id, (tx) => findRole(tx, account.id))) !== null) return tenant
  }
  return null
}
