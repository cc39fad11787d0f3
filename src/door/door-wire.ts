import { Type } from 'typebox'
import type { DoorEvent } from '../features/door/door.ts'
import type { FoundTicket } from '../features/door/find-tickets.ts'
import type { Snapshot } from '../features/door/make-snapshot.ts'
import type { DoorStats } from '../features/door/read-door-stats.ts'
import { numbersOf } from '../features/ticket/former-ticket-key.ts'
import { offlinePolicies } from '../features/event/event.ts'
import { noteForDoor, type ScanConflict, scanResults, standings } from '../features/ticket/scan.ts'
import { formatDateTime } from '../lib/time.ts'
import {
  BooleanOut,
  DateTimeOut,
  EnumOut,
  IntegerOut,
  NullableDateTimeOut,
  NullableTextOut,
  NullableUuidOut,
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

export const DoorEventOut = Type.Object(
  {
    uuid: UuidOut,
    name: withExample(TextOut, 'Nina Simone tribute'),
    datetime: DateTimeOut,
    end_datetime: withExample(NullableDateTimeOut, '2026-05-01T22:00:00.000000+00:00'),
    doors_open: withExample(NullableDateTimeOut, exampleTime),
    doors_close: withExample(NullableDateTimeOut, '2026-05-01T22:00:00.000000+00:00'),
    canceled: BooleanOut,
    place: withExample(NullableTextOut, 'Le Bikini'),
    offline_policy: EnumOut(offlinePolicies),
  },
  { title: 'DoorEvent' },
)

export const DoorDeviceOut = Type.Object(
  { uuid: UuidOut, name: withExample(TextOut, 'Main door'), gate: withExample(TextOut, 'North') },
  { title: 'DoorDevice' },
)

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
    device: Type.Object({
      ...DoorDeviceOut.properties,
      role: EnumOut(['steward', 'supervisor'] as const),
      ends_at: withExample(NullableDateTimeOut, '2026-05-02T02:00:00.000000+00:00'),
    }),
    tenant: withExample(TextOut, 'Le Bikini'),
    time_zone: withExample(TextOut, 'Europe/Paris'),
    timestamp: DateTimeOut,
    events: Type.Array(DoorEventOut),
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
    event: DoorEventOut,
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
    devices: Type.Array(DoorDeviceOut),
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

export const DoorTicketOut = Type.Object(
  {
    uuid: UuidOut,
    reservation: UuidOut,
    event: withExample(TextOut, 'Nina Simone tribute'),
    event_uuid: UuidOut,
    first_name: withExample(TextOut, 'Ada'),
    last_name: withExample(TextOut, 'Lovelace'),
    price: withExample(TextOut, 'Full price'),
    product: withExample(TextOut, 'Ticket'),
    seat: withExample(TextOut, 'L'),
    scan_note: withExample(NullableTextOut, 'Give the blue wristband.'),
    state: EnumOut(standings),
    scanned_by: NullableUuidOut,
    scanned_at: withExample(NullableDateTimeOut, exampleTime),
    /** The people who were let in without network, in addition to the one that the ticket stands for. */
    conflicts: Type.Array(
      Type.Object({
        scan_uuid: UuidOut,
        code: EnumOut(conflictCodes),
        scanned_by: NullableUuidOut,
        scanned_at: withExample(DateTimeOut, exampleTime),
      }),
    ),
  },
  { title: 'DoorTicket' },
)

export const DoorTicketsOut = (title: string, message: string) =>
  Type.Object(
    {
      ...envelope(message),
      tickets: Type.Array(DoorTicketOut),
      /** Where the next page begins; null: this was the last page. */
      cursor: withExample(NullableTextOut, 'MDE5N2EzYzI'),
    },
    { title },
  )

export const StatsOut = Type.Object(
  {
    ...envelope(doorMessages.stats),
    event: DoorEventOut,
    expected: withExample(IntegerOut, 300),
    inside: withExample(IntegerOut, 120),
    gates: Type.Array(Type.Object({ gate: withExample(TextOut, 'North'), inside: withExample(IntegerOut, 80) })),
    devices: Type.Array(Type.Object({ ...DoorDeviceOut.properties, inside: withExample(IntegerOut, 40) })),
  },
  { title: 'DoorStats' },
)

export const UndoneOut = Type.Object(envelope(doorMessages.undo), { title: 'ScanUndone' })

export function presentDoorEvent(event: DoorEvent): Type.Static<typeof DoorEventOut> {
  const time = (at: Date | null) => (at === null ? null : formatDateTime(at))
  return {
    uuid: event.id,
    name: event.name,
    datetime: formatDateTime(event.startsAt),
    end_datetime: time(event.endsAt),
    doors_open: time(event.doorsOpenAt),
    doors_close: time(event.doorsCloseAt),
    canceled: event.cancelledAt !== null,
    place: event.placeName,
    offline_policy: event.offlinePolicy,
  }
}

/** Presents a snapshot. `price` of a ticket is its place in `prices`, so that 50,000 rows stay small. */
export function presentSnapshot(snapshot: Snapshot): Type.Static<typeof SnapshotOut> {
  const places = new Map(snapshot.prices.map(({ id }, place) => [id, place]))
  return {
    success: true,
    message: doorMessages.snapshot,
    event: presentDoorEvent(snapshot.event),
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
    devices: snapshot.devices.map(({ id, name, gate }) => ({ uuid: id, name, gate })),
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

export function presentDoorTicket(ticket: FoundTicket): Type.Static<typeof DoorTicketOut> {
  return {
    uuid: ticket.id,
    reservation: ticket.reservationId,
    event: ticket.eventName,
    event_uuid: ticket.eventId,
    first_name: ticket.firstName,
    last_name: ticket.lastName,
    price: ticket.priceName,
    product: ticket.productName,
    seat: ticket.seat,
    scan_note: ticket.scanNote,
    state: ticket.standing,
    scanned_by: ticket.scannedByDeviceId,
    scanned_at: ticket.scannedAt === null ? null : formatDateTime(ticket.scannedAt),
    conflicts: ticket.conflicts.map(({ scanId, conflict, deviceId, scannedAt }) => ({
      scan_uuid: scanId,
      code: presentConflict(conflict),
      scanned_by: deviceId,
      scanned_at: formatDateTime(scannedAt),
    })),
  }
}

export function presentStats({ event, expected, inside, devices }: DoorStats): Type.Static<typeof StatsOut> {
  const gates = Map.groupBy(devices, ({ gate }) => gate)
  return {
    success: true,
    message: doorMessages.stats,
    event: presentDoorEvent(event),
    expected,
    inside,
    gates: [...gates].map(([gate, at]) => ({ gate, inside: at.reduce((sum, device) => sum + device.inside, 0) })),
    devices: devices.map(({ deviceId, name, gate, inside: admitted }) => ({
      uuid: deviceId,
      name,
      gate,
      inside: admitted,
    })),
  }
}
