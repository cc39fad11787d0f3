import type { ServerTx } from '../../db/database.ts'
import { countDone, isDone } from '../../db/rows.ts'

/** Deletes links, codes and known browsers of a person at one tenant, and ends their sessions there. How many links and sessions there were. */
export async function eraseSignIns(tx: ServerTx, tenantId: string, email: string): Promise<number> {
  const links = await tx
    .deleteFrom('signInLink')
    .where('tenantId', '=', tenantId)
    .where('email', '=', email)
    .$call(countDone)
  const sessions = await tx
    .deleteFrom('session')
    .where('tenantId', '=', tenantId)
    .where('accountId', 'in', (where) => where.selectFrom('account').select('id').where('email', '=', email))
    .$call(countDone)
  await tx
    .deleteFrom('knownBrowser')
    .where('tenantId', '=', tenantId)
    .where('accountId', 'in', (where) => where.selectFrom('account').select('id').where('email', '=', email))
    .execute()
  return links + sessions
}

/**
 * Deletes a person's account. One that holds rights on the server is kept, since somebody relies on them; whether it holds
 * any at a tenant is the caller's question.
 *
 * @returns whether it is gone
 */
export async function eraseAccount(tx: ServerTx, email: string): Promise<boolean> {
  await tx
    .deleteFrom('session')
    .where('accountId', 'in', (where) => where.selectFrom('account').select('id').where('email', '=', email))
    .execute()
  return tx
    .deleteFrom('account')
    .where('email', '=', email)
    .where('isSuperUser', '=', false)
    .where('canCreateTenants', '=', false)
    .$call(isDone)
}
