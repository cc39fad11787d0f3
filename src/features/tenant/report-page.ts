import { AppError } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'
import type { EnqueueDeps } from '../deps.ts'
import { mostReports } from './page-report.ts'
import { countOpenReports, countReportsFrom, insertPageReport, type NewPageReport } from './page-report.queries.ts'
import type { Tenant } from './tenant.ts'

const dayMs = 86_400_000

export type ToldOfPage = Pick<NewPageReport, 'path' | 'kind' | 'text' | 'email' | 'reportedFrom'>

/**
 * Reports to the administrators of the server that something is wrong with a page of an organisation (ADR 0237). Where an
 * organisation is already reported a lot nothing is added: it is known.
 *
 * @param limited whether one network may send only so many reports
 * @throws AppError too_many_requests
 */
export async function reportPage(deps: EnqueueDeps, tenant: Tenant, told: ToldOfPage, limited: boolean): Promise<void> {
  const now = deps.now()
  await deps.database.asServer(async (tx) => {
    const since = new Date(now.getTime() - dayMs)
    if (limited && (await countReportsFrom(tx, told.reportedFrom, since)) >= mostReports.ofNetwork)
      throw new AppError('too_many_requests')
    if ((await countOpenReports(tx, tenant.id)) >= mostReports.ofOrganisation) return
    await insertPageReport(tx, { ...told, id: newId(), tenantId: tenant.id, createdAt: now })
    await deps.enqueue(tx, { name: 'tell_of_page_reports', tenantId: tenant.id }, { afterMs: 0 })
  })
}
