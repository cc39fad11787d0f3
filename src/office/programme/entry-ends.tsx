import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { ProgrammeNoun } from '../../features/tenant/programme-fields.ts'
import { deleteEntry, updateEntry } from '../../features/tenant/save-programme-entry.ts'
import type { Language } from '../../lib/language.ts'
import { UuidParams } from '../../http/wire/params.ts'
import { errorStatus } from '../../http/error-status.ts'
import { staff, type Asked } from '../../http/route.ts'
import { entryTexts } from '../../messages/office/entry.ts'
import { BooleanIn } from '../../http/wire/schemas.ts'
import { page } from '../../pages/page.ts'
import { adminAreas } from '../kit/areas.ts'
import { readEntryPage, showEntryPage } from './entry-page.tsx'
import type { EntryRoom } from './entry-rooms.ts'

/** What becomes of one that is needed no more: archived or restored, and deleted while nothing names it (ADR 0142). */
export function registerEntryEnds<Noun extends ProgrammeNoun>(
  app: FastifyInstance,
  context: Context,
  room: EntryRoom<Noun>,
): void {
  const { path } = adminAreas[room.area]
  const refused = async (asked: Asked, id: string, error: unknown) => {
    const { language } = asked.request
    const detail = error instanceof AppError ? explainEnd(error, language) : null
    if (!(error instanceof AppError) || detail === null) throw error
    asked.reply.code(errorStatus[error.code])
    const shown = await readEntryPage(context, asked.request, room, id)
    return showEntryPage(asked, room, shown, { filled: null, problems: [{ field: 'ends', detail }] })
  }

  page(app, {
    method: 'POST',
    url: `${path}:uuid/archive/`,
    access: staff('programme'),
    forms: true,
    params: UuidParams,
    body: Type.Object({ archived: BooleanIn }),
    handler: async ({ tenant, actor, params, body: { archived }, request, reply }) => {
      try {
        const { id } = await updateEntry(context, tenant, actor, room.noun, params.uuid, { archived })
        return reply.redirect(`${path}${id}/?done=saved`, 303)
      } catch (error) {
        return refused({ request, reply }, params.uuid, error)
      }
    },
  })

  page(app, {
    method: 'POST',
    url: `${path}:uuid/deletion/`,
    access: staff('programme'),
    params: UuidParams,
    handler: async ({ tenant, actor, params, request, reply }) => {
      try {
        await deleteEntry(context, tenant, actor, room.noun, params.uuid)
        return reply.redirect(path, 303)
      } catch (error) {
        return refused({ request, reply }, params.uuid, error)
      }
    },
  })
}

function explainEnd(error: AppError, language: Language): string | null {
  const words = entryTexts[language]
  if (error.code === 'in_use') return words.inUse
  return error.code === 'category_rule' ? words.rules.last : null
}
