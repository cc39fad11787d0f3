import type { MediaStore } from '../../integrations/media/media-store.ts'
import type { BasicDeps } from '../deps.ts'
import { emptyKeptLetters, emptyLetters } from '../mail/mail.queries.ts'
import { deleteOldRequests } from '../request/asked-request.queries.ts'
import { deleteUnusedPictures } from './delete-unused-pictures.ts'
import { forEachDue } from './for-each-due.ts'
import { deleteOldPageReports } from './page-report.queries.ts'

const dayMs = 86_400_000
const keptDays = 90
/** Of what a sandbox did not send (ADR 0272). */
const keptMailDays = 30
/**
 * The most rows of a kind deleted in a minute, in a transaction for each kind: nobody waits for it, whatever has gathered over the
 * years.
 */
const mostAtOnce = 1_000

/**
 * Deletes what is kept for 90 days and no longer (mails in a sandbox for 30), and pictures that nothing shows: a step for each organisation that is due, which
 * stays due while more is left (ADR 0255).
 *
 * @param others what features that come later keep, for how many days, and how much of it is deleted at once
 * @throws TenantsFailedError
 */
export async function deleteExpired(
  deps: BasicDeps & { readonly media: MediaStore },
  others: readonly { readonly remove: typeof emptyLetters; readonly days: number; readonly most: number }[],
): Promise<void> {
  await forEachDue(deps, 'forgetting', async (tenantId) => {
    const remove = (what: typeof emptyLetters, days = keptDays, most = mostAtOnce) => {
      const before = new Date(deps.now().getTime() - days * dayMs)
      return deps.database.asTenant(tenantId, (tx) => what(tx, before, most))
    }
    let isMore = false
    for (const other of others) if ((await remove(other.remove, other.days, other.most)) === other.most) isMore = true
    const most = Math.max(
      await remove(emptyLetters),
      await remove(emptyKeptLetters, keptMailDays),
      await remove(deleteOldRequests),
      await remove(deleteOldPageReports),
      await deleteUnusedPictures(deps, tenantId, mostAtOnce),
    )
    return isMore || most === mostAtOnce
  })
}
