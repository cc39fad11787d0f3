import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import {
  findTicket,
  type ListedTicket,
  listCurrentEventIds,
  listDoorTickets,
  type TicketKey,
} from '../../features/ticket/ticket.queries.ts'
import type { TicketStatus } from '../../features/ticket/ticket.ts'
import { isUuid } from '../../lib/text.ts'
import { currentDay } from '../../lib/time.ts'
import { needs, route } from '../route.ts'
import { EnumOut, PageQuery, TextOut, UuidIn, UuidOut, withExample } from '../wire/schemas.ts'
import { answerList, type ListKeys } from './answer-list.ts'
import { UuidParams } from './params.ts'

/** Interface, "Ticket status". */
const codeOfStatus = {
  created: 'C',
  not_active: 'N',
  not_scanned: 'K',
  scanned: 'S',
} as const satisfies Record<TicketStatus, string>

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

/** Interface, "Reservations and tickets". */
export function registerTickets(app: FastifyInstance, context: Context): void {
  const tag = 'Tickets'
  const access = needs('ticket:read')

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
        if (query.event !== undefined) return [query.event.toLowerCase()]
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
      const ticket = await context.database.asTenant(tenant.id, (tx) => findTicket(tx, params.uuid))
      if (!ticket) throw new AppError('not_found')
      return presentTicket(ticket)
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
