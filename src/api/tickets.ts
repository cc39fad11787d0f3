import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import { changeTicket, versionOf } from '../features/reservation/change-ticket.ts'
import { findReservation } from '../features/reservation/reservation.queries.ts'
import { makeTicketDocument } from '../features/ticket/make-ticket-document.ts'
import {
  findTicket,
  findTicketPlace,
  type ListedTicket,
  listCurrentEventIds,
  listDoorTickets,
  type TicketKey,
} from '../features/ticket/ticket.queries.ts'
import type { TicketStatus } from '../features/ticket/ticket.ts'
import { undoScan } from '../features/ticket/undo-scan.ts'
import type { Tenant } from '../features/tenant/tenant.ts'
import { isUuid } from '../lib/text.ts'
import { currentDay } from '../lib/time.ts'
import { needs, route } from '../http/route.ts'
import { sendDocument } from '../http/send-document.ts'
import { EnumOut, Maybe, PageQuery, Text, TextOut, UuidIn, UuidOut, withExample } from '../http/wire/schemas.ts'
import { answerList, type ListKeys } from './answer-list.ts'
import { FileOut } from './file-wire.ts'
import { UuidParams } from '../http/wire/params.ts'

/** The code of each status (docs/interface/tickets.md, "Statuses"). */
const codeOfStatus = { created: 'C', not_active: 'N', not_scanned: 'K', scanned: 'S' } as const satisfies Record<
  TicketStatus,
  string
>

const TicketOut = Type.Object(
  {
    uuid: UuidOut,
    first_name: withExample(TextOut, 'Ada'),
    last_name: withExample(TextOut, 'Lovelace'),
    status: withExample(EnumOut(Object.values(codeOfStatus)), codeOfStatus.not_scanned),
    seat: withExample(TextOut, 'B12'),
    options: Type.Array(withExample(TextOut, 'Wheelchair place')),
  },
  { title: 'Ticket' },
)

/** Lists of tickets, and changes of their names and seats (docs/interface/tickets.md). */
export function registerTickets(app: FastifyInstance, context: Context): void {
  const tag = 'Tickets'
  const access = needs('ticket:read', 'door_list')
  /** With the reservation that it is of. @throws AppError not_found */
  const read = (tenant: Tenant, id: string) =>
    context.database.asTenant(tenant.id, async (tx) => {
      const [ticket, place] = [await findTicket(tx, id), await findTicketPlace(tx, id)]
      if (!ticket || !place) throw new AppError('not_found')
      return { ...ticket, reservationId: place.reservationId }
    })

  route(app, {
    method: 'GET',
    url: '/api/ticket/',
    access,
    tag,
    summary: 'List the tickets of the current day',
    description:
      'Tickets K and S of the events that start between 04:00 and 04:00 in the time zone of the organisation, or still go on; or of the event that is named.',
    query: Type.Object({ ...PageQuery, event: Type.Optional(UuidIn) }),
    response: { 200: Type.Array(TicketOut) },
    handler: async ({ tenant, query, request, reply }) => {
      const eventIds = await context.database.asTenant(tenant.id, async (tx) => {
        if (query.event !== undefined) return [query.event]
        const now = context.now()
        return listCurrentEventIds(tx, { ...currentDay(now, tenant.timeZone), now })
      })
      const call = { query, request, reply }
      return answerList(call, {
        next: (after, limit) =>
          context.database.asTenant(tenant.id, (tx) => listDoorTickets(tx, eventIds, after, limit)),
        item: TicketOut,
        present: presentTicket,
        keys: byEvent,
      })
    },
  })

  route(app, {
    method: 'GET',
    url: '/api/ticket/:uuid/',
    access,
    tag,
    summary: 'Read one ticket',
    params: UuidParams,
    response: { 200: TicketOut },
    handler: async ({ tenant, params }) => {
      return presentTicket(await read(tenant, params.uuid))
    },
  })

  route(app, {
    method: 'PATCH',
    url: '/api/ticket/:uuid/',
    access: needs('ticket:write', 'reservations'),
    tag,
    summary: 'Change the name or the seat of a ticket',
    description:
      'Changes the fields that are sent; a seat that is null is free seating. The code stays, and whoever has the ticket keeps it. One that was cancelled is refused with `invalid_transition`, and with `changed_meanwhile` what somebody else changed at the same moment.',
    params: UuidParams,
    body: Type.Object({
      first_name: Maybe(Text({ max: 200, example: 'Ada' })),
      last_name: Maybe(Text({ max: 200, example: 'Lovelace' })),
      seat: Maybe(Text({ max: 20, example: 'B12' })),
    }),
    response: { 200: TicketOut },
    handler: async ({ tenant, actor, params, body }) => {
      const ticket = await read(tenant, params.uuid)
      const wanted = {
        firstName: body.first_name === undefined ? ticket.firstName : (body.first_name ?? ''),
        lastName: body.last_name === undefined ? ticket.lastName : (body.last_name ?? ''),
        seat: body.seat === undefined ? ticket.seat : (body.seat ?? ''),
      }
      const { id: ticketId, reservationId } = ticket
      const change = { reservationId, ticketId, seen: versionOf(ticket), wanted }
      await changeTicket(context, tenant, actor, change)
      return presentTicket(await read(tenant, ticketId))
    },
  })

  route(app, {
    method: 'POST',
    url: '/api/ticket/:uuid/undo/',
    access: needs('ticket:write', 'reservations'),
    tag,
    summary: 'Take the scan of a ticket back',
    description:
      'Somebody was let in by mistake, or never came in: they are no longer counted as inside, and the ticket can be scanned again. `scan_uuid` names one scan of the log, such as one that was a conflict; without it the one that the ticket stands for. The reason is kept. What was not scanned, or undone already, is refused with `invalid_transition`.',
    params: UuidParams,
    body: Type.Object({
      reason: Text({ max: 200, multiline: true, example: 'Went out again' }),
      scan_uuid: Maybe(UuidIn),
    }),
    response: { 200: TicketOut },
    handler: async ({ tenant, actor, params, body }) => {
      const [ticketId, scanId] = [params.uuid, body.scan_uuid ?? null]
      await undoScan(context, tenant, actor, { ticketId, scanId, reason: body.reason })
      return presentTicket(await read(tenant, ticketId))
    },
  })

  route(app, {
    method: 'GET',
    url: '/api/reservations/:uuid/tickets.pdf',
    access: needs('reservation:write', 'reservations'),
    tag: 'Reservations',
    summary: 'The tickets of a reservation, to print',
    description:
      'A page each, with the code that opens the door: so it takes the right to sell. 404 while there are none, before it is paid or confirmed.',
    params: UuidParams,
    response: { 200: FileOut('pdf') },
    handler: async ({ tenant, params, reply }) => {
      const found = await context.database.asTenant(tenant.id, (tx) => findReservation(tx, params.uuid))
      return sendDocument(reply, found && (await makeTicketDocument(context, tenant.id, found.id, found.language)))
    },
  })
}

const byEvent: ListKeys<ListedTicket, TicketKey> = {
  of: ({ eventId, id }) => ({ eventId, id }),
  toText: ({ eventId, id }) => `${eventId} ${id}`,
  fromText(text) {
    const [eventId, id] = text.split(' ')
    return isUuid(eventId) && isUuid(id) ? { eventId, id } : null
  },
}

function presentTicket(ticket: ListedTicket) {
  return {
    uuid: ticket.id,
    first_name: ticket.firstName,
    last_name: ticket.lastName,
    status: codeOfStatus[ticket.status],
    seat: ticket.seat,
    options: [...ticket.options],
  }
}
