import type { Selectable } from 'kysely'
import type { ServerTx } from '../../db/database.ts'
import type { ServerSetting } from '../../db/tables.ts'
import { randomToken } from '../../lib/hash.ts'
import type { SecretBox } from '../../lib/secret-box.ts'
import type { Deps } from '../deps.ts'

export class SecretKeyError extends Error {
  override readonly name = 'SecretKeyError'
}

const purpose = 'data key'

export type SealedDataKey = Pick<
  Selectable<ServerSetting>,
  'secretFingerprint' | 'dataKeySealed' | 'nextSecretFingerprint' | 'nextDataKeySealed'
>

/** Null when it was sealed under another secret, and no rotation leads to this one. */
export function dataKeyOf(setting: SealedDataKey, secret: SecretBox): string | null {
  const sealed =
    setting.secretFingerprint === secret.fingerprint
      ? setting.dataKeySealed
      : setting.nextSecretFingerprint === secret.fingerprint
        ? setting.nextDataKeySealed
        : null
  return sealed && secret.open(purpose, sealed).toString()
}

/**
 * The key that everything is sealed under, as a text for createSecretBox; made on an empty database. Several processes
 * that start at once get the same one. Whoever has the secret that a rotation leads to ends the former one (docs/adr/0046).
 *
 * @throws SecretKeyError when the database was made with another secret
 */
export async function openDataKey(
  { database, now }: Pick<Deps, 'database' | 'now'>,
  secret: SecretBox,
): Promise<string> {
  return database.asServer(async (tx) => {
    const made = randomToken()
    const claimed = await tx
      .insertInto('serverSetting')
      .values({ ...sealedUnder(secret, made), installedAt: now() })
      .onConflict((conflict) => conflict.column('onlyRow').doNothing())
      .returning('onlyRow')
      .executeTakeFirst()
    if (claimed) return made
    const setting = await tx.selectFrom('serverSetting').selectAll().executeTakeFirstOrThrow()
    const dataKey = dataKeyOf(setting, secret)
    if (dataKey === null)
      throw new SecretKeyError(
        'The secret is not the one this database was made with: its signing keys could not be read. Set the former SECRET_KEY again, or bring back the file secret-key in DATA_DIR; "guichet secret rotate" changes it.',
      )
    if (setting.nextSecretFingerprint === secret.fingerprint) await endFormerSecret(tx, secret)
    return dataKey
  })
}

/** From now on either secret opens. @throws SecretKeyError when the present one does not */
export async function sealForNextSecret(tx: ServerTx, current: SecretBox, next: SecretBox): Promise<void> {
  const setting = await findSetting(tx)
  const dataKey = dataKeyOf(setting, current)
  if (dataKey === null)
    throw new SecretKeyError('The present secret is not the one this database was made with.')
  const { secretFingerprint, dataKeySealed } = sealedUnder(next, dataKey)
  await tx
    .updateTable('serverSetting')
    .set({ nextSecretFingerprint: secretFingerprint, nextDataKeySealed: dataKeySealed })
    .execute()
}

/** True when a rotation led to that secret, and the former one still opens. */
export async function isNextSecret(tx: ServerTx, secret: SecretBox): Promise<boolean> {
  return (await findSetting(tx)).nextSecretFingerprint === secret.fingerprint
}

/** The next secret is the only one; nothing happens when it is already. */
export async function endFormerSecret(tx: ServerTx, next: SecretBox): Promise<void> {
  await tx
    .updateTable('serverSetting')
    .set((setting) => ({
      secretFingerprint: next.fingerprint,
      dataKeySealed: setting.ref('nextDataKeySealed').$notNull(),
      nextSecretFingerprint: null,
      nextDataKeySealed: null,
    }))
    .where('nextSecretFingerprint', '=', next.fingerprint)
    .execute()
}

async function findSetting(tx: ServerTx) {
  const setting = await tx.selectFrom('serverSetting').selectAll().forUpdate().executeTakeFirst()
  if (!setting) throw new SecretKeyError('There is nothing to rotate yet: this database was never served.')
  return setting
}

function sealedUnder(secret: SecretBox, dataKey: string) {
  return {
    secretFingerprint: secret.fingerprint,
    dataKeySealed: secret.seal(purpose, Buffer.from(dataKey)),
  }
}
