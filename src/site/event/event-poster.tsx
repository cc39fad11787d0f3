import type { OfferedPrice, PublishedEvent } from '../../features/event/event-page.queries.ts'
import type { EventOffer } from '../../features/reservation/read-event-offer.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { amountText } from '../../lib/format.ts'
import { newId } from '../../lib/ids.ts'
import type { Language } from '../../lib/language.ts'
import { bookingTexts } from '../../messages/site/booking.ts'
import { eventTexts } from '../../messages/site/event.ts'
import { waitingListTexts } from '../../messages/site/waiting-list.ts'
import { BookingForm, type BookingFormProps } from '../booking/booking-form.tsx'
import { PosterImage } from '../../pages/poster-image.tsx'
import { Written } from '../../pages/written.tsx'
import { EventChange, EventFacts } from './event-facts.tsx'
import { isLeft, isOnSale, PriceGroups, PriceRow } from '../../pages/booking/price-row.tsx'

function isOver({ startsAt, endsAt }: PublishedEvent, now: Date): boolean {
  return (endsAt ?? new Date(startsAt.getTime() + 6 * 3_600_000)) <= now
}

export function isBookable(event: PublishedEvent, prices: readonly OfferedPrice[], now: Date): boolean {
  return !isOver(event, now) && event.cancelledAt === null && prices.some(isOnSale)
}
type EventPosterProps = EventOffer &
  Pick<BookingFormProps, 'filled' | 'problems' | 'knownEmail' | 'language'> & {
    readonly tenant: Tenant
    readonly now: Date
  }

/** The picture, what it is and the form that books; on a desk beside each other, so that nothing has to be looked for. */
export function EventPoster({ tenant, event, prices, options, takesCodes, language, now, ...form }: EventPosterProps) {
  const words = eventTexts[language]
  const over = isOver(event, now)
  const bookable = isBookable(event, prices, now)
  // A poster that is left makes no evening: what is sold beside the places is for those who come.
  const hasPlaces = prices.some((price) => isOnSale(price) && isPlace(price, prices))
  const awaited =
    event.startsAt > now && event.cancelledAt === null
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
          <About {...{ event, tenant, language, now }} />
        </div>
        {waits && !hasPlaces ? <WaitingList isMain isClosed={isClosed} language={language} /> : null}
        {bookable && hasPlaces && form.problems.length === 0 ? (
          <FromPrice prices={prices} currency={tenant.currency} language={language} />
        ) : null}
        {isOffered ? (
          <BookingForm
            {...form}
            slug={event.slug}
            repeatKey={newId()}
            tenant={tenant}
            now={now}
            membersOnly={tenant.membershipRequired && form.knownEmail === null}
            prices={prices}
            options={options}
            takesCodes={takesCodes}
            language={language}
          />
        ) : over || event.cancelledAt !== null ? null : (
          <PriceList prices={prices} tenant={tenant} language={language} now={now} />
        )}
        {waits && hasPlaces ? <WaitingList isMain={false} isClosed={isClosed} language={language} /> : null}
      </div>
      <div class="rest stack">
        {event.longDescription === null ? null : (
          <Written as="p" class="prose">
            {event.longDescription}
          </Written>
        )}
        <a class="go" href="/">
          {words.back}
        </a>
      </div>
    </article>
  )
}

function About({ event, ...shown }: Pick<EventPosterProps, 'event' | 'tenant' | 'language' | 'now'>) {
  return (
    <>
      <h1>
        <Written>{event.name}</Written>
      </h1>
      {event.shortDescription === null ? null : (
        <Written as="p" class="lead">
          {event.shortDescription}
        </Written>
      )}
      {isOver(event, shown.now) ? <p class="notice">{eventTexts[shown.language].over}</p> : null}
      <EventChange event={event} {...shown} />
      <EventFacts event={event} {...shown} />
    </>
  )
}

/** Where nothing makes tickets, everything stands for a place. */
function isPlace({ makesTickets }: OfferedPrice, prices: readonly OfferedPrice[]): boolean {
  return makesTickets || !prices.some((price) => price.makesTickets)
}

type WaitingListProps = {
  readonly isMain: boolean
  /** Nobody can join it (ADR 0169). */
  readonly isClosed: boolean
  readonly language: Language
}

function WaitingList({ isMain, isClosed, language }: WaitingListProps) {
  const words = waitingListTexts[language]
  const soldOut = isMain ? <strong>{eventTexts[language].soldOut}</strong> : null
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
      <a class={isMain ? 'button' : 'button quiet'} href="waiting-list/">
        {words.join}
      </a>
    </p>
  )
}

type PricesProps = { readonly prices: readonly OfferedPrice[]; readonly currency: string; readonly language: Language }

/** What the cheapest place costs that anybody may have; on a phone it stays in sight, with the way to the form. */
function FromPrice({ prices, currency, language }: PricesProps) {
  const words = eventTexts[language]
  const left = prices.filter((price) => isOnSale(price) && isPlace(price, prices))
  const open = left.filter(({ membershipName }) => membershipName === null)
  const chosen = open.length > 0 ? open : left
  const amounts = chosen.map(({ amountMinor }) => amountMinor)
  const least = Math.min(...amounts)
  const amount = least === 0 ? words.free : amountText(least, currency, language)
  return (
    <p class="from">
      <strong class="numbers">
        {least === 0 || (least === Math.max(...amounts) && !chosen.some(({ openAmount }) => openAmount))
          ? amount
          : words.from({ amount })}
      </strong>
      <a class="button" href="#booking">
        {bookingTexts[language].title}
      </a>
    </p>
  )
}

/** Of an event at which nothing is to be had. */
function PriceList({ prices, ...shown }: Pick<EventPosterProps, 'prices' | 'tenant' | 'language' | 'now'>) {
  const words = eventTexts[shown.language]
  if (prices.length === 0) return <p class="empty">{words.notOnSale}</p>
  return (
    <section class="panel stack narrow" aria-labelledby="prices">
      <h2 id="prices">{prices.some(isLeft) ? words.prices : words.soldOut}</h2>
      <PriceGroups prices={prices} row={(price) => <PriceRow key={price.id} price={price} {...shown} />} />
    </section>
  )
}
