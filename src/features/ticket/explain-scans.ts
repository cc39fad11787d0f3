import type { TenantTx } from '../../db/database.ts'
import type { Deps } from '../deps.ts'
import { findDevice } from '../device/device.queries.ts'
import { isRetired } from '../device/device.ts'
import {
  insertRefusedScans,
  type LoggedScan,
  listScansByNonce,
  listTicketsAtDoor,
  type RefusedScan,
  type ScanAsk,
  type TicketAtDoor,
} from './scan.queries.ts'
import { decideScan, type ScanResult, type TicketView } from './scan.ts'

export type ScanOutcome = { readonly result: ScanResult; readonly ticket: TicketView }

/** `admissible`: nothing speaks against it any more, it has to go through the door again. */
export type Explanation =
  | { readonly kind: 'outcome'; readonly outcome: ScanOutcome }
  | { readonly kind: 'device_refused' | 'nonce_reused' | 'ticket_not_found' | 'admissible' }

/** Why scans were not admitted, one explanation per ask in order; refusals are noted in the log, in one transaction. */
export async function explainScans(
  deps: Pick<Deps, 'database' | 'now'>,
  tenantId: string,
  asks: readonly ScanAsk[],
): Promise<readonly Explanation[]> {
  const now = deps.now()
  return deps.database.asTenant(tenantId, async (tx) => {
    const live = await listLiveKeys(tx, asks, now)
    const tickets = await listTicketsAtDoor(tx, [...new Set(asks.map((ask) => ask.ticketId))])
    const earlier = await listEarlier(tx, asks)
    const explained = asks.map((ask) =>
      explain(ask, {
        deviceIsLive: live.has(ask.keyPrefix),
        ticket: tickets.get(ask.ticketId),
        earlier: ask.nonce === null ? undefined : earlier.get(nonceName(ask.deviceId, ask.nonce)),
      }),
    )
    const toNote = explained.flatMap(({ toNote }) => (toNote ? [toNote] : []))
    const noted = await insertRefusedScans(tx, toNote, now)
    return explained.map(({ explanation, toNote }) =>
      toNote && !noted.has(toNote.ask.logId) ? { kind: 'admissible' } : explanation,
    )
  })
}

type Known = {
  readonly deviceIsLive: boolean
  readonly ticket: TicketAtDoor | undefined
  readonly earlier: LoggedScan | undefined
}

function explain(
  ask: ScanAsk,
  { deviceIsLive, ticket, earlier }: Known,
): { readonly explanation: Explanation; readonly toNote?: RefusedScan } {
  if (!deviceIsLive) return { explanation: { kind: 'device_refused' } }
  if (!ticket) return { explanation: { kind: 'ticket_not_found' } }
  if (earlier) {
    if (earlier.ticketId !== ask.ticketId) return { explanation: { kind: 'nonce_reused' } }
    return { explanation: { kind: 'outcome', outcome: sameAnswer(earlier, ticket.view) } }
  }
  const result = decideScan(ticket.scanCase, ask)
  if (result === 'admitted') return { explanation: { kind: 'admissible' } }
  return {
    explanation: { kind: 'outcome', outcome: { result, ticket: ticket.view } },
    toNote: { ask, result, ticket },
  }
}

/** The first answer again, whatever became of the ticket since. */
function sameAnswer(earlier: LoggedScan, view: TicketView): ScanOutcome {
  return {
    result: earlier.result,
    ticket: {
      ...view,
      status: earlier.ticketStatus,
      scannedByDeviceId: earlier.priorDeviceId,
      scannedAt: earlier.priorScannedAt,
    },
  }
}

/** The key prefixes that open the door at this moment. */
async function listLiveKeys(tx: TenantTx, asks: readonly ScanAsk[], now: Date): Promise<ReadonlySet<string>> {
  const live = new Set<string>()
  for (const id of new Set(asks.map((ask) => ask.deviceId))) {
    const device = await findDevice(tx, id)
    if (device?.keyPrefix && !isRetired(device, now)) live.add(device.keyPrefix)
  }
  return live
}

async function listEarlier(tx: TenantTx, asks: readonly ScanAsk[]): Promise<ReadonlyMap<string, LoggedScan>> {
  const withNonce = asks.filter((ask) => ask.nonce !== null)
  const scans = await listScansByNonce(
    tx,
    withNonce.map((ask) => ask.deviceId),
    withNonce.map((ask) => ask.nonce).filter((nonce) => nonce !== null),
  )
  return new Map(scans.map((scan) => [nonceName(scan.deviceId, scan.nonce), scan]))
}

function nonceName(deviceId: string, nonce: string): string {
  return `${deviceId} ${nonce}`
}
