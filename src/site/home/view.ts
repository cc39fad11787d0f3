import type { Static } from 'typebox'
import { type MapPart, partOf, textOfPart } from '../../lib/web-mercator.ts'
import { visitorPaths } from '../../lib/paths.ts'
import { rowsOf } from '../../pages/pager.tsx'
import { type CalendarQuery, fieldsOf, searchOf } from './calendar-query.ts'
import type { SearchFields } from './calendar-search.tsx'
import { type Month, monthNamed } from './month.ts'

/** How what is coming is shown: as a list, the days of a month, or on a map, of which a part may be asked for. */
export type View =
  | { readonly kind: 'list' }
  | { readonly kind: 'month'; readonly month: Month }
  | { readonly kind: 'map'; readonly part: MapPart | null }

export const listView: View = { kind: 'list' }
export const mapView: View = { kind: 'map', part: null }

/** Most events of a month or a map that are shown. */
const mostAtOnce = 500

export function viewOf({ month, map }: Static<typeof CalendarQuery>): View {
  const named = monthNamed(month ?? '')
  if (named !== null) return { kind: 'month', month: named }
  return map === undefined ? listView : { kind: 'map', part: partOf(map) }
}

/** What is read for a view: the days of a month are its own, and only a list has pages. */
export function readFor(view: View, query: Static<typeof CalendarQuery>) {
  const fields = fieldsOf(query)
  const rows = view.kind === 'list' ? rowsOf(query.page) : { limit: mostAtOnce, offset: 0 }
  if (view.kind !== 'month') return { fields, rows }
  const { days } = view.month
  return { fields: { ...fields, from: days[0] ?? '', to: days.at(-1) ?? '' }, rows }
}

/** The fields that are asked for beside the days of a month. */
export function fieldsBeside(view: View, fields: SearchFields): SearchFields {
  return view.kind === 'month' ? { ...fields, from: '', to: '' } : fields
}

/** The address of a view, with what else is asked for. */
export function addressOfView(view: View, fields: SearchFields): string {
  if (view.kind === 'month') return monthAddress(fields, view.month.name)
  if (view.kind === 'list') return visitorPaths.home + searchOf(fields)
  return withSearch(fields, `map=${view.part === null ? 'all' : textOfPart(view.part)}`)
}

/** The address of a month such as `2026-12`, with what else is asked for but days. */
export function monthAddress(fields: SearchFields, month: string): string {
  return withSearch({ ...fields, from: '', to: '' }, `month=${month}`)
}

function withSearch(fields: SearchFields, shown: string): string {
  const search = searchOf(fields)
  return `${visitorPaths.home}${search === '' ? '?' : `${search}&`}${shown}`
}
