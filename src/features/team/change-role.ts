import { serverSide } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { normalizeEmail } from '../../lib/text.ts'
import { ensureAccount, findAccountByEmail } from '../account/account.queries.ts'
import type { Actor } from '../account/actor.ts'
import type { Role } from '../account/role.ts'
import { recordChange } from '../audit/record-change.ts'
import type { Deps } from '../deps.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { deleteRole, lockTeam, putRole } from './team.queries.ts'

/**
 * Gives a person a role in the organisation, or another one; a person nobody knows is made. It holds from their next
 * request on: the role is read at each. May be repeated.
 *
 * @throws AppError last_owner
 */
export async function changeRole(
  deps: Pick<Deps, 'database' | 'now'>,
  tenant: Tenant,
  actor: Actor,
  given: { readonly email: string; readonly role: Role },
): Promise<void> {
  const [email, now] = [normalizeEmail(given.email), deps.now()]
  await deps.database.asTenant(tenant.id, async (tx) => {
    const account = await ensureAccount(serverSide(tx), email, now)
    const team = await lockTeam(tx)
    const former = team.get(account.id)
    if (given.role !== 'owner') refuseLastOwner(team, account.id)
    await putRole(tx, { accountId: account.id, role: given.role, now })
    if (former === given.role) return
    await recordChange(tx, actor, now, {
      action: former === undefined ? 'team.joined' : 'team.role_changed',
      subjectId: account.id,
      ...(former === undefined ? {} : { before: { role: former } }),
      after: { role: given.role },
      personal: [{ field: 'email', personEmail: email, after: email }],
    })
  })
}

/**
 * The person works here no longer, from their next request on.
 *
 * @throws AppError not_found (nobody here), last_owner
 */
export async function removeColleague(
  deps: Pick<Deps, 'database' | 'now'>,
  tenant: Tenant,
  actor: Actor,
  address: string,
): Promise<void> {
  const email = normalizeEmail(address)
  await deps.database.asTenant(tenant.id, async (tx) => {
    const account = await findAccountByEmail(serverSide(tx), email)
    const team = await lockTeam(tx)
    const role = account ? team.get(account.id) : undefined
    if (!account || role === undefined) throw new AppError('not_found')
    refuseLastOwner(team, account.id)
    await deleteRole(tx, account.id)
    await recordChange(tx, actor, deps.now(), {
      action: 'team.left',
      subjectId: account.id,
      before: { role },
      personal: [{ field: 'email', personEmail: email, before: email }],
    })
  })
}

/** Without an owner nobody could let anybody in any more. */
function refuseLastOwner(team: ReadonlyMap<string, Role>, accountId: string): void {
  const owners = [...team].filter(([, role]) => role === 'owner').map(([id]) => id)
  if (owners.length === 1 && owners[0] === accountId) throw new AppError('last_owner')
}
