import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { countUpcomingEvents } from '../../features/event/programme-use.queries.ts'
import { entryKeys, entryLists, searchEntries } from '../../features/tenant/programme.queries.ts'
import { numberText } from '../../lib/format.ts'
import { staff } from '../../http/route.ts'
import { entryTexts } from '../../messages/office/entry.ts'
import { EnumIn } from '../../http/wire/schemas.ts'
import { Written } from '../../pages/written.tsx'
import { adminAreas } from '../kit/areas.ts'
import { listChoice, listPage } from '../kit/list-page.tsx'
import { NameLink } from '../kit/parts.tsx'
import { registerEntry } from './entry.tsx'
import { registerEntryEnds } from './entry-ends.tsx'
import { aboutOf, type Entry, type EntryRoom, entryRooms, mayAdd, ruleOf } from './entry-rooms.ts'
import { registerNewEntry } from './new-entry.tsx'

/** Registers the rooms for what events are made of: alike for all five. */
export function registerProgrammeRooms(app: FastifyInstance, context: Context): void {
  for (const room of entryRooms) registerRoom(app, context, room)
}

function registerRoom(app: FastifyInstance, context: Context, room: EntryRoom): void {
  const { noun, area } = room
  const { path } = adminAreas[area]
  registerNewEntry(app, context, room)
  registerEntry(app, context, room)
  registerEntryEnds(app, context, room)
  listPage(app, context, {
    url: path,
    access: staff('programme'),
    area,
    narrow: { list: Type.Optional(EnumIn(entryLists)) },
    sorts: { by: entryKeys, usual: 'name' },
    read: ({ request }, search, { list = 'kept' }) =>
      context.database.asTenant(request.tenant.id, async (tx) => {
        const moment = { now: context.now(), timeZone: request.tenant.timeZone }
        const events = await countUpcomingEvents(tx, noun, moment)
        return { ...(await searchEntries(tx, noun, { list, events, ...search })), events }
      }),
    show: ({ asked: { request }, found, narrowed: { list = 'kept' }, text }) => {
      const { tenant, language } = request
      const words = entryTexts[language]
      const { title, lead, add, nothing } = words.nouns[noun]
      const rule = ruleOf(noun, tenant, language)
      const about = {
        name: words.columns.about,
        bare: true,
        show: (entry: Entry) => <Written>{aboutOf(entry)}</Written>,
      }
      return {
        title,
        lead,
        search: words.search,
        head: rule === null ? null : <p class="notice">{rule}</p>,
        add: mayAdd(noun, tenant) ? [`${path}new/`, add] : undefined,
        choices: [listChoice(['list', words.listed], list, entryLists, words.lists)],
        sums: [[title, numberText(found.count, language)]],
        empty: text !== '' ? words.nothingFound({ text }) : list === 'archived' ? words.nothingArchived : nothing,
        columns: [
          {
            name: words.columns.name,
            sort: 'name',
            show: ({ id, name }) => <NameLink href={`${path}${id}/`}>{name}</NameLink>,
          },
          ...(found.rows.some((entry) => aboutOf(entry) !== null) ? [about] : []),
          {
            name: words.columns.events,
            sort: 'events',
            figures: true,
            show: ({ id }) => numberText(found.events.get(id) ?? 0, language),
          },
        ],
      }
    },
  })
}
