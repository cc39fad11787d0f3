import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { ScannerDatabase } from '../database.ts'
import { createScanStore } from '../offline/scan-store.ts'
import { keepEvents } from '../offline/synchronisation.ts'
import { createServer, type Outcome, usualPatience } from '../server.ts'
import type { Texts } from '../texts/texts.ts'
import type { Kept, Vault } from '../vault.ts'
import type { DoorEvent, EventsAnswer } from '../wire.ts'
import { Door } from './door.tsx'
import { Screen } from './screen.tsx'
import { Where } from './where.tsx'

type Props = {
  readonly texts: Texts
  readonly vault: Vault
  readonly database: ScannerDatabase
  readonly kept: Kept
  readonly onUnpaired: () => void
}

/** A paired device: what it is for, then the door. */
export function Paired({ texts, vault, database, kept, onUnpaired }: Props) {
  const server = useMemo(() => createServer(kept.key, texts.language, onUnpaired), [kept.key])
  // What it said last is enough to begin with, and all there is without network.
  const [outcome, setOutcome] = useState<Outcome<EventsAnswer> | null>(
    kept.door === null ? null : { kind: 'answer', body: kept.door },
  )
  const known = useRef(kept)
  const [chosen, setChosen] = useState<string | null>(kept.eventId)
  const [lock, setLock] = useState(kept.lock ?? null)

  async function keep(change: Partial<Kept>): Promise<void> {
    known.current = { ...known.current, ...change }
    // Paired anew in another tab, or wiped there: what belongs to this key is not put back.
    if ((await vault.read())?.key === kept.key) await vault.write(known.current)
  }
  async function look() {
    const call = { method: 'GET', path: '/scan/events/', patience: usualPatience } as const
    const answer = await server.call<EventsAnswer>(call)
    if (answer.kind === 'answer') {
      void keep({ door: answer.body })
      const ids = new Set(answer.body.events.map(({ uuid }) => uuid))
      void keepEvents(createScanStore(database), ids).catch(() => undefined)
    }
    if (answer.kind !== 'silence' || known.current.door === null) setOutcome(answer)
  }
  async function lookAgain() {
    setOutcome(null)
    await look()
    const { door } = known.current
    setOutcome((now) => now ?? (door === null ? { kind: 'silence' } : { kind: 'answer', body: door }))
  }
  useEffect(() => void look(), [server])

  function choose(eventId: string | null) {
    setChosen(eventId)
    void keep({ eventId })
  }

  if (outcome === null || outcome.kind === 'unpaired')
    return (
      <Screen title={texts.title}>
        <p role="status">{texts.opening}</p>
      </Screen>
    )
  if (outcome.kind !== 'answer')
    return (
      <Screen title={texts.title}>
        <p role="alert">{outcome.kind === 'refusal' ? outcome.detail : texts.events.silence}</p>
        <button type="button" class="button" onClick={() => void lookAgain()}>
          {texts.events.again}
        </button>
      </Screen>
    )
  const { tenant, device, events } = outcome.body
  const event = events.find(({ uuid }) => uuid === chosen) ?? (events.length === 1 ? events[0] : undefined)
  if (event !== undefined)
    return (
      <Door
        key={event.uuid}
        {...{ texts, server, database, tenant, device, event }}
        onChange={() => {
          choose(null)
          void look()
        }}
        hasOthers={events.length > 1}
        lock={lock}
        onLock={async (changed) => {
          await keep({ lock: changed })
          setLock(changed)
        }}
      />
    )
  return (
    <main class="screen">
      <Where {...{ tenant, device }} />
      <h1>{events.length === 0 ? texts.events.none : texts.events.title}</h1>
      {events.length === 0 ? <p>{texts.events.noneNote}</p> : null}
      <ul class="choices">
        {events.map((one) => (
          <li key={one.uuid}>
            <Choice {...{ texts, event: one }} onChoose={() => choose(one.uuid)} />
          </li>
        ))}
      </ul>
      <button type="button" class="button quiet" onClick={() => void lookAgain()}>
        {texts.events.again}
      </button>
    </main>
  )
}

function Choice({ texts, event, onChoose }: { texts: Texts; event: DoorEvent; onChoose: () => void }) {
  return (
    <button type="button" class="choice" onClick={onChoose}>
      <strong>{event.name}</strong>
      <span>
        <time datetime={event.datetime}>{texts.day(event.datetime)}</time>
        {event.place === null ? '' : ` · ${event.place}`}
      </span>
    </button>
  )
}
