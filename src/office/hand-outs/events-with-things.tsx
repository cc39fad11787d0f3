import type { EventThings } from '../../features/reservation/hand-out.queries.ts'
import { at, paths } from '../../lib/paths.ts'
import { handOutsTexts } from '../../messages/office/hand-outs.ts'
import { useTexts } from '../../pages/reader.ts'
import { Written } from '../../pages/written.tsx'
import { NamedAt } from '../kit/parts.tsx'

/** Lists what waits to be collected, event by event, each with the link to the people who have something to collect. */
export function EventsWithThings({ things }: { readonly things: readonly EventThings[] }) {
  const words = useTexts(handOutsTexts)
  return (
    <ul class="rows">
      {things.map(({ eventId, eventName, startsAt, left, handedOut }) => (
        <li key={eventId}>
          <NamedAt
            href={at(paths.handOuts, {}, { event: eventId })}
            name={<Written>{eventName}</Written>}
            at={startsAt}
          />
          <span class="numbers">{left === 0 ? words.nothingLeft : words.leftOf({ left, all: left + handedOut })}</span>
        </li>
      ))}
    </ul>
  )
}
