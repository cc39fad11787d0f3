import { AppError, fieldError } from '../../errors.ts'
import type { Deps } from '../deps.ts'
import type { Tenant } from '../tenant/tenant.ts'

/**
 * From then on its key is refused, in every process; null: it has no end. A device whose time is over can so go on with
 * the key it has. To end it at once is to archive it.
 *
 * @throws AppError not_found (an archived one too), validation_failed (a moment that has passed)
 */
export async function setDeviceEnd(
  deps: Pick<Deps, 'database' | 'now' | 'notifyChange'>,
  tenant: Tenant,
  deviceId: string,
  endsAt: Date | null,
): Promise<void> {
  if (endsAt !== null && endsAt <= deps.now()) throw fieldError('ends_at', 'in_the_past')
  await deps.database.asTenant(tenant.id, async (tx) => {
    const changed = await tx
      .updateTable('device')
      .set({ endsAt })
      .where('tenantId', '=', tenant.id)
      .where('id', '=', deviceId)
      .where('archivedAt', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!changed) throw new AppError('not_found')
    await deps.notifyChange(tx, 'device', tenant.id)
  })
}
