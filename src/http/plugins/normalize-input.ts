import type { FastifyInstance } from 'fastify'
import { fieldError } from '../../errors.ts'
import { normalizeBody, normalizeForm, normalizeQuery } from '../wire/normalize.ts'

/** Reads leniently what validation then checks strictly. A missing body is an empty one. */
export function normalizeInput(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, done) => {
    const { schema, config } = request.routeOptions
    const isForm = request.headers['content-type']?.toLowerCase().startsWith('application/json') === false
    request.uploads = filesOf(request.body)
    // Left out as an unknown key it would make a product without the picture that was meant.
    if (isForm && config.forms === 'with_files' && hasTextForImage(request.body))
      return done(fieldError('img', 'image_as_file'))
    if (schema?.body) request.body = (isForm ? normalizeForm : normalizeBody)(schema.body, request.body)
    if (schema?.querystring) request.query = normalizeQuery(schema.querystring, request.query)
    done()
  })
}

function filesOf(body: unknown): ReadonlyMap<string, Buffer> {
  if (typeof body !== 'object' || body === null) return new Map()
  return new Map(Object.entries(body).filter((entry): entry is [string, Buffer] => Buffer.isBuffer(entry[1])))
}

/** An empty field of that name is what a browser sends for no file. */
function hasTextForImage(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || !('img' in body)) return false
  return typeof body.img === 'string' && body.img.trim() !== ''
}
