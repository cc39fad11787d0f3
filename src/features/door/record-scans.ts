import { violates } from '../../db/database.ts'
import { isDatabaseAway } from '../../db/failures.ts'
import { AppError } from '../../errors.ts'
import type { BasicDeps } from '../deps.ts'
import { type KnownDevice, requireLiveDevice } from '../device/device-keys.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { type NotedScan, noteOfflineScan } from '../ticket/note-offline-scan.ts'
import { type OfflineResult, oldestScanMs } from '../ticket/scan.ts'
import { listEventsSince, listExistingEvents } from './door-event.queries.ts'
import type { LookupFills } from './fill-lookups.ts'
import { findTicketByLookup } from './lookup.queries.ts'

/** A scan that a device decided without network; its ticket is named by the lookup of its code. */
export type DeviceScan = {
  readonly lookup: Buffer
  /** The event the door was set to; null: any. */
  readonly eventId: string | null
  readonly nonce: string
  readonly scannedAt: Date
  readonly result: OfflineResult
}

/**
 * `not_found_yet`: the ticket may still become known, the device is to send the scan again. `fault`: so it is, because this one failed
 * by a fault of ours.
 */
export type RecordedScan =
  | NotedScan
  | { readonly kind: 'not_found_yet' }
  | { readonly kind: 'fault'; readonly error: unknown }

type RecordDeps = BasicDeps & { readonly lookups: LookupFills }

/** A ticket of another event than the one it is shown at is of those that were on since a phone may last have had network, or are next. */
const mostEvents = 300

/**
 * Notes the scans of a queue, each in a transaction of its own: what is wrong with one says nothing of the others. A clock that is
 * ahead is put right; how long ago it was does not matter, since it happened. A device whose end is past delivers all it scanned; what came
 * after the end is flagged (ADR 0182).
 *
 * @returns one answer each, in their order
 * @throws AppError key_invalid, device_archived: those before it are noted, and repeated without harm; a database that is away
 */
export async function recordScans(
  deps: RecordDeps,
  tenant: Tenant,
  device: KnownDevice,
  scans: readonly DeviceScan[],
): Promise<readonly RecordedScan[]> {
  const recorded: RecordedScan[] = []
  let filled: Promise<ReadonlySet<string>> | null = null
  for (const scan of scans) {
    try {
      let answer: RecordedScan = await recordOnce(deps, tenant.id, device, scan)
      if (answer.kind === 'ticket_not_found') {
        const isFirst = filled === null
        // Sold since the device had its last snapshot, if it is one of ours at all.
        filled ??= fill(deps, tenant, scans)
        const events = await filled
        if (isFirst) answer = await recordOnce(deps, tenant.id, device, scan)
        if (answer.kind === 'ticket_not_found' && isYoung(scan, deps.now()) && !isOfAny(scan, events))
          answer = { kind: 'not_found_yet' }
      }
      recorded.push(answer)
    } catch (error) {
      if (error instanceof AppError || isDatabaseAway(error)) throw error
      recorded.push({ kind: 'fault', error })
    }
  }
  return recorded
}

/** Makes every ticket that the rows can be about known by its lookup. @returns those of the events they name that exist */
async function fill(
  { database, now, lookups }: RecordDeps,
  { id: tenantId, timeZone }: Tenant,
  scans: readonly DeviceScan[],
): Promise<ReadonlySet<string>> {
  const asked = [...new Set(scans.flatMap(({ eventId }) => eventId ?? []))]
  const since = new Date(now().getTime() - oldestScanMs)
  const { named, around } = await database.asTenant(tenantId, async (tx) => ({
    named: await listExistingEvents(tx, asked),
    around: await listEventsSince(tx, { since, timeZone, limit: mostEvents }),
  }))
  await lookups.fill(tenantId, [...new Set([...named, ...around])])
  return new Set(named)
}

function isYoung({ scannedAt }: DeviceScan, now: Date): boolean {
  return now.getTime() - scannedAt.getTime() < oldestScanMs
}

function isOfAny({ eventId }: DeviceScan, events: ReadonlySet<string>): boolean {
  return eventId !== null && events.has(eventId)
}

async function recordOnce(
  deps: RecordDeps,
  tenantId: string,
  known: KnownDevice,
  { lookup, ...scan }: DeviceScan,
): Promise<RecordedScan> {
  const record = () =>
    deps.database.asTenant(tenantId, async (tx): Promise<RecordedScan> => {
      const recordedAt = deps.now()
      const device = await requireLiveDevice(tx, known, recordedAt, 'deliver')
      // A clock that is ahead is put right first: it takes nothing from anybody.
      const scannedAt = new Date(Math.min(scan.scannedAt.getTime(), recordedAt.getTime()))
      const ticketId = await findTicketByLookup(tx, lookup)
      if (ticketId === null) return { kind: 'ticket_not_found' }
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
