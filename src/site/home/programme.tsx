import type { Availability } from '../../features/event/availability.queries.ts'
import type { ListedEvent } from '../../features/event/event-page.queries.ts'
import type { Tenant } from '../../features/tenant/tenant.ts'
import { at, visitorPaths } from '../../lib/paths.ts'
import { homeTexts } from '../../messages/site/home.ts'
import { AvailabilityLine } from '../../pages/availability-line.tsx'
import { EventCard, placeLine } from '../../pages/event-card.tsx'
import { Time, When } from '../../pages/format.tsx'
import { useTexts } from '../../pages/reader.ts'
import { Written } from '../../pages/written.tsx'
import { ByDay } from './by-day.tsx'

type ProgrammeProps = {
  readonly events: readonly ListedEvent[]
  /** What is to be had, by the ids of the events. */
  readonly availability: ReadonlyMap<string, Availability>
}

/**
 * Shows the events by the kind of organisation (ADR 0073): a venue's nights in order, a festival's days with their stages, a project's
 * dates, a producer's projects and then their dates.
 */
export function Programme({ category, ...listed }: ProgrammeProps & Pick<Tenant, 'category'>) {
  switch (category) {
    case 'festival':
      return <Days {...listed} />
    case 'project':
      return <Dates {...listed} />
    case 'producer':
      return <Projects {...listed} />
    default:
      return <Nights {...listed} />
  }
}

/** Lists a venue's nights, without a place: a venue is one place and one stage, which its page has said already. */
function Nights({ events, availability }: ProgrammeProps) {
  return (
    <ByDay events={events}>
      {(ofDay) => (
        <ul class="events">
          {ofDay.map((event) => (
            <EventCard
              key={event.id}
              href={addressOf(event)}
              name={event.name}
              startsAt={event.startsAt}
              imageKey={event.imageKey}
              focus={event.imageFocus}
              cancelledAt={event.cancelledAt}
              availability={availability.get(event.id)}
              billing={event.artists.length > 0 ? event.artists.join(', ') : event.shortDescription}
            />
          ))}
        </ul>
      )}
    </ByDay>
  )
}

/** Lists the events day by day, the stages side by side where there is room, and one under the other on a phone. */
function Days({ events, availability }: ProgrammeProps) {
  const { otherStage } = useTexts(homeTexts)
  const isOnePlace = new Set(events.map(({ locationName }) => locationName)).size <= 1
  const stageOf = ({ stageName, locationName }: ListedEvent) =>
    (isOnePlace ? placeLine(stageName) : placeLine(stageName, locationName)) ?? placeLine(locationName) ?? otherStage
  return (
    <ByDay events={events}>
      {(ofDay) => (
        <div class="stages">
          {[...Map.groupBy(ofDay, stageOf)].map(([stage, ofStage]) => (
            <section key={stage} class="stage">
              <h4>{stage}</h4>
              <ol>
                {ofStage.map((event) => (
                  <li key={event.id}>
                    <Time at={event.startsAt} />
                    <div>
                      <a href={addressOf(event)}>
                        <Written>{event.name}</Written>
                      </a>
                      <Billing event={event} />
                      <AvailabilityLine
                        isCancelled={event.cancelledAt !== null}
                        availability={availability.get(event.id)}
                      />
                    </div>
                  </li>
                ))}
              </ol>
            </section>
          ))}
        </div>
      )}
    </ByDay>
  )
}

/** Names the artists, unless the event's name does. */
function Billing({ event: { name, artists, shortDescription } }: { readonly event: ListedEvent }) {
  const others = artists.filter((artist) => artist !== name)
  const said = others.length > 0 ? others.join(', ') : artists.length === 0 ? shortDescription : null
  return (
    <Written as="p" class="muted small">
      {said}
    </Written>
  )
}

/** Lists the dates of a tour: when, in which town, where. */
function Dates({ events, availability }: ProgrammeProps) {
  return (
    <ul class="rows dates">
      {events.map((event) => {
        const where = townFirst(event)
        return (
          <li key={event.id}>
            <span class="when">
              <When at={event.startsAt} />
            </span>
            <a class="name" href={addressOf(event)}>
              {where ?? <Written>{event.name}</Written>}
            </a>
            {where === null ? null : <Written class="muted">{event.name}</Written>}
            <AvailabilityLine isCancelled={event.cancelledAt !== null} availability={availability.get(event.id)} />
          </li>
        )
      })}
    </ul>
  )
}

/** Words a place with its town first, as `Angers, Le Quai`; a place whose name contains the town is shown alone. */
function townFirst({ city, locationName }: ListedEvent): string | null {
  const isSaid = city !== null && locationName?.toLowerCase().includes(city.toLowerCase())
  return isSaid ? locationName : placeLine(city, locationName)
}

/** Lists the productions, each with its dates; dates without a production come last. */
function Projects({ events, availability }: ProgrammeProps) {
  const { otherDates } = useTexts(homeTexts)
  const projects = [...Map.groupBy(events, ({ projectName }) => projectName)]
  const ordered = [...projects.filter(([name]) => name !== null), ...projects.filter(([name]) => name === null)]
  return ordered.map(([name, members]) => (
    <section key={name ?? ''} class="stack">
      <h3>{name === null ? otherDates : <Written>{name}</Written>}</h3>
      <Dates events={members} availability={availability} />
    </section>
  ))
}

function addressOf({ slug }: ListedEvent): string {
  return at(visitorPaths.event, { slug })
}
