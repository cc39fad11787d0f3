import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { type Event, getEvent } from '../../features/event/event.queries.ts'
import { changeEvent } from '../../features/event-notice/change-event.ts'
import { type Asked, staff } from '../../http/route.ts'
import { paths } from '../../lib/paths.ts'
import { eventClashTexts } from '../../messages/office/event-clash.ts'
import { BooleanIn, Maybe } from '../../http/wire/schemas.ts'
import { actionPage, imagePage } from '../kit/action-page.ts'
import { whatToAsk } from './ask-once.ts'
import { editPage } from '../kit/edit-page.ts'
import { PageRefusal } from '../../pages/form/explained.ts'
import { type Form, readEventPage, type Shown, showEventPage } from './event-page.tsx'
import { explainChanges, explainRefusal } from './explain-event.ts'
import { eventBody, filledEventFrom, filledEventIn, type ReadEvent, readEvent } from './filled-event.ts'

const oneUrl = paths.event

/** Registers the page of an event: its description, its picture, and whether it is visible. */
export function registerEventPages(app: FastifyInstance, context: Context): void {
  const access = staff('programme')
  const read = ({ request }: Asked, id: string) => readEventPage(context, request, id)
  const show = (asked: Asked, shown: Shown, form: Form) => showEventPage(context, asked, shown, form)
  editPage(app, {
    url: oneUrl,
    access,
    body: eventBody,
    read,
    typed: (body, { request }, { event }) => filledEventIn(body, request.tenant, event),
    check: ({ asked: { request }, filled }) => readEvent(filled, request.tenant, request.language),
    // What was so before and is left as it is was meant.
    ask: async ({ asked, shown: { event }, filled, values, body }) =>
      body.anyhow !== filled.starts && isMoved(event, values)
        ? whatToAsk(context, asked.request, { ...event, ...values })
        : [],
    save: ({ asked: { request }, shown, values, body: { seen } }) =>
      changeEvent(context, request.tenant, request.actor, shown.event.id, values, { seen }),
    explain: explainRefusal,
    changes: ({ asked: { request }, shown, filled }) => {
      const there = filledEventFrom(shown.event, request)
      return explainChanges(there, filled, shown.choices, request.language)
    },
    show,
  })

  actionPage(app, {
    of: oneUrl,
    name: 'publication',
    access,
    body: { published: BooleanIn, anyhow: Maybe(BooleanIn) },
    act: async ({ request }, id, { published, anyhow }) => {
      if (published && anyhow !== true) await askOfPast(context, request, id)
      return changeEvent(context, request.tenant, request.actor, id, { published })
    },
    refused: {
      show: async (asked, id, problems) =>
        show(asked, await read(asked, id), { filled: null, problems, isAsked: true }),
    },
  })

  imagePage(app, context, {
    of: oneUrl,
    access,
    read,
    save: ({ request: { tenant, actor } }, id, imageKey) => changeEvent(context, tenant, actor, id, { imageKey }),
    show,
  })
}

/** Asks once before an event that has begun is published. @throws PageRefusal */
async function askOfPast(context: Context, { tenant, language }: FastifyRequest, id: string): Promise<void> {
  const { startsAt } = await context.database.asTenant(tenant.id, (tx) => getEvent(tx, id))
  if (startsAt > context.now()) return
  const { past, again } = eventClashTexts[language]
  throw new PageRefusal(409, [{ field: 'publication', detail: `${past} ${again}` }])
}

/** Whether the event would take place at another time or in another place. */
function isMoved(event: Event, values: ReadEvent['values']): boolean {
  const { locationId = event.locationId, stageId = event.stageId, startsAt, endsAt } = values
  return (
    startsAt.getTime() !== event.startsAt.getTime() ||
    endsAt?.getTime() !== event.endsAt?.getTime() ||
    locationId !== event.locationId ||
    stageId !== event.stageId
  )
}
