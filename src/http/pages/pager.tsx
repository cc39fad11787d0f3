import { Type } from 'typebox'
import type { Language } from '../../lib/language.ts'
import { pageTexts } from '../texts/page-texts.ts'
import { IntegerIn } from '../wire/schemas.ts'

export const PagerQuery = Type.Object({ page: Type.Optional(IntegerIn({ min: 1, max: 10_000 })) })

/** Cards on a page: divides by one, two, three and four columns. */
export const cardsPerPage = 48

/** Links to the page before and the one after; nothing when all is on one. */
export function Pager({ page, more, language }: { page: number; more: boolean; language: Language }) {
  const words = pageTexts[language].pager
  if (page === 1 && !more) return null
  return (
    <nav class="pager" aria-label={words.label}>
      {page > 1 ? (
        <a class="button quiet" rel="prev" href={page === 2 ? '?' : `?page=${page - 1}`}>
          {words.before}
        </a>
      ) : null}
      {more ? (
        <a class="button quiet" rel="next" href={`?page=${page + 1}`}>
          {words.after}
        </a>
      ) : null}
    </nav>
  )
}
