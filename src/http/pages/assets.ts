import type { FastifyInstance } from 'fastify'
import { AppError } from '../../errors.ts'
import { stylesheet, stylesheetName } from './stylesheet.ts'

/** On every host, also where no organisation answers: the page that says so needs it too. */
export function registerAssets(app: FastifyInstance): void {
  app.get<{ Params: { stylesheet: string } }>(
    '/assets/:stylesheet',
    { config: { everyHost: true } },
    async ({ params }, reply) => {
      if (params.stylesheet !== stylesheetName) throw new AppError('not_found')
      return reply
        .headers({
          'content-type': 'text/css; charset=utf-8',
          'cache-control': 'public, max-age=31536000, immutable',
        })
        .send(stylesheet)
    },
  )
}
