import { AppError } from '../../errors.ts'
import type { Device } from '../device/device.ts'
import { type KnownDevice, requireLiveDevice } from '../device/device-keys.ts'
import type { ScanOutcome } from '../ticket/explain-scans.ts'
import { listGroups } from '../ticket/group.queries.ts'
import { listScansByNonce, listTicketsAtDoor, type TicketAtDoor } from '../ticket/scan.queries.ts'
import { type DoorAsk, decideScan, standingOf } from '../ticket/scan.ts'
import { admitTicket, refuseTicket, type ScanDeps } from '../ticket/scan-ticket.ts'
import { verifyQrCode } from '../ticket/verify-qr-code.ts'
import { groupNonceOf, lookupOf } from './lookup.ts'

export type GroupScan = {
  readonly qrCodeData: unknown
  /** The event the door is set to; null: any. */
  readonly eventId: string | null
  /** Names this attempt of the device: a repeat gets the same answers and writes nothing. */
  readonly nonce: string
}

/**
 * Lets in the others who come with a ticket that is in somebody's hand, each as if its own code had been shown; those who are in
 * already are left out. What keeps one out does not keep the others out, but a ticket that opens no door brings nobody.
 *
 * @returns one outcome each, none when there is nobody else; that of the ticket in hand alone, where it is neither in nor admissible
 * @throws AppError invalid_qrcode, invalid_signature, ticket_not_found, nonce_reused, key_invalid, device_archived, unavailable
 */
export async function scanGroup(
  deps: ScanDeps,
  tenantId: string,
  device: KnownDevice,
  { qrCodeData, eventId, nonce }: GroupScan,
): Promise<readonly ScanOutcome[]> {
  const { ticketId, lookupTextOf } = await verifyQrCode(deps, tenantId, qrCodeData)
  const scannedAt = deps.now()
  const { isLeading, others } = await deps.database.asTenant(tenantId, async (tx) => {
    const live = await requireLiveDevice(tx, device, deps.now())
    const group = (await listGroups(tx, [ticketId]))(ticketId)
    const known = await listTicketsAtDoor(tx, [ticketId, ...group])
    const shown = known.get(ticketId)
    if (!shown) throw new AppError('ticket_not_found')
    // By the ticket, not by its place in the list: one that is cancelled meanwhile moves the others up.
    const asks = group.map((id) => ({
      ticketId: id,
      eventId,
      scannedAt,
      nonce: groupNonceOf(nonce, lookupOf(lookupTextOf(id))),
    }))
    const asked = await listScansByNonce(
      tx,
      [device.id],
      asks.map((ask) => ask.nonce),
    )
    const isRepeat = (own: string) => asked.some((scan) => scan.nonce === own)
    return {
      isLeading: asked.length > 0 || opensDoor(shown, live, { eventId, scannedAt }),
      others: asks.filter((ask) => known.get(ask.ticketId)?.view.status !== 'scanned' || isRepeat(ask.nonce)),
    }
  })
  if (!isLeading) {
    const refused = await refuseTicket(deps, tenantId, device, { ticketId, eventId, nonce, scannedAt })
    if (refused && refused.result !== 'admitted') return [refused]
  }
  const outcomes: ScanOutcome[] = []
  for (const ask of others) outcomes.push(await admitTicket(deps, tenantId, device, ask))
  return outcomes
}

/** Whether who shows the ticket is in, or may come in now. */
function opensDoor(
  { scanCase }: TicketAtDoor,
  { eventIds }: Pick<Device, 'eventIds'>,
  ask: Pick<DoorAsk, 'eventId' | 'scannedAt'>,
): boolean {
  if (standingOf(scanCase) === 'scanned') return true
  return decideScan(scanCase, { ...ask, deviceEventIds: eventIds }) === 'admitted'
}
