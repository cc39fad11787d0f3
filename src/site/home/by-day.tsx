import type { ComponentChildren } from 'preact'
import { dayText } from '../../lib/format.ts'
import { currentDay, houseDate } from '../../lib/time.ts'
import { homeTexts } from '../../messages/site/home.ts'
import { dateOf, type EventCardProps } from '../../pages/event-card.tsx'
import { useReader } from '../../pages/reader.ts'

type Dated = Pick<EventCardProps, 'startsAt' | 'allDay' | 'timeZone'>

type ByDayProps<Event extends Dated> = {
  readonly events: readonly Event[]
  readonly children: (ofDay: readonly Event[]) => ComponentChildren
}

/**
 * Shows events under the days on which they are, as the clocks where they take place count them. What begins after midnight belongs to
 * the night before, as at the door; what goes on since another day to today.
 */
export function ByDay<Event extends Dated>({ events, children }: ByDayProps<Event>) {
  const { now, timeZone } = useReader()
  const today = houseDate(now, timeZone)
  const shownOn = (event: Event) => [dateOf(event, event.timeZone ?? timeZone), today].toSorted().at(-1) ?? today
  const days = [...Map.groupBy(events, shownOn)].toSorted(([one], [other]) => (one < other ? -1 : 1))
  return days.map(([day, ofDay]) => (
    <section key={day} class="day">
      <h3>
        <Day {...{ day }} />
      </h3>
      {children(ofDay)}
    </section>
  ))
}

/** Says a day as people do who see it come: "Today", "Tomorrow", "Friday 27 November". */
function Day({ day }: { readonly day: string }) {
  const reader = useReader()
  const words = homeTexts[reader.language]
  const { now, timeZone } = reader
  const isToday = day === houseDate(now, timeZone)
  const isNear = isToday || day === houseDate(currentDay(now, timeZone).to, timeZone)
  const date = dayText({ ...reader, at: new Date(day), timeZone: 'UTC' })
  if (!isNear) return <>{date}</>
  return (
    <>
      {isToday ? words.today : words.tomorrow} <span class="muted small">{date}</span>
    </>
  )
}
