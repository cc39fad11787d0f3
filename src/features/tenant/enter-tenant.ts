import { serverSide } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { type Actor, actingFromRoot } from '../account/actor.ts'
import { issueSignInLink } from '../account/issue-sign-in-link.ts'
import { rootLinkLifeMs } from '../account/session.ts'
import { recordChange } from '../audit/record-change.ts'
import type { Deps } from '../deps.ts'
import type { Tenant } from './tenant.ts'

/**
 * Lets a super-user into an organisation with an owner's duties, for an hour. Its log says so before the door is open, and
 * bears the mark at whatever is done there.
 *
 * @returns the address to open, which works once
 * @throws AppError permission_denied (no super-user), not_found (archived, or Root itself: nobody answers there)
 */
export async function enterTenant(
  deps: Pick<Deps, 'database' | 'now' | 'urls'>,
  actor: Actor,
  tenant: Tenant,
): Promise<string> {
  if (actor.kind !== 'account' || !actor.isSuperUser) throw new AppError('permission_denied')
  if (tenant.archivedAt !== null || tenant.category === 'root') throw new AppError('not_found')
  const now = deps.now()
  const token = await deps.database.asTenant(tenant.id, async (tx) => {
    await recordChange(tx, actingFromRoot(actor), now, { action: 'organisation.entered', subjectId: null })
    return issueSignInLink(serverSide(tx), {
      ...{ tenantId: tenant.id, email: actor.email, now },
      ...{ lifeMs: rootLinkLifeMs, fromRoot: true },
    })
  })
  return `${deps.urls.base(tenant.label)}/sign-in/${token}/?${new URLSearchParams({ next: '/admin/' })}`
}
