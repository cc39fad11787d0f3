import { describeScan } from '../describe-verdict.ts'
import { QuietButton } from '../quiet-button.tsx'
import type { Texts } from '../texts/texts.ts'
import { numberOf } from '../ticket-number.ts'
import type { Conflict, EventsAnswer, StatsAnswer } from '../wire.ts'

type Props = {
  readonly texts: Texts
  readonly device: EventsAnswer['device']
  /** How full the event is; null: not known. */
  readonly stats: StatsAnswer | null
  /** Looks for a ticket by its number; null: this device may not. */
  readonly onTicket: ((number: string) => void) | null
}

/** Shows who is to be looked into, and where people came in: by gate, and by device where there is more than one. */
export function Inside({ texts, device, stats, onTicket }: Props) {
  const words = texts.inside
  if (stats === null)
    return (
      <div class="page">
        <h1>{words.title}</h1>
        <p class="hint">{words.unknown}</p>
      </div>
    )
  const { inside, expected, gates, devices, conflicts = [] } = stats
  return (
    <div class="page">
      <h1>{words.title}</h1>
      <p>{texts.door.inside({ inside: texts.count(inside), expected: texts.count(expected) })}</p>
      {conflicts.length === 0 ? null : (
        <section>
          <h2>{texts.door.conflicts({ count: conflicts.length })}</h2>
          <p class="hint">{words.conflicts}</p>
          <ul class="rows">
            {conflicts.map((conflict) => (
              <li key={conflict.scan_uuid}>
                <InConflict {...{ texts, self: device, devices, conflict, onTicket }} />
              </li>
            ))}
          </ul>
        </section>
      )}
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

type ConflictProps = Pick<Props, 'texts' | 'onTicket'> &
  Pick<StatsAnswer, 'devices'> & { readonly self: Props['device']; readonly conflict: Conflict }

function InConflict({ conflict, onTicket, ...around }: ConflictProps) {
  const { texts } = around
  const { ticket_uuid: uuid, code, prior_scanned_at: before } = conflict
  const number = uuid && numberOf({ uuid })
  return (
    <>
      <p>
        <strong>{texts.offline.refusals[code].title}</strong>
        <span>{number}</span>
        {before === null ? null : <span>{describeScan({ at: before, by: conflict.prior_scanned_by }, around)}</span>}
        <span>{describeScan({ at: conflict.scanned_at, by: conflict.scanned_by }, around)}</span>
      </p>
      {number && onTicket ? <QuietButton onPress={() => onTicket(number)}>{texts.door.search}</QuietButton> : null}
    </>
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
