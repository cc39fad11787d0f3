import type { FastifyRequest } from 'fastify'

/** Finds the page of this host that a request came from, as the browser says: its path with the query, not checked yet. */
export function cameFrom({ headers, base }: Pick<FastifyRequest, 'headers' | 'base'>): string | null {
  const { referer = '' } = headers
  return referer.startsWith(`${base}/`) ? referer.slice(base.length) : null
}
