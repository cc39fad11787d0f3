import type { EventTonight, TurnedAway } from '../../features/overview/overview.queries.ts'
import { sumBy } from '../../features/overview/overview.ts'
import { timeText } from '../../lib/format.ts'
import type { Language } from '../../lib/language.ts'
import { at, paths } from '../../lib/paths.ts'
import { overviewTexts } from '../../messages/office/overview.ts'
import { When } from '../../pages/format.tsx'
import { Written } from '../../pages/written.tsx'
import { BarChart } from '../kit/bar-chart.tsx'
import type { OverviewProps } from './read-overview.ts'
import { DataTable } from '../kit/table.tsx'

type Refusal = TurnedAway & { readonly result: Exclude<TurnedAway['result'], 'undone'> }

const isRefusal = (one: TurnedAway): one is Refusal => one.result !== 'undone'

/** Who has come in and who was turned away, of one event of tonight or of all. */
export function Tonight({ overview, tenant, now, language }: OverviewProps) {
  const words = overviewTexts[language]
  const number = new Intl.NumberFormat(language)
  const when = { timeZone: tenant.timeZone, language }
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
            <Written>{event.name}</Written>
          </h2>
          <p class="muted">
            <When at={event.startsAt} now={now} {...when} />
            {event.cancelledAt === null ? null : ` · ${words.cancelled}`}
          </p>
          <Tiles event={event} turnedAway={turnedAway} language={language} />
        </section>
      ))}
      <h2>{words.entries}</h2>
      {entries.length === 0 ? (
        <p class="empty">{words.noEntries}</p>
      ) : (
        <BarChart
          title={words.entries}
          asTable={words.asTable}
          columns={[words.time, words.letIn, words.refused]}
          other="on_top"
          number={number}
          bars={entries.map(({ at, admitted, refused }) => ({
            key: at.toISOString(),
            label: timeText({ at, ...when }),
            value: admitted,
            other: refused,
          }))}
        />
      )}
      <Devices overview={overview} language={language} />
      <Refusals refusals={turnedAway.filter(isRefusal)} language={language} />
    </>
  )
}

type TilesProps = {
  readonly event: EventTonight
  readonly turnedAway: readonly TurnedAway[]
  readonly language: Language
}

/** Sold, held and left add up to the capacity. */
function Tiles({ event, turnedAway, language }: TilesProps) {
  const words = overviewTexts[language]
  const number = new Intl.NumberFormat(language)
  const { capacity, sold, inside } = event
  const booked = Math.max(event.held, sold)
  const undone = turnedAway
    .filter(({ eventId, result }) => eventId === event.id && result === 'undone')
    .reduce((sum, { count }) => sum + count, 0)
  return (
    <ul class="tiles">
      <Tile
        name={words.sold}
        value={number.format(sold)}
        note={capacity === null ? null : words.ofCapacity({ capacity, number: number.format(capacity) })}
      />
      {booked === sold ? null : (
        <Tile
          name={words.held}
          value={number.format(booked - sold)}
          note={words.booked({ all: number.format(booked) })}
        />
      )}
      {capacity === null ? null : (
        <Tile name={words.left} value={number.format(Math.max(0, capacity - booked))} note={null} />
      )}
      <Tile
        name={words.scanned}
        value={number.format(inside + undone)}
        note={undone === 0 ? null : words.undone({ count: undone, number: number.format(undone) })}
      />
      <Tile
        name={words.inside}
        value={number.format(inside)}
        note={words.ofSold({ sold, number: number.format(sold) })}
      />
    </ul>
  )
}

type TileProps = { readonly name: string; readonly value: string; readonly note: string | null }

export function Tile({ name, value, note }: TileProps) {
  return (
    <li class="tile">
      {name}
      <b>{value}</b>
      {note === null ? null : <span class="muted small">{note}</span>}
    </li>
  )
}

/** Those through which somebody came or was turned away, with the gate they stand at. */
function Devices({ overview, language }: Pick<OverviewProps, 'overview' | 'language'>) {
  const words = overviewTexts[language]
  const number = new Intl.NumberFormat(language)
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
        dense
        keyOf={({ id }) => id}
        columns={[
          { name: words.device, show: ({ name }) => name },
          { name: words.gate, show: ({ gate }) => gate || null },
          { name: words.letIn, figures: true, show: ({ admitted }) => number.format(admitted) },
          {
            name: words.refused,
            figures: true,
            show: ({ refused }) => number.format(refused.reduce((sum, { count }) => sum + count, 0)),
          },
          {
            name: words.reason,
            show: ({ refused }) =>
              sumBy(refused, ({ result }) => result)
                .map(([result, count]) => `${words.reasons[result]} ${number.format(count)}`)
                .join(', ') || null,
          },
        ]}
      />
    </>
  )
}

type RefusalsProps = { readonly refusals: readonly Refusal[]; readonly language: Language }

function Refusals({ refusals, language }: RefusalsProps) {
  const words = overviewTexts[language]
  const number = new Intl.NumberFormat(language)
  const turnedAway = refusals.reduce((sum, { count }) => sum + count, 0)
  return (
    <>
      <h2>
        {words.refusals}
        {turnedAway === 0 ? null : ` (${number.format(turnedAway)})`}
      </h2>
      {refusals.length === 0 ? (
        <p class="empty">{words.noRefusals}</p>
      ) : (
        <DataTable
          label={words.refusals}
          rows={sumBy(refusals, ({ result }) => result)}
          dense
          keyOf={([result]) => result}
          columns={[
            { name: words.reason, show: ([result]) => words.reasons[result] },
            { name: words.people, figures: true, show: ([, count]) => number.format(count) },
          ]}
        />
      )}
    </>
  )
}
