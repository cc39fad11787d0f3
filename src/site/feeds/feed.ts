import { type EventCategory, eventCategoryOf } from '../../features/tenant/event-category.ts'
import type { FeedEvent } from '../../features/tenant/shared-calendar.queries.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { organisationName } from '../../http/organisation-name.ts'
import { dayText, momentText } from '../../lib/format.ts'
import type { Language } from '../../lib/language.ts'
import { at, visitorPaths } from '../../lib/paths.ts'
import { firstSpoken } from '../../lib/spoken.ts'
import { eventCategoryTexts } from '../../messages/site/event-category.ts'
import { feedsTexts } from '../../messages/site/feeds.ts'
import { placeLine } from '../../pages/event-card.tsx'
import { posterAddress } from '../../pages/poster-image.tsx'

/** What is on at an organisation, for programs that look at it again and again. It speaks the language of the organisation. */
export type Feed = {
  readonly title: string
  readonly description: string | null
  readonly language: Language
  readonly organisation: string
  /** Where people read the same. */
  readonly homeUrl: string
  readonly url: string
  /** When the last of it changed. */
  readonly changedAt: Date
  readonly items: readonly FeedItem[]
}

/** What kind of event it is: by the list of the interface, and as people read it. */
export type FeedCategory = { readonly term: EventCategory; readonly name: string }

export type FeedItem = FeedEvent & {
  readonly title: string
  readonly url: string
  readonly place: string | null
  readonly imageUrl: string | null
  readonly category: FeedCategory | null
  /** When and where it is, and what it is, in lines. */
  readonly text: string
}

type Addresses = { readonly base: (host: string) => string; readonly url: string; readonly homeUrl: string }

export function feedOf(tenant: Tenant, events: readonly FeedEvent[], { base, url, homeUrl }: Addresses): Feed {
  const language = firstSpoken(tenant.language)
  const organisation = organisationName(tenant)
  const words = feedsTexts[language]
  const changes = events.map(({ updatedAt }) => updatedAt.getTime())
  return {
    title: words.title({ organisation }),
    description: tenant.shortDescription,
    language,
    organisation,
    homeUrl,
    url,
    changedAt: new Date(Math.max(tenant.createdAt.getTime(), ...changes)),
    items: events.map((event) => {
      const { name, startsAt, timeZone, shortDescription } = event
      const place = placeLine(event.locationName, event.city)
      const when = (event.allDay ? dayText : momentText)({ at: startsAt, timeZone, language, now: null })
      const of = base(event.host)
      const term = eventCategoryOf(event.eventCategory)
      return {
        ...event,
        title: event.cancelledAt === null ? name : words.cancelled({ name }),
        url: event.link ?? of + at(visitorPaths.event, { slug: event.slug }),
        place,
        category: term && { term, name: eventCategoryTexts[language].names[term] },
        imageUrl: posterAddress(of, event.imageKey) ?? null,
        text: [[when, place].filter((part) => part !== null).join(' · '), shortDescription]
          .filter((line) => line !== null)
          .join('\n'),
      }
    }),
  }
}
