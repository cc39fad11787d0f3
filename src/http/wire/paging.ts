import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * One page of a list, when `limit` was given: asks for one row more than wanted, and when it is there adds the `Link`
 * to the next page, which begins after `keyOf` of the last row, and counts nothing again.
 */
export function pageOf<T>(
  rows: readonly T[],
  limit: number | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
  keyOf: (row: T) => string,
): readonly T[] {
  if (limit === undefined || rows.length <= limit) return rows
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  if (last) {
    const url = new URL(request.url, 'http://host')
    url.searchParams.set('limit', String(limit))
    url.searchParams.delete('count')
    url.searchParams.set('cursor', encodeCursor(keyOf(last)))
    reply.header('link', `<${url.pathname}${url.search}>; rel="next"`)
  }
  return page
}

export function encodeCursor(key: string): string {
  return Buffer.from(key).toString('base64url')
}

export function cursorText(cursor: string): string {
  return Buffer.from(cursor, 'base64url').toString('utf8')
}
