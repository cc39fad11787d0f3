import { orNotFound } from '../../errors.ts'
import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { BasicDeps } from '../deps.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { announce } from '../webhook/announce.ts'
import { lockDevice, updateDevice } from './device.queries.ts'

/** Archives a device: its key is refused at the next call, in every process. A repeat changes nothing. @throws AppError not_found */
export async function archiveDevice(
  deps: BasicDeps<'notifyChange'>,
  tenant: Tenant,
  actor: Actor,
  deviceId: string,
): Promise<void> {
  await deps.database.asTenant(tenant.id, async (tx) => {
    const device = orNotFound(await lockDevice(tx, deviceId))
    if (device.archivedAt !== null) return
    const now = deps.now()
    await updateDevice(tx, deviceId, { archivedAt: now })
    await recordChange(tx, actor, now, 'device.archived', deviceId)
    await announce(tx, now, [{ kind: 'device.archived', data: { device: deviceId } }])
    await deps.notifyChange(tx, 'device', tenant.id)
  })
}
