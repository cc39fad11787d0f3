import { useState } from 'preact/hooks'
import { CodeField } from '../code-field.tsx'
import { describeVerdict, type Words } from '../describe-verdict.ts'
import type { Server } from '../server.ts'
import type { Texts } from '../texts/texts.ts'
import { useInside } from '../use-inside.ts'
import { type Mode, type Scan, useScanning } from '../use-scanning.ts'
import type { DoorEvent, EventsAnswer } from '../wire.ts'
import { DoorHead } from './door-head.tsx'
import { Recent } from './recent.tsx'
import { Search } from './search.tsx'
import { VerdictView } from './verdict-view.tsx'

type Props = {
  readonly texts: Texts
  readonly server: Server
  readonly tenant: string
  readonly device: EventsAnswer['device']
  readonly event: DoorEvent
  readonly hasOthers: boolean
  readonly onChange: () => void
}

type Shown = 'answer' | 'recent' | 'search'

/** Where tickets are scanned, all evening. A code that is read brings the answer, whatever was shown before. */
export function Door({ texts, server, tenant, device, event, hasOthers, onChange }: Props) {
  const { stats, refresh } = useInside(server, event.uuid)
  const { scans, read, repeat, admitGroup, admittedOf } = useScanning(
    server,
    event.uuid,
    () => void refresh(),
  )
  const [mode, setMode] = useState<Mode>('scan')
  const [shown, setShown] = useState<Shown>('answer')
  const [isFresh, setFresh] = useState(true)
  const words = texts.door

  function onCode(code: string) {
    setShown('answer')
    setFresh(false)
    read(code, mode)
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
    ...{ texts, self: device, event: event.name, devices: stats?.devices ?? [] },
    admittedHere: verdict?.reservation === undefined ? 0 : admittedOf(verdict.reservation.uuid),
  })

  const [latest] = scans
  const scan = isFresh ? undefined : latest
  const sign = shown === 'answer' ? (scan?.verdict?.sign ?? null) : null
  return (
    <div class="door" data-sign={sign ?? undefined}>
      <DoorHead {...{ texts, tenant, device, event, stats }} onChange={hasOthers ? onChange : null} />
      <main>
        {shown === 'recent' ? (
          <Recent {...{ texts, scans, aroundOf }} onRepeat={repeatShown} />
        ) : shown === 'search' ? (
          <Search {...{ texts, server, onCode }} eventId={event.uuid} onUndone={() => void refresh()} />
        ) : scan === undefined ? (
          <Ready {...{ texts, mode }} />
        ) : (
          <VerdictView
            {...{ scan, around: aroundOf(scan) }}
            onRepeat={() => repeat(scan)}
            onGroup={() => admitGroup(scan)}
          />
        )}
      </main>
      {/* Said once an answer is there, and again when the next one says the same. */}
      <div class="unseen" role="status" aria-live="assertive">
        {scan?.verdict == null ? null : (
          <p key={scan.id}>{aloud(describeVerdict(scan.verdict, aroundOf(scan)))}</p>
        )}
      </div>
      <footer>
        <CodeField {...{ texts, onCode }} />
        <nav>
          {shown === 'answer' ? (
            <>
              {(['scan', 'check'] as const).map((one) => (
                <button
                  key={one}
                  type="button"
                  class="button quiet"
                  aria-pressed={mode === one}
                  onClick={() => chooseMode(one)}
                >
                  {words[one]}
                </button>
              ))}
              <button type="button" class="button quiet" onClick={() => setShown('recent')}>
                {words.recent}
              </button>
              {device.role === 'supervisor' ? (
                <button type="button" class="button quiet" onClick={() => setShown('search')}>
                  {words.search}
                </button>
              ) : null}
            </>
          ) : (
            <button type="button" class="button quiet" onClick={() => setShown('answer')}>
              {words.back}
            </button>
          )}
        </nav>
      </footer>
    </div>
  )
}

function Ready({ texts, mode }: { texts: Texts; mode: Mode }) {
  const { ready, readyNote, readyCheck, readyCheckNote } = texts.door
  return (
    <>
      <h1>{mode === 'scan' ? ready : readyCheck}</h1>
      <p class="advice">{mode === 'scan' ? readyNote : readyCheckNote}</p>
    </>
  )
}

function aloud({ headline, holder, advice, facts }: Words): string {
  return [headline, holder, ...advice, ...facts].filter((part) => part !== null).join('. ')
}
