import { fieldError } from '../../errors.ts'
import type { AuditValues } from '../audit/record-change.ts'
import type { Device } from './device.ts'

/** Most characters of a name, and of a gate. */
export const longestDeviceName = 200
/** Most events that one device is kept to. */
export const mostDeviceEvents = 300
/** Most devices that are made together. */
export const mostDevicesAtOnce = 50

export const deviceRoles = ['steward', 'supervisor'] as const
export type DeviceRole = (typeof deviceRoles)[number]

/** What an administrator says of a device. */
export type DeviceSettings = {
  readonly name: string
  /** The gate where the device is used; '' when nobody gave one. */
  readonly gate: string
  /** The device's role: a supervisor also searches and undoes scans. */
  readonly role: DeviceRole
  /** The moment from which its key is refused; null: never. */
  readonly endsAt: Date | null
  /** The events it may scan, others are `wrong_event`; null: all. */
  readonly eventIds: readonly string[] | null
}

export const usualSettings = { gate: '', role: 'steward', endsAt: null, eventIds: null } as const

export function settingsOf(device: Device): DeviceSettings {
  const { name, gate, role, endsAt, eventIds } = device
  return { name, gate, role, endsAt, eventIds }
}

/** The settings as the organisation's log keeps them. */
export function loggedSettings({ name, gate, role, endsAt, eventIds }: DeviceSettings): AuditValues {
  return { name, gate, role, endsAt, eventIds: eventIds ?? null }
}

/** An end that is new has to be ahead; one that has passed may stay as it is. @throws AppError validation_failed */
export function requireEndAhead(endsAt: Date | null, former: Date | null, now: Date): void {
  if (endsAt !== null && endsAt <= now && endsAt.getTime() !== former?.getTime())
    throw fieldError('ends_at', 'in_the_past')
}

/** Whether both name the same events, in any order; null: all. */
export function sameEvents(one: DeviceSettings['eventIds'], other: DeviceSettings['eventIds']): boolean {
  if (one === null || other === null) return one === other
  return one.every((id) => other.includes(id)) && other.every((id) => one.includes(id))
}
