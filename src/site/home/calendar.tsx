import type { Context } from '../../context.ts'
import type { Availability } from '../../features/event/availability.queries.ts'
import { readAvailability } from '../../features/reservation/read-availability.ts'
import {
  type CalendarChoices,
  listCalendarChoices,
  listSharedEvents,
  type SharedEvent,
} from '../../features/tenant/shared-calendar.queries.ts'
import { at, visitorPaths } from '../../lib/paths.ts'
import { listText } from '../../lib/format.ts'
import { foldText } from '../../lib/text.ts'
import type { RouteInput } from '../../http/route.ts'
import { isTenantCategory } from '../../features/tenant/tenant.ts'
import { commonTexts } from '../../messages/site/common.ts'
import { calendarTexts } from '../../messages/site/calendar.ts'
import { homeTexts } from '../../messages/site/home.ts'
import { EventCard, placeLine } from '../../pages/event-card.tsx'
import { showPage } from '../../pages/page.ts'
import { cardsPerPage, Pager } from '../../pages/pager.tsx'
import { useReader } from '../../pages/reader.ts'
import { Written } from '../../pages/written.tsx'
import { FeedLinks } from '../feeds/feed-links.tsx'
import { ByDay } from './by-day.tsx'
import { type CalendarQuery, filterOf, searchOf } from './calendar-query.ts'
import { CalendarSearch, type SearchFields } from './calendar-search.tsx'
import { hasMap, type MapTiles, MapView } from './map-view.tsx'
import { MonthView } from './month-view.tsx'
import { Chips, SearchInWords } from './narrowing.tsx'
import { fieldsBeside, readFor, type View, viewOf } from './view.ts'
import { LinkTo, Section } from '../../pages/parts.tsx'

/** Shows `/` of a Meta: the calendar that several organisations share, to be searched and narrowed down. */
export async function showCalendar(
  context: Context,
  input: RouteInput<undefined, undefined, typeof CalendarQuery>,
): Promise<string> {
  const { tenant, language, query } = input
  const now = context.now()
  const view = viewOf(query)
  const { fields: asked, rows } = readFor(view, query)
  const filter = filterOf(asked, tenant)
  const [events, choices] = await context.database.asServer(async (tx) => [
    await listSharedEvents(tx, tenant, filter, { now, withCancelled: true, ...rows }),
    await listCalendarChoices(tx, tenant, now),
  ])
  const isList = view.kind === 'list'
  const listed = isList ? events.slice(0, cardsPerPage) : []
  const availability = await readAvailability(context, bookedHere(listed))
  const words = calendarTexts[language]
  const fields = fieldsBeside(view, asked)
  const search = searchOf(fields)
  const searching = search !== ''
  const base = context.urls.base(tenant.host)
  return showPage(
    input,
    {
      title: words.calendar,
      description: tenant.shortDescription ?? words.description,
      // Pages of a search are not for search engines.
      ...(searching || !isList ? {} : { canonicalUrl: base + visitorPaths.home }),
      feeds: search,
    },
    <>
      <div class="stack">
        <h1>{words.calendar}</h1>
        <Written as="p" class="lead">
          {tenant.shortDescription}
        </Written>
        <CalendarSearch fields={fields} choices={choices} />
      </div>
      <Results
        page={query.page ?? 1}
        tiles={context.config}
        {...{ view, events, availability, fields, choices, searching, context }}
      />
      <FeedLinks base={base} search={search} />
      <p class="actions">
        <LinkTo to={visitorPaths.directory}>{words.directory}</LinkTo>
        <LinkTo to={visitorPaths.newTenant}>{words.createTenant}</LinkTo>
      </p>
    </>,
  )
}

type SharedCardsProps = {
  readonly events: readonly SharedEvent[]
  /** What is to be had, by the ids of the events (`bookedHere`). */
  readonly availability: ReadonlyMap<string, Availability>
  /** The words that were searched for: who plays and is meant by one of them is named. */
  readonly sought?: string
  readonly context: Pick<Context, 'urls'>
}

