import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { DoorService } from './offline/door-service.ts'
import type { KeptScan } from './offline/kept.ts'
import type { ScanStore } from './offline/scan-store.ts'
import { readTicketCode } from './offline/ticket-code.ts'
import { createReadings } from './readings.ts'
import { createSignals } from './signals.ts'
import { type CountedReservation, isSettled, type Verdict } from './verdict.ts'
import type { Ticket } from './wire.ts'

export type Mode = 'scan' | 'check'

/**
 * What is asked about a code; `allow` and `turnAway`: what a person in charge said about a ticket that the list lacks. `byName`: a
 * supervisor lets in a ticket they found.
 */
type Way = Mode | 'group' | 'allow' | 'turnAway' | 'byName'

/** One question and its answer; null: none yet. It is in memory alone, since it names people. */
export type Scan = {
  readonly id: number
  /** The code, or the id of a ticket that is let in by name; null: the scan is from an earlier opening of this page, of which only the outcome was kept. */
  readonly code: string | null
  readonly nonce: string
  readonly way: Way
  readonly at: string
  readonly verdict: Verdict | null
}

type Asked = Scan & { readonly code: string }

export type Scanning = {
  /** The scans, the newest first. */
  readonly scans: readonly Scan[]
  /** Takes a code from a reader, the camera or fingers. Returns whether it was more than the same reading again. */
  read(code: string, mode: Mode, isByHand: boolean): boolean
  /** Goes on after an answer was looked at: what is still in front of the reader is no new reading. */
  goOn(): void
  /** Asks again what got no answer, with the same nonce, so that it is noted once. */
  repeat(scan: Scan): void
  admitGroup(scan: Scan): void
  /** Lets in a ticket that a supervisor found by name. */
  admitByName(ticketId: string): void
  /** Lets in a ticket that the list lacks. */
  allow(scan: Scan): void
  /** Turns such a ticket away, and says so to the service. */
  turnAway(scan: Scan): void
  /** Counts how many people of a reservation were let in here. */
  admittedOf(reservation: CountedReservation): number
}

/** The most scans in memory, more than a door sees in an hour: groups are counted from them. */
const mostScans = 1000

