import type { FastifyInstance } from 'fastify'
import { AppError } from '../../errors.ts'
import { isOpenTo } from '../../features/tenant/approval.ts'

/** An organisation that no super-user has approved is there for its team alone, and for routes that say otherwise (ADR 0220). */
export function hideUntilApproved(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ tenant, actor, routeOptions: { config } }) => {
    if (config.everyHost || config.beforeApproval || !config.access || config.access.kind === 'device') return
    if (!isOpenTo(tenant, actor)) throw new AppError('not_found', { detail: 'not_approved_yet' })
  })
  // Its team may read what is for everybody later; a cache in front would show it to strangers.
  app.addHook('onSend', (request, reply, _payload, done) => {
    const { tenant, routeOptions } = request
    const isOpen = tenant === undefined || tenant.approval === 'approved' || routeOptions.config.everyHost
    if (!isOpen && String(reply.getHeader('cache-control')).startsWith('public'))
      reply.header('cache-control', 'private, no-store')
    done()
  })
}
