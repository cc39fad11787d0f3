import { AppError } from '../../errors.ts'
import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { Deps } from '../deps.ts'
import type { Tenant } from '../tenant/tenant.ts'

/** Its key is refused at the next call, in every process. May be repeated. @throws AppError not_found */
export async function archiveDevice(
  deps: Pick<Deps, 'database' | 'now' | 'notifyChange'>,
  tenant: Tenant,
  actor: Actor,
  deviceId: string,
): Promise<void> {
  await deps.database.asTenant(tenant.id, async (tx) => {
    const changed = await tx
      .updateTable('device')
      .set(({ fn, val }) => ({ archivedAt: fn.coalesce('archivedAt', val(deps.now())) }))
      .where('tenantId', '=', tenant.id)
      .where('id', '=', deviceId)
      .returning('id')
      .executeTakeFirst()
    if (!changed) throw new AppError('not_found')
    await recordChange(tx, actor, deps.now(), { action: 'device.archived', subjectId: deviceId })
    await deps.notifyChange(tx, 'device', tenant.id)
  })
}
