import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { hasPromotionalCodes } from '../../../features/catalog/promotional-code.queries.ts'
import {
  findPublishedEvent,
  listOfferedOptions,
  listOfferedPrices,
  type OfferedPrice,
  type PublishedEvent,
} from '../../../features/event/event-page.queries.ts'
import { readPlaces } from '../../../features/reservation/read-places.ts'
import type { Tenant } from '../../../features/tenant/tenant.ts'
import { amountText, momentText } from '../../../lib/format.ts'
import { newId } from '../../../lib/ids.ts'
import type { Language } from '../../../lib/language.ts'
import { createRecent } from '../../../lib/recent.ts'
import { pageTexts } from '../../texts/page-texts.ts'
import { BookingForm, type BookingFormProps } from '../booking/booking-form.tsx'
import { placeLine } from '../event-card.tsx'
import { Time, When } from '../format.tsx'
import { page, showPage } from '../page.ts'
import { PosterImage, posterAddress } from '../poster-image.tsx'
import { runningTotalScript } from '../running-total-script.ts'
import { Written } from '../written.tsx'
import { eventData } from './event-data.ts'
import { placeOf } from './place-of.ts'
import { isLeft, isOnSale, PriceGroups, PriceRow } from './price-row.tsx'

export const EventParams = Type.Object({ slug: Type.String({ pattern: '^[a-z0-9-]{1,200}$' }) })

/**
 * A newsletter sends thousands to one page within a minute; those who come within this time see the same numbers. Whoever
 * books is answered by the numbers of that moment.
 */
const mostAgeMs = 250

/** The poster of one event: who, when, where, for how much, what is left, and the form that books. */
export function registerEventPage(app: FastifyInstance, context: Context): void {
  const shown = createRecent<ShownEvent>({ keptMs: mostAgeMs, most: 1000 })
  page(app, {
    method: 'GET',
    url: '/events/:slug/',
    summary: 'The page of an event',
    params: EventParams,
    handler: async ({ tenant, params, request, reply }) => {
      const { slug } = params
      const event = await shown.read(`${tenant.id} ${slug}`, () => readEventPage(context, tenant, slug))
      return showEventPage(context, { request, reply }, event, { filled: null, problems: [] })
    },
  })
}

export type ShownEvent = {
  readonly event: PublishedEvent
  readonly prices: readonly OfferedPrice[]
  readonly options: BookingFormProps['options']
  readonly takesCodes: boolean
}

/** @throws AppError not_found */
export async function readEventPage(
  context: Pick<Context, 'database' | 'now'>,
  tenant: Tenant,
  slug: string,
): Promise<ShownEvent> {
  const read = () =>
    context.database.asTenant(tenant.id, async (tx) => {
      const event = await findPublishedEvent(tx, slug)
      if (!event) return null
      return {
        event,
        prices: await listOfferedPrices(tx, event, context.now()),
        options: await listOfferedOptions(tx, event.id),
        takesCodes: await hasPromotionalCodes(tx, context.now()),
      }
    })
  const isGone = (price: OfferedPrice) => price.left === 0
  const found = await readPlaces(context, tenant.id, read, (page) => page?.prices.some(isGone) ?? false)
  if (!found) throw new AppError('not_found')
  return found
}

/** The page as it is first seen, or with a booking that was refused in its form. */
export function showEventPage(
  context: Pick<Context, 'now' | 'urls'>,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  shown: ShownEvent,
  form: Pick<BookingFormProps, 'filled' | 'problems'>,
): string {
  const { tenant, language, actor } = request
  const { event, prices } = shown
  const base = context.urls.base(tenant.host)
  const url = `${base}/events/${event.slug}/`
  return showPage(
    { request, reply },
    {
      title: event.name,
      description: event.shortDescription ?? whenAndWhere(event, tenant, language, context.now()),
      canonicalUrl: url,
      imageUrl: posterAddress(base, event.imageKey),
      data: eventData(tenant, event, prices, url),
      scriptPath: isBookable(event, prices, context.now()) ? runningTotalScript.path : undefined,
    },
    <EventPage
      {...shown}
      {...form}
      tenant={tenant}
      language={language}
      now={context.now()}
      knownEmail={actor.kind === 'account' ? actor.email : null}
    />,
  )
}

/** For whoever sees the address in a search or a message, where nobody wrote more. */
function whenAndWhere(event: PublishedEvent, { timeZone }: Tenant, language: Language, now: Date): string {
  const when = momentText({ at: event.startsAt, timeZone, language, now })
  return [when, placeLine(event.locationName, event.city)].filter((part) => part !== null).join(' · ')
}

function isOver({ startsAt, endsAt }: PublishedEvent, now: Date): boolean {
  return (endsAt ?? new Date(startsAt.getTime() + 6 * 3_600_000)) <= now
}

function isBookable(event: PublishedEvent, prices: readonly OfferedPrice[], now: Date): boolean {
  return !isOver(event, now) && event.cancelledAt === null && prices.some(isOnSale)
}

type EventPageProps = ShownEvent &
  Pick<BookingFormProps, 'filled' | 'problems' | 'knownEmail' | 'language'> & {
    readonly tenant: Tenant
    readonly now: Date
  }

