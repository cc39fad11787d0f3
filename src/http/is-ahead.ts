import type { FastifyRequest } from 'fastify'

/** Asked for by a browser, or a reader of links, before anybody goes there. */
export function isAhead({ method, headers }: FastifyRequest): boolean {
  return method === 'HEAD' || /prefetch|prerender/i.test(String(headers['sec-purpose'] ?? headers['purpose'] ?? ''))
}
