import { useEffect, useRef, useState } from 'preact/hooks'
import type { ScannerDatabase } from './database.ts'
import { createScanStore } from './offline/scan-store.ts'
import { keepEvents } from './offline/synchronisation.ts'
import type { Outcome, Server } from './server.ts'
import { aheadOf } from './service-clock.ts'
import type { Keep } from './use-kept.ts'
import type { Kept } from './vault.ts'
import type { DoorEvent, EventsAnswer } from './wire.ts'

/** How often the service is asked about the device's events, in milliseconds. */
const everyMs = 300_000

type Here = {
  readonly known: { readonly current: Kept }
  readonly keep: Keep
  /** The event of the open door. */
  readonly open: { current: DoorEvent | null }
}

/** Returns the events of the device: what the service said last is enough to begin with, and all there is without network. */
export function useEvents(server: Server, database: ScannerDatabase, { known, keep, open }: Here) {
  const [outcome, setOutcome] = useState<Outcome<EventsAnswer> | null>(() => answerOf(known.current))
  const isHeard = useRef(false)

  async function look() {
    const askedAt = Date.now()
    const answer = await server.call<EventsAnswer>({ method: 'GET', path: '/scan/events/' })
    if (answer.kind === 'answer') {
      const aheadMs = aheadOf(answer.body.timestamp, askedAt, Date.now())
      void keep({ door: answer.body, ...(aheadMs === null ? {} : { aheadMs }) })
      const ids = new Set(answer.body.events.map(({ uuid }) => uuid))
      // The kept event may be over; once the service has answered, an open door stays open.
      if (!isHeard.current && open.current !== null && !ids.has(open.current.uuid)) open.current = null
      isHeard.current = true
      if (open.current !== null) ids.add(open.current.uuid)
      void keepEvents(createScanStore(database), ids).catch(() => undefined)
    }
    // A temporary refusal is no reason to close a known door.
    if (answer.kind === 'answer' || answer.kind === 'unpaired' || known.current.door === null) setOutcome(answer)
  }

  async function lookAgain() {
    setOutcome(null)
    await look()
    setOutcome((now) => now ?? answerOf(known.current) ?? { kind: 'silence' })
  }

  useEffect(() => {
    void look()
    // If staff change the end, this device has to know before the network goes.
    const timer = setInterval(() => void look(), everyMs)
    return () => clearInterval(timer)
  }, [server])

  return { outcome, look, lookAgain }
}

const answerOf = ({ door }: Kept): Outcome<EventsAnswer> | null =>
  door === null ? null : { kind: 'answer', body: door }