/** The picture, what it is and the form that books; on a desk beside each other, so that nothing has to be looked for. */
function EventPage({ tenant, event, prices, options, takesCodes, language, now, ...form }: EventPageProps) {
  const words = pageTexts[language].event
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
          <h1>
            <Written>{event.name}</Written>
          </h1>
          {event.shortDescription === null ? null : (
            <Written as="p" class="lead">
              {event.shortDescription}
            </Written>
          )}
          {over ? <p class="notice">{words.over}</p> : null}
          <Change event={event} tenant={tenant} language={language} now={now} />
          <Facts tenant={tenant} event={event} language={language} now={now} />
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
  const words = pageTexts[language]
  const soldOut = isMain ? <strong>{words.event.soldOut}</strong> : null
  if (isClosed)
    return (
      <p>
        {soldOut}
        {isMain ? <br /> : null}
        {words.waitingList.closed}
      </p>
    )
  return (
    <p class="actions">
      {soldOut}
      <a class={isMain ? 'button' : 'button quiet'} href="waiting-list/">
        {words.waitingList.join}
      </a>
    </p>
  )
}

type PricesProps = {
  readonly prices: readonly OfferedPrice[]
  readonly currency: string
  readonly language: Language
}

/** What the cheapest place costs that anybody may have; on a phone it stays in sight, with the way to the form. */
function FromPrice({ prices, currency, language }: PricesProps) {
  const words = pageTexts[language].event
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
          : words.from(amount)}
      </strong>
      <a class="button" href="#booking">
        {pageTexts[language].booking.title}
      </a>
    </p>
  )
}

/** Of an event at which nothing is to be had. */
function PriceList({ prices, ...shown }: Pick<EventPageProps, 'prices' | 'tenant' | 'language' | 'now'>) {
  const words = pageTexts[shown.language].event
  if (prices.length === 0) return <p class="empty">{words.notOnSale}</p>
  return (
    <section class="panel stack narrow" aria-labelledby="prices">
      <h2 id="prices">{prices.some(isLeft) ? words.prices : words.soldOut}</h2>
      <PriceGroups prices={prices} row={(price) => <PriceRow key={price.id} price={price} {...shown} />} />
    </section>
  )
}

/** That it does not take place, or that its date is a new one, and why. */
function Change({
  event,
  tenant,
  language,
  now,
}: Pick<EventPageProps, 'tenant' | 'event' | 'language' | 'now'>) {
  const words = pageTexts[language].event
  if (event.cancelledAt === null && event.postponedFrom === null) return null
  return (
    <div class={event.cancelledAt === null ? 'notice' : 'notice refused'}>
      {event.cancelledAt !== null ? (
        <>
          <strong>{words.cancelled}</strong>
          <p>{words.cancelledText}</p>
        </>
      ) : event.postponedFrom === null ? null : (
        <p>
          <strong>{words.postponed}</strong> {words.postponedFrom}{' '}
          <When
            at={event.postponedFrom}
            timeZone={tenant.timeZone}
            language={language}
            now={now}
            withinSentence
          />
        </p>
      )}
      {event.changeReason === null ? null : (
        <Written as="p" class="prose">
          {event.changeReason}
        </Written>
      )}
    </div>
  )
}

function Facts({
  tenant,
  event,
  language,
  now,
}: Pick<EventPageProps, 'tenant' | 'event' | 'language' | 'now'>) {
  const words = pageTexts[language].event
  const { timeZone } = tenant
  const where = placeOf(event)
  return (
    <dl class="facts">
      <div>
        <dt>{words.when}</dt>
        <dd class="when">
          <When at={event.startsAt} timeZone={timeZone} language={language} now={now} />
        </dd>
      </div>
      {event.doorsOpenAt === null ? null : (
        <div>
          <dt>{words.doors}</dt>
          <dd>
            <Time at={event.doorsOpenAt} timeZone={timeZone} language={language} />
          </dd>
        </div>
      )}
      {where === null ? null : (
        <div>
          <dt>{words.where}</dt>
          <dd>
            {where}
            {event.address === null && event.city === null ? null : (
              <>
                <br />
                <a class="go small" href={mapAddress([event.address, event.postalCode, event.city])}>
                  {words.map}
                </a>
              </>
            )}
          </dd>
        </div>
      )}
      {event.artists.length === 0 ? null : (
        <div>
          <dt>{words.artists}</dt>
          {event.artists.map((artist) => (
            <dd key={artist.name}>
              {artist.name}
              {artist.startsAt === null ? null : (
                <span class="muted numbers">
                  {' '}
                  <Time at={artist.startsAt} timeZone={timeZone} language={language} />
                </span>
              )}
            </dd>
          ))}
        </div>
      )}
    </dl>
  )
}

/** Asked for by whoever follows it, never by the page. */
function mapAddress(parts: readonly (string | null)[]): string {
  const query = parts.filter((part) => part !== null).join(' ')
  return `https://www.openstreetmap.org/search?query=${encodeURIComponent(query)}`
}
