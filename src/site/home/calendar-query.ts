import { type Static, Type } from 'typebox'
import type { CalendarFilter } from '../../features/tenant/shared-calendar.queries.ts'
import { eventCategoryOf } from '../../features/tenant/event-category.ts'
import { isTenantCategory, type Tenant } from '../../features/tenant/tenant.ts'
import { TextQuery } from '../../http/wire/schemas.ts'
import { endOfHouseDay, parseDateTime } from '../../lib/time.ts'
import { PagerQuery } from '../../pages/pager.tsx'
import type { SearchFields } from './calendar-search.tsx'

/** The query of a calendar. Mild: an address that somebody shared or mistyped finds what it can, and is never an error. */
export const CalendarQuery = Type.Object({
  ...PagerQuery.properties,
  q: Type.Optional(TextQuery),
  from: Type.Optional(TextQuery),
  to: Type.Optional(TextQuery),
  town: Type.Optional(TextQuery),
  category: Type.Optional(TextQuery),
  kind: Type.Optional(TextQuery),
  by: Type.Optional(TextQuery),
  /** Shown as a calendar, such as `2026-12`; in place of `from` and `to`. */
  month: Type.Optional(TextQuery),
  /** Shown on a map: `all` of it, or a part such as `12/47.21837/-1.55362`. */
  map: Type.Optional(TextQuery),
})

const mostWords = 8

/** @param query of a Meta; whoever has one programme alone is asked for a category at most */
export function fieldsOf(query: Static<typeof CalendarQuery>): SearchFields {
  const short = (text = '') => text.trim().slice(0, 100)
  const { q, from, to, town, category, kind, by } = query
  return {
    q: short(q),
    from: short(from),
    to: short(to),
    town: short(town),
    category: short(category),
    kind: short(kind),
    by: short(by),
  }
}

/** Writes it as an address has it: `?town=Nantes`; '' asks for everything. */
export function searchOf(fields: SearchFields): string {
  const asked = new URLSearchParams(Object.entries(fields).filter(([, value]) => value !== ''))
  return asked.size === 0 ? '' : `?${asked}`
}

/**
 * Reads the filter from a query. Days are those of the Meta's own time zone, and begin at four, as house days do: what begins, or goes
 * on, after midnight is of the night before, and not of the day after it. The last one is included.
 */
export function filterOf(query: Static<typeof CalendarQuery>, meta: Tenant): CalendarFilter {
  const { q, from, to, town, category, kind, by } = fieldsOf(query)
  return {
    words: q
      .split(/\s+/)
      .filter((word) => word !== '')
      .slice(0, mostWords),
    from: parseDateTime(`${from}T04:00`, meta.timeZone),
    before: endOfHouseDay(to, meta.timeZone),
    town: town || null,
    category: isTenantCategory(kind) ? kind : null,
    eventCategory: eventCategoryOf(category),
    organisation: by || null,
  }
}
