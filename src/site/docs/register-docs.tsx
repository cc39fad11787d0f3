import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { openApiDocument } from '../../http/openapi.ts'
import { TextQuery } from '../../http/wire/schemas.ts'
import type { Language } from '../../lib/language.ts'
import { visitorPaths } from '../../lib/paths.ts'
import { docsTexts } from '../../messages/site/docs.ts'
import { page, showPage } from '../../pages/page.ts'
import { ChapterPage } from './chapter-page.tsx'
import { chapters, findChapter } from './chapter.ts'
import { ContentsPage } from './contents-page.tsx'
import { type Documentation, documentationOf } from './documentation.ts'
import { ErrorsPage } from './errors-page.tsx'
import { OperationsPage } from './operations-page.tsx'
import { ResultsPage } from './results-page.tsx'
import { searchEntriesOf } from './search-entries.ts'
import { askedOf, search, type SearchIndex, searchIndexOf } from './search-index.ts'

/**
 * `/api/docs/`: the OpenAPI document for people, tag by tag, every code of a refusal with what it means, the pages of docs/interface and
 * the guides beside them, and a search of all that.
 */
export function registerDocs(app: FastifyInstance, context: Pick<Context, 'urls'>): void {
  const { documentation, indexIn } = openDocumentation(app)

  page(app, {
    method: 'GET',
    url: visitorPaths.docs,
    isShared: true,
    query: Type.Object({ q: Type.Optional(TextQuery) }),
    handler: (input) => {
      const words = docsTexts[input.language]
      const asked = askedOf(input.query.q ?? '')
      const shown = { title: asked === '' ? words.title : words.searchTitle, description: words.lead }
      if (asked !== '')
        return showPage(input, shown, <ResultsPage asked={asked} {...search(indexIn(input.language), asked)} />)
      const { groups } = documentation()
      return showPage(input, shown, <ContentsPage groups={groups} base={context.urls.base(input.tenant.host)} />)
    },
  })

  page(app, {
    method: 'GET',
    url: visitorPaths.docsErrors,
    isShared: true,
    handler: (input) => {
      const words = docsTexts[input.language]
      const shown = { title: words.errorsTitle, description: words.errorsLead }
      return showPage(input, shown, <ErrorsPage documentation={documentation()} />)
    },
  })

  page(app, {
    method: 'GET',
    url: visitorPaths.docsOperations,
    isShared: true,
    params: Type.Object({ tag: Type.String() }),
    handler: (input) => {
      const group = documentation().groups.find(({ slug }) => slug === input.params.tag)
      if (group === undefined) throw new AppError('not_found')
      const base = context.urls.base(input.tenant.host)
      const shown = { title: `${group.tag} · ${docsTexts[input.language].title}` }
      return showPage(input, shown, <OperationsPage {...{ group, base }} documentation={documentation()} />)
    },
  })

  page(app, {
    method: 'GET',
    url: visitorPaths.docsFolder,
    params: Type.Object({ folder: Type.String() }),
    handler: ({ params: { folder }, reply }) => {
      if (!folders.has(folder)) throw new AppError('not_found')
      return reply.redirect(`${visitorPaths.docs}#${folder}`, 301)
    },
  })

  for (const [url, to] of [
    [visitorPaths.docsGuessed, visitorPaths.docs],
    [visitorPaths.openApiGuessed, visitorPaths.openApi],
  ] as const)
    page(app, { method: 'GET', url, handler: ({ reply }) => reply.redirect(to, 301) })

  page(app, {
    method: 'GET',
    url: visitorPaths.docsChapter,
    isShared: true,
    params: Type.Object({ folder: Type.String(), chapter: Type.String() }),
    handler: (input) => {
      const chapter = findChapter(input.params.folder, input.params.chapter)
      if (chapter === undefined) throw new AppError('not_found')
      const shown = { title: `${chapter.title} · ${docsTexts[input.language].title}` }
      return showPage(input, shown, <ChapterPage chapter={chapter} documentation={documentation()} />)
    },
  })
}

/** What is listed on the page of contents, by the anchor it has there. */
const folders: ReadonlySet<string> = new Set(['guides', 'interface', 'operations'])

/** Makes each of these when it is first asked for: none changes while the process lives. */
function openDocumentation(app: FastifyInstance) {
  let made: Documentation | undefined
  const documentation = () => (made ??= documentationOf(openApiDocument(app)))
  const indexes = new Map<Language, SearchIndex>()
  const indexIn = (language: Language): SearchIndex => {
    const index = indexes.get(language) ?? searchIndexOf(searchEntriesOf(documentation(), chapters, language))
    indexes.set(language, index)
    return index
  }
  return { documentation, indexIn }
}
