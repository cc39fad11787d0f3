import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import type { AppError } from '../../errors.ts'
import { keyFromHeader, parseKey } from '../../features/account/api-key.ts'
import { logFault } from '../error-handler.ts'
import { errorStatus } from '../error-status.ts'
import { addressOf, createMinuteCounts, refuseOver } from './rate-limit.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Comes before a refusal is told: whoever showed credentials that were none is over the limit as they would be without.
     *
     * @throws AppError too_many_requests
     */
    refuseFlood(request: FastifyRequest, reply: FastifyReply, refusal: AppError): void
  }
}

/**
 * What could not be read, was not allowed or is not there, and a challenge, which is made anew each time. Not 409: a crowd hears
 * honestly that it came too late.
 */
const refusals: ReadonlySet<number> = new Set([400, 401, 403, 404, 405, 408, 413, 415, 422, 428])

/** As `sessionCookieName` has it. */
const sessionCookie = /(^|[;\s])(__Host-)?guichet=/

/**
 * What is refused costs, too: it counts against the address it came from, which over the limit is refused before anything is looked
 * at. Keys, devices and people who are signed in are counted by who they are and pass: a flood from the house's Wi-Fi must not
 * close its door.
 */
export function refuseFloods(
  app: FastifyInstance,
  context: Pick<Context, 'config' | 'database' | 'now'>,
): void {
  if (!context.config.rateLimit) {
    app.decorate('refuseFlood', () => undefined)
    return
  }
  const counts = createMinuteCounts(context, 'refused')
  const refuse = (request: FastifyRequest, reply: FastifyReply) =>
    refuseOver(context, reply, 'refused', counts.of(addressOf(request)))

  app.addHook('onRequest', async (request, reply) => {
    if (!mayBeKnown(request)) refuse(request, reply)
  })
  // A cookie that opens nothing was shown, too.
  app.addHook('preParsing', async (request, reply) => {
    if (!isKnown(request)) refuse(request, reply)
  })
  // A key that opens nothing, and any at a host of nobody, ended the request before that.
  app.decorate('refuseFlood', (request, reply, refusal) => {
    if (refusals.has(errorStatus[refusal.code]) && !isKnown(request)) refuse(request, reply)
  })
  app.addHook('onResponse', (request, reply, done) => {
    if (refusals.has(reply.statusCode) && !isKnown(request))
      counts
        .add(addressOf(request))
        .catch((error: unknown) => logFault(request, error, 'a refusal could not be counted'))
    done()
  })
}

/** Not yet looked at. */
export function showsCredentials({ headers }: FastifyRequest): boolean {
  return headers.authorization !== undefined || headers.cookie !== undefined
}

/** The same, of what can be a key or a session at all. */
export function mayBeKnown({ headers }: FastifyRequest): boolean {
  const key = keyFromHeader(headers.authorization)
  return (key !== null && parseKey(key) !== null) || sessionCookie.test(headers.cookie ?? '')
}

function isKnown({ actor, device }: Partial<FastifyRequest>): boolean {
  return device !== undefined || (actor !== undefined && actor.kind !== 'anonymous')
}
