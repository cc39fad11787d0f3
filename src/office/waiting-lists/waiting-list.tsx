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
import { at, paths } from '../../lib/paths.ts'
import { waitingTexts } from '../../messages/office/waiting.ts'
import { Maybe, TextQuery, UuidIn } from '../../http/wire/schemas.ts'
import { Done } from '../../pages/form/done.tsx'
import { asWhole, type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { When } from '../../pages/format.tsx'
import { page } from '../../pages/page.ts'
import { PagerQuery, rowsOf } from '../../pages/pager.tsx'
import { useTexts } from '../../pages/reader.ts'
import { Written } from '../../pages/written.tsx'
import { showRoom } from '../kit/frame.tsx'
import { Listed } from '../kit/list-page.tsx'
import { saidOf } from '../kit/parts.tsx'
import { Submit } from '../../pages/parts.tsx'
import { pressPage } from '../kit/press-page.ts'
import { entryColumns, Joining } from './waiting-list-parts.tsx'

/** Registers the waiting list of an event: its entries, offers by hand, the way off the list, and whether anybody may still join. */
export function registerWaitingListPage(app: FastifyInstance, context: Context): void {
  const access = staff('people')

  page(app, {
    method: 'GET',
    url: paths.waitingList,
    access,
    params: UuidParams,
    query: Type.Object({ ...PagerQuery.properties, done: Type.Optional(TextQuery) }),
    handler: (asked) => {
      const { page: number = 1, done = '' } = asked.query
      return showList(context, asked, asked.params.uuid, { number, done, problems: [] })
    },
  })

  for (const [url, offer] of [
    [`${paths.waitingList}offers/`, offerNow],
    [paths.waitingEntryOffer, offerToChosen],
  ] as const)
    page(app, {
      method: 'POST',
      url,
      access,
      forms: true,
      params: UuidParams,
      handler: async (asked) =>
        answerOffer(context, asked, await offer(context, asked.tenant, asked.actor, asked.params.uuid)),
    })

  for (const [way, done] of [
    ['closing', 'closed'],
    ['opening', 'opened'],
  ] as const)
    pressPage(app, {
      url: `${paths.waitingList}${way}/`,
      access,
      body: { price: Maybe(UuidIn) },
      act: ({ tenant, actor, params: { uuid: eventId }, body: { price } }) =>
        closeList(context, tenant, actor, { eventId, priceId: price ?? null, closed: done === 'closed' }),
      goesOn: ({ params }) => at(paths.waitingList, params, { done }),
    })

  pressPage(app, {
    url: paths.waitingEntryRemoval,
    access,
    act: ({ tenant, actor, params }) => removeWaitingEntry(context, tenant, actor, params.uuid),
    goesOn: (_, eventId) => at(paths.waitingList, { uuid: eventId ?? '' }, { done: 'removed' }),
  })
}

/** Leads back to the page; where nobody was offered anything, the page says why. */
function answerOffer(context: Context, asked: Asked, { eventId, why }: OfferedByHand) {
  if (why === null) return asked.reply.redirect(at(paths.waitingList, { uuid: eventId }, { done: 'offered' }), 303)
  asked.reply.code(409)
  const problems = asWhole(waitingTexts[asked.request.language].offer.why[why])
  return showList(context, asked, eventId, { number: 1, done: '', problems })
}

async function readList(context: Context, tenantId: string, eventId: string, number: number) {
  return context.database.asTenant(tenantId, async (tx) => {
    const event = await getEvent(tx, eventId)
    const entries = await listWaitingAtOffice(tx, eventId, rowsOf(number))
    const offered = await listOfferedPrices(tx, { id: eventId, capacityLeft: null, maxPerUser: null }, context.now())
    const closed = await listWaitingClosures(tx, eventId)
    const prices = offered
      .filter(({ makesTickets }) => makesTickets)
      .map(({ id, name }) => ({ id, name, isClosed: closed.has(id) }))
    return { event, entries, joining: { eventId, prices, isClosed: closed.has(nilUuid) } }
  })
}

type Shown = {
  /** The number of the page. */
  readonly number: number
  readonly done: string
  readonly problems: readonly FormProblem[]
}

async function showList(context: Context, asked: Asked, eventId: string, { number, done, problems }: Shown) {
  const { tenant, language } = asked.request
  const words = waitingTexts[language]
  const { event, entries, joining } = await readList(context, tenant.id, eventId, number)
  const isAhead = event.startsAt > context.now() && event.cancelledAt === null
  return showRoom(
    asked,
    {
      title: `${words.title} · ${event.name}`,
      area: 'waiting_lists',
      back: [paths.waitingLists, words.back],
      heading: <Written>{event.name}</Written>,
    },
    <p class="muted">
      <When at={event.startsAt} />
    </p>,
    <Done>{saidOf(done, words.done)}</Done>,
    <Problems problems={problems} title={words.offer.refused} />,
    <Listed
      label={words.title}
      rows={entries}
      keyOf={({ id }) => id}
      columns={entryColumns(language)}
      lead={isAhead ? <OfferNow eventId={eventId} /> : null}
      empty={words.nobody}
      page={number}
    />,
    isAhead ? <Joining {...joining} /> : null,
  )
}

function OfferNow({ eventId }: { readonly eventId: string }) {
  const { offer } = useTexts(waitingTexts)
  return (
    <form method="post" action={`${at(paths.waitingList, { uuid: eventId })}offers/`}>
      <Submit>{offer.now}</Submit>
      <p class="small muted">{offer.nowHelp}</p>
    </form>
  )
}
