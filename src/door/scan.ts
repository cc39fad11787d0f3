import { Type } from 'typebox'
import { requireLiveDevice } from '../features/device/device-keys.ts'
import { handOutAtDoor } from '../features/reservation/hand-out-at-door.ts'
import { mostPlaces } from '../features/reservation/places.ts'
import { checkTicket } from '../features/ticket/check-ticket.ts'
import { scanTicket } from '../features/ticket/scan-ticket.ts'
import { formatDateTime, parseDateTime } from '../lib/time.ts'
import { section } from '../http/section.ts'
import {
  AcceptLanguage,
  BooleanOut,
  DateTimeIn,
  DateTimeOut,
  IntegerIn,
  Maybe,
  Seldom,
  TextOut,
  UuidIn,
  UuidOut,
  withExample,
} from '../http/wire/schemas.ts'
import { CheckOut, HandedOut, presentCheck, presentHandedOut, presentScan, QrCodeData, ScanOut } from './scan-wire.ts'

const keyIsValid = 'API key is valid'

const DeviceInfo = Type.Object(
  {
    uuid: UuidOut,
    name: withExample(TextOut, 'Main door'),
    claimed: BooleanOut,
    archived: withExample(BooleanOut, false),
  },
  { title: 'DeviceInfo' },
)

const TestOut = Type.Object(
  {
    success: BooleanOut,
    message: withExample(TextOut, keyIsValid),
    device_info: DeviceInfo,
    scan_app: DeviceInfo,
    server_info: Type.Object({
      tenant: withExample(TextOut, 'Le Bikini'),
      domain: withExample(TextOut, 'le-bikini.example.org'),
      timestamp: DateTimeOut,
    }),
  },
  { title: 'DeviceKeyTest' },
)

const ScanHeaders = Type.Object({ 'Accept-Language': AcceptLanguage })

const scanning = section({ tag: 'Scanning', url: '/scan/', access: { kind: 'device' } })

/** The routes that devices at the door call (docs/interface/scanning.md). */
export const registerScanning = scanning.register

// Clients use either name, and read the device in either field.
for (const [path, operationId, summary] of [
  ['test_api/', 'testDeviceKey', 'Test the key of a device'],
  ['check_api_scan/', 'checkDeviceKey', 'Test the key of a device, by its other name'],
] as const) {
  scanning.get(path, {
    operationId,
    summary,
    response: { 200: TestOut },
    handler: async ({ context, tenant, request, inTenant }) => {
      const device = await inTenant((tx) => requireLiveDevice(tx, request.device, context.now()))
      const info = {
        uuid: device.id,
        name: device.name,
        claimed: device.claimedAt !== null,
        archived: device.archivedAt !== null,
      }
      return {
        success: true,
        message: keyIsValid,
        device_info: info,
        scan_app: info,
        server_info: {
          tenant: tenant.organisation,
          domain: new URL(context.urls.base(tenant.host)).hostname,
          timestamp: formatDateTime(context.now()),
        },
      }
    },
  })
}
scanning.post('check_ticket/', {
  operationId: 'checkTicket',
  summary: 'Describe a ticket without changing it',
  headers: ScanHeaders,
  body: Type.Object({ qrcode_data: QrCodeData }, { title: 'TicketToCheck' }),
  response: { 200: CheckOut },
  handler: async ({ context, tenant, language, body, request }) =>
    presentCheck(await checkTicket(context, tenant.id, request.device, body.qrcode_data), language),
})

scanning.post('ticket/', {
  operationId: 'scanTicket',
  refuses: ['nonce_reused'],
  summary: 'Let a ticket in',
  headers: ScanHeaders,
  body: Type.Object(
    { qrcode_data: QrCodeData, event_uuid: Maybe(UuidIn), nonce: Maybe(UuidIn), scanned_at: Seldom(DateTimeIn) },
    { title: 'TicketToScan' },
  ),
  response: { 200: ScanOut },
  handler: async ({ context, tenant, language, body, request }) => {
    const outcome = await scanTicket(context, tenant.id, request.device, {
      qrCodeData: body.qrcode_data,
      eventId: body.event_uuid ?? null,
      nonce: body.nonce ?? null,
      scannedAt: body.scanned_at ? parseDateTime(body.scanned_at, tenant.timeZone) : null,
    })
    return presentScan(outcome, language)
  },
})

scanning.post('hand_out/', {
  operationId: 'handOutAtDoor',
  refuses: ['invalid_transition', 'already_handed_out', 'nonce_reused'],
  summary: 'Hand out things to whoever shows a ticket',
  description:
    '`quantity` of one of the `things` that the check of the ticket names. A repeat with the same `nonce` hands out nothing more.',
  headers: ScanHeaders,
  body: Type.Object(
    {
      qrcode_data: QrCodeData,
      thing: UuidIn,
      quantity: IntegerIn({ min: 1, max: mostPlaces, example: 1 }),
      nonce: Maybe(UuidIn),
    },
    { title: 'DoorHandOut' },
  ),
  response: { 200: HandedOut },
  handler: async ({ context, tenant, body, request }) =>
    presentHandedOut(
      await handOutAtDoor(context, tenant.id, request.device, {
        qrCodeData: body.qrcode_data,
        thingId: body.thing,
        quantity: body.quantity,
        nonce: body.nonce ?? null,
      }),
    ),
})
