import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { countOpenReports } from '../../features/tenant/page-report.queries.ts'
import { type DirectoryRow, searchDirectory } from '../../features/tenant/root.queries.ts'
import type { RouteInput } from '../../http/route.ts'
import type { Language } from '../../lib/language.ts'
import { at, paths, visitorPaths } from '../../lib/paths.ts'
import { registrationTexts } from '../../messages/office/registration.ts'
import { rootReportsTexts } from '../../messages/office/root-reports.ts'
import { rootTexts } from '../../messages/office/root.ts'
import { commonTexts } from '../../messages/site/common.ts'
import { TextQuery } from '../../http/wire/schemas.ts'
import { List, type ListParts } from '../kit/list-page.tsx'
import { When } from '../../pages/format.tsx'
import { PagerQuery, rowsOf } from '../../pages/pager.tsx'
import { showRootPage } from './frame.tsx'
import { rootRooms } from './rooms.ts'

export const DirectoryQuery = Type.Object({ ...PagerQuery.properties, q: Type.Optional(TextQuery) })

/** Shows every organisation of the server; a super-user lands here. */
export async function showOrganisations(
  context: Context,
  input: RouteInput<undefined, undefined, typeof DirectoryQuery>,
): Promise<string> {
  const { query, language } = input
  const words = rootTexts[language].organisations
  const wanted = (query.q ?? '').trim().slice(0, 100)
  const { found, reports } = await context.database.asServer(async (tx) => ({
    found: await searchDirectory(tx, { wanted, ...rowsOf(query.page) }),
    reports: await countOpenReports(tx, null),
  }))
  const { columns } = words
  const title = rootTexts[language].rooms.organisations
  const parts = {
    title,
    search: words.search,
    head: (
      <>
        {reports === 0 ? null : (
          <p class="notice">
            <a href={rootRooms.reports}>{rootReportsTexts[language].open({ count: reports })}</a>
          </p>
        )}
        <a class="button quiet" href={visitorPaths.newTenant}>
          {words.create}
        </a>
      </>
    ),
    empty: words.none,
    columns: [
      {
        name: columns.name,
        show: ({ id, organisation }) => <a href={at(paths.organisation, { uuid: id })}>{organisation}</a>,
      },
      { name: columns.kind, show: (row) => kindOf(row, language) },
      { name: columns.town, show: ({ city }) => city },
      { name: columns.address, show: ({ host }) => host ?? context.urls.domain },
      { name: columns.since, show: ({ createdAt }) => <When at={createdAt} /> },
    ],
  } satisfies ListParts<DirectoryRow>
  return showRootPage(
    input,
    { title, room: 'organisations' },
    <List url={paths.admin} rows={found} text={wanted} number={query.page ?? 1} {...parts} />,
  )
}

function kindOf({ category, archivedAt, approval, sandbox }: DirectoryRow, language: Language): string {
  return [
    commonTexts[language].categories[category],
    ...(sandbox ? [rootTexts[language].organisations.sandbox] : []),
    ...(archivedAt ? [rootTexts[language].organisations.archived] : []),
    ...(approval === 'approved' ? [] : [registrationTexts[language].states[approval]]),
  ].join(', ')
}
