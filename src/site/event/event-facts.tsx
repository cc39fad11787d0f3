import type { PublishedEvent } from '../../features/event/event-page.queries.ts'
import { eventTexts } from '../../messages/site/event.ts'
import { Time, When } from '../../pages/format.tsx'
import { Facts } from '../../pages/parts.tsx'
import { useTexts } from '../../pages/reader.ts'
import { Written } from '../../pages/written.tsx'
import { placeOf } from './place-of.ts'

type EventFactsProps = { readonly event: PublishedEvent }

/** Says that an event does not take place, or that its date is a new one, and why. */
export function EventChange({ event }: EventFactsProps) {
  const words = useTexts(eventTexts)
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
          <strong>{words.postponed}</strong> {words.postponedFrom} <When at={event.postponedFrom} withinSentence />
        </p>
      )}
      <Written as="p" class="prose">
        {event.changeReason}
      </Written>
    </div>
  )
}

export function EventFacts({ event }: EventFactsProps) {
  const words = useTexts(eventTexts)
  const where = placeOf(event)
  const { doorsOpenAt, accessNotes, artists } = event
  return (
    <Facts
      facts={[
        [words.when, <When key="when" at={event.startsAt} />, 'when'],
        [words.doors, doorsOpenAt && <Time key="doors" at={doorsOpenAt} />],
        [words.where, where && <Where key="where" {...{ where, event }} />],
        [words.access, accessNotes && <Written key="access">{accessNotes}</Written>, 'prose'],
        [words.artists, artists.length > 0 ? artists.map((artist) => <Artist key={artist.name} {...artist} />) : null],
      ]}
    />
  )
}

function Where({ where, event: { address, postalCode, city } }: EventFactsProps & { readonly where: string }) {
  const { map } = useTexts(eventTexts)
  if (address === null && city === null) return <>{where}</>
  return (
    <>
      {where}
      <br />
      <a class="go small" href={mapAddress([address, postalCode, city])}>
        {map}
      </a>
    </>
  )
}

function Artist({ name, startsAt }: PublishedEvent['artists'][number]) {
  return (
    <>
      {name}
      {startsAt === null ? null : (
        <span class="muted numbers">
          {' '}
          <Time at={startsAt} />
        </span>
      )}
    </>
  )
}

/** The address of a map, which is asked for by people who follow the link, never by the page. */
function mapAddress(parts: readonly (string | null)[]): string {
  const query = parts.filter((part) => part !== null).join(' ')
  return `https://www.openstreetmap.org/search?query=${encodeURIComponent(query)}`
}
