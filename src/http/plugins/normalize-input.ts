import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, fieldError } from '../../errors.ts'
import type { Upload } from '../take-image.ts'
import {
  type Ignored,
  type SentAs,
  namesGivenTwice,
  normalizeBody,
  normalizeForm,
  normalizeParams,
  normalizeQuery,
  unknownNames,
} from '../wire/normalize.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What the body says that the route does not know. */
    ignored: Ignored
    /** The names by which the body calls fields that the route calls otherwise: refusals say those. */
    sentAs: SentAs
  }
}

/** Reads leniently what validation then checks strictly. A missing body is an empty one. */
export function normalizeInput(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, done) => {
    const { schema } = request.routeOptions
    const isForm = request.headers['content-type']?.toLowerCase().startsWith('application/json') === false
    const refusal = refuseTwice(request, isForm) ?? refuseUnknownFilters(request) ?? refuseLostImage(request, isForm)
    if (refusal) return done(refusal)
    request.uploads = filesOf(request.body)
    const ignored: Ignored = []
    request.sentAs = new Map()
    const noted = { ignored, sentAs: request.sentAs }
    if (schema?.body) request.body = (isForm ? normalizeForm : normalizeBody)(schema.body, request.body, noted)
    const takesImage = isForm && request.routeOptions.config.forms === 'with_files'
    request.ignored = takesImage ? ignored.filter(({ path }) => path !== 'img') : ignored
    if (schema?.params) request.params = normalizeParams(schema.params, request.params)
    if (schema?.querystring) request.query = normalizeQuery(schema.querystring, request.query)
    done()
  })
}

/** One of two values would be lost, and which one were anybody's guess (ADR 0075). */
function refuseTwice({ routeOptions, query, body }: FastifyRequest, isForm: boolean): AppError | null {
  const { schema, config } = routeOptions
  const names = [
    ...namesGivenTwice(schema?.querystring, query),
    ...(isForm ? namesGivenTwice(schema?.body, body, config.forms === 'with_files' ? ['img'] : []) : []),
  ]
  if (names.length === 0) return null
  return new AppError('validation_failed', { fields: Object.fromEntries(names.map((name) => [name, ['came_twice']])) })
}

/** Passed over, a filter would answer what it was meant to keep out. Devices and pages are asked with what others add to an address. */
function refuseUnknownFilters({ routeOptions, query }: FastifyRequest): AppError | null {
  const { schema, url = '' } = routeOptions
  if (!schema?.querystring || !url.startsWith('/api/')) return null
  const names = unknownNames(schema.querystring, query)
  if (names.length === 0) return null
  return new AppError('validation_failed', {
    fields: Object.fromEntries(names.map((name) => [name, ['unknown_filter']])),
  })
}

/**
 * Left out as an unknown key it would make a product without the picture that was meant. What a change in JSON says there
 * is what was read before, and changes nothing.
 */
function refuseLostImage({ routeOptions, method, body }: FastifyRequest, isForm: boolean): AppError | null {
  if (routeOptions.config.forms !== 'with_files' || !(isForm || method === 'POST')) return null
  if (typeof body !== 'object' || body === null || !('img' in body)) return null
  // An empty field of that name is what a browser sends for no file.
  const isNone = body.img === null || (typeof body.img === 'string' && body.img.trim() === '')
  return isNone || Buffer.isBuffer(body.img) ? null : fieldError('img', 'image_as_file')
}

function filesOf(body: unknown): ReadonlyMap<string, Upload> {
  if (typeof body !== 'object' || body === null) return new Map()
  return new Map(Object.entries(body).filter((entry): entry is [string, Buffer] => Buffer.isBuffer(entry[1])))
}
