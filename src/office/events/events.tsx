import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Event } from '../../features/event/event.queries.ts'
import {
  countFound,
  type EventList,
  type EventOrder,
  eventLists,
  eventOrders,
  searchEvents,
  usualOrder,
} from '../../features/event/event-lists.queries.ts'
import { listEntries } from '../../features/tenant/programme.queries.ts'
import type { ProgrammeEntry } from '../../features/tenant/programme.ts'
import { numberText } from '../../lib/format.ts'
import type { Language } from '../../lib/language.ts'
import { at, paths } from '../../lib/paths.ts'
import { readUuid } from '../../lib/text.ts'
import { staff } from '../../http/route.ts'
import { eventEndsTexts } from '../../messages/office/event-ends.ts'
import { eventTexts } from '../../messages/office/event.ts'
import { EnumIn, TextQuery } from '../../http/wire/schemas.ts'
import { sortText } from '../../http/wire/sort.ts'
import { type Clock, When } from '../../pages/format.tsx'
import { listChoice, listPage } from '../kit/list-page.tsx'
import { NameLink, saidOf } from '../kit/parts.tsx'
import type { Column } from '../kit/table.tsx'
import { useTexts } from '../../pages/reader.ts'

const mostPlaces = 1000

/** Registers the list of events, by name and by state, with how they sell. */
export function registerEventsPage(app: FastifyInstance, context: Context): void {
  listPage(app, context, {
    url: paths.events,
    access: staff('programme'),
    area: 'events',
    sorts: { by: eventOrders, usual: ({ list = 'upcoming' }) => sortText(usualOrder(list)) },
    narrow: { list: Type.Optional(EnumIn(eventLists)), place: Type.Optional(TextQuery) },
    read: ({ request }, { text, ...page }, { list = 'upcoming', place: wanted }) =>
      context.database.asTenant(request.tenant.id, async (tx) => {
        const [now, locationId] = [context.now(), readUuid(wanted)]
        const places = await listEntries(tx, 'location', { limit: mostPlaces })
        const place = places.find(({ id }) => id === locationId) ?? null
        if (locationId !== null && place === null) throw new AppError('not_found')
        const narrowed = { text, locationId, now, timeZone: request.tenant.timeZone }
        const rows = await searchEvents(tx, { ...narrowed, list, ...page })
        const counts = await countFound(tx, narrowed)
        const isMissing = rows.length === 0 && (text !== '' || place !== null)
        return { rows, places, place, now, count: counts[list], elsewhere: isMissing ? counts : null }
      }),
    show: ({
      asked: { request },
      found: { places, place, now, count, elsewhere },
      narrowed: { list = 'upcoming' },
      text,
      done,
    }) => {
      const { tenant, language } = request
      const words = eventTexts[language]
      const kept = { q: text, place: place?.id ?? '' }
      return {
        title: words.title,
        said: saidOf(done, { deleted: eventEndsTexts[language].deleted }),
        search: words.search,
        add: [paths.newEvent, words.add],
        choices: [
          listChoice(['list', words.listed], list, eventLists, words.lists),
          ...(places.length > 1 ? [placeChoice(places, kept.place, language)] : []),
        ],
        kept,
        sums: [[words.title, numberText(count, language)]],
        empty: (
          <>
            <p>{nothingWords({ list, text, place: place?.name ?? null }, language)}</p>
            {elsewhere === null ? null : <Elsewhere {...{ elsewhere, kept }} />}
          </>
        ),
        columns: columnsOf({ timeZone: tenant.timeZone, now, language }),
      }
    },
  })
}

/** Makes the choice of locations; archived ones are among them, since they had events as well. */
function placeChoice(places: readonly ProgrammeEntry<'location'>[], value: string, language: Language) {
  const words = eventTexts[language]
  const named = places.map(
    ({ id, name, archived }) => [id, archived ? `${name} (${words.archived})` : name, true] as const,
  )
  return { id: 'place', label: words.fields.place, value, options: [['', words.anyPlace] as const, ...named] }
}

type Wanted = { readonly list: EventList; readonly text: string; readonly place: string | null }

function nothingWords({ list, text, place }: Wanted, language: Language): string {
  const words = eventTexts[language]
  if (place !== null) return text === '' ? words.nothingAt({ place }) : words.nothingFoundAt({ text, place })
  return text === '' ? words.nothing[list] : words.nothingFound({ text })
}

type ElsewhereProps = {
  readonly elsewhere: Readonly<Record<EventList, number>>
  /** The search and the place, which the links keep. */
  readonly kept: Readonly<Record<'q' | 'place', string>>
}

/** Links to the other lists in which the same text is found. */
function Elsewhere({ elsewhere, kept }: ElsewhereProps) {
  const words = useTexts(eventTexts)
  const lists = eventLists.filter((list) => elsewhere[list] > 0)
  if (lists.length === 0) return null
  return (
    <ul class="tight">
      {lists.map((list) => (
        <li key={list}>
          <a href={at(paths.events, {}, { ...kept, list })}>
            {words.foundIn({ count: elsewhere[list], list: words.lists[list] })}
          </a>
        </li>
      ))}
    </ul>
  )
}

function columnsOf(when: Clock): readonly Column<Event, EventOrder>[] {
  const words = eventTexts[when.language]
  const { columns } = words
  return [
    { name: columns.when, sort: 'when', show: ({ startsAt }) => <When at={startsAt} /> },
    {
      name: columns.what,
      sort: 'name',
      bare: true,
      show: (event) => (
        <>
          <NameLink href={at(paths.event, { uuid: event.id })}>{event.name}</NameLink>
          <EventState event={event} />
        </>
      ),
    },
    { name: columns.sold, figures: true, show: ({ placesHeld }) => numberText(placesHeld, when.language) },
    {
      name: columns.left,
      figures: true,
      show: ({ placesLeft }) => (placesLeft === null ? words.unlimited : numberText(placesLeft, when.language)),
    },
  ]
}

/** Says what is unusual about an event. */
export function EventState({ event }: { readonly event: Event }) {
  const { states } = useTexts(eventTexts)
  const said = [
    ...(event.cancelledAt === null ? [] : [states.cancelled]),
    ...(event.cancelledAt === null && event.postponedAt !== null ? [states.postponed] : []),
    ...(event.archived ? [states.archived] : event.published ? [] : [states.unpublished]),
  ]
  return said.length === 0 ? null : <span class="muted small"> · {said.join(' · ')}</span>
}
