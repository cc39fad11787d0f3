import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { getEvent } from '../../features/event/event.queries.ts'
import { changeEvent } from '../../features/event-notice/change-event.ts'
import { hasStaffPermission } from '../../features/tenant/has-staff-permission.ts'
import { type Asked, staff } from '../../http/route.ts'
import { BooleanIn, Maybe } from '../../http/wire/schemas.ts'
import { at, paths, visitorPaths } from '../../lib/paths.ts'
import { deskTexts } from '../../messages/office/desk.ts'
import { eventClashTexts } from '../../messages/office/event-clash.ts'
import { eventOverviewTexts } from '../../messages/office/event-overview.ts'
import { eventTexts } from '../../messages/office/event.ts'
import { guestTexts } from '../../messages/office/guest.ts'
import { overviewTexts } from '../../messages/office/overview.ts'
import { waitingTexts } from '../../messages/office/waiting.ts'
import { PageRefusal } from '../../pages/form/explained.ts'
import { type FormProblem, Problems } from '../../pages/form/problems.tsx'
import { copyScript } from '../../pages/copy-script.ts'
import { LinkTo, Section } from '../../pages/parts.tsx'
import { useTexts } from '../../pages/reader.ts'
import { shareParts, shareScript } from '../../pages/share-script.ts'
import { doorListPath } from '../door-lists/door-lists.tsx'
import { actionPage } from '../kit/action-page.ts'
import { Copied } from '../kit/copied.tsx'
import { detailPage } from '../kit/edit-page.ts'
import { Conflicts } from '../overview/overview-conflicts.tsx'
import { Entries, EventTiles, Refusals } from '../overview/overview-tonight.tsx'
import { NextStep } from '../overview/start.tsx'
import { EventMoney, EventSales, SoldPrices } from './event-figures.tsx'
import { showEventTab } from './event-frame.tsx'
import { Publication } from './event-sections.tsx'
import { type EventOverview, readEventOverview } from './read-event-overview.ts'

/** Registers the page of an event that says how it is going, and whether visitors see it. */
export function registerEventOverview(app: FastifyInstance, context: Context): void {
  const url = paths.event
  const read = ({ request }: Asked, id: string) => readEventOverview(context, request, id)
  detailPage(app, {
    url,
    access: staff('overview'),
    read,
    show: (asked, shown, { done }) => showOverview(context, asked, shown, { problems: [], done }),
  })

  actionPage(app, {
    of: url,
    name: 'publication',
    access: staff('programme'),
    body: { published: BooleanIn, anyhow: Maybe(BooleanIn) },
    act: async ({ request }, id, { published, anyhow }) => {
      if (published && anyhow !== true) await askOfPast(context, request, id)
      return changeEvent(context, request.tenant, request.actor, id, { published })
    },
    refused: { show: async (asked, id, problems) => showOverview(context, asked, await read(asked, id), { problems }) },
  })
}

/** Asks once before an event that has begun is published. @throws PageRefusal */
async function askOfPast(context: Context, { tenant, language }: FastifyRequest, id: string): Promise<void> {
  const { startsAt } = await context.database.asTenant(tenant.id, (tx) => getEvent(tx, id))
  if (startsAt > context.now()) return
  const { past, again } = eventClashTexts[language]
  throw new PageRefusal(409, [{ field: 'publication', detail: `${past} ${again}` }])
}

type State = { readonly problems: readonly FormProblem[]; readonly done?: string | undefined }

