import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../context.ts'
import { eraseAtAddress } from '../features/person/erase-by-staff.ts'
import { normalizeEmail } from '../lib/text.ts'
import { needs, route } from '../http/route.ts'
import { EmailIn } from '../http/wire/schemas.ts'
import { cancellationRefusals } from './booking-wire.ts'

/** Erases the person who asks for it, by the address alone (ADR 0204). Not in the interface. */
export function registerPersonalDataErasure(app: FastifyInstance, context: Context): void {
  route(app, {
    method: 'POST',
    url: '/api/personal-data/erasure/',
    access: needs('reservation:write', 'erasure'),
    asksAgain: true,
    tag: 'Reservations',
    operationId: 'erasePerson',
    refuses: cancellationRefusals,
    summary: 'Erase the data of whoever has an address',
    description:
      'Erases at this organisation everything of the person who has the address, as the person could themselves: also of somebody who was given a ticket, or only waits. It cannot be undone: it takes the session of an owner or a manager who signed in during the last half an hour, and a key is refused. A repeat, or an address that nobody has, changes nothing.',
    body: Type.Object({ email: EmailIn }, { title: 'PersonErasure' }),
    response: { 204: Type.Null() },
    handler: async ({ tenant, actor, body }) => {
      await eraseAtAddress(context, tenant, actor, normalizeEmail(body.email))
    },
  })
}
