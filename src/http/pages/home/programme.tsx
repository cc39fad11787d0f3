import type { ListedEvent } from '../../../features/event/event-page.queries.ts'
import type { Tenant } from '../../../features/tenant/tenant.ts'
import { dayText } from '../../../lib/format.ts'
import type { Language } from '../../../lib/language.ts'
import { pageTexts } from '../../texts/page-texts.ts'
import { EventCard, placeLine } from '../event-card.tsx'

type ProgrammeProps = {
  readonly tenant: Tenant
  readonly events: readonly ListedEvent[]
  readonly language: Language
  readonly now: Date
}

/**
 * Decisions, section 6, "Category rules": a venue's nights in order, a festival's days with their stages, a project's
 * dates, a producer's projects and then their dates.
 */
export function Programme({ tenant, events, language, now }: ProgrammeProps) {
  const when = { timeZone: tenant.timeZone, language, now }
  const groups = Map.groupBy(events, (event) => {
    if (tenant.category === 'festival') return dayText({ at: event.startsAt, ...when })
    if (tenant.category === 'producer') return event.projectName ?? pageTexts[language].home.otherDates
    return ''
  })
  return [...groups].map(([heading, members]) => (
    <section key={heading} class="stack">
      {heading === '' ? null : <h3>{heading}</h3>}
      <ul class="cards">
        {members.map((event) => (
          <EventCard
            key={event.id}
            href={`/events/${event.slug}/`}
            name={event.name}
            startsAt={event.startsAt}
            imageKey={event.imageKey}
            lines={[
              placeOf(tenant, event),
              event.artists.length > 0 ? event.artists.join(', ') : event.shortDescription,
            ]}
            {...when}
          />
        ))}
      </ul>
    </section>
  ))
}

/** A venue is one place and one stage, which its page has said already. */
function placeOf(tenant: Tenant, event: ListedEvent): string | null {
  switch (tenant.category) {
    case 'venue':
      return null
    case 'festival':
      return placeLine(event.stageName, event.locationName)
    default:
      return placeLine(event.locationName, event.city)
  }
}
