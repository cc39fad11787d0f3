import { dayText, localeOf, monthText } from '../../lib/format.ts'
import { houseDate, localDate } from '../../lib/time.ts'
import { eventTexts } from '../../messages/site/event.ts'
import { homeTexts } from '../../messages/site/home.ts'
import { dateOf, type EventCardProps } from '../../pages/event-card.tsx'
import { Time } from '../../pages/format.tsx'
import { useReader, useTexts } from '../../pages/reader.ts'
import { Written } from '../../pages/written.tsx'
import type { SearchFields } from './calendar-search.tsx'
import { type Month, weeksOf } from './month.ts'
import { monthAddress } from './view.ts'

type InMonth = Pick<EventCardProps, 'href' | 'name' | 'by' | 'startsAt' | 'allDay' | 'timeZone' | 'cancelledAt'> & {
  readonly id: string
}

type MonthViewProps = {
  readonly month: Month
  readonly fields: SearchFields
  /** Those of the month, in the order they start. */
  readonly events: readonly InMonth[]
}

/** Shows a month as a calendar on a wall does; on a phone the days on which something is. What is over is on no calendar here. */
export function MonthView({ month, fields, events }: MonthViewProps) {
  const reader = useReader()
  const { language, now, timeZone } = reader
  const words = homeTexts[language]
  const noon = (day: string) => new Date(`${day}T12:00:00Z`)
  const told = { language, timeZone: 'UTC' }
  const nameOf = (name: string) => monthText({ ...told, at: noon(`${name}-01`) })
  const startOf = (event: InMonth) => dateOf(event, event.timeZone ?? timeZone)
  // What goes on since before the month, or since a day that is over, stands under the first day that is left.
  const first = [month.days[0] ?? '', houseDate(now, timeZone)].toSorted().at(-1) ?? ''
  const days = Map.groupBy(events, (event) => [startOf(event), first].toSorted().at(-1))
  const weekday = new Intl.DateTimeFormat(localeOf(language), { weekday: 'short', timeZone: 'UTC' })
  const weeks = weeksOf(month)
  const isPast = month.before < localDate(now, timeZone).slice(0, 7)
  return (
    <>
      <nav class="pager" aria-label={words.months}>
        {isPast ? null : (
          <a class="button quiet" rel="prev" href={monthAddress(fields, month.before)}>
            {nameOf(month.before)}
          </a>
        )}
        <a class="button quiet" rel="next" href={monthAddress(fields, month.after)}>
          {nameOf(month.after)}
        </a>
      </nav>
      {events.length === 0 ? <p class="empty">{words.nothingThen}</p> : null}
      <table class="month">
        <caption>{nameOf(month.name)}</caption>
        <thead>
          <tr>
            {/* The first of January 2024 was a Monday. */}
            {Array.from({ length: 7 }, (_, index) => (
              <th key={index} scope="col">
                {weekday.format(new Date(Date.UTC(2024, 0, 1 + index)))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week, index) => (
            <tr key={index}>
              {week.map((day, place) => (
                <td key={place} class={day !== null && days.has(day) ? undefined : 'free'}>
                  {day === null ? null : (
                    <>
                      <time dateTime={day}>
                        <span class="number">{Number(day.slice(8))}</span>
                        <span class="whole">{dayText({ ...told, at: noon(day), now })}</span>
                      </time>
                      {days.has(day) ? <OfDay {...{ day, startOf }} events={days.get(day) ?? []} /> : null}
                    </>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

type OfDayProps = Pick<MonthViewProps, 'events'> & {
  readonly day: string
  /** On which day it starts. */
  readonly startOf: (event: InMonth) => string
}

function OfDay({ day, startOf, events }: OfDayProps) {
  const { isCancelled } = useTexts(eventTexts)
  const timeOf = (event: InMonth) => (event.allDay || startOf(event) !== day ? null : event.startsAt)
  return (
    <ul>
      {events.map((event) => {
        const at = timeOf(event)
        const { id, href, name, by, timeZone, cancelledAt } = event
        return (
          <li key={id}>
            <a href={href}>
              {at === null ? null : <Time at={at} {...(timeZone === undefined ? {} : { timeZone })} />}{' '}
              <Written by={by}>{name}</Written>
              {cancelledAt === null ? null : ` · ${isCancelled}`}
            </a>
          </li>
        )
      })}
    </ul>
  )
}
