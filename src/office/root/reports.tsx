import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import type { PageReportKind } from '../../features/tenant/page-report.ts'
import { type ListedPageReport, listPageReports } from '../../features/tenant/page-report.queries.ts'
import { settlePageReport } from '../../features/tenant/settle-page-report.ts'
import { UuidParams } from '../../http/wire/params.ts'
import { at, paths } from '../../lib/paths.ts'
import { pageReportTexts } from '../../messages/mail/page-report.ts'
import { rootReportsTexts } from '../../messages/office/root-reports.ts'
import { rootTexts } from '../../messages/office/root.ts'
import { TextQuery } from '../../http/wire/schemas.ts'
import { DataTable } from '../kit/table.tsx'
import { Done } from '../../pages/form/done.tsx'
import { When } from '../../pages/format.tsx'
import { page } from '../../pages/page.ts'
import { cardsPerPage, Pager, PagerQuery, rowsOf } from '../../pages/pager.tsx'
import { showRootPage } from './frame.tsx'
import { organisationPath } from './read-organisation.ts'
import { rootRooms } from './rooms.ts'

const access = { kind: 'super_user' } as const

/** What visitors say is wrong with pages of organisations (ADR 0237). */
export function registerRootReports(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url: rootRooms.reports,
    access,
    summary: 'Pages that were reported',
    query: Type.Object({ ...PagerQuery.properties, done: Type.Optional(TextQuery) }),
    handler: async ({ tenant: root, language, query, request, reply }) => {
      const title = rootTexts[language].rooms.reports
      const words = rootReportsTexts[language]
      const found = await context.database.asServer((tx) => listPageReports(tx, rowsOf(query.page)))
      const when = { timeZone: root.timeZone, now: context.now(), language }
      return showRootPage(
        { request, reply },
        { title, room: 'reports' },
        <div class="stack">
          <h1>{title}</h1>
          <p class="prose">{words.lead}</p>
          <Done>{query.done === 'settled' ? words.done : null}</Done>
          {found.length === 0 ? (
            <p class="empty">{words.none}</p>
          ) : (
            <Reports reports={found.slice(0, cardsPerPage)} baseOf={context.urls.base} when={when} />
          )}
          <Pager page={query.page ?? 1} more={found.length > cardsPerPage} language={language} />
        </div>,
      )
    },
  })

  page(app, {
    method: 'POST',
    url: paths.serverReportSettlement,
    access,
    summary: 'Be done with the report of a page',
    forms: true,
    params: UuidParams,
    handler: async ({ actor, params, reply }) => {
      await settlePageReport(context, actor, params.uuid)
      return reply.redirect(`${rootRooms.reports}?done=settled`, 303)
    },
  })
}

type Props = {
  readonly reports: readonly ListedPageReport[]
  readonly baseOf: (label: string | null) => string
  readonly when: Pick<Parameters<typeof When>[0], 'timeZone' | 'now' | 'language'>
}

function Reports({ reports, baseOf, when }: Props) {
  const { language } = when
  const words = rootReportsTexts[language]
  const { columns } = words
  return (
    <DataTable
      label={rootTexts[language].rooms.reports}
      rows={reports}
      keyOf={({ id }) => id}
      columns={[
        {
          name: columns.organisation,
          show: ({ tenantId, organisation }) => <a href={organisationPath(tenantId)}>{organisation}</a>,
        },
        { name: columns.when, show: ({ createdAt }) => <When at={createdAt} {...when} /> },
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
              <strong>{pageReportTexts[language][kind as PageReportKind]}</strong>
              {text === '' ? null : <p class="prose">{text}</p>}
            </div>
          ),
        },
        { name: columns.answer, show: ({ email }) => email },
        {
          name: columns.do,
          show: ({ id, organisation, path, settledAt }) =>
            settledAt === null ? (
              <form method="post" action={at(paths.serverReportSettlement, { uuid: id })}>
                <button
                  class="button quiet"
                  type="submit"
                  aria-label={`${words.settle}: ${organisation}, ${path}`}
                >
                  {words.settle}
                </button>
              </form>
            ) : (
              <span>
                {words.settled} <When at={settledAt} {...when} />
              </span>
            ),
        },
      ]}
    />
  )
}
