import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { countUpcomingEvents } from '../../features/event/programme-use.queries.ts'
import { type EntryList, entryLists, searchEntries } from '../../features/tenant/programme.queries.ts'
import type { ProgrammeEntry } from '../../features/tenant/programme.ts'
import type { ProgrammeNoun } from '../../features/tenant/programme-fields.ts'
import type { Language } from '../../lib/language.ts'
import { staff, type Asked } from '../../http/route.ts'
import { entryTexts } from '../../messages/office/entry.ts'
import { EnumIn, TextQuery } from '../../http/wire/schemas.ts'
import { Choice } from '../../pages/form/field.tsx'
import { page } from '../../pages/page.ts'
import { cardsPerPage, Pager, PagerQuery, rowsOf } from '../../pages/pager.tsx'
import { Written } from '../../pages/written.tsx'
import { adminAreas } from '../kit/areas.ts'
import { longestSearch } from '../kit/desk-search-field.tsx'
import { showAdminPage } from '../kit/frame.tsx'
import { ListSearch } from '../kit/list-search.tsx'
import { DataTable } from '../kit/table.tsx'
import { registerEntry } from './entry.tsx'
import { registerEntryEnds } from './entry-ends.tsx'
import {
  artistRoom,
  type EntryRoom,
  locationRoom,
  mayAdd,
  optionRoom,
  projectRoom,
  ruleOf,
  stageRoom,
} from './entry-rooms.ts'
import { registerNewEntry } from './new-entry.tsx'

/** The rooms of what events are made of: alike for all five. */
export function registerProgrammeRooms(app: FastifyInstance, context: Context): void {
  registerRoom(app, context, locationRoom)
  registerRoom(app, context, stageRoom)
  registerRoom(app, context, artistRoom)
  registerRoom(app, context, projectRoom)
  registerRoom(app, context, optionRoom)
}

const EntriesQuery = Type.Object({
  ...PagerQuery.properties,
  list: Type.Optional(EnumIn(entryLists)),
  q: Type.Optional(TextQuery),
  done: Type.Optional(TextQuery),
})

function registerRoom<Noun extends ProgrammeNoun>(
  app: FastifyInstance,
  context: Context,
  room: EntryRoom<Noun>,
): void {
  registerNewEntry(app, context, room)
  registerEntry(app, context, room)
  registerEntryEnds(app, context, room)
  page(app, {
    method: 'GET',
    url: adminAreas[room.area].path,
    access: staff('programme'),
    summary: `Those of the room "${room.area}"`,
    query: EntriesQuery,
    handler: async ({ tenant, query, request, reply }) => {
      const text = (query.q ?? '').slice(0, longestSearch)
      const { list = 'kept', page: number = 1 } = query
      const found = await context.database.asTenant(tenant.id, async (tx) => ({
        entries: await searchEntries(tx, room.noun, { list, text, ...rowsOf(number) }),
        events: await countUpcomingEvents(tx, room.noun, context.now()),
      }))
      return show({ request, reply }, room, { ...found, list, text, number })
    },
  })
}

type Shown<Noun extends ProgrammeNoun> = {
  readonly entries: readonly ProgrammeEntry<Noun>[]
  readonly events: ReadonlyMap<string, number>
  readonly list: EntryList
  readonly text: string
  readonly number: number
}

function show<Noun extends ProgrammeNoun>(
  { request, reply }: Asked,
  room: EntryRoom<Noun>,
  shown: Shown<Noun>,
): string {
  const { tenant, language } = request
  const words = entryTexts[language]
  const of = words.nouns[room.noun]
  const { path } = adminAreas[room.area]
  const { entries, list, text, number } = shown
  const rule = ruleOf(room.noun, tenant, language)
  const nothing = list === 'archived' ? words.nothingArchived : of.nothing
  return showAdminPage(
    { request, reply },
    { title: of.title, area: room.area },
    <div class="stack">
      <h1>{of.title}</h1>
      <p class="prose">{of.lead}</p>
      {rule === null ? null : <p class="notice">{rule}</p>}
      {mayAdd(room.noun, tenant) ? (
        <p>
          <a class="button" href={`${path}new/`}>
            {of.add}
          </a>
        </p>
      ) : null}
      <ListSearch action={path} label={words.search} text={text} language={language}>
        <Choice
          id="list"
          label={words.listed}
          value={list}
          options={entryLists.map((name) => [name, words.lists[name]] as const)}
        />
      </ListSearch>
      {entries.length === 0 ? (
        <p class="empty">{text === '' ? nothing : words.nothingFound({ text })}</p>
      ) : (
        <Entries room={room} {...shown} language={language} />
      )}
      <Pager
        page={number}
        more={entries.length > cardsPerPage}
        language={language}
        query={{ q: text, list }}
      />
    </div>,
  )
}

type EntriesProps<Noun extends ProgrammeNoun> = Pick<Shown<Noun>, 'entries' | 'events'> & {
  readonly room: EntryRoom<Noun>
  readonly language: Language
}

function Entries<Noun extends ProgrammeNoun>({ room, entries, events, language }: EntriesProps<Noun>) {
  const words = entryTexts[language]
  const number = new Intl.NumberFormat(language)
  const about = entries.some((entry) => room.about(entry) !== null)
  return (
    <DataTable
      label={words.nouns[room.noun].title}
      rows={entries.slice(0, cardsPerPage)}
      keyOf={({ id }) => id}
      columns={[
        {
          name: words.columns.name,
          show: ({ id, name }) => (
            <a href={`${adminAreas[room.area].path}${id}/`}>
              <strong>
                <Written>{name}</Written>
              </strong>
            </a>
          ),
        },
        ...(about
          ? [
              {
                name: words.columns.about,
                show: (entry: ProgrammeEntry<Noun>) => <Written>{room.about(entry)}</Written>,
              },
            ]
          : []),
        {
          name: words.columns.events,
          figures: true,
          show: ({ id }) => number.format(events.get(id) ?? 0),
        },
      ]}
    />
  )
}
