import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import type { PublishedEvent } from '../../features/event/event-page.queries.ts'
import { type EventOffer, readEventOffer } from '../../features/reservation/read-event-offer.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { momentText } from '../../lib/format.ts'
import type { Language } from '../../lib/language.ts'
import type { BookingFormProps } from '../booking/booking-form.tsx'
import { createRecent } from '../../lib/recent.ts'
import { at, visitorPaths } from '../../lib/paths.ts'
import { ChosenBefore, chosenIn } from '../../pages/booking/booking-input.ts'
import { placeLine } from '../../pages/event-card.tsx'
import { page, showPage } from '../../pages/page.ts'
import { shareImageOf } from '../../pages/poster-image.tsx'
import { runningTotalScript } from '../../pages/booking/running-total-script.ts'
import { shareScript } from '../../pages/share-script.ts'
import { sharePicturePath } from './event-picture.ts'
import { eventData } from './event-data.ts'
import { EventPoster, isBookable } from './event-poster.tsx'
import type { Asked } from '../../http/route.ts'
import { SlugParams } from '../../http/wire/params.ts'

/**
 * How old the shown numbers may be. A newsletter sends thousands to one page within a minute; visitors within this time see the same
 * numbers. A booking is answered by the numbers of its own moment.
 */
const mostAgeMs = 250

/** The page of one event: who, when, where, for how much, what is left, and the form that books. */
export function registerEventPage(app: FastifyInstance, context: Context): void {
  const shown = createRecent<EventOffer>({ keptMs: mostAgeMs, most: 1000 })
  page(app, {
    method: 'GET',
    url: visitorPaths.event,
    isShared: true,
    params: SlugParams,
    query: ChosenBefore,
    handler: async (asked) => {
      const { tenant, params, query } = asked
      const { slug } = params
      const event = await shown.read(`${tenant.id} ${slug}`, () => readEventOffer(context, tenant.id, slug))
      return showEventPage(context, asked, event, { filled: chosenIn(query), problems: [] })
    },
  })
}

/** Shows the page as it is first seen, or with a booking that was refused in its form. */
export function showEventPage(
  context: Pick<Context, 'now' | 'urls'>,
  asked: Asked,
  shown: EventOffer,
  form: Pick<BookingFormProps, 'filled' | 'problems'>,
): string {
  const { tenant, language, actor } = asked.request
  const { event, prices } = shown
  const base = context.urls.base(tenant.host)
  const url = base + at(visitorPaths.event, { slug: event.slug })
  return showPage(
    asked,
    {
      title: event.name,
      description: event.shortDescription ?? whenAndWhere(event, tenant, language, context.now()),
      canonicalUrl: url,
      shareImage: shareImageOf(base, event) ?? { url: base + sharePicturePath(tenant, event), type: 'image/png' },
      data: eventData(tenant, event, prices, url),
      isPictured: event.imageKey !== null,
      ...(isBookable(event, prices, { now: context.now(), timeZone: asked.request.tenant.timeZone })
        ? { scriptPath: [shareScript.path, runningTotalScript.path], forms: 'checked' as const }
        : { scriptPath: shareScript.path }),
    },
    <EventPoster
      {...shown}
      {...form}
      address={url}
      membershipRequired={tenant.membershipRequired}
      paysAtDoor={!tenant.paysOnline}
      mapImageKey={tenant.category === 'venue' && event.isAtFirstLocation ? tenant.mapImageKey : null}
      knownEmail={actor.kind === 'account' ? actor.email : null}
    />,
  )
}

/** Describes an event for people who see its address in a search or a message, where nobody wrote a description. */
function whenAndWhere(event: PublishedEvent, { timeZone }: Tenant, language: Language, now: Date): string {
  const when = momentText({ at: event.startsAt, timeZone, language, now })
  return [when, placeLine(event.locationName, event.city)].filter((part) => part !== null).join(' · ')
}
