import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { ProgrammeNoun } from '../../features/tenant/programme.ts'
import { updateEntry } from '../../features/tenant/save-programme-entry.ts'
import type { Language } from '../../lib/language.ts'
import { UuidParams } from '../../http/wire/params.ts'
import { errorStatus } from '../../http/error-status.ts'
import { staff } from '../../http/route.ts'
import { entryTexts } from '../../messages/office/entry.ts'
import { refusalTexts } from '../../messages/interface/refusal.ts'
import { TextQuery, TypedText } from '../../http/wire/schemas.ts'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { page } from '../../pages/page.ts'
import { adminAreas } from '../kit/areas.ts'
import { explainDifferences, explainFields } from '../kit/explain.ts'
import { readEntryPage, type Shown, showEntryPage } from './entry-page.tsx'
import {
  askedFields,
  EntryBody,
  type EntryRoom,
  type FilledEntry,
  fieldOf,
  filledFrom,
  filledIn,
  readEntry,
} from './entry-rooms.ts'

/** One of a room, seen and changed. */
export function registerEntry<Noun extends ProgrammeNoun>(
  app: FastifyInstance,
  context: Context,
  room: EntryRoom<Noun>,
): void {
  const { path } = adminAreas[room.area]
  page(app, {
    method: 'GET',
    url: `${path}:uuid/`,
    access: staff('programme'),
    summary: `One of the room "${room.area}", to be changed`,
    params: UuidParams,
    query: Type.Object({ done: Type.Optional(TextQuery) }),
    handler: async ({ params, query: { done = '' }, request, reply }) => {
      const shown = await readEntryPage(context, request, room, params.uuid)
      const filled = filledFrom(room, shown.entry)
      return showEntryPage({ request, reply }, room, shown, { filled, problems: [], done })
    },
  })

  page(app, {
    method: 'POST',
    url: `${path}:uuid/`,
    access: staff('programme'),
    summary: `Change one of the room "${room.area}"`,
    forms: true,
    params: UuidParams,
    body: Type.Object({ ...EntryBody.properties, seen: TypedText({ max: 50 }) }),
    handler: async ({ tenant, actor, language, params, body, request, reply }) => {
      const shown = await readEntryPage(context, request, room, params.uuid)
      const { id } = shown.entry
      const filled = filledIn(askedFields(room, tenant), body, filledFrom(room, shown.entry))
      const again = (now: Shown<Noun>, problems: readonly FormProblem[], status: number) => {
        reply.code(status)
        return showEntryPage({ request, reply }, room, now, { filled, problems })
      }
      const { values, problems } = readEntry(room, filled, { tenant, language })
      if (problems.length > 0) return again(shown, problems, 400)
      try {
        await updateEntry(context, tenant, actor, room.noun, id, { values, seen: body.seen })
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        if (error.code === 'changed_meanwhile') {
          const now = await readEntryPage(context, request, room, id)
          return again(now, explainChanges(room, now, filled, language), 409)
        }
        const explained = explainRefusal(error, language)
        if (explained === null) throw error
        return again(shown, explained, errorStatus[error.code])
      }
      return reply.redirect(`${path}${id}/?done=saved`, 303)
    },
  })
}

/** Beside the field it is about. Null: nothing the form could put right. */
function explainRefusal(error: AppError, language: Language): readonly FormProblem[] | null {
  // A stage moves away from under events that name the place it is at.
  if (error.code === 'in_use')
    return [{ field: 'location', detail: refusalTexts[language].errors.in_use.detail }]
  return explainFields(error, language, fieldOf)
}

function explainChanges<Noun extends ProgrammeNoun>(
  room: EntryRoom<Noun>,
  { entry, locations }: Shown<Noun>,
  typed: FilledEntry,
  language: Language,
): readonly FormProblem[] {
  const { nouns, insist } = entryTexts[language]
  const names = new Map(locations.map(({ id, name }) => [id, name]))
  const given = { changed: `${nouns[room.noun].changed} ${insist}`, language }
  return explainDifferences(filledFrom(room, entry), typed, given, (value) => names.get(value) ?? value)
}
