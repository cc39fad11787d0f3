import { type Static, Type } from 'typebox'
import type { PairingOffer } from '../features/device/pairing-token.ts'
import { type Device, deviceState, deviceStates } from '../features/device/device.ts'
import {
  type DeviceSettings,
  deviceRoles,
  longestDeviceName,
  mostDeviceEvents,
  mostDevicesAtOnce,
  settingsOf,
} from '../features/device/device-settings.ts'
import { formatDateTime } from '../lib/time.ts'
import { defined } from '../http/wire/defined.ts'
import { instant } from '../http/wire/instant.ts'
import {
  ArrayIn,
  BooleanOut,
  DateTimeIn,
  DateTimeOut,
  EnumIn,
  EnumOut,
  IntegerOut,
  Maybe,
  NullableDateTimeOut,
  NullableTextOut,
  Text,
  TextOut,
  UuidIn,
  UuidOut,
  withExample,
} from '../http/wire/schemas.ts'
import { KeyHeader } from './repeat-wire.ts'

const DeviceName = Text({ max: longestDeviceName, example: 'Main door' })

const settingsFields = {
  gate: Maybe(Text({ max: longestDeviceName, example: 'North' })),
  role: Maybe(EnumIn(deviceRoles)),
  ends_at: Maybe(DateTimeIn),
  events: Type.Optional(
    Type.Unsafe<string[] | null>({ ...ArrayIn(UuidIn, { min: 1, max: mostDeviceEvents }), type: ['array', 'null'] }),
  ),
}
const DeviceSettingsIn = Type.Object(settingsFields)

export const DeviceIn = Type.Object({ name: DeviceName, ...settingsFields })
export const DevicesIn = Type.Object({
  names: ArrayIn(DeviceName, { min: 1, max: mostDevicesAtOnce }),
  ...settingsFields,
})
export const DeviceChange = Type.Partial(DeviceIn)

export const DeviceHeaders = Type.Object({
  'Idempotency-Key': KeyHeader(
    'A repeat with the same key makes nothing more, whenever it comes: it gets the devices without their codes. With anything else it is refused.',
  ),
})

export const DeviceOut = Type.Object(
  {
    uuid: UuidOut,
    name: withExample(TextOut, 'Main door'),
    gate: withExample(TextOut, 'North'),
    role: EnumOut(deviceRoles),
    ends_at: withExample(NullableDateTimeOut, null),
    events: Type.Unsafe<string[] | null>({ ...Type.Array(UuidOut), type: ['array', 'null'] }),
    state: EnumOut(deviceStates),
    claimed: withExample(BooleanOut, false),
    archived: withExample(BooleanOut, false),
    paired_at: withExample(NullableDateTimeOut, null),
    last_seen_at: withExample(NullableDateTimeOut, null),
  },
  { title: 'Device' },
)

export const MadeDeviceOut = Type.Object(
  {
    ...DeviceOut.properties,
    pairing_url: withExample(
      NullableTextOut,
      'https://le-bikini.example.org/scan/Qm9uam91ciBsZSBtb25kZSwgYyfDqXRhaXQgdW4/pair',
    ),
    pairing_expires_at: NullableDateTimeOut,
  },
  { title: 'MadeDevice' },
)

export const DeviceSpanIn = Type.Object({ from: DateTimeIn, until: DateTimeIn })
export const DeviceSpanOut = Type.Object({ undone: withExample(IntegerOut, 42) }, { title: 'ScansTakenBack' })

export const PairingCodeOut = Type.Object(
  {
    device: UuidOut,
    name: withExample(TextOut, 'Main door'),
    pairing_url: withExample(
      TextOut,
      'https://le-bikini.example.org/scan/Qm9uam91ciBsZSBtb25kZSwgYyfDqXRhaXQgdW4/pair',
    ),
    pairing_expires_at: DateTimeOut,
  },
  { title: 'PairingCode' },
)

/** The settings that were sent, in our words. */
export function readDeviceSettings(
  { gate, role, ends_at, events }: Static<typeof DeviceSettingsIn>,
  timeZone: string,
): Partial<Omit<DeviceSettings, 'name'>> {
  return defined({
    gate: gate === undefined ? undefined : (gate ?? ''),
    role: role ?? undefined,
    endsAt: ends_at == null ? ends_at : instant(ends_at, timeZone),
    eventIds: events == null ? events : [...new Set(events)],
  })
}

export function presentDevice(device: Device, now: Date): Static<typeof DeviceOut> {
  const { name, gate, role, endsAt, eventIds } = settingsOf(device)
  return {
    uuid: device.id,
    name,
    gate,
    role,
    ends_at: endsAt && formatDateTime(endsAt),
    events: eventIds && [...eventIds],
    state: deviceState(device, now),
    claimed: device.claimedAt !== null,
    archived: device.archivedAt !== null,
    paired_at: device.claimedAt && formatDateTime(device.claimedAt),
    last_seen_at: device.lastSeenAt && formatDateTime(device.lastSeenAt),
  }
}

/** @param offer null: its code was shown before, and is not kept */
export function presentMade(device: Device, offer: PairingOffer | null, now: Date): Static<typeof MadeDeviceOut> {
  return {
    ...presentDevice(device, now),
    pairing_url: offer?.pairingUrl ?? null,
    pairing_expires_at: offer && formatDateTime(offer.expiresAt),
  }
}

export function presentCode(offer: PairingOffer): Static<typeof PairingCodeOut> {
  return {
    device: offer.deviceId,
    name: offer.name,
    pairing_url: offer.pairingUrl,
    pairing_expires_at: formatDateTime(offer.expiresAt),
  }
}
