import { Type } from 'typebox'
import { orNotFound } from '../errors.ts'
import { may } from '../features/account/actor.ts'
import { changeTicket, versionOf } from '../features/reservation/change-ticket.ts'
import { findReservation } from '../features/reservation/reservation.queries.ts'
import { makeTicketDocument } from '../features/ticket/make-ticket-document.ts'
import {
  countDoorTickets,
  findTicket,
  type ListedTicket,
  listCurrentEventIds,
  listDoorTickets,
} from '../features/ticket/ticket.queries.ts'
import { makeQrCodes } from '../features/ticket/tickets-in-hand.ts'
import { undoScan } from '../features/ticket/undo-scan.ts'
import { isUuid } from '../lib/text.ts'
import { currentDay } from '../lib/time.ts'
import { needs } from '../http/route.ts'
import { sendDocument } from '../http/send-document.ts'
import { Maybe, Seldom, Text, TextOut, UuidIn, withExample } from '../http/wire/schemas.ts'
import { letterOfTicket } from '../http/wire/status-letters.ts'
import { fieldsOf } from '../http/wire/answer-fields.ts'
import { answerList } from './answer-list.ts'
import { byCode } from './by-code.ts'
import { type Caller, collection } from './collection.ts'
import { FileOut } from './file-wire.ts'
import { byId, type ListKeys, listOffer, usualBatchRows } from './list-offer.ts'
import { NameIn, readName } from './name-wire.ts'

/** With the text of its QR code; null: it opens no door, or the caller may not read it. */
type ToldTicket = ListedTicket & { readonly qrCodeData: string | null }

const ofTicket = fieldsOf<ToldTicket>()
const ticket = ofTicket.object('Ticket', {
  uuid: ofTicket.uuid('id'),
  event: ofTicket.uuid('eventId'),
  reservation: ofTicket.uuid('reservationId'),
  product: ofTicket.uuid('productId'),
  price: ofTicket.uuid('priceId'),
  first_name: ofTicket.text('firstName', 'Ada'),
  last_name: ofTicket.text('lastName', 'Lovelace'),
  status: ofTicket.choice(
    Object.values(letterOfTicket),
    ({ status }) => letterOfTicket[status],
    letterOfTicket.not_scanned,
  ),
  seat: ofTicket.text('seat', 'B12'),
  options: ofTicket.value(Type.Array(withExample(TextOut, 'Wheelchair place')), ({ options }) => [...options]),
  cancelled_at: ofTicket.momentOrNull('cancelledAt', null),
  qrcode_data: ofTicket.textOrNull('qrCodeData', null),
})

const tickets = collection({
  tag: 'Tickets',
  url: '/api/ticket/',
  access: needs('ticket:read', 'door_list'),
  writes: needs('ticket:write', 'reservations'),
  ...ticket,
  read: readTicket,
})

/** Lists of tickets, and changes of their names and seats (docs/interface/tickets.md). */
export const registerTickets = tickets.register

/** Event by event, and within each in the order they were made. */
const byEvent: ListKeys<ToldTicket> = {
  of: ({ eventId, id }) => [eventId, id],
  toText: ([eventId = '', id = '']) => `${eventId} ${id}`,
  fromText(text) {
    const [eventId, id] = text.split(' ')
    return isUuid(eventId) && isUuid(id) ? [eventId, id] : null
  },
  batchRows: usualBatchRows,
}

const offer = listOffer({
  filters: { event: Type.Optional(UuidIn) },
  dates: 'was made',
  statuses: byCode(letterOfTicket),
  sorts: { event: byEvent, created: byId },
  usual: 'event',
})