function showOverview(context: Context, asked: Asked, shown: EventOverview, { problems, done }: State): string {
  const { actor, tenant, language } = asked.request
  const { event, counted, entries, turnedAway, accounting, steps, conflicts } = shown
  const words = eventOverviewTexts[language]
  const path = at(visitorPaths.event, { slug: event.slug })
  const address = event.published ? context.urls.base(tenant.host) + path : null
  const publication = hasStaffPermission(actor, tenant, 'programme') ? (
    <Publication event={event} isAsked={problems.length > 0} />
  ) : null
  const refusals = turnedAway.filter(({ result }) => result !== 'undone')
  return showEventTab(
    asked,
    { event, tab: 'overview', done, scriptPath: [copyScript.path, shareScript.path] },
    <>
      <Problems problems={problems} title={deskTexts[language].refused} />
      {steps === null || event.cancelledAt !== null ? null : (
        <NextStep first={steps} pricePath={`${at(paths.eventPrices, { uuid: event.id })}#price_name`} />
      )}
      <WaysOn {...{ asked, shown, address }} />
      {event.published ? null : publication}
      {counted === undefined ? null : <EventTiles event={counted} turnedAway={turnedAway} />}
      <Tasks {...{ asked, shown }} />
      <SoldPrices prices={shown.prices} placesLeft={event.placesLeft} accounting={accounting} />
      {accounting === null ? null : <EventMoney event={event} accounting={accounting} costs={shown.costs ?? []} />}
      <EventSales sales={shown.sales} before={shown.before} />
      {entries.length === 0 ? null : (
        <Section id="entries" title={overviewTexts[language].entries}>
          <Entries entries={entries} />
        </Section>
      )}
      {refusals.length === 0 ? null : <Refusals turnedAway={turnedAway} />}
      {hasStaffPermission(actor, tenant, 'door_list') ? (
        <Conflicts {...{ conflicts, tenant, actor, language }} />
      ) : null}
      {address === null ? null : (
        <Section id="share" title={words.share}>
          <Copied id="address" label={words.address} value={address} help={words.addressHelp} />
        </Section>
      )}
      {event.published ? publication : null}
    </>,
  )
}

type PartProps = { readonly asked: Asked; readonly shown: EventOverview }

type WaysOnProps = PartProps & {
  /** The address of the public page; null: there is none. */
  readonly address: string | null
}

/** What is done at an event on the evening and before, as far as the person may. */
function WaysOn({ asked: { request }, shown: { event }, address }: WaysOnProps) {
  const { actor, tenant, language } = request
  const { id, slug, published } = event
  const [words, links] = [eventOverviewTexts[language], eventTexts[language]]
  const isSold = published && event.cancelledAt === null
  const ways = (
    [
      ['reservations', isSold && at(paths.sale, {}, { event: id }), words.sell],
      ['reservations', at(paths.reservations, {}, { event: id }), words.bookings],
      ['door_list', doorListPath(id), links.doorList],
      ['programme', at(paths.eventMessage, { uuid: id }), links.message.link],
      ['reservations', at(paths.eventGuests, { uuid: id }), guestTexts[language].link],
      ['people', at(paths.waitingList, { uuid: id }), waitingTexts[language].link],
      ['overview', published && at(visitorPaths.event, { slug }), links.publicPage],
    ] as const
  ).filter(([permission]) => hasStaffPermission(actor, tenant, permission))
  return (
    <ul class="actions">
      {ways.map(([, href, name], index) =>
        href === false ? null : (
          <li key={href}>
            <a class={isSold && index === 0 ? 'button' : 'go'} href={href}>
              {name}
            </a>
          </li>
        ),
      )}
      {address === null ? null : <Share address={address} name={event.name} />}
    </ul>
  )
}

type ShareProps = { readonly address: string; readonly name: string }

/** Hands the address of an event on: by what the phone shares with, else it is copied; without script the way to the address. */
function Share({ address, name }: ShareProps) {
  const { share } = useTexts(eventOverviewTexts)
  const { copied } = useTexts(deskTexts)
  return (
    <>
      <li {...{ [shareParts.instead]: '' }}>
        <a class="go" href="#share">
          {share}
        </a>
      </li>
      <li hidden {...{ [shareParts.address]: address, [shareParts.copied]: copied, [shareParts.title]: name }}>
        <button class="button quiet" type="button">
          {share}
        </button>{' '}
        <span aria-live="polite" />
      </li>
    </>
  )
}

/** What waits for the person at this event. */
function Tasks({ asked: { request }, shown: { event, tasks } }: PartProps) {
  const { actor, tenant, language } = request
  const words = overviewTexts[language]
  const waiting = (
    [
      ['people', tasks.waiting, at(paths.waitingList, { uuid: event.id }), eventOverviewTexts[language].waiting],
      ['reservations', tasks.mails, paths.mails, words.mails],
      ['money', tasks.owedRefunds, paths.refunds, words.owedRefunds],
      ['money', tasks.failedRefunds, paths.refunds, words.failedRefunds],
    ] as const
  ).filter(([permission, count]) => count > 0 && hasStaffPermission(actor, tenant, permission))
  if (waiting.length === 0) return null
  return (
    <Section id="tasks" title={words.openTasks}>
      <ul class="rows">
        {waiting.map(([, count, href, say]) => (
          <li key={say({ count })}>
            <LinkTo to={href}>{say({ count })}</LinkTo>
          </li>
        ))}
      </ul>
    </Section>
  )
}
