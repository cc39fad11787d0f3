import { AppError } from '../../errors.ts'
import { repeatableId } from '../../lib/ids.ts'
import { type KnownDevice, requireLiveDevice } from '../device/device-keys.ts'
import type { ScanOutcome } from './explain-scans.ts'
import { listGroups } from './group.queries.ts'
import { listScansByNonce, listTicketsAtDoor } from './scan.queries.ts'
import { mostInGroup } from './scan.ts'
import { admitTicket, type ScanDeps } from './scan-ticket.ts'
import { verifyQrCode } from './verify-qr-code.ts'

export type GroupScan = {
  readonly qrCodeData: unknown
  /** The event the door is set to; null: any. */
  readonly eventId: string | null
  /** Names this attempt of the device: a repeat gets the same answers and writes nothing. */
  readonly nonce: string
}

/**
 * Lets in the others who come with a ticket that is in somebody's hand, each as if its own code had been shown; those who are in
 * already are left out. What keeps one out does not keep the others out.
 *
 * @returns one outcome each, none when there is nobody else
 * @throws AppError invalid_qrcode, invalid_signature, ticket_not_found, nonce_reused, key_invalid, device_archived, unavailable
 */
export async function scanGroup(
  deps: ScanDeps,
  tenantId: string,
  device: KnownDevice,
  { qrCodeData, eventId, nonce }: GroupScan,
): Promise<readonly ScanOutcome[]> {
  const ticketId = await verifyQrCode(deps.signingKeys, tenantId, qrCodeData)
  const asks = await deps.database.asTenant(tenantId, async (tx) => {
    await requireLiveDevice(tx, device, deps.now())
    if (!(await listTicketsAtDoor(tx, [ticketId])).has(ticketId)) throw new AppError('ticket_not_found')
    const group = (await listGroups(tx, [ticketId])).get(ticketId) ?? []
    // By the ticket, not by its place in the list: one that is cancelled meanwhile moves the others up.
    const others = group
      .slice(0, mostInGroup)
      .map((other) => ({ id: other, nonce: repeatableId(other, nonce) }))
    const known = await listTicketsAtDoor(tx, group)
    const asked = await listScansByNonce(
      tx,
      [device.id],
      others.map((other) => other.nonce),
    )
    const isRepeat = (own: string) => asked.some((scan) => scan.nonce === own)
    return others.filter((other) => known.get(other.id)?.view.status !== 'scanned' || isRepeat(other.nonce))
  })
  const outcomes: ScanOutcome[] = []
  for (const { id, nonce: own } of asks) {
    const asked = { ticketId: id, eventId, nonce: own, scannedAt: deps.now() }
    outcomes.push(await admitTicket(deps, tenantId, device, asked))
  }
  return outcomes
}
