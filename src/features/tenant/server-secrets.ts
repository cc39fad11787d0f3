import type { SecretBox } from '../../lib/secret-box.ts'
import type { BasicDeps } from '../deps.ts'
import { openDataKey } from './data-key.ts'

export type ServerSecrets = {
  /** Always the present box: its holders have the next one as soon as this process knows of it. */
  readonly box: SecretBox
  /** Called when the data key was replaced, or may have been. While the database is away the present one stays. */
  reload(): Promise<void>
}

/** @throws SecretKeyError when the database was made with another secret */
export async function openServerSecrets(deps: BasicDeps, secret: SecretBox): Promise<ServerSecrets> {
  let present = await openDataKey(deps, secret)
  return {
    box: {
      seal: (purpose, plain) => present.seal(purpose, plain),
      open: (purpose, sealed) => present.open(purpose, sealed),
      reseal: (purpose, sealed) => present.reseal(purpose, sealed),
      mac: (purpose, text) => present.mac(purpose, text),
      get fingerprint() {
        return present.fingerprint
      },
    },
    async reload() {
      try {
        present = await openDataKey(deps, secret)
      } catch {
        // Tried again when the change feed, which is away then, too, is back.
      }
    },
  }
}
