import type { FastifyInstance } from 'fastify'
import { orNotFound } from '../errors.ts'
import { type Copy, copyOf, sendCopy } from '../http/send-copy.ts'
import { createRecent } from '../lib/recent.ts'
import { passkeyScript } from '../site/account/passkey-script.ts'
import { deviceScript } from '../office/devices/device-script.ts'
import { liveScript } from '../office/overview/live-script.ts'
import { listPlaceScript } from '../office/kit/list-place-script.ts'
import { marksScript } from '../office/kit/marks-script.ts'
import { searchScript } from '../office/kit/search-script.ts'
import { orderScript } from '../office/exports/order-script.ts'
import { solvingScript } from '../site/booking/solving-script.ts'
import { afterPictureScript } from '../pages/after-picture-script.ts'
import { copyScript } from '../pages/copy-script.ts'
import { countdownScript } from '../pages/countdown-script.ts'
import { forgetPlacesScript } from '../pages/forget-places-script.ts'
import { fontFiles } from '../pages/fonts.ts'
import { heightScript } from '../pages/height-script.ts'
import { officeStylesheet } from '../pages/office-stylesheet.ts'
import { packedStyle } from '../pages/packed-style.ts'
import { formScript } from '../pages/form/form-script.ts'
import { runningTotalScript } from '../pages/booking/running-total-script.ts'
import { styleNamed, stylesheetOf } from '../pages/stylesheet.ts'
import { shareScript } from '../pages/share-script.ts'
import { slugScript } from '../site/tenant-new/slug-script.ts'

/** Texts are copies, which are sent compressed; fonts are compressed already. */
type Asset = { readonly contentType: string; readonly body: Buffer | Copy }

const css = 'text/css; charset=utf-8'

const files: ReadonlyMap<string, Asset> = new Map([
  [officeStylesheet.name, { contentType: css, body: copyOf(packedStyle(officeStylesheet.body), 'ever') }],
  ...fontFiles.map(({ name, body }): [string, Asset] => [name, { contentType: 'font/woff2', body }]),
  ...[
    afterPictureScript,
    copyScript,
    heightScript,
    countdownScript,
    forgetPlacesScript,
    formScript,
    deviceScript,
    listPlaceScript,
    liveScript,
    marksScript,
    orderScript,
    passkeyScript,
    runningTotalScript,
    searchScript,
    shareScript,
    slugScript,
    solvingScript,
  ].map(({ name, body }): [string, Asset] => [
    name,
    { contentType: 'text/javascript; charset=utf-8', body: copyOf(body, 'ever') },
  ]),
])

/** Each organisation may have a theme of its own, and anybody may ask for any. */
const stylesheets = createRecent<Copy>({ keptMs: 3_600_000, most: 100 })

async function findAsset(name: string): Promise<Asset | undefined> {
  const style = styleNamed(name)
  if (style === null) return files.get(name)
  const body = await stylesheets.read(name, async () => copyOf(packedStyle(stylesheetOf(style)), 'ever'))
  return { contentType: css, body }
}

/** On every host, also where no organisation answers: the page that says so needs them too. */
export function registerAssets(app: FastifyInstance): void {
  app.get<{ Params: { asset: string } }>('/assets/:asset', { config: { everyHost: true } }, async (request, reply) => {
    const { contentType, body } = orNotFound(await findAsset(request.params.asset))
    reply.headers({ 'content-type': contentType, 'cache-control': 'public, max-age=31536000, immutable' })
    // It counts for pages alone, and with each file of a page it came to 2 kB.
    reply.removeHeader('content-security-policy')
    if (Buffer.isBuffer(body)) return reply.send(body)
    reply.header('vary', 'Accept-Encoding')
    return sendCopy(body, { request, reply })
  })
}
