import { randomToken, sha256 } from '../../lib/hash.ts'
import type { Deps } from '../deps.ts'
import type { Tenant } from '../tenant/tenant.ts'
import { pairingTokenLifeMs } from './device.ts'
import type { DeviceSettings } from './device-settings.ts'

/** A fresh one-time token, and the columns that keep its hash and its end. */
export function makePairingToken(now: Date) {
  const token = randomToken()
  const pairingExpiresAt = new Date(now.getTime() + pairingTokenLifeMs)
  return { token, columns: { pairingTokenHash: sha256(token), pairingExpiresAt } }
}

/** The token is shown once and kept hashed only; the phone that opens the address first gets the key. */
export type PairingOffer = {
  readonly deviceId: string
  readonly name: string
  readonly token: string
  /** What the QR code in the administration carries (docs/interface/keys-and-devices.md, "Pairing"). */
  readonly pairingUrl: string
  /** When the token expires, never after the end of the device. */
  readonly expiresAt: Date
}

type Offered = {
  readonly id: string
  readonly device: Pick<DeviceSettings, 'name' | 'endsAt'>
  readonly made: ReturnType<typeof makePairingToken>
}

export function offerPairing(
  { urls }: Pick<Deps, 'urls'>,
  { label }: Tenant,
  { id, device: { name, endsAt }, made: { token, columns } }: Offered,
): PairingOffer {
  const { pairingExpiresAt } = columns
  const expiresAt = endsAt !== null && endsAt < pairingExpiresAt ? endsAt : pairingExpiresAt
  return { deviceId: id, name, token, pairingUrl: `${urls.base(label)}/scan/${token}/pair`, expiresAt }
}
