import { type ServerTx, serverSide } from '../../db/database.ts'
import { normalizeEmail } from '../../lib/text.ts'
import type { BasicDeps } from '../deps.ts'
import { type Account, ensureAccount, findRole, putRights, putRole } from './account.queries.ts'
import { endSessionsOf } from './session.queries.ts'

export type Grant = {
  readonly email: string
  readonly superUser?: boolean
  readonly createTenants?: boolean
  /** The id of a tenant. */
  readonly administratorOf?: string | null
}

/** Gives rights to a person, who is made when unknown, and signs in again (ADR 0151). May be repeated; it takes nothing away. */
export async function grantRights(deps: BasicDeps, grant: Grant): Promise<Account> {
  const tenantId = grant.administratorOf ?? null
  if (tenantId === null) return deps.database.asServer((tx) => grantOnServer(tx, grant, deps.now()))
  return deps.database.asTenant(tenantId, async (tx) => {
    const account = await grantOnServer(serverSide(tx), grant, deps.now())
    const former = await findRole(tx, account.id)
    await putRole(tx, { accountId: account.id, role: 'owner', now: deps.now() })
    if (former !== 'owner') await endSessionsOf(serverSide(tx), account.id, { at: tenantId })
    return account
  })
}

async function grantOnServer(tx: ServerTx, grant: Grant, now: Date): Promise<Account> {
  const account = await ensureAccount(tx, normalizeEmail(grant.email), now)
  if (!grant.superUser && !grant.createTenants) return account
  if (grant.superUser && !account.isSuperUser) await endSessionsOf(tx, account.id)
  return putRights(tx, account.id, {
    ...(grant.superUser ? { isSuperUser: true } : {}),
    ...(grant.createTenants ? { canCreateTenants: true } : {}),
  })
}
