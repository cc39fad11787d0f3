import { AppError } from '../../errors.ts'
import type { Actor } from '../account/actor.ts'
import type { BasicDeps } from '../deps.ts'
import { doAndNoteAtRoot } from './note-at-root.ts'
import { isPageReport, settlePageReport as settle } from './page-report.queries.ts'
import { listTenantNames } from './root.queries.ts'

/**
 * Settles a report for a super-user, whatever came of it.
 *
 * @throws AppError not_found, changed_meanwhile (somebody settled it before)
 */
export async function settlePageReport(deps: BasicDeps, actor: Actor, id: string): Promise<void> {
  await doAndNoteAtRoot(deps, actor, async (tx) => {
    const tenantId = await settle(tx, id, deps.now())
    if (tenantId === null) throw new AppError((await isPageReport(tx, id)) ? 'changed_meanwhile' : 'not_found')
    const organisation = (await listTenantNames(tx, [tenantId])).get(tenantId) ?? ''
    return { answer: null, change: { action: 'page_report.settled', subjectId: tenantId, after: { organisation } } }
  })
}
