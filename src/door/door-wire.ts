import { Type } from 'typebox'
import type { Device } from '../features/device/device.ts'
import { deviceRoles } from '../features/device/device-settings.ts'
import type { DoorEvent } from '../features/door/door.ts'
import type { FoundTicket } from '../features/door/find-tickets.ts'
import type { Snapshot } from '../features/door/make-snapshot.ts'
import type { DoorConflict, DoorStats } from '../features/door/read-door-stats.ts'
import { numbersOf } from '../features/ticket/former-ticket-key.ts'
import { offlinePolicies } from '../features/event/event.ts'
import type { Conflict } from '../features/ticket/inside.queries.ts'
import { noteForDoor, type ScanConflict, scanResults, standings } from '../features/ticket/scan.ts'
import { formatDateTime } from '../lib/time.ts'
import { fieldsOf } from '../http/wire/answer-fields.ts'
import {
  BooleanOut,
  DateTimeOut,
  EnumOut,
  IntegerOut,
  NullableTextOut,
  TextOut,
  UuidOut,
  withExample,
} from '../http/wire/schemas.ts'

const exampleModulus =
  'u1SU1LfVLPHCozMxH2Mo4lgOEePzNm0tRgeLezV6ffAt0gunVTLw7onLRnrq0_IzW7yWR7QkrmBL7jTKEn5u-qKhbwKfBstIs-bMY2Zkp18gnTxKLxoS2tFczGkPLPgizskuemMghRniWaoLcyehkd3qqGElvW_VDL5AaWTg0nLVkjRo9z-40RQzuVaE8AkAFmxZzow3x-VJYKdjykkJ0iT9wCS0DRTXu269V264Vf_3jvredZiKRkgwlL9xNAwxXFg0x_XFw005UWVRIkdgcKWTjpBP2dPwVZ4WWC-9aGVd-Gyn1o0CLelf4rEjGoXbAAEgAqeGUxrcIlbjXfbcmw'
const exampleLookup = '3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
export const conflictCodes = [...scanResults.filter((result) => result !== 'admitted'), 'too_fast'] as const

/**
 * Names a conflict on the wire. `wrong_event` is also a scan by a device whose time is over, and one for an event that it did not have;
 * `outside_window` is also a scan days from its event: clients in the field know these codes (ADR 0182, 0228).
 */
export function presentConflict(conflict: ScanConflict): (typeof conflictCodes)[number] {
  if (conflict === 'untimely') return 'outside_window'
  return conflict === 'device_ended' || conflict === 'not_its_event' ? 'wrong_event' : conflict
}

const exampleTime = '2026-05-01T18:00:00.000000+00:00'

const ofEvent = fieldsOf<DoorEvent>()
export const doorEvent = ofEvent.object('DoorEvent', {
  uuid: ofEvent.uuid('id'),
  name: ofEvent.text('name', 'Nina Simone tribute'),
  datetime: ofEvent.moment('startsAt'),
  end_datetime: ofEvent.momentOrNull('endsAt', '2026-05-01T22:00:00.000000+00:00'),
  doors_open: ofEvent.momentOrNull('doorsOpenAt', exampleTime),
  doors_close: ofEvent.momentOrNull('doorsCloseAt', '2026-05-01T22:00:00.000000+00:00'),
  canceled: ofEvent.yesNo(({ cancelledAt }) => cancelledAt !== null),
  place: ofEvent.textOrNull('placeName', 'Le Bikini'),
  offline_policy: ofEvent.choice(offlinePolicies, 'offlinePolicy'),
})

const ofDevice = fieldsOf<Pick<Device, 'id' | 'name' | 'gate'>>()
const deviceFields = {
  uuid: ofDevice.uuid('id'),
  name: ofDevice.text('name', 'Main door'),
  gate: ofDevice.text('gate', 'North'),
}
const doorDevice = ofDevice.object('DoorDevice', deviceFields)

const ofOwnDevice = fieldsOf<Pick<Device, 'id' | 'name' | 'gate' | 'role' | 'endsAt'>>()
/** The device that asks. */
export const ownDevice = ofOwnDevice.part({
  ...deviceFields,
  role: ofOwnDevice.choice(deviceRoles, 'role'),
  ends_at: ofOwnDevice.momentOrNull('endsAt', '2026-05-02T02:00:00.000000+00:00'),
})

