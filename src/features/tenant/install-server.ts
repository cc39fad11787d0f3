import { type ServerTx, serverSide } from '../../db/database.ts'
import { newId } from '../../lib/ids.ts'
import type { BasicDeps } from '../deps.ts'
import { insertTenant } from './create-tenant.ts'
import { findRootTenant, getRootTenant } from './tenant.queries.ts'

type InstallDeps = BasicDeps<'secrets' | 'defaults'>

/**
 * Makes the Root tenant and the first Meta where they are missing. Safe when several processes start at once: the setting
 * row, which is there once the data key was opened, is the lock.
 */
export async function installServer(deps: InstallDeps): Promise<void> {
  await deps.database.asTenant(newId(), async (tx) => {
    await tx.selectFrom('serverSetting').select('onlyRow').forUpdate().executeTakeFirstOrThrow()
    if (await findRootTenant(serverSide(tx))) return
    await insertTenant(deps, tx, { category: 'root', organisation: 'Root', email: null }, 'root')
  })
  await ensureFirstMeta(deps)
}

/** Makes the first Meta in a transaction of its own, since it is another tenant's scope; repeated after a crash between the two. */
async function ensureFirstMeta(deps: InstallDeps): Promise<void> {
  await deps.database.asTenant(newId(), async (tx) => {
    const setting = await tx.selectFrom('serverSetting').select('onlyRow').forUpdate().executeTakeFirstOrThrow()
    const meta = await tx.selectFrom('tenant').select('id').where('firstMeta', '=', setting.onlyRow).executeTakeFirst()
    if (meta) return
    await insertTenant(
      deps,
      tx,
      { category: 'meta', organisation: 'Meta', email: null, firstMeta: true, label: deps.defaults.metaLabel },
      'meta',
    )
  })
}

/** @throws Error before the installation */
export async function getRootId(tx: ServerTx): Promise<string> {
  return (await getRootTenant(tx)).id
}
