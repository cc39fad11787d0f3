import type { TenantTx } from '../../db/database.ts'
import { type AppleKeys, endOfAppleKeys } from '../../integrations/wallet/apple-keys.ts'
import type { GoogleKeys } from '../../integrations/wallet/google-keys.ts'
import type { SecretBox } from '../../lib/secret-box.ts'
import { type Reader, shapeOf, text } from '../../lib/shape.ts'
import type { Deps } from '../deps.ts'
import { requireSelling } from '../tenant/category-rules.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { findSealedKeys } from './wallet.queries.ts'
import type { Wallet } from './wallet.ts'

type KeysOf = { readonly apple: AppleKeys; readonly google: GoogleKeys }

const readKeys: { readonly [W in Wallet]: Reader<KeysOf[W]> } = {
  apple: shapeOf<AppleKeys>({
    ...{ passType: text, team: text },
    ...{ certificate: text, privateKey: text, intermediate: text },
  }),
  google: shapeOf<GoogleKeys>({ issuerId: text, clientEmail: text, privateKey: text }),
}

const purposeOf = (tenantId: string, wallet: Wallet) => `wallet keys ${tenantId} ${wallet}`

/** Null: none are set. @throws Error when they were sealed under another secret */
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
  return readKeys[wallet](JSON.parse(secrets.open(purposeOf(tenantId, wallet), sealed).toString()))
}

/** From now on tickets can be added to it. @throws AppError category_rule */
export async function setWalletKeys<W extends Wallet>(
  deps: Pick<Deps, 'database' | 'secrets' | 'now'>,
  tenant: Tenant,
  wallet: W,
  keys: KeysOf[W],
): Promise<void> {
  requireSelling(tenant)
  const values = {
    keysEncrypted: deps.secrets.seal(purposeOf(tenant.id, wallet), Buffer.from(JSON.stringify(keys))),
    expiresAt: 'certificate' in keys ? endOfAppleKeys(keys) : null,
    updatedAt: deps.now(),
  }
  await deps.database.asTenant(tenant.id, async (tx) => {
    await tx
      .insertInto('walletKeys')
      .values({ tenantId: tenant.id, wallet, ...values })
      .onConflict((conflict) => conflict.columns(['tenantId', 'wallet']).doUpdateSet(values))
      .execute()
  })
}

/** Nobody can add a ticket any more; passes that are on telephones stay there and open the door. */
export async function clearWalletKeys(
  deps: Pick<Deps, 'database'>,
  tenant: Tenant,
  wallets: readonly Wallet[],
): Promise<void> {
  await deps.database.asTenant(tenant.id, async (tx) => {
    await tx
      .deleteFrom('walletKeys')
      .where('tenantId', '=', tenant.id)
      .where('wallet', 'in', wallets)
      .execute()
  })
}

/** What may be said of keys that nobody may read. Null: none are set. */
export type WalletsInWords = {
  readonly apple: (Pick<AppleKeys, 'passType' | 'team'> & { readonly expiresAt: Date }) | null
  readonly google: Pick<GoogleKeys, 'issuerId' | 'clientEmail'> | null
}

export async function describeWalletKeys(
  deps: Pick<Deps, 'database' | 'secrets'>,
  tenant: Tenant,
): Promise<WalletsInWords> {
  const [apple, google] = await deps.database.asTenant(tenant.id, async (tx) => [
    await findWalletKeys(deps, tx, 'apple'),
    await findWalletKeys(deps, tx, 'google'),
  ])
  return {
    apple: apple && { passType: apple.passType, team: apple.team, expiresAt: endOfAppleKeys(apple) },
    google: google && { issuerId: google.issuerId, clientEmail: google.clientEmail },
  }
}
