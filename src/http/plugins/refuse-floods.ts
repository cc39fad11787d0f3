import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { type AppError, errorStatus } from '../../errors.ts'
import { keyFromHeader, parseKey } from '../../features/account/api-key.ts'
import { sha256 } from '../../lib/hash.ts'
import { logFault } from '../error-handler.ts'
import { addressOf, createMinuteCounts, refuseOver } from './rate-limit.ts'
import { languageCookieAlone, sessionCookieName } from './session-cookie.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Comes before a refusal is told: anyone who showed false credentials is over the limit as they would be without.
     *
     * @throws AppError too_many_requests
     */
    refuseFlood(request: FastifyRequest, reply: FastifyReply, refusal: AppError): void
  }
}

/**
 * What could not be read, was not allowed or is not there, and a challenge, which is made again each time. Not 409: a crowd hears
 * honestly that it came too late.
 */
const refusals: ReadonlySet<number> = new Set([400, 401, 403, 404, 405, 408, 413, 415, 422, 428])

/** What programs ask is answered with how often more they may come to nothing. */
const ofPrograms = /^\/(api|scan)\//

/** The session cookie, as `sessionCookieName` names it. */
const sessionCookie = /(^|[;\s])(__Host-)?guichet=/

/**
 * What is refused costs, too: it counts against the address it came from, which over the limit is refused before anything is looked
 * at. Keys are counted by themselves, people who are signed in by their session, and pass: a flood from the house's Wi-Fi must not close its
 * door. Devices are not counted: anyone before them shows what they like.
 */
export function refuseFloods(app: FastifyInstance, context: Pick<Context, 'config' | 'database' | 'now'>): void {
  if (!context.config.rateLimit) {
    app.decorate('refuseFlood', () => undefined)
    return
  }
  const counts = {
    refused: createMinuteCounts(context, 'refused'),
    refused_known: createMinuteCounts(context, 'refused_known'),
  }
  const refuse = (sender: Sender | null, request: FastifyRequest, reply: FastifyReply) => {
    if (sender === null) return
    const { limit, subject } = sender
    // Whoever has a key is told how often it may ask.
    const isTold = limit === 'refused' && ofPrograms.test(request.url)
    refuseOver(context, reply, { limit, isTold, count: counts[limit].of(subject) + 1 })
  }

  app.addHook('onRequest', async (request, reply) => {
    if (!mayBeKnown(request)) refuse(strangerOf(request), request, reply)
  })
  // A cookie that opens nothing was shown, too.
  app.addHook('preParsing', async (request, reply) => refuse(senderOf(request), request, reply))
  // A key that opens nothing or may not do it, and any at a host of nobody, ended the request before that.
  app.decorate('refuseFlood', (request, reply, refusal) => {
    if (refusals.has(errorStatus[refusal.code])) refuse(senderOf(request), request, reply)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const sender = refusals.has(reply.statusCode) ? senderOf(request) : null
    if (sender)
      counts[sender.limit]
        .add(sender.subject)
        .catch((error: unknown) => logFault(request, error, 'a refusal could not be counted'))
    done()
  })
}

type Sender = { readonly limit: 'refused' | 'refused_known'; readonly subject: string }

/** Null: a device. */
function senderOf(request: FastifyRequest): Sender | null {
  const { actor, device }: Partial<FastifyRequest> = request
  if (device !== undefined) return null
  if (actor?.kind === 'api_key') return { limit: 'refused_known', subject: actor.keyId }
  // By session: that of a person elsewhere, or one that whoever runs an organisation's provider made, is not theirs here.
  if (actor?.kind === 'account') return { limit: 'refused_known', subject: sessionOf(request) }
  return strangerOf(request)
}

function sessionOf(request: FastifyRequest): string {
  return sha256(request.cookies[sessionCookieName(request.base)] ?? '').toString('base64')
}

function strangerOf(request: FastifyRequest): Sender {
  return { limit: 'refused', subject: addressOf(request) }
}

/** Not yet looked at. A language is none: all who chose it are the same stranger. */
export function showsCredentials({ headers }: FastifyRequest): boolean {
  const { authorization, cookie } = headers
  return authorization !== undefined || (cookie !== undefined && !languageCookieAlone.test(cookie))
}

/** The same, of what can be a key or a session at all. */
export function mayBeKnown({ headers }: FastifyRequest): boolean {
  const key = keyFromHeader(headers.authorization)
  return (key !== null && parseKey(key) !== null) || sessionCookie.test(headers.cookie ?? '')
}
