import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { AppError } from '../errors.ts'
import { permissions } from '../features/account/permission.ts'
import { formatDateTime } from '../lib/time.ts'
import { route } from '../http/route.ts'
import { NullableDateTimeOut, TextOut, withExample } from '../http/wire/schemas.ts'

/** Clients in the field ask this to see whether a key is good and what it may do (ADR 0048). */
export function registerKeyTest(app: FastifyInstance): void {
  route(app, {
    method: 'GET',
    url: '/api/user/keytest/',
    access: { kind: 'any_key' },
    tag: 'Keys',
    operationId: 'testApiKey',
    summary: 'Test an API key',
    response: {
      200: Type.Object(
        { permissions: Type.Array(withExample(TextOut, 'ticket:read')), expires_at: NullableDateTimeOut },
        { title: 'KeyTest' },
      ),
    },
    handler: ({ actor }) => {
      if (actor.kind !== 'api_key') throw new AppError('permission_denied')
      return {
        permissions: permissions.filter((permission) => actor.permissions.has(permission)),
        expires_at: actor.expiresAt && formatDateTime(actor.expiresAt),
      }
    },
  })
}
