import type { FastifyRequest } from 'fastify'
import { sha256 } from '../lib/hash.ts'
import { normalizeEmail } from '../lib/text.ts'
import { addressOf } from '../http/plugins/rate-limit.ts'
import { readIdempotencyKey } from './booking-wire.ts'

/** Shorter ones are numbers and words, which another may use, too; a UUID or anything else drawn at random is longer. */
const shortestRandom = 20

/**
 * The Idempotency-Key of a request, as that of its caller alone: whoever guesses or happens to use the same is told nothing of
 * another's booking (ADR 0059). Whoever shows no credentials is known by the e-mail they give, and with a key that could be
 * guessed by their address as well.
 *
 * @returns null without one
 * @throws AppError validation_failed
 */
export function readOwnKey(request: FastifyRequest, email: string): string | null {
  const key = readIdempotencyKey(request.headers['idempotency-key'])
  return key === null ? null : sha256(`${callerOf(request, key, email)}\n${key}`).toString('base64url')
}

function callerOf(request: FastifyRequest, key: string, email: string): string {
  const { actor } = request
  switch (actor.kind) {
    case 'api_key':
      return `key ${actor.keyId}`
    case 'account':
      return `account ${actor.accountId}`
    default:
      return ['visitor', normalizeEmail(email), ...(key.length < shortestRandom ? [addressOf(request)] : [])].join(' ')
  }
}
