import { serverSide } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { putRole } from '../account/account.queries.ts'
import type { Actor } from '../account/actor.ts'
import { endSessionsOf } from '../account/session.queries.ts'
import { type BrowserInput, type SignedIn, signInAs } from '../account/sign-in.ts'
import type { BasicDeps } from '../deps.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { takeInvitation } from './invitation.queries.ts'
import { noteColleague } from './note-colleague.ts'
import { lockTeam } from './team.queries.ts'

/**
 * Accepts an invitation: the person who has the link reads the mail of its address, joins the team and is signed in, with a new
 * session. Somebody who was taken into the team meanwhile keeps their role.
 *
 * @throws AppError link_invalid (used, withdrawn, over, or replaced by a later one)
 */
export async function acceptInvitation(
  deps: BasicDeps,
  tenant: Tenant,
  browser: BrowserInput,
  token: string,
): Promise<SignedIn> {
  const now = deps.now()
  return deps.database.asTenant(tenant.id, async (tx) => {
    const team = await lockTeam(tx)
    const invitation = await takeInvitation(tx, { token, now })
    if (!invitation) throw new AppError('link_invalid')
    const { email, role } = invitation
    const signedIn = await signInAs(serverSide(tx), browser, { email, fromRoot: false }, now)
    const { id: accountId, isSuperUser } = signedIn.account
    if (team.has(accountId)) return signedIn
    await putRole(tx, { accountId, role, now })
    await endSessionsOf(serverSide(tx), accountId, { at: tenant.id, except: signedIn.sessionToken })
    const invited: Actor = { kind: 'account', accountId, email, role, isSuperUser, fromRoot: false }
    await noteColleague(tx, invited, now, {
      email,
      action: 'team.invitation_accepted',
      subjectId: accountId,
      after: { role },
    })
    return signedIn
  })
}
