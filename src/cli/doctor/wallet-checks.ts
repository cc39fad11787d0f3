import type pg from 'pg'
import { examineWalletKeys, type KeysFinding } from '../../features/wallet/examine-wallet-keys.ts'
import type { SealedKeys } from '../../features/wallet/wallet.queries.ts'
import { walletNames } from '../../features/wallet/wallet.ts'
import type { SecretBox } from '../../lib/secret-box.ts'
import { explainWalletKeys } from '../explain-wallet-keys.ts'
import { CheckFailed, CheckNotice, CheckSkipped } from './check.ts'
import { rowsOfTenants } from './rows-of-tenants.ts'

/** Checks the wallet keys of every organisation that is not archived. A certificate expires once a year, and only buyers would see it. */
export async function checkWallets(client: pg.Client, secrets: SecretBox | null, now: Date): Promise<string> {
  const all = await rowsOfTenants<SealedKeys>(
    client,
    'select wallet, keys_encrypted as sealed from wallet_keys where tenant_id = $1 order by wallet',
  )
  if (all.length === 0) return 'no organisation has keys for wallets'
  if (secrets === null) throw new CheckSkipped('Without the secret their keys cannot be read.')
  const examined = all.map((keys) => ({ ...keys, found: examineWalletKeys(secrets, keys.tenantId, keys, now) }))
  const broken = examined.flatMap(({ slug, wallet, found }) => {
    const said = problemOf(found)
    return said === null ? [] : [`${walletNames[wallet]} at ${slug}: ${said}`]
  })
  if (broken.length > 0)
    throw new CheckFailed(`${broken.join(' ')} Set others: "guichet wallet set-apple" or "set-google".`)
  const soon = examined.filter(({ found }) => found.kind === 'soon')
  if (soon.length > 0)
    throw new CheckNotice(
      `A certificate expires within 30 days: ${soon.map(({ slug }) => slug).join(', ')}. Make a new one at Apple and set it with "guichet wallet set-apple".`,
    )
  return `the keys of ${all.length} wallets are good`
}

function problemOf(found: KeysFinding): string | null {
  if (found.kind === 'refused') return explainWalletKeys(found)
  return found.kind === 'closed' ? 'its keys cannot be opened with this secret.' : null
}
