import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { getEvent } from '../../features/event/event.queries.ts'
import { listOfferedPrices } from '../../features/event/event-page.queries.ts'
import { listWaitingClosures } from '../../features/event/waiting.queries.ts'
import { removeWaitingEntry } from '../../features/payment/remove-waiting-entry.ts'
import { closeList } from '../../features/waiting-list/close-list.ts'
import { type OfferedByHand, offerNow, offerToChosen } from '../../features/waiting-list/offer-by-hand.ts'
import { listWaitingAtOffice } from '../../features/waiting-list/office-waiting.queries.ts'
import { nilUuid } from '../../lib/ids.ts'
import { UuidParams } from '../../http/wire/params.ts'
import { staff, type Asked } from '../../http/route.ts'
import { paths } from '../../lib/paths.ts'
import { waitingTexts } from '../../messages/office/waiting.ts'
import { Maybe, TextQuery, UuidIn } from '../../http/wire/schemas.ts'
import { Done } from '../../pages/form/done.tsx'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { When } from '../../pages/format.tsx'
import { page } from '../../pages/page.ts'
import { cardsPerPage, Pager, PagerQuery, rowsOf } from '../../pages/pager.tsx'
import { Written } from '../../pages/written.tsx'
import { showAdminPage } from '../kit/frame.tsx'
import { Entries } from './entries.tsx'
import { Joining } from './joining.tsx'
import { waitingListPath } from './waiting-list-path.ts'

const ListBody = Type.Object({ price: Maybe(UuidIn) })

/** Who waits for an event, what is offered by hand, the way off the list, and whether anybody may still join. */
export function registerWaitingListPage(app: FastifyInstance, context: Context): void {
  const shared = { access: staff('people'), params: UuidParams } as const

  page(app, {
    ...shared,
    method: 'GET',
    url: paths.waitingList,
    query: Type.Object({ ...PagerQuery.properties, done: Type.Optional(TextQuery) }),
    handler: ({ params, query: { page: number = 1, done = '' }, request, reply }) =>
      showList(context, { request, reply }, params.uuid, { number, done, problems: [] }),
  })

  page(app, {
    ...shared,
    method: 'POST',
    url: `${paths.waitingList}offers/`,
    forms: true,
    handler: async ({ tenant, actor, params, request, reply }) =>
      answerOffer(context, { request, reply }, await offerNow(context, tenant, actor, params.uuid)),
  })

  page(app, {
    ...shared,
    method: 'POST',
    url: paths.waitingEntryOffer,
    forms: true,
    handler: async ({ tenant, actor, params, request, reply }) =>
      answerOffer(context, { request, reply }, await offerToChosen(context, tenant, actor, params.uuid)),
  })

  for (const [way, closed] of [
    ['closing', true],
    ['opening', false],
  ] as const)
    page(app, {
      ...shared,
      method: 'POST',
      url: `${paths.waitingList}${way}/`,
      forms: true,
      body: ListBody,
      handler: async ({ tenant, actor, params, body, reply }) => {
        const eventId = params.uuid
        const priceId = body.price ?? null
        await closeList(context, tenant, actor, { eventId, priceId, closed })
        return reply.redirect(`${waitingListPath(eventId)}?done=${closed ? 'closed' : 'opened'}`, 303)
      },
    })

  page(app, {
    ...shared,
    method: 'POST',
    url: paths.waitingEntryRemoval,
    forms: true,
    handler: async ({ tenant, actor, params, reply }) => {
      const eventId = await removeWaitingEntry(context, tenant, actor, params.uuid)
      return reply.redirect(`${waitingListPath(eventId)}?done=removed`, 303)
    },
  })
}

type Answering = Asked

/** Back to the page; where nobody was offered anything, it says why. */
function answerOffer(context: Context, to: Answering, { eventId, why }: OfferedByHand) {
  if (why === null) return to.reply.redirect(`${waitingListPath(eventId)}?done=offered`, 303)
  to.reply.code(409)
  const { offer } = waitingTexts[to.request.language]
  const problems = [{ field: null, detail: offer.why[why] }]
  return showList(context, to, eventId, { number: 1, done: '', problems })
}

type Shown = {
  /** Of the page. */
  readonly number: number
  readonly done: string
  readonly problems: readonly FormProblem[]
}

async function showList(
  context: Context,
  { request, reply }: Answering,
  eventId: string,
  { number, done, problems }: Shown,
): Promise<string> {
  const { tenant, language } = request
  const words = waitingTexts[language]
  const now = context.now()
  const { event, entries, prices, closed } = await context.database.asTenant(tenant.id, async (tx) => {
    const found = await getEvent(tx, eventId)
    return {
      event: found,
      entries: await listWaitingAtOffice(tx, eventId, rowsOf(number)),
      prices: await listOfferedPrices(tx, { id: eventId, capacityLeft: null }, now),
      closed: await listWaitingClosures(tx, eventId),
    }
  })
  const said: Readonly<Record<string, string>> = words.done
  const isAhead = event.startsAt > now && event.cancelledAt === null
  return showAdminPage(
    { request, reply },
    { title: `${words.title} · ${event.name}`, area: 'waiting_lists' },
    <div class="stack">
      <p>
        <a href={paths.waitingLists}>{words.back}</a>
      </p>
      <h1>
        <Written>{event.name}</Written>
      </h1>
      <p class="muted">
        <When at={event.startsAt} timeZone={tenant.timeZone} now={now} language={language} />
      </p>
      <Done>{(Object.hasOwn(said, done) ? said[done] : null) ?? null}</Done>
      <Problems problems={problems} title={words.offer.refused} />
      {entries.length === 0 ? (
        <p class="empty">{words.nobody}</p>
      ) : (
        <>
          {isAhead ? (
            <form method="post" action={`${waitingListPath(eventId)}offers/`}>
              <button class="button" type="submit">
                {words.offer.now}
              </button>
              <p class="small muted">{words.offer.nowHelp}</p>
            </form>
          ) : null}
          <Entries entries={entries.slice(0, cardsPerPage)} timeZone={tenant.timeZone} now={now} language={language} />
        </>
      )}
      <Pager page={number} more={entries.length > cardsPerPage} language={language} />
      {isAhead ? (
        <Joining
          eventId={eventId}
          isClosed={closed.has(nilUuid)}
          prices={prices
            .filter(({ makesTickets }) => makesTickets)
            .map(({ id, name }) => ({ id, name, isClosed: closed.has(id) }))}
          language={language}
        />
      ) : null}
    </div>,
  )
}
