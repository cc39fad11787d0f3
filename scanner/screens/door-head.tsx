import type { Texts } from '../texts/texts.ts'
import type { Device, DoorEvent, StatsAnswer } from '../wire.ts'
import type { Standing } from '../use-door.ts'
import { NetworkLine } from './network-line.tsx'
import { Where } from './where.tsx'

type Props = {
  readonly texts: Texts
  readonly tenant: string
  readonly device: Device
  readonly event: DoorEvent
  readonly standing: Standing
  /** How full the event is; null: not known. */
  readonly stats: StatsAnswer | null
  /** Changes to another event; null: there is no other. */
  readonly onChange: (() => void) | null
  readonly onInside: () => void
}

export function DoorHead({ texts, tenant, device, event, standing, stats, onChange, onInside }: Props) {
  const words = texts.door
  return (
    <header>
      <div>
        <Where {...{ tenant, device }} />
        <p class="event">{event.name}</p>
        <NetworkLine {...{ texts, standing }} />
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
          <span>{words.insideLabel}</span>
        </button>
      )}
    </header>
  )
}