export const doorMessages = {
  events: 'Events of this device',
  snapshot: 'Snapshot of the event',
  batch: 'Scans received',
  search: 'Tickets found',
  list: 'Tickets of this device',
  undo: 'Scan undone',
  stats: 'State of the door',
  group: 'Group scanned',
} as const

const envelope = (message: string) => ({ success: BooleanOut, message: withExample(TextOut, message) })

export const EventsOut = Type.Object(
  {
    ...envelope(doorMessages.events),
    device: ownDevice.out,
    tenant: withExample(TextOut, 'Le Bikini'),
    time_zone: withExample(TextOut, 'Europe/Paris'),
    timestamp: DateTimeOut,
    events: Type.Array(doorEvent.out),
  },
  { title: 'DoorEvents' },
)

const FormerKeyOut = Type.Object({
  kid: UuidOut,
  n: withExample(TextOut, exampleModulus),
  e: withExample(TextOut, 'AQAB'),
})

export const SnapshotOut = Type.Object(
  {
    ...envelope(doorMessages.snapshot),
    event: doorEvent.out,
    keys: Type.Array(
      Type.Object({ kid: UuidOut, x: withExample(TextOut, '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo') }),
    ),
    former_keys: Type.Array(FormerKeyOut),
    former_keys_elsewhere: Type.Array(Type.Object({ ...FormerKeyOut.properties, event: UuidOut })),
    prices: Type.Array(
      Type.Object({
        uuid: UuidOut,
        price: withExample(TextOut, 'Full price'),
        product: withExample(TextOut, 'Ticket'),
        scan_note: withExample(NullableTextOut, 'Give the blue wristband.'),
      }),
    ),
    devices: Type.Array(doorDevice.out),
    tickets: Type.Array(
      Type.Object({
        lookup: withExample(TextOut, exampleLookup),
        ticket_hash: Type.Optional(withExample(TextOut, exampleLookup)),
        state: EnumOut(standings),
        price: IntegerOut,
        holder: withExample(TextOut, 'cGxhY2Vob2xkZXI'),
        scanned_at: Type.Optional(DateTimeOut),
        scanned_by: Type.Optional(UuidOut),
      }),
    ),
    total: IntegerOut,
    cursor: withExample(TextOut, 'NzI5MSAgOTMxIA'),
    more: BooleanOut,
  },
  { title: 'Snapshot' },
)

const ofConflict = fieldsOf<Conflict>()
const conflict = ofConflict.part({
  scan_uuid: ofConflict.uuid('scanId'),
  code: ofConflict.choice(conflictCodes, ({ conflict }) => presentConflict(conflict)),
  scanned_by: ofConflict.uuidOrNull('deviceId'),
  scanned_at: ofConflict.moment('scannedAt', exampleTime),
})

const ofTicket = fieldsOf<FoundTicket>()
export const doorTicket = ofTicket.object('DoorTicket', {
  uuid: ofTicket.uuid('id'),
  reservation: ofTicket.uuid('reservationId'),
  event: ofTicket.text('eventName', 'Nina Simone tribute'),
  event_uuid: ofTicket.uuid('eventId'),
  first_name: ofTicket.text('firstName', 'Ada'),
  last_name: ofTicket.text('lastName', 'Lovelace'),
  price: ofTicket.text('priceName', 'Full price'),
  product: ofTicket.text('productName', 'Ticket'),
  seat: ofTicket.text('seat', 'L'),
  scan_note: ofTicket.textOrNull('scanNote', 'Give the blue wristband.'),
  state: ofTicket.choice(standings, 'standing'),
  given_away: ofTicket.yesNo('isGivenAway', false),
  scanned_by: ofTicket.uuidOrNull('scannedByDeviceId'),
  scanned_at: ofTicket.momentOrNull('scannedAt', exampleTime),
  /** The people who were let in without network, in addition to the one that the ticket stands for. */
  conflicts: ofTicket.each(conflict, 'conflicts'),
})

