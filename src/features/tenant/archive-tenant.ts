import { AppError } from '../../errors.ts'
import type { Deps } from '../deps.ts'
import type { Tenant } from './tenant.ts'

/**
 * From now on nobody answers at its hosts, and no Meta lists it or its events; its rows stay. May be repeated.
 *
 * @throws AppError category_rule for Root and the first Meta, without which the server is none
 */
export async function archiveTenant(
  deps: Pick<Deps, 'database' | 'now' | 'notifyChange'>,
  tenant: Tenant,
): Promise<void> {
  if (tenant.category === 'root' || tenant.firstMeta) throw new AppError('category_rule')
  await deps.database.asServer(async (tx) => {
    await tx
      .updateTable('tenant')
      .set({ archivedAt: deps.now() })
      .where('id', '=', tenant.id)
      .where('archivedAt', 'is', null)
      .execute()
    await deps.notifyChange(tx, 'directory', null)
  })
}
