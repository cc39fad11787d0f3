import { walletProblemText } from '../http/wallet-problem-text.ts'
import type { WalletKeysRefusedError } from '../integrations/wallet/wallet-keys-refused-error.ts'

/** Explains what is wrong with keys for wallets to the person who runs the service, who gives the passphrase by the environment. */
export function explainWalletKeys({ problem }: Pick<WalletKeysRefusedError, 'problem'>): string {
  if (problem.kind !== 'key_closed') return walletProblemText(problem, (at) => at.toISOString(), 'en')
  const passphrase = problem.hasPassphrase
    ? 'and WALLET_KEY_PASSPHRASE its passphrase.'
    : 'and its passphrase, where it has one, be given as WALLET_KEY_PASSPHRASE.'
  return `The key cannot be opened: it must be a private key as PEM, ${passphrase}`
}
