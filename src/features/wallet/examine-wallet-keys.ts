import { checkAppleKeys, endOfAppleKeys } from '../../integrations/wallet/apple-keys.ts'
import { checkGoogleKeys } from '../../integrations/wallet/google-keys.ts'
import { type WalletKeysProblem, WalletKeysRefusedError } from '../../integrations/wallet/wallet-keys-refused-error.ts'
import type { SecretBox } from '../../lib/secret-box.ts'
import type { BasicDeps } from '../deps.ts'
import { listActiveTenants } from '../tenant/tenant.queries.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { listSealedKeys, type SealedKeys } from './wallet.queries.ts'
import { standingOf, type Wallet } from './wallet.ts'
import { openWalletKeys } from './wallet-keys.ts'

export type KeysFinding =
  | { readonly kind: 'works' }
  /** A certificate expires within 30 days. */
  | { readonly kind: 'soon'; readonly endsAt: Date }
  /** Phones refuse what the keys sign; also when a certificate has expired. */
  | { readonly kind: 'refused'; readonly problem: WalletKeysProblem }
  /** The keys were sealed under another secret. */
  | { readonly kind: 'closed' }

export type ExaminedKeys = { readonly tenant: Tenant; readonly wallet: Wallet; readonly found: KeysFinding }

/** Examines the keys of every organisation that is not archived, one after the other. */
export async function examineWalletsEverywhere(deps: BasicDeps<'secrets'>): Promise<readonly ExaminedKeys[]> {
  const examined: ExaminedKeys[] = []
  for (const tenant of await deps.database.asServer(listActiveTenants))
    for (const keys of await deps.database.asTenant(tenant.id, listSealedKeys)) {
      const found = examineWalletKeys(deps.secrets, tenant.id, keys, deps.now())
      examined.push({ tenant, wallet: keys.wallet, found })
    }
  return examined
}

/** Examines whether tickets can be added to a wallet with the keys, and for how long. */
export function examineWalletKeys(
  secrets: SecretBox,
  tenantId: string,
  { wallet, sealed }: SealedKeys,
  now: Date,
): KeysFinding {
  try {
    if (wallet === 'google') {
      checkGoogleKeys(openWalletKeys(secrets, tenantId, wallet, sealed))
      return { kind: 'works' }
    }
    const keys = openWalletKeys(secrets, tenantId, wallet, sealed)
    checkAppleKeys(keys, now)
    const endsAt = endOfAppleKeys(keys)
    return standingOf(endsAt, now) === 'works' ? { kind: 'works' } : { kind: 'soon', endsAt }
  } catch (error) {
    return error instanceof WalletKeysRefusedError ? { kind: 'refused', problem: error.problem } : { kind: 'closed' }
  }
}
