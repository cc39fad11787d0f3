import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { BasicDeps } from '../deps.ts'
import { getDevice } from '../device/device.queries.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { undoScans } from '../ticket/scan-span.queries.ts'

export type DeviceSpan = { readonly deviceId: string; readonly from: Date; readonly until: Date }

/** The scans of a device in a span, as `undoScans` takes them. */
export function spanOfDevice({ deviceId, from, until }: DeviceSpan) {
  return { deviceId, from, before: until, eventId: null, reservationId: null }
}

/**
 * Undoes all scans of one device between two moments (the second one left out): somebody else had its key, or it stood
 * at the wrong door. The tickets can be scanned again. A repeat finds nothing, and notes nothing.
 *
 * @returns how many scans
 * @throws AppError not_found
 */
export async function undoScansOfDevice(
  deps: BasicDeps,
  tenant: Tenant,
  actor: Actor,
  span: DeviceSpan,
): Promise<number> {
  return deps.database.asTenant(tenant.id, async (tx) => {
    const device = await getDevice(tx, span.deviceId)
    const now = deps.now()
    const count = await undoScans(tx, now, spanOfDevice(span))
    const { from, until } = span
    if (count > 0)
      await recordChange(tx, actor, now, 'device.scans_taken_back', device.id, { after: { count, from, until } })
    return count
  })
}
