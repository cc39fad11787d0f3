import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { fieldError } from '../errors.ts'
import { sha256 } from '../lib/hash.ts'
import { newId } from '../lib/ids.ts'
import { normalizeEmail } from '../lib/text.ts'
import { addressOf } from './plugins/rate-limit.ts'
import { AcceptLanguage } from './wire/schemas.ts'

const keyPattern = /^[\x21-\x7e]{1,255}$/

/** The header of a request that may be sent again, for the OpenAPI document. */
export const KeyHeader = (description: string) =>
  Type.Optional(
    Type.Unsafe<string>({
      type: 'string',
      description,
      pattern: keyPattern.source,
      examples: ['5c1f0a52-1f5e-4a86-9a6f-7e1d2b3c4d5e'],
    }),
  )

/** The header of a request whose answer is kept (`answerOnce`). */
export const keptHeader = {
  'Idempotency-Key': KeyHeader(
    'A repeat of the same request with the same key, within 24 hours, gets the first answer again.',
  ),
}

/** The headers of a request that may be sent again and whose answer has texts for people. */
export const RepeatHeaders = (description: string) =>
  Type.Object({ 'Idempotency-Key': KeyHeader(description), 'Accept-Language': AcceptLanguage })

/** The Idempotency-Key of a request; null without one. @throws AppError validation_failed */
export function readIdempotencyKey(request: FastifyRequest): string | null {
  const header = request.headers['idempotency-key']
  if (header === undefined) return null
  if (typeof header === 'string' && keyPattern.test(header)) return header
  throw fieldError('Idempotency-Key', 'idempotency_key')
}

/** Reads what tells a later repeat of the same request; null without a key. @throws AppError validation_failed */
export function readRepeat(request: FastifyRequest, asked: object) {
  const key = readIdempotencyKey(request)
  return key === null ? null : { key, hash: sha256(JSON.stringify(asked)) }
}

/**
 * Reads what makes a repeat of a sale known, however it is paid: a caller who sends another method the second time sells once.
 *
 * @param wanted what is sold
 * @throws AppError validation_failed
 */
export function readSaleRepeat(request: FastifyRequest, email: string, wanted: object) {
  return { key: `sale ${readOwnKey(request, email) ?? newId()}`, bodyHash: sha256(JSON.stringify(wanted)) }
}

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
  const key = readIdempotencyKey(request)
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
