import { Type } from 'typebox'
import { type CommonTexts, commonTexts } from '../messages/site/common.ts'
import { IntegerIn } from '../http/wire/schemas.ts'
import { useTexts } from './reader.ts'

export const PagerQuery = Type.Object({ page: Type.Optional(IntegerIn({ min: 1, max: 10_000 })) })

/** Cards on a page: divides by one, two, three and four columns. */
export const cardsPerPage = 48

type PagerProps = {
  readonly page: number
  readonly more: boolean
  /** The other parameters of the query, which the links keep. */
  readonly query?: Readonly<Record<string, string>>
  /** The name of the page's parameter in the query, where a page has several lists. */
  readonly name?: string
  /** The id of the element that the list begins with, where that is not the top. */
  readonly at?: string
  readonly words?: CommonTexts['pager']
}

/** The rows to read: one more than a page holds, which tells whether there is another page. */
export function rowsOf(page = 1): { readonly limit: number; readonly offset: number } {
  return { limit: cardsPerPage + 1, offset: (page - 1) * cardsPerPage }
}

/** Cuts a page out of a list that was read as a whole, and says whether another follows. */
export function partOf<Row>(
  rows: readonly Row[],
  page: number,
  perPage = cardsPerPage,
): { readonly rows: readonly Row[]; readonly page: number; readonly more: boolean } {
  const end = page * perPage
  return { rows: rows.slice(end - perPage, end), page, more: rows.length > end }
}

/** Writes the query of a link to the same page, without what is empty. */
export function queryText(query: Readonly<Record<string, string>>): string {
  return `?${new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ''))}`
}

/** Links to the previous and the next page; nothing when everything is on one. */
export function Pager({ page, more, query = {}, name = 'page', at, ...given }: PagerProps) {
  const usual = useTexts(commonTexts).pager
  const words = given.words ?? usual
  if (page === 1 && !more) return null
  const pageAddress = (number: number) =>
    `${queryText({ ...query, [name]: number === 1 ? '' : String(number) })}${at === undefined ? '' : `#${at}`}`
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
