import type { FastifyInstance } from 'fastify'
import { visitorPaths } from '../../lib/paths.ts'

/**
 * What a page of another origin may do: read the API, and use the scanner's addresses (ADR 0029); on a web site of the organisation's own
 * whatever the API does (ADR 0266).
 */
const methodsUnder = [
  { prefix: '/api/', ofServer: 'GET, HEAD', ofSite: 'GET, HEAD, POST, PATCH, DELETE' },
  { prefix: '/scan/', ofServer: 'GET, HEAD, POST', ofSite: 'GET, HEAD, POST' },
] as const

/** What anybody may read, wherever it stands: programs of strangers look at it again and again. */
const { calendarFeed, rssFeed, atomFeed, jsonFeed } = visitorPaths
const ofEverybody: readonly string[] = [calendarFeed, rssFeed, atomFeed, jsonFeed, '/.well-known/jwks.json']

/** What the API reads beside what browsers send unasked. */
const requestHeaders = 'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, If-Modified-Since'

/** What a program needs of an answer beside what browsers show anyway. */
const answerHeaders = [
  ...['ETag', 'Location', 'Link', 'Total-Count', 'Allow', 'Content-Disposition', 'WWW-Authenticate'],
  ...['Retry-After', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'],
  ...['Ignored-Fields', 'Deprecation', 'Sunset', 'X-Request-Id'],
].join(', ')

/**
 * For the origins of CORS_ORIGINS and the sites of the organisation that was asked, of what is nobody's secret for all, and never with
 * credentials: cookies of a visitor stay out of it, only a key that the page itself holds opens anything. It is said before anything may refuse, so that a page reads why.
 */
export function answerCors(app: FastifyInstance, origins: readonly string[]): void {
  const ofServer = new Set(origins)
  app.addHook('onRequest', (request, reply, done) => {
    const isUnder = (prefix: string) => request.url.startsWith(prefix)
    const allow = (origin: string, methods: string) => {
      reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': answerHeaders })
      if (request.method === 'OPTIONS')
        reply.headers({
          'access-control-allow-methods': methods,
          'access-control-allow-headers': requestHeaders,
          'access-control-max-age': 600,
        })
    }
    const rule = methodsUnder.find(({ prefix }) => isUnder(prefix))
    if (rule) {
      reply.header('vary', 'Origin')
      const { origin } = request.headers
      const isSite = origin !== undefined && request.tenant.sites.includes(origin)
      if (origin !== undefined && (isSite || ofServer.has(origin))) allow(origin, isSite ? rule.ofSite : rule.ofServer)
    } else if (ofEverybody.some(isUnder)) allow('*', 'GET, HEAD')
    else return done()
    if (request.method !== 'OPTIONS') return done()
    void reply.code(204).send()
  })
}
