import type { FastifyInstance } from 'fastify'
import { orNotFound } from '../errors.ts'
import { passkeyScript } from '../site/account/passkey-script.ts'
import { deviceScript } from '../office/devices/device-script.ts'
import { liveScript } from '../office/overview/live-script.ts'
import { listPlaceScript } from '../office/kit/list-place-script.ts'
import { searchScript } from '../office/kit/search-script.ts'
import { orderScript } from '../office/exports/order-script.ts'
import { solvingScript } from '../site/booking/solving-script.ts'
import { copyScript } from '../pages/copy-script.ts'
import { countdownScript } from '../pages/countdown-script.ts'
import { fontFiles } from '../pages/fonts.ts'
import { heightScript } from '../pages/height-script.ts'
import { formScript } from '../pages/form/form-script.ts'
import { runningTotalScript } from '../pages/booking/running-total-script.ts'
import { colorOfStylesheet, stylesheetIn } from '../pages/stylesheet.ts'
import { shareScript } from '../site/event/share-script.ts'
import { slugScript } from '../site/tenant-new/slug-script.ts'

type Asset = { readonly contentType: string; readonly body: Buffer | string }

const files: ReadonlyMap<string, Asset> = new Map([
  ...fontFiles.map(({ name, body }): [string, Asset] => [name, { contentType: 'font/woff2', body }]),
  ...[
    copyScript,
    heightScript,
    countdownScript,
    formScript,
    deviceScript,
    listPlaceScript,
    liveScript,
    orderScript,
    passkeyScript,
    runningTotalScript,
    searchScript,
    shareScript,
    slugScript,
    solvingScript,
  ].map(({ name, body }): [string, Asset] => [name, { contentType: 'text/javascript; charset=utf-8', body }]),
])

function findAsset(name: string): Asset | undefined {
  const color = colorOfStylesheet(name)
  if (color === null) return files.get(name)
  return { contentType: 'text/css; charset=utf-8', body: stylesheetIn(color) }
}

/** On every host, also where no organisation answers: the page that says so needs them too. */
export function registerAssets(app: FastifyInstance): void {
  app.get<{ Params: { asset: string } }>(
    '/assets/:asset',
    { config: { everyHost: true } },
    async ({ params }, reply) => {
      const asset = orNotFound(findAsset(params.asset))
      return reply
        .headers({ 'content-type': asset.contentType, 'cache-control': 'public, max-age=31536000, immutable' })
        .send(asset.body)
    },
  )
}
