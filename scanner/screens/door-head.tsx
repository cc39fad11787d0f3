import { datedName } from '../describe-verdict.ts'
import type { Texts } from '../texts/texts.ts'
import type { Device, DoorEvent, StatsAnswer } from '../wire.ts'
import type { Mode } from '../use-scanning.ts'
import type { Standing } from '../use-door.ts'
import { NetworkLine } from './network-line.tsx'
import { Where } from './where.tsx'

type Props = {
  readonly texts: Texts
  readonly tenant: string
  readonly device: Device
  readonly event: DoorEvent
  /** Whether its name alone could mean another evening. */
  readonly isDated: boolean
  readonly standing: Standing
  /** How full the event is; null: not known. */
  readonly stats: StatsAnswer | null
  /** How many people in conflict nobody has looked at here. */
  readonly unseen: number
  /** Changes to another event; null: there is no other. */
  readonly onChange: (() => void) | null
  readonly onInside: () => void
  readonly mode: Mode
  /** Chooses what a code does; null: not while an answer is shown, where it would read as leave to enter. */
  readonly onMode: ((mode: Mode) => void) | null
}

export function DoorHead(props: Props) {
  const { texts, tenant, device, event, isDated, standing, stats, unseen, onChange, onInside, mode, onMode } = props
  const words = texts.door
  const conflicts = unseen > 0 && words.conflicts({ count: unseen })
  return (
    <header>
      <div>
        <Where {...{ tenant, device }} />
        <p class="event">{isDated ? datedName(event.name, event.datetime, texts) : event.name}</p>
        {onChange === null ? null : (
          <button type="button" class="link" onClick={onChange}>
            {texts.events.change}
          </button>
        )}
      </div>
      {stats === null ? (
        <p class="inside">
          <strong aria-hidden="true">–</strong>
          <span class="unseen">{words.insideUnknown}</span>
        </p>
      ) : (
        <button type="button" class="inside" onClick={onInside}>
          <strong>{words.inside({ inside: texts.count(stats.inside), expected: texts.count(stats.expected) })}</strong>{' '}
          {/* In the place of another word: nothing moves under a thumb. */}
          {conflicts ? <span class="new">{conflicts}</span> : <span>{words.insideLabel}</span>}
        </button>
      )}
      <p class="unseen" role="status">
        {conflicts}
      </p>
      <NetworkLine {...{ texts, standing }} />
      {onMode === null ? null : (
        <button
          type="button"
          class="switch"
          role="switch"
          aria-checked={mode === 'check'}
          onClick={() => onMode(mode === 'check' ? 'scan' : 'check')}
        >
          {words.check}
        </button>
      )}
    </header>
  )
}
