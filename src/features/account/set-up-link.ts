import type { ServerTx } from '../../db/database.ts'
import { isThere } from '../../db/rows.ts'
import { issueSignInLink } from './issue-sign-in-link.ts'
import { setUpLinkLifeMs } from './session.ts'

/** True once somebody administers the server: no set-up link is offered any more. */
export async function hasSuperUser(tx: ServerTx): Promise<boolean> {
  return tx.selectFrom('account').where('isSuperUser', '=', true).$call(isThere)
}

/** A fresh set-up link; the ones issued before stop working, so that only the last one printed counts. */
export async function issueSetUpLink(tx: ServerTx, rootTenantId: string, now: Date): Promise<string> {
  await tx.deleteFrom('signInLink').where('email', 'is', null).execute()
  return issueSignInLink(tx, { tenantId: rootTenantId, email: null, now, lifeMs: setUpLinkLifeMs })
}
