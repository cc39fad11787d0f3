import type { FastifyInstance } from 'fastify'
import { normalizeBody, normalizeForm } from '../wire/normalize.ts'

/** Reads leniently what validation then checks strictly. Query parameters go the same way; a missing body is an empty one. */
export function normalizeInput(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, done) => {
    const { schema } = request.routeOptions
    request.uploads = filesOf(request.body)
    if (schema?.body) {
      const isForm = request.headers['content-type']?.toLowerCase().startsWith('application/json') === false
      request.body = (isForm ? normalizeForm : normalizeBody)(schema.body, request.body)
    }
    if (schema?.querystring) request.query = normalizeBody(schema.querystring, request.query)
    done()
  })
}

function filesOf(body: unknown): ReadonlyMap<string, Buffer> {
  if (typeof body !== 'object' || body === null) return new Map()
  return new Map(Object.entries(body).filter((entry): entry is [string, Buffer] => Buffer.isBuffer(entry[1])))
}
