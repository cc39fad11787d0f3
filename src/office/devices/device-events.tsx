import type { EventChoice } from '../../features/device/device.queries.ts'
import { dayText } from '../../lib/format.ts'
import { localDate } from '../../lib/time.ts'
import { deviceTexts } from '../../messages/office/device.ts'
import { FieldGroup } from '../../pages/form/field.tsx'
import type { FormProblem } from '../../pages/form/problems.tsx'
import { Time, When } from '../../pages/format.tsx'
import { Written } from '../../pages/written.tsx'
import { deviceParts } from './device-script.ts'
import { useReader } from '../../pages/reader.ts'

/** The number of events from which a search is worth having. */
const worthFiltering = 8
/** The most days that are open; later ones are folded, unless something there is ticked. */
const openDays = 3

export type Offered = { readonly events: readonly EventChoice[]; readonly tonight: readonly string[] }

type EventsProps = {
  readonly offered: Offered
  readonly chosen: readonly string[]
  readonly problems: readonly FormProblem[]
}

/** The events a device may scan: tonight's at one tick, the days to come one by one, and what is over folded. */
export function DeviceEvents({ offered, problems, chosen }: EventsProps) {
  const { language, timeZone, now } = useReader()
  const words = deviceTexts[language]
  const { events, tonight } = offered
  if (events.length === 0 && !problems.some(({ field }) => field === 'events')) return null
  const isTonight = ({ id }: EventChoice) => tonight.includes(id)
  const past = events.filter((event) => event.startsAt < now && !isTonight(event)).toReversed()
  const ahead = events.filter((event) => event.startsAt >= now && !isTonight(event))
  const days = [...Map.groupBy(ahead, ({ startsAt }) => localDate(startsAt, timeZone)).values()]
  const [near, far] = [days.slice(0, openDays), days.slice(openDays).flat()]
  return (
    <FieldGroup id="events" label={words.events} help={words.eventsHelp} problems={problems}>
      {events.length < worthFiltering ? null : (
        <div class="field" hidden {...{ [deviceParts.filter]: '' }}>
          <label for="find-event">{words.findEvent}</label>
          <input id="find-event" type="search" autocomplete="off" />
        </div>
      )}
      {tonight.length < 2 ? null : (
        <label class="check">
          <input type="checkbox" name="tonight" value="1" />
          <span>{words.allTonight({ count: tonight.length })}</span>
        </label>
      )}
      <Day name={words.tonight} events={events.filter(isTonight)} chosen={chosen} />
      {near.map((events) => (
        <Day key={events[0]?.id} name={null} events={events} chosen={chosen} />
      ))}
      <Folded name={words.later({ count: far.length })} events={far} chosen={chosen} />
      <Folded name={words.past({ count: past.length })} events={past} chosen={chosen} />
    </FieldGroup>
  )
}

type DayProps = Pick<EventsProps, 'chosen'> & {
  /** The name of the group; null: the day itself. */
  readonly name: string | null
  readonly events: readonly EventChoice[]
}

function Day({ name, events, chosen }: DayProps) {
  const reader = useReader()
  const [first] = events
  if (first === undefined) return null
  return (
    <fieldset class="day" {...{ [deviceParts.group]: '' }}>
      <legend>{name ?? dayText({ ...reader, at: first.startsAt })}</legend>
      {events.map((event) => (
        <Tick key={event.id} event={event} hasDay={false} chosen={chosen} />
      ))}
    </fieldset>
  )
}

function Folded({ name, events, chosen }: DayProps) {
  if (events.length === 0) return null
  return (
    <details class="plain" open={events.some(({ id }) => chosen.includes(id))} {...{ [deviceParts.group]: '' }}>
      <summary>{name}</summary>
      {events.map((event) => (
        <Tick key={event.id} event={event} hasDay chosen={chosen} />
      ))}
    </details>
  )
}

type TickProps = Pick<EventsProps, 'chosen'> & { readonly event: EventChoice; readonly hasDay: boolean }

function Tick({ event, hasDay, chosen }: TickProps) {
  return (
    <label class="check" {...{ [deviceParts.choice]: '' }}>
      <input type="checkbox" name="events" value={event.id} checked={chosen.includes(event.id)} />
      <span>
        <Written>{event.name}</Written>,{' '}
        {hasDay ? <When at={event.startsAt} withinSentence /> : <Time at={event.startsAt} />}
      </span>
    </label>
  )
}
