import { type Static, Type } from 'typebox'
import type { Context } from '../../context.ts'
import {
  type CalendarFilter,
  listCalendarChoices,
  listSharedEvents,
  type SharedEvent,
} from '../../features/tenant/shared-calendar.queries.ts'
import { isTenantCategory, type Tenant } from '../../features/tenant/tenant.ts'
import { parseDateTime } from '../../lib/time.ts'
import { at, visitorPaths } from '../../lib/paths.ts'
import type { RouteInput } from '../../http/route.ts'
import { calendarTexts } from '../../messages/site/calendar.ts'
import { homeTexts } from '../../messages/site/home.ts'
import { TextQuery } from '../../http/wire/schemas.ts'
import { EventCard, placeLine } from '../../pages/event-card.tsx'
import { showPage } from '../../pages/page.ts'
import { cardsPerPage, Pager, PagerQuery, rowsOf } from '../../pages/pager.tsx'
import { useTexts } from '../../pages/reader.ts'
import { Written } from '../../pages/written.tsx'
import { CalendarSearch, type SearchFields } from './calendar-search.tsx'
import { LinkTo, Section } from '../../pages/parts.tsx'

/** The query of a calendar. Mild: an address that somebody shared or mistyped finds what it can, and is never an error. */
export const CalendarQuery = Type.Object({
  ...PagerQuery.properties,
  q: Type.Optional(TextQuery),
  from: Type.Optional(TextQuery),
  to: Type.Optional(TextQuery),
  town: Type.Optional(TextQuery),
  kind: Type.Optional(TextQuery),
  by: Type.Optional(TextQuery),
})

/** Shows `/` of a Meta: the calendar that several organisations share, to be searched and narrowed down. */
export async function showCalendar(
  context: Context,
  input: RouteInput<undefined, undefined, typeof CalendarQuery>,
): Promise<string> {
  const { tenant, language, query } = input
  const now = context.now()
  const [events, choices] = await context.database.asServer(async (tx) => [
    await listSharedEvents(tx, tenant, filterOf(query, tenant), { now, ...rowsOf(query.page) }),
    await listCalendarChoices(tx, tenant, now),
  ])
  const words = calendarTexts[language]
  const fields = fieldsOf(query)
  const searching = Object.values(fields).some((value) => value !== '')
  return showPage(
    input,
    {
      title: words.calendar,
      description: tenant.shortDescription ?? words.description,
      // Pages of a search are not for search engines.
      ...(searching ? {} : { canonicalUrl: context.urls.base(tenant.host) + visitorPaths.home }),
    },
    <>
      <div class="stack">
        <h1>{words.calendar}</h1>
        <Written as="p" class="lead">
          {tenant.shortDescription}
        </Written>
        <CalendarSearch fields={fields} choices={choices} />
      </div>
      <Results page={query.page ?? 1} {...{ events, fields, searching, context }} />
      <p class="actions">
        <LinkTo to={visitorPaths.directory}>{words.directory}</LinkTo>
        <LinkTo to={visitorPaths.newTenant}>{words.createTenant}</LinkTo>
      </p>
    </>,
  )
}

type ResultsProps = {
  readonly events: readonly SharedEvent[]
  readonly page: number
  readonly fields: SearchFields
  readonly searching: boolean
  readonly context: Pick<Context, 'urls'>
}

function Results({ events, page, fields, searching, context }: ResultsProps) {
  const words = useTexts(calendarTexts)
  const { upcoming } = useTexts(homeTexts)
  return (
    <Section id="calendar" title={searching ? words.found : upcoming}>
      {events.length === 0 ? (
        <p class="empty">
          {searching ? words.nothingFound : words.noEvents}{' '}
          {searching ? <a href={visitorPaths.home}>{words.showAll}</a> : null}
        </p>
      ) : (
        <ul class="cards">
          {events.slice(0, cardsPerPage).map((event) => (
            <EventCard
              key={event.eventId}
              href={context.urls.base(event.host) + at(visitorPaths.event, { slug: event.slug })}
              name={event.name}
              by={event}
              startsAt={event.startsAt}
              imageKey={event.imageKey}
              lines={linesOf(event)}
              timeZone={event.timeZone}
            />
          ))}
        </ul>
      )}
      <Pager page={page} more={events.length > cardsPerPage} query={fields} />
    </Section>
  )
}

/** Says who organises an event and where it is; a venue is both. */
function linesOf({ organisation, locationName, city }: SharedEvent): readonly (string | null)[] {
  const where = placeLine(locationName, city)
  return organisation === locationName ? [where] : [organisation, where]
}

const mostWords = 8

function fieldsOf({ q, from, to, town, kind, by }: Static<typeof CalendarQuery>): SearchFields {
  const short = (text = '') => text.trim().slice(0, 100)
  return { q: short(q), from: short(from), to: short(to), town: short(town), kind: short(kind), by: short(by) }
}

/** Reads the filter from a query. Days are those of the Meta's own time zone; the last one is included. */
function filterOf(query: Static<typeof CalendarQuery>, meta: Tenant): CalendarFilter {
  const { q, from, to, town, kind, by } = fieldsOf(query)
  const midnight = (day: string) => parseDateTime(`${day}T00:00`, meta.timeZone)
  return {
    words: q
      .split(/\s+/)
      .filter((word) => word !== '')
      .slice(0, mostWords),
    from: midnight(from),
    before: midnight(dayAfter(to)),
    town: town || null,
    category: isTenantCategory(kind) ? kind : null,
    organisation: by || null,
  }
}

/** Returns the day after: `2026-12-31` gives `2027-01-01`; a text that is no day gives none. */
function dayAfter(day: string): string {
  const date = new Date(/^\d{4}-\d{2}-\d{2}$/.test(day) ? `${day}T12:00:00Z` : Number.NaN)
  if (Number.isNaN(date.getTime())) return day
  date.setUTCDate(date.getUTCDate() + 1)
  return date.toISOString().slice(0, 10)
}
