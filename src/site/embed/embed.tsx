import type { ComponentChildren } from 'preact'
import { AppError } from '../../errors.ts'
import { listUpcoming } from '../../features/event/event-page.queries.ts'
import { readAvailability } from '../../features/reservation/read-availability.ts'
import { type EventOffer, readEventOffer } from '../../features/reservation/read-event-offer.ts'
import { listSharedEvents } from '../../features/tenant/shared-calendar.queries.ts'
import { at, visitorPaths } from '../../lib/paths.ts'
import { bookingTexts } from '../../messages/site/booking.ts'
import { embedTexts } from '../../messages/site/embed.ts'
import { homeTexts } from '../../messages/site/home.ts'
import { OptionFields, PriceFields } from '../../pages/booking/booking-fields.tsx'
import { isOnSale } from '../../pages/booking/price-row.tsx'
import { RunningTotal } from '../../pages/booking/running-total.tsx'
import { runningTotalScript } from '../../pages/booking/running-total-script.ts'
import { TermsLinks } from '../../pages/booking/told.tsx'
import { showEmbedded } from '../../pages/page.ts'
import { pageSection } from '../../pages/page-section.ts'
import { cardsPerPage } from '../../pages/pager.tsx'
import { organisationName } from '../../http/organisation-name.ts'
import { LinkTo, Submit } from '../../pages/parts.tsx'
import { signInPath } from '../../pages/next-path.ts'
import { useReader, useTexts } from '../../pages/reader.ts'
import { Written } from '../../pages/written.tsx'
import { SlugParams } from '../../http/wire/params.ts'
import { EventChange, EventFacts } from '../event/event-facts.tsx'
import { isOver } from '../../features/event/event.ts'
import { isBookable, PriceList } from '../event/event-poster.tsx'
import { bookedHere, SharedCards } from '../home/calendar.tsx'
import { CalendarQuery, filterOf } from '../home/calendar-query.ts'
import { Programme } from '../home/programme.tsx'
import { embedElement } from './embed-element.ts'

const pages = pageSection()

/** What an organisation's own web sites show within their pages (docs/interface/embedding.md): what is on, and what is to be had. */
export const registerEmbed = pages.register

pages.get(visitorPaths.embed, {
  isShared: true,
  query: CalendarQuery,
  handler: async (asked) => {
    const { context, tenant, language, query } = asked
    if (tenant.category === 'root') throw new AppError('not_found')
    const page = { now: context.now(), limit: cardsPerPage, offset: 0 }
    const title = homeTexts[language].upcoming
    const filter = filterOf(query, tenant)
    if (tenant.category === 'meta') {
      const events = await context.database.asServer((tx) => listSharedEvents(tx, tenant, filter, page))
      const availability = await readAvailability(context, bookedHere(events))
      return showEmbedded(
        asked,
        { title },
        <Upcoming by={organisationName(tenant)} isEmpty={events.length === 0}>
          <SharedCards {...{ events, availability, context }} />
        </Upcoming>,
      )
    }
    const next = { ...page, timeZone: tenant.timeZone, category: filter.eventCategory }
    const events = await context.database.asTenant(tenant.id, (tx) => listUpcoming(tx, next))
    const shown = events.map(({ id }) => ({ tenantId: tenant.id, eventId: id }))
    const availability = await readAvailability(context, shown)
    return showEmbedded(
      asked,
      { title },
      <Upcoming by={organisationName(tenant)} isEmpty={events.length === 0}>
        <Programme category={tenant.category} {...{ events, availability }} />
      </Upcoming>,
    )
  },
})

pages.get(visitorPaths.embedEvent, {
  isShared: true,
  params: SlugParams,
  handler: async (asked) => {
    const { context, tenant, params } = asked
    const offer = await readEventOffer(context, tenant.id, params.slug)
    const isOffered = isBookable(offer.event, offer.prices, { now: context.now(), timeZone: tenant.timeZone })
    return showEmbedded(
      asked,
      { title: offer.event.name, ...(isOffered ? { scriptPath: runningTotalScript.path } : {}) },
      <EmbeddedEvent paysAtDoor={!tenant.paysOnline} {...offer} isOffered={isOffered} />,
    )
  },
})

pages.get(visitorPaths.embedElement, {
  handler: ({ reply }) => {
    reply.headers({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=3600',
      // A module of another origin is not run without.
      'access-control-allow-origin': '*',
    })
    return embedElement
  },
})

/** `by`: whose programme it is. */
type UpcomingProps = { readonly by: string; readonly isEmpty: boolean; readonly children: ComponentChildren }

function Upcoming({ by, isEmpty, children }: UpcomingProps) {
  const words = useTexts(homeTexts)
  const { all } = useTexts(embedTexts)
  return (
    <>
      <h1 class="unseen">{by}</h1>
      <h2 class="unseen">{words.upcoming}</h2>
      {isEmpty ? <p class="empty">{words.noEvents}</p> : children}
      <p>
        <LinkTo to={visitorPaths.home}>{all}</LinkTo>
      </p>
    </>
  )
}

type EmbeddedEventProps = EventOffer & {
  readonly isOffered: boolean
  /** Whether what costs something is paid at the door. */
  readonly paysAtDoor: boolean
}

/** What is to be had, and how many of it. The button opens the page of the event with that, where it is booked: nothing here needs a cookie. */
function EmbeddedEvent({ event, prices, options, isOffered, paysAtDoor }: EmbeddedEventProps) {
  const reader = useReader()
  const words = useTexts(embedTexts)
  const { button } = useTexts(bookingTexts)
  const path = at(visitorPaths.event, { slug: event.slug })
  const isFormer = isOver(event, reader) || event.cancelledAt !== null
  return (
    <article class="stack">
      <h1>
        <Written>{event.name}</Written>
      </h1>
      <EventChange event={event} />
      <EventFacts event={event} mapImageKey={null} />
      {isOffered ? (
        <form class="panel stack" method="get" action={`${path}#booking`}>
          <h2>{words.choose}</h2>
          <PriceFields {...{ prices, options, paysAtDoor }} filled={null} problems={[]} signInPath={signInPath(path)} />
          <OptionFields {...{ prices, options }} filled={null} />
          <TermsLinks products={prices.filter(isOnSale).map(({ product }) => product)} />
          <div class="checkout">
            <RunningTotal />
            <Submit>{button}</Submit>
          </div>
        </form>
      ) : isFormer ? null : (
        <PriceList prices={prices} />
      )}
      <p>
        <LinkTo to={path}>{words.about}</LinkTo>
      </p>
    </article>
  )
}
