import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../context.ts'
import { dataDirectories } from '../config.ts'
import { databaseFailure } from '../db/failures.ts'
import { AppError } from '../errors.ts'
import { isNearlyFull, readDiskSpace } from '../lib/disk-space.ts'
import { askAgain } from './error-handler.ts'

const hostForm = /^[a-z0-9.-]{1,253}$/i
const HostQuery = Type.Object({ domain: Type.Optional(Type.String({ maxLength: 253 })) })

/**
 * `/healthz` says that the process answers, `/readyz` that it can serve: the database answers and takes changes, and the disk has
 * space (ADR 0209). `/hostz` says
 * whether anybody answers at a host, to a proxy that is about to get a certificate for it (ADR 0186). On every host.
 */
export function registerHealth(
  app: FastifyInstance,
  context: Pick<Context, 'database' | 'directory' | 'config'>,
): void {
  const config = { everyHost: true }
  app.get('/healthz', { config }, async () => ({ status: 'ok' }))
  app.get('/readyz', { config }, async () => {
    try {
      await context.database.ping()
    } catch (error) {
      throw new AppError('unavailable', askAgain[databaseFailure(error) ?? 'away'])
    }
    if (isNearlyFull(await readDiskSpace(dataDirectories(context.config))))
      throw new AppError('unavailable', { retryAfterSeconds: 30, detail: 'disk_nearly_full' })
    return { status: 'ok' }
  })
  app.get<{ Querystring: Type.Static<typeof HostQuery> }>(
    '/hostz',
    { config, schema: { querystring: HostQuery } },
    async ({ query }) => {
      const { domain = '' } = query
      const target = hostForm.test(domain) ? await context.directory.find(domain) : null
      if (target === null) throw new AppError('not_found')
      return { status: 'ok' }
    },
  )
}
