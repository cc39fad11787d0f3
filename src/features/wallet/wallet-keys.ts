import type { TenantTx } from '../../db/database.ts'
import { deleteRows, insertRows, updateRows } from '../../db/rows.ts'
import { type AppleFiles, type AppleKeys, endOfAppleKeys, readAppleKeys } from '../../integrations/wallet/apple-keys.ts'
import { type GoogleKeys, readGoogleKeys } from '../../integrations/wallet/google-keys.ts'
import type { SecretBox } from '../../lib/secret-box.ts'
import { type Reader, shapeOf, text } from '../../lib/shape.ts'
import type { Actor } from '../account/actor.ts'
import { recordChange } from '../audit/record-change.ts'
import type { BasicDeps, Deps } from '../deps.ts'
import { requireSelling } from '../tenant/category-rules.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { findSealedKeys, listKeyTimes, lockSealedKeys } from './wallet.queries.ts'
import type { Wallet } from './wallet.ts'

type KeysOf = { readonly apple: AppleKeys; readonly google: GoogleKeys }

const shapes: { readonly [W in Wallet]: Reader<KeysOf[W]> } = {
  apple: shapeOf<AppleKeys>({ passType: text, team: text, certificate: text, privateKey: text, intermediate: text }),
  google: shapeOf<GoogleKeys>({ issuerId: text, clientEmail: text, privateKey: text }),
}

const purposeOf = (tenantId: string, wallet: Wallet) => `wallet keys ${tenantId} ${wallet}`

/** Finds the keys of a wallet; null: none are set. @throws Error when they were sealed under another secret */
export async function findWalletKeys<W extends Wallet>(
  { secrets }: Pick<Deps, 'secrets'>,
  tx: TenantTx,
  wallet: W,
): Promise<KeysOf[W] | null> {
  const sealed = await findSealedKeys(tx, wallet)
  return sealed && openWalletKeys(secrets, tx.tenantId, wallet, sealed)
}

/** @throws Error when they were sealed under another secret, or for another tenant or wallet */
export function openWalletKeys<W extends Wallet>(
  secrets: SecretBox,
  tenantId: string,
  wallet: W,
  sealed: Buffer,
): KeysOf[W] {
  return shapes[wallet](JSON.parse(secrets.open(purposeOf(tenantId, wallet), sealed).toString()))
}

/**
 * Sets the keys with which tickets are added to Apple Wallet; the former keys are deleted.
 *
 * @throws WalletKeysRefusedError when phones would refuse what they sign, AppError category_rule
 */
export async function setAppleKeys(
  deps: BasicDeps<'secrets'>,
  tenant: Tenant,
  actor: Actor,
  files: AppleFiles,
): Promise<AppleInWords> {
  const keys = readAppleKeys(files, deps.now())
  await keepKeys(deps, tenant, actor, { wallet: 'apple', keys, expiresAt: endOfAppleKeys(keys) })
  return appleInWords(keys)
}

/**
 * Sets the key with which tickets are added to Google Wallet; the former key is deleted.
 *
 * @param file the key of a service account as Google hands it out, JSON
 * @throws WalletKeysRefusedError when it is not one, AppError category_rule
 */
export async function setGoogleKeys(
  deps: BasicDeps<'secrets'>,
  tenant: Tenant,
  actor: Actor,
  { issuerId, file }: { readonly issuerId: string; readonly file: Buffer },
): Promise<GoogleInWords> {
  const keys = readGoogleKeys(issuerId, file)
  await keepKeys(deps, tenant, actor, { wallet: 'google', keys, expiresAt: null })
  return googleInWords(keys)
}

type Kept = {
  readonly wallet: Wallet
  readonly keys: AppleKeys | GoogleKeys
  /** When the keys expire; null: never. */
  readonly expiresAt: Date | null
}

