import { violates } from '../../db/database.ts'
import type { Deps } from '../deps.ts'
import { type KnownDevice, requireLiveDevice } from '../device/device-keys.ts'
import type { SigningKeys } from '../tenant/signing-keys.ts'
import { type NotedScan, noteOfflineScan } from '../ticket/note-offline-scan.ts'
import type { ScanResult } from '../ticket/scan.ts'
import { listDoorEvents } from './door-event.queries.ts'
import { fillLookups } from './fill-lookups.ts'
import { findTicketByLookup } from './lookup.queries.ts'

/** A scan that a device decided without network; its ticket is named by the lookup of its code. */
export type DeviceScan = {
  readonly lookup: Buffer
  /** The event the door was set to; null: any. */
  readonly eventId: string | null
  readonly nonce: string
  readonly scannedAt: Date
  readonly result: ScanResult
}

type RecordDeps = Pick<Deps, 'database' | 'now'> & { readonly signingKeys: SigningKeys }

/** More than one organisation has on within half a day. */
const mostEvents = 200

/**
 * Notes the scans of a queue, each in a transaction of its own: what is wrong with one says nothing of the others. A clock that is
 * ahead is put right; how long ago it was does not matter, since it happened.
 *
 * @returns one answer each, in their order
 * @throws AppError key_invalid, device_archived: those before it are noted, and repeated without harm
 */
export async function recordScans(
  deps: RecordDeps,
  tenantId: string,
  device: KnownDevice,
  scans: readonly DeviceScan[],
): Promise<readonly NotedScan[]> {
  const noted: NotedScan[] = []
  let isFilled = false
  for (const scan of scans) {
    let answer = await recordOnce(deps, tenantId, device, scan)
    if (answer.kind === 'ticket_not_found' && !isFilled) {
      // Sold since the device had its last snapshot, if it is one of ours at all.
      await fillAll(deps, tenantId)
      isFilled = true
      answer = await recordOnce(deps, tenantId, device, scan)
    }
    noted.push(answer)
  }
  return noted
}

async function fillAll(deps: RecordDeps, tenantId: string): Promise<void> {
  const events = await deps.database.asTenant(tenantId, (tx) =>
    listDoorEvents(tx, { now: deps.now(), only: null, limit: mostEvents }),
  )
  for (const { id } of events) await fillLookups(deps, tenantId, id)
}

async function recordOnce(
  deps: RecordDeps,
  tenantId: string,
  known: KnownDevice,
  { lookup, ...scan }: DeviceScan,
): Promise<NotedScan> {
  const record = () =>
    deps.database.asTenant(tenantId, async (tx): Promise<NotedScan> => {
      const recordedAt = deps.now()
      const device = await requireLiveDevice(tx, known, recordedAt)
      const ticketId = await findTicketByLookup(tx, lookup)
      if (ticketId === null) return { kind: 'ticket_not_found' }
      const scannedAt = new Date(Math.min(scan.scannedAt.getTime(), recordedAt.getTime()))
      return noteOfflineScan(tx, { ...scan, ticketId, device, scannedAt, recordedAt })
    })
  try {
    return await record()
  } catch (error) {
    // The same row of the queue came twice at once; the other one was first, and is found now.
    if (!violates(error, 'scan_log_one_nonce')) throw error
    return record()
  }
}
