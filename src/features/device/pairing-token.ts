import { randomToken, sha256 } from '../../lib/hash.ts'
import { pairingTokenLifeMs } from './device.ts'

/** A fresh one-time token, and the columns that keep its hash and its end. */
export function makePairingToken(now: Date): {
  readonly token: string
  readonly columns: { readonly pairingTokenHash: Buffer; readonly pairingExpiresAt: Date }
} {
  const token = randomToken()
  const pairingExpiresAt = new Date(now.getTime() + pairingTokenLifeMs)
  return { token, columns: { pairingTokenHash: sha256(token), pairingExpiresAt } }
}

/** Until when a code pairs: never beyond the end of its device. */
export function endOfPairing(pairingExpiresAt: Date, endsAt: Date | null): Date {
  return endsAt !== null && endsAt < pairingExpiresAt ? endsAt : pairingExpiresAt
}

/** What the QR code in the administration carries (docs/interface/keys-and-devices.md, "Pairing"). */
export function pairingUrl(base: string, token: string): string {
  return `${base}/scan/${token}/pair`
}
