import type { ScannerDatabase, Sealed } from './database.ts'
import type { Lock } from './kiosk/pin.ts'
import type { EventsAnswer } from './wire.ts'

/** What this device keeps from one opening of the page to the next. */
export type Kept = {
  readonly key: string
  /** The event that was chosen last. */
  readonly eventId: string | null
  /** What the service said last about the device and its events; null: nothing yet. */
  readonly door: EventsAnswer | null
  /** How far the clock of the service is ahead of this phone's, in milliseconds; absent: it was never asked. */
  readonly aheadMs?: number
  /** The lock of a device that scans and does nothing else; null or absent: it is not locked. */
  readonly lock?: Lock | null
}

export type Vault = {
  /** Reads what is kept; null: nothing, or nothing that can be read. */
  read(): Promise<Kept | null>
  write(kept: Kept): Promise<void>
}

const place = 'device'

export function createVault(database: ScannerDatabase): Vault {
  return {
    async read() {
      const sealed = await database.get('kept', place)
      return sealed === undefined ? null : unseal(sealed)
    },
    async write(kept) {
      await database.put('kept', await seal(kept), place)
    },
  }
}

async function seal(kept: Kept): Promise<Sealed> {
  const wrapping = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  const nonce = crypto.getRandomValues(new Uint8Array(12))
  const plain = new TextEncoder().encode(JSON.stringify(kept))
  const text = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, wrapping, plain)
  return { wrapping, nonce, text }
}

async function unseal({ wrapping, nonce, text }: Sealed): Promise<Kept | null> {
  try {
    const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: nonce }, wrapping, text)
    return JSON.parse(new TextDecoder().decode(plain)) as Kept
  } catch {
    return null
  }
}
