import { type Thing, thingText } from '../../features/ticket/thing.ts'
import { shortReference } from '../../lib/ids.ts'
import { bookedTexts } from '../../messages/site/booked.ts'
import { Section } from '../../pages/parts.tsx'
import { useTexts } from '../../pages/reader.ts'
import { Written } from '../../pages/written.tsx'

type ThingsToCollectProps = {
  readonly bookingId: string
  readonly things: readonly Thing[]
  /** Whether there are tickets to show at the desk. */
  readonly hasTickets: boolean
}

/** Shows what waits at the desk, with the number to ask for it by, and what was collected. */
export function ThingsToCollect({ bookingId, things, hasTickets }: ThingsToCollectProps) {
  const words = useTexts(bookedTexts).things
  const shown = things.filter((thing) => thing.left + thing.handedOut > 0)
  if (shown.length === 0) return null
  const isOver = shown.every((thing) => thing.left === 0)
  return (
    <Section id="things" title={isOver ? words.collectedTitle : words.title}>
      <ul class="rows">
        {shown.map((thing) => (
          <li key={thing.id}>
            <Written class="name">{thingText(thing.left + thing.handedOut, thing)}</Written>
            {thing.handedOut === 0 ? null : (
              <span class="state">
                {words.collected({ count: thing.handedOut, all: thing.handedOut + thing.left, left: thing.left })}
              </span>
            )}
          </li>
        ))}
      </ul>
      {isOver ? null : (
        <p>
          {hasTickets ? words.askWithTicket : words.ask}
          <br />
          <strong>{shortReference(bookingId)}</strong>
        </p>
      )}
    </Section>
  )
}
