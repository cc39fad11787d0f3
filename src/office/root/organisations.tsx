import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { type DirectoryRow, searchDirectory } from '../../features/tenant/root.queries.ts'
import type { Language } from '../../lib/language.ts'
import { at, paths, visitorPaths } from '../../lib/paths.ts'
import { registrationTexts } from '../../messages/office/registration.ts'
import { rootTexts } from '../../messages/office/root.ts'
import { commonTexts } from '../../messages/site/common.ts'
import { listPage } from '../kit/list-page.tsx'
import { ButtonLink } from '../../pages/parts.tsx'
import { When } from '../../pages/format.tsx'
import { showRootPage } from './frame.tsx'
import { rootRooms, superUser } from './rooms.ts'

/** Registers the list of every organisation of the server. */
export function registerRootOrganisations(app: FastifyInstance, context: Context): void {
  listPage(app, context, {
    url: rootRooms.organisations,
    access: superUser,
    narrow: {},
    read: async (_, { text, ...page }) => ({
      rows: await context.database.asServer((tx) => searchDirectory(tx, { wanted: text.trim(), ...page })),
    }),
    show: ({ asked: { request } }) => {
      const { language } = request
      const { organisations: words, rooms } = rootTexts[language]
      const { columns } = words
      return {
        title: rooms.organisations,
        search: words.search,
        head: (
          <ButtonLink to={visitorPaths.newTenant} look="quiet">
            {words.create}
          </ButtonLink>
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
