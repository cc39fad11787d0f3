import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { listWaitingLists } from '../../features/waiting-list/office-waiting.queries.ts'
import { staff } from '../../http/route.ts'
import { at, paths } from '../../lib/paths.ts'
import { waitingTexts } from '../../messages/office/waiting.ts'
import { page } from '../../pages/page.ts'
import { Written } from '../../pages/written.tsx'
import { showRoom } from '../kit/frame.tsx'
import { NamedAt } from '../kit/parts.tsx'
import { registerWaitingListPage } from './waiting-list.tsx'

/** Registers the page that counts who waits for what (ADR 0083). */
export function registerWaitingLists(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url: paths.waitingLists,
    access: staff('people'),
    handler: async (asked) => {
      const words = waitingTexts[asked.language]
      const lists = await context.database.asTenant(asked.tenant.id, (tx) => listWaitingLists(tx, context.now()))
      return showRoom(
        asked,
        { title: words.title, area: 'waiting_lists', lead: words.lead },
        lists.length === 0 ? (
          <p class="empty">{words.none}</p>
        ) : (
          <ul class="rows">
            {lists.map(({ eventId, eventName, startsAt, priceId, priceName, waiting, places, offers }) => (
              <li key={`${eventId} ${priceId}`}>
                <NamedAt
                  href={at(paths.waitingList, { uuid: eventId })}
                  name={<Written>{priceName === null ? eventName : `${eventName}, ${priceName}`}</Written>}
                  at={startsAt}
                />
                <span class="muted">
                  {[
                    ...(waiting === 0 && offers > 0 ? [] : [words.count({ people: waiting, places })]),
                    ...(offers === 0 ? [] : [words.offers({ count: offers })]),
                  ].join(' · ')}
                </span>
              </li>
            ))}
          </ul>
        ),
      )
    },
  })

  registerWaitingListPage(app, context)
}
