import { useEffect, useState } from 'preact/hooks'
import { useCameraSwitch } from '../camera/use-camera-switch.ts'
import { Viewfinder } from '../camera/viewfinder.tsx'
import { CodeField } from '../code-field.tsx'
import { describeVerdict, type Surroundings, type Words } from '../describe-verdict.ts'
import type { ScannerDatabase } from '../database.ts'
import { Locking } from '../kiosk/locking.tsx'
import type { ChangeLock, Lock } from '../kiosk/pin.ts'
import { Unlocking } from '../kiosk/unlocking.tsx'
import type { Server } from '../server.ts'
import type { ServiceClock } from '../service-clock.ts'
import type { Texts } from '../texts/texts.ts'
import { useDoor } from '../use-door.ts'
import { useInside } from '../use-inside.ts'
import { useReading } from '../use-reading.ts'
import { type Mode, type Scan, type Scanning, useScanning } from '../use-scanning.ts'
import { useSearch } from '../use-search.ts'
import { isTicketNumber } from '../ticket-number.ts'
import { useWakeLock } from '../use-wake-lock.ts'
import { holdsCamera } from '../verdict.ts'
import type { DoorEvent, EventsAnswer } from '../wire.ts'
import { DoorHead } from './door-head.tsx'
import { DoorNav, type Shown } from './door-nav.tsx'
import { Inside } from './inside.tsx'
import { Ready } from './ready.tsx'
import { Recent } from './recent.tsx'
import { ActionButton, VerdictActions } from './verdict-actions.tsx'
import { VerdictView } from './verdict-view.tsx'

type Props = {
  readonly texts: Texts
  readonly server: Server
  readonly database: ScannerDatabase
  readonly tenant: string
  readonly device: EventsAnswer['device']
  readonly event: DoorEvent
  readonly clock: ServiceClock
  /** The other events of this device. */
  readonly others: readonly DoorEvent[]
  readonly onChange: () => void
  /** The lock of the device; null: nobody has locked it. */
  readonly lock: Lock | null
  readonly onLock: ChangeLock
}

/** The screen on which tickets are scanned, all evening. A code that is read shows the answer, whatever was shown before. */
export function Door(props: Props) {
  const { texts, tenant, device, event, others, lock } = props
  const door = useDoor(props.server, props.database, { eventId: event.uuid, deviceId: device.uuid, clock: props.clock })
  const { stats, unseen, refresh, see } = useInside(door.network, event.uuid)
  const scanning = useScanning(door, event.uuid, (way) => {
    // The list of this device says who is in by codes, and none was shown.
    if (way === 'byName') door.hurry()
    void refresh()
  })
  const SearchScreen = useSearch(device.role === 'supervisor' && lock === null)
  const maySearch = SearchScreen !== null
  const view = useDoorView(scanning, { isUnlocked: lock === null, maySearch })
  const { shown, onShow, onCode } = view
  const camera = useCameraSwitch()
  useWakeLock()
  useEffect(() => {
    if (shown === 'inside') see()
  }, [shown, stats])
  const around = { texts, self: device, event, devices: stats?.devices ?? [] }
  const aroundOf = ({ verdict }: Scan) => ({
    ...around,
    admittedHere: verdict?.reservation === undefined ? 0 : scanning.admittedOf(verdict.reservation),
  })

  function onUndone() {
    // The answer that was shown last may be that of the scan: it would read as leave to enter.
    view.onNext()
    door.hurry()
    void refresh()
  }

  const [latest] = scanning.scans
  const scan = view.isFresh ? undefined : latest
  const said = shown === 'answer' ? scan?.verdict : undefined
  const isHeld = scan?.verdict != null && holdsCamera(scan.verdict)
  const isCameraShown = camera.isOn && shown === 'answer' && !isHeld
  const reading = useReading(shown === 'answer' ? scan?.verdict : shown)
  const picture = isCameraShown ? (scan === undefined ? 'whole' : 'beside') : undefined
  const parts = {
    ...props,
    ...view,
    scan,
    scanning,
    aroundOf,
    stats,
    camera,
    isHeld,
    SearchScreen,
    onUndone,
    network: door.network,
  }
  return (
    <div
      class="door"
      data-sign={said?.sign}
      data-offline={said?.isOffline === true ? '' : undefined}
      data-view={picture}
      data-more={reading.hasMore ? '' : undefined}
    >
      <DoorHead
        {...{ texts, tenant, device, event, stats, unseen, standing: door.standing }}
        onChange={others.length > 0 && lock === null ? props.onChange : null}
        isDated={!isOfToday(event, texts) || others.some(({ name }) => name === event.name)}
        onInside={() => onShow(shown === 'inside' ? 'answer' : 'inside')}
        mode={view.mode}
        onMode={shown === 'answer' && scan === undefined ? view.onMode : null}
      />
      {camera.isOn ? (
        <Viewfinder
          {...{ texts, onCode, lensId: camera.lensId, isShown: isCameraShown, isBeside: picture === 'beside' }}
          isLooking={isCameraShown && scan?.verdict !== null}
          onLens={camera.choose}
        />
      ) : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what does not fit is scrolled by keyboard too (WCAG 2.1.1) */}
      <main ref={reading.place} tabIndex={0}>
        <ShownPage {...parts} />
      </main>
      <Announcement {...parts} />
      <DoorFooter {...parts} />
    </div>
  )
}

