import type { PublishedEvent } from '../../features/event/event-page.queries.ts'
import { variationsOf } from '../../integrations/media/image-variations.ts'
import { pointOf } from '../../lib/coordinates.ts'
import { eventTexts } from '../../messages/site/event.ts'
import { Time, When } from '../../pages/format.tsx'
import { Facts } from '../../pages/parts.tsx'
import { useReader, useTexts } from '../../pages/reader.ts'
import { Written } from '../../pages/written.tsx'
import { Artist } from './artist.tsx'
import { placeOf } from './place-of.ts'

type EventProps = { readonly event: PublishedEvent }
type EventFactsProps = EventProps & {
  /** The picture that shows how to come to where it takes place; null: there is none. */
  readonly mapImageKey: string | null
}

/** Says that an event does not take place, or that its date is a new one, and why. */
export function EventChange({ event }: EventProps) {
  const { reachesVisitors } = useReader()
  const words = useTexts(eventTexts)
  if (event.cancelledAt === null && event.postponedFrom === null) return null
  return (
    <div class={event.cancelledAt === null ? 'notice' : 'notice refused'}>
      {event.cancelledAt !== null ? (
        <>
          <strong>{words.cancelled}</strong>
          {event.isToldHere ? <p>{reachesVisitors ? words.cancelledText : words.cancelledUntold}</p> : null}
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

export function EventFacts({ event, mapImageKey }: EventFactsProps) {
  const words = useTexts(eventTexts)
  const where = placeOf(event)
  const { doorsOpenAt, accessNotes, artists } = event
  return (
    <Facts
      facts={[
        [words.when, <When key="when" at={event.startsAt} />, 'when'],
        [words.doors, doorsOpenAt && <Time key="doors" at={doorsOpenAt} />],
        [words.where, where && <Where key="where" {...{ where, event, mapImageKey }} />],
        [words.access, accessNotes && <Written key="access">{accessNotes}</Written>, 'prose'],
        [words.artists, artists.length > 0 ? artists.map((artist) => <Artist key={artist.id} {...artist} />) : null],
      ]}
    />
  )
}

function Where({ where, event, mapImageKey }: EventFactsProps & { readonly where: string }) {
  const words = useTexts(eventTexts)
  const map = mapAddress(event)
  const maps: readonly (readonly [text: string, href: string])[] = [
    ...(map === null ? [] : [[words.map, map] as const]),
    ...(mapImageKey === null ? [] : [[words.venueMap, `/${variationsOf(mapImageKey).fhd}`] as const]),
  ]
  return (
    <>
      {where}
      {maps.length === 0 ? null : (
        <div class="actions">
          {maps.map(([text, href]) => (
            <a key={href} class="go small" href={href}>
              {text}
            </a>
          ))}
        </div>
      )}
    </>
  )
}

/** The address of a map, which is asked for by people who follow the link, never by the page. Null: nobody knows where it is. */
function mapAddress(event: PublishedEvent): string | null {
  const point = pointOf(event)
  if (point !== null) {
    const [latitude, longitude] = point
    return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`
  }
  const { address, postalCode, city } = event
  if (address === null && city === null) return null
  const query = [address, postalCode, city].filter((part) => part !== null).join(' ')
  return `https://www.openstreetmap.org/search?query=${encodeURIComponent(query)}`
}
