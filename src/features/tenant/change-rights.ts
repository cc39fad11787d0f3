import { type ServerTx, serverSide } from '../../db/database.ts'
import { AppError, orNotFound } from '../../errors.ts'
import { normalizeEmail } from '../../lib/text.ts'
import {
  type Account,
  ensureAccount,
  findAccountByEmail,
  lockSuperUsers,
  putRights,
} from '../account/account.queries.ts'
import type { Actor } from '../account/actor.ts'
import { endSessionsOf } from '../account/session.queries.ts'
import { recordChange } from '../audit/record-change.ts'
import type { BasicDeps } from '../deps.ts'
import type { Tenant } from './tenant.ts'

export const serverRights = ['super_user', 'create_tenants'] as const
export type ServerRight = (typeof serverRights)[number]

type Change = { readonly email: string; readonly rights: readonly ServerRight[] }

/**
 * Gives a person rights on the whole server, noted in the log of Root; an account is made for an unknown address. A person who
 * becomes a super-user signs in again (ADR 0151). May be repeated.
 */
export async function giveRights(
  deps: BasicDeps,
  root: Tenant,
  actor: Actor,
  { email, rights }: Change,
): Promise<void> {
  const now = deps.now()
  await deps.database.asTenant(root.id, async (tx) => {
    const before = await ensureAccount(serverSide(tx), normalizeEmail(email), now)
    const after = await set(serverSide(tx), before.id, rights, true)
    if (after.isSuperUser && !before.isSuperUser) await endSessionsOf(serverSide(tx), before.id)
    await recordChange(tx, actor, now, 'rights.given', before.id, { before: rightsOf(before), after: rightsOf(after) })
  })
}

/**
 * Revokes a person's rights on the whole server, from their next request on.
 *
 * @throws AppError not_found (nobody is known by that address), last_super_user
 */
export async function takeRights(
  deps: BasicDeps,
  root: Tenant,
  actor: Actor,
  { email, rights }: Change,
): Promise<void> {
  await deps.database.asTenant(root.id, async (tx) => {
    // Two who leave at once take turns at this lock.
    const superUsers = await lockSuperUsers(serverSide(tx))
    const before = orNotFound(await findAccountByEmail(serverSide(tx), normalizeEmail(email)))
    const isLast = superUsers.length === 1 && superUsers[0] === before.id
    if (isLast && rights.includes('super_user')) throw new AppError('last_super_user')
    const after = await set(serverSide(tx), before.id, rights, false)
    await recordChange(tx, actor, deps.now(), 'rights.taken', before.id, {
      before: rightsOf(before),
      after: rightsOf(after),
    })
  })
}

function set(tx: ServerTx, id: string, rights: readonly ServerRight[], held: boolean): Promise<Account> {
  return putRights(tx, id, {
    ...(rights.includes('super_user') ? { isSuperUser: held } : {}),
    ...(rights.includes('create_tenants') ? { canCreateTenants: held } : {}),
  })
}

const rightsOf = ({ isSuperUser, canCreateTenants }: Account) => ({
  super_user: isSuperUser,
  create_tenants: canCreateTenants,
})
