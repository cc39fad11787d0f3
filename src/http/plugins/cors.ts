import type { FastifyInstance } from 'fastify'

/** What a page of another origin may do (ADR 0029): read the API, and use the scanner's three addresses. */
const methodsUnder = [
  { prefix: '/api/', methods: 'GET, HEAD' },
  { prefix: '/scan/', methods: 'GET, HEAD, POST' },
] as const

/**
 * For the origins of CORS_ORIGINS alone, and never with credentials: cookies of a visitor stay out of it, only a key that
 * the page itself holds opens anything.
 */
export function answerCors(app: FastifyInstance, origins: readonly string[]): void {
  const allowed = new Set(origins)
  app.addHook('onRequest', (request, reply, done) => {
    const rule = methodsUnder.find(({ prefix }) => request.url.startsWith(prefix))
    if (!rule) return done()
    reply.header('vary', 'Origin')
    const { origin } = request.headers
    if (origin !== undefined && allowed.has(origin)) {
      reply.headers({
        'access-control-allow-origin': origin,
        'access-control-expose-headers': 'Link, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset',
      })
    }
    if (request.method !== 'OPTIONS') return done()
    if (reply.hasHeader('access-control-allow-origin')) {
      reply.headers({
        'access-control-allow-methods': rule.methods,
        'access-control-allow-headers': 'Authorization, Content-Type',
        'access-control-max-age': 600,
      })
    }
    void reply.code(204).send()
  })
}
