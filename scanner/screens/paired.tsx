import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { Button } from '../button.tsx'
import type { ScannerDatabase } from '../database.ts'
import { QuietButton } from '../quiet-button.tsx'
import { createServer, type Outcome, type Server } from '../server.ts'
import { createServiceClock } from '../service-clock.ts'
import { inTimeZone, type Texts } from '../texts/texts.ts'
import { useEnd } from '../use-end.ts'
import { useEvents } from '../use-events.ts'
import { useKept } from '../use-kept.ts'
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

/** A paired device: the choice of its event, then the door. */
export function Paired({ texts: spoken, vault, database, kept, onUnpaired }: Props) {
  const server = useMemo(() => createServer(kept.key, spoken.language, onUnpaired), [kept.key])
  const { known, lock, keep } = useKept(vault, kept)
  // The open door stays open, even if the device has other events by now: the service says what is wrong with it.
  const open = useRef<DoorEvent | null>(null)
  const { outcome, look, lookAgain } = useEvents(server, database, { known, keep, open })
  const [chosen, setChosen] = useState<string | null>(kept.eventId)
  const [isLeft, setLeft] = useState(false)
  const clock = useMemo(() => createServiceClock(() => timesOf(known.current)), [])
  const isOver = useEnd(clock)
  const zone = outcome?.kind === 'answer' ? outcome.body.time_zone : undefined
  const texts = useMemo(() => inTimeZone(spoken, zone, clock.now), [spoken, zone])

  function choose(eventId: string | null) {
    setChosen(eventId)
    void keep({ eventId })
  }
  /** Opens the door once the choice is kept: after closing the page at that moment, people find it again. */
  async function chooseKept(eventId: string) {
    await keep({ eventId }).catch(() => undefined)
    setChosen(eventId)
  }

  async function leave() {
    if ((await keep({})) !== null) return
    open.current = null
    setLeft(true)
    choose(null)
    void look()
  }

  useEffect(() => {
    // The only event is kept too: it is the door of this device until somebody changes to another.
    if (open.current !== null && open.current.uuid !== chosen) choose(open.current.uuid)
  })

  if (outcome?.kind !== 'answer') return <Unanswered {...{ texts, outcome }} onAgain={lookAgain} />
  if (isOver) return <Ended {...{ texts, database }} door={outcome.body} onLook={look} />
  const { tenant, device, events } = outcome.body
  // A lock set in another tab keeps this one at that tab's event.
  const stands = open.current?.uuid ?? chosen ?? (lock && known.current.eventId)
  const event =
    events.find(({ uuid }) => uuid === stands) ?? open.current ?? (isLeft ? undefined : onlyOf(events, clock.now()))
  if (event === undefined)
    return <Choices {...{ texts, server, database }} {...outcome.body} onChoose={chooseKept} onAgain={lookAgain} />
  open.current = event
  return (
    <Door
      key={event.uuid}
      {...{ texts, server, database, tenant, device, event, clock, lock }}
      onChange={leave}
      others={events.filter(({ uuid }) => uuid !== event.uuid)}
      onLock={(changeLock) => keep({ eventId: event.uuid }, changeLock)}
    />
  )
}

/** How far from now an event is tonight's, in milliseconds. */
const tonightMs = 12 * 3_600_000

/** Finds the event that opens by itself: the only one, or the only one of tonight. */
function onlyOf(events: readonly DoorEvent[], now: Date): DoorEvent | undefined {
  const tonight = events.filter(({ datetime }) => Math.abs(Date.parse(datetime) - now.getTime()) < tonightMs)
  const [only, ...others] = events.length === 1 ? events : tonight
  return others.length === 0 ? only : undefined
}

const timesOf = ({ aheadMs = 0, door }: Kept) => ({ aheadMs, endsAt: door?.device.ends_at ?? null })

type UnansweredProps = {
  readonly texts: Texts
  readonly outcome: Exclude<Outcome<EventsAnswer>, { kind: 'answer' }> | null
  readonly onAgain: () => Promise<void>
}

function Unanswered({ texts, outcome, onAgain }: UnansweredProps) {
  return (
    <Screen title={texts.title}>
      {outcome === null || outcome.kind === 'unpaired' ? (
        <p role="status">{texts.opening}</p>
      ) : (
        <>
          <p role="alert">{outcome.kind === 'refusal' ? outcome.detail : texts.events.silence}</p>
          <Button onPress={onAgain}>{texts.events.again}</Button>
        </>
      )}
    </Screen>
  )
}

type ChoicesProps = EventsAnswer & {
  readonly texts: Texts
  readonly server: Server
  readonly database: ScannerDatabase
  readonly onChoose: (eventId: string) => Promise<void>
  readonly onAgain: () => Promise<void>
}

function Choices({ texts, server, database, tenant, device, events, onChoose, onAgain }: ChoicesProps) {
  return (
    <main class="screen">
      <Where {...{ tenant, device }} />
      <Waiting {...{ texts, server, database }} />
      <h1>{events.length === 0 ? texts.events.none : texts.events.title}</h1>
      {events.length === 0 ? <p>{texts.events.noneNote}</p> : null}
      <ul class="choices">
        {events.map((event) => (
          <li key={event.uuid}>
            <Choice {...{ texts, event }} onChoose={() => void onChoose(event.uuid)} />
          </li>
        ))}
      </ul>
      <QuietButton onPress={() => void onAgain()}>{texts.events.again}</QuietButton>
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
