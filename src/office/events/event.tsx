import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Event } from '../../features/event/event.queries.ts'
import { changeEvent } from '../../features/event-notice/change-event.ts'
import { UuidParams } from '../../http/wire/params.ts'
import { errorStatus } from '../../http/error-status.ts'
import { staff } from '../../http/route.ts'
import { eventClashTexts } from '../../messages/office/event-clash.ts'
import { BooleanIn, Maybe, TextQuery, TypedText } from '../../http/wire/schemas.ts'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { page } from '../../pages/page.ts'
import { changeImage } from '../kit/change-image.ts'
import { whatToAsk } from './ask-once.ts'
import { readEventPage, type Shown, showEventPage } from './event-page.tsx'
import { explainChanges, explainRefusal } from './explain-event.ts'
import { EventBody, filledFrom, filledIn, type ReadEvent, readEvent } from './filled-event.ts'

const oneUrl = '/admin/events/:uuid/'

/** One event: what is said of it, its picture, and whether it is visible. */
export function registerEventPages(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url: oneUrl,
    access: staff('programme'),
    summary: 'An event, to be changed',
    params: UuidParams,
    query: Type.Object({ done: Type.Optional(TextQuery) }),
    handler: async ({ params, query, request, reply }) =>
      showEventPage(context, { request, reply }, await readEventPage(context, request, params.uuid), {
        filled: null,
        problems: [],
        done: query.done ?? '',
      }),
  })

  page(app, {
    method: 'POST',
    url: oneUrl,
    access: staff('programme'),
    summary: 'Change an event',
    forms: true,
    params: UuidParams,
    body: Type.Object({ ...EventBody.properties, seen: TypedText({ max: 50 }) }),
    handler: async ({ tenant, actor, language, params, body, request, reply }) => {
      const shown = await readEventPage(context, request, params.uuid)
      const filled = filledIn(body, tenant, filledFrom(shown.event, tenant.timeZone))
      const again = (now: Shown, problems: readonly FormProblem[], status: number, isAsked = false) => {
        reply.code(status)
        return showEventPage(context, { request, reply }, now, { filled, problems, isAsked })
      }
      const { values, problems } = readEvent(filled, tenant, language)
      if (problems.length > 0) return again(shown, problems, 400)
      const { event } = shown
      // What was so before, and is left as it is, was meant.
      if (body.anyhow !== body.starts && isMoved(event, values)) {
        const asked = await whatToAsk(context, request, { ...event, ...values })
        if (asked.length > 0) return again(shown, asked, 409, true)
      }
      try {
        await changeEvent(context, tenant, actor, params.uuid, values, { seen: body.seen })
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        if (error.code === 'changed_meanwhile') {
          const now = await readEventPage(context, request, params.uuid)
          const there = filledFrom(now.event, tenant.timeZone)
          return again(now, explainChanges(there, filled, now.choices, language), 409)
        }
        const explained = explainRefusal(error, language)
        if (explained === null) throw error
        return again(shown, explained, errorStatus[error.code])
      }
      return reply.redirect(`/admin/events/${shown.event.id}/?done=saved`, 303)
    },
  })

  page(app, {
    method: 'POST',
    url: `${oneUrl}publication/`,
    access: staff('programme'),
    summary: 'Publish an event, or take it off the public pages',
    forms: true,
    params: UuidParams,
    body: Type.Object({ published: BooleanIn, anyhow: Maybe(BooleanIn) }),
    handler: async ({ tenant, actor, language, params, body, request, reply }) => {
      const shown = await readEventPage(context, request, params.uuid)
      if (body.published && body.anyhow !== true && shown.event.startsAt <= context.now()) {
        const { past, again } = eventClashTexts[language]
        const problems = [{ field: 'publication', detail: `${past} ${again}` }]
        reply.code(409)
        return showEventPage(context, { request, reply }, shown, { filled: null, problems, isAsked: true })
      }
      const { id } = await changeEvent(context, tenant, actor, params.uuid, { published: body.published })
      return reply.redirect(`/admin/events/${id}/?done=saved`, 303)
    },
  })

  page(app, {
    method: 'POST',
    url: `${oneUrl}image/`,
    access: staff('programme'),
    summary: 'Give an event another picture, or none',
    forms: 'with_files',
    refusesPicture: true,
    params: UuidParams,
    body: Type.Object({ remove: Maybe(BooleanIn) }),
    handler: async ({ tenant, actor, params, body, request, reply }) => {
      const shown = await readEventPage(context, request, params.uuid)
      const refused = await changeImage(context, { request, remove: body.remove }, (imageKey) =>
        changeEvent(context, tenant, actor, params.uuid, { imageKey }),
      )
      if (refused) {
        reply.code(refused.status)
        return showEventPage(context, { request, reply }, shown, { filled: null, problems: refused.problems })
      }
      return reply.redirect(`/admin/events/${shown.event.id}/?done=saved`, 303)
    },
  })
}

/** Whether it would take place at another time or in another place. */
function isMoved(event: Event, values: ReadEvent['values']): boolean {
  const { locationId = event.locationId, stageId = event.stageId, startsAt, endsAt } = values
  return (
    startsAt.getTime() !== event.startsAt.getTime() ||
    endsAt?.getTime() !== event.endsAt?.getTime() ||
    locationId !== event.locationId ||
    stageId !== event.stageId
  )
}
