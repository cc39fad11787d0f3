import type { ServerTx } from '../../db/database.ts'
import { isDone } from '../../db/rows.ts'
import { sha256 } from '../../lib/hash.ts'
import { lockAccount } from './account.queries.ts'
import { knownBrowserLifeMs } from './session.ts'

export type SeenBrowser = {
  readonly accountId: string
  readonly tenantId: string
  /** The mark that it keeps. */
  readonly token: string
  readonly now: Date
}

/** Whether the account has signed in with it here before; noted as used. */
export async function markBrowserSeen(tx: ServerTx, seen: SeenBrowser): Promise<boolean> {
  return tx
    .updateTable('knownBrowser')
    .set({ lastSeenAt: seen.now })
    .where('accountId', '=', seen.accountId)
    .where('tokenHash', '=', sha256(seen.token))
    .where('tenantId', '=', seen.tenantId)
    .where('lastSeenAt', '>', deletedSince(seen.now))
    .$call(isDone)
}

/**
 * Keeps the mark of a browser that was not seen before, and deletes those that have not come for long.
 *
 * @returns whether it is the first of the account, on the whole server
 */
export async function addBrowser(tx: ServerTx, seen: SeenBrowser): Promise<boolean> {
  // Of two that come first at once, one finds the other.
  await lockAccount(tx, seen.accountId)
  const other = await tx
    .selectFrom('knownBrowser')
    .select('accountId')
    .where('accountId', '=', seen.accountId)
    .limit(1)
    .executeTakeFirst()
  await tx
    .deleteFrom('knownBrowser')
    .where('accountId', '=', seen.accountId)
    .where('lastSeenAt', '<=', deletedSince(seen.now))
    .execute()
  await tx
    .insertInto('knownBrowser')
    .values({ accountId: seen.accountId, tokenHash: sha256(seen.token), tenantId: seen.tenantId, lastSeenAt: seen.now })
    .execute()
  return other === undefined
}

/** Lists the browsers in which a person signed in to work at organisations. */
export function listBrowsers(tx: ServerTx, accountId: string) {
  return tx
    .selectFrom('knownBrowser')
    .innerJoin('tenant', 'tenant.id', 'knownBrowser.tenantId')
    .select(['tenant.organisation', 'knownBrowser.tenantId', 'knownBrowser.lastSeenAt'])
    .where('knownBrowser.accountId', '=', accountId)
    .orderBy('knownBrowser.lastSeenAt', 'desc')
    .execute()
}

function deletedSince(now: Date): Date {
  return new Date(now.getTime() - knownBrowserLifeMs)
}
