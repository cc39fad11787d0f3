import { type Static, Type } from 'typebox'
import type { Context } from '../../context.ts'
import {
  type CalendarFilter,
  listCalendarChoices,
  listSharedEvents,
  type SharedEvent,
} from '../../features/tenant/shared-calendar.queries.ts'
import { isTenantCategory, type Tenant } from '../../features/tenant/tenant.ts'
import type { Language } from '../../lib/language.ts'
import { parseDateTime } from '../../lib/time.ts'
import type { RouteInput } from '../../http/route.ts'
import { calendarTexts } from '../../messages/site/calendar.ts'
import { homeTexts } from '../../messages/site/home.ts'
import { TextQuery } from '../../http/wire/schemas.ts'
import { EventCard, placeLine } from '../../pages/event-card.tsx'
import { showPage } from '../../pages/page.ts'
import { cardsPerPage, Pager, PagerQuery, rowsOf } from '../../pages/pager.tsx'
import { Written } from '../../pages/written.tsx'
import { CalendarSearch, type SearchFields } from './calendar-search.tsx'

/** Mild: an address that somebody shared or mistyped finds what it can, and is never an error. */
export const CalendarQuery = Type.Object({
  ...PagerQuery.properties,
  q: Type.Optional(TextQuery),
  from: Type.Optional(TextQuery),
  to: Type.Optional(TextQuery),
  town: Type.Optional(TextQuery),
  kind: Type.Optional(TextQuery),
  by: Type.Optional(TextQuery),
})

/** `/` of a Meta: the calendar that several organisations share, to be searched and narrowed down. */
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
  const fields = fieldsOf(query)
  const searching = Object.values(fields).some((value) => value !== '')
  return showPage(
    input,
    {
      title: calendarTexts[language].calendar,
      description: tenant.shortDescription ?? calendarTexts[language].description,
      // Pages of a search are not for search engines.
      ...(searching ? {} : { canonicalUrl: `${context.urls.base(tenant.host)}/` }),
    },
    <>
      <div class="stack">
        <h1>{calendarTexts[language].calendar}</h1>
        {tenant.shortDescription === null ? null : (
          <Written as="p" class="lead">
            {tenant.shortDescription}
          </Written>
        )}
        <CalendarSearch fields={fields} choices={choices} language={language} />
      </div>
      <Results
        events={events}
        page={query.page ?? 1}
        fields={fields}
        searching={searching}
        context={context}
        language={language}
        now={now}
      />
      <p class="actions">
        <a class="go" href="/organisations/">
          {calendarTexts[language].directory}
        </a>
        <a class="go" href="/tenant/new/">
          {calendarTexts[language].createTenant}
        </a>
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
  readonly language: Language
  readonly now: Date
}

function Results({ events, page, fields, searching, context, language, now }: ResultsProps) {
  const words = calendarTexts[language]
  return (
    <section class="stack" aria-labelledby="calendar">
      <h2 id="calendar">{searching ? words.found : homeTexts[language].upcoming}</h2>
      {events.length === 0 ? (
        <p class="empty">
          {searching ? words.nothingFound : words.noEvents} {searching ? <a href="/">{words.showAll}</a> : null}
        </p>
      ) : (
        <ul class="cards">
          {events.slice(0, cardsPerPage).map((event) => (
            <EventCard
              key={event.eventId}
              href={`${context.urls.base(event.host)}/events/${event.slug}/`}
              name={event.name}
              by={event}
              startsAt={event.startsAt}
              imageKey={event.imageKey}
              lines={linesOf(event)}
              timeZone={event.timeZone}
              language={language}
              now={now}
            />
          ))}
        </ul>
      )}
      <Pager page={page} more={events.length > cardsPerPage} language={language} query={fields} />
    </section>
  )
}

/** By whom and where; a venue is both. */
function linesOf({ organisation, locationName, city }: SharedEvent): readonly (string | null)[] {
  const where = placeLine(locationName, city)
  return organisation === locationName ? [where] : [organisation, where]
}

const mostWords = 8

function fieldsOf({ q, from, to, town, kind, by }: Static<typeof CalendarQuery>): SearchFields {
  const short = (text = '') => text.trim().slice(0, 100)
  return { q: short(q), from: short(from), to: short(to), town: short(town), kind: short(kind), by: short(by) }
}

/** Days are those of the Meta's own time zone; the last one is included. */
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

/** `2026-12-31` gives `2027-01-01`; what is no day stays none. */
function dayAfter(day: string): string {
  const date = new Date(/^\d{4}-\d{2}-\d{2}$/.test(day) ? `${day}T12:00:00Z` : Number.NaN)
  if (Number.isNaN(date.getTime())) return day
  date.setUTCDate(date.getUTCDate() + 1)
  return date.toISOString().slice(0, 10)
}
