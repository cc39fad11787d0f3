import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import {
  countDirectory,
  type DirectoryRow,
  directoryOrders,
  searchDirectory,
} from '../../features/tenant/root.queries.ts'
import { numberText } from '../../lib/format.ts'
import type { Language } from '../../lib/language.ts'
import { at, paths } from '../../lib/paths.ts'
import { registrationTexts } from '../../messages/office/registration.ts'
import { rootTexts } from '../../messages/office/root.ts'
import { commonTexts } from '../../messages/site/common.ts'
import { listPage } from '../kit/list-page.tsx'
import { QuietLink } from '../../pages/parts.tsx'
import { When } from '../../pages/format.tsx'
import { showRootPage } from './frame.tsx'
import { rootRooms, superUser } from './rooms.ts'

/** Registers the list of every organisation of the server. */
export function registerRootOrganisations(app: FastifyInstance, context: Context): void {
  listPage(app, context, {
    url: rootRooms.organisations,
    access: superUser,
    narrow: {},
    sorts: { by: directoryOrders, usual: '-since' },
    read: (_, { text, ...page }) =>
      context.database.asServer(async (tx) => {
        const wanted = text.trim()
        return { rows: await searchDirectory(tx, { wanted, ...page }), count: await countDirectory(tx, wanted) }
      }),
    show: ({ asked: { request }, found: { count } }) => {
      const { language } = request
      const { organisations: words, rooms } = rootTexts[language]
      const { columns } = words
      return {
        title: rooms.organisations,
        search: words.search,
        head: <QuietLink to={paths.newOrganisation}>{words.create}</QuietLink>,
        sums: [[rooms.organisations, numberText(count, language)]],
        empty: words.none,
        columns: [
          {
            name: columns.name,
            sort: 'name',
            show: ({ id, organisation }) => <a href={at(paths.organisation, { uuid: id })}>{organisation}</a>,
          },
          { name: columns.kind, bare: true, show: (row) => kindOf(row, language) },
          { name: columns.town, sort: 'town', bare: true, show: ({ city }) => city },
          { name: columns.address, show: ({ host }) => host ?? context.urls.domain },
          { name: columns.since, sort: 'since', show: ({ createdAt }) => <When at={createdAt} /> },
        ],
      }
    },
    frame: (asked, title, content) => showRootPage(asked, { title, room: 'organisations' }, content),
  })
}

function kindOf({ category, archivedAt, approval, sandbox }: DirectoryRow, language: Language): string {
  return [
    commonTexts[language].categories[category],
    ...(sandbox ? [rootTexts[language].organisations.sandbox] : []),
    ...(archivedAt ? [rootTexts[language].organisations.archived] : []),
    ...(approval === 'approved' ? [] : [registrationTexts[language].states[approval]]),
  ].join(', ')
}
