import { Type } from 'typebox'
import type { ScanOutcome } from '../features/ticket/explain-scans.ts'
import { type ScanResult, type SeenTicket, scanResults, type TicketView } from '../features/ticket/scan.ts'
import { freeSeating } from '../features/ticket/ticket.ts'
import type { Thing } from '../features/ticket/thing.ts'
import type { Language } from '../lib/language.ts'
import { formatDateTime } from '../lib/time.ts'
import { thing } from '../http/wire/thing.ts'
import { scanTexts } from '../messages/interface/scan.ts'
import {
  BooleanOut,
  DateTimeOut,
  EnumOut,
  IntegerOut,
  NullableUuidOut,
  TextOut,
  UuidOut,
  withExample,
} from '../http/wire/schemas.ts'

/** A code as `<base64_data>:<signature>`. The use case checks its form, since a wrong one has an error code of its own. */
export const QrCodeData = Type.Unsafe<string>({
  type: 'string',
  examples: ['eyJ1dWlkIjoiMDE5N2EzYzItNmMxZS03ZDRiLTlhNTEtM2YwZDVjOGUyYjEwIn0:bXlTaWduYXR1cmU'],
})

/** The messages, in English in every language: clients in the field compare them (docs/interface/scanning.md, "Messages"). */
export const scanMessages = {
  admitted: 'Ticket successfully scanned',
  already_scanned: 'Ticket already scanned',
  wrong_event: 'Ticket is for another event',
  canceled: 'Ticket canceled',
  unpaid: 'Ticket not paid',
  not_active: 'Ticket not active',
  outside_window: 'Doors not open for this event',
} as const satisfies Record<ScanResult, string>

const ticketRetrieved = 'Ticket information retrieved'

const thingsHandedOut = 'Things handed out'

/** The fields of a ticket: `scan_note` only where the product or the price has one, `seat` only where it is numbered. */
const ticketFields = {
  uuid: UuidOut,
  status: TextOut,
  event: TextOut,
  first_name: TextOut,
  last_name: TextOut,
  price: TextOut,
  product: TextOut,
  seat: Type.Optional(withExample(TextOut, 'B12')),
  scan_note: Type.Optional(withExample(TextOut, 'Give the blue wristband.')),
}

export const ReservationSummaryOut = Type.Object(
  { uuid: UuidOut, tickets_count: IntegerOut },
  { title: 'ReservationSummary' },
)

const exampleTicket = {
  uuid: '0197a3c2-6c1e-7d4b-9a51-3f0d5c8e2b10',
  event: 'Nina Simone tribute',
  first_name: 'Ada',
  last_name: 'Lovelace',
  price: 'Full price',
  product: 'Ticket',
}

const exampleThing = {
  uuid: '0197a3c2-6a07-7c52-8e3d-94b1f60c7d22',
  product: 'T-shirt',
  price: 'L',
  quantity: 2,
  handed_out: 0,
  left: 2,
}

const exampleReservation = { uuid: '0197a3c2-6a07-7c52-8e3d-94b1f60c7d21', tickets_count: 2 }

export const CheckOut = Type.Object(
  {
    success: BooleanOut,
    message: TextOut,
    ticket: Type.Object({
      ...ticketFields,
      event_datetime: DateTimeOut,
      is_scanned: BooleanOut,
      scanned_by: NullableUuidOut,
    }),
    reservation: ReservationSummaryOut,
    things: Type.Array(thing.out),
  },
  {
    title: 'CheckedTicket',
    examples: [
      {
        success: true,
        message: ticketRetrieved,
        ticket: {
          ...exampleTicket,
          status: scanTexts.en.ticketStatus.not_scanned,
          event_datetime: '2026-05-01T20:30:00.000000+00:00',
          is_scanned: false,
          scanned_by: null,
        },
        reservation: exampleReservation,
        things: [exampleThing],
      },
    ],
  },
)

/** The answer to a hand-out: what is left of the booking's things. */
export const HandedOut = Type.Object(
  { success: BooleanOut, message: withExample(TextOut, thingsHandedOut), things: Type.Array(thing.out) },
  { title: 'HandedOut' },
)

/** An example of what the phone shows when somebody may enter: without the fields of a refusal. */
const admittedExample = {
  success: true,
  message: scanMessages.admitted,
  detail: scanTexts.en.detail.admitted,
  ticket: { ...exampleTicket, status: scanTexts.en.ticketStatus.scanned },
  reservation: exampleReservation,
}

const turnedAwayCodes = scanResults.filter((result) => result !== 'admitted')

/**
 * The answer to a scan: `code` and `error` only when the person may not enter; then, of a ticket that was scanned before, `scanned_by` and
 * `scanned_at`, and of one for another event, when that is.
 */
export const ScanOut = Type.Object(
  {
    success: BooleanOut,
    message: TextOut,
    code: Type.Optional(EnumOut(turnedAwayCodes)),
    error: Type.Optional(TextOut),
    detail: TextOut,
    ticket: Type.Object({
      ...ticketFields,
      event_datetime: Type.Optional(DateTimeOut),
      scanned_by: Type.Optional(NullableUuidOut),
      scanned_at: Type.Optional(DateTimeOut),
    }),
    reservation: ReservationSummaryOut,
  },
  { title: 'Scan', examples: [admittedExample] },
)

export function presentCheck(
  { ticket, things }: { readonly ticket: SeenTicket; readonly things: readonly Thing[] },
  language: Language,
): Type.Static<typeof CheckOut> {
  return {
    success: true,
    message: ticketRetrieved,
    ticket: {
      ...presentTicket(ticket, language),
      event_datetime: formatDateTime(ticket.startsAt),
      is_scanned: ticket.status === 'scanned',
      scanned_by: ticket.scannedByDeviceId,
    },
    reservation: presentReservation(ticket),
    things: things.map(thing.present),
  }
}

export function presentHandedOut(things: readonly Thing[]): Type.Static<typeof HandedOut> {
  return { success: true, message: thingsHandedOut, things: things.map(thing.present) }
}

export function presentScan({ result, ticket }: ScanOutcome, language: Language): Type.Static<typeof ScanOut> {
  const message = scanMessages[result]
  return {
    success: result === 'admitted',
    message,
    ...(result === 'admitted' ? {} : { code: result, error: message }),
    detail: scanTexts[language].detail[result],
    ticket: {
      ...presentTicket(ticket, language),
      ...(result === 'already_scanned' ? presentEarlierScan(ticket) : {}),
      ...(result === 'wrong_event' ? { event_datetime: formatDateTime(ticket.startsAt) } : {}),
    },
    reservation: presentReservation(ticket),
  }
}

function presentTicket(ticket: TicketView, language: Language) {
  return {
    uuid: ticket.id,
    status: scanTexts[language].ticketStatus[ticket.status],
    event: ticket.eventName,
    first_name: ticket.firstName,
    last_name: ticket.lastName,
    price: ticket.priceName,
    product: ticket.productName,
    ...(ticket.seat === freeSeating ? {} : { seat: ticket.seat }),
    ...(ticket.scanNote === null ? {} : { scan_note: ticket.scanNote }),
  }
}

function presentEarlierScan(ticket: TicketView) {
  return {
    scanned_by: ticket.scannedByDeviceId,
    ...(ticket.scannedAt === null ? {} : { scanned_at: formatDateTime(ticket.scannedAt) }),
  }
}

function presentReservation(ticket: TicketView) {
  return { uuid: ticket.reservationId, tickets_count: ticket.reservationTicketCount }
}
