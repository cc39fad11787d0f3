import type { MediaStore } from '../../integrations/media/media-store.ts'
import type { Deps } from '../deps.ts'
import { emptyLetters } from '../mail/mail.queries.ts'
import { forgetRequests } from '../request/asked-request.queries.ts'
import { forEachDue } from './for-each-due.ts'
import { forgetPictures } from './forget-pictures.ts'
import { forgetPageReports } from './page-report.queries.ts'

const keptMs = 90 * 86_400_000
/** Of each, in a transaction of its own, a minute: nobody waits for it, whatever has gathered over the years. */
const mostAtOnce = 1_000

/**
 * Forgets what is kept for 90 days and no longer, and pictures that nothing shows, a step for each organisation that is due; of whom more is left stays so (ADR 0255).
 *
 * @throws TenantsFailedError
 */
export async function forgetOld(
  deps: Pick<Deps, 'database' | 'now'> & { readonly media: MediaStore },
): Promise<void> {
  await forEachDue(deps, 'forgetting', async (tenantId) => {
    const before = new Date(deps.now().getTime() - keptMs)
    const forget = (what: typeof emptyLetters) =>
      deps.database.asTenant(tenantId, (tx) => what(tx, before, mostAtOnce))
    const most = Math.max(
      await forget(emptyLetters),
      await forget(forgetRequests),
      await forget(forgetPageReports),
      await forgetPictures(deps, tenantId, mostAtOnce),
    )
    return most === mostAtOnce
  })
}
