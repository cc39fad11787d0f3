import { serverSide } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { at, paths, visitorPaths } from '../../lib/paths.ts'
import type { Actor } from '../account/actor.ts'
import { issueSignInLink } from '../account/issue-sign-in-link.ts'
import { rootLinkLifeMs } from '../account/session.ts'
import { followLink, type SignedIn, type SignInInput } from '../account/sign-in.ts'
import { recordChange } from '../audit/record-change.ts'
import type { BasicDeps } from '../deps.ts'
import { doAndNoteAtRoot } from './note-at-root.ts'
import type { Tenant } from './tenant.ts'

/**
 * Lets a super-user into an organisation, with an owner's permissions for an hour. What is done there is marked, and the log of Root
 * says that they were let in.
 *
 * @returns the address to open, which works once
 * @throws AppError permission_denied (no super-user), not_found (archived, or Root itself: nobody answers there)
 */
export async function enterTenant(deps: BasicDeps<'urls'>, actor: Actor, tenant: Tenant): Promise<string> {
  if (actor.kind !== 'account' || !actor.isSuperUser) throw new AppError('permission_denied')
  if (tenant.archivedAt !== null || tenant.category === 'root') throw new AppError('not_found')
  const after = { organisation: tenant.organisation }
  const token = await doAndNoteAtRoot(deps, actor, async (tx) => ({
    answer: await issueSignInLink(tx, {
      tenantId: tenant.id,
      email: actor.email,
      now: deps.now(),
      lifeMs: rootLinkLifeMs,
      fromRoot: true,
    }),
    change: { action: 'organisation.opened', subjectId: tenant.id, after },
  }))
  return deps.urls.base(tenant.label) + at(visitorPaths.signInLink, { token }, { next: paths.admin })
}

/**
 * Signs in by a link. If it belongs to a super-user who comes from Root, the log of the organisation says so before they are in: once
 * for each time they really enter, however many links were made.
 *
 * @throws AppError link_invalid
 */
export async function followSignInLink(deps: BasicDeps, input: SignInInput): Promise<SignedIn> {
  const now = deps.now()
  return deps.database.asTenant(input.tenantId, async (tx) => {
    const signedIn = await followLink(serverSide(tx), input, now)
    const { id: accountId, email, isSuperUser } = signedIn.account
    if (signedIn.fromRoot) {
      const entering = { kind: 'account', accountId, email, role: 'owner', isSuperUser, fromRoot: true } as const
      await recordChange(tx, entering, now, 'organisation.entered', null)
    }
    return signedIn
  })
}
