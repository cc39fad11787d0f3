import { type Selectable, sql } from 'kysely'
import type { ServerTx } from '../../db/database.ts'
import { isDone } from '../../db/rows.ts'
import type { ServerSetting } from '../../db/tables.ts'
import { randomToken } from '../../lib/hash.ts'
import { createSecretBox, type SecretBox } from '../../lib/secret-box.ts'
import type { BasicDeps } from '../deps.ts'

export class SecretKeyError extends Error {
  override readonly name = 'SecretKeyError'
}

const purpose = 'data key'
const formerPurpose = 'former data key'

export type SealedDataKey = Pick<
  Selectable<ServerSetting>,
  'secretFingerprint' | 'dataKeySealed' | 'nextSecretFingerprint' | 'nextDataKeySealed'
>

/** The former data key; null: nothing is left under one. */
type FormerDataKey = Pick<Selectable<ServerSetting>, 'formerDataKeySealed'>

/** The data key; null when it was sealed under another secret, and no rotation leads to this one. */
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
 * Opens the box whose key seals everything; the key is made on an empty database. Several processes that start at once get the same
 * one. While everything is resealed, the box opens what the former key sealed, too.
 *
 * @throws SecretKeyError when the database was made with another secret
 */
export async function openDataKey({ database, now }: BasicDeps, secret: SecretBox): Promise<SecretBox> {
  return database.asServer(async (tx) => {
    const made = randomToken()
    const claimed = await tx
      .insertInto('serverSetting')
      .values({ ...sealedUnder(secret, made), installedAt: now() })
      .onConflict((conflict) => conflict.column('onlyRow').doNothing())
      .$call(isDone)
    if (claimed) return createSecretBox(made)
    const setting = await tx.selectFrom('serverSetting').selectAll().executeTakeFirstOrThrow()
    const dataKey = dataKeyOf(setting, secret)
    if (dataKey === null)
      throw new SecretKeyError(
        'The secret is not the one this database was made with: its signing keys could not be read. Set the former SECRET_KEY again, or bring back the file secret-key in DATA_DIR; "guichet secret rotate" changes it.',
      )
    return boxUnder(dataKey, setting)
  })
}

/** Opens the box for keys of organisations, as `dataKeyOf`: null under another secret. */
export function secretsOf(setting: SealedDataKey & FormerDataKey, secret: SecretBox): SecretBox | null {
  const dataKey = dataKeyOf(setting, secret)
  return dataKey === null ? null : boxUnder(dataKey, setting)
}

function boxUnder(dataKey: string, { formerDataKeySealed: former }: FormerDataKey): SecretBox {
  const present = createSecretBox(dataKey)
  return former ? createSecretBox(dataKey, present.open(formerPurpose, former).toString()) : present
}

/**
 * Replaces the data key: from now on everything is sealed under the new one, and what only the key proves (links, cards) has to be
 * proved again. What was sealed before opens until it is resealed (`endFormerDataKey`).
 *
 * @returns false: a replacement is under way already, and nothing was changed
 * @throws SecretKeyError when `secret` is not the database's, or a rotation of the secret is under way
 */
export async function replaceDataKey(tx: ServerTx, secret: SecretBox, now: Date): Promise<boolean> {
  await sql`set local synchronous_commit = on`.execute(tx)
  const setting = await findSetting(tx)
  const dataKey = dataKeyOf(setting, secret)
  if (dataKey === null) throw new SecretKeyError('The present secret is not the one this database was made with.')
  if (setting.formerDataKeySealed !== null) return false
  if (setting.nextSecretFingerprint !== null)
    throw new SecretKeyError('A rotation of the secret is under way. Finish it first.')
  const made = randomToken()
  await tx
    .updateTable('serverSetting')
    .set({
      ...sealedUnder(secret, made),
      formerDataKeySealed: createSecretBox(made).seal(formerPurpose, Buffer.from(dataKey)),
      dataKeyReplacedAt: now,
    })
    .execute()
  return true
}

/** Whether something may still be sealed under the former key. */
export async function hasFormerDataKey(tx: ServerTx): Promise<boolean> {
  const setting = await tx.selectFrom('serverSetting').select('formerDataKeySealed').executeTakeFirst()
  return setting !== undefined && setting.formerDataKeySealed !== null
}

/** Ends the former key, if it was replaced before `before`: it opens nothing any more. */
export async function endFormerDataKey(tx: ServerTx, before: Date): Promise<boolean> {
  return tx
    .updateTable('serverSetting')
    .set({ formerDataKeySealed: null })
    .where('formerDataKeySealed', 'is not', null)
    .where('dataKeyReplacedAt', '<', before)
    .$call(isDone)
}

/**
 * Seals the data key for the next secret too: from now on either opens it.
 *
 * @param mayReplace a next secret of an earlier rotation that was not kept
 * @throws SecretKeyError when the present one does not open, or is the next one
 */
export async function sealForNextSecret(
  tx: ServerTx,
  current: SecretBox,
  next: SecretBox,
  { mayReplace }: { readonly mayReplace: boolean },
): Promise<void> {
  // It has to be on disk before the present secret is thrown away.
  await sql`set local synchronous_commit = on`.execute(tx)
  const setting = await findSetting(tx)
  const dataKey = dataKeyOf(setting, current)
  if (dataKey === null) throw new SecretKeyError('The present secret is not the one this database was made with.')
  if (next.fingerprint === current.fingerprint) throw new SecretKeyError('The next secret is the present one.')
  const known = setting.nextSecretFingerprint
  if (!mayReplace && known !== null && known !== next.fingerprint)
    throw new SecretKeyError('A rotation to another secret is under way. Give that one to finish it first.')
  const { secretFingerprint, dataKeySealed } = sealedUnder(next, dataKey)
  await tx
    .updateTable('serverSetting')
    .set({ nextSecretFingerprint: secretFingerprint, nextDataKeySealed: dataKeySealed })
    .execute()
}

/** Ends the former secret: the next one is the only one. False: a rotation did not lead to it, or that was done already. */
export async function endFormerSecret(tx: ServerTx, next: SecretBox): Promise<boolean> {
  return tx
    .updateTable('serverSetting')
    .set((setting) => ({
      secretFingerprint: next.fingerprint,
      dataKeySealed: setting.ref('nextDataKeySealed').$notNull(),
      nextSecretFingerprint: null,
      nextDataKeySealed: null,
    }))
    .where('nextSecretFingerprint', '=', next.fingerprint)
    .$call(isDone)
}

async function findSetting(tx: ServerTx) {
  const setting = await tx.selectFrom('serverSetting').selectAll().forUpdate().executeTakeFirst()
  if (!setting) throw new SecretKeyError('There is nothing to rotate yet: this database was never served.')
  return setting
}

function sealedUnder(secret: SecretBox, dataKey: string) {
  return { secretFingerprint: secret.fingerprint, dataKeySealed: secret.seal(purpose, Buffer.from(dataKey)) }
}
