import { useMemo, useRef, useState } from 'preact/hooks'
import { decideByService } from './decide.ts'
import { createReadings } from './readings.ts'
import { type Server, usualPatience } from './server.ts'
import { createSignals } from './signals.ts'
import { type Verdict, verdictOfCheck, verdictOfGroup, verdictOfScan } from './verdict.ts'
import type { CheckAnswer, GroupAnswer, Ticket } from './wire.ts'

export type Mode = 'scan' | 'check'

/** One question and what came of it; null: nothing yet. In memory alone, since it names people. */
export type Scan = {
  readonly id: number
  readonly code: string
  readonly nonce: string
  readonly way: Mode | 'group'
  readonly at: string
  readonly verdict: Verdict | null
}

export type Scanning = {
  /** The newest first. */
  readonly scans: readonly Scan[]
  /** A code was read: by a reader, by the camera, by fingers. Whether that was more than the same reading again. */
  read(code: string, mode: Mode): boolean
  /** The answer was looked at: what is still in front of the reader is no new reading. */
  goOn(): void
  /** Asks again what got no answer, in the same words, so that it is noted once. */
  repeat(scan: Scan): void
  admitGroup(scan: Scan): void
  /** How many of a reservation were let in here. */
  admittedOf(reservationId: string): number
}

/** More than a door sees in an hour: groups are counted from them. */
const mostScans = 1000

/** One question after the other, in the order of the readings, so that the last answer belongs to the last ticket. */
export function useScanning(server: Server, eventId: string, onNoted: () => void): Scanning {
  const [scans, setScans] = useState<readonly Scan[]>([])
  const queue = useRef<Promise<void>>(Promise.resolve())
  const lastId = useRef(0)
  const parts = useMemo(
    () => ({
      decide: decideByService(server),
      signal: createSignals(),
      readings: {
        scan: createReadings(
          () => Date.now(),
          () => crypto.randomUUID(),
        ),
        check: createReadings(
          () => Date.now(),
          () => crypto.randomUUID(),
        ),
      },
    }),
    [server],
  )

  async function askServer({ code, nonce, way }: Scan): Promise<Verdict> {
    if (way === 'scan') return verdictOfScan(await parts.decide({ code, nonce, eventId }))
    const shared = { method: 'POST', patience: usualPatience } as const
    if (way === 'check') {
      const body = { qrcode_data: code }
      return verdictOfCheck(await server.call<CheckAnswer>({ ...shared, path: '/scan/check_ticket/', body }))
    }
    const body = { qrcode_data: code, event_uuid: eventId, nonce }
    return verdictOfGroup(await server.call<GroupAnswer>({ ...shared, path: '/scan/group/', body }))
  }

  function ask(question: Pick<Scan, 'code' | 'nonce' | 'way'>) {
    const scan: Scan = { ...question, id: ++lastId.current, at: new Date().toISOString(), verdict: null }
    setScans((all) => [scan, ...all.filter(({ nonce }) => nonce !== scan.nonce)].slice(0, mostScans))
    queue.current = queue.current.then(async () => {
      const verdict = await askServer(scan)
      const { way, code, nonce } = scan
      if (way !== 'group') parts.readings[way].end(code, nonce, verdict.sign !== 'silence')
      parts.signal(verdict.sign)
      setScans((all) => all.map((one) => (one.id === scan.id ? { ...one, verdict } : one)))
      if (way !== 'check') onNoted()
    })
  }

  return {
    scans,
    read(code, mode) {
      const nonce = parts.readings[mode].begin(code)
      if (nonce !== null) ask({ code, nonce, way: mode })
      return nonce !== null
    },
    goOn() {
      for (const readings of Object.values(parts.readings)) readings.renew()
    },
    repeat: ({ code, nonce, way }) => ask({ code, nonce, way }),
    admitGroup: ({ code }) => ask({ code, nonce: crypto.randomUUID(), way: 'group' }),
    admittedOf: (reservationId) => countAdmitted(scans, reservationId),
  }
}

function countAdmitted(scans: readonly Scan[], reservationId: string): number {
  const admitted = scans.flatMap(({ verdict }) =>
    verdict?.reservation?.uuid === reservationId ? ticketsAdmitted(verdict) : [],
  )
  return new Set(admitted.map(({ uuid }) => uuid)).size
}

function ticketsAdmitted({ sign, ticket, admitted = [] }: Verdict): readonly Ticket[] {
  const isIn = sign === 'welcome' || sign === 'attention'
  return isIn && ticket !== undefined ? [ticket] : admitted
}
