import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { hasQueue } from '../../features/event/awaited.queries.ts'
import { deleteEvent } from '../../features/event/delete-event.ts'
import { changeEvent } from '../../features/event-notice/change-event.ts'
import { staff, type Asked } from '../../http/route.ts'
import { at, paths } from '../../lib/paths.ts'
import { eventEndsTexts } from '../../messages/office/event-ends.ts'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { actionPage, archivePage, idOf } from '../kit/action-page.ts'
import type { Explain } from '../../pages/form/explained.ts'
import { readEventMore, showEventMore } from './event-more.tsx'

/** Registers the end of an event that nobody needs any more: archived or restored, and deleted while nothing hangs on it (ADR 0174). */
export function registerEventEnds(app: FastifyInstance, context: Context): void {
  const shared = { of: paths.event, access: staff('programme') }
  const show = async (asked: Asked, id: string, problems: readonly FormProblem[]) =>
    showEventMore(asked, await readEventMore(context, asked, id), problems)
  archivePage(app, {
    ...shared,
    put: ({ request: { tenant, actor } }, id, archived) => changeEvent(context, tenant, actor, id, { archived }),
    refused: { explain: inUse(async () => 'awaited'), show },
  })
  actionPage(app, {
    ...shared,
    name: 'deletion',
    act: ({ request: { tenant, actor } }, id) => deleteEvent(context, tenant, actor, id),
    goesOn: () => at(paths.events, {}, { done: 'deleted' }),
    refused: {
      explain: inUse(async (asked) => {
        const hasOne = await context.database.asTenant(asked.request.tenant.id, (tx) => hasQueue(tx, idOf(asked)))
        return hasOne ? 'queuedFor' : 'booked'
      }),
      show,
    },
  })
}

/** @param why what hangs on it */
function inUse(why: (asked: Asked) => Promise<'awaited' | 'booked' | 'queuedFor'>): Explain {
  return async ({ code }, asked) => {
    if (code !== 'in_use') return null
    return [{ field: 'ends-title', detail: eventEndsTexts[asked.request.language][await why(asked)] }]
  }
}