/** How long an event of the day before is still the one that goes on tonight, in milliseconds. */
const nightMs = 12 * 3_600_000

function isOfToday({ datetime }: DoorEvent, texts: Texts): boolean {
  const begunMs = Date.now() - Date.parse(datetime)
  return texts.isToday(datetime) || (begunMs > 0 && begunMs < nightMs)
}

type Rights = { readonly isUnlocked: boolean; readonly maySearch: boolean }

/** Chooses what the door shows: the answer to the last code, or something else that somebody asked for. */
function useDoorView({ read, goOn, repeat, admitByName }: Scanning, { isUnlocked, maySearch }: Rights) {
  const [mode, setMode] = useState<Mode>('scan')
  const [shown, setShown] = useState<Shown>('answer')
  const [isFresh, setFresh] = useState(true)
  /** The number that was typed where a code is asked for, and is looked for instead. */
  const [asked, setAsked] = useState('')
  // The lock may have been set or removed by another tab: what was open may have to close.
  useEffect(() => setShown('answer'), [isUnlocked])

  function showAnswer() {
    setShown('answer')
    setFresh(false)
  }
  function onShow(next: Shown) {
    setAsked('')
    setShown(next)
  }
  function onCode(code: string, isByHand = false): boolean {
    if (maySearch && isTicketNumber(code)) {
      setAsked(code)
      setShown('search')
      return true
    }
    const isNew = read(code, mode, isByHand)
    if (isNew) showAnswer()
    return isNew
  }
  function onNext() {
    goOn()
    setFresh(true)
  }
  function onRepeat(scan: Scan) {
    showAnswer()
    repeat(scan)
  }
  function onAdmit(ticketId: string) {
    showAnswer()
    admitByName(ticketId)
  }
  return { mode, shown, isFresh, asked, onShow, onCode, onNext, onRepeat, onAdmit, onMode: setMode }
}

/** What the parts of the screen show and do. */
type Parts = Props &
  ReturnType<typeof useDoorView> & {
    readonly scan: Scan | undefined
    readonly scanning: Scanning
    readonly aroundOf: (scan: Scan) => Surroundings
    readonly stats: ReturnType<typeof useInside>['stats']
    readonly camera: ReturnType<typeof useCameraSwitch>
    readonly isHeld: boolean
    readonly SearchScreen: ReturnType<typeof useSearch>
    readonly onUndone: () => void
    readonly network: Server
  }

function ShownPage({ texts, shown, scan, lock, ...parts }: Parts) {
  const { mode, aroundOf, onLock, SearchScreen } = parts
  switch (shown) {
    case 'recent':
      return <Recent {...{ texts, aroundOf, scans: parts.scanning.scans, onRepeat: parts.onRepeat }} />
    case 'search':
      return SearchScreen === null ? null : (
        <SearchScreen key={parts.asked} {...parts} {...{ texts, server: parts.network, eventId: parts.event.uuid }} />
      )
    case 'inside':
      return (
        <Inside
          {...{ texts, device: parts.device, stats: parts.stats }}
          onTicket={SearchScreen === null ? null : parts.onCode}
        />
      )
    case 'lock':
      return lock === null ? <Locking {...{ texts, onLock }} /> : <Unlocking {...{ texts, onLock }} />
    case 'answer':
      if (scan === undefined) return <Ready {...{ texts, mode, isCameraOn: parts.camera.isOn }} />
      return <VerdictView {...{ scan, around: aroundOf(scan) }} />
  }
}

/** Announces an answer once, and again when the next one says the same. */
function Announcement({ scan, aroundOf }: Parts) {
  return (
    <div class="unseen" role="status" aria-live="assertive">
      {scan?.verdict == null ? null : <p key={scan.id}>{aloud(describeVerdict(scan.verdict, aroundOf(scan)))}</p>}
    </div>
  )
}

function DoorFooter(parts: Parts) {
  const { texts, scan, scanning, aroundOf, shown, camera, onCode, onNext } = parts
  const isLocked = parts.lock !== null
  return (
    <footer>
      {shown !== 'answer' ? null : (
        <div class="actions">
          {scan === undefined ? (
            camera.isOn ? null : (
              <ActionButton label={texts.camera.start} onPress={camera.turnOn} />
            )
          ) : (
            <VerdictActions
              {...{ scan, around: aroundOf(scan) }}
              onRepeat={() => scanning.repeat(scan)}
              onGroup={() => scanning.admitGroup(scan)}
              onAllow={() => scanning.allow(scan)}
              onTurnAway={() => scanning.turnAway(scan)}
            />
          )}
          {scan?.verdict == null ? null : <ActionButton label={texts.camera.next} onPress={onNext} isLast />}
        </div>
      )}
      <div class="tools">
        <CodeField {...{ texts, onCode }} />
        <DoorNav
          {...{ texts, shown, isLocked, onShow: parts.onShow }}
          maySearch={parts.SearchScreen !== null}
          onCameraOff={camera.isOn ? camera.turnOff : null}
        />
      </div>
    </footer>
  )
}

/** Joins the words for a screen reader, with a full stop after each part that does not end its sentence itself. */
function aloud({ headline, holder, advice, facts, decided }: Words): string {
  return [headline, holder, ...advice, ...facts, decided]
    .filter((part) => part !== null)
    .map((part) => (/[.!?…:]\s*$/.test(part) ? part.trimEnd() : `${part}.`))
    .join(' ')
}
