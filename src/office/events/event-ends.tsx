import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { hasQueue } from '../../features/event/awaited.queries.ts'
import { deleteEvent } from '../../features/event/delete-event.ts'
import { changeEvent } from '../../features/event-notice/change-event.ts'
import { UuidParams } from '../../http/wire/params.ts'
import { errorStatus } from '../../http/error-status.ts'
import { staff, type Asked } from '../../http/route.ts'
import { at, paths } from '../../lib/paths.ts'
import { eventEndsTexts } from '../../messages/office/event-ends.ts'
import { BooleanIn } from '../../http/wire/schemas.ts'
import { page } from '../../pages/page.ts'
import { readEventPage, showEventPage } from './event-page.tsx'

/** What becomes of an event that is needed no more: archived or restored, and deleted while nothing hangs on it (ADR 0174). */
export function registerEventEnds(app: FastifyInstance, context: Context): void {
  const refused = async (asked: Asked, id: string, error: unknown, why: 'awaited' | 'booked' | 'queuedFor') => {
    if (!(error instanceof AppError) || error.code !== 'in_use') throw error
    const { request, reply } = asked
    reply.code(errorStatus[error.code])
    const detail = eventEndsTexts[request.language][why]
    const shown = await readEventPage(context, request, id)
    return showEventPage(context, asked, shown, { filled: null, problems: [{ field: 'ends-title', detail }] })
  }

  page(app, {
    method: 'POST',
    url: paths.eventArchive,
    access: staff('programme'),
    forms: true,
    params: UuidParams,
    body: Type.Object({ archived: BooleanIn }),
    handler: async ({ tenant, actor, params, body: { archived }, request, reply }) => {
      try {
        const { id } = await changeEvent(context, tenant, actor, params.uuid, { archived })
        return reply.redirect(at(paths.event, { uuid: id }, { done: 'saved' }), 303)
      } catch (error) {
        return refused({ request, reply }, params.uuid, error, 'awaited')
      }
    },
  })

  page(app, {
    method: 'POST',
    url: paths.eventDeletion,
    access: staff('programme'),
    params: UuidParams,
    handler: async ({ tenant, actor, params, request, reply }) => {
      try {
        await deleteEvent(context, tenant, actor, params.uuid)
        return reply.redirect(paths.events, 303)
      } catch (error) {
        const isQueuedFor = await context.database.asTenant(tenant.id, (tx) => hasQueue(tx, params.uuid))
        return refused({ request, reply }, params.uuid, error, isQueuedFor ? 'queuedFor' : 'booked')
      }
    },
  })
}