/** Asks one question after the other, in the order of the readings, so that the last answer belongs to the last ticket. */
export function useScanning(
  { service, store }: { readonly service: DoorService; readonly store: ScanStore },
  eventId: string,
  onNoted: (way: Way) => void,
): Scanning {
  const [scans, setScans] = useScans(store, eventId)
  const queue = useRef<Promise<void>>(Promise.resolve())
  const lastId = useRef(0)
  const parts = useMemo(
    () => ({
      signal: createSignals(),
      readings: { scan: newReadings(), check: newReadings() },
      /** The nonces of what a person is asked about. */
      questions: new Set<string>(),
    }),
    [service],
  )

  /** Keeps the outcome, without code and names. */
  async function keep(scan: Asked, { sign, isOffline }: Verdict) {
    const lookup = (await readTicketCode(scan.code))?.lookup ?? null
    await store.keepScan({ eventId, lookup, nonce: scan.nonce, at: scan.at, sign, isOffline: isOffline === true })
  }

  function ask(question: { readonly code: string; readonly nonce: string; readonly way: Way }) {
    const scan = { ...question, id: ++lastId.current, at: new Date().toISOString(), verdict: null }
    setScans((all) => [scan, ...all.filter(({ nonce }) => nonce !== scan.nonce)].slice(0, mostScans))
    parts.questions.delete(scan.nonce)
    queue.current = queue.current.then(async () => {
      const { way, code, nonce } = scan
      const asked = way === 'byName' ? service.byName({ ticketId: code, nonce }) : service[way]({ code, nonce })
      const verdict = await asked.catch((): Verdict => ({ sign: 'silence' }))
      if (verdict.late) parts.questions.add(nonce)
      void verdict.late?.then((late) => (late === null ? undefined : endQuestion(scan, late)))
      await answer(scan, verdict)
    })
  }

  async function answer(scan: Asked, verdict: Verdict) {
    const { way, code, nonce } = scan
    if (way !== 'group' && way !== 'byName')
      parts.readings[way === 'check' ? 'check' : 'scan'].end(code, nonce, isSettled(verdict))
    // What comes late about an earlier ticket is no sound for the one in hand.
    if (!verdict.wasAsked || scan.id === lastId.current) parts.signal(verdict.sign)
    setScans((all) => all.map((one) => (one.id === scan.id ? { ...one, verdict } : one)))
    if (!verdict.isUnpaired) await keep(scan, verdict).catch(() => undefined)
    if (way !== 'check') onNoted(way)
  }

  /** The service has answered what a person was asked about, and nobody has decided yet. */
  async function endQuestion(scan: Asked, late: Verdict) {
    if (parts.questions.delete(scan.nonce)) await answer(scan, { ...(await service.take(scan, late)), wasAsked: true })
  }

  function askAgain({ code, nonce, way }: Pick<Scan, 'code' | 'nonce' | 'way'>) {
    if (code !== null) ask({ code, nonce, way })
  }

  return {
    scans,
    read(code, mode, isByHand) {
      const nonce = parts.readings[mode].begin(code, isByHand)
      if (nonce !== null) ask({ code, nonce, way: mode })
      return nonce !== null
    },
    goOn() {
      for (const readings of Object.values(parts.readings)) readings.renew()
    },
    repeat: askAgain,
    admitGroup: ({ code }) => askAgain({ code, nonce: crypto.randomUUID(), way: 'group' }),
    admitByName: (code) => ask({ code, nonce: crypto.randomUUID(), way: 'byName' }),
    allow: ({ code, nonce }) => askAgain({ code, nonce, way: 'allow' }),
    turnAway: ({ code, nonce }) => askAgain({ code, nonce, way: 'turnAway' }),
    admittedOf: (reservation) => countAdmitted(scans, reservation),
  }
}

/** Returns the scans of this page, and the kept outcomes of earlier ones. */
function useScans(store: ScanStore, eventId: string) {
  const [scans, setScans] = useState<readonly Scan[]>([])
  const lastKeptId = useRef(0)
  useEffect(() => {
    const restore = async () => {
      // A question that was asked again keeps its last answer.
      const lasting = new Map((await store.listScans(eventId)).toReversed().map((scan) => [scan.nonce, scan]))
      const kept = [...lasting.values()].toReversed().map((scan) => restored(scan, --lastKeptId.current))
      setScans((all) => [...all, ...kept.filter(({ nonce }) => all.every((one) => one.nonce !== nonce))])
    }
    void restore().catch(() => undefined)
  }, [store, eventId])
  return [scans, setScans] as const
}

const newReadings = () =>
  createReadings(
    () => Date.now(),
    () => crypto.randomUUID(),
  )

function restored({ nonce, at, sign, isOffline }: KeptScan, id: number): Scan {
  const verdict: Verdict = isOffline ? { sign, isOffline: true } : { sign }
  return { id, code: null, nonce, way: 'scan', at, verdict }
}

function countAdmitted(scans: readonly Scan[], counted: CountedReservation): number {
  const admitted = scans.flatMap(({ verdict }) =>
    verdict?.reservation !== undefined && isSame(verdict.reservation, counted) ? ticketsAdmitted(verdict) : [],
  )
  return new Set(admitted.map(({ uuid }) => uuid)).size
}

/** The list may have come between two answers about one reservation. */
function isSame(one: CountedReservation, other: CountedReservation): boolean {
  const names = [other.uuid, other.listedAs]
  return names.includes(one.uuid) || (one.listedAs !== undefined && names.includes(one.listedAs))
}

function ticketsAdmitted({ sign, ticket, admitted = [] }: Verdict): readonly Ticket[] {
  const isIn = sign === 'welcome' || sign === 'attention'
  return isIn && ticket !== undefined ? [ticket] : admitted
}
