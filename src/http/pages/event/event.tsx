import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import {
  findPublishedEvent,
  listOfferedPrices,
  type OfferedPrice,
  type PublishedEvent,
} from '../../../features/event/event-page.queries.ts'
import type { Language, Tenant } from '../../../features/tenant/tenant.ts'
import { variationsOf } from '../../../integrations/media/image-variations.ts'
import { pageTexts } from '../../texts/page-texts.ts'
import { placeLine } from '../event-card.tsx'
import { amountText, Time, When } from '../format.tsx'
import { page, showPage } from '../page.ts'
import { BookingGuide } from './booking-guide.tsx'

/** The poster of one event: who, when, where, for how much, and what is left. */
export function registerEventPage(app: FastifyInstance, context: Context): void {
  page(app, {
    method: 'GET',
    url: '/events/:slug/',
    summary: 'The page of an event',
    params: Type.Object({ slug: Type.String({ pattern: '^[a-z0-9-]{1,200}$' }) }),
    handler: async ({ tenant, language, params, request, reply }) => {
      const now = context.now()
      const found = await context.database.asTenant(tenant.id, async (tx) => {
        const event = await findPublishedEvent(tx, params.slug)
        return event && { event, prices: await listOfferedPrices(tx, event) }
      })
      if (!found) throw new AppError('not_found')
      const base = context.urls.base(tenant.host)
      return showPage(
        { request, reply },
        {
          title: found.event.name,
          description: found.event.shortDescription,
          canonicalUrl: `${base}/events/${found.event.slug}/`,
        },
        <EventPage {...found} tenant={tenant} language={language} now={now} base={base} />,
      )
    },
  })
}

type EventPageProps = {
  readonly tenant: Tenant
  readonly event: PublishedEvent
  readonly prices: readonly OfferedPrice[]
  readonly language: Language
  readonly now: Date
  readonly base: string
}

function EventPage({ tenant, event, prices, language, now, base }: EventPageProps) {
  const words = pageTexts[language].event
  const over = (event.endsAt ?? new Date(event.startsAt.getTime() + 6 * 3_600_000)) <= now
  const [bookable] = prices.filter((price) => price.left === null || price.left > 0)
  return (
    <article class="stack wide">
      <div class={event.imageKey === null ? 'poster' : 'poster pictured'}>
        {event.imageKey === null ? null : <img src={`/${variationsOf(event.imageKey).fhd}`} alt="" />}
        <div class="stack">
          <h1>{event.name}</h1>
          {event.shortDescription === null ? null : <p class="lead">{event.shortDescription}</p>}
          <Facts tenant={tenant} event={event} language={language} now={now} />
          {over ? <p class="notice">{words.over}</p> : null}
        </div>
      </div>
      <section class="stack" aria-labelledby="prices">
        <h2 id="prices">{words.prices}</h2>
        {prices.length === 0 ? (
          <p class="empty">{words.notOnSale}</p>
        ) : (
          <Prices prices={prices} tenant={tenant} language={language} />
        )}
      </section>
      {event.longDescription === null ? null : <p class="prose">{event.longDescription}</p>}
      {bookable && !over ? (
        <BookingGuide base={base} eventId={event.id} priceId={bookable.id} language={language} />
      ) : null}
      <p>
        <a href="/">{words.back}</a>
      </p>
    </article>
  )
}

function Facts({ tenant, event, language, now }: Omit<EventPageProps, 'prices' | 'base'>) {
  const words = pageTexts[language].event
  const { timeZone } = tenant
  const where = placeLine(
    event.stageName,
    event.locationName,
    event.address,
    placeLine([event.postalCode, event.city].filter((part) => part !== null).join(' ')),
  )
  return (
    <dl class="facts">
      <div>
        <dt>{words.when}</dt>
        <dd>
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
          <dd>{where}</dd>
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

function Prices({
  prices,
  tenant,
  language,
}: {
  prices: readonly OfferedPrice[]
  tenant: Tenant
  language: Language
}) {
  const words = pageTexts[language].event
  return (
    <ul class="rows">
      {prices.map((price) => (
        <li key={price.id}>
          <span class="name">{price.name}</span>
          <span class="figure">
            {price.amountMinor === 0 ? words.free : amountText(price.amountMinor, tenant.currency, language)}
          </span>
          <PriceState price={price} language={language} />
        </li>
      ))}
    </ul>
  )
}

function PriceState({ price, language }: { price: OfferedPrice; language: Language }) {
  const words = pageTexts[language].event
  const said = [
    ...(price.productName === price.name ? [] : [price.productName]),
    ...(price.left === null ? [] : [price.left === 0 ? words.soldOut : words.left(price.left)]),
    ...(price.membersOnly ? [words.membersOnly] : []),
  ]
  return said.length === 0 ? null : <span class="state">{said.join(' · ')}</span>
}
