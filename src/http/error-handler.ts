import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type DatabaseFailure, databaseFailure } from '../db/failures.ts'
import { AppError, type AppErrorDetails, type ErrorCode, errorStatus } from '../errors.ts'
import { refusalTexts } from '../messages/interface/refusal.ts'
import { anyLanguage, usualLanguage } from '../lib/spoken.ts'
import { amountFromMinor } from '../lib/money.ts'
import { visitorPaths } from '../lib/paths.ts'
import { chooseLanguage } from './choose-language.ts'
import { describeFields } from './describe-fields.ts'
import { wordsOfMove } from './wire/status-letters.ts'
import { describeErrors } from './wire/validator.ts'

/** RFC 9457, with the code and the request id that the interface adds (ADR 0034). */
export type ProblemDocument = {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly code: ErrorCode
  readonly request_id: string
  readonly errors?: ReturnType<typeof describeFields>
  /** Which of the prices that were asked for: `index` among those of the body, where it names several. */
  readonly line?: { readonly price: string; readonly index?: number }
  readonly permission?: string
  readonly rule?: string
  readonly used_by?: string
  readonly from?: string
  readonly to?: string
  /** In whole units of the organisation's currency. */
  readonly amount?: number
  readonly challenge?: AppErrorDetails['challenge']
}

/** How a part of the service shows a refusal: a problem document, a scan envelope or a page. */
export type ErrorPresenter = (error: AppError, request: FastifyRequest, reply: FastifyReply) => unknown

/** Paths under `prefix` show refusals their own way, to whom `matches` says; all others answer with a problem document. */
export type ErrorFace = {
  readonly prefix: string
  readonly matches?: (request: FastifyRequest) => boolean
  readonly present: ErrorPresenter
}

export function handleErrors(app: FastifyInstance, faces: readonly ErrorFace[]): void {
  app.setErrorHandler((error: FastifyError, request, reply) =>
    answer(inFlood(app, toAppError(error, request), request, reply), request, reply, faces),
  )
  app.setNotFoundHandler((request, reply) => {
    const methods = app.methodsOf(request)
    if (methods.length === 0) return answer(nothingAt(request), request, reply, faces)
    // RFC 9110, section 15.5.6.
    reply.header('allow', methods.join(', '))
    return answer(new AppError('method_not_allowed'), request, reply, faces)
  })
}

/** An address that is none: of a pairing it holds a bad token. */
function nothingAt({ url }: FastifyRequest): AppError {
  return new AppError(/^\/scan\/.*\/pair\/?$/.test(url.split('?')[0] ?? '') ? 'invalid_token' : 'not_found')
}

/** The refusal in the face of the part of the service that was asked. */
function answer(
  error: AppError,
  request: FastifyRequest,
  reply: FastifyReply,
  faces: readonly ErrorFace[],
): FastifyReply {
  // Nothing has chosen it where a flood is refused before its host is looked at.
  request.language ??= chooseLanguage(request.headers['accept-language'], anyLanguage)
  reply.code(errorStatus[error.code])
  if (errorStatus[error.code] === 401) reply.header('www-authenticate', 'Api-Key')
  if (error.details.retryAfterSeconds !== undefined) reply.header('retry-after', error.details.retryAfterSeconds)
  const path = request.url.split('?')[0] ?? ''
  const face = faces.find((candidate) => path.startsWith(candidate.prefix) && (candidate.matches?.(request) ?? true))
  if (face) {
    try {
      return reply.send(face.present(error, request, reply))
    } catch (fault) {
      // Nobody catches what is thrown where no route was found: it would end the process.
      logFault(request, fault, 'a refusal could not be shown its own way')
    }
  }
  return reply.type('application/problem+json').serializer(JSON.stringify).send(problemDocument(error, request))
}

