import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { isInUse } from '../../features/event/awaited.queries.ts'
import { type Event, getEvent } from '../../features/event/event.queries.ts'
import { type Asked, staff } from '../../http/route.ts'
import { at, paths } from '../../lib/paths.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { eventEndsTexts } from '../../messages/office/event-ends.ts'
import { eventTexts } from '../../messages/office/event.ts'
import { QuietLink } from '../../pages/parts.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { detailPage } from '../kit/edit-page.ts'
import { showEventTab } from './event-frame.tsx'
import { Ends } from './event-sections.tsx'

/** Registers the page of what is seldom done with an event. */
export function registerEventMore(app: FastifyInstance, context: Context): void {
  detailPage(app, {
    url: paths.eventMore,
    access: staff('programme'),
    read: (asked, id) => readEventMore(context, asked, id),
    show: (asked, read) => showEventMore(asked, read, []),
  })
}

type EventAndUse = { readonly event: Event; readonly isInUse: boolean }

/** @throws AppError not_found */
export function readEventMore(context: Context, { request: { tenant } }: Asked, id: string): Promise<EventAndUse> {
  return context.database.asTenant(tenant.id, async (tx) => ({
    event: await getEvent(tx, id),
    isInUse: await isInUse(tx, id),
  }))
}

export function showEventMore(asked: Asked, { event, isInUse }: EventAndUse, problems: readonly FormProblem[]): string {
  const { language } = asked.request
  const ways = [
    [at(paths.newEvent, {}, { like: event.id }), eventEndsTexts[language].like],
    [at(paths.exportOf, { list: 'tickets' }, { event: event.id }), eventTexts[language].exportTickets],
    [at(paths.audit, {}, { of: event.id }), deskTexts[language].log],
  ] as const
  return showEventTab(
    asked,
    { event, tab: 'more' },
    <>
      <Problems problems={problems} title={eventEndsTexts[language].refused} />
      <div class="actions">
        {ways.map(([href, name]) => (
          <QuietLink key={href} to={href}>
            {name}
          </QuietLink>
        ))}
      </div>
      <Ends event={event} isInUse={isInUse} />
    </>,
  )
}
