import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import type { Context } from '../../context.ts'

const rules = [
  "default-src 'none'",
  // A picture that was chosen is shown before it is sent.
  "img-src 'self' data: blob:",
  "style-src 'self'",
  "font-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
]

/** The policy of every answer. Maps take their pictures from the server that MAP_TILES names. */
function policyOf({ mapTiles }: Pick<Config, 'mapTiles'>): string {
  const policy = policyWithin([])
  return mapTiles === null ? policy : policy.replace('img-src', `img-src ${new URL(mapTiles).origin}`)
}

/** @param sites the origins that may show the page within their own; none: nobody may */
export function policyWithin(sites: readonly string[]): string {
  return [...rules, `frame-ancestors ${sites.length === 0 ? "'none'" : sites.join(' ')}`].join('; ')
}

/**
 * On every answer (the policy on all but the files of the pages): nothing is sniffed, framed, or loaded from elsewhere, and no address leaks to another site. Nothing is kept by a
 * cache either, unless who answers says so: what depends on who asks must not be forgotten among what does not.
 */
export function addSecurityHeaders(app: FastifyInstance, { config }: Pick<Context, 'config'>): void {
  const secure = config.publicUrl.startsWith('https:')
  const headers = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cache-control': 'no-store',
    'content-security-policy': policyOf(config),
    ...(secure ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id).headers(headers)
    done()
  })
}
