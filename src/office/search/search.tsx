import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { staff } from '../../http/route.ts'
import { TextQuery } from '../../http/wire/schemas.ts'
import { isTooLittle } from '../../lib/name-words.ts'
import { paths } from '../../lib/paths.ts'
import { searchTexts } from '../../messages/office/search.ts'
import { page } from '../../pages/page.ts'
import { longestSearch } from '../kit/desk-search-field.tsx'
import { showRoom } from '../kit/frame.tsx'
import { ListSearch } from '../kit/list-search.tsx'
import { SimilarNames } from '../kit/similar-names.tsx'
import { searchParts, searchScript } from '../kit/search-script.ts'
import { findEverywhere, findSimilarNames } from './find-everywhere.tsx'
import { Group, onlyOne } from './found.tsx'

/** Registers the search of everything that somebody may see (ADR 0287). */
export function registerSearch(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url: paths.search,
    access: staff('overview'),
    query: Type.Object({ q: Type.Optional(TextQuery) }),
    handler: async ({ request, reply, query }) => {
      const text = (query.q ?? '').trim().slice(0, longestSearch)
      const { groups, similar } =
        text === ''
          ? { groups: [], similar: [] }
          : await context.database.asTenant(request.tenant.id, async (tx) => {
              const search = { tx, request, text, now: context.now() }
              const groups = await findEverywhere(search)
              return { groups, similar: groups.length === 0 ? await findSimilarNames(search) : [] }
            })
      const only = onlyOne(groups)
      if (only !== null) return reply.redirect(only, 303)
      const words = searchTexts[request.language]
      const sentence = text === '' ? words.empty : isTooLittle(text) ? words.tooShort : words.nothing({ text })
      return showRoom(
        { request, reply },
        { title: words.title, area: null, scriptPath: searchScript.path },
        <div {...{ [searchParts.field]: '' }}>
          <ListSearch action={paths.search} label={words.search} text={text} isMain />
        </div>,
        groups.length > 0 ? null : (
          <>
            <p class="empty">{sentence}</p>
            <SimilarNames url={paths.search} names={similar} />
          </>
        ),
        <div class="stack found" {...{ [searchParts.found]: '' }}>
          {groups.map((group, place) => (
            <Group key={group.id} group={group} isFirst={place === 0} />
          ))}
        </div>,
      )
    },
  })
}
