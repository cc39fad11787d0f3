import type { OfferedPrice, PublishedEvent } from '../../features/event/event-page.queries.ts'
import { type EventCategory, eventCategoryOf } from '../../features/tenant/event-category.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { variationsOf } from '../../integrations/media/image-variations.ts'
import { pointOf } from '../../lib/coordinates.ts'
import { amountFromMinor, minorDigits } from '../../lib/money.ts'
import { visitorPaths } from '../../lib/paths.ts'
import { isWebAddress } from '../../lib/web-address.ts'
import { isOnSale } from '../../pages/booking/price-row.tsx'

/** Describes an event for search engines and calendars (schema.org, `Event` and `Offer`). */
export function eventData(
  tenant: Tenant,
  event: PublishedEvent,
  prices: readonly OfferedPrice[],
  url: string,
): Readonly<Record<string, unknown>> {
  const base = new URL('/', url).origin
  const point = pointOf(event)
  const category = eventCategoryOf(event.eventCategory)
  return {
    '@context': 'https://schema.org',
    '@type': (category && typeOfCategory[category]) ?? 'Event',
    name: event.name,
    url,
    startDate: event.startsAt.toISOString(),
    ...statusOf(event),
    ...(event.endsAt === null ? {} : { endDate: event.endsAt.toISOString() }),
    ...(event.doorsOpenAt === null ? {} : { doorTime: event.doorsOpenAt.toISOString() }),
    ...(event.shortDescription === null ? {} : { description: event.shortDescription }),
    ...(event.imageKey === null ? {} : { image: `${base}/${variationsOf(event.imageKey).fhd}` }),
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: {
      '@type': 'Place',
      name: event.locationName ?? tenant.organisation,
      address: {
        '@type': 'PostalAddress',
        ...(event.address === null ? {} : { streetAddress: event.address }),
        ...(event.postalCode === null ? {} : { postalCode: event.postalCode }),
        ...(event.city === null ? {} : { addressLocality: event.city }),
      },
      ...(point === null ? {} : { geo: { '@type': 'GeoCoordinates', latitude: point[0], longitude: point[1] } }),
    },
    organizer: { '@type': 'Organization', name: tenant.organisation, url: base + visitorPaths.home },
    performer: event.artists.map(({ name, website }) => ({
      '@type': 'PerformingGroup',
      name,
      ...(isWebAddress(website) ? { url: website } : {}),
    })),
    // Only what lets somebody in is an offer of the event: a poster that is left would make a sold-out event look available.
    offers: (event.cancelledAt === null ? prices.filter((price) => price.makesTickets) : []).map((price) => ({
      '@type': 'Offer',
      name: price.name,
      price: amountFromMinor(price.amountMinor, tenant.currency).toFixed(minorDigits(tenant.currency)),
      priceCurrency: tenant.currency,
      availability: `https://schema.org/${availabilityOf(price)}`,
      ...(price.saleStartsAt === null ? {} : { validFrom: price.saleStartsAt.toISOString() }),
      ...(price.saleEndsAt === null ? {} : { validThrough: price.saleEndsAt.toISOString() }),
      url,
    })),
  }
}

/** Categories for which schema.org has a type of its own. */
const typeOfCategory: { readonly [Category in EventCategory]?: string } = {
  arts: 'VisualArtsEvent',
  business: 'BusinessEvent',
  comedy: 'ComedyEvent',
  festivals: 'Festival',
  film_media: 'ScreeningEvent',
  food_drink: 'FoodEvent',
  learning: 'EducationEvent',
  music: 'MusicEvent',
  party: 'SocialEvent',
  sports: 'SportsEvent',
  theatre: 'TheaterEvent',
}

function availabilityOf(price: OfferedPrice): string {
  if (price.sale === 'to_come') return 'PreOrder'
  return isOnSale(price) ? 'InStock' : 'SoldOut'
}

/** Whether it takes place, and when it would have been. */
function statusOf({ cancelledAt, postponedFrom }: PublishedEvent): Readonly<Record<string, string>> {
  if (cancelledAt !== null) return { eventStatus: 'https://schema.org/EventCancelled' }
  if (postponedFrom === null) return { eventStatus: 'https://schema.org/EventScheduled' }
  return { eventStatus: 'https://schema.org/EventRescheduled', previousStartDate: postponedFrom.toISOString() }
}
