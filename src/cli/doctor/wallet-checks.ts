import type pg from 'pg'
import { standingOf, type Wallet, walletNames } from '../../features/wallet/wallet.ts'
import { openWalletKeys } from '../../features/wallet/wallet-keys.ts'
import { checkAppleKeys, endOfAppleKeys } from '../../integrations/wallet/apple-keys.ts'
import { checkGoogleKeys } from '../../integrations/wallet/google-keys.ts'
import { WalletKeysRefusedError } from '../../integrations/wallet/wallet-keys-refused-error.ts'
import type { SecretBox } from '../../lib/secret-box.ts'
import { explainWalletKeys } from '../explain-wallet-keys.ts'
import { CheckFailed, CheckNotice, CheckSkipped } from './check.ts'

type SealedKeys = {
  readonly tenantId: string
  readonly slug: string
  readonly wallet: Wallet
  readonly sealed: Buffer
}

/** Of every organisation. A certificate expires once a year, and nobody sees it but whoever buys a ticket. */
export async function checkWallets(client: pg.Client, secrets: SecretBox | null, now: Date): Promise<string> {
  const all = await listSealedKeys(client)
  if (all.length === 0) return 'no organisation has keys for wallets'
  if (secrets === null) throw new CheckSkipped('Without the secret their keys cannot be read.')
  const broken = all.flatMap((keys) => problemOf(secrets, keys, now) ?? [])
  if (broken.length > 0)
    throw new CheckFailed(`${broken.join(' ')} Set others: "guichet wallet set-apple" or "set-google".`)
  const soon = all.filter((keys) => standingOf(endOf(secrets, keys), now) !== 'works')
  if (soon.length > 0)
    throw new CheckNotice(
      `A certificate expires within 30 days: ${soon.map(({ slug }) => slug).join(', ')}. Make a new one at Apple and set it with "guichet wallet set-apple".`,
    )
  return `the keys of ${all.length} wallets are good`
}

function problemOf(
  secrets: SecretBox,
  { tenantId, slug, wallet, sealed }: SealedKeys,
  now: Date,
): string | null {
  try {
    if (wallet === 'apple') checkAppleKeys(openWalletKeys(secrets, tenantId, wallet, sealed), now)
    else checkGoogleKeys(openWalletKeys(secrets, tenantId, wallet, sealed))
    return null
  } catch (error) {
    const said =
      error instanceof WalletKeysRefusedError
        ? explainWalletKeys(error)
        : 'its keys cannot be opened with this secret.'
    return `${walletNames[wallet]} at ${slug}: ${said}`
  }
}

function endOf(secrets: SecretBox, { tenantId, wallet, sealed }: SealedKeys): Date | null {
  return wallet === 'apple' ? endOfAppleKeys(openWalletKeys(secrets, tenantId, wallet, sealed)) : null
}

/** Tenant by tenant, as everything that spans them. */
async function listSealedKeys(client: pg.Client): Promise<readonly SealedKeys[]> {
  const tenants = await client.query<{ id: string; slug: string }>(
    'select id, slug from tenant order by slug',
  )
  const found: SealedKeys[] = []
  await client.query('begin read only')
  try {
    for (const { id, slug } of tenants.rows) {
      await client.query("select set_config('app.tenant_id', $1, true)", [id])
      const { rows } = await client.query<{ wallet: Wallet; sealed: Buffer }>(
        'select wallet, keys_encrypted as sealed from wallet_keys where tenant_id = $1 order by wallet',
        [id],
      )
      found.push(...rows.map((row) => ({ tenantId: id, slug, ...row })))
    }
  } finally {
    await client.query('rollback')
  }
  return found
}
