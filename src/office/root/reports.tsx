import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import type { TenantUrls } from '../../features/deps.ts'
import { type ListedPageReport, listPageReports } from '../../features/tenant/page-report.queries.ts'
import { settlePageReport } from '../../features/tenant/settle-page-report.ts'
import type { Language } from '../../lib/language.ts'
import { at, paths } from '../../lib/paths.ts'
import { pageReportTexts } from '../../messages/mail/page-report.ts'
import { rootReportsTexts } from '../../messages/office/root-reports.ts'
import { rootTexts } from '../../messages/office/root.ts'
import { actionPage } from '../kit/action-page.ts'
import { listPage } from '../kit/list-page.tsx'
import { saidOf } from '../kit/parts.tsx'
import { ActionButton } from '../../pages/parts.tsx'
import type { Column } from '../kit/table.tsx'
import { When } from '../../pages/format.tsx'
import { showRootPage } from './frame.tsx'
import { organisationPath } from './read-organisation.ts'
import { rootRooms, superUser } from './rooms.ts'

/** What visitors say is wrong with pages of organisations (ADR 0237). */
export function registerRootReports(app: FastifyInstance, context: Context): void {
  listPage(app, context, {
    url: rootRooms.reports,
    access: superUser,
    narrow: {},
    read: async (_, { limit, offset }) => ({
      rows: await context.database.asServer((tx) => listPageReports(tx, { limit, offset })),
    }),
    show: ({ asked: { request }, done }) => {
      const { language } = request
      const words = rootReportsTexts[language]
      return {
        title: rootTexts[language].rooms.reports,
        lead: words.lead,
        empty: words.none,
        said: saidOf(done, { settled: words.done }),
        columns: columnsOf(context.urls.base, language),
      }
    },
    frame: (asked, title, content) => showRootPage(asked, { title, room: 'reports' }, content),
  })

  actionPage(app, {
    of: `${rootRooms.reports}:uuid/`,
    name: 'settlement',
    access: superUser,
    act: ({ request: { actor } }, id) => settlePageReport(context, actor, id),
    goesOn: () => `${rootRooms.reports}?done=settled`,
  })
}

function columnsOf(baseOf: TenantUrls['base'], language: Language): readonly Column<ListedPageReport>[] {
  const words = rootReportsTexts[language]
  const { columns } = words
  return [
    {
      name: columns.organisation,
      show: ({ tenantId, organisation }) => <a href={organisationPath(tenantId)}>{organisation}</a>,
    },
    { name: columns.when, show: ({ createdAt }) => <When at={createdAt} /> },
    {
      name: columns.page,
      show: ({ host, path }) => (
        <a href={`${baseOf(host)}${path}`} rel="noopener noreferrer">
          {path}
        </a>
      ),
    },
    {
      name: columns.what,
      show: ({ kind, text }) => (
        <div>
          <strong>{pageReportTexts[language][kind]}</strong>
          {text === '' ? null : <p class="prose">{text}</p>}
        </div>
      ),
    },
    { name: columns.answer, show: ({ email }) => email },
    {
      name: columns.do,
      show: ({ id, organisation, path, settledAt }) =>
        settledAt === null ? (
          <ActionButton
            action={at(paths.serverReportSettlement, { uuid: id })}
            label={`${words.settle}: ${organisation}, ${path}`}
          >
            {words.settle}
          </ActionButton>
        ) : (
          <span>
            {words.settled} <When at={settledAt} />
          </span>
        ),
    },
  ]
}
