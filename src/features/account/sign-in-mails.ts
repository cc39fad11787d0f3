import type { ServerTx } from '../../db/database.ts'
import { sha256 } from '../../lib/hash.ts'
import { waitInLine } from './rate.queries.ts'

/** Links that were mailed to an address for one host and still work. */
const mostAtHost = 5
/** Links that still work for all hosts of the server together; the first of a host is sent all the same. */
const mostAnywhere = 20

/**
 * Whether one more link may be mailed to an address (ADR 0080). Not when enough lie in the mailbox that still work: nobody is
 * locked out then, and no mailbox is flooded, by anyone from anywhere. Asks at once are held in line until the end of
 * the transaction.
 */
export async function mayMailLink(
  tx: ServerTx,
  asked: { readonly tenantId: string; readonly email: string; readonly now: Date },
): Promise<boolean> {
  const { tenantId, email, now } = asked
  await waitInLine(tx, `sign_in_mail ${sha256(email).toString('base64url')}`, now)
  const rows = await tx
    .selectFrom('signInLink')
    .select('tenantId')
    .where('email', '=', email)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    // The others were handed over, not mailed.
    .where('handleHash', 'is not', null)
    .limit(mostAnywhere * mostAtHost)
    .execute()
  const here = rows.filter((row) => row.tenantId === tenantId).length
  return here < mostAtHost && (here === 0 || rows.length < mostAnywhere)
}
