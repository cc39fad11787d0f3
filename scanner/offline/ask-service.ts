import type { ServiceClock } from '../service-clock.ts'
import { type Verdict, verdictOfCheck, verdictOfGroup, verdictOfScan } from '../verdict.ts'
import type { CheckAnswer, GroupAnswer, ScanAnswer } from '../wire.ts'
import type { Before } from './decide-on-device.ts'
import type { QueuedScan } from './kept.ts'
import type { Network } from './network.ts'
import type { ScanStore } from './scan-store.ts'
import { nonceOfCompanion, readTicketCode } from './ticket-code.ts'

/** How long a person waits at the door without an answer, in milliseconds. */
const doorPatience = 2000
/** How much longer its answer is listened for, which may end a question to a person, in milliseconds. */
const lateness = 30_000

export type Reading = { readonly code: string; readonly nonce: string }
/** A ticket that was found by name, whose code nobody has shown. */
export type Named = { readonly ticketId: string; readonly nonce: string }

type Door = { readonly eventId: string; readonly clock: ServiceClock }

/** Asks the service about codes, and notes whom it let in for this device, which refuses the ticket the second time without network. */
export function createAsking(network: Network, store: ScanStore, { eventId, clock }: Door) {
  const shared = { method: 'POST', patience: doorPatience } as const
  const bodyOf = ({ code, nonce }: Reading) => ({ qrcode_data: code, event_uuid: eventId, nonce })

  function admittedNow(lookup: string, nonce: string): QueuedScan {
    return { lookup, event_uuid: eventId, nonce, scanned_at: clock.now().toISOString(), result: 'admitted' }
  }

  async function noteAdmitted({ code, nonce }: Reading): Promise<void> {
    const read = await readTicketCode(code)
    if (read === null) return
    await store.noteAdmitted({ scan: admittedNow(read.lookup, nonce), ticketHash: read.ticketHash })
  }

  /** Notes the tickets that the service let in by one press. Its answer names them in another way, so it notes all or none. */
  async function noteCompanions({ nonce }: Reading, { scans }: GroupAnswer, before: Before): Promise<void> {
    if (scans.some(({ success }) => !success)) return
    for (const lookup of before.companionsOut) {
      const scan = admittedNow(lookup, await nonceOfCompanion(nonce, lookup))
      const { ticketHash = null } = (await store.findTicket(eventId, lookup)) ?? {}
      await store.noteAdmitted({ scan, ticketHash })
    }
  }

  return {
    async admit(reading: Reading): Promise<Verdict> {
      const call = { ...shared, lateness, path: '/scan/ticket/', body: bodyOf(reading) }
      const outcome = await network.call<ScanAnswer>(call)
      const late = outcome.kind === 'silence' && outcome.late
      return late ? { sign: 'silence', late: late.then(verdictOfScan) } : verdictOfScan(outcome)
    },
    async admitByName({ ticketId, nonce }: Named): Promise<Verdict> {
      const body = { ticket_uuid: ticketId, event_uuid: eventId, nonce }
      return verdictOfScan(await network.call<ScanAnswer>({ ...shared, path: '/scan/admit_ticket/', body }))
    },
    /** Notes whom an answer of the service let in. */
    async take(reading: Reading, { sign }: Verdict): Promise<void> {
      if (sign === 'welcome' || sign === 'attention') await noteAdmitted(reading).catch(() => undefined)
    },
    async check({ code }: Reading): Promise<Verdict> {
      const call = { ...shared, path: '/scan/check_ticket/', body: { qrcode_data: code } }
      return verdictOfCheck(await network.call<CheckAnswer>(call))
    },
    async group(reading: Reading, before: Before): Promise<Verdict> {
      const outcome = await network.call<GroupAnswer>({ ...shared, path: '/scan/group/', body: bodyOf(reading) })
      if (outcome.kind === 'answer') await noteCompanions(reading, outcome.body, before).catch(() => undefined)
      return verdictOfGroup(outcome)
    },
  }
}
