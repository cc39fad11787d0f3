import { variationsOf } from '../../integrations/media/image-variations.ts'
import { pointOf } from '../../lib/coordinates.ts'
import { markdownHtml } from '../../lib/markdown.ts'
import { at, visitorPaths } from '../../lib/paths.ts'
import { xmlText } from '../../lib/xml.ts'
import { eventCategoryOf } from '../tenant/event-category.ts'
import type { FeedEvent } from '../tenant/shared-calendar.queries.ts'
import { type Account, everybody } from './fediverse.ts'

/** What an event says beyond the calendar. */
export type EventDetails = {
  readonly longDescription: string | null
  readonly address: string | null
  readonly postalCode: string | null
  /** How many people there is room for; null: without a limit. */
  readonly capacity: number | null
}

/**
 * The address of an event on other servers. Since when it has been shown is part of it: what they were told is deleted most never
 * show again at the same address.
 *
 * @param base of the account's label
 */
export function objectIdOf(base: string, { eventId, shownSince }: Pick<FeedEvent, 'eventId' | 'shownSince'>): string {
  return base + at(visitorPaths.fediverseEvent, { uuid: eventId, since: shownSince.getTime().toString(36) })
}

/**
 * An event as other servers show it (FEP-8a8e, with the terms that Mobilizon and Gancio read). It is booked at its own page.
 *
 * @param base of the host that links use
 */
export function eventObject(account: Account, event: FeedEvent, details: EventDetails, base: string) {
  const url = base + at(visitorPaths.event, { slug: event.slug })
  const category = eventCategoryOf(event.eventCategory)
  const status = event.cancelledAt === null ? 'CONFIRMED' : 'CANCELLED'
  const place = event.locationName ?? event.city
  return {
    id: objectIdOf(new URL(account.actor).origin, event),
    type: 'Event',
    uuid: event.eventId,
    url,
    name: event.name,
    ...(event.shortDescription === null ? {} : { summary: xmlText(event.shortDescription) }),
    content:
      (event.shortDescription === null ? '' : `<p>${xmlText(event.shortDescription)}</p>`) +
      markdownHtml(details.longDescription ?? ''),
    mediaType: 'text/html',
    inLanguage: event.language,
    attributedTo: account.actor,
    organizers: { type: 'Collection', totalItems: 1, items: [account.actor] },
    to: [everybody],
    cc: [account.followers],
    published: event.shownSince.toISOString(),
    updated: event.updatedAt.toISOString(),
    startTime: event.startsAt.toISOString(),
    endTime: event.overAt.toISOString(),
    displayEndTime: event.endsAt !== null,
    timezone: event.timeZone,
    status,
    eventStatus: status,
    ...(category && { category: category.toUpperCase() }),
    ...(place === null
      ? {}
      : { location: { type: 'Place', name: place, ...addressOf(place, event, details), ...degreesOf(event) } }),
    attachment:
      event.imageKey === null
        ? []
        : [
            {
              type: 'Document',
              mediaType: 'image/webp',
              url: `${base}/${variationsOf(event.imageKey).fhd}`,
              name: event.name,
            },
          ],
    ...(details.capacity === null ? {} : { maximumAttendeeCapacity: details.capacity }),
    joinMode: 'external',
    externalParticipationUrl: url,
  }
}

/** Gancio takes no place without an address, and none that says nothing: the name of the place is better than that. */
function addressOf(place: string, { city }: FeedEvent, { address, postalCode }: EventDetails) {
  if (address === null && postalCode === null && city === null) return { address: place }
  const said = { streetAddress: address, postalCode, addressLocality: city }
  return {
    address: { type: 'PostalAddress', ...Object.fromEntries(Object.entries(said).filter(([, text]) => text !== null)) },
  }
}

function degreesOf(event: FeedEvent) {
  const point = pointOf(event)
  return point && { latitude: point[0], longitude: point[1] }
}

export type EventObject = ReturnType<typeof eventObject>

/** In the place of an event that is gone. Gancio looks for what it was. */
export function tombstone(id: string) {
  return { id, type: 'Tombstone', formerType: 'Event' }
}
