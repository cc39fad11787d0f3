import { AppError } from '../../errors.ts'
import type { BasicDeps } from '../deps.ts'
import type { KnownDevice } from '../device/device-keys.ts'
import { undoScanWithin, type ScanToUndo } from '../ticket/undo-scan.ts'
import { undoMs } from './door.ts'
import { requireOwnEvent, requireSupervisor } from './require-supervisor.ts'

/**
 * Undoes, for a supervisor, a scan of the last minutes by any device; that of somebody let in without network counts when the
 * service was told of it in the last minutes.
 *
 * @throws AppError key_invalid, device_archived, permission_denied (a steward), not_found, invalid_transition (not scanned, its
 *   reservation is cancelled, or longer ago)
 */
export async function undoAtDoor(
  deps: BasicDeps,
  tenantId: string,
  known: KnownDevice,
  undone: ScanToUndo & { readonly reason: string },
): Promise<void> {
  await deps.database.asTenant(tenantId, async (tx) => {
    const now = deps.now()
    const device = await requireSupervisor(tx, known, now)
    await undoScanWithin(tx, { kind: 'device', deviceId: device.id }, now, undone, ({ at, eventId }) => {
      requireOwnEvent(device, eventId)
      if (at !== null && now.getTime() - at.getTime() > undoMs)
        throw new AppError('invalid_transition', {
          detail: 'scan_too_long_ago',
          move: { of: 'scan', from: 'too_old', to: 'undone' },
        })
    })
  })
}
