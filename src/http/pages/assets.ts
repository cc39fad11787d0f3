import type { FastifyInstance } from 'fastify'
import { AppError } from '../../errors.ts'
import { fontFiles } from './fonts.ts'
import { stylesheet, stylesheetName } from './stylesheet.ts'

type Asset = { readonly contentType: string; readonly body: Buffer | string }

const assets: ReadonlyMap<string, Asset> = new Map<string, Asset>([
  [stylesheetName, { contentType: 'text/css; charset=utf-8', body: stylesheet }],
  ...fontFiles.map(({ name, body }): [string, Asset] => [name, { contentType: 'font/woff2', body }]),
])

/** On every host, also where no organisation answers: the page that says so needs them too. */
export function registerAssets(app: FastifyInstance): void {
  app.get<{ Params: { asset: string } }>(
    '/assets/:asset',
    { config: { everyHost: true } },
    async ({ params }, reply) => {
      const asset = assets.get(params.asset)
      if (!asset) throw new AppError('not_found')
      return reply
        .headers({
          'content-type': asset.contentType,
          'cache-control': 'public, max-age=31536000, immutable',
        })
        .send(asset.body)
    },
  )
}
