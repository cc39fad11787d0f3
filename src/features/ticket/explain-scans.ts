import type { TenantTx } from '../../db/database.ts'
import type { BasicDeps } from '../deps.ts'
import { findDevice } from '../device/device.queries.ts'
import { type Device, isRetired } from '../device/device.ts'
import {
  insertRefusedScans,
  type LoggedScan,
  listScansByNonce,
  listTicketsAtDoor,
  type RefusedScan,
  type TicketAtDoor,
} from './scan.queries.ts'
import type { ScanAsk } from './scan.statements.ts'
import { decideScan, type ScanResult, type SeenTicket, type TicketView } from './scan.ts'

export type ScanOutcome =
  | { readonly result: 'admitted'; readonly ticket: TicketView }
  | { readonly result: Exclude<ScanResult, 'admitted'>; readonly ticket: SeenTicket }

/** `admissible`: there is no reason against it any more, and it has to go through the door again. */
export type Explanation =
  | { readonly kind: 'outcome'; readonly outcome: ScanOutcome }
  | { readonly kind: 'device_refused' | 'nonce_reused' | 'ticket_not_found' | 'admissible' }

/** Explains why scans were not admitted, one explanation per ask in order; refusals are noted in the log, in one transaction. */
export async function explainScans(
  deps: BasicDeps,
  tenantId: string,
  asks: readonly ScanAsk[],
): Promise<readonly Explanation[]> {
  const now = deps.now()
  return deps.database.asTenant(tenantId, async (tx) => {
    const live = await listLiveDevices(tx, asks, now)
    const tickets = await listTicketsAtDoor(tx, [...new Set(asks.map((ask) => ask.ticketId))])
    const earlier = await listEarlier(tx, asks)
    const explained = asks.map((ask) =>
      explain(ask, {
        device: live.get(ask.keyPrefix),
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
  /** The device that asks; undefined: it is refused. */
  readonly device: Device | undefined
  readonly ticket: TicketAtDoor | undefined
  readonly earlier: LoggedScan | undefined
}

function explain(
  ask: ScanAsk,
  { device, ticket, earlier }: Known,
): { readonly explanation: Explanation; readonly toNote?: RefusedScan } {
  if (!device) return { explanation: { kind: 'device_refused' } }
  if (!ticket) return { explanation: { kind: 'ticket_not_found' } }
  if (earlier) {
    if (earlier.ticketId !== ask.ticketId) return { explanation: { kind: 'nonce_reused' } }
    const { result } = earlier
    if (result === 'ticket_not_found') return { explanation: { kind: result } }
    return { explanation: { kind: 'outcome', outcome: sameAnswer({ ...earlier, result }, ticket.view) } }
  }
  const result = decideScan(ticket.scanCase, { ...ask, deviceEventIds: device.eventIds })
  if (result === 'admitted') return { explanation: { kind: 'admissible' } }
  return { explanation: { kind: 'outcome', outcome: { result, ticket: ticket.view } }, toNote: { ask, result, ticket } }
}

/** Repeats the first answer, whatever became of the ticket since. */
function sameAnswer(earlier: LoggedScan & { readonly result: ScanResult }, view: SeenTicket): ScanOutcome {
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

/** Lists the devices that may open the door at this moment, by key prefix. */
async function listLiveDevices(
  tx: TenantTx,
  asks: readonly ScanAsk[],
  now: Date,
): Promise<ReadonlyMap<string, Device>> {
  const live = new Map<string, Device>()
  for (const id of new Set(asks.map((ask) => ask.deviceId))) {
    const device = await findDevice(tx, id)
    if (device?.keyPrefix && !isRetired(device, now)) live.set(device.keyPrefix, device)
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
