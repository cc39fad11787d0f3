import type { Deps } from '../deps.ts'
import { defineLetter } from '../mail/letter.ts'
import { type PageReportKind, pageReportWords, toldEveryMs } from './page-report.ts'
import { lockTelling, takeUntold } from './page-report.queries.ts'
import { tellSuperUsers } from './tell-super-users.ts'
import { findTenantById } from './tenant.queries.ts'

/**
 * Tells every super-user what was reported of an organisation since they were told of it, once within an hour: what comes sooner is
 * counted in the next mail. Neither who reported it nor what they wrote is in the mail.
 */
export async function tellOfPageReports(
  deps: Pick<Deps, 'database' | 'now' | 'enqueue' | 'urls'>,
  tenantId: string,
): Promise<void> {
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
      ...{ organisation: tenant.organisation, count: untold.length },
      kind: pageReportWords[language][latest.kind as PageReportKind],
      page: `${deps.urls.base(tenant.host)}${latest.path}`,
      url: `${deps.urls.base(null)}/admin/server/reports/`,
    })
  })
}

type Reported = {
  readonly organisation: string
  readonly count: number
  /** Of the latest. */
  readonly kind: string
  readonly page: string
  readonly url: string
}

const reportedLetter = defineLetter<Reported>('page_reported', {
  en: ({ organisation, count, kind, page, url }) => ({
    subject: count === 1 ? `A page of ${organisation} was reported` : `${count} reports of ${organisation}`,
    title: count === 1 ? 'A page was reported' : `Pages were reported ${count} times`,
    paragraphs: [
      'A visitor says that something is wrong with a page. Of the same organisation you are told once an hour at most.',
    ],
    facts: [
      { label: 'Organisation', value: organisation },
      { label: count === 1 ? 'Page' : 'Latest page', value: page },
      { label: 'What is wrong', value: kind },
    ],
    action: { label: 'Read the reports', url },
  }),
  fr: ({ organisation, count, kind, page, url }) => ({
    subject:
      count === 1 ? `Une page de ${organisation} a été signalée` : `${count} signalements de ${organisation}`,
    title: count === 1 ? 'Une page a été signalée' : `Des pages ont été signalées ${count} fois`,
    paragraphs: [
      'Un visiteur dit que quelque chose ne va pas avec une page. Pour une même organisation, on vous écrit au plus une fois par heure.',
    ],
    facts: [
      { label: 'Organisation', value: organisation },
      { label: count === 1 ? 'Page' : 'Dernière page', value: page },
      { label: 'Ce qui ne va pas', value: kind },
    ],
    action: { label: 'Lire les signalements', url },
  }),
})
