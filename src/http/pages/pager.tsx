import { Type } from 'typebox'
import type { Language } from '../../lib/language.ts'
import { pageTexts } from '../texts/page-texts.ts'
import { IntegerIn } from '../wire/schemas.ts'

export const PagerQuery = Type.Object({ page: Type.Optional(IntegerIn({ min: 1, max: 10_000 })) })

/** Cards on a page: divides by one, two, three and four columns. */
export const cardsPerPage = 48

type PagerProps = {
  readonly page: number
  readonly more: boolean
  readonly language: Language
  /** What else was asked for; the other pages keep it. */
  readonly query?: Readonly<Record<string, string>>
}

/** One row more than a page holds tells whether there is another page. */
export function rowsOf(page = 1): { readonly limit: number; readonly offset: number } {
  return { limit: cardsPerPage + 1, offset: (page - 1) * cardsPerPage }
}

/** Links to the page before and the one after; nothing when all is on one. */
export function Pager({ page, more, language, query = {} }: PagerProps) {
  const words = pageTexts[language].pager
  if (page === 1 && !more) return null
  const pageAddress = (number: number) => {
    const kept = Object.entries(query).filter(([, value]) => value !== '')
    const all = number === 1 ? kept : [...kept, ['page', String(number)]]
    return `?${new URLSearchParams(all as [string, string][])}`
  }
  return (
    <nav class="pager" aria-label={words.label}>
      {page > 1 ? (
        <a class="button quiet" rel="prev" href={pageAddress(page - 1)}>
          {words.before}
        </a>
      ) : null}
      {more ? (
        <a class="button quiet" rel="next" href={pageAddress(page + 1)}>
          {words.after}
        </a>
      ) : null}
    </nav>
  )
}
