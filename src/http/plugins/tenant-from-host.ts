import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'
import type { TenantUrls } from '../../features/deps.ts'
import type { Directory } from '../../features/tenant/directory.ts'
import { chooseLanguage } from '../texts/texts.ts'

/**
 * The tenant of a request is its Host header and nothing else. An unknown host is a 404 for every path but the health
 * addresses; a retired label sends reading requests to the tenant's present address.
 */
export function resolveTenantFromHost(app: FastifyInstance, directory: Directory, urls: TenantUrls): void {
  app.addHook('onRequest', async (request, reply) => {
    request.language = chooseLanguage(request.headers['accept-language'], 'en')
    if (request.routeOptions.config.everyHost) return
    const host = hostName(request)
    const target = host === null ? null : await directory.find(host)
    if (host === null || target === null) throw new AppError('not_found', { detail: 'unknown_host' })
    if (target.retired) {
      if (request.method !== 'GET' && request.method !== 'HEAD')
        throw new AppError('not_found', { detail: 'retired_address' })
      return reply.redirect(`${urls.base(target.tenant.host)}${request.url}`, 302)
    }
    request.tenant = target.tenant
    request.base = urls.base(target.name)
    request.language = chooseLanguage(request.headers['accept-language'], target.tenant.language)
  })
}

/**
 * The one host a request names. Null when a proxy in front could read another one out of the same request: several Host
 * headers, more than a name and a port in one, or a second host in the request line (RFC 9112, sections 3.2 and 7.2).
 */
function hostName({ raw, url }: FastifyRequest): string | null {
  if (!url.startsWith('/') || countHeader(raw.rawHeaders, 'host') !== 1) return null
  const match = /^([a-z0-9-]+(?:\.[a-z0-9-]+)*)\.?(?::\d{1,5})?$/i.exec(raw.headers.host ?? '')
  return match?.[1]?.toLowerCase() ?? null
}

/** In Node's list of names and values as they came: sorting all of them by name costs more than finding the tenant. */
function countHeader(rawHeaders: readonly string[], name: string): number {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const header = rawHeaders[index]
    if (header?.length === name.length && header.toLowerCase() === name) count++
  }
  return count
}
