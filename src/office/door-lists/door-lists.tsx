import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { listNearEvents } from '../../features/event/near-events.queries.ts'
import { makeDoorList } from '../../features/ticket/make-door-list.ts'
import { UuidParams } from '../../http/wire/params.ts'
import { staff } from '../../http/route.ts'
import { at, paths } from '../../lib/paths.ts'
import { doorListTexts } from '../../messages/office/door-list.ts'
import { LinkTo } from '../../pages/parts.tsx'
import { When } from '../../pages/format.tsx'
import { page } from '../../pages/page.ts'
import { cardsPerPage, Pager, PagerQuery, rowsOf } from '../../pages/pager.tsx'
import { sendDocument } from '../../http/send-document.ts'
import { Written } from '../../pages/written.tsx'
import { showRoom } from '../kit/frame.tsx'

export function doorListPath(eventId: string): string {
  return at(paths.doorListPdf, { uuid: eventId })
}

/** The page of door lists: everybody who may come in, on paper for the night the power fails. */
export function registerDoorLists(app: FastifyInstance, context: Context): void {
  const access = staff('door_list')

  page(app, {
    method: 'GET',
    url: paths.doorLists,
    access,
    query: PagerQuery,
    handler: async (asked) => {
      const { page: number = 1 } = asked.query
      const words = doorListTexts[asked.language]
      const near = { now: context.now(), timeZone: asked.tenant.timeZone, ...rowsOf(number) }
      const events = await context.database.asTenant(asked.tenant.id, (tx) => listNearEvents(tx, near))
      return showRoom(
        asked,
        { title: words.title, area: 'door_lists', lead: words.lead },
        events.length === 0 ? (
          <p class="empty">{words.none}</p>
        ) : (
          <ul class="rows">
            {events.slice(0, cardsPerPage).map(({ id, name, startsAt }) => (
              <li key={id}>
                <span class="name">
                  <Written>{name}</Written>
                  <br />
                  <span class="muted small">
                    <When at={startsAt} />
                  </span>
                </span>
                <LinkTo to={doorListPath(id)} label={words.printOf({ event: name })}>
                  {words.print}
                </LinkTo>
              </li>
            ))}
          </ul>
        ),
        <Pager page={number} more={events.length > cardsPerPage} />,
      )
    },
  })

  page(app, {
    method: 'GET',
    url: paths.doorListPdf,
    access,
    params: UuidParams,
    handler: async ({ tenant, actor, language, params, reply }) => {
      const eventId = params.uuid
      return sendDocument(reply, await makeDoorList(context, tenant, actor, { eventId, language }))
    },
  })
}
