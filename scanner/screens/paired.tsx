import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { ScannerDatabase } from '../database.ts'
import type { ChangeLock } from '../kiosk/pin.ts'
import { createScanStore } from '../offline/scan-store.ts'
import { keepEvents } from '../offline/synchronisation.ts'
import { QuietButton } from '../quiet-button.tsx'
import { createServer, type Outcome, usualPatience } from '../server.ts'
import { aheadOf, createServiceClock } from '../service-clock.ts'
import { inTimeZone, type Texts } from '../texts/texts.ts'
import { useEnd } from '../use-end.ts'
import type { Kept, Vault } from '../vault.ts'
import type { DoorEvent, EventsAnswer } from '../wire.ts'
import { Door } from './door.tsx'
import { Ended } from './ended.tsx'
import { Screen } from './screen.tsx'
import { Waiting } from './waiting.tsx'
import { Where } from './where.tsx'

type Props = {
  readonly texts: Texts
  readonly vault: Vault
  readonly database: ScannerDatabase
  readonly kept: Kept
  readonly onUnpaired: () => void
}

/** How often it is asked what the device is for, in milliseconds. */
const everyMs = 300_000

/** A paired device: what it is for, then the door. */
export function Paired({ texts: spoken, vault, database, kept, onUnpaired }: Props) {
  const server = useMemo(() => createServer(kept.key, spoken.language, onUnpaired), [kept.key])
  // What it said last is enough to begin with, and all there is without network.
  const [outcome, setOutcome] = useState<Outcome<EventsAnswer> | null>(
    kept.door === null ? null : { kind: 'answer', body: kept.door },
  )
  const known = useRef(kept)
  // The door somebody stands at stays, whatever else the device is for by now: the service says what is wrong with it.
  const open = useRef<DoorEvent | null>(null)
  const isHeard = useRef(false)
  const [chosen, setChosen] = useState<string | null>(kept.eventId)
  const [lock, setLock] = useState(kept.lock ?? null)
  const clock = useMemo(
    () =>
      createServiceClock(() => ({
        aheadMs: known.current.aheadMs ?? 0,
        endsAt: known.current.door?.device.ends_at ?? null,
      })),
    [],
  )
  const isOver = useEnd(clock)
  const timeZone = outcome?.kind === 'answer' ? outcome.body.time_zone : undefined
  const texts = useMemo(() => inTimeZone(spoken, timeZone, clock.now), [spoken, timeZone])

  /** What other tabs kept stays, but for what is changed here; one tab after the other. */
  function keep(change: Partial<Kept>, changeLock: Parameters<ChangeLock>[0] = (now) => now) {
    known.current = { ...known.current, ...change }
    return navigator.locks.request('guichet-kept', async () => {
      const now = await vault.read()
      // Paired anew in another tab, or wiped there: what belongs to this key is not put back.
      if (now?.key === kept.key) {
        known.current = { ...now, ...change, lock: changeLock(now.lock ?? null) }
        await vault.write(known.current)
      }
      setLock(known.current.lock ?? null)
      return known.current.lock ?? null
    })
  }
  async function look() {
    const call = { method: 'GET', path: '/scan/events/', patience: usualPatience } as const
    const askedAt = Date.now()
    const answer = await server.call<EventsAnswer>(call)
    if (answer.kind === 'answer') {
      const aheadMs = aheadOf(answer.body.timestamp, askedAt, Date.now())
      void keep({ door: answer.body, ...(aheadMs === null ? {} : { aheadMs }) })
      const ids = new Set(answer.body.events.map(({ uuid }) => uuid))
      // What was kept of the last time may be over; whoever was told since that it is on stands at it.
      if (!isHeard.current && open.current !== null && !ids.has(open.current.uuid)) open.current = null
      isHeard.current = true
      if (open.current !== null) ids.add(open.current.uuid)
      void keepEvents(createScanStore(database), ids).catch(() => undefined)
    }
    // What is refused for a while is no reason to take a door away that is known.
    if (answer.kind === 'answer' || answer.kind === 'unpaired' || known.current.door === null) setOutcome(answer)
  }
  async function lookAgain() {
    setOutcome(null)
    await look()
    const { door } = known.current
    setOutcome((now) => now ?? (door === null ? { kind: 'silence' } : { kind: 'answer', body: door }))
  }
  useEffect(() => {
    void look()
    // An end that staff changes is to be known before the network goes.
    const timer = setInterval(() => void look(), everyMs)
    return () => clearInterval(timer)
  }, [server])

  useEffect(() => {
    // Whoever comes back to this tab may have locked another.
    const notice = () => {
      if (!document.hidden) void keep({})
    }
    addEventListener('focus', notice)
    addEventListener('visibilitychange', notice)
    return () => {
      removeEventListener('focus', notice)
      removeEventListener('visibilitychange', notice)
    }
  }, [])

  function choose(eventId: string | null) {
    setChosen(eventId)
    void keep({ eventId })
  }

  /** The door opens once it is kept: whoever closes the page the moment they see it finds it again. */
  async function chooseKept(eventId: string) {
    await keep({ eventId }).catch(() => undefined)
    setChosen(eventId)
  }

  useEffect(() => {
    // Also the only one there was: it is the door of this device until somebody goes to another.
    if (open.current !== null && open.current.uuid !== chosen) choose(open.current.uuid)
  })

  if (outcome?.kind !== 'answer')
    return (
      <Screen title={texts.title}>
        {outcome === null || outcome.kind === 'unpaired' ? (
          <p role="status">{texts.opening}</p>
        ) : (
          <>
            <p role="alert">{outcome.kind === 'refusal' ? outcome.detail : texts.events.silence}</p>
            <button type="button" class="button" onClick={() => void lookAgain()}>
              {texts.events.again}
            </button>
          </>
        )}
      </Screen>
    )
  if (isOver) return <Ended {...{ texts, database }} door={outcome.body} onLook={look} />
  const { tenant, device, events } = outcome.body
  // Locked in another tab: at the event of that one.
  const stands = open.current?.uuid ?? chosen ?? (lock && known.current.eventId)
  const event =
    events.find(({ uuid }) => uuid === stands) ?? open.current ?? (events.length === 1 ? events[0] : undefined)
  if (event !== undefined) {
    open.current = event
    return (
      <Door
        key={event.uuid}
        {...{ texts, server, database, tenant, device, event, clock }}
        onChange={async () => {
          if ((await keep({})) !== null) return
          open.current = null
          choose(null)
          void look()
        }}
        hasOthers={events.some(({ uuid }) => uuid !== event.uuid)}
        lock={lock}
        onLock={(changeLock) => keep({ eventId: event.uuid }, changeLock)}
      />
    )
  }
  return (
    <main class="screen">
      <Where {...{ tenant, device }} />
      <Waiting {...{ texts, server, database }} />
      <h1>{events.length === 0 ? texts.events.none : texts.events.title}</h1>
      {events.length === 0 ? <p>{texts.events.noneNote}</p> : null}
      <ul class="choices">
        {events.map((one) => (
          <li key={one.uuid}>
            <Choice {...{ texts, event: one }} onChoose={() => void chooseKept(one.uuid)} />
          </li>
        ))}
      </ul>
      <QuietButton onPress={() => void lookAgain()}>{texts.events.again}</QuietButton>
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
