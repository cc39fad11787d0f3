import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../context.ts'
import { makeDoorList } from '../features/ticket/make-door-list.ts'
import { needs, route } from '../http/route.ts'
import { sendDocument } from '../http/send-document.ts'
import { AcceptLanguage } from '../http/wire/schemas.ts'
import { FileOut } from './file-wire.ts'
import { UuidParams } from '../http/wire/params.ts'

/** The door list as a PDF. Not in the interface (ADR 0190). */
export function registerDoorListFile(app: FastifyInstance, context: Context): void {
  route(app, {
    method: 'GET',
    url: '/api/events/:uuid/door-list.pdf',
    access: needs('ticket:read', 'door_list'),
    tag: 'Tickets',
    operationId: 'downloadDoorList',
    summary: 'The list of everybody who may come in, to print',
    description:
      'By last names, each with a box to tick, as of the moment it is made. Since it holds names, the log says each time that it was.',
    headers: Type.Object({ 'Accept-Language': AcceptLanguage }),
    params: UuidParams,
    response: { 200: FileOut('pdf') },
    handler: async ({ tenant, actor, language, params, reply }) => {
      const eventId = params.uuid
      return sendDocument(reply, await makeDoorList(context, tenant, actor, { eventId, language }))
    },
  })
}
