import type { KeyObject } from 'node:crypto'
import { createSignatureCheck, type SignatureCheck } from '../../lib/ed25519.ts'
import type { BasicDeps } from '../deps.ts'
import { listValidSigningKeys } from './signing-key.queries.ts'
import { openSigningKey } from './signing-key.ts'

/** A valid key: the active one first, then retired ones whose events are still to come. */
export type SigningKey = {
  readonly id: string
  /** 32 bytes. */
  readonly publicKey: Buffer
  readonly privateKey: KeyObject
  readonly isSignature: SignatureCheck
}

export type SigningKeys = {
  /** Lists a tenant's keys; never empty: a tenant is made with one. */
  list(tenantId: string): Promise<readonly SigningKey[]>
  /** Clears the cached keys of one tenant, or of all: they were rotated. */
  clear(tenantId: string | null): void
}

type Kept = { readonly keys: Promise<readonly SigningKey[]>; readonly until: number }

/** How long keys are cached: a retired one ends with its last event, which no message reports. */
const keptMs = 60_000

/** Opened private keys per tenant, kept in this process: opening one costs more than signing with it. */
export function createSigningKeys(deps: BasicDeps<'secrets'>, isFeedLive: () => boolean): SigningKeys {
  const tenants = new Map<string, Kept>()

  async function look(tenantId: string): Promise<readonly SigningKey[]> {
    const rows = await deps.database.asTenant(tenantId, (tx) => listValidSigningKeys(tx, deps.now()))
    return rows.map(({ id, publicKey, privateKeyEncrypted }) => {
      const privateKey = openSigningKey(deps.secrets, tenantId, privateKeyEncrypted)
      return { id, publicKey, privateKey, isSignature: createSignatureCheck(privateKey) }
    })
  }

  return {
    async list(tenantId) {
      const now = deps.now().getTime()
      const kept = tenants.get(tenantId)
      if (kept && kept.until > now && isFeedLive()) return kept.keys
      const keys = look(tenantId)
      const entry = { keys, until: now + keptMs }
      tenants.set(tenantId, entry)
      // A failed read is not cached.
      keys.catch(() => {
        if (tenants.get(tenantId) === entry) tenants.delete(tenantId)
      })
      return keys
    },
    clear(tenantId) {
      if (tenantId === null) tenants.clear()
      else tenants.delete(tenantId)
    },
  }
}
