import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { listWaitingLists } from '../../features/waiting-list/office-waiting.queries.ts'
import { staff } from '../../http/route.ts'
import { paths } from '../../lib/paths.ts'
import { waitingTexts } from '../../messages/office/waiting.ts'
import { When } from '../../pages/format.tsx'
import { page } from '../../pages/page.ts'
import { Written } from '../../pages/written.tsx'
import { showAdminPage } from '../kit/frame.tsx'
import { registerWaitingListPage } from './waiting-list.tsx'
import { waitingListPath } from './waiting-list-path.ts'

/** Who waits for what (ADR 0083). */
export function registerWaitingLists(app: FastifyInstance, context: Context): void {
  const access = staff('people')

  page(app, {
    method: 'GET',
    url: paths.waitingLists,
    access,
    handler: async ({ tenant, language, request, reply }) => {
      const words = waitingTexts[language]
      const now = context.now()
      const lists = await context.database.asTenant(tenant.id, (tx) => listWaitingLists(tx, now))
      return showAdminPage(
        { request, reply },
        { title: words.title, area: 'waiting_lists' },
        <div class="stack">
          <h1>{words.title}</h1>
          <p class="prose">{words.lead}</p>
          {lists.length === 0 ? (
            <p class="empty">{words.none}</p>
          ) : (
            <ul class="rows">
              {lists.map(({ eventId, eventName, startsAt, priceId, priceName, waiting, places, offers }) => (
                <li key={`${eventId} ${priceId}`}>
                  <span class="name">
                    <a href={waitingListPath(eventId)}>
                      <Written>{priceName === null ? eventName : `${eventName}, ${priceName}`}</Written>
                    </a>
                    <br />
                    <span class="muted small">
                      <When at={startsAt} timeZone={tenant.timeZone} now={now} language={language} />
                    </span>
                  </span>
                  <span class="muted">
                    {[
                      ...(waiting === 0 && offers > 0 ? [] : [words.count({ people: waiting, places })]),
                      ...(offers === 0 ? [] : [words.offers({ count: offers })]),
                    ].join(' · ')}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </div>,
      )
    },
  })

  registerWaitingListPage(app, context)
}
