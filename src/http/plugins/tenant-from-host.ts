import type { FastifyInstance } from 'fastify'
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
    const host = hostName(request.headers.host ?? '')
    const target = await directory.find(host)
    if (!target) throw new AppError('not_found', { detail: 'No organisation answers at this host.' })
    if (target.retired) {
      if (request.method !== 'GET' && request.method !== 'HEAD')
        throw new AppError('not_found', { detail: 'This address was retired.' })
      return reply.redirect(`${urls.base(target.tenant.host)}${request.url}`, 302)
    }
    request.tenant = target.tenant
    request.base = urls.base(target.own ? host : target.tenant.host)
    request.language = chooseLanguage(request.headers['accept-language'], target.tenant.language)
  })
}

function hostName(header: string): string {
  const name = header.startsWith('[') ? header.slice(0, header.indexOf(']') + 1) : header.split(':')[0]
  return (name ?? '').toLowerCase().replace(/\.$/, '')
}
