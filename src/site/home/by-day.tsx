import type { ComponentChildren } from 'preact'
import { dayText } from '../../lib/format.ts'
import { currentDay } from '../../lib/time.ts'
import { homeTexts } from '../../messages/site/home.ts'
import { type EventCardProps, withinDay } from '../../pages/event-card.tsx'
import { useReader } from '../../pages/reader.ts'

type Dated = Pick<EventCardProps, 'startsAt' | 'allDay'>

type ByDayProps<Event extends Dated> = {
  readonly events: readonly Event[]
  readonly children: (ofDay: readonly Event[]) => ComponentChildren
}

/**
 * Shows events under the days on which they are, as the reader's clock counts them. What begins after midnight belongs to the night
 * before, as at the door; what goes on since another day to today.
 */
export function ByDay<Event extends Dated>({ events, children }: ByDayProps<Event>) {
  const { now, timeZone } = useReader()
  const today = currentDay(now, timeZone).from.getTime()
  const dayOf = (event: Event) => Math.max(currentDay(withinDay(event), timeZone).from.getTime(), today)
  return [...Map.groupBy(events, dayOf)].map(([day, ofDay]) => (
    <section key={day} class="day">
      <h3>
        <Day at={new Date(day)} />
      </h3>
      {children(ofDay)}
    </section>
  ))
}

/** Says a day as people do who see it come: "Today", "Tomorrow", "Friday 27 November". */
function Day({ at }: { readonly at: Date }) {
  const reader = useReader()
  const words = homeTexts[reader.language]
  const today = currentDay(reader.now, reader.timeZone)
  const isToday = at.getTime() === today.from.getTime()
  const isNear = isToday || at.getTime() === today.to.getTime()
  const date = dayText({ ...reader, at })
  if (!isNear) return <>{date}</>
  return (
    <>
      {isToday ? words.today : words.tomorrow} <span class="muted small">{date}</span>
    </>
  )
}
