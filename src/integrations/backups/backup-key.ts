import { bech32 } from '@scure/base'

/** Of what a public key of `age` is: how it begins, and how many bytes it holds. */
const kinds = [
  { prefix: 'age', length: 32 },
  { prefix: 'age1pq', length: 1216 },
]

/**
 * Tells whether backups can be encrypted to it, and opened again by the private key alone: keys that a device keeps (`age1tag…`)
 * open nothing without its program.
 */
export function isBackupKey(value: string): boolean {
  try {
    // The post-quantum ones are longer than that form has it.
    const { prefix, words } = bech32.decode(value as `${string}1${string}`, false)
    const { length } = bech32.fromWords(words)
    return kinds.some((kind) => kind.prefix === prefix && kind.length === length)
  } catch {
    return false
  }
}

/** Enough to know which ones are meant: post-quantum keys have 2,000 characters. */
export function namesOf(publicKeys: readonly string[]): string {
  return publicKeys.map((key) => `${key.slice(0, 16)}…${key.slice(-4)}`).join(', ')
}
