import type { ServerTx } from '../../db/database.ts'
import { newId } from '../../lib/ids.ts'
import type { Deps } from '../deps.ts'
import { insertTenant } from './create-tenant.ts'
import { findRootTenant } from './tenant.queries.ts'

export class SecretKeyError extends Error {
  override readonly name = 'SecretKeyError'
}

type InstallDeps = Pick<Deps, 'database' | 'now' | 'secrets' | 'defaults'>

/**
 * Makes the Root tenant and the first Meta on an empty database; on another one it only checks the secret. Safe when
 * several processes start at once: the setting row is the lock, and the loser waits for the winner's commit.
 *
 * @returns true when this call installed
 * @throws SecretKeyError when the database was made with another SECRET_KEY
 */
export async function installServer(deps: InstallDeps): Promise<boolean> {
  const rootId = newId()
  const installed = await deps.database.asTenant(rootId, async (tx) => {
    const claimed = await tx
      .insertInto('serverSetting')
      .values({ secretFingerprint: deps.secrets.fingerprint, installedAt: deps.now() })
      .onConflict((conflict) => conflict.column('onlyRow').doNothing())
      .returning('onlyRow')
      .executeTakeFirst()
    if (!claimed) return false
    await insertTenant(deps, tx, { category: 'root', organisation: 'Root', email: null }, 'root')
    return true
  })
  if (!installed) await deps.database.asServer((tx) => checkSecret(deps, tx))
  await ensureFirstMeta(deps)
  return installed
}

async function checkSecret(deps: InstallDeps, tx: ServerTx): Promise<void> {
  const setting = await tx.selectFrom('serverSetting').selectAll().executeTakeFirstOrThrow()
  if (setting.nextSecretFingerprint !== null)
    throw new SecretKeyError(
      'The secret is being rotated, or its rotation was interrupted: run "guichet secret rotate" again to finish it.',
    )
  if (setting.secretFingerprint === deps.secrets.fingerprint) return
  throw new SecretKeyError(
    'The secret is not the one this database was made with: its signing keys could not be read. Set the former SECRET_KEY again, or bring back the file secret-key in DATA_DIR; "guichet secret rotate" changes it.',
  )
}

/** A transaction of its own, since it is another tenant's scope; repeated after a crash between the two. */
async function ensureFirstMeta(deps: InstallDeps): Promise<void> {
  await deps.database.asTenant(newId(), async (tx) => {
    const setting = await tx
      .selectFrom('serverSetting')
      .select('onlyRow')
      .forUpdate()
      .executeTakeFirstOrThrow()
    const meta = await tx
      .selectFrom('tenant')
      .select('id')
      .where('firstMeta', '=', setting.onlyRow)
      .executeTakeFirst()
    if (meta) return
    await insertTenant(
      deps,
      tx,
      {
        category: 'meta',
        organisation: 'Meta',
        email: null,
        firstMeta: true,
        label: deps.defaults.metaLabel,
      },
      'meta',
    )
  })
}

/** @throws Error before the installation */
export async function getRootId(tx: ServerTx): Promise<string> {
  const root = await findRootTenant(tx)
  if (!root) throw new Error('the server is not installed')
  return root.id
}
