import { AppError } from '../../errors.ts'
import type { Deps } from '../deps.ts'

/**
 * The key is refused from the next request on, in every process. May be repeated.
 *
 * @param prefix the eight characters before the dot
 * @throws AppError not_found
 */
export async function revokeApiKey(
  deps: Pick<Deps, 'database' | 'now'>,
  tenantId: string,
  prefix: string,
): Promise<void> {
  const revoked = await deps.database.asTenant(tenantId, (tx) =>
    tx
      .updateTable('apiKey')
      .set((column) => ({ revokedAt: column.fn.coalesce('revokedAt', column.val(deps.now())) }))
      .where('tenantId', '=', tenantId)
      .where('prefix', '=', prefix)
      .returning('id')
      .executeTakeFirst(),
  )
  if (!revoked) throw new AppError('not_found')
}
