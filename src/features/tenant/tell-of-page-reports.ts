import { paths } from '../../lib/paths.ts'
import { pageReportTexts } from '../../messages/mail/page-report.ts'
import { tenantTexts } from '../../messages/mail/tenant.ts'
import type { BasicDeps } from '../deps.ts'
import { defineLetter } from '../mail/letter.ts'
import { toldEveryMs } from './page-report.ts'
import { lockTelling, takeUntold } from './page-report.queries.ts'
import { tellSuperUsers } from './tell-super-users.ts'
import { findTenantById } from './tenant.queries.ts'

/**
 * Tells every super-user what was reported about an organisation since they were last told, once within an hour: what comes sooner is
 * counted in the next mail. The mail has neither the reporter nor what they wrote.
 */
export async function tellOfPageReports(deps: BasicDeps<'enqueue' | 'urls'>, tenantId: string): Promise<void> {
  const tenant = await deps.database.asServer((tx) => findTenantById(tx, tenantId))
  if (tenant === null) return
  await tellSuperUsers(deps, async (language, tx) => {
    const now = deps.now()
    const last = await lockTelling(tx, tenantId)
    const afterMs = last === null ? 0 : last.getTime() + toldEveryMs - now.getTime()
    if (afterMs > 0) {
      await deps.enqueue(tx, { name: 'tell_of_page_reports', tenantId }, { afterMs })
      return null
    }
    const untold = await takeUntold(tx, tenantId, now)
    const [latest] = untold
    if (latest === undefined) return null
    return reportedLetter(language, {
      organisation: tenant.organisation,
      count: untold.length,
      kind: pageReportTexts[language][latest.kind],
      page: `${deps.urls.base(tenant.host)}${latest.path}`,
      url: deps.urls.base(null) + paths.serverReports,
    })
  })
}

type Reported = {
  readonly organisation: string
  readonly count: number
  /** The kind of the latest report. */
  readonly kind: string
  readonly page: string
  readonly url: string
}

const reportedLetter = defineLetter('page_reported', tenantTexts, ({ report: said, ...texts }, reported: Reported) => ({
  subject: said.subject(reported),
  title: said.title(reported),
  paragraphs: [said.text],
  facts: [
    [texts.organisation, reported.organisation],
    [said.page(reported), reported.page],
    [said.wrong, reported.kind],
  ],
  action: { label: said.action, url: reported.url },
}))