type ResultsProps = SharedCardsProps & {
  readonly view: View
  readonly tiles: MapTiles
  readonly page: number
  readonly fields: SearchFields
  readonly choices: CalendarChoices
  readonly searching: boolean
}

function Results({ view, tiles, events, page, fields, choices, searching, ...given }: ResultsProps) {
  const { language } = useReader()
  const words = calendarTexts[language]
  const { upcoming } = homeTexts[language]
  const kind = isTenantCategory(fields.kind) ? [commonTexts[language].categories[fields.kind]] : []
  const shownOf = (event: SharedEvent) => ({
    ...event,
    id: event.eventId,
    by: event,
    href: addressOf(event, given.context),
  })
  const by = choices.organisations.filter(({ slug }) => slug === fields.by).map(({ organisation }) => organisation)
  return (
    <Section id="calendar" title={searching ? words.found : upcoming}>
      <Chips {...{ view, fields }} hasMap={hasMap(events)} categories={choices.eventCategories} />
      <SearchInWords fields={fields} names={[...(fields.town === '' ? [] : [fields.town]), ...kind, ...by]} />
      {view.kind === 'month' ? (
        <MonthView month={view.month} {...{ fields }} events={events.map(shownOf)} />
      ) : view.kind === 'map' ? (
        <MapView part={view.part} {...{ fields, tiles }} events={events.map(shownOf)} />
      ) : events.length === 0 ? (
        <p class="empty">{searching ? words.nothingFound : words.noEvents}</p>
      ) : (
        <SharedCards {...given} events={events.slice(0, cardsPerPage)} sought={fields.q} />
      )}
      <Pager page={page} more={view.kind === 'list' && events.length > cardsPerPage} query={fields} />
    </Section>
  )
}

/** Those of which it can be said what is to be had: what is booked elsewhere is known there. */
export function bookedHere(events: readonly SharedEvent[]): readonly SharedEvent[] {
  return events.filter(({ link }) => link === null)
}

/** Shows events of several organisations, each leading to its page there; one of a remote agenda to where it is booked. */
export function SharedCards({ events, availability, sought = '', context }: SharedCardsProps) {
  const { language } = useReader()
  const words = calendarTexts[language]
  const meant = sought.split(/\s+/).map(foldText)
  const playing = (event: SharedEvent) => {
    const names = (availability.get(event.eventId)?.artists ?? []).filter(
      (name) => !event.name.includes(name) && meant.some((word) => word !== '' && foldText(name).includes(word)),
    )
    return names.length === 0 ? null : words.playing({ artists: listText(names, language) })
  }
  return (
    <ByDay events={events}>
      {(ofDay) => (
        <ul class="events">
          {ofDay.map((event) => (
            <EventCard
              key={event.eventId}
              href={addressOf(event, context)}
              name={event.name}
              by={event}
              startsAt={event.startsAt}
              allDay={event.allDay}
              imageKey={event.imageKey}
              focus={event.imageFocus}
              billing={playing(event)}
              lines={[
                byAndWhere(event),
                event.link === null ? null : words.elsewhere({ host: new URL(event.link).host }),
              ]}
              cancelledAt={event.cancelledAt}
              availability={availability.get(event.eventId)}
              currency={event.currency}
              timeZone={event.timeZone}
            />
          ))}
        </ul>
      )}
    </ByDay>
  )
}

function addressOf({ link, host, slug }: SharedEvent, { urls }: Pick<Context, 'urls'>): string {
  return link ?? urls.base(host) + at(visitorPaths.event, { slug })
}

/** Says who organises an event and where it is; a venue is both. */
function byAndWhere({ organisation, locationName, city }: SharedEvent): string {
  const where = placeLine(locationName, city)
  return where === null ? organisation : organisation === locationName ? where : `${organisation} · ${where}`
}
