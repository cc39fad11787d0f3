import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { addressOf, createMinuteCounts, refuseOver } from './rate-limit.ts'
import { logFault } from '../error-handler.ts'

/** What could not be read, was not allowed or is not there. Not 409: a crowd hears honestly that it came too late. */
const refusals: ReadonlySet<number> = new Set([400, 401, 403, 404, 405, 408, 413, 415, 422])

/**
 * What is refused costs, too: it counts against the address it came from, which over the limit is refused before anything is looked
 * at. Keys, devices and people who are signed in are counted by who they are and pass: a flood from the house's Wi-Fi must not
 * close its door.
 */
export function refuseFloods(
  app: FastifyInstance,
  context: Pick<Context, 'config' | 'database' | 'now'>,
): void {
  if (!context.config.rateLimit) return
  const counts = createMinuteCounts(context, 'refused')
  const refuse = (request: FastifyRequest, reply: Parameters<typeof refuseOver>[1]) =>
    refuseOver(context, reply, 'refused', counts.of(addressOf(request)))

  app.addHook('onRequest', async (request, reply) => {
    if (!showsCredentials(request)) refuse(request, reply)
  })
  // A cookie that opens nothing was shown, too.
  app.addHook('preParsing', async (request, reply) => {
    if (!isKnown(request)) refuse(request, reply)
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

function isKnown({ actor, device }: Partial<FastifyRequest>): boolean {
  return device !== undefined || (actor !== undefined && actor.kind !== 'anonymous')
}
