import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../../../context.ts'
import { AppError } from '../../../../errors.ts'
import { copyEvent, mostCopies } from '../../../../features/event/copy-event.ts'
import { changeEvent } from '../../../../features/event-notice/change-event.ts'
import { UuidParams } from '../../../api/params.ts'
import { errorStatus } from '../../../error-status.ts'
import { staff } from '../../../route.ts'
import { eventTexts } from '../../../texts/admin/event-texts.ts'
import { BooleanIn, Maybe, TextQuery, TypedText, UuidIn } from '../../../wire/schemas.ts'
import type { FormProblem } from '../../form/problems.tsx'
import { page } from '../../page.ts'
import { changeImage } from '../change-image.ts'
import { readEventPage, type Shown, showEventPage } from './event-page.tsx'
import { explainChanges, explainRefusal } from './explain-event.ts'
import { EventBody, filledFrom, filledIn, readEvent } from './filled-event.ts'

const oneUrl = '/admin/events/:uuid/'

const CopiesBody = Type.Object({
  key: UuidIn,
  times: Maybe(TypedText({ max: 10 })),
  every: Maybe(TypedText({ max: 10 })),
  publish: Maybe(BooleanIn),
})

/** One event: what is said of it, its picture, whether it is visible, and more dates of it. */
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
      const filled = filledIn(body)
      const again = (now: Shown, problems: readonly FormProblem[], status: number) => {
        reply.code(status)
        return showEventPage(context, { request, reply }, now, { filled, problems })
      }
      const { values, problems } = readEvent(filled, tenant, language)
      if (problems.length > 0) return again(shown, problems, 400)
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
    body: Type.Object({ published: BooleanIn }),
    handler: async ({ tenant, actor, params, body, reply }) => {
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

  page(app, {
    method: 'POST',
    url: `${oneUrl}copies/`,
    access: staff('programme'),
    summary: 'Make an event again on later dates',
    forms: true,
    params: UuidParams,
    body: CopiesBody,
    handler: async ({ tenant, actor, language, params, body, request, reply }) => {
      const shown = await readEventPage(context, request, params.uuid)
      const times = /^\d{1,2}$/.test(body.times ?? '') ? Number(body.times) : 0
      if (times < 1 || times > mostCopies) {
        reply.code(400)
        const problems = [{ field: 'times', detail: eventTexts[language].problems.times(mostCopies) }]
        return showEventPage(context, { request, reply }, shown, { filled: null, problems })
      }
      const [copy] = await copyEvent(context, tenant, actor, params.uuid, {
        ...{ key: body.key, times, everyDays: body.every === 'day' ? 1 : 7 },
        published: body.publish === true,
      })
      return reply.redirect(`/admin/events/${copy?.id ?? ''}/?done=copied-${times}`, 303)
    },
  })
}
