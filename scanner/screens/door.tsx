import { useEffect, useState } from 'preact/hooks'
import { useCameraSwitch } from '../camera/use-camera-switch.ts'
import { Viewfinder } from '../camera/viewfinder.tsx'
import { CodeField } from '../code-field.tsx'
import { describeVerdict, type Words } from '../describe-verdict.ts'
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
import { type Mode, type Scan, useScanning } from '../use-scanning.ts'
import { useWakeLock } from '../use-wake-lock.ts'
import { holdsCamera } from '../verdict.ts'
import type { DoorEvent, EventsAnswer } from '../wire.ts'
import { DoorHead } from './door-head.tsx'
import { DoorNav, type Shown } from './door-nav.tsx'
import { Inside } from './inside.tsx'
import { Ready } from './ready.tsx'
import { Recent } from './recent.tsx'
import { Search } from './search.tsx'
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
  readonly hasOthers: boolean
  readonly onChange: () => void
  /** Null: nobody has locked it. */
  readonly lock: Lock | null
  readonly onLock: ChangeLock
}

/** Where tickets are scanned, all evening. A code that is read brings the answer, whatever was shown before. */
export function Door(props: Props) {
  const { texts, server, database, tenant, device, event, clock, hasOthers, onChange, lock, onLock } = props
  const door = useDoor(server, database, { eventId: event.uuid, deviceId: device.uuid, clock })
  const { stats, refresh } = useInside(door.network, event.uuid)
  const { scans, read, goOn, repeat, admitGroup, allow, turnAway, admittedOf } = useScanning(door, event.uuid, () => {
    void refresh()
  })
  const [mode, setMode] = useState<Mode>('scan')
  const [shown, setShown] = useState<Shown>('answer')
  const [isFresh, setFresh] = useState(true)
  const camera = useCameraSwitch()
  useWakeLock()
  // Also one that another tab set or took away: what was open may be closed now.
  useEffect(() => setShown('answer'), [lock === null])

  function onCode(code: string): boolean {
    const isNew = read(code, mode)
    if (isNew) {
      setShown('answer')
      setFresh(false)
    }
    return isNew
  }
  function onNext() {
    goOn()
    setFresh(true)
  }
  function repeatShown(scan: Scan) {
    setShown('answer')
    setFresh(false)
    repeat(scan)
  }
  function chooseMode(chosen: Mode) {
    setMode(chosen)
    setFresh(true)
  }
  const aroundOf = ({ verdict }: Scan) => ({
    texts,
    self: device,
    event: event.name,
    devices: stats?.devices ?? [],
    admittedHere: verdict?.reservation === undefined ? 0 : admittedOf(verdict.reservation.uuid),
  })

  const [latest] = scans
  const scan = isFresh ? undefined : latest
  const sign = shown === 'answer' ? (scan?.verdict?.sign ?? null) : null
  const isOffline = shown === 'answer' && scan?.verdict?.isOffline === true
  const isHeld = scan?.verdict != null && holdsCamera(scan.verdict)
  const isCameraShown = camera.isOn && shown === 'answer' && !isHeld
  const reading = useReading(shown === 'answer' ? scan?.verdict : shown)
  const view = isCameraShown ? (scan === undefined ? 'whole' : 'beside') : undefined
  return (
    <div
      class="door"
      data-sign={sign ?? undefined}
      data-offline={isOffline ? '' : undefined}
      data-view={view}
      data-more={reading.hasMore ? '' : undefined}
    >
      <DoorHead
        {...{ texts, tenant, device, event, stats, standing: door.standing }}
        onChange={hasOthers && lock === null ? onChange : null}
        onInside={() => setShown(shown === 'inside' ? 'answer' : 'inside')}
      />
      {camera.isOn ? (
        <Viewfinder
          {...{ texts, onCode, lensId: camera.lensId, isShown: isCameraShown, isBeside: view === 'beside' }}
          isLooking={isCameraShown && scan?.verdict !== null}
          onLens={camera.choose}
        />
      ) : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what does not fit is scrolled by keyboard too (WCAG 2.1.1) */}
      <main ref={reading.place} tabIndex={0}>
        {shown === 'recent' ? (
          <Recent {...{ texts, scans, aroundOf }} onRepeat={repeatShown} />
        ) : shown === 'search' ? (
          <Search
            {...{ texts, server: door.network, clock, onCode, eventId: event.uuid }}
            onUndone={() => {
              door.hurry()
              void refresh()
            }}
          />
        ) : shown === 'inside' ? (
          <Inside {...{ texts, stats }} />
        ) : shown === 'lock' ? (
          lock === null ? (
            <Locking {...{ texts, onLock }} />
          ) : (
            <Unlocking {...{ texts, onLock }} />
          )
        ) : scan === undefined ? (
          <Ready {...{ texts, mode }} isCameraOn={camera.isOn} />
        ) : (
          <VerdictView {...{ scan, around: aroundOf(scan) }} />
        )}
      </main>
      {/* Said once an answer is there, and again when the next one says the same. */}
      <div class="unseen" role="status" aria-live="assertive">
        {scan?.verdict == null ? null : <p key={scan.id}>{aloud(describeVerdict(scan.verdict, aroundOf(scan)))}</p>}
      </div>
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
                onRepeat={() => repeat(scan)}
                onGroup={() => admitGroup(scan)}
                onAllow={() => allow(scan)}
                onTurnAway={() => turnAway(scan)}
              />
            )}
            {camera.isOn && isHeld ? <ActionButton label={texts.camera.next} onPress={onNext} /> : null}
          </div>
        )}
        <div class="tools">
          <CodeField {...{ texts, onCode }} />
          <DoorNav
            {...{ texts, mode, shown, onMode: chooseMode, onShow: setShown }}
            maySearch={device.role === 'supervisor' && lock === null}
            isLocked={lock !== null}
            camera={
              camera.isOn || scan !== undefined
                ? { isOn: camera.isOn, onPress: camera.isOn ? camera.turnOff : onNext }
                : null
            }
          />
        </div>
      </footer>
    </div>
  )
}

/** A full stop after each part that does not end its sentence itself. */
function aloud({ headline, holder, advice, facts }: Words): string {
  return [headline, holder, ...advice, ...facts]
    .filter((part) => part !== null)
    .map((part) => (/[.!?…:]\s*$/.test(part) ? part.trimEnd() : `${part}.`))
    .join(' ')
}