async function keepKeys(
  deps: BasicDeps<'secrets'>,
  tenant: Tenant,
  actor: Actor,
  { wallet, keys, expiresAt }: Kept,
): Promise<void> {
  requireSelling(tenant)
  const values = {
    keysEncrypted: deps.secrets.seal(purposeOf(tenant.id, wallet), Buffer.from(JSON.stringify(keys))),
    expiresAt,
    updatedAt: deps.now(),
  }
  await deps.database.asTenant(tenant.id, (tx) =>
    recordingKeys(deps, tx, actor, () =>
      insertRows(tx, 'walletKeys', { wallet, ...values })
        .onConflict((conflict) => conflict.columns(['tenantId', 'wallet']).doUpdateSet(values))
        .execute(),
    ),
  )
}

/** Deletes the keys of a wallet: nobody can add a ticket any more; passes that are on phones stay there and open the door. */
export async function clearWalletKeys(
  deps: BasicDeps,
  tenant: Tenant,
  actor: Actor,
  wallets: readonly Wallet[],
): Promise<void> {
  await deps.database.asTenant(tenant.id, (tx) =>
    recordingKeys(deps, tx, actor, () => deleteRows(tx, 'walletKeys').where('wallet', 'in', wallets).execute()),
  )
}

/** Reseals the keys, and returns how many were sealed under a former data key. The keys stay the same, so the log notes nothing. */
export async function resealWalletKeys({ secrets }: Pick<Deps, 'secrets'>, tx: TenantTx): Promise<number> {
  let count = 0
  for (const { wallet, sealed } of await lockSealedKeys(tx)) {
    const keysEncrypted = secrets.reseal(purposeOf(tx.tenantId, wallet), sealed)
    if (keysEncrypted === null) continue
    await updateRows(tx, 'walletKeys').set({ keysEncrypted }).where('wallet', '=', wallet).execute()
    count += 1
  }
  return count
}

/** Notes that the keys changed, and since when they are set; they are not opened for it, so that unreadable ones can be replaced. */
async function recordingKeys({ now }: Pick<Deps, 'now'>, tx: TenantTx, actor: Actor, change: () => Promise<unknown>) {
  const noted = async () => {
    const times = await listKeyTimes(tx)
    return {
      appleWalletSetAt: times.get('apple')?.setAt ?? null,
      appleWalletUntil: times.get('apple')?.expiresAt ?? null,
      googleWalletSetAt: times.get('google')?.setAt ?? null,
    }
  }
  const before = await noted()
  await change()
  await recordChange(tx, actor, now(), 'organisation.changed', null, { before, after: await noted() })
}

export type AppleInWords = Pick<AppleKeys, 'passType' | 'team'> & {
  /** When the first of the certificates expires. */
  readonly expiresAt: Date
}
export type GoogleInWords = Pick<GoogleKeys, 'issuerId' | 'clientEmail'>

type Dated = { readonly setAt: Date }

/** What may be shown of keys that nobody may read. Null: none are set. */
export type WalletsInWords = {
  readonly apple: (AppleInWords & Dated) | null
  readonly google: (GoogleInWords & Dated) | null
}

export async function describeWalletKeys(
  deps: Pick<Deps, 'database' | 'secrets'>,
  tenant: Tenant,
): Promise<WalletsInWords> {
  return deps.database.asTenant(tenant.id, async (tx) => {
    const times = await listKeyTimes(tx)
    const [apple, google] = [await findWalletKeys(deps, tx, 'apple'), await findWalletKeys(deps, tx, 'google')]
    const [appleAt, googleAt] = [times.get('apple'), times.get('google')]
    return {
      apple: apple && appleAt ? { ...appleInWords(apple), setAt: appleAt.setAt } : null,
      google: google && googleAt ? { ...googleInWords(google), setAt: googleAt.setAt } : null,
    }
  })
}

function appleInWords(keys: AppleKeys): AppleInWords {
  return { passType: keys.passType, team: keys.team, expiresAt: endOfAppleKeys(keys) }
}

function googleInWords({ issuerId, clientEmail }: GoogleKeys): GoogleInWords {
  return { issuerId, clientEmail }
}
