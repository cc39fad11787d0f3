import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, fieldError } from '../../errors.ts'
import { namesGivenTwice, normalizeBody, normalizeForm, normalizeParams, normalizeQuery } from '../wire/normalize.ts'

/** Reads leniently what validation then checks strictly. A missing body is an empty one. */
export function normalizeInput(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, done) => {
    const { schema } = request.routeOptions
    const isForm = request.headers['content-type']?.toLowerCase().startsWith('application/json') === false
    const refusal = refuseTwice(request, isForm) ?? refuseLostImage(request, isForm)
    if (refusal) return done(refusal)
    request.uploads = filesOf(request.body)
    if (schema?.body) request.body = (isForm ? normalizeForm : normalizeBody)(schema.body, request.body)
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

function filesOf(body: unknown): ReadonlyMap<string, Buffer> {
  if (typeof body !== 'object' || body === null) return new Map()
  return new Map(Object.entries(body).filter((entry): entry is [string, Buffer] => Buffer.isBuffer(entry[1])))
}
