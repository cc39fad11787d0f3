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
  /** The text that some of the tickets are found by. */
  q: Type.Optional(TextQuery),
  /** What was just done: `mailed` or `corrected`. */
  done: Type.Optional(TextQuery),
})

/** The parts of the lists that are shown; `text` '': all tickets; `done` '': nothing was done just now. */
export type OfficeParts = ReturnType<typeof partsOf>

export function partsOf({ page, q, story, conflicts, done }: Static<typeof OfficeQuery>) {
  return {
    page: page ?? 1,
    text: (q ?? '').trim().slice(0, longestSearch),
    story: story ?? 1,
    conflicts: conflicts ?? 1,
    done: done ?? '',
  }
}

export const firstParts = partsOf({})

/** Writes the parts as a query, so that every action leads back to them; '' for the first ones. */
export function queryOf({ page, text, conflicts }: OfficeParts): string {
  const query = new URLSearchParams({
    ...(page === 1 ? {} : { page: String(page) }),
    ...(text === '' ? {} : { q: text }),
    ...(conflicts === 1 ? {} : { conflicts: String(conflicts) }),
  }).toString()
  return query === '' ? '' : `?${query}`
}
