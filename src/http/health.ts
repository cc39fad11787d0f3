import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'

/** `/healthz` says that the process answers, `/readyz` that it can serve: the database answers and is migrated. On every host. */
export function registerHealth(app: FastifyInstance, context: Pick<Context, 'database'>): void {
  const config = { everyHost: true }
  app.get('/healthz', { config }, async () => ({ status: 'ok' }))
  app.get('/readyz', { config }, async () => {
    try {
      await context.database.ping()
    } catch {
      throw new AppError('unavailable')
    }
    return { status: 'ok' }
  })
}
