import type { SecretBox } from '../../lib/secret-box.ts'
import type { Deps } from '../deps.ts'
import { endFormerSecret, SecretKeyError, sealForNextSecret } from './data-key.ts'

export type SecretChange = {
  readonly current: SecretBox
  /** Reads the next secret, the same again after an interruption. Null: none was given. */
  readonly next: (() => Promise<SecretBox>) | null
  /** Makes the next secret the one that the service starts with. Null: only the administrator can. */
  readonly keep: (() => Promise<void>) | null
}

/** `ended`: the former secret opens no more. */
export type Rotation = { readonly fingerprint: string; readonly ended: boolean }

/**
 * Seals the data key under the next secret, while the service runs: its processes hold the data key itself. Either secret
 * opens until the next one is kept, so that a crash at any point leaves a service that starts, and a rotation that can be
 * run again. Where only the administrator can keep it, running it under the next secret ends the former one (ADR 0046).
 *
 * @throws SecretKeyError when `current` is not the database's secret, or no other one is given
 */
export async function rotateSecret(
  { database }: Pick<Deps, 'database'>,
  { current, next: readNext, keep }: SecretChange,
): Promise<Rotation> {
  const ended = await database.asServer((tx) => endFormerSecret(tx, current))
  if (ended && (keep !== null || readNext === null)) return { fingerprint: current.fingerprint, ended }
  if (readNext === null) throw new SecretKeyError('SECRET_KEY is set, so the new one must be given as NEW_SECRET_KEY.')
  const next = await readNext()
  await database.asServer((tx) => sealForNextSecret(tx, current, next, { mayReplace: keep === null }))
  if (keep) {
    await keep()
    await database.asServer((tx) => endFormerSecret(tx, next))
  }
  return { fingerprint: next.fingerprint, ended: keep !== null }
}
