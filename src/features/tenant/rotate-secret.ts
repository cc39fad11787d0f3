import type { ServerTx, TenantTx } from '../../db/database.ts'
import { isServiceRunning } from '../../db/service-lock.ts'
import type { SecretBox } from '../../lib/secret-box.ts'
import type { Deps } from '../deps.ts'
import { SecretKeyError } from './install-server.ts'
import { signingKeyPurpose } from './signing-key.ts'
import { listTenantIds } from './tenant.queries.ts'

export type SecretChange = {
  readonly current: SecretBox
  /** The same one again after an interruption. Asked for only when it is needed. */
  readonly next: () => Promise<SecretBox>
  /** Makes the next secret the one that the service starts with. */
  readonly keep: () => Promise<void>
}

/**
 * Seals everything under the next secret, tenant by tenant, so that a crash at any point leaves a database that refuses
 * to be served and a rotation that can be run again: it skips what is sealed already. The order is what makes it so
 * (docs/adr): the rotation is noted, everything is sealed, the secret is kept, the note is taken away.
 *
 * @param others of the features that come later
 * @returns the fingerprint of the new secret
 * @throws SecretKeyError when a process of the service runs, or `current` is not the database's secret
 */
export async function rotateSecret(
  deps: Pick<Deps, 'database'>,
  change: SecretChange,
  others: readonly Reseal[],
): Promise<string> {
  const { next, isKept } = await deps.database.asServer((tx) => begin(tx, change))
  for (const tenantId of await deps.database.asServer(listTenantIds))
    await deps.database.asTenant(tenantId, async (tx) => {
      for (const reseal of [resealSigningKeys, ...others]) await reseal(tx, change.current, next)
    })
  if (!isKept) await change.keep()
  await deps.database.asServer((tx) => finish(tx, next))
  return next.fingerprint
}

/** `isKept`: the last rotation was interrupted when only its note was left to be taken away. */
async function begin(
  tx: ServerTx,
  change: SecretChange,
): Promise<{ readonly next: SecretBox; readonly isKept: boolean }> {
  const setting = await tx.selectFrom('serverSetting').selectAll().forUpdate().executeTakeFirst()
  if (!setting) throw new SecretKeyError('There is nothing to rotate yet: this database was never served.')
  if (await isServiceRunning(tx))
    throw new SecretKeyError(
      'A process of the service uses this database with the present secret. Stop every one of them first.',
    )
  const { secretFingerprint, nextSecretFingerprint } = setting
  if (nextSecretFingerprint === change.current.fingerprint) return { next: change.current, isKept: true }
  if (secretFingerprint !== change.current.fingerprint)
    throw new SecretKeyError('The present secret is not the one this database was made with.')
  const next = await change.next()
  if (nextSecretFingerprint !== null && nextSecretFingerprint !== next.fingerprint)
    throw new SecretKeyError(
      'A rotation to another secret was interrupted. Give that one to finish it first.',
    )
  await tx.updateTable('serverSetting').set({ nextSecretFingerprint: next.fingerprint }).execute()
  return { next, isKept: false }
}

/** Seals what a feature keeps under the current secret under the next one, in one tenant; what it sealed before is left alone. */
export type Reseal = (tx: TenantTx, current: SecretBox, next: SecretBox) => Promise<void>

async function resealSigningKeys(tx: TenantTx, current: SecretBox, next: SecretBox): Promise<void> {
  const purpose = signingKeyPurpose(tx.tenantId)
  const keys = await tx
    .selectFrom('signingKey')
    .select(['id', 'privateKeyEncrypted'])
    .where('tenantId', '=', tx.tenantId)
    .forUpdate()
    .execute()
  for (const key of keys) {
    if (next.opens(purpose, key.privateKeyEncrypted)) continue
    await tx
      .updateTable('signingKey')
      .set({ privateKeyEncrypted: next.seal(purpose, current.open(purpose, key.privateKeyEncrypted)) })
      .where('tenantId', '=', tx.tenantId)
      .where('id', '=', key.id)
      .execute()
  }
}

async function finish(tx: ServerTx, next: SecretBox): Promise<void> {
  await tx
    .updateTable('serverSetting')
    .set({ secretFingerprint: next.fingerprint, nextSecretFingerprint: null })
    .execute()
}
