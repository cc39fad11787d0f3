import type { EventThings } from '../../features/reservation/hand-out.queries.ts'
import { at, paths } from '../../lib/paths.ts'
import { handOutsTexts } from '../../messages/office/hand-outs.ts'
import { When } from '../../pages/format.tsx'
import { useTexts } from '../../pages/reader.ts'
import { Written } from '../../pages/written.tsx'

/** What waits for whoever bought it, event by event, each with its list of who has something to collect. */
export function EventsWithThings({ things }: { readonly things: readonly EventThings[] }) {
  const words = useTexts(handOutsTexts)
  return (
    <ul class="rows">
      {things.map(({ eventId, eventName, startsAt, left, handedOut }) => (
        <li key={eventId}>
          <span class="name">
            <a href={at(paths.handOuts, {}, { event: eventId })}>
              <Written>{eventName}</Written>
            </a>
            <br />
            <span class="muted small">
              <When at={startsAt} />
            </span>
          </span>
          <span class="numbers">{left === 0 ? words.nothingLeft : words.leftOf({ left, all: left + handedOut })}</span>
        </li>
      ))}
    </ul>
  )
}
