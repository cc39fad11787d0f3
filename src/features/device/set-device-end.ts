import { AppError, fieldError } from '../../errors.ts'
import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { Deps } from '../deps.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { lockDevice } from './device.queries.ts'

/**
 * From then on its key is refused, in every process; null: it has no end. A device whose time is over can so go on with
 * the key it has. To end it at once is to archive it.
 *
 * @throws AppError not_found (an archived one too), validation_failed (a moment that has passed)
 */
export async function setDeviceEnd(
  deps: Pick<Deps, 'database' | 'now' | 'notifyChange'>,
  tenant: Tenant,
  actor: Actor,
  deviceId: string,
  endsAt: Date | null,
): Promise<void> {
  if (endsAt !== null && endsAt <= deps.now()) throw fieldError('ends_at', 'in_the_past')
  await deps.database.asTenant(tenant.id, async (tx) => {
    const former = await lockDevice(tx, deviceId)
    if (!former || former.archivedAt !== null) throw new AppError('not_found')
    await tx
      .updateTable('device')
      .set({ endsAt })
      .where('tenantId', '=', tenant.id)
      .where('id', '=', deviceId)
      .execute()
    await recordChange(tx, actor, deps.now(), {
      action: 'device.changed',
      subjectId: deviceId,
      before: { endsAt: former.endsAt },
      after: { endsAt },
    })
    await deps.notifyChange(tx, 'device', tenant.id)
  })
}
