import type { Selectable } from 'kysely'
import type { Device as DeviceRow } from '../../db/tables.ts'

/** A scanning device: made in the administration, claimed once by a phone that pairs, archived in the end. */
export type Device = Selectable<DeviceRow>

/** A pairing code is shown on a screen or printed on a sheet: time enough until the door opens (ADR 0044). */
export const pairingTokenLifeMs = 72 * 3_600_000

/** Whether its last pairing code is younger than that moment, used or not. */
export function isCodeIssuedSince({ pairingExpiresAt }: Pick<Device, 'pairingExpiresAt'>, moment: Date): boolean {
  return pairingExpiresAt !== null && pairingExpiresAt.getTime() - pairingTokenLifeMs >= moment.getTime()
}

/** Archived, or past its end date: its key opens nothing any more. */
export function isRetired(device: Pick<Device, 'archivedAt' | 'endsAt'>, now: Date): boolean {
  return device.archivedAt !== null || (device.endsAt !== null && device.endsAt <= now)
}

/** Whether a device may still deliver what it scanned; once archived, it may not. */
export function mayDeliver({ archivedAt }: Pick<Device, 'archivedAt'>): boolean {
  return archivedAt === null
}

export type PairingRefusal = 'invalid_token' | 'expired_token' | 'token_used'

/** Why the pairing token of this device (null: of none) cannot be used; null when it can. */
export function pairingRefusal(device: Device | null, now: Date): PairingRefusal | null {
  if (!device || isRetired(device, now)) return 'invalid_token'
  if (device.claimedAt !== null) return 'token_used'
  if (device.pairingExpiresAt === null || device.pairingExpiresAt <= now) return 'expired_token'
  return null
}

/** The states of a device as people tell them apart. */
export const deviceStates = ['waiting', 'code_expired', 'paired', 'ended', 'archived'] as const
export type DeviceState = (typeof deviceStates)[number]

export function deviceState(device: Device, now: Date): DeviceState {
  if (device.archivedAt !== null) return 'archived'
  if (isRetired(device, now)) return 'ended'
  if (device.claimedAt !== null) return 'paired'
  const open = device.pairingExpiresAt !== null && device.pairingExpiresAt > now
  return open ? 'waiting' : 'code_expired'
}
