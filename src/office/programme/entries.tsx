import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { countUpcomingEvents } from '../../features/event/programme-use.queries.ts'
import { entryLists, searchEntries } from '../../features/tenant/programme.queries.ts'
import type { ProgrammeEntry } from '../../features/tenant/programme.ts'
import type { ProgrammeNoun } from '../../features/tenant/programme-fields.ts'
import { staff } from '../../http/route.ts'
import { entryTexts } from '../../messages/office/entry.ts'
import { EnumIn } from '../../http/wire/schemas.ts'
import { Written } from '../../pages/written.tsx'
import { adminAreas } from '../kit/areas.ts'
import { showAdminPage } from '../kit/frame.tsx'
import { listChoice, listPage } from '../kit/list-page.tsx'
import { NameLink } from '../kit/parts.tsx'
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

function registerRoom<Noun extends ProgrammeNoun>(app: FastifyInstance, context: Context, room: EntryRoom<Noun>): void {
  const { noun, area } = room
  const { path } = adminAreas[area]
  registerNewEntry(app, context, room)
  registerEntry(app, context, room)
  registerEntryEnds(app, context, room)
  listPage(app, {
    url: path,
    access: staff('programme'),
    narrow: { list: Type.Optional(EnumIn(entryLists)) },
    read: ({ request }, search, { list = 'kept' }) =>
      context.database.asTenant(request.tenant.id, async (tx) => ({
        rows: await searchEntries(tx, noun, { list, ...search }),
        events: await countUpcomingEvents(tx, noun, context.now()),
      })),
    show: ({ asked: { request }, found, narrowed: { list = 'kept' }, text }) => {
      const { tenant, language } = request
      const words = entryTexts[language]
      const { title, lead, add, nothing } = words.nouns[noun]
      const rule = ruleOf(noun, tenant, language)
      const number = new Intl.NumberFormat(language)
      const about = {
        name: words.columns.about,
        show: (entry: ProgrammeEntry<Noun>) => <Written>{room.about(entry)}</Written>,
      }
      return {
        title,
        lead,
        search: words.search,
        head: (
          <>
            {rule === null ? null : <p class="notice">{rule}</p>}
            {mayAdd(noun, tenant) ? (
              <p>
                <a class="button" href={`${path}new/`}>
                  {add}
                </a>
              </p>
            ) : null}
          </>
        ),
        choices: [listChoice(['list', words.listed], list, entryLists, words.lists)],
        empty: text !== '' ? words.nothingFound({ text }) : list === 'archived' ? words.nothingArchived : nothing,
        columns: [
          { name: words.columns.name, show: ({ id, name }) => <NameLink href={`${path}${id}/`}>{name}</NameLink> },
          ...(found.rows.some((entry) => room.about(entry) !== null) ? [about] : []),
          { name: words.columns.events, figures: true, show: ({ id }) => number.format(found.events.get(id) ?? 0) },
        ],
      }
    },
    frame: (asked, title, content) => showAdminPage(asked, { title, area }, content),
  })
}
