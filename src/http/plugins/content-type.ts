import type { FastifyInstance } from 'fastify'
import { AppError } from '../../errors.ts'

/** JSON everywhere; forms only where a route says so; anything else is a 415 before it is read (decisions, section 1). */
export function checkContentType(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const type = request.headers['content-type']
    if (type === undefined || request.method === 'GET' || request.method === 'HEAD') return
    const name = type.split(';')[0]?.trim().toLowerCase() ?? ''
    if (name === 'application/json') return
    const { forms } = request.routeOptions.config
    if (forms && name === 'application/x-www-form-urlencoded') return
    if (forms === 'with_files' && name === 'multipart/form-data') return
    throw new AppError('unsupported_media_type')
  })

  // An empty body is no body: `POST /api/prices/` without one lists, whatever content type a client's library adds.
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (typeof body === 'string' && body.trim() === '') return done(null, undefined)
    void parseJson(request, body.toString(), done)
  })
}
