import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { at, visitorPaths } from '../../lib/paths.ts'

/**
 * Leads other servers from the address of a page to what they read of it (ActivityPub, "Retrieving objects"): people paste the address that they see. Only where
 * the organisation has an account.
 */
export function leadToActivities(app: FastifyInstance, { urls }: Pick<Context, 'urls'>): void {
  app.addHook('onRequest', async (request, reply) => {
    const path = request.tenant?.fediverseLabel && wantsActivity(request) ? pathOf(request) : null
    if (path === null) return
    return reply
      .headers({ 'cache-control': 'no-store', vary: 'Accept' })
      .redirect(urls.base(request.tenant.fediverseLabel) + path)
  })
}

function wantsActivity({ method, headers: { accept = '' } }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && /(^|,)\s*application\/(activity|ld)\+json\b/.test(accept)
}

function pathOf({ routeOptions, params }: FastifyRequest): string | null {
  if (routeOptions.url === visitorPaths.home) return visitorPaths.fediverseActor
  if (routeOptions.url !== visitorPaths.event) return null
  const { slug = '' } = params as { readonly slug?: string }
  return at(visitorPaths.fediversePage, { slug })
}
