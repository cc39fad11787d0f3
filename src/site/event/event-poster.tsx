import { isOver, type MomentThere } from '../../features/event/event.ts'
import type { OfferedPrice, PublishedEvent } from '../../features/event/event-page.queries.ts'
import type { EventOffer } from '../../features/reservation/read-event-offer.ts'
import { newId } from '../../lib/ids.ts'
import { below, visitorPaths } from '../../lib/paths.ts'
import { bookingTexts } from '../../messages/site/booking.ts'
import { eventTexts } from '../../messages/site/event.ts'
import { waitingListTexts } from '../../messages/site/waiting-list.ts'
import { BookingForm, type BookingFormProps } from '../booking/booking-form.tsx'
import { useReader, useTexts } from '../../pages/reader.ts'
import { PosterImage } from '../../pages/poster-image.tsx'
import { Prose } from '../../pages/prose.tsx'
import { Written } from '../../pages/written.tsx'
import { inTwo } from './in-two.ts'
import { shareParts } from '../../pages/share-script.ts'
import { EventChange, EventFacts } from './event-facts.tsx'
import { fromText, isLeft, isOnSale, isPlace, PriceGroups, PriceRow } from '../../pages/booking/price-row.tsx'
import { ButtonLink, LinkTo } from '../../pages/parts.tsx'

/** Whether something may be booked at an event. */
export function isBookable(event: PublishedEvent, prices: readonly OfferedPrice[], moment: MomentThere): boolean {
  return !isOver(event, moment) && event.cancelledAt === null && prices.some(isOnSale)
}

type EventPosterProps = EventOffer &
  Pick<BookingFormProps, 'filled' | 'problems' | 'knownEmail' | 'paysAtDoor'> & {
    /** Whether booking anything here takes a membership. */
    readonly membershipRequired: boolean
    /** The picture that shows how to come to where it takes place; null: there is none. */
    readonly mapImageKey: string | null
    /** The whole address of its page. */
    readonly address: string
  }

/** Shows the picture, the facts and the booking form; side by side on a large screen, so that nothing has to be looked for. */
export function EventPoster({ event, prices, options, takesCodes, membershipRequired, ...props }: EventPosterProps) {
  const { mapImageKey, address, ...form } = props
  const reader = useReader()
  const words = useTexts(eventTexts)
  const over = isOver(event, reader)
  const bookable = isBookable(event, prices, reader)
  // A poster that is left does not make the event available: what is sold with the places is for people who come.
  const hasPlaces = prices.some((price) => isOnSale(price) && isPlace(price, prices))
  const awaited =
    event.startsAt > reader.now && event.cancelledAt === null
      ? prices.filter(({ makesTickets, left }) => makesTickets && left === 0)
      : []
  const waits = awaited.length > 0
  const isClosed = awaited.every(({ waitingClosed }) => waitingClosed)
  const isOffered = bookable || form.problems.length > 0
  return (
    <article class={event.imageKey === null ? 'event' : 'event pictured'}>
      <PosterImage imageKey={event.imageKey} />
      <div class="stack wide">
        <div class="stack">
          <About {...{ event, mapImageKey }} />
          <p class="actions" hidden {...{ [shareParts.address]: address, [shareParts.copied]: words.linkCopied }}>
            <button class="button quiet" type="button">
              {words.share}
            </button>
            <span aria-live="polite" />
          </p>
        </div>
        {waits && !hasPlaces ? <WaitingList isMain isClosed={isClosed} /> : null}
        {bookable && hasPlaces && form.problems.length === 0 ? <FromPrice prices={prices} /> : null}
        {isOffered ? (
          <BookingForm
            {...form}
            {...{ prices, options, takesCodes }}
            slug={event.slug}
            repeatKey={newId()}
            membersOnly={membershipRequired && form.knownEmail === null}
          />
        ) : over || event.cancelledAt !== null ? null : (
          <PriceList prices={prices} />
        )}
        {waits && hasPlaces ? <WaitingList isMain={false} isClosed={isClosed} /> : null}
        <LinkTo to={visitorPaths.home}>{words.back}</LinkTo>
      </div>
    </article>
  )
}

function About({ event, mapImageKey }: Pick<EventPosterProps, 'event' | 'mapImageKey'>) {
  const reader = useReader()
  const { over } = useTexts(eventTexts)
  return (
    <>
      <h1>
        <Written>{event.name}</Written>
      </h1>
      {isOver(event, reader) ? <p class="notice">{over}</p> : null}
      <EventChange event={event} />
      <Written as="p" class="lead">
        {event.shortDescription}
      </Written>
      <EventFacts {...{ event, mapImageKey }} />
      {event.longDescription === null ? null : <Told text={event.longDescription} />}
    </>
  )
}

/** Shows what is told of an event; of a long text the beginning, and the rest unfolds: what is to be had is near. */
function Told({ text }: { readonly text: string }) {
  const { readOn } = useTexts(eventTexts)
  const [beginning, rest] = inTwo(text)
  return (
    <>
      <Prose below={1} text={beginning} />
      {rest === null ? null : (
        <details>
          <summary>{readOn}</summary>
          <Prose below={1} text={rest} />
        </details>
      )}
    </>
  )
}

type WaitingListProps = {
  readonly isMain: boolean
  /** Whether nobody can join the waiting list (ADR 0169). */
  readonly isClosed: boolean
}

function WaitingList({ isMain, isClosed }: WaitingListProps) {
  const words = useTexts(waitingListTexts)
  const event = useTexts(eventTexts)
  const soldOut = isMain ? <strong>{event.soldOut}</strong> : null
  if (isClosed)
    return (
      <p>
        {soldOut}
        {isMain ? <br /> : null}
        {words.closed}
      </p>
    )
  return (
    <p class="actions">
      {soldOut}
      <a class={isMain ? 'button' : 'button quiet'} href={below(visitorPaths.event, visitorPaths.eventWaitingList, {})}>
        {words.join}
      </a>
    </p>
  )
}

type PricesProps = { readonly prices: readonly OfferedPrice[] }

/** Shows the cheapest price that anybody may have; on a phone it stays in sight, with the link to the form. */
function FromPrice({ prices }: PricesProps) {
  const { currency, language } = useReader()
  return (
    <p class="from">
      <strong class="numbers">{fromText(prices, currency, language)}</strong>
      <ButtonLink to="#booking">{bookingTexts[language].title}</ButtonLink>
    </p>
  )
}

/** The prices of an event at which nothing can be had. */
export function PriceList({ prices }: PricesProps) {
  const words = useTexts(eventTexts)
  if (prices.length === 0) return <p class="empty">{words.notOnSale}</p>
  return (
    <section class="panel stack narrow" aria-labelledby="prices">
      <h2 id="prices">{prices.some(isLeft) ? words.prices : words.soldOut}</h2>
      <PriceGroups prices={prices} row={(told) => <PriceRow key={told.price.id} {...told} />} />
    </section>
  )
}
