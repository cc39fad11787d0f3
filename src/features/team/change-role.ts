import { serverSide } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { normalizeEmail } from '../../lib/text.ts'
import { deleteRole, ensureAccount, findAccountByEmail, putRole } from '../account/account.queries.ts'
import type { Actor } from '../account/actor.ts'
import { gainsRights, type Role } from '../account/role.ts'
import { endSessionsOf } from '../account/session.queries.ts'
import type { BasicDeps } from '../deps.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { deleteInvitationTo } from './invitation.queries.ts'
import { noteColleague } from './note-colleague.ts'
import { endApiKey } from './revoke-api-key.ts'
import { decidesAbout, isLastOwner, type Team } from './team.ts'
import { lockTeam } from './team.queries.ts'

type NewRole = {
  readonly email: string
  readonly role: Role
  /** The person's role when somebody decided; absent: any, whether they work here or not. */
  readonly former?: Role
}

/**
 * Gives a person a role in the organisation, or another one; an account is made for an unknown address. It holds from their next
 * request on: the role is read at each. A person who gains rights signs in again (ADR 0151). May be repeated.
 *
 * @throws AppError changed_meanwhile (the person has another role by now, or is gone), permission_denied, last_owner
 */
export async function changeRole(deps: BasicDeps, tenant: Tenant, actor: Actor, given: NewRole): Promise<void> {
  const [email, now] = [normalizeEmail(given.email), deps.now()]
  await deps.database.asTenant(tenant.id, async (tx) => {
    const team = await lockTeam(tx)
    const account = await ensureAccount(serverSide(tx), email, now)
    const former = team.get(account.id)
    if (given.former !== undefined && given.former !== former) throw new AppError('changed_meanwhile')
    requireDecision(actor, team, [given.role, former])
    if (given.role !== 'owner' && isLastOwner(team, account.id)) throw new AppError('last_owner')
    if (former === given.role) return
    await putRole(tx, { accountId: account.id, role: given.role, now })
    if (gainsRights(former ?? null, given.role)) await endSessionsOf(serverSide(tx), account.id, { at: tenant.id })
    // Somebody who works here need not be invited any more.
    await deleteInvitationTo(tx, email)
    await noteColleague(tx, actor, now, {
      email,
      action: former === undefined ? 'team.joined' : 'team.role_changed',
      subjectId: account.id,
      ...(former === undefined ? {} : { before: { role: former } }),
      after: { role: given.role },
    })
  })
}

/**
 * Removes a person from the team, from their next request on. Keys that act for them go on (ADR 0148), except those that are named.
 *
 * @throws AppError not_found (nobody on this team, or no such key), permission_denied, last_owner
 */
export async function removeColleague(
  deps: BasicDeps,
  tenant: Tenant,
  actor: Actor,
  leaving: { readonly email: string; readonly revokedKeyIds?: readonly string[] },
): Promise<void> {
  const [email, now] = [normalizeEmail(leaving.email), deps.now()]
  await deps.database.asTenant(tenant.id, async (tx) => {
    const team = await lockTeam(tx)
    const account = await findAccountByEmail(serverSide(tx), email)
    const role = account ? team.get(account.id) : undefined
    if (!account || role === undefined) throw new AppError('not_found')
    requireDecision(actor, team, [role])
    if (isLastOwner(team, account.id)) throw new AppError('last_owner')
    await deleteRole(tx, account.id)
    await noteColleague(tx, actor, now, { email, action: 'team.left', subjectId: account.id, before: { role } })
    for (const id of leaving.revokedKeyIds ?? []) await endApiKey(tx, actor, now, { id })
  })
}

function requireDecision(actor: Actor, team: Team, about: readonly (Role | undefined)[]): void {
  const decides = about.every((role) => role === undefined || decidesAbout(actor, team, role))
  if (!decides) throw new AppError('permission_denied')
}
