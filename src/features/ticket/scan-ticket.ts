import { AppError, fieldError } from '../../errors.ts'
import { assertNever } from '../../lib/assert-never.ts'
import { newId } from '../../lib/ids.ts'
import type { BasicDeps } from '../deps.ts'
import { type KnownDevice, requireLiveDevice } from '../device/device-keys.ts'
import type { ScanOutcome } from './explain-scans.ts'
import type { ScanAsk } from './scan.statements.ts'
import { fastestClockMs, oldestScanMs } from './scan.ts'
import type { ScanQueue } from './scan-queue.ts'
import { type VerifyDeps, verifyQrCode } from './verify-qr-code.ts'

export type ScanInput = {
  readonly qrCodeData: unknown
  /** The event that the door is set to; null: any. */
  readonly eventId: string | null
  /** Names the attempt: the same device, ticket and nonce get the first answer again. */
  readonly nonce: string | null
  /** When it happened, for a scan made offline; null: now. */
  readonly scannedAt: Date | null
}

export type ScanDeps = BasicDeps & VerifyDeps & { readonly scans: ScanQueue }

type AdmitDeps = Pick<ScanDeps, 'database' | 'now' | 'scans'>
type Asked = Pick<ScanAsk, 'ticketId' | 'eventId' | 'nonce' | 'scannedAt'> & Partial<Pick<ScanAsk, 'byName'>>

const mostAttempts = 3

/**
 * Lets a ticket in, once (checks 2 to 10 of ADR 0038). The outcome's result says whether it did; the log has it.
 *
 * @throws AppError invalid_qrcode, validation_failed (`scanned_at`), invalid_signature, ticket_not_found, nonce_reused,
 *   key_invalid and device_archived (the device, since it was identified), unavailable
 */
export async function scanTicket(
  deps: ScanDeps,
  tenantId: string,
  device: KnownDevice,
  { qrCodeData, eventId, nonce, ...input }: ScanInput,
): Promise<ScanOutcome> {
  const scannedAt = doorTime(input.scannedAt, deps.now())
  const { ticketId } = await verifyQrCode(deps, tenantId, qrCodeData)
  return admitTicket(deps, tenantId, device, { ticketId, eventId, nonce, scannedAt })
}

/** Makes checks 4 to 10 of a ticket whose code was in somebody's hand, or that a supervisor found by its name. @throws AppError as `scanTicket`, past its signature */
export async function admitTicket(
  deps: AdmitDeps,
  tenantId: string,
  device: KnownDevice,
  asked: Asked,
): Promise<ScanOutcome> {
  const ask = askOf(device, asked)
  for (let attempt = 1; attempt <= mostAttempts; attempt++) {
    const ticket = await deps.scans.admit(tenantId, ask)
    if (ticket) return { result: 'admitted', ticket }
    const refused = await explain(deps, tenantId, device, ask)
    if (refused) return refused
  }
  throw new AppError('unavailable')
}

/** Refuses a ticket that may not enter, and notes it. Null: there is no reason any more. @throws AppError as `admitTicket` */
export async function refuseTicket(
  deps: AdmitDeps,
  tenantId: string,
  device: KnownDevice,
  asked: Asked,
): Promise<ScanOutcome | null> {
  return explain(deps, tenantId, device, askOf(device, asked))
}

function askOf(device: KnownDevice, asked: Asked): ScanAsk {
  return { byName: false, ...asked, logId: newId(), deviceId: device.id, keyPrefix: device.keyPrefix }
}

async function explain(
  deps: AdmitDeps,
  tenantId: string,
  device: KnownDevice,
  ask: ScanAsk,
): Promise<ScanOutcome | null> {
  const explanation = await deps.scans.explain(tenantId, ask)
  switch (explanation.kind) {
    case 'outcome':
      return explanation.outcome
    case 'admissible':
      return null
    case 'device_refused':
      await deps.database.asTenant(tenantId, (tx) => requireLiveDevice(tx, device, deps.now()))
      return null
    case 'nonce_reused':
    case 'ticket_not_found':
      throw new AppError(explanation.kind)
    default:
      return assertNever(explanation)
  }
}

function doorTime(scannedAt: Date | null, now: Date): Date {
  if (scannedAt === null) return now
  const aheadMs = scannedAt.getTime() - now.getTime()
  // The clock of a phone is never quite ours; a person at the door must not wait for it.
  if (aheadMs > 0 && aheadMs <= fastestClockMs) return now
  if (aheadMs > 0) throw fieldError('scanned_at', 'in_the_future')
  if (now.getTime() - scannedAt.getTime() > oldestScanMs) throw fieldError('scanned_at', 'too_long_ago')
  return scannedAt
}
