import { type Static, Type } from 'typebox'
import type { Context } from '../context.ts'
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
import { defined } from '../http/wire/defined.ts'
import { instant } from '../http/wire/instant.ts'
import {
  ArrayIn,
  DateTimeIn,
  EnumIn,
  IntegerOut,
  Maybe,
  Text,
  UuidIn,
  UuidOut,
  withExample,
} from '../http/wire/schemas.ts'
import { fieldsOf } from '../http/wire/answer-fields.ts'
import { KeyHeader } from '../http/repeat-wire.ts'

const DeviceName = Text({ max: longestDeviceName, example: 'Main door' })

const settingsFields = {
  gate: Maybe(Text({ max: longestDeviceName, example: 'North' })),
  role: Maybe(EnumIn(deviceRoles)),
  ends_at: Maybe(withExample(DateTimeIn, '2099-05-02T02:00:00+02:00')),
  events: Type.Optional(
    Type.Unsafe<string[] | null>({ ...ArrayIn(UuidIn, { min: 1, max: mostDeviceEvents }), type: ['array', 'null'] }),
  ),
}
const DeviceSettingsIn = Type.Object(settingsFields)

export const DeviceIn = Type.Object({ name: DeviceName, ...settingsFields }, { title: 'DeviceCreation' })
export const DevicesIn = Type.Object(
  { names: ArrayIn(DeviceName, { min: 1, max: mostDevicesAtOnce }), ...settingsFields },
  { title: 'ManyDevicesCreation' },
)
export const DeviceChange = Type.Partial(DeviceIn, { title: 'DeviceChange' })

export const DeviceHeaders = Type.Object({
  'Idempotency-Key': KeyHeader(
    'A repeat with the same key makes nothing more, whenever it comes: it gets the devices without their codes. With anything else it is refused.',
  ),
})

const examplePairing = 'https://le-bikini.example.org/scan/Qm9uam91ciBsZSBtb25kZSwgYyfDqXRhaXQgdW4/pair'

/** A device is in one state or another by what time it is. */
type AtMoment = { readonly context: Pick<Context, 'now'> }

const ofDevice = fieldsOf<Device, AtMoment>()
const deviceFields = {
  uuid: ofDevice.uuid('id'),
  name: ofDevice.text('name', 'Main door'),
  gate: ofDevice.text('gate', 'North'),
  role: ofDevice.choice(deviceRoles, (row) => settingsOf(row).role),
  ends_at: ofDevice.momentOrNull('endsAt', null),
  events: ofDevice.value(
    Type.Unsafe<string[] | null>({ ...Type.Array(UuidOut), type: ['array', 'null'] }),
    ({ eventIds }) => eventIds && [...eventIds],
  ),
  state: ofDevice.choice(deviceStates, (row, { context }) => deviceState(row, context.now())),
  claimed: ofDevice.yesNo(({ claimedAt }) => claimedAt !== null, false),
  archived: ofDevice.yesNo(({ archivedAt }) => archivedAt !== null, false),
  paired_at: ofDevice.momentOrNull('claimedAt', null),
  last_seen_at: ofDevice.momentOrNull('lastSeenAt', null),
}
export const device = ofDevice.object('Device', deviceFields)

/** Its offer is null where its code was shown before, which is not kept. */
const ofMade = fieldsOf<Device & { readonly offer: PairingOffer | null }, AtMoment>()
export const madeDevice = ofMade.object('MadeDevice', {
  ...deviceFields,
  pairing_url: ofMade.textOrNull(({ offer }) => offer?.pairingUrl ?? null, examplePairing),
  pairing_expires_at: ofMade.momentOrNull(({ offer }) => offer?.expiresAt ?? null),
})

export const DeviceSpanIn = Type.Object(
  { from: DateTimeIn, until: withExample(DateTimeIn, '2026-05-01T21:30:00+02:00') },
  { title: 'DeviceScansMistake' },
)
export const DeviceSpanOut = Type.Object({ undone: withExample(IntegerOut, 42) }, { title: 'ScansTakenBack' })

const ofOffer = fieldsOf<PairingOffer>()
export const pairingCode = ofOffer.object('PairingCode', {
  device: ofOffer.uuid('deviceId'),
  name: ofOffer.text('name', 'Main door'),
  pairing_url: ofOffer.text('pairingUrl', examplePairing),
  pairing_expires_at: ofOffer.moment('expiresAt'),
})

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
