import type { FastifyRequest } from 'fastify'

/** True for a browser: `text/html` is in Accept, and before anything that is JSON. */
export function wantsPage(request: FastifyRequest): boolean {
  const path = request.url.split('?')[0] ?? ''
  if (/^\/(api|scan|\.well-known)(\/|$)/.test(path)) return false
  const accept = request.headers.accept?.toLowerCase() ?? ''
  const html = accept.indexOf('text/html')
  const json = accept.search(/application\/(problem\+)?json/)
  return html !== -1 && (json === -1 || html < json)
}
