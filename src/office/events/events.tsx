import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Event } from '../../features/event/event.queries.ts'
import { countFound, type EventList, eventLists, searchEvents } from '../../features/event/event-lists.queries.ts'
import { listEntries } from '../../features/tenant/programme.queries.ts'
import type { ProgrammeEntry } from '../../features/tenant/programme.ts'
import type { Language } from '../../lib/language.ts'
import { at, paths } from '../../lib/paths.ts'
import { readUuid } from '../../lib/text.ts'
import { staff } from '../../http/route.ts'
import { eventTexts } from '../../messages/office/event.ts'
import { EnumIn, TextQuery } from '../../http/wire/schemas.ts'
import { Choice } from '../../pages/form/field.tsx'
import { When } from '../../pages/format.tsx'
import { page } from '../../pages/page.ts'
import { cardsPerPage, Pager, PagerQuery, rowsOf } from '../../pages/pager.tsx'
import { Written } from '../../pages/written.tsx'
import { showAdminPage } from '../kit/frame.tsx'
import { ListSearch } from '../kit/list-search.tsx'
import { DataTable } from '../kit/table.tsx'

const EventsQuery = Type.Object({
  ...PagerQuery.properties,
  list: Type.Optional(EnumIn(eventLists)),
  q: Type.Optional(TextQuery),
  place: Type.Optional(TextQuery),
})

const longestSearch = 100
const mostPlaces = 1000

/** Every event, by name and by what became of it, with how it sells. */
export function registerEventsPage(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url: paths.events,
    access: staff('programme'),
    query: EventsQuery,
    handler: async ({ tenant, language, query, request, reply }) => {
      const words = eventTexts[language]
      const text = (query.q ?? '').slice(0, longestSearch)
      const { list = 'upcoming', page: number = 1 } = query
      const locationId = readUuid(query.place)
      const now = context.now()
      const { events, places, place, elsewhere } = await context.database.asTenant(tenant.id, async (tx) => {
        const places = await listEntries(tx, 'location', { limit: mostPlaces })
        const place = places.find(({ id }) => id === locationId) ?? null
        if (locationId !== null && place === null) throw new AppError('not_found')
        const narrowed = { text, locationId, now }
        const events = await searchEvents(tx, { ...narrowed, list, ...rowsOf(number) })
        const isMissing = events.length === 0 && (text !== '' || place !== null)
        return { events, places, place, elsewhere: isMissing ? await countFound(tx, narrowed) : null }
      })
      const kept = { q: text, place: locationId ?? '' }
      return showAdminPage(
        { request, reply },
        { title: words.title, area: 'events' },
        <div class="stack">
          <h1>{words.title}</h1>
          <p>
            <a class="button" href={paths.newEvent}>
              {words.add}
            </a>
          </p>
          <ListSearch action={paths.events} label={words.search} text={text} language={language}>
            <Choice
              id="list"
              label={words.listed}
              value={list}
              options={eventLists.map((name) => [name, words.lists[name]] as const)}
            />
            {places.length > 1 ? <Places places={places} chosen={locationId} language={language} /> : null}
          </ListSearch>
          {events.length === 0 ? (
            <div class="empty">
              <p>{nothingWords({ list, text, place: place?.name ?? null }, language)}</p>
              {elsewhere === null ? null : <Elsewhere {...{ elsewhere, kept, language }} />}
            </div>
          ) : (
            <Events events={events.slice(0, cardsPerPage)} timeZone={tenant.timeZone} now={now} language={language} />
          )}
          <Pager page={number} more={events.length > cardsPerPage} language={language} query={{ ...kept, list }} />
        </div>,
      )
    },
  })
}

type PlacesProps = {
  readonly places: readonly ProgrammeEntry<'location'>[]
  readonly chosen: string | null
  readonly language: Language
}

/** Where they take place; what is archived had events as well. */
function Places({ places, chosen, language }: PlacesProps) {
  const words = eventTexts[language]
  return (
    <Choice
      id="place"
      label={words.fields.place}
      value={chosen ?? ''}
      options={[
        ['', words.anyPlace],
        ...places.map(({ id, name, archived }) => [id, archived ? `${name} (${words.archived})` : name, true] as const),
      ]}
    />
  )
}

type Wanted = { readonly list: EventList; readonly text: string; readonly place: string | null }

function nothingWords({ list, text, place }: Wanted, language: Language): string {
  const words = eventTexts[language]
  if (place !== null) return text === '' ? words.nothingAt({ place }) : words.nothingFoundAt({ text, place })
  return text === '' ? words.nothing[list] : words.nothingFound({ text })
}

type ElsewhereProps = {
  readonly elsewhere: Readonly<Record<EventList, number>>
  /** What else was asked for. */
  readonly kept: Readonly<Record<'q' | 'place', string>>
  readonly language: Language
}

/** The other lists in which the same is found. */
function Elsewhere({ elsewhere, kept, language }: ElsewhereProps) {
  const words = eventTexts[language]
  const lists = eventLists.filter((list) => elsewhere[list] > 0)
  if (lists.length === 0) return null
  const asked = Object.entries(kept).filter(([, value]) => value !== '')
  const addressOf = (list: EventList) => `${paths.events}?${new URLSearchParams([...asked, ['list', list]])}`
  return (
    <ul class="tight">
      {lists.map((list) => (
        <li key={list}>
          <a href={addressOf(list)}>{words.foundIn({ count: elsewhere[list], list: words.lists[list] })}</a>
        </li>
      ))}
    </ul>
  )
}

type EventsProps = {
  readonly events: readonly Event[]
  readonly timeZone: string
  readonly now: Date
  readonly language: Language
}

function Events({ events, ...when }: EventsProps) {
  const words = eventTexts[when.language]
  const { columns } = words
  const number = new Intl.NumberFormat(when.language)
  return (
    <DataTable
      label={words.title}
      rows={events}
      keyOf={({ id }) => id}
      columns={[
        { name: columns.when, show: ({ startsAt }) => <When at={startsAt} {...when} /> },
        {
          name: columns.what,
          show: (event) => (
            <>
              <a href={at(paths.event, { uuid: event.id })}>
                <strong>
                  <Written>{event.name}</Written>
                </strong>
              </a>
              <EventState event={event} language={when.language} />
            </>
          ),
        },
        { name: columns.sold, figures: true, show: ({ placesHeld }) => number.format(placesHeld) },
        {
          name: columns.left,
          figures: true,
          show: ({ placesLeft }) => (placesLeft === null ? words.unlimited : number.format(placesLeft)),
        },
      ]}
    />
  )
}

/** What is not as usual about it. */
export function EventState({ event, language }: { readonly event: Event; readonly language: Language }) {
  const { states } = eventTexts[language]
  const said = [
    ...(event.cancelledAt === null ? [] : [states.cancelled]),
    ...(event.cancelledAt === null && event.postponedAt !== null ? [states.postponed] : []),
    ...(event.archived ? [states.archived] : event.published ? [] : [states.unpublished]),
  ]
  return said.length === 0 ? null : <span class="muted small"> · {said.join(' · ')}</span>
}
