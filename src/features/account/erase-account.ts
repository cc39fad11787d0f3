import { sql } from 'kysely'
import type { ServerTx } from '../../db/database.ts'

/** Deletes links, codes and known browsers of a person at one tenant, and ends their sessions there. How many links and sessions there were. */
export async function eraseSignIns(tx: ServerTx, tenantId: string, email: string): Promise<number> {
  const links = await tx
    .deleteFrom('signInLink')
    .where('tenantId', '=', tenantId)
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const sessions = await tx
    .deleteFrom('session')
    .where('tenantId', '=', tenantId)
    .where('accountId', 'in', (where) => where.selectFrom('account').select('id').where('email', '=', email))
    .executeTakeFirstOrThrow()
  await tx
    .deleteFrom('knownBrowser')
    .where('tenantId', '=', tenantId)
    .where('accountId', 'in', (where) => where.selectFrom('account').select('id').where('email', '=', email))
    .execute()
  return Number(links.numDeletedRows + sessions.numDeletedRows)
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
  const gone = await tx
    .deleteFrom('account')
    .where('email', '=', email)
    .where('isSuperUser', '=', false)
    .where('canCreateTenants', '=', false)
    .returning(sql<number>`1`.as('one'))
    .executeTakeFirst()
  return gone !== undefined
}
