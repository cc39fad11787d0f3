import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { countOpenReports } from '../../features/tenant/page-report.queries.ts'
import { type DirectoryRow, searchDirectory } from '../../features/tenant/root.queries.ts'
import type { RouteInput } from '../../http/route.ts'
import { at, paths } from '../../lib/paths.ts'
import { registrationTexts } from '../../messages/office/registration.ts'
import { rootReportsTexts } from '../../messages/office/root-reports.ts'
import { rootTexts } from '../../messages/office/root.ts'
import { commonTexts } from '../../messages/site/common.ts'
import { TextQuery } from '../../http/wire/schemas.ts'
import { DataTable } from '../kit/table.tsx'
import { Field } from '../../pages/form/field.tsx'
import { When } from '../../pages/format.tsx'
import { cardsPerPage, Pager, PagerQuery, rowsOf } from '../../pages/pager.tsx'
import { showRootPage } from './frame.tsx'
import { creationPath, rootRooms } from './rooms.ts'

export const DirectoryQuery = Type.Object({ ...PagerQuery.properties, q: Type.Optional(TextQuery) })

/** Where a super-user lands: every organisation of the server. */
export async function showOrganisations(
  context: Context,
  input: RouteInput<undefined, undefined, typeof DirectoryQuery>,
): Promise<string> {
  const { query, language, tenant } = input
  const words = rootTexts[language].organisations
  const wanted = (query.q ?? '').trim().slice(0, 100)
  const { found, reports } = await context.database.asServer(async (tx) => ({
    found: await searchDirectory(tx, { wanted, ...rowsOf(query.page) }),
    reports: await countOpenReports(tx, null),
  }))
  const when = { timeZone: tenant.timeZone, now: context.now(), language }
  const { columns } = words
  return showRootPage(
    input,
    { title: rootTexts[language].rooms.organisations, room: 'organisations' },
    <div class="stack">
      <h1>{rootTexts[language].rooms.organisations}</h1>
      {reports === 0 ? null : (
        <p class="notice">
          <a href={rootRooms.reports}>{rootReportsTexts[language].open({ count: reports })}</a>
        </p>
      )}
      <a class="button quiet" href={creationPath}>
        {words.create}
      </a>
      <search>
        <form class="search" method="get">
          <Field id="q" label={words.search} type="search" maxLength={100} value={wanted} />
          <button class="button" type="submit">
            {words.searchButton}
          </button>
        </form>
      </search>
      {found.length === 0 ? (
        <p class="empty">{words.none}</p>
      ) : (
        <DataTable
          label={rootTexts[language].rooms.organisations}
          rows={found.slice(0, cardsPerPage)}
          keyOf={({ id }) => id}
          columns={[
            { name: columns.name, show: (row) => <a href={pathOf(row)}>{row.organisation}</a> },
            {
              name: columns.kind,
              show: ({ category, archivedAt, approval }) =>
                [
                  commonTexts[language].categories[category],
                  ...(archivedAt ? [words.archived] : []),
                  ...(approval === 'approved' ? [] : [registrationTexts[language].states[approval]]),
                ].join(', '),
            },
            { name: columns.town, show: ({ city }) => city },
            { name: columns.address, show: ({ host }) => host ?? context.urls.domain },
            { name: columns.since, show: ({ createdAt }) => <When at={createdAt} {...when} /> },
          ]}
        />
      )}
      <Pager page={query.page ?? 1} more={found.length > cardsPerPage} language={language} query={{ q: wanted }} />
    </div>,
  )
}

const pathOf = ({ id }: Pick<DirectoryRow, 'id'>) => at(paths.organisation, { uuid: id })
