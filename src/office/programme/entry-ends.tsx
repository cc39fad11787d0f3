import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import type { AppError } from '../../errors.ts'
import { deleteEntry, updateEntry } from '../../features/tenant/save-programme-entry.ts'
import { staff, type Asked } from '../../http/route.ts'
import { entryTexts } from '../../messages/office/entry.ts'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { actionPage, archivePage } from '../kit/action-page.ts'
import { adminAreas } from '../kit/areas.ts'
import { readEntryPage, showEntryPage } from './entry-page.tsx'
import type { EntryRoom } from './entry-rooms.ts'

/** Registers the end of an entry that nobody needs any more: archived or restored, and deleted while nothing names it (ADR 0142). */
export function registerEntryEnds(app: FastifyInstance, context: Context, room: EntryRoom): void {
  const { path } = adminAreas[room.area]
  const shared = {
    of: `${path}:uuid/`,
    access: staff('programme'),
    refused: {
      explain: explainEnd,
      show: async (asked: Asked, id: string, problems: readonly FormProblem[]) =>
        showEntryPage(asked, room, await readEntryPage(context, asked.request, room, id), { filled: null, problems }),
    },
  }
  archivePage(app, {
    ...shared,
    put: ({ request: { tenant, actor } }, id, archived) =>
      updateEntry(context, tenant, actor, room.noun, id, { archived }),
  })
  actionPage(app, {
    ...shared,
    name: 'deletion',
    act: ({ request: { tenant, actor } }, id) => deleteEntry(context, tenant, actor, room.noun, id),
    goesOn: () => path,
  })
}

function explainEnd({ code }: AppError, { request: { language } }: Asked): readonly FormProblem[] | null {
  const { inUse, rules } = entryTexts[language]
  if (code !== 'in_use' && code !== 'category_rule') return null
  return [{ field: 'ends', detail: code === 'in_use' ? inUse : rules.last }]
}
