import type { SecretBox } from '../../lib/secret-box.ts'
import type { Deps } from '../deps.ts'
import { endFormerSecret, isNextSecret, sealForNextSecret } from './data-key.ts'

export type SecretChange = {
  readonly current: SecretBox
  /** The same one again after an interruption. Asked for only when it is needed. */
  readonly next: () => Promise<SecretBox>
  /**
   * Makes the next secret the one that the service starts with. Null: only whoever starts it can, and the former one ends
   * with the first start under the next.
   */
  readonly keep: (() => Promise<void>) | null
}

/**
 * Seals the data key under the next secret, while the service runs: its processes hold the data key itself. Either secret
 * opens until the next one is kept, so that a crash at any point leaves a service that starts, and a rotation that can be
 * run again (docs/adr/0046).
 *
 * @returns the fingerprint of the new secret
 * @throws SecretKeyError when `current` is not the database's secret
 */
export async function rotateSecret(
  { database }: Pick<Deps, 'database'>,
  change: SecretChange,
): Promise<string> {
  const { current, keep } = change
  // An interrupted rotation had kept it already.
  if (await database.asServer((tx) => isNextSecret(tx, current))) {
    await database.asServer((tx) => endFormerSecret(tx, current))
    return current.fingerprint
  }
  const next = await change.next()
  await database.asServer((tx) => sealForNextSecret(tx, current, next))
  if (keep) {
    await keep()
    await database.asServer((tx) => endFormerSecret(tx, next))
  }
  return next.fingerprint
}
