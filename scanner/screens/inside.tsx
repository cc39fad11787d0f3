import type { Texts } from '../texts/texts.ts'
import type { StatsAnswer } from '../wire.ts'

type Props = {
  readonly texts: Texts
  /** How full the event is; null: not known. */
  readonly stats: StatsAnswer | null
}

/** Shows where people came in: by gate, and by device where there is more than one. */
export function Inside({ texts, stats }: Props) {
  const words = texts.inside
  if (stats === null)
    return (
      <div class="page">
        <h1>{words.title}</h1>
        <p class="hint">{words.unknown}</p>
      </div>
    )
  const { inside, expected, gates, devices } = stats
  return (
    <div class="page">
      <h1>{words.title}</h1>
      <p>{texts.door.inside({ inside: texts.count(inside), expected: texts.count(expected) })}</p>
      {devices.length === 0 ? <p class="hint">{words.nobody}</p> : null}
      <Counts
        {...{ texts, title: words.gates }}
        rows={gates.map(({ gate, inside: count }) => ({ id: gate, name: gate || words.noGate, count }))}
      />
      <Counts
        {...{ texts, title: words.devices }}
        rows={devices.map(({ uuid, name, inside: count }) => ({ id: uuid, name, count }))}
      />
    </div>
  )
}

type CountsProps = {
  readonly texts: Texts
  readonly title: string
  readonly rows: readonly { readonly id: string; readonly name: string; readonly count: number }[]
}

function Counts({ texts, title, rows }: CountsProps) {
  if (rows.length === 0) return null
  return (
    <section>
      <h2>{title}</h2>
      <ul class="rows counts">
        {rows.map(({ id, name, count }) => (
          <li key={id}>
            <span>{name}</span>
            <strong>{texts.count(count)}</strong>
          </li>
        ))}
      </ul>
    </section>
  )
}
