import { type Static, Type } from 'typebox'
import { TextQuery } from '../../http/wire/schemas.ts'
import { PagerQuery } from '../../pages/pager.tsx'
import { longestSearch } from '../kit/desk-search-field.tsx'

const { page } = PagerQuery.properties

/** Which parts of its lists the page of a reservation shows. */
export const OfficeQuery = Type.Object({
  page,
  story: page,
  conflicts: page,
  /** By which some of its tickets are found. */
  q: Type.Optional(TextQuery),
})

/** Of its lists; `text` '': all tickets. */
export type OfficeParts = ReturnType<typeof partsOf>

export function partsOf({ page, q, story, conflicts }: Static<typeof OfficeQuery>) {
  return {
    page: page ?? 1,
    text: (q ?? '').trim().slice(0, longestSearch),
    story: story ?? 1,
    conflicts: conflicts ?? 1,
  }
}

export const firstParts = partsOf({})

/** As a query, by which whatever is done there leads back to the same parts; '' of the first ones. */
export function queryOf({ page, text, conflicts }: OfficeParts): string {
  const query = new URLSearchParams({
    ...(page === 1 ? {} : { page: String(page) }),
    ...(text === '' ? {} : { q: text }),
    ...(conflicts === 1 ? {} : { conflicts: String(conflicts) }),
  }).toString()
  return query === '' ? '' : `?${query}`
}
