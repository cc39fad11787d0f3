import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import type { Event } from '../../features/event/event.queries.ts'
import { changeEvent } from '../../features/event-notice/change-event.ts'
import { UuidParams } from '../../http/wire/params.ts'
import { staff } from '../../http/route.ts'
import { at, paths } from '../../lib/paths.ts'
import { eventClashTexts } from '../../messages/office/event-clash.ts'
import { BooleanIn, Maybe } from '../../http/wire/schemas.ts'
import { page } from '../../pages/page.ts'
import { imagePage } from '../kit/action-page.ts'
import { whatToAsk } from './ask-once.ts'
import { editPage } from '../kit/edit-page.ts'
import { readEventPage, showEventPage } from './event-page.tsx'
import { explainChanges, explainRefusal } from './explain-event.ts'
import { eventBody, filledEventFrom, filledEventIn, type ReadEvent, readEvent } from './filled-event.ts'

const oneUrl = paths.event

/** One event: what is said of it, its picture, and whether it is visible. */
export function registerEventPages(app: FastifyInstance, context: Context): void {
  editPage(app, {
    url: oneUrl,
    access: staff('programme'),
    body: eventBody,
    read: ({ request }, id) => readEventPage(context, request, id),
    typed: (body, { request }, { event }) => filledEventIn(body, request.tenant, event),
    check: ({ asked: { request }, filled }) => readEvent(filled, request.tenant, request.language),
    // What was so before, and is left as it is, was meant.
    ask: async ({ asked, shown: { event }, filled, values, body }) =>
      body.anyhow !== filled.starts && isMoved(event, values)
        ? whatToAsk(context, asked.request, { ...event, ...values })
        : [],
    save: ({ asked: { request }, shown, values, body: { seen } }) =>
      changeEvent(context, request.tenant, request.actor, shown.event.id, values, { seen }),
    explain: explainRefusal,
    changes: ({ asked: { request }, shown, filled }) => {
      const there = filledEventFrom(shown.event, request.tenant.timeZone)
      return explainChanges(there, filled, shown.choices, request.language)
    },
    show: (asked, shown, state) => showEventPage(context, asked, shown, state),
  })

  page(app, {
    method: 'POST',
    url: `${oneUrl}publication/`,
    access: staff('programme'),
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
      return reply.redirect(at(paths.event, { uuid: id }, { done: 'saved' }), 303)
    },
  })

  imagePage(app, context, {
    of: oneUrl,
    access: staff('programme'),
    read: ({ request }, id) => readEventPage(context, request, id),
    save: ({ request: { tenant, actor } }, id, imageKey) => changeEvent(context, tenant, actor, id, { imageKey }),
    show: (asked, shown, state) => showEventPage(context, asked, shown, state),
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
