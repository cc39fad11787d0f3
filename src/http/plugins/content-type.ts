import { isUtf8 } from 'node:buffer'
import { parse as parseForm } from 'fast-querystring'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'
import { activityTypes } from '../../integrations/fediverse/documents.ts'
import { leastFields } from '../route.ts'
import { hasMoreFields } from '../wire/form-fields.ts'
import { hasMoreMembers, leastMembers } from '../wire/json-members.ts'

/** JSON everywhere; forms only where a route says so; anything else, and whatever is compressed, is a 415 before it is read (ADR 0025). */
export function checkContentType(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    done(isReadable(request) ? undefined : new AppError('unsupported_media_type'))
  })

  // An empty body is no body: `POST /api/prices/` without one lists, whatever content type a client's library adds.
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    // Decoding would put a replacement character in the place of what cannot be read, and keep that.
    if (typeof body === 'string' || !isUtf8(body)) return done(new AppError('invalid_body'), undefined)
    if (hasMoreMembers(body, request.routeOptions.config.mostMembers ?? leastMembers))
      return done(new AppError('body_too_large'), undefined)
    const text = body.toString()
    if (text.trim() === '') return done(null, undefined)
    void parseJson(request, text, done)
  })
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    (request, body: Buffer, done) => {
      if (hasMoreFields(body, request.routeOptions.config.mostFields ?? leastFields))
        return done(new AppError('body_too_large'), undefined)
      done(null, parseForm(body.toString()))
    },
  )
}

function isReadable({ headers, method, routeOptions }: FastifyRequest): boolean {
  const type = headers['content-type']
  if (type === undefined || method === 'GET' || method === 'HEAD') return true
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? ''
  if (encoding !== '' && encoding !== 'identity') return false
  const [name = '', ...parameters] = type.split(';').map((part) => part.trim().toLowerCase())
  if (parameters.some((parameter) => /^charset="?(?!utf-?8"?$)/.test(parameter))) return false
  if (name === 'application/json') return true
  const { forms, takesActivities } = routeOptions.config
  if (takesActivities && activityTypes.includes(name)) return true
  // A body of nothing is no form, whatever a client's library calls it.
  if (headers['content-length'] === '0' && name === 'application/x-www-form-urlencoded') return true
  if (forms && name === 'application/x-www-form-urlencoded') return true
  return (forms === 'with_files' || forms === 'one_click') && name === 'multipart/form-data'
}
