/** Keys with which nobody's telephone would accept a pass. The message says why and what to do, and holds no key. */
export class WalletKeysRefusedError extends Error {
  override readonly name = 'WalletKeysRefusedError'
}
