import type { EventTonight, TurnedAway } from '../../features/overview/overview.queries.ts'
import { sumBy } from '../../features/overview/overview.ts'
import { numberText, timeText } from '../../lib/format.ts'
import { at, paths } from '../../lib/paths.ts'
import { overviewTexts } from '../../messages/office/overview.ts'
import { When } from '../../pages/format.tsx'
import { useReader } from '../../pages/reader.ts'
import { Written } from '../../pages/written.tsx'
import { BarChart } from '../kit/bar-chart.tsx'
import { Tiles } from '../kit/parts.tsx'
import type { Overview, OverviewProps } from './read-overview.ts'
import { DataTable } from '../kit/table.tsx'

type Refusal = TurnedAway & { readonly result: Exclude<TurnedAway['result'], 'undone'> }

const isRefusal = (one: TurnedAway): one is Refusal => one.result !== 'undone'

/** Counts who came in and who was turned away, at one event of tonight or at all. */
export function Tonight({ overview }: OverviewProps) {
  const reader = useReader()
  const words = overviewTexts[reader.language]
  const { choices, events, entries, turnedAway, looked } = overview
  if (choices.length === 0) return <p class="empty">{words.noneTonight}</p>
  return (
    <>
      {choices.length < 2 ? null : (
        <nav aria-label={words.choose}>
          <ul class="actions">
            {[{ id: null, name: words.allEvents }, ...choices].map(({ id, name }) => (
              <li key={id}>
                <a
                  class="go"
                  href={id === null ? paths.admin : at(paths.admin, {}, { event: id })}
                  {...(id === looked.event ? { 'aria-current': 'page' as const } : {})}
                >
                  <Written>{name}</Written>
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {events.map((event) => (
        <section key={event.id} class="stack">
          <h2>
            <a href={at(paths.event, { uuid: event.id })}>
              <Written>{event.name}</Written>
            </a>
          </h2>
          <p class="muted">
            <When at={event.startsAt} />
            {event.cancelledAt === null ? null : ` · ${words.cancelled}`}
          </p>
          <EventTiles event={event} turnedAway={turnedAway} />
        </section>
      ))}
      <h2>{words.entries}</h2>
      {entries.length === 0 ? <p class="empty">{words.noEntries}</p> : <Entries entries={entries} />}
      <Devices overview={overview} />
      <Refusals turnedAway={turnedAway} />
    </>
  )
}

/** Draws who came in and who was turned away. */
export function Entries({ entries }: Pick<Overview, 'entries'>) {
  const reader = useReader()
  const words = overviewTexts[reader.language]
  return (
    <BarChart
      title={words.entries}
      asTable={words.asTable}
      columns={[words.time, words.letIn, words.refused]}
      other="on_top"
      number={new Intl.NumberFormat(reader.language)}
      bars={entries.map(({ at, admitted, refused }) => ({
        key: at.toISOString(),
        label: timeText({ ...reader, at }),
        value: admitted,
        other: refused,
      }))}
    />
  )
}

type EventTilesProps = { readonly event: EventTonight; readonly turnedAway: readonly TurnedAway[] }

/** Places that are sold, held and left; together they are the capacity. */
export function EventTiles({ event: { id, capacity, sold, inside, held }, turnedAway }: EventTilesProps) {
  const { language } = useReader()
  const words = overviewTexts[language]
  const number = (count: number) => numberText(count, language)
  const booked = Math.max(held, sold)
  const undone = turnedAway
    .filter(({ eventId, result }) => eventId === id && result === 'undone')
    .reduce((sum, { count }) => sum + count, 0)
  const ofCapacity = capacity === null ? null : words.ofCapacity({ capacity, number: number(capacity) })
  const taken = undone === 0 ? null : words.undone({ count: undone, number: number(undone) })
  return (
    <Tiles
      of={[
        { name: words.sold, value: number(sold), note: ofCapacity },
        booked === sold
          ? null
          : { name: words.held, value: number(booked - sold), note: words.booked({ all: number(booked) }) },
        capacity === null ? null : { name: words.left, value: number(Math.max(0, capacity - booked)) },
        { name: words.scanned, value: number(inside + undone), note: taken },
        { name: words.inside, value: number(inside), note: words.ofSold({ sold, number: number(sold) }) },
      ]}
    />
  )
}

/** Devices that let somebody in or turned somebody away, with the gate they stand at. */
function Devices({ overview }: Pick<OverviewProps, 'overview'>) {
  const { language } = useReader()
  const words = overviewTexts[language]
  const refusals = Map.groupBy(overview.turnedAway.filter(isRefusal), ({ deviceId }) => deviceId)
  const rows = overview.devices.flatMap((device) => {
    const refused = refusals.get(device.id) ?? []
    return device.admitted + refused.length === 0 ? [] : [{ ...device, refused }]
  })
  if (rows.length === 0) return null
  return (
    <>
      <h2>{words.devices}</h2>
      <DataTable
        label={words.devices}
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          { name: words.device, show: ({ name }) => name },
          { name: words.gate, show: ({ gate }) => gate || null },
          { name: words.letIn, figures: true, show: ({ admitted }) => numberText(admitted, language) },
          {
            name: words.refused,
            figures: true,
            show: ({ refused }) =>
              numberText(
                refused.reduce((sum, { count }) => sum + count, 0),
                language,
              ),
          },
          {
            name: words.reason,
            show: ({ refused }) =>
              sumBy(refused, ({ result }) => result)
                .map(([result, count]) => `${words.reasons[result]} ${numberText(count, language)}`)
                .join(', ') || null,
          },
        ]}
      />
    </>
  )
}

/** Lists why people were turned away. */
export function Refusals({ turnedAway: all }: Pick<Overview, 'turnedAway'>) {
  const { language } = useReader()
  const refusals = all.filter(isRefusal)
  const words = overviewTexts[language]
  const turnedAway = refusals.reduce((sum, { count }) => sum + count, 0)
  return (
    <>
      <h2>
        {words.refusals}
        {turnedAway === 0 ? null : ` (${numberText(turnedAway, language)})`}
      </h2>
      {refusals.length === 0 ? (
        <p class="empty">{words.noRefusals}</p>
      ) : (
        <DataTable
          label={words.refusals}
          rows={sumBy(refusals, ({ result }) => result)}
          keyOf={([result]) => result}
          columns={[
            { name: words.reason, show: ([result]) => words.reasons[result] },
            { name: words.people, figures: true, show: ([, count]) => numberText(count, language) },
          ]}
        />
      )}
    </>
  )
}