function problemDocument(error: AppError, request: FastifyRequest): ProblemDocument {
  const { errors, details } = refusalTexts[request.language]
  const { title, detail } = errors[error.code]
  const { detail: more, fields, priceId, permission, rule, usedBy, move, amountMinor, challenge } = error.details
  return {
    type: `${visitorPaths.docsErrors}#${error.code}`,
    title,
    status: errorStatus[error.code],
    detail: more === undefined ? detail : details[more],
    code: error.code,
    request_id: request.id,
    ...(fields === undefined ? {} : { errors: describeFields(fields, request.language, request.sentAs) }),
    ...(priceId === undefined ? {} : { line: lineOf(priceId, request.body) }),
    ...(permission === undefined ? {} : { permission }),
    ...(rule === undefined ? {} : { rule }),
    ...(usedBy === undefined ? {} : { used_by: thingWords[usedBy] ?? usedBy }),
    ...(move === undefined ? {} : wordsOfMove(move)),
    ...(amountMinor === undefined ? {} : { amount: amountFromMinor(amountMinor, request.tenant.currency) }),
    ...(challenge === undefined ? {} : { challenge }),
  }
}

/** What a table that only joins others is part of: the interface knows no such thing. */
const thingWords: Readonly<Record<string, string>> = {
  artist_deal: 'event',
  event_artist: 'event',
  event_option: 'event',
  event_product: 'event',
  reservation_line: 'reservation',
  reservation_option: 'reservation',
}

function lineOf(price: string, body: unknown): NonNullable<ProblemDocument['line']> {
  const { prices } = Object(body) as { readonly prices?: readonly { readonly uuid?: unknown }[] }
  const index = Array.isArray(prices) ? prices.findIndex(({ uuid }) => uuid === price) : -1
  return index < 0 ? { price } : { price, index }
}

const byFastifyCode: Readonly<Record<string, 'invalid_body' | 'body_too_large' | 'unsupported_media_type'>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_body',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_body',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_body',
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_REQ_FILE_TOO_LARGE: 'body_too_large',
  FST_PARTS_LIMIT: 'body_too_large',
  FST_FILES_LIMIT: 'body_too_large',
  FST_FIELDS_LIMIT: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'unsupported_media_type',
}

/** What the caller is told of each database failure, and when it is worth asking again. */
export const askAgain: Readonly<Record<DatabaseFailure, AppErrorDetails>> = {
  away: { retryAfterSeconds: 1, detail: 'database_away' },
  crowded: { retryAfterSeconds: 2, detail: 'too_much_at_once' },
  held: { retryAfterSeconds: 1, detail: 'held_by_another' },
  full: { retryAfterSeconds: 30, detail: 'no_space_left' },
  read_only: { retryAfterSeconds: 30, detail: 'takes_no_changes' },
}

/** Replaces a refusal when there were too many. */
function inFlood(app: FastifyInstance, refusal: AppError, request: FastifyRequest, reply: FastifyReply): AppError {
  try {
    app.refuseFlood(request, reply, refusal)
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  return refusal
}

function toAppError(error: FastifyError, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error
  if (error.validation) {
    if (error.validationContext === 'params') return new AppError('not_found')
    const isQuery = error.validationContext === 'querystring'
    const fields = describeErrors(error.validation as never, request.language ?? usualLanguage, isQuery)
    return new AppError('validation_failed', { fields })
  }
  const known = byFastifyCode[error.code]
  if (known) return new AppError(known)
  // Anything else with a 4xx was decided by the framework or a parser: the request could not be read.
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) return new AppError('invalid_body')
  const failure = databaseFailure(error)
  if (failure) {
    request.log.warn({ failure, reason: error.message }, 'the database could not answer')
    return new AppError('unavailable', askAgain[failure])
  }
  logFault(request, error, 'a request failed by a fault of ours')
  return new AppError('internal_error')
}

/** Logs what the caller is not told; the line has the request id, which the caller has. */
export function logFault(request: Pick<FastifyRequest, 'log'>, error: unknown, what: string): void {
  const { name: type = typeof error, code, stack } = error instanceof Error ? (error as FastifyError) : {}
  request.log.error({ err: { type, code, stack } }, what)
}