tickets.get('', {
  operationId: 'listTickets',
  summary: 'List the tickets of the current day',
  description:
    'Tickets K and S, or those of the statuses that are named, of the events that start between 04:00 and 04:00 in the time zone of the organisation, or still go on; or of the event that is named.',
  query: offer.query,
  response: { 200: Type.Array(ticket.out) },
  handler: async (call) => {
    const { context, inTenant, tenant, query } = call
    const eventIds = await inTenant(async (tx) => {
      if (query.event !== undefined) return [query.event]
      const now = context.now()
      return listCurrentEventIds(tx, { ...currentDay(now, tenant.timeZone), now })
    })
    return answerList(call, offer, {
      item: ticket.out,
      present: ticket.present,
      next: async (page) => withCodes(call, await inTenant((tx) => listDoorTickets(tx, eventIds, page))),
      count: (narrowing) => inTenant((tx) => countDoorTickets(tx, eventIds, narrowing)),
    })
  },
})

tickets.one({ summary: 'Read one ticket' })

tickets.change({
  refuses: ['seat_taken', 'changed_meanwhile', 'invalid_transition'],
  summary: 'Change the name or the seat of a ticket',
  description:
    'Changes the fields that are sent; a seat that is null is free seating. The code stays, and whoever has the ticket keeps it. One that was cancelled is refused with `invalid_transition`, and with `changed_meanwhile` what somebody else changed at the same moment.',
  body: Type.Object({ ...NameIn, seat: Maybe(Text({ max: 20, example: 'B12' })) }, { title: 'TicketChange' }),
  work: async (call) => {
    const { context, id, tenant, actor, body } = call
    const found = await readTicket(id, call)
    const wanted = { ...readName(body, found), seat: body.seat === undefined ? found.seat : (body.seat ?? '') }
    const { reservationId } = found
    await changeTicket(context, tenant, actor, { reservationId, ticketId: id, seen: versionOf(found), wanted })
  },
})

tickets.act(':uuid/undo/', {
  operationId: 'undoTicketScan',
  refuses: ['invalid_transition'],
  summary: 'Take the scan of a ticket back',
  description:
    'Somebody was let in by mistake, or never came in: they are no longer counted as inside, and the ticket can be scanned again. `scan_uuid` names one scan of the log, such as one that was a conflict; without it the one that the ticket stands for. The reason is kept. What was not scanned, or undone already, is refused with `invalid_transition`.',
  body: Type.Object(
    { reason: Text({ max: 200, multiline: true, example: 'Went out again' }), scan_uuid: Seldom(UuidIn) },
    { title: 'TicketScanMistake' },
  ),
  handler: async ({ context, id, inTenant, tenant, actor, body }) => {
    await undoScan(context, tenant, actor, { ticketId: id, scanId: body.scan_uuid ?? null, reason: body.reason })
    // An answer is kept for a day where the request has a key: not with what opens the door.
    return { ...orNotFound(await inTenant((tx) => findTicket(tx, id))), qrCodeData: null }
  },
})

tickets.get('/api/reservations/:uuid/tickets.pdf', {
  tag: 'Reservations',
  access: needs('reservation:write', 'reservations'),
  operationId: 'downloadTickets',
  summary: 'The tickets of a reservation, to print',
  description:
    'A page each, with the code that opens the door: so it takes the right to sell. 404 while there are none, before it is paid or confirmed.',
  response: { 200: FileOut('pdf') },
  handler: async ({ context, id, inTenant, tenant, reply }) => {
    const found = await inTenant((tx) => findReservation(tx, id))
    return sendDocument(reply, found && (await makeTicketDocument(context, tenant.id, found.id, found.language)))
  },
})

/** @throws AppError not_found */
async function readTicket(id: string, caller: Caller): Promise<ToldTicket> {
  const found = orNotFound(await caller.inTenant((tx) => findTicket(tx, id)))
  const [told] = await withCodes(caller, [found])
  return orNotFound(told)
}

async function withCodes(
  { context, tenant, actor }: Caller,
  tickets: readonly ListedTicket[],
): Promise<readonly ToldTicket[]> {
  const codes = may(actor, 'ticket:secret') ? await makeQrCodes(context.signingKeys, tenant.id, tickets) : []
  return tickets.map((ticket, index) => ({ ...ticket, qrCodeData: codes[index] ?? null }))
}
