import { usualPatience } from '../server.ts'
import { type Verdict, verdictOfCheck, verdictOfGroup, verdictOfScan } from '../verdict.ts'
import type { CheckAnswer, GroupAnswer, ScanAnswer } from '../wire.ts'
import { admitGroupOnDevice, checkOnDevice, decideOnDevice, type Question } from './decide-on-device.ts'
import type { Network } from './network.ts'
import type { ScanStore } from './scan-store.ts'
import { readTicketCode } from './ticket-code.ts'

/** How long somebody stands at the door without an answer, in milliseconds. */
const doorPatience = 2000

export type Reading = { readonly code: string; readonly nonce: string }

/** Says whether a code opens the door: the service, or this device where the service says nothing in time. */
export type DoorService = {
  scan(reading: Reading): Promise<Verdict>
  /** Somebody in charge said yes to a ticket that the list lacks. */
  allow(reading: Reading): Promise<Verdict>
  check(reading: Reading): Promise<Verdict>
  group(reading: Reading): Promise<Verdict>
}

type Door = { readonly eventId: string; readonly deviceId: string }

/**
 * @param onOffline this device decided: there is something to tell, and the network to be looked for
 */
export function createDoorService(
  network: Network,
  store: ScanStore,
  { eventId, deviceId }: Door,
  onOffline: () => void,
): DoorService {
  const question = (reading: Reading, wasOut: boolean): Question => ({
    ...{ ...reading, eventId, deviceId, wasOut },
    now: new Date(),
  })

  async function standsOut({ code }: Reading): Promise<boolean> {
    const read = await readTicketCode(code)
    const kept = read === null ? undefined : await store.findTicket(eventId, read.lookup)
    return kept?.state === 'not_scanned'
  }

  /** The service, unless it was silent a moment ago and this device has something to say: nobody waits for it twice. */
  async function decide(
    reading: Reading,
    byService: () => Promise<Verdict>,
    byDevice: (question: Question) => Promise<Verdict>,
  ): Promise<Verdict> {
    const wasOut = await standsOut(reading)
    const wasUp = network.isUp()
    if (wasUp) {
      const verdict = await byService()
      if (verdict.sign !== 'silence') return verdict
    }
    const verdict = await byDevice(question(reading, wasOut)).catch((): Verdict => ({ sign: 'silence' }))
    onOffline()
    return verdict.sign === 'silence' && !wasUp ? byService() : verdict
  }

  /** So that this device refuses it the second time without network. */
  async function noteAdmitted({ code, nonce }: Reading): Promise<void> {
    const read = await readTicketCode(code)
    if (read === null) return
    const scan = {
      event_uuid: eventId,
      nonce,
      scanned_at: new Date().toISOString(),
      result: 'admitted',
    } as const
    await store.noteAdmitted({ scan: { ...scan, lookup: read.lookup }, ticketHash: read.ticketHash })
  }

  const shared = { method: 'POST', patience: doorPatience } as const
  const bodyOf = ({ code, nonce }: Reading) => ({ qrcode_data: code, event_uuid: eventId, nonce })

  async function admitByService(reading: Reading): Promise<Verdict> {
    const call = { ...shared, path: '/scan/ticket/', body: bodyOf(reading) }
    const outcome = await network.call<ScanAnswer>(call)
    if (outcome.kind === 'answer' && outcome.body.success) await noteAdmitted(reading).catch(() => undefined)
    return verdictOfScan(outcome)
  }

  return {
    scan: (reading) =>
      decide(
        reading,
        () => admitByService(reading),
        (asked) => decideOnDevice(store, asked),
      ),
    allow: (reading) =>
      decide(
        reading,
        () => admitByService(reading),
        (asked) => decideOnDevice(store, asked, { isAllowed: true }),
      ),
    check: (reading) =>
      decide(
        reading,
        async () => {
          const call = { ...shared, path: '/scan/check_ticket/', body: { qrcode_data: reading.code } }
          return verdictOfCheck(await network.call<CheckAnswer>(call))
        },
        (asked) => checkOnDevice(store, asked),
      ),
    group: (reading) =>
      decide(
        reading,
        async () => {
          const call = { ...shared, patience: usualPatience, path: '/scan/group/', body: bodyOf(reading) }
          return verdictOfGroup(await network.call<GroupAnswer>(call))
        },
        (asked) => admitGroupOnDevice(store, asked),
      ),
  }
}