export const DoorTicketsOut = (title: string, message: string) =>
  Type.Object(
    {
      ...envelope(message),
      tickets: Type.Array(doorTicket.out),
      /** Where the next page begins; null: this was the last page. */
      cursor: withExample(NullableTextOut, 'MDE5N2EzYzI'),
    },
    { title },
  )

const ofCount = fieldsOf<DoorStats['devices'][number]>()
const deviceCount = ofCount.part({
  uuid: ofCount.uuid('deviceId'),
  name: ofCount.text('name', 'Main door'),
  gate: ofCount.text('gate', 'North'),
  inside: ofCount.integer('inside', 40),
})

const ofConflictAtDoor = fieldsOf<DoorConflict>()
const conflictAtDoor = ofConflictAtDoor.part({
  ticket_uuid: ofConflictAtDoor.uuidOrNull('ticketId'),
  scan_uuid: ofConflictAtDoor.uuid('scanId'),
  code: ofConflictAtDoor.choice(conflictCodes, ({ conflict }) => presentConflict(conflict)),
  scanned_by: ofConflictAtDoor.uuidOrNull('deviceId'),
  scanned_at: ofConflictAtDoor.moment('scannedAt', exampleTime),
  prior_scanned_by: ofConflictAtDoor.uuidOrNull('priorDeviceId'),
  prior_scanned_at: ofConflictAtDoor.momentOrNull('priorScannedAt', exampleTime),
})

const GateOut = Type.Object({ gate: withExample(TextOut, 'North'), inside: withExample(IntegerOut, 80) })
const ofStats = fieldsOf<DoorStats>()
export const stats = ofStats.object('DoorStats', {
  success: ofStats.yesNo(() => true),
  message: ofStats.text(() => doorMessages.stats, doorMessages.stats),
  event: ofStats.one(doorEvent, 'event'),
  expected: ofStats.integer('expected', 300),
  inside: ofStats.integer('inside', 120),
  gates: ofStats.value(Type.Array(GateOut), ({ devices }) =>
    [...Map.groupBy(devices, ({ gate }) => gate)].map(([gate, at]) => ({
      gate,
      inside: at.reduce((sum, device) => sum + device.inside, 0),
    })),
  ),
  devices: ofStats.each(deviceCount, 'devices'),
  conflicts: ofStats.each(conflictAtDoor, 'conflicts'),
})

export const UndoneOut = Type.Object(envelope(doorMessages.undo), { title: 'ScanUndone' })

/** Presents a snapshot. `price` of a ticket is its place in `prices`, so that 50,000 rows stay small. */
export function presentSnapshot(snapshot: Snapshot): Type.Static<typeof SnapshotOut> {
  const places = new Map(snapshot.prices.map(({ id }, place) => [id, place]))
  return {
    success: true,
    message: doorMessages.snapshot,
    event: doorEvent.present(snapshot.event),
    keys: snapshot.keys.map(({ id, publicKey }) => ({ kid: id, x: publicKey.toString('base64url') })),
    former_keys: snapshot.formerKeys.map(({ id, publicKey }) => ({ kid: id, ...numbersOf(publicKey) })),
    former_keys_elsewhere: snapshot.formerKeysElsewhere.map(({ id, eventId, publicKey }) => ({
      kid: id,
      ...numbersOf(publicKey),
      event: eventId,
    })),
    prices: snapshot.prices.map((price) => ({
      uuid: price.id,
      price: price.priceName,
      product: price.productName,
      scan_note: noteForDoor(price.productNote, price.priceNote),
    })),
    devices: snapshot.devices.map(doorDevice.present),
    tickets: snapshot.rows.map(({ lookup, ticketHash, standing, priceId, holder, scannedAt, scannedByDeviceId }) => ({
      lookup: lookup.toString('base64url'),
      ...(ticketHash === null ? {} : { ticket_hash: ticketHash.toString('base64url') }),
      state: standing,
      price: places.get(priceId) ?? -1,
      holder,
      ...(scannedAt === null ? {} : { scanned_at: formatDateTime(scannedAt) }),
      ...(scannedByDeviceId === null ? {} : { scanned_by: scannedByDeviceId }),
    })),
    total: snapshot.total,
    cursor: snapshot.cursor,
    more: snapshot.more,
  }
}
