import type { EventThings } from '../../features/reservation/hand-out.queries.ts'
import type { Language } from '../../lib/language.ts'
import { at, paths } from '../../lib/paths.ts'
import { handOutsTexts } from '../../messages/office/hand-outs.ts'
import { When } from '../../pages/format.tsx'
import { Written } from '../../pages/written.tsx'

type EventsWithThingsProps = {
  readonly things: readonly EventThings[]
  readonly timeZone: string
  readonly now: Date
  readonly language: Language
}

/** What waits for whoever bought it, event by event, each with its list of who has something to collect. */
export function EventsWithThings({ things, ...when }: EventsWithThingsProps) {
  const words = handOutsTexts[when.language]
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
              <When at={startsAt} {...when} />
            </span>
          </span>
          <span class="numbers">{left === 0 ? words.nothingLeft : words.leftOf({ left, all: left + handedOut })}</span>
        </li>
      ))}
    </ul>
  )
}
